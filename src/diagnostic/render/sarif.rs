//! A SARIF 2.1.0 log, the exchange format of code scanners. Only what we have to say of it is written down here.

use serde::Serialize;

use super::{Entry, Look, Place, Report};
use crate::diagnostic::{Code, Level};
use crate::source::{Source, Span};

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<RuleInfo>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleInfo {
    id: &'static str,
    short_description: Text<'static>,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Text<'a> {
    text: std::borrow::Cow<'a, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

/// The report as a log with one run.
pub fn render(report: &Report, look: Look) -> String {
    let (entries, _) = report.shown(look);
    let rules = Code::ALL
        .iter()
        .map(|code| RuleInfo {
            id: code.name(),
            short_description: Text { text: code.about().into() },
            default_configuration: Configuration { level: level(code.level()) },
        })
        .collect();
    let driver = Driver { name: "naqala", version: env!("CARGO_PKG_VERSION"), rules };
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool { driver },
            column_kind: "unicodeCodePoints",
            results: entries.into_iter().map(finding).collect(),
        }],
    };
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn finding<'a>(Entry { source, diagnostic }: Entry<'a>) -> Finding<'a> {
    let mut message = diagnostic.message.clone();
    if let Some(label) = diagnostic.labels.first().filter(|label| !label.text.is_empty()) {
        message.push_str(": ");
        message.push_str(&label.text);
    }
    if let Some(help) = &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let related = diagnostic.labels.iter().enumerate().skip(1);
    Finding {
        rule_id: diagnostic.code.name(),
        rule_index: Code::ALL.iter().position(|code| *code == diagnostic.code).unwrap_or(0),
        level: level(diagnostic.level),
        message: Text { text: message.into() },
        locations: [Location { id: None, physical_location: physical(source, diagnostic.span()), message: None }],
        related_locations: related
            .map(|(index, label)| Location {
                id: Some(index),
                physical_location: physical(source, label.span),
                message: Some(Text { text: label.text.as_str().into() }),
            })
            .collect(),
    }
}

fn physical(source: &Source, span: Span) -> Physical {
    let place = Place::visible(source, span);
    Physical {
        artifact_location: Artifact { uri: uri(&source.name) },
        region: Region {
            start_line: place.line,
            start_column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
        },
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Allow => "none",
        Level::Warning => "warning",
        Level::Error => "error",
    }
}

/// A file's name as a relative reference: what may not stand in one is written as `%XX`.
fn uri(name: &str) -> String {
    let mut out = String::new();
    for byte in name.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => out.push(byte as char),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
