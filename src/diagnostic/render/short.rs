//! One line a diagnostic, as compilers write it: `file:line:column: level[code]: message`.

use std::fmt::Write;

use super::{Entry, Look, Place, Report};
use crate::diagnostic::Level;

/// The report in lines; a last line only where something is not shown.
pub fn render(report: &Report, look: Look) -> String {
    let (entries, hidden) = report.shown(look);
    let mut out = String::new();
    for Entry { source, diagnostic } in entries {
        let place = Place::visible(source, diagnostic.span());
        let help = diagnostic.help.as_ref().map(|help| format!(" ({})", one_line(help))).unwrap_or_default();
        let _ = writeln!(
            out,
            "{}:{}:{}: {}[{}]: {}{help}",
            printable(&source.name),
            place.line,
            place.column,
            level_word(diagnostic.level),
            diagnostic.code.name(),
            one_line(&diagnostic.message),
        );
    }
    if hidden > 0 {
        let _ = writeln!(out, "... and {hidden} more");
    }
    out
}

/// `error` or `warning`.
pub fn level_word(level: Level) -> &'static str {
    match level {
        Level::Allow => "allowed",
        Level::Warning => "warning",
        Level::Error => "error",
    }
}

/// The text on one line, every control character made visible.
pub fn one_line(text: &str) -> String {
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text without characters that steer a terminal or turn the direction of reading.
pub fn printable(text: &str) -> String {
    text.chars().map(printable_char).collect()
}

/// The character, or a visible one in its place.
pub fn printable_char(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => '\u{fffd}',
        c => c,
    }
}
