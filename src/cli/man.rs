//! `naqala man [COMMAND]`: the manual page, for `man` to show.

use clap::Args;

use super::{Done, Exit, Fail, screen::Screen};

/// Print the manual page, of the program or of one command.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala man > ~/.local/share/man/man1/naqala.1
  naqala man simulate | man -l -")]
pub struct Man {
    /// The command; the whole program if left out.
    command: Option<String>,
}

impl Man {
    /// Prints the page.
    pub fn run(self, screen: &mut Screen) -> Done {
        let mut program = super::command();
        program.build();
        let page = match &self.command {
            None => program,
            Some(name) => match program.find_subcommand(name) {
                Some(command) => command.clone(),
                None => {
                    let known: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
                    return Err(Fail::usage(format!("there is no command `{name}`"))
                        .help(format!("the commands are {}", known.join(", "))));
                }
            },
        };
        clap_mangen::Man::new(page).render(screen)?;
        Ok(Exit::Fine)
    }
}
