//! `naqala show VARIANT`: the board, the options, and the rules told back from what the program understood.

use std::io::Write;

use clap::Args;

use naqala::engine::explain_path;
use naqala::rules::describe::{Item, describe};
use naqala::rules::draw::draw;
use naqala::rules::{Choices, Rules};
use naqala::style::wrapped;

use super::variant::{Settings, load};
use super::{Done, Exit, screen::Screen};

/// Show a variant: its board, its options, and its rules in plain English.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala show omweso
  naqala show omweso --set setup=tutorial
  naqala show my_game.mancala --ir
  naqala show kalah --json | jq .board
  naqala show omweso --engine")]
pub struct Show {
    /// A name of the library, or the path of a variant file.
    variant: String,
    #[command(flatten)]
    settings: Settings,
    /// The rules as the engine runs them, in the words of the language: options resolved, definitions put in.
    #[arg(long, conflicts_with = "json")]
    ir: bool,
    /// Which engine plays the variant, how, and what keeps it from a faster way.
    #[arg(long, conflicts_with_all = ["ir"])]
    engine: bool,
    /// The rules as the engine runs them, as JSON; with --engine what that says.
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Prints it.
    pub fn run(self, screen: &mut Screen) -> Done {
        let rules = self.settings.rules(&load(&self.variant)?)?;
        if self.engine {
            engine(screen, &rules, self.json)?;
        } else if self.ir {
            write!(screen, "{rules}")?;
        } else if self.json {
            serde_json::to_writer_pretty(&mut *screen, &rules).map_err(std::io::Error::from)?;
            writeln!(screen)?;
        } else {
            show(screen, &rules)?;
        }
        Ok(Exit::Fine)
    }
}

/// Which way the variant is played.
fn engine(screen: &mut Screen, rules: &Rules, json: bool) -> std::io::Result<()> {
    let path = explain_path(rules);
    if json {
        serde_json::to_writer_pretty(&mut *screen, &path)?;
        return writeln!(screen);
    }
    let (paint, width) = (screen.paint, screen.width);
    writeln!(screen, "{} is played by the {} engine.", paint.heading(&rules.name), paint.name(&path.engine))?;
    for (heading, lines) in [("How", &path.how), ("What keeps it from a faster way", &path.limits)] {
        if !lines.is_empty() {
            writeln!(screen, "\n{}", paint.heading(heading))?;
        }
        for line in lines {
            write!(screen, "{}", wrapped(line, width, "  - ", "    "))?;
        }
    }
    Ok(())
}

/// Signs of marks that stand from the start.
fn signs(rules: &Rules) -> Vec<Option<char>> {
    let marked = |cell| rules.marks.iter().flat_map(|mark| mark.start).any(|cells| cells.contains(cell));
    (0..rules.board.cell_count()).map(|cell| marked(cell).then_some('*')).collect()
}

fn show(screen: &mut Screen, rules: &Rules) -> std::io::Result<()> {
    let (paint, width) = (screen.paint, screen.width);
    let paragraph = |text: &str| wrapped(text, width, "", "");
    let texts = &rules.texts;
    let also = if texts.also.is_empty() { String::new() } else { format!(" (also {})", texts.also.join(", ")) };
    writeln!(screen, "{}{}", paint.heading(&rules.name), paint.faint(also))?;
    for about in &texts.about {
        write!(screen, "{}", paragraph(about))?;
    }
    if !texts.region.is_empty() {
        write!(screen, "{}", paragraph(&format!("Played in {}.", texts.region.join(", "))))?;
    }
    writeln!(screen)?;
    write!(screen, "{}", draw(&rules.board, &rules.start, &signs(rules), paint))?;
    options(screen, rules)?;
    for section in describe(rules) {
        writeln!(screen, "\n{}", paint.heading(&section.heading))?;
        for item in &section.items {
            let (first, rest, text) = match item {
                Item::Text(text) => (String::new(), "", text),
                Item::Point(text) => ("  - ".to_owned(), "    ", text),
                Item::Step(number, text) => (format!("  {number}. "), "     ", text),
            };
            write!(screen, "{}", wrapped(text, width, &first, rest))?;
        }
    }
    if !texts.note.is_empty() || !texts.source.is_empty() {
        writeln!(screen)?;
    }
    for note in &texts.note {
        write!(screen, "{}", paragraph(&format!("Note: {note}")))?;
    }
    for source in &texts.source {
        let text = paragraph(&format!("Source: {source}"));
        for line in text.lines() {
            writeln!(screen, "{}", paint.faint(line))?;
        }
    }
    Ok(())
}

fn options(screen: &mut Screen, rules: &Rules) -> std::io::Result<()> {
    if rules.settings.is_empty() {
        return Ok(());
    }
    let paint = screen.paint;
    writeln!(screen, "\n{} (--set OPTION=VALUE)", paint.heading("Options"))?;
    let names: Vec<String> = rules.settings.iter().map(|setting| setting.name.clone()).collect();
    let name_width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for setting in &rules.settings {
        let values = match &setting.choices {
            Choices::Words(words) => {
                let values = words.iter().map(|word| {
                    let chosen = *word == setting.value.to_string();
                    if chosen { paint.good(format!("[{word}]")) } else { word.clone() }
                });
                values.collect::<Vec<_>>().join(" ")
            }
            Choices::Range(low, high) => {
                format!("{} of {low}..{high}", paint.good(format!("[{}]", setting.value)))
            }
        };
        let gap = " ".repeat(name_width - setting.name.chars().count());
        let about = setting.about.as_deref().map_or(String::new(), |about| format!("  {}", paint.faint(about)));
        writeln!(screen, "  {}{gap}  {values}{about}", paint.name(&setting.name))?;
    }
    Ok(())
}
