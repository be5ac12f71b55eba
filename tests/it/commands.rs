//! The program from outside: exit codes, interrupts, files written whole or not at all, colours, pages for every command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn naqala() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_naqala"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

fn run(arguments: &[&str]) -> Output {
    naqala().args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The commands, as `--help` lists them.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Names stand two blanks in; what goes on from the line before stands further in.
    let names = lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_has_help_with_examples_and_a_page() {
    let commands = commands();
    assert!(commands.len() >= 12, "{commands:?}");
    for command in &commands {
        let help = printed(&[command, "--help"]);
        assert!(help.contains("Examples:"), "{command} has no examples");
        assert!(help.contains(&format!("naqala {command}")), "{command}");
        let page = printed(&["man", command]);
        assert!(page.contains(".SH SYNOPSIS") && page.contains(&format!("naqala\\-{command}")), "{command}");
    }
    assert!(printed(&["man"]).contains("naqala"));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
}

#[test]
fn results_are_the_same_on_any_number_of_jobs() {
    let result = |jobs: &str| {
        let arguments = ["simulate", "tatuingo", "hus", "-n", "150", "--seed", "9", "--json", "--jobs", jobs];
        let text = printed(&arguments);
        let variants: Vec<serde_json::Value> = text
            .lines()
            .map(|line| {
                let mut variant: serde_json::Value = serde_json::from_str(line).unwrap();
                assert!(variant.as_object_mut().unwrap().remove("speed").is_some());
                variant
            })
            .collect();
        assert_eq!(variants.len(), 2);
        variants
    };
    assert_eq!(result("1"), result("3"));
}

#[test]
fn saved_games_are_whole_and_verify() {
    let folder = folder("saved");
    let saved = |name: &str, jobs: &str| {
        let path = folder.join(name);
        let path = path.to_str().unwrap();
        printed(&["simulate", "nam-nam", "tam-puduo", "-n", "60", "--jobs", jobs, "--save", path]);
        let verified = printed(&["replay", "--verify", path]);
        assert!(verified.starts_with("120 games") && verified.ends_with(" 0 differences\n"), "{verified}");
        std::fs::read(path).unwrap()
    };
    let one = saved("one.jsonl", "1");
    assert_eq!(one, saved("two.jsonl", "4"));
    // A second time it takes the place of the first.
    assert_eq!(one, saved("one.jsonl", "2"));
    assert_eq!(names_in(&folder), ["one.jsonl", "two.jsonl"]);
}

#[test]
fn an_interrupt_shows_and_keeps_what_is_done() {
    let folder = folder("interrupted");
    let path = folder.join("games.jsonl");
    let mut child = naqala()
        .args(["simulate", "omweso", "-n", "1000000000", "--jobs", "2", "--save"])
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Until something is written, nothing can be interrupted.
    let begun = std::time::Instant::now();
    let part = || names_in(&folder).into_iter().next().map(|name| folder.join(name));
    while part().and_then(|part| part.metadata().ok()).is_none_or(|data| data.len() < 100_000) {
        assert!(begun.elapsed().as_secs() < 120, "nothing is written");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(!path.exists(), "the file stands under its name before it is whole");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let code = child.wait().unwrap().code();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code, Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("stopped before all 1,000,000,000 games"), "{text}");
    assert_eq!(names_in(&folder), ["games.jsonl"]);
    let games = std::fs::read_to_string(&path).unwrap().lines().count();
    assert!(games > 0);
    assert!(text.replace(',', "").contains(&format!("{games} random games")), "{games} games: {text}");
    let verified = printed(&["replay", "--verify", path.to_str().unwrap()]);
    assert!(verified.ends_with("0 differences\n"), "{verified}");
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let folder = folder("unwritten");
    let output = run(&["simulate", "kalah", "-n", "5", "--save", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(names_in(&folder), Vec::<String>::new());
    // A mistake in the arguments is found before anything is written.
    let path = folder.join("games.jsonl");
    let output = run(&["simulate", "kalah", "nowhere", "-n", "5", "--save", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(names_in(&folder), Vec::<String>::new());
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let mut child =
        naqala().args(["show", "omweso", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn colours_are_for_terminals_or_for_who_asks() {
    assert!(!printed(&["list"]).contains('\u{1b}'));
    assert!(printed(&["--color", "always", "list"]).contains('\u{1b}'));
    assert!(printed(&["list", "--color=always"]).contains('\u{1b}'));
    assert!(!printed(&["list", "--color", "never"]).contains('\u{1b}'));
    let error = run(&["show", "chess", "--color", "always"]).stderr;
    assert!(String::from_utf8(error).unwrap().contains("\u{1b}[1m\u{1b}[31merror:"));
}

#[test]
fn records_that_are_wrong_are_told() {
    let folder = folder("wrong");
    let path = folder.join("games.jsonl");
    let good = printed(&["simulate", "oware", "--game", "0"]);
    let bad = good.replacen("\"after\":\"4 4", "\"after\":\"4 9", 1);
    assert!(good != bad, "there is nothing to spoil");
    std::fs::write(&path, format!("{good}\n{bad}not a game\n")).unwrap();
    let output = run(&["replay", "--verify", path.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("line 3, move 1: "), "{text}");
    assert!(text.contains("line 4: "), "{text}");
    assert!(text.ends_with("2 differences\n"), "{text}");
    assert!(text.contains("3 games"), "{text}");
}

#[test]
fn broken_files_exit_with_1_and_unreadable_ones_with_2() {
    let folder = folder("broken");
    let broken = folder.join("broken.mancala");
    std::fs::write(&broken, "variant \"Broken\" { board 2 rows of 6 }\n").unwrap();
    let binary = folder.join("binary.mancala");
    std::fs::write(&binary, [0xff, 0xfe, 0x00, 0x41]).unwrap();
    for command in ["show", "moves", "simulate"] {
        let output = run(&[command, broken.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("broken.mancala"), "{text}");
        assert_eq!(run(&[command, binary.to_str().unwrap()]).status.code(), Some(2), "{command}");
        assert_eq!(run(&[command, folder.join("none.mancala").to_str().unwrap()]).status.code(), Some(2), "{command}");
    }
}

#[test]
fn a_file_of_ones_own_works_from_its_path() {
    let path = "tests/cli/five.mancala";
    assert!(printed(&["test", path]).contains("2 examples hold"));
    let text = printed(&["simulate", path, "-n", "50", "--seed", "4"]);
    assert!(text.contains("Five: 50 random games"), "{text}");
    let game = printed(&["simulate", path, "--seed", "4", "--game", "7"]);
    let mut child = naqala()
        .args(["replay", "--verify", "-", "--variant", path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), game.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn records_are_replayed_by_any_engine() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/omweso.jsonl");
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/namnam.jsonl");
    let fastest = printed(&["replay", file, other, file]);
    for engine in ["auto", "compiled", "reference"] {
        assert_eq!(printed(&["replay", file, other, file, "--engine", engine]), fastest, "{engine}");
        let verified = printed(&["replay", "--verify", file, "--engine", engine]);
        assert!(verified.ends_with(" 0 differences\n"), "{engine}: {verified}");
    }
}

#[test]
fn bench_measures_both_engines() {
    let figures = |text: &str| {
        let mut out = String::new();
        for character in text.chars() {
            match character {
                '0'..='9' if out.ends_with('N') => {}
                ',' | '.' if out.ends_with('N') => {}
                '0'..='9' => out.push('N'),
                character => out.push(character),
            }
        }
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let told = figures(&printed(&["bench", "kalah", "nam nam", "--time", "0.01"]));
    let rows = "compiled N moves/s N games/s N ns a move reference N moves/s N games/s N ns a move";
    let end = "The compiled engine is N times as fast; loading and checking took N ms, compiling N ms.";
    assert_eq!(told, format!("Kalah {rows} {end} Nam Nam {rows} {end}"));

    let line = printed(&["bench", "kalah", "--time", "0.01", "--set", "width=4", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(told["variant"], "Kalah");
    for engine in ["compiled", "reference"] {
        assert!(told[engine]["moves"].as_u64().unwrap() > 0, "{line}");
    }

    let refused = run(&["bench", "kalah", "--time", "0"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("0.001 to 3600"));
}

#[test]
#[cfg(unix)]
fn only_plain_files_are_replaced() {
    let folder = folder("replaced");
    let (device, link, plain) = (folder.join("device"), folder.join("link"), folder.join("plain"));
    std::os::unix::fs::symlink("/dev/null", &device).unwrap();
    std::os::unix::fs::symlink("plain", &link).unwrap();
    fs::write(&plain, "old").unwrap();
    for command in [vec!["simulate", "kalah", "-n", "3", "--save"], vec!["database", "awari", "--seeds", "3", "--out"]]
    {
        let to = |path: &Path| run(&[&command[..], &[path.to_str().unwrap()]].concat());
        let refused = to(&device);
        assert_eq!(refused.status.code(), Some(2), "{command:?}");
        assert!(refused.stdout.is_empty(), "refused before anything is done");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("no plain file"), "{said}");
        assert_eq!(fs::read_link(&device).unwrap(), Path::new("/dev/null"));
        // A link stays a link.
        assert!(to(&link).status.success());
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("plain"));
        assert_ne!(fs::read(&plain).unwrap(), b"old");
        fs::write(&plain, "old").unwrap();
    }
    let left = fs::read_dir(&folder).unwrap().count();
    assert_eq!(left, 3, "nothing half written");
}

#[test]
#[cfg(target_os = "linux")]
fn nobody_listening_is_no_crash() {
    for command in ["best kalah --depth 2", "simulate kalah -n 3", "perft kalah 3", "database awari --seeds 3 --counts"]
    {
        let script = format!("'{}' {command} >/dev/null 2>/dev/full", env!("CARGO_BIN_EXE_naqala"));
        let status = std::process::Command::new("bash").args(["-c", &script]).status().unwrap();
        assert_eq!(status.code(), Some(0), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"\xff\xfe.mancala");
    for command in commands() {
        let output = naqala().arg(&command).arg(odd).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
    }
    assert_eq!(naqala().arg(odd).output().unwrap().status.code(), Some(2));
}

#[test]
fn a_word_of_any_length_is_answered() {
    let started = std::time::Instant::now();
    let long = "x".repeat(100_000);
    let set = format!("{long}=1");
    let asked: [&[&str]; 5] = [
        &["explain", &long],
        &["show", &long],
        &["show", "kalah", "--set", &set],
        &["check", "kalah", "--deny", &long],
        &["moves", "kalah", "--position", &long],
    ];
    for arguments in asked {
        let output = run(arguments);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{}: {output:?}", arguments[0]);
    }
    assert!(started.elapsed() < std::time::Duration::from_secs(20), "{:?}", started.elapsed());
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_refused() {
    for command in ["check", "show", "moves", "simulate", "test", "study"] {
        let output = run(&[command, "/dev/zero"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let why = if command == "check" { "too-large" } else { "more bytes than" };
        assert!(matches!(output.status.code(), Some(1 | 2)) && said.contains(why), "{command}: {said}");
    }
    let weights = run(&["best", "kalah", "--depth", "1", "--weights", "/dev/zero"]);
    assert!(weights.status.code() == Some(2), "{weights:?}");
}
