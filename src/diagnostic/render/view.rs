//! The lines of a file that a diagnostic shows: only those near its labels, long ones cut to a window, characters that
//! would steer a terminal made visible, labels moved along.

use std::collections::BTreeMap;
use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::place::visible;
use super::short::{one_line, printable, printable_char};
use crate::diagnostic::Label;
use crate::source::{Source, Span};

/// Columns of a tab.
pub const TAB: usize = 4;
/// A label over more lines than this is shown at its first line only.
const LINES: usize = 6;
/// The room that a label's text should have beside its mark before it is wrapped narrower.
const TEXT_ROOM: usize = 24;
/// The narrowest that a label's text is wrapped to.
const TEXT_LEAST: usize = 20;
/// What stands where a line is cut.
const CUT: char = '…';

/// Some lines of a file with labels in them.
#[derive(Debug)]
pub struct View {
    name: String,
    text: String,
    lines: Vec<ViewLine>,
    /// The labels, places in the view; the first is the primary one.
    pub marks: Vec<(Range<usize>, String)>,
    /// For each label, its column in the file.
    columns: Vec<usize>,
}

#[derive(Debug)]
struct ViewLine {
    /// Its number in the file.
    number: usize,
    /// Its bytes in the view, without the line break.
    span: Range<usize>,
}

/// A label's bytes in its first and last line.
struct Mark<'a> {
    text: &'a str,
    first: usize,
    last: usize,
    span: Span,
}

impl View {
    /// The lines that these labels need, `width` columns wide at the most.
    pub fn new(source: &Source, labels: &[Label], width: usize) -> Self {
        let marks: Vec<Mark<'_>> = labels.iter().map(|label| mark(source, label)).collect();
        let mut wanted: BTreeMap<usize, bool> = BTreeMap::new();
        for mark in &marks {
            for line in mark.first.saturating_sub(1).max(1)..=(mark.last + 1).min(source.line_count()) {
                let marked = (mark.first..=mark.last).contains(&line);
                *wanted.entry(line).or_default() |= marked;
            }
        }
        wanted.retain(|line, marked| *marked || !line_text(source, *line).trim().is_empty());
        let digits = wanted.keys().last().copied().unwrap_or(1).to_string().len();
        let multi = marks.iter().filter(|mark| mark.first != mark.last).count();
        let gutter = digits + 4 + if multi > 0 { multi + 3 } else { 0 };
        let room = width.saturating_sub(gutter).max(TEXT_LEAST * 2);

        let mut view = View {
            name: one_line(&source.name),
            text: String::new(),
            lines: Vec::new(),
            marks: marks.iter().map(|mark| (0..0, mark.text.to_owned())).collect(),
            columns: marks.iter().map(|mark| source.line_column(mark.span.start).1).collect(),
        };
        for line in wanted.into_keys() {
            view.push(source, line, &marks, room);
        }
        view
    }

    /// Adds a line with the ends of the labels that lie in it.
    fn push(&mut self, source: &Source, number: usize, marks: &[Mark<'_>], room: usize) {
        let base = source.line_span(number).start;
        let raw = line_text(source, number);
        let here: Vec<(usize, usize, usize)> = marks
            .iter()
            .filter(|mark| mark.first == number)
            .map(|mark| {
                let end = if mark.last == number { mark.span.end - base } else { raw.len() };
                (column(raw, mark.span.start - base), column(raw, end), mark.text.chars().count())
            })
            .collect();
        let window = Window::choose(column(raw, raw.len()), &here, room);
        if !self.lines.is_empty() {
            self.text.push('\n');
        }
        let start = self.text.len();
        // Where each byte of the line stands in the view; cut ones at the nearest end.
        let mut places = vec![start; raw.len() + 1];
        let mut at = 0;
        if window.left > 0 {
            self.text.push(CUT);
        }
        let mut open = true;
        for (byte, c) in raw.char_indices() {
            if at >= window.right && open {
                self.text.push(CUT);
                open = false;
            }
            let shown = open && at >= window.left;
            let place = if open { self.text.len() } else { self.text.len() - CUT.len_utf8() };
            places[byte..byte + c.len_utf8()].fill(place);
            if shown {
                self.text.push(if c == '\t' { c } else { printable_char(c) });
            }
            at += char_width(c, at);
        }
        places[raw.len()] = self.text.len();
        let line = start..self.text.len();
        for (mark, (place, text)) in marks.iter().zip(&mut self.marks) {
            if mark.first == number {
                place.start = places[(mark.span.start - base).min(raw.len())];
            }
            if mark.last == number {
                let end = places[(mark.span.end - base).min(raw.len())];
                place.end = end.max(place.start);
                if mark.first == number && place.end == place.start && place.end < line.end {
                    let more = self.text[place.end..].chars().next().map_or(0, char::len_utf8);
                    place.end += more;
                }
                let middle = if mark.first == number {
                    let (a, b) = (place.start.max(start) - start, place.end - start);
                    let shown = &self.text[line.clone()];
                    (column(shown, a) + column(shown, b)) / 2 + 4
                } else {
                    8
                };
                *text = balanced(text, room.saturating_sub(middle).max(TEXT_LEAST)).join("\n");
            }
        }
        self.lines.push(ViewLine { number, span: line });
    }

    /// The index of the line that holds a byte of the view.
    fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.span.start <= byte).saturating_sub(1)
    }
}

impl SourceCode for View {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (mut first, mut last) = (self.line_of(span.offset()), self.line_of(span.offset() + span.len()));
        let number = |index: usize| self.lines.get(index).map_or(0, |line| line.number);
        // Lines that are not neighbours in the file are not shown as one piece.
        if number(last) - number(first) != last - first {
            return Err(MietteError::OutOfBounds);
        }
        for _ in 0..before {
            if first > 0 && number(first - 1) + 1 == number(first) {
                first -= 1;
            }
        }
        for _ in 0..after {
            if last + 1 < self.lines.len() && number(last) + 1 == number(last + 1) {
                last += 1;
            }
        }
        let (Some(from), Some(to)) = (self.lines.get(first), self.lines.get(last)) else {
            return Err(MietteError::OutOfBounds);
        };
        let bytes = from.span.start..to.span.end;
        let mark = self.marks.iter().position(|(place, _)| place.start == span.offset() && place.len() == span.len());
        let column =
            mark.filter(|_| before == 0).and_then(|mark| self.columns.get(mark)).map_or(0, |column| column - 1);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[bytes.clone()],
            (bytes.start, bytes.len()).into(),
            from.number.saturating_sub(1),
            column,
            last - first + 1,
        )))
    }
}

/// Which columns of a line are shown.
struct Window {
    left: usize,
    right: usize,
}

impl Window {
    /// The whole line where it fits with the labels' texts, else so far to the right as the first label needs. `marks` are
    /// first and last column and the length of the text.
    fn choose(total: usize, marks: &[(usize, usize, usize)], room: usize) -> Window {
        let Some(&(start, end, text)) = marks.first() else {
            return Window { left: 0, right: room.saturating_sub(2) }.unless_short(total, room);
        };
        let end = end.min(start + room / 2);
        let needed = ((start + end) / 2 + 4 + text.min(TEXT_ROOM)).max(end + 2);
        let left = if needed > room { (needed - room + 2).min(start) } else { 0 };
        if left == 0 {
            return Window { left: 0, right: room.saturating_sub(2) }.unless_short(total, room);
        }
        Window { left, right: left + room - 3 }.unless_short(total, left + room - 1)
    }

    fn unless_short(self, total: usize, room: usize) -> Window {
        if total <= room { Window { right: usize::MAX, ..self } } else { self }
    }
}

/// A label with the lines it lies in; one over many lines is shown at its first.
fn mark<'a>(source: &Source, label: &'a Label) -> Mark<'a> {
    let mut span = visible(source.text(), label.span);
    let first = source.line(span.start);
    let mut last = source.line(span.end.max(span.start + 1) - 1).max(first);
    if last - first >= LINES {
        span = visible(source.text(), Span::new(span.start, source.line_span(first).end.max(span.start)));
        last = first;
    }
    Mark { text: &label.text, first, last, span }
}

/// A line's text without its line break.
fn line_text(source: &Source, number: usize) -> &str {
    let text = source.slice(source.line_span(number));
    text.strip_suffix('\r').unwrap_or(text)
}

/// The column (from 0) at which a byte of a line is shown.
fn column(line: &str, byte: usize) -> usize {
    let mut at = 0;
    for (start, c) in line.char_indices() {
        if start >= byte {
            break;
        }
        at += char_width(c, at);
    }
    at
}

/// Roughly how many columns a character takes: right for Latin, tabs, wide scripts and combining marks.
fn char_width(c: char, at: usize) -> usize {
    match c {
        '\t' => TAB - at % TAB,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' => 2,
        '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// A text in as few lines as [`wrap`] makes of it, but of nearly the same length: no line of one word.
fn balanced(text: &str, width: usize) -> Vec<String> {
    let lines = wrap(text, width);
    let mut best = lines.clone();
    for narrower in (TEXT_LEAST.min(width)..width).rev() {
        let tried = wrap(text, narrower);
        if tried.len() > lines.len() {
            break;
        }
        best = tried;
    }
    best
}

/// A text in lines of `width` columns at the most, broken at blanks (a longer word is cut). Line breaks stay.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let indent: String = paragraph.chars().take_while(|c| *c == ' ').take(width / 2).collect();
        let mut line = indent.clone();
        let mut empty = true;
        for word in paragraph.split_whitespace() {
            let mut word = printable(word);
            if !empty && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::replace(&mut line, indent.clone()));
                empty = true;
            }
            while word.chars().count() + line.chars().count() > width && empty {
                let fits = (width - line.chars().count()).max(1);
                let rest = word.chars().skip(fits).collect();
                line.extend(word.chars().take(fits));
                lines.push(std::mem::replace(&mut line, indent.clone()));
                word = rest;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(&word);
            empty = false;
        }
        lines.push(line);
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}
