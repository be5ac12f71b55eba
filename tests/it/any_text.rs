//! Any text at all: no panic, places inside the text, and no text that is slow to read.

use std::time::{Duration, Instant};

use naqala::check::{Wishes, review};
use naqala::library::VARIANTS;
use naqala::source::Source;
use naqala::syntax::{Parsed, parse};
use proptest::prelude::*;

/// Reads a text and looks whether what is said of it can be shown.
fn read(text: &str) -> Parsed {
    let source = Source::new("any.mancala", text);
    let parsed = parse(&source);
    assert!(parsed.file.is_some() || !parsed.diagnostics.is_empty());
    for said in &parsed.diagnostics {
        let fixes = said.fix.iter().flat_map(|fix| &fix.edits).map(|(span, _)| *span);
        for span in said.labels.iter().map(|label| label.span).chain(fixes) {
            assert!(text.get(span.range()).is_some(), "{span:?} of {} in {text:?}", said.message);
        }
        assert!(said.help.is_some(), "{}", said.message);
        assert!(!said.message.ends_with('.') && !said.message.starts_with(char::is_uppercase), "{}", said.message);
        // A message may quote the text, but never names a rule of the grammar.
        let names_a_rule = |words: &str| words.contains("kw_") && !text.contains("kw_");
        assert!(!names_a_rule(&said.message) && !said.labels.iter().any(|label| names_a_rule(&label.text)));
    }
    parsed
}

/// Words and signs as they may stand in a variant file, and some that may not.
fn piece() -> impl Strategy<Value = String> {
    let words = naqala::syntax::words::WORDS.iter().map(|word| word.text.to_owned()).collect::<Vec<_>>();
    prop_oneof![
        4 => proptest::sample::select(words),
        2 => "[{}(),:|=+.;\"\u{201c}\u{201d}'#/-]{1,2}",
        2 => "[0-9]{1,3}|[a-z_]{1,8}|[A-Z][0-9]?",
        1 => "\n|\r\n|\t|\u{a0}",
        1 => "\\PC{0,6}",
    ]
}

proptest! {
    #[test]
    fn any_text_is_read(text in "(?s).{0,200}") {
        read(&text);
    }

    #[test]
    fn any_words_are_read(pieces in proptest::collection::vec(piece(), 0..80)) {
        read(&pieces.join(" "));
    }

    #[test]
    fn any_bytes_in_a_variant_are_read(
        which in 0..VARIANTS.len(),
        at in any::<prop::sample::Index>(),
        length in 0usize..60,
        new in "(?s).{0,20}",
    ) {
        let source = VARIANTS[which].source();
        let text = source.text();
        let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
        let start = boundary(at.index(text.len()));
        let end = boundary(start + length);
        read(&format!("{}{new}{}", &text[..start], &text[end.max(start)..]));
    }
}

/// A text of 1 MiB made of one piece again and again.
fn much(piece: &str) -> String {
    piece.repeat((1 << 20) / piece.len())
}

/// A variant of at most 1 MiB with this inside, cut off.
fn inside(begin: &str, piece: &str) -> String {
    let mut text = format!("variant \"Much\" {{\n{begin}{}", much(piece));
    text.truncate(1 << 20);
    text
}

#[test]
fn no_text_is_slow_to_read() {
    let texts = [
        ("{", "{".repeat(100_000)),
        ("}", "}".repeat(100_000)),
        ("(", "(".repeat(100_000)),
        ("{}", much("{}")),
        ("words in one line", much("word ")),
        ("tabs", much("\t")),
        ("line breaks", much("\r\n")),
        ("wide letters", much("\u{6f22}\u{5b57} ")),
        ("combining letters", much("e\u{301}")),
        ("quotes", much("\"")),
        ("typographic quotes", much("\u{201c}")),
        ("comments", much("# x\n")),
        ("semicolons", much(";")),
        ("digits", much("1")),
        ("empty actions", inside("landing {\n", "capture\n")),
        ("bad rules", inside("landing {\n", "relay if x\n")),
        ("good rules", inside("landing {\n", "relay when here held seeds\n")),
        ("bad statements", inside("", "borad 2 rows of 6\n")),
        ("blocks", inside("", "sow { x }\n")),
        ("open blocks", inside("", "after move\n")),
        ("closed blocks", inside("", "end {\n}\n}\n")),
        ("a chain of places", inside("play ", "next of ")),
        ("a chain of conditions", inside("landing { relay when lap is 1 ", "and lap is 1 ")),
        ("a sum", inside("counter sum = 1 ", "+ 1 ")),
    ];
    for (name, text) in texts {
        // The whole is more than a file may hold; its first part is read.
        let part = (0..=30_000).rev().find(|end| text.is_char_boundary(*end)).map_or("", |end| &text[..end]);
        for text in [text.as_str(), part] {
            let started = Instant::now();
            let parsed = read(text);
            let said = review(&Source::new("any.mancala", text), &(), &Wishes::default(), None).diagnostics;
            // Most take a tenth of a second; the limit leaves room for a slow and busy machine.
            assert!(started.elapsed() < Duration::from_secs(20), "{name}: {:?}", started.elapsed());
            assert!(!parsed.diagnostics.is_empty() && parsed.diagnostics.len() <= 1_000, "{name}");
            assert!(said.len() <= 1_000, "{name}");
        }
    }
}

/// A variant with these options and definitions, and this in `landing`.
fn landing(before: &str, rules: &str) -> String {
    format!(
        "variant \"Hard\" {{\n{before}  board 2 rows of 6 with stores\n  seeds 4 in every pit\n  counter tally each = 0\n  \
         play own pits\n  sow {{ anticlockwise }}\n  landing {{ {rules} }}\n  stuck {{ pass }}\n  end {{ win when own \
         store holds 25+ }}\n}}\n"
    )
}

#[test]
fn no_file_that_can_be_read_is_slow_to_judge() {
    let each = |count: usize, piece: &dyn Fn(usize) -> String, joiner: &str| {
        (0..count).map(piece).collect::<Vec<_>>().join(joiner)
    };
    let seven = |of: &'static str, joiner: &'static str| {
        move |n: usize| format!("({})", each(7, &|at| format!("{of} {}", 7 * n + at), joiner))
    };
    let nested = (0..60).fold("every own pit holds 3+".to_owned(), |inner, n| {
        format!("({inner}) {} every own pit holds {n}+", if n % 2 == 0 { "and" } else { "or" })
    });
    let within = (0..30).fold("it holds 1".to_owned(), |inner, n| format!("count of (own pits where {inner}) is {n}"));
    let options = each(128, &|n| format!("  option o{n} \"choice\": a | b\n"), "");
    let doubled = each(
        13,
        &|n| {
            if n == 0 {
                "define condition d0 = lap is 1\n".to_owned()
            } else {
                format!("define condition d{n} = d{0} or d{0}\n", n - 1)
            }
        },
        "",
    );
    let phases = each(300, &|n| format!("phase p{n} until turns since capture is 9+ {{ }}\n"), "") + "phase last { }\n";
    let note = format!("{options}note \"{}\" ", "\u{e9}".repeat(300_000));
    let rules = each(500, &|n| format!("capture here when here holds {} and o{} is a ", n + 3, n % 128), "");
    // What is read, and the first error that is told of it.
    let texts = [
        (
            "all of some",
            None,
            landing("", &format!("capture here when {}", each(250, &seven("lap is", " or "), " and "))),
        ),
        (
            "some of all",
            None,
            landing("", &format!("capture here when {}", each(250, &seven("lap is", " and "), " or "))),
        ),
        (
            "counters",
            None,
            landing("", &format!("capture here when {}", each(200, &seven("own tally is", " and "), " or "))),
        ),
        ("one in the other", None, landing("", &format!("capture here when {nested}"))),
        ("pits within pits", Some("too-deep"), landing("", &format!("capture here when {within}"))),
        (
            "definitions of definitions",
            Some("too-large"),
            landing(&format!("{options}{doubled}"), "capture here when d12 and o0 is b"),
        ),
        ("phases", Some("too-large"), landing(&phases, &each(1_600, &|n| format!("stop when lap is {n}\n"), ""))),
        // The whole in one line, in which places are counted by letters.
        ("a long line", None, landing(&note, &rules).replace('\n', " ")),
        (
            "examples",
            Some("too-large"),
            landing("", "relay when here holds seeds").trim_end().trim_end_matches('}').to_owned()
                + &each(1_000, &|n| format!("example \"{n}\" {{ play \"a\" }}\n"), "")
                + "endless after 1000 laps { most seeds wins }\n}\n",
        ),
        (
            "mistakes",
            Some("unknown-name"),
            landing(&options, &each(900, &|n| format!("capture here when unknown_{n} is 1\n"), "")),
        ),
    ];
    for (name, error, text) in texts {
        assert!(text.len() < 1 << 20, "{name}");
        // Without bounds on what is looked at, none of these would ever end.
        let said = review(&Source::new("hard.mancala", text), &(), &Wishes::default(), None).diagnostics;
        let first = said.iter().find(|said| said.is_error());
        assert_eq!(first.map(|said| said.code.name()), error, "{name}: {first:?}");
    }
}

/// What is said first of a variant with these statements.
fn first_of(statements: &str) -> Option<(&'static str, String)> {
    let text = format!(
        "variant \"Large\" {{\n{statements}  board 2 rows of 6 with stores\n  seeds 4 in every pit\n  play own pits\n  \
         sow {{ anticlockwise }}\n  landing {{ capture here when here holds 2 }}\n  stuck {{ pass }}\n  \
         end {{ win when own store holds 25+ }}\n}}\n"
    );
    let said = review(&Source::new("large.mancala", text), &(), &Wishes::default(), None).diagnostics;
    said.first().map(|said| (said.code.name(), said.message.clone()))
}

#[test]
fn what_a_file_may_hold() {
    assert_eq!(first_of(&"# a comment of some words\n".repeat(20_000)), None);
    assert_eq!(first_of(&"note \"a text\"\n".repeat(4_900)), None);
    let (code, message) = first_of(&"note \"a text\"\n".repeat(5_100)).expect("too many words");
    assert_eq!((code, message.as_str()), ("too-large", "this file has more than 10000 words and signs"));
    let (code, message) = first_of(&format!("counter {} = 1\n", "long".repeat(30))).expect("a long name");
    assert_eq!((code, message.as_str()), ("too-large", "this word has 120 bytes, a word may have 100"));
    let options: String = (0..130).map(|n| format!("option o{n}: a | b\n")).collect();
    let (code, message) = first_of(&options).expect("many values");
    assert_eq!((code, message.as_str()), ("too-large", "the options of this variant have more than 256 values in all"));
}

#[test]
fn a_large_file_is_refused() {
    let parsed = read(&" ".repeat((1 << 20) + 1));
    assert_eq!(parsed.diagnostics[0].code.name(), "too-large");
}

#[test]
fn a_chain_does_not_overflow_the_stack() {
    for chain in ["next of ", "behind ", "half of "] {
        let text = format!("variant \"T\" {{ play {}here }}", chain.repeat(2_000));
        let parsed = read(&text);
        assert!(parsed.diagnostics.iter().any(|said| said.code.name() == "too-deep"), "{:#?}", parsed.diagnostics);
    }
}
