//! How text for people looks: a few meanings, each with one colour, numbers with separators, paragraphs, tables.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Colours text, or leaves it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Without colours.
    pub const PLAIN: Paint = Paint { on: false };

    /// With colours if `on`.
    pub const fn new(on: bool) -> Self {
        Paint { on }
    }

    /// Whether there are colours.
    pub const fn is_on(self) -> bool {
        self.on
    }

    fn with(self, style: Style, text: impl Display) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// A heading.
    pub fn heading(self, text: impl Display) -> String {
        self.with(Style::new().bold(), text)
    }

    /// A thing's name: a variant, a pit, a move.
    pub fn name(self, text: impl Display) -> String {
        self.with(AnsiColor::Cyan.on_default(), text)
    }

    /// What matters less.
    pub fn faint(self, text: impl Display) -> String {
        self.with(Style::new().dimmed(), text)
    }

    /// What went well, what is gained.
    pub fn good(self, text: impl Display) -> String {
        self.with(AnsiColor::Green.on_default(), text)
    }

    /// What needs a look.
    pub fn warning(self, text: impl Display) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    /// What is wrong.
    pub fn error(self, text: impl Display) -> String {
        self.with(AnsiColor::Red.on_default().bold(), text)
    }

    /// What to do about it.
    pub fn note(self, text: impl Display) -> String {
        self.with(AnsiColor::Cyan.on_default().bold(), text)
    }
}

/// A whole number with separators: `10,000`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 game`, `10,000 games`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

/// How wide a text without colours is.
pub fn text_width(text: &str) -> usize {
    text.chars().count()
}

/// Breaks a paragraph into lines of at most `width`: the first begins with `first`, the others with `rest`.
pub fn wrapped(text: &str, width: usize, first: &str, rest: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && text_width(&line) + 1 + text_width(word) > width {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line = rest.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push_str(line.trim_end());
    lines.push('\n');
    lines
}

/// How a column of a table is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At its left side.
    Left,
    /// At its right side.
    Right,
}

/// A table of aligned columns. Cells may have colours.
#[derive(Clone, Debug)]
pub struct Table {
    aligns: Vec<Align>,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these columns.
    pub fn new(aligns: &[Align]) -> Self {
        Table { aligns: aligns.to_vec(), head: Vec::new(), rows: Vec::new() }
    }

    /// The columns' names.
    pub fn head<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.head = cells.into_iter().map(Into::into).collect();
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The lines, each begun with `indent`.
    pub fn text(&self, indent: &str, paint: Paint) -> String {
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| all().filter_map(|row| row.get(column)).map(|cell| shown_width(cell)).max();
        let widths: Vec<usize> = (0..self.aligns.len()).map(|column| width(column).unwrap_or(0)).collect();
        let line = |row: &[String]| {
            let mut text = indent.to_owned();
            for ((cell, align), width) in row.iter().zip(&self.aligns).zip(&widths) {
                let gap = " ".repeat(width.saturating_sub(shown_width(cell)));
                let cell = if *align == Align::Left { format!("{cell}{gap}") } else { format!("{gap}{cell}") };
                text += &format!("{cell}  ");
            }
            text.trim_end().to_owned()
        };
        let mut text = String::new();
        if !self.head.is_empty() {
            text += &format!("{}\n", paint.faint(line(&self.head)));
        }
        for row in &self.rows {
            text += &format!("{}\n", line(row));
        }
        text
    }
}

/// How wide a text is on the screen: colours take no room.
fn shown_width(text: &str) -> usize {
    let mut width = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            // A colour goes up to its `m`.
            letters.by_ref().find(|letter| *letter == 'm');
        } else {
            width += 1;
        }
    }
    width
}
