//! The board drawn with lines, as South sees it: North's rows above, each player's pits from his left.
//!
//! In: a board, the seeds in its cells, and a sign for cells that bear a mark. Out: lines of text.

use super::{Board, Cell, Row, Side, Stores};
use crate::style::{Paint, text_width};

/// Draws the board. `signs` has what stands behind a cell's number, one character or none; cells that are missing in
/// `seeds` or `signs` hold nothing and have no sign.
pub fn draw(board: &Board, seeds: &[u16], signs: &[Option<char>], paint: Paint) -> String {
    Drawing { board, seeds, signs, paint }.text()
}

/// The rows as they are seen, from the top.
fn rows(board: &Board) -> Vec<Vec<Cell>> {
    let row = |side, row| -> Vec<Cell> {
        let pits = (1..=board.columns).map(|column| board.pit(side, row, column));
        if side == Side::North { pits.rev().collect() } else { pits.collect() }
    };
    if board.rows == 2 {
        vec![row(Side::North, Row::Inner), row(Side::South, Row::Inner)]
    } else {
        let order = [(Side::North, Row::Outer), (Side::North, Row::Inner), (Side::South, Row::Inner)];
        order.into_iter().chain([(Side::South, Row::Outer)]).map(|(side, of)| row(side, of)).collect()
    }
}

struct Drawing<'a> {
    board: &'a Board,
    seeds: &'a [u16],
    signs: &'a [Option<char>],
    paint: Paint,
}

/// How wide a store is, borders left out.
const STORE: usize = 7;

impl Drawing<'_> {
    fn seeds(&self, cell: Cell) -> u16 {
        self.seeds.get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// Pits of four rows have their names inside.
    fn names_inside(&self) -> bool {
        self.board.rows == 4
    }

    /// The number with its sign, and how wide it is.
    fn number(&self, cell: Cell) -> (String, usize) {
        let seeds = self.seeds(cell).to_string();
        let sign = self.signs.get(usize::from(cell)).copied().flatten();
        let width = seeds.len() + usize::from(sign.is_some());
        let seeds = if self.seeds(cell) == 0 { self.paint.faint(&seeds) } else { seeds };
        (seeds + &sign.map_or(String::new(), |sign| self.paint.warning(sign)), width)
    }

    /// The widths of names and of numbers.
    fn widths(&self) -> (usize, usize) {
        let name = self.board.names.iter().map(|name| text_width(name)).max().unwrap_or(0);
        let numbers = (0..self.board.pit_count()).map(|cell| self.number(cell).1).max().unwrap_or(0);
        (name, numbers.max(2))
    }

    /// The store at the left or the right of the picture.
    fn store(&self, left: bool) -> Option<(Side, Cell)> {
        let side = match (self.board.stores, left) {
            (Stores::None, _) => return None,
            (Stores::Left, true) | (Stores::Right | Stores::Beside, false) => Side::South,
            (Stores::Left, false) | (Stores::Right | Stores::Beside, true) => Side::North,
        };
        self.board.store(side).map(|cell| (side, cell))
    }

    /// What a store shows in a line of the picture's inside.
    fn store_line(&self, store: Option<(Side, Cell)>, line: usize, lines: usize) -> String {
        let Some((side, cell)) = store else { return String::new() };
        let (text, width) = if line == lines / 2 {
            self.number(cell)
        } else if line == 0 && side == Side::North {
            (self.paint.faint("North"), 5)
        } else if line + 1 == lines && side == Side::South {
            (self.paint.faint("South"), 5)
        } else {
            (String::new(), 0)
        };
        let left = STORE.saturating_sub(width) / 2;
        let right = STORE.saturating_sub(width + left);
        format!("{}{text}{}", " ".repeat(left), " ".repeat(right))
    }

    /// A line between rows: a border of the given pieces, with what the stores show there.
    fn rule(&self, pieces: [char; 4], width: usize) -> String {
        let [left, line, cross, right] = pieces;
        let bar = line.to_string().repeat(width);
        format!("{left}{}{right}", vec![bar; usize::from(self.board.columns)].join(&cross.to_string()))
    }

    fn pit_line(&self, row: &[Cell], width: usize) -> String {
        let mut text = "│".to_owned();
        for cell in row {
            let (number, number_width) = self.number(*cell);
            let name = if self.names_inside() { self.board.name(*cell) } else { "" };
            let gap = width.saturating_sub(2 + text_width(name) + number_width);
            text += &format!(" {}{}{number} │", self.paint.name(name), " ".repeat(gap));
        }
        text
    }

    fn names_line(&self, row: &[Cell], width: usize, indent: usize) -> String {
        let mut text = " ".repeat(indent + 1);
        for cell in row {
            let name = self.board.name(*cell);
            let gap = width.saturating_sub(1 + text_width(name));
            text += &format!("{}{}  ", " ".repeat(gap), self.paint.name(name));
        }
        text.trim_end().to_owned() + "\n"
    }

    fn text(&self) -> String {
        let rows = rows(self.board);
        let (name, number) = self.widths();
        let width = 2 + if self.names_inside() { name + 1 + number } else { number.max(name) };
        let (left, right) = (self.store(true), self.store(false));
        let lines = 2 * rows.len() - 1;
        let indent = if left.is_some() { STORE + 1 } else { 0 };
        let mut text = String::new();
        if let (false, Some(top)) = (self.names_inside(), rows.first()) {
            text += &self.names_line(top, width, indent);
        }
        let flat = "─".repeat(STORE);
        let top = self.rule(if left.is_some() { ['┬', '─', '┬', '┬'] } else { ['┌', '─', '┬', '┐'] }, width);
        text += &if left.is_some() { format!("┌{flat}{top}{flat}┐\n") } else { top + "\n" };
        for line in 0..lines {
            let middle = if line % 2 == 0 {
                self.pit_line(rows.get(line / 2).map_or(&[], Vec::as_slice), width)
            } else if line == lines / 2 && rows.len() == 4 {
                self.rule(['╞', '═', '╪', '╡'], width)
            } else {
                self.rule(['├', '─', '┼', '┤'], width)
            };
            if left.is_some() {
                let (left, right) = (self.store_line(left, line, lines), self.store_line(right, line, lines));
                text += &format!("│{left}{middle}{right}│\n");
            } else {
                // Without stores nothing else says whose rows these are.
                let whose = match line {
                    0 => "  North",
                    line if line + 1 == lines => "  South",
                    _ => "",
                };
                text += &format!("{middle}{}\n", self.paint.faint(whose));
            }
        }
        let bottom = self.rule(if left.is_some() { ['┴', '─', '┴', '┴'] } else { ['└', '─', '┴', '┘'] }, width);
        text += &if left.is_some() { format!("└{flat}{bottom}{flat}┘\n") } else { bottom + "\n" };
        if let (false, Some(bottom)) = (self.names_inside(), rows.last()) {
            text += &self.names_line(bottom, width, indent);
        }
        text
    }
}
