//! The variants of a study looked up, with every combination of the option values and board sizes that it sweeps.

use std::path::Path;

use crate::check::{Bases, Checked, SettingsError, check};
use crate::diagnostic::{Code, Diagnostic};
use crate::library::{self, LoadError, Neighbours};
use crate::rules::{Board, Choices, RuleId, Rules, Stores, Test};
use crate::source::{Source, Span};
use crate::study::tally::moments;

use super::draft::{At, Draft, VariantDraft};
use super::plan::Setting;
use super::toml::{Reader, quoted};

/// The most settings of one variant.
const MAX_SETTINGS: usize = 10_000;

/// A setting with its rules, and the files that it needs to be played again.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// What the plan says of it.
    pub setting: Setting,
    /// The rules.
    pub rules: Rules,
    /// Files to be written beside the results: names and texts.
    pub files: Vec<(String, String)>,
}

/// Looks up everything. What is wrong is told; what is right comes back.
pub fn resolve(draft: &Draft, folder: &Path, reader: &mut Reader) -> Vec<Resolved> {
    let mut all: Vec<Resolved> = Vec::new();
    for variant in &draft.variants {
        let sweep = Sweep { variant, folder, reader: &mut *reader };
        for resolved in sweep.resolve() {
            if all.iter().any(|other| other.rules == resolved.rules) {
                let message = format!("{} is in the study twice", resolved.setting.full_name());
                reader.tell(
                    Diagnostic::new(
                        Code::DuplicateName,
                        variant.name.span,
                        message,
                        "here again with the same options",
                    )
                    .help("leave one of them out, or give it other option values"),
                );
                break;
            }
            all.push(resolved);
        }
    }
    all
}

/// One variant of a study.
struct Sweep<'a> {
    variant: &'a VariantDraft,
    folder: &'a Path,
    reader: &'a mut Reader,
}

/// A text for a variant, with the bases that it may extend.
struct Derived<'a> {
    name: &'a str,
    base: &'a Source,
    bases: Neighbours,
}

impl Bases for Derived<'_> {
    fn find(&self, name: &str) -> Option<Source> {
        if name == self.name { Some(self.base.clone()) } else { self.bases.find(name) }
    }
    fn names(&self) -> Vec<String> {
        self.bases.names()
    }
}

/// A variant on a board of another size: checked, the path by which it is asked for, and its files with their texts.
type Resized = (Checked, String, Vec<(String, String)>);

impl Sweep<'_> {
    fn tell(&mut self, span: Span, code: Code, message: String, label: &str, help: Option<String>) {
        let mut diagnostic = Diagnostic::new(code, span, message, label);
        diagnostic.help = help;
        self.reader.tell(diagnostic);
    }

    /// The variant's source and how the command line names it.
    fn load(&mut self) -> Option<(Source, String)> {
        let At { value: name, span } = &self.variant.name;
        // A path begins at the study's folder, a name does not.
        let beside = self.folder.join(name);
        let asked = if library::find(name).is_none() && (name.contains(['/', '\\']) || name.ends_with(".mancala")) {
            beside.display().to_string()
        } else {
            name.clone()
        };
        match library::load(&asked) {
            Ok(source) => Some((source, asked)),
            Err(error) => {
                let help = match &error {
                    LoadError::Unknown { near, .. } if !near.is_empty() => {
                        format!("did you mean {}?", quoted(near, "or"))
                    }
                    LoadError::Unknown { .. } => {
                        let names: Vec<&str> = library::VARIANTS.iter().map(|variant| variant.name).collect();
                        format!(
                            "the library has {}; a variant of your own is given by its file's path",
                            quoted(&names, "and")
                        )
                    }
                    LoadError::Unreadable { .. } => "a path begins at the folder of the study's file".to_owned(),
                };
                self.tell(*span, Code::UnknownName, error.to_string(), "unknown variant", Some(help));
                None
            }
        }
    }

    /// Checks a text; its mistakes are told in the study's file.
    fn check(&mut self, source: &Source, bases: &dyn Bases, span: Span, what: &str, help: String) -> Option<Checked> {
        let (checked, diagnostics) = check(source, bases);
        if checked.is_none() {
            let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
            let (line, said) =
                first.map_or((1, String::new()), |first| (source.line(first.span().start), first.message.clone()));
            let label = format!("line {line} of {}: {said}", source.name);
            self.tell(span, Code::BadExample, what.to_owned(), &label, Some(help));
        }
        checked
    }

    fn resolve(mut self) -> Vec<Resolved> {
        let Some((source, asked)) = self.load() else { return Vec::new() };
        let bases = Neighbours::of(Path::new(&source.name));
        let help = format!("`naqala check {asked}` shows all of its mistakes");
        let what = format!("`{}` has mistakes", self.variant.name.value);
        let Some(base) = self.check(&source, &bases, self.variant.name.span, &what, help) else { return Vec::new() };
        let Some(sweep) = self.sweep(&base) else { return Vec::new() };
        let mut boards = Vec::new();
        for column in &self.variant.columns {
            boards.extend(self.resized(&base, &source, column).map(|board| (Some(column.value), board)));
        }
        if self.variant.columns.is_empty() {
            boards.push((None, (base.clone(), asked, Vec::new())));
        }
        let mut all = Vec::new();
        for (columns, (checked, asked, files)) in boards {
            for set in &sweep {
                all.extend(self.setting(base.name(), (&checked, &asked), columns, set, files.clone()));
            }
        }
        all
    }

    /// Every combination of option values, after each name and value was looked up.
    fn sweep(&mut self, checked: &Checked) -> Option<Vec<Vec<(String, String)>>> {
        let mut sweep: Vec<Vec<(String, String)>> = vec![Vec::new()];
        let mut fine = true;
        for (name, values) in &self.variant.set {
            let known = checked.settings().iter().find(|setting| setting.name == name.value);
            let Some(known) = known else {
                let wrong = checked.rules(&[(name.value.clone(), String::new())]).err();
                let message = format!("`{}` has no option `{}`", checked.name(), name.value);
                let help = wrong.as_ref().and_then(SettingsError::help);
                self.tell(name.span, Code::UnknownName, message, "unknown option", help);
                fine = false;
                continue;
            };
            let mut texts: Vec<String> = Vec::new();
            for value in values {
                let expanded = expand(&value.value, &known.choices);
                if expanded.is_empty() {
                    let wrong = checked.rules(&[(name.value.clone(), value.value.clone())]).err();
                    let message = format!("`{}` has no value `{}`", name.value, value.value);
                    let help = wrong.as_ref().and_then(SettingsError::help);
                    self.tell(value.span, Code::UnknownValue, message, "not one of its values", help);
                    fine = false;
                }
                for text in expanded {
                    if !texts.contains(&text) {
                        texts.push(text);
                    }
                }
            }
            if sweep.len().saturating_mul(texts.len()) > MAX_SETTINGS {
                let message = format!("this sweeps more than {MAX_SETTINGS} settings");
                self.tell(name.span, Code::TooLarge, message, "too many values", Some("sweep fewer values".to_owned()));
                return None;
            }
            let with = |set: &Vec<(String, String)>, text: &String| {
                let mut set = set.clone();
                set.push((name.value.clone(), text.clone()));
                set
            };
            sweep = sweep.iter().flat_map(|set| texts.iter().map(|text| with(set, text)).collect::<Vec<_>>()).collect();
        }
        fine.then_some(sweep)
    }

    /// The variant on a board with another number of columns.
    fn resized(&mut self, base: &Checked, source: &Source, columns: &At<u8>) -> Option<Resized> {
        let board = base.rules(&[]).ok()?.board;
        let plain: String =
            base.name().chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
        let file = format!("{plain}_{}.mancala", columns.value);
        let text = resized_text(base.name(), &board, columns.value);
        let bases = Derived { name: base.name(), base: source, bases: Neighbours::of(Path::new(&source.name)) };
        let what = format!("`{}` cannot be played with {} columns", base.name(), columns.value);
        let help = "leave this size out, or write a variant file of that size".to_owned();
        let derived = Source::new(file.clone(), text.clone());
        let checked = self.check(&derived, &bases, columns.span, &what, help)?;
        let mut files = vec![(file.clone(), text)];
        if library::find(base.name()).is_none_or(|known| known.text != source.text()) {
            files.push((format!("{plain}.mancala"), source.text().to_owned()));
        }
        Some((checked, format!("variants/{file}"), files))
    }

    fn setting(
        &mut self,
        name: &str,
        (checked, asked): (&Checked, &str),
        columns: Option<u8>,
        set: &[(String, String)],
        files: Vec<(String, String)>,
    ) -> Option<Resolved> {
        let rules = match checked.rules(set) {
            Ok(rules) => rules,
            Err(error) => {
                let said = match &error {
                    SettingsError::Broken(diagnostics) => {
                        diagnostics.iter().find(|d| d.is_error()).map_or(String::new(), |d| d.message.clone())
                    }
                    other => other.to_string(),
                };
                let values: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
                let message = format!("`{}` cannot be played with {}", checked.name(), values.join(", "));
                let span = self.variant.set.first().map_or(self.variant.name.span, |(name, _)| name.span);
                self.tell(span, Code::OutOfRange, message, &said, Some("leave these values out".to_owned()));
                return None;
            }
        };
        let swept = |name: &str| {
            self.variant.set.iter().any(|(set, values)| set.value == name && values.len() > 1)
                || self
                    .variant
                    .set
                    .iter()
                    .any(|(set, values)| set.value == name && values.iter().any(|v| v.value.contains("..")))
        };
        let mut label: Vec<String> = columns.map(|columns| format!("{columns} columns")).into_iter().collect();
        label.extend(set.iter().filter(|(name, _)| swept(name)).map(|(name, value)| format!("{name}: {value}")));
        let setting = Setting {
            variant: name.to_owned(),
            asked: asked.to_owned(),
            label: label.join(", "),
            set: set.to_vec(),
            seeds: rules.total(),
            pits: u32::from(rules.board.pit_count()),
            titles: rules.titles.clone(),
            rules: rules.sources.clone(),
            in_force: in_force(&rules),
        };
        Some(Resolved { setting, rules, files })
    }
}

/// The rules that stand in some moment, leaving out those that the option values switch off.
fn in_force(rules: &Rules) -> Vec<RuleId> {
    let standing = rules.phases.iter().flat_map(moments).flat_map(|(_, rules)| rules);
    let mut ids: Vec<RuleId> = standing.filter(|rule| rule.when != Test::Constant(false)).map(|rule| rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// The values that a text of the study stands for: itself, or all numbers of `3..6`. None where there is no such value.
fn expand(text: &str, choices: &Choices) -> Vec<String> {
    if choices.read(text).is_some() {
        return vec![text.to_owned()];
    }
    let Choices::Range(low, high) = choices else { return Vec::new() };
    let range = text.split_once("..").and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    let Some((first, last)): Option<(u32, u32)> = range else { return Vec::new() };
    if first < *low || last > *high || first > last || last - first >= 1000 {
        return Vec::new();
    }
    (first..=last).map(|number| number.to_string()).collect()
}

/// A variant file that gives `name` another number of columns.
fn resized_text(name: &str, board: &Board, columns: u8) -> String {
    let stores = match board.stores {
        Stores::None => "",
        Stores::Beside => " with stores",
        Stores::Left => " with stores on left",
        Stores::Right => " with stores on right",
    };
    let last = columns;
    let names = if board.rows == 2 {
        format!("S1..S{last}, N1..N{last}")
    } else {
        let (outer, end) = (u32::from(last) + 1, u32::from(last) * 2);
        format!("S1..S{last} S{outer}..S{end}, N1..N{last} N{outer}..N{end}")
    };
    let title = format!("{name} {}x{columns}", board.rows);
    format!(
        "variant \"{title}\" extends \"{name}\" {{\n  board {} rows of {columns}{stores}\n  names {names}\n}}\n",
        board.rows
    )
}
