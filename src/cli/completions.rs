//! `naqala completions SHELL`: a script that completes commands and options in a shell.

use clap::Args;
use clap_complete::Shell;

use super::{Done, Exit, screen::Screen};

/// Print a completion script for a shell.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala completions bash > ~/.local/share/bash-completion/completions/naqala
  naqala completions zsh  > ~/.zfunc/_naqala
  naqala completions fish > ~/.config/fish/completions/naqala.fish")]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(self, screen: &mut Screen) -> Done {
        // Into memory first: the generator gives up the program where it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::command(), "naqala", &mut script);
        std::io::Write::write_all(screen, &script)?;
        Ok(Exit::Fine)
    }
}
