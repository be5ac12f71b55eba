//! A TOML file read with every value's place, so that all mistakes can be told at once, each with line and column.
//!
//! In: a source and tables of the keys that it may have. Out: values with their spans, and diagnostics. What a value
//! must be is said here; what it means is not.

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use crate::diagnostic::{Code, Diagnostic, near};
use crate::source::{Source, Span};

/// A key that a table may have.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// A line that shows how it is written.
    pub example: &'static str,
}

/// A table in the file: what it is called in messages, and its keys.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Such as `a study`.
    pub what: &'static str,
    /// The keys that it may have.
    pub keys: &'static [Key],
}

/// A value with its place.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The value.
    pub value: &'a DeValue<'a>,
    /// Where it stands.
    pub span: Span,
    /// The key that it stands under, and where.
    pub key: (&'a str, Span),
    /// How it is written.
    pub example: &'static str,
}

/// A table whose keys are known to be good.
#[derive(Debug)]
pub struct Table<'a> {
    items: Vec<Item<'a>>,
    /// Where it stands; where a missing key is told.
    pub span: Span,
}

impl<'a> Table<'a> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<Item<'a>> {
        self.items.iter().copied().find(|item| item.key.0 == key)
    }

    /// All values, in the order of the file.
    pub fn items(&self) -> &[Item<'a>] {
        &self.items
    }
}

/// Reads values and gathers what is wrong.
#[derive(Debug, Default)]
pub struct Reader {
    /// What was found so far.
    pub diagnostics: Vec<Diagnostic>,
}

fn span_of<T>(spanned: &Spanned<T>) -> Span {
    Span::new(spanned.span().start, spanned.span().end)
}

/// What a value is, in the words of a message.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Parses a file. What is no TOML is told; of mistakes that follow each other line by line only the first, since the
/// others mostly come of it. None where the text cannot be trusted to mean what it seems to.
pub fn parse<'a>(source: &'a Source, reader: &mut Reader) -> Option<Spanned<DeTable<'a>>> {
    let (table, mut errors) = DeTable::parse_recoverable(source.text());
    errors.sort_by_key(|error| error.span().unwrap_or_default().start);
    let mut last = None;
    let mut whole = true;
    for error in errors {
        let range = error.span().unwrap_or_default();
        let line = source.line(range.start);
        let message = error.message();
        let (message, label) = match message.split_once(", expected ") {
            Some((message, expected)) => (message.to_owned(), format!("expected {expected}")),
            None => (message.to_owned(), "not TOML from here".to_owned()),
        };
        let span = Span::new(range.start, range.end);
        if message.starts_with("duplicate key") {
            let help = "give each key once; several values go into one list: `[\"a\", \"b\"]`";
            reader.tell(Diagnostic::new(Code::DuplicateName, span, message, "again here").help(help));
            continue;
        }
        whole = false;
        let follows = last.is_some_and(|last: usize| line <= last + 1);
        last = Some(line);
        if !follows {
            let help = "a line is `key = value`: texts in double quotes, lists in `[ ]`, a table begins with `[name]`";
            reader.tell(Diagnostic::new(Code::Syntax, span, message, label).help(help));
        }
    }
    whole.then_some(table)
}

impl Reader {
    /// Tells a mistake.
    pub fn tell(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The items of a table, in the order of the file; keys that it may not have are told and left out.
    pub fn table<'a>(&mut self, table: &'a DeTable<'a>, span: Span, shape: Shape) -> Table<'a> {
        let mut items = Vec::new();
        for (key, value) in table.iter() {
            let name: &str = key.get_ref();
            match shape.keys.iter().find(|known| known.name == name) {
                Some(known) => items.push(Item {
                    value: value.get_ref(),
                    span: span_of(value),
                    key: (name, span_of(key)),
                    example: known.example,
                }),
                None => self.unknown_key(name, span_of(key), shape),
            }
        }
        items.sort_by_key(|item| item.key.1.start);
        Table { items, span }
    }

    fn unknown_key(&mut self, name: &str, span: Span, shape: Shape) {
        let names: Vec<&str> = shape.keys.iter().map(|key| key.name).collect();
        let mut diagnostic =
            Diagnostic::new(Code::UnknownName, span, format!("{} has no key `{name}`", shape.what), "unknown key");
        diagnostic = match near(name, names.iter().copied()) {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")).fix("rename the key", span, meant, true),
            None => diagnostic.help(format!("its keys are {}", quoted(&names, "and"))),
        };
        self.tell(diagnostic);
    }

    /// Tells that a value is of the wrong kind.
    pub fn wrong_kind(&mut self, item: Item<'_>, wanted: &str) {
        self.tell(
            Diagnostic::new(
                Code::WrongKind,
                item.span,
                format!("`{}` must be {wanted}", item.key.0),
                format!("this is {}", kind(item.value)),
            )
            .help(format!("write for example `{}`", item.example)),
        );
    }

    /// Tells the keys that a table needs and does not have.
    pub fn needs(&mut self, table: &Table<'_>, shape: Shape, names: &[&str]) {
        let missing: Vec<&Key> = names
            .iter()
            .filter(|name| table.get(name).is_none())
            .filter_map(|name| shape.keys.iter().find(|key| key.name == *name))
            .collect();
        if missing.is_empty() {
            return;
        }
        let keys: Vec<&str> = missing.iter().map(|key| key.name).collect();
        let word = if keys.len() == 1 { "key" } else { "keys" };
        let message = format!("{} needs the {word} {}", shape.what, quoted(&keys, "and"));
        let label = if keys.len() == 1 { "it is missing here" } else { "they are missing here" };
        let examples: Vec<&str> = missing.iter().map(|key| key.example).collect();
        let diagnostic = Diagnostic::new(Code::MissingSection, table.span, message, label);
        self.tell(diagnostic.help(format!("add for example {}", quoted(&examples, "and"))));
    }

    /// A text.
    pub fn text<'a>(&mut self, item: Item<'a>) -> Option<&'a str> {
        match item.value {
            DeValue::String(text) => Some(text),
            _ => {
                self.wrong_kind(item, "a text");
                None
            }
        }
    }

    /// True or false.
    pub fn truth(&mut self, item: Item<'_>) -> Option<bool> {
        match item.value {
            DeValue::Boolean(truth) => Some(*truth),
            _ => {
                self.wrong_kind(item, "true or false");
                None
            }
        }
    }

    /// A whole number in a range.
    pub fn number(&mut self, item: Item<'_>, range: std::ops::RangeInclusive<u64>) -> Option<u64> {
        let DeValue::Integer(number) = item.value else {
            self.wrong_kind(item, "a whole number");
            return None;
        };
        let value = i128::from_str_radix(number.as_str(), number.radix()).unwrap_or(i128::MAX);
        match u64::try_from(value).ok().filter(|value| range.contains(value)) {
            Some(value) => Some(value),
            None => {
                let limit = if value < i128::from(*range.start()) { "too small" } else { "too large" };
                self.tell(
                    Diagnostic::new(
                        Code::OutOfRange,
                        item.span,
                        format!("`{}` is {limit}", item.key.0),
                        format!("allowed are {} to {}", range.start(), range.end()),
                    )
                    .help(format!("write for example `{}`", item.example)),
                );
                None
            }
        }
    }

    /// The members of a list, or the value itself where one stands alone.
    pub fn list<'a>(&mut self, item: Item<'a>) -> Vec<Item<'a>> {
        match item.value {
            DeValue::Array(array) => {
                array.iter().map(|member| Item { value: member.get_ref(), span: span_of(member), ..item }).collect()
            }
            _ => vec![item],
        }
    }

    /// A table with free keys: names with values, in the order of the file.
    pub fn free<'a>(&mut self, item: Item<'a>) -> Vec<Item<'a>> {
        match item.value {
            DeValue::Table(table) => {
                let mut items: Vec<Item<'a>> = table
                    .iter()
                    .map(|(key, value)| Item {
                        value: value.get_ref(),
                        span: span_of(value),
                        key: (key.get_ref(), span_of(key)),
                        example: item.example,
                    })
                    .collect();
                items.sort_by_key(|item| item.key.1.start);
                items
            }
            _ => {
                self.wrong_kind(item, "a table");
                Vec::new()
            }
        }
    }

    /// A table of a known shape.
    pub fn sub<'a>(&mut self, item: Item<'a>, shape: Shape) -> Option<Table<'a>> {
        match item.value {
            DeValue::Table(table) => {
                // Of a table under its own heading only the heading is shown.
                let span = if item.span.end > item.key.1.end { item.span } else { item.key.1 };
                Some(self.table(table, span, shape))
            }
            _ => {
                self.wrong_kind(item, "a table");
                None
            }
        }
    }
}

/// `a`, `b` or `c`, quoted.
pub fn quoted<S: AsRef<str>>(names: &[S], word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        names => names.concat(),
    }
}
