//! Where commands print: standard output, buffered, with or without colours, and its width; and how errors look.

use std::io::{BufWriter, IsTerminal, Stdout, Write};

use clap::ColorChoice;

use super::Fail;
use naqala::diagnostic::render::{Format, Look, Report, render};
use naqala::style::Paint;

/// Standard output.
pub struct Screen {
    out: BufWriter<Stdout>,
    /// How standard output is coloured.
    pub paint: Paint,
    /// How standard error is coloured.
    pub error_paint: Paint,
    /// Columns that text may use.
    pub width: usize,
}

impl Screen {
    /// Looks at the terminal, the environment and what `--color` says.
    pub fn new(choice: ColorChoice) -> Self {
        let coloured = |terminal: bool| match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let unset = |name| std::env::var_os(name).is_none_or(|value| value.is_empty());
                terminal && unset("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        };
        let width = match terminal_size::terminal_size() {
            Some((width, _)) if std::io::stdout().is_terminal() => usize::from(width.0).clamp(40, 110),
            _ => 100,
        };
        Screen {
            out: BufWriter::new(std::io::stdout()),
            paint: Paint::new(coloured(std::io::stdout().is_terminal())),
            error_paint: Paint::new(coloured(std::io::stderr().is_terminal())),
            width,
        }
    }

    /// Says something beside the results, on standard error: how long it took, where a file was written.
    pub fn aside(&self, text: impl std::fmt::Display) {
        // Who does not listen misses nothing that was asked for.
        let _ = writeln!(std::io::stderr(), "{}", self.error_paint.faint(text));
    }

    /// Tells on standard error why a command gave up.
    pub fn complain(&self, fail: &Fail) {
        let paint = self.error_paint;
        if let Fail::Variant(broken) = fail {
            let (source, diagnostics) = broken.as_ref();
            let look = Look { colour: paint.is_on(), width: self.width, ..Look::default() };
            let text = render(&Report::of(source.clone(), diagnostics.clone()), Format::Human, look);
            let _ = std::io::stderr().write_all(text.as_bytes());
            return;
        }
        let (message, help) = match fail {
            Fail::Usage(message, help) | Fail::Input(message, help) => (message.clone(), help.as_slice()),
            Fail::Variant(_) => (String::new(), [].as_slice()),
            Fail::Output(error) => (format!("cannot write the output: {error}"), [].as_slice()),
        };
        let mut text = format!("{} {message}\n", paint.error("error:"));
        for line in help {
            text += &format!("{} {line}\n", paint.note("help:"));
        }
        // Nothing is left to be done where even this cannot be written.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}
