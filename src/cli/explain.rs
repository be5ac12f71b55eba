//! `naqala explain CODE|WORD`: what a message means, with a failing and a mended file, or what a word of the language
//! means, with rules of the library that use it.

use std::io::Write;

use clap::Args;

use super::{Done, Exit, Fail, screen::Screen};
use naqala::diagnostic::explain::{self, WordPage};
use naqala::diagnostic::{Code, Level, near};
use naqala::style::wrapped;
use naqala::syntax::mistakes;
use naqala::syntax::words::WORDS;

/// Explain the code of a message, or a word of the language.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala explain no-stores
  naqala explain landing
  naqala explain --list")]
pub struct Explain {
    /// A code such as `no-stores`, or a word such as `landing`.
    #[arg(value_name = "CODE|WORD", required_unless_present_any = ["all", "list"])]
    topic: Option<String>,
    /// Every page of every code.
    #[arg(long, conflicts_with = "topic")]
    all: bool,
    /// Every code and every word, a line each.
    #[arg(long, conflicts_with_all = ["topic", "all"])]
    list: bool,
}

impl Explain {
    /// Shows the page.
    pub fn run(self, screen: &mut Screen) -> Done {
        if self.list {
            return list(screen);
        }
        if self.all {
            for (index, code) in Code::ALL.iter().enumerate() {
                if index > 0 {
                    writeln!(screen)?;
                }
                page(screen, *code)?;
            }
            return Ok(Exit::Fine);
        }
        let topic = self.topic.unwrap_or_default();
        let asked = topic.trim().to_lowercase();
        if let Some(code) = explain::find_code(&asked) {
            page(screen, code)?;
        } else if let Some(word) = explain::word(&asked) {
            word_page(screen, &word)?;
        } else {
            return Err(unknown(&topic, &asked));
        }
        Ok(Exit::Fine)
    }
}

/// What to say of a topic that there is no page for.
fn unknown(topic: &str, asked: &str) -> Fail {
    let fail = Fail::usage(format!("`{topic}` is neither a code nor a word of the language"));
    let called = mistakes::find(asked).flat_map(|row| row.meant).flat_map(|meant| meant.split(' '));
    if let Some(meant) = called.into_iter().find(|word| explain::word(word).is_some()) {
        return fail.help(format!("here one says `{meant}`: `naqala explain {meant}`"));
    }
    let known = Code::ALL.iter().map(|code| code.name()).chain(WORDS.iter().map(|word| word.text));
    match near(asked, known) {
        Some(meant) => fail.help(format!("did you mean `{meant}`?")),
        None => fail.help("`naqala explain --list` shows every code and every word"),
    }
}

/// Every code and word with its line.
fn list(screen: &mut Screen) -> Done {
    let paint = screen.paint;
    let width = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
    for (level, heading) in [(Level::Error, "Errors"), (Level::Warning, "Warnings")] {
        writeln!(screen, "{}", paint.heading(heading))?;
        for code in Code::ALL.iter().filter(|code| code.level() == level) {
            let name = format!("{:width$}", code.name());
            writeln!(screen, "  {}  {}", paint.name(name), code.about())?;
        }
        writeln!(screen)?;
    }
    writeln!(screen, "{}", paint.heading("Words of the language"))?;
    for word in WORDS {
        let name = format!("{:width$}", word.text);
        writeln!(screen, "  {}  {}", paint.name(name), word.about)?;
    }
    Ok(Exit::Fine)
}

/// The page of a code: headings painted, files set in.
fn page(screen: &mut Screen, code: Code) -> std::io::Result<()> {
    let paint = screen.paint;
    let mut in_block = false;
    for line in code.page().lines() {
        if let Some(kind) = line.strip_prefix("```") {
            in_block = !in_block;
            if in_block {
                let label = if kind.ends_with("fail") { "this fails" } else { "this is fine" };
                writeln!(screen, "  {}", paint.faint(label))?;
            }
        } else if in_block {
            writeln!(screen, "{}", format!("    {line}").trim_end())?;
        } else if let Some(heading) = line.strip_prefix("# ") {
            writeln!(screen, "{}: {}", paint.heading(heading), code.about())?;
        } else {
            writeln!(screen, "{line}")?;
        }
    }
    Ok(())
}

/// What a word means and where it is used.
fn word_page(screen: &mut Screen, page: &WordPage) -> std::io::Result<()> {
    let paint = screen.paint;
    writeln!(screen, "{}: {}", paint.heading(page.word.text), page.word.about)?;
    if page.uses.is_empty() {
        return Ok(());
    }
    writeln!(screen)?;
    for example in &page.uses {
        let text = wrapped(&example.text, screen.width, "  ", "      ");
        write!(screen, "{text}")?;
        writeln!(screen, "      {}", paint.faint(format!("{}, line {}", example.variant, example.line)))?;
    }
    Ok(())
}
