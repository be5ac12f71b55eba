//! `naqala list`: the library.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use naqala::library::VARIANTS;
use naqala::rules::{Board, Stores};
use naqala::style::{counted, wrapped};

use super::{Done, Exit, screen::Screen, variant};

/// List the library: each variant with its board, its seeds, what it is and where its rules come from.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala list
  naqala list --names
  naqala list --json")]
pub struct List {
    /// Only the names, one a line.
    #[arg(long, conflicts_with = "json")]
    names: bool,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    file: &'a str,
    rows: u8,
    columns: u8,
    stores: Stores,
    seeds: u32,
    about: &'a [String],
    source: &'a [String],
    also: &'a [String],
    region: &'a [String],
}

/// `2 rows of 6 with stores`.
pub fn board(board: &Board) -> String {
    let stores = match board.stores {
        Stores::None => "",
        Stores::Beside => " with stores",
        Stores::Left => " with stores on the left",
        Stores::Right => " with stores on the right",
    };
    format!("{} rows of {}{stores}", board.rows, board.columns)
}

impl List {
    /// Prints the list.
    pub fn run(self, screen: &mut Screen) -> Done {
        let widest = VARIANTS.iter().map(|variant| variant.name.chars().count()).max().unwrap_or(0);
        for (at, embedded) in VARIANTS.iter().enumerate() {
            if self.names {
                writeln!(screen, "{}", embedded.name)?;
                continue;
            }
            let rules = variant::rules(&variant::checked(&embedded.source())?, &[])?;
            if self.json {
                let entry = Entry {
                    name: &rules.name,
                    file: embedded.file,
                    rows: rules.board.rows,
                    columns: rules.board.columns,
                    stores: rules.board.stores,
                    seeds: rules.total(),
                    about: &rules.texts.about,
                    source: &rules.texts.source,
                    also: &rules.texts.also,
                    region: &rules.texts.region,
                };
                serde_json::to_writer(&mut *screen, &entry).map_err(std::io::Error::from)?;
                writeln!(screen)?;
                continue;
            }
            if at > 0 {
                writeln!(screen)?;
            }
            let indent = " ".repeat(widest + 2);
            let gap = " ".repeat(widest + 2 - rules.name.chars().count().min(widest));
            let seeds = counted(u64::from(rules.total()), "seed", "seeds");
            writeln!(screen, "{}{gap}{}, {seeds}", screen.paint.name(&rules.name), board(&rules.board))?;
            for about in &rules.texts.about {
                let text = wrapped(about, screen.width, &indent, &indent);
                write!(screen, "{text}")?;
            }
            for source in &rules.texts.source {
                let text = wrapped(&format!("Source: {source}"), screen.width, &indent, &indent);
                for line in text.lines() {
                    writeln!(screen, "{}", screen.paint.faint(line))?;
                }
            }
        }
        Ok(Exit::Fine)
    }
}
