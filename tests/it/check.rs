//! `naqala check` and `naqala explain` as somebody runs them: exit codes, folders, standard input, levels, fixes.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A file with one mistake that is safe to mend and a warning.
const SMART: &str = "variant “Ripe Pits” {\n  board 2 rows of 6 with stores\n  seeds 4 in every pit;\n  play own pits\n  sow { anticlockwise }\n  landing { relay   when here held seeds }\n  stuck { pass }\n  end { win   when own store holds 24+ }\n}\n";

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn naqala(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_naqala"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it writes text");
    (status.code().expect("it exits"), text(stdout), text(stderr))
}

#[test]
fn exit_codes() {
    let folder = folder("exit");
    let warned = folder.join("warned.mancala");
    fs::write(&warned, SMART.replace(['“', '”'], "\"").replace(';', "")).expect("written");
    let broken = folder.join("broken.mancala");
    fs::write(&broken, "variant \"Broken\" {\n").expect("written");
    let (warned, broken) = (warned.to_str().expect("a name"), broken.to_str().expect("a name"));
    let folder = folder.to_str().expect("a name");
    for (arguments, code) in [
        (vec!["check", "variants"], 0),
        (vec!["check", warned], 0),
        (vec!["check", warned, "--deny", "warnings"], 1),
        (vec!["check", warned, "--deny", "shared-win"], 1),
        (vec!["check", warned, "--deny", "warnings", "--allow", "shared-win"], 0),
        (vec!["check", broken], 1),
        (vec!["check", folder], 1),
        (vec!["check", "no/such/file.mancala"], 2),
        (vec!["check", "src/cli"], 2),
        (vec!["check", warned, "--allow", "no-such-code"], 2),
        (vec!["check", broken, "--allow", "missing-section"], 2),
        (vec!["check", warned, "--play", "0"], 2),
        (vec!["check", "omweso"], 0),
        (vec!["check"], 2),
        (vec!["explain", "no-stores"], 0),
        (vec!["explain", "landing"], 0),
        (vec!["explain", "--all"], 0),
        (vec!["explain", "--list"], 0),
        (vec!["explain", "no-storage"], 2),
        (vec!["explain", "holes"], 2),
        (vec!["explain"], 2),
    ] {
        let (found, out, err) = naqala(&arguments, "");
        assert_eq!(found, code, "{arguments:?}\n{out}\n{err}");
        assert!(code != 2 || out.is_empty(), "{arguments:?}\n{out}");
        assert!(code != 2 || !err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn standard_input_and_formats() {
    let (code, out, _) = naqala(&["check", "-", "--format", "short"], SMART);
    assert_eq!(code, 1);
    assert!(out.starts_with("standard input:1:9: error[smart-quotes]: "), "{out}");
    let (_, out, _) = naqala(&["check", "-", "--format", "json"], SMART);
    let json: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
    assert_eq!(json["version"], 1);
    assert_eq!(json["diagnostics"][0]["labels"][0]["start"]["column"], 9);
    assert_eq!(json["diagnostics"][0]["fix"]["safe"], true);
    let (_, out, err) = naqala(&["check", "-", "--fix"], SMART);
    assert!(out.starts_with("variant \"Ripe Pits\" {"), "{out}");
    assert!(!out.contains(';') && err.contains("shared-win"), "{out}{err}");
}

#[test]
fn fixes_are_written_whole_and_only_where_they_help() {
    let folder = folder("fix");
    let path = folder.join("smart.mancala");
    fs::write(&path, SMART).expect("written");
    let name = path.to_str().expect("a name");
    // Showing changes nothing.
    let (code, out, _) = naqala(&["check", name, "--diff"], "");
    assert_eq!(code, 1);
    assert!(out.contains("-variant “Ripe Pits” {\n+variant \"Ripe Pits\" {"), "{out}");
    assert_eq!(fs::read_to_string(&path).expect("readable"), SMART);
    let (code, _, err) = naqala(&["check", name, "--fix"], "");
    assert_eq!(code, 0, "{err}");
    let mended = fs::read_to_string(&path).expect("readable");
    assert_eq!(mended, SMART.replace(['“', '”'], "\"").replace(';', ""));
    // Nothing is left to be mended, and nothing is left behind.
    naqala(&["check", name, "--fix"], "");
    assert_eq!(fs::read_to_string(&path).expect("readable"), mended);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    // What is not safe stays.
    let unsafe_fix = mended.replace("relay   when", "relay   when orign holds seeds and");
    fs::write(&path, &unsafe_fix).expect("written");
    assert_eq!(naqala(&["check", name, "--fix"], "").0, 1);
    assert_eq!(fs::read_to_string(&path).expect("readable"), unsafe_fix);
}

#[test]
fn games_are_played_where_it_is_asked_for() {
    let folder = folder("play");
    let path = folder.join("rare.mancala");
    let text = SMART.replace(['“', '”'], "\"").replace(';', "").replace("24+", "25+");
    fs::write(&path, text.replace("relay   when here held seeds", "again   when here holds 40")).expect("written");
    let name = path.to_str().expect("a name");
    assert!(naqala(&["check", name], "").1.starts_with("no mistakes in 1 file"));
    let (code, out, _) = naqala(&["check", "--play", name], "");
    assert_eq!(code, 0);
    assert!(out.contains("unplayed-rule") && out.contains("in 200 games"), "{out}");
    assert!(naqala(&["check", name, "--play", "50"], "").1.contains("in 50 games"));
}

/// What is said of a variant with these rules of `landing` and these options.
fn of_landing(options: &str, rules: &str) -> Vec<(&'static str, usize)> {
    let text = format!(
        "variant \"T\" {{\n{options}\n  board 2 rows of 6 with stores\n  seeds 4 in every pit\n  play own pits\n  \
         sow {{ anticlockwise }}\n  landing {{\n{rules}\n  }}\n  stuck {{ pass }}\n  \
         end {{ most seeds wins when turns since capture is 40+ }}\n}}\n"
    );
    let source = naqala::source::Source::new("t.mancala", text);
    let said = naqala::check::review(&source, &(), &naqala::check::Wishes::default(), None).diagnostics;
    said.iter().map(|said| (said.code.name(), source.line_column(said.span().start).0)).collect()
}

/// What one option alone rules out, two together may bring about.
#[test]
fn a_lint_stands_with_every_combination_of_options() {
    let options = "option one_way: a | b option other_way: a | b";
    let only_together = "capture here when here holds 2 and (one_way is b and other_way is b)";
    assert_eq!(of_landing(options, only_together), []);
    let goal = "define number goal = 60 when one_way is a or other_way is a otherwise 20";
    assert_eq!(of_landing(&format!("{options} {goal}"), "capture here when here holds goal"), []);
    let goal = "define number goal = 60 when one_way is a or other_way is a otherwise 50";
    assert_eq!(of_landing(&format!("{options} {goal}"), "capture here when here holds goal"), [("never-true", 8)]);
    // Of a wide range the numbers that the file names are looked at as well.
    let quiet = "option quiet: 100 in 20..1000";
    assert_eq!(of_landing(quiet, "capture here when here holds 2 and quiet is 50"), []);
    // With too many combinations nothing is said of conditions.
    let many: String = (0..13).map(|n| format!("option o{n}: a | b ")).collect();
    let read: Vec<String> = (0..13).map(|n| format!("o{n} is a")).collect();
    let rules = format!("capture here when here holds 49 or ({})", read.join(" and "));
    assert_eq!(of_landing(&many, &rules), []);
}
