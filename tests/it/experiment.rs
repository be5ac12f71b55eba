//! Studies: what their files may say, the same numbers however they are played, going on after a kill, bad folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;

use naqala::diagnostic::render::{Format, Look, Report, render};
use naqala::source::Source;
use naqala::study::experiment::folder::Folder;
use naqala::study::experiment::merge::merge;
use naqala::study::experiment::plan::{Prepared, prepare};
use naqala::study::experiment::report::{data, html, text};
use naqala::study::experiment::results::Results;
use naqala::study::experiment::run::{Run, run};
use naqala::style::Paint;

const SMALL: &str = include_str!("../study/small.toml");

/// A folder of its own for a test.
fn room(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("studies").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn prepared(text: &str) -> Prepared {
    let (prepared, diagnostics) = prepare(&Source::new("small.toml", text), Path::new("tests/study"));
    prepared.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

fn played(prepared: &Prepared, folder: &Path, jobs: usize, shard: Option<(u32, u32)>) -> Results {
    let never = AtomicBool::new(false);
    run(prepared, Run { folder, jobs, shard, stop: &never }, |_| {}).unwrap().results
}

/// Everything that is made of results.
fn forms(results: &Results) -> [String; 4] {
    [text::text(results, Paint::PLAIN), data::csv(results), data::json_lines(results), html::page(results)]
}

fn naqala(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_naqala")).args(arguments).current_dir(folder).output().unwrap()
}

fn wrong(name: &str, text: &str) -> String {
    let source = Source::new(name, text);
    let (prepared, diagnostics) = prepare(&source, Path::new("tests/study"));
    assert!(prepared.is_none());
    render(&Report::of(source, diagnostics), Format::Human, Look::default())
}

#[test]
fn every_mistake_of_a_file_is_told_at_once() {
    insta::assert_snapshot!("study_wrong", wrong("wrong.toml", include_str!("../study/wrong.toml")));
    insta::assert_snapshot!("study_torn", wrong("torn.toml", include_str!("../study/torn.toml")));
    insta::assert_snapshot!("study_empty", wrong("empty.toml", ""));
}

#[test]
fn single_mistakes() {
    let with = |line: &str| SMALL.replace("games   = 20\n", &format!("games   = 20\n{line}\n"));
    insta::assert_snapshot!("study_pairs", wrong("pairs.toml", &with("pairings = [[\"greedy\"], \"random\"]")));
    let variant = |text: &str| wrong("v.toml", &SMALL.replace("name    = \"oware\"\ncolumns = [3]", text));
    insta::assert_snapshot!("study_no_file", variant("name = \"nowhere/near.mancala\""));
    insta::assert_snapshot!("study_twice", variant("name = \"kalah\"\nset = { width = 3, seeds_each = 2 }"));
    insta::assert_snapshot!("study_size", variant("name = \"omweso\"\ncolumns = [5]\nset = { setup = \"tutorial\" }"));
    let huge = SMALL
        .replace("games   = 20", "games = 10_000_000")
        .replace("[\"3\", \"4\"], seeds_each = 2", "\"1..12\", seeds_each = \"1..12\"");
    insta::assert_snapshot!("study_huge", wrong("huge.toml", &huge));
}

#[test]
fn jobs_and_shards_change_nothing() {
    let prepared = prepared(SMALL);
    let room = room("shards");
    let one = played(&prepared, &room.join("one"), 1, None);
    assert!(one.is_complete());
    assert_eq!(one, played(&prepared, &room.join("two"), 2, None));
    let parts: Vec<PathBuf> = (1..=3).map(|part| room.join(format!("part{part}"))).collect();
    for (number, part) in (1..).zip(&parts) {
        let results = played(&prepared, part, 2, Some((number, 3)));
        assert!(!results.is_complete());
    }
    assert!(!merge(&parts[..2]).unwrap().results.is_complete());
    let merged = merge(&parts).unwrap();
    assert_eq!(one, merged.results);
    assert_eq!(forms(&one), forms(&merged.results));
    // The merged folder is a finished study like any other.
    merged.keep(&room.join("all"), &parts).unwrap();
    assert_eq!(one, merge(&[room.join("all")]).unwrap().results);
    // A part that comes twice counts once.
    let twice: Vec<PathBuf> = parts.iter().chain(&parts[..1]).cloned().collect();
    let again = merge(&twice).unwrap();
    assert!(again.doubles > 0);
    assert_eq!(one, again.results);
}

#[test]
fn a_row_names_the_command_that_repeats_it() {
    let prepared = prepared(SMALL);
    let room = room("commands");
    let results = played(&prepared, &room, 2, None);
    let mut seen = 0;
    for (cell, result) in results.plan.cells.iter().zip(&results.cells) {
        if cell.setting == 0 || cell.command.contains("variants/") {
            let words: Vec<&str> = cell.command.split(' ').skip(1).chain(["--json"]).collect();
            let output = naqala(&words, &room);
            assert!(output.status.success(), "{}\n{}", cell.command, String::from_utf8_lossy(&output.stderr));
            let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let names = ["south", "north", "draw", "void", "unfinished"];
            let counts = names.map(|name| report[name]["count"].as_u64().unwrap());
            assert_eq!(counts, result.tally.results, "{}", cell.command);
            let turns: Vec<(u64, u64)> = serde_json::from_value(report["turns_per_game"]["histogram"].clone()).unwrap();
            assert_eq!(turns, result.tally.turns.iter().collect::<Vec<_>>(), "{}", cell.command);
            seen += 1;
        }
    }
    assert_eq!(seen, 16, "six pairings and two steps of the skill trace in each of two settings");
}

#[test]
fn a_killed_study_goes_on_without_a_lost_or_doubled_game() {
    let room = room("killed");
    fs::write(room.join("study.toml"), SMALL.replace("games   = 20", "games   = 300")).unwrap();
    let whole = naqala(&["study", "study.toml", "--out", "whole", "--jobs", "2"], &room);
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
    let journal = room.join("study.study/journal.log");
    let mut kills = 0;
    for _ in 0..4 {
        let before = fs::metadata(&journal).map_or(0, |file| file.len());
        let mut child = Command::new(env!("CARGO_BIN_EXE_naqala"))
            .args(["study", "study.toml", "--jobs", "1"])
            .current_dir(&room)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while child.try_wait().unwrap().is_none()
            && fs::metadata(&journal).map_or(0, |file| file.len()) <= before + 6000
        {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        kills += u32::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(kills > 0, "the study was over before it could be killed");
    assert!(!room.join("study.study/report.html").exists() || kills < 4);
    // A line that was being written when the power went.
    let mut bytes = fs::read(&journal).unwrap();
    bytes.extend_from_slice(b"0123456789abcdef {\"cell\":\"");
    fs::write(&journal, &bytes).unwrap();
    let resumed = naqala(&["study", "study.toml"], &room);
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert!(String::from_utf8_lossy(&resumed.stderr).contains("went on after"));
    for file in ["results.csv", "results.jsonl", "report.txt", "report.html"] {
        let [one, two] =
            ["whole", "study.study"].map(|folder| fs::read_to_string(room.join(folder).join(file)).unwrap());
        assert_eq!(one, two, "{file}");
    }
    let lines = |folder: &str| fs::read_to_string(room.join(folder).join("journal.log")).unwrap().lines().count();
    assert_eq!(lines("whole"), lines("study.study"), "no block stands twice in the journal");
    let again = naqala(&["study", "study.toml"], &room);
    assert!(String::from_utf8_lossy(&again.stderr).contains("nothing was played"));
}

#[test]
fn bad_folders_are_told() {
    let prepared = prepared(SMALL);
    let room = room("bad");
    let folder = room.join("study");
    played(&prepared, &folder, 2, None);
    fs::write(room.join("small.toml"), SMALL).unwrap();
    let journal = folder.join("journal.log");
    let good = fs::read_to_string(&journal).unwrap();
    let said = |arguments: &[&str]| {
        let output = naqala(arguments, &room);
        let code = output.status.code().unwrap();
        format!("exit {code}\n{}", String::from_utf8(output.stderr).unwrap())
    };
    let run = ["study", "small.toml", "--out", "study"];
    let mut told = Vec::new();
    fs::write(&journal, good.replacen("\"games\":20", "\"games\":21", 1)).unwrap();
    told.push(("a changed line", said(&run)));
    fs::write(&journal, "hello\n").unwrap();
    told.push(("a foreign file", said(&run)));
    fs::write(&journal, &good[..10]).unwrap();
    told.push(("a first line that was cut short", said(&run)));
    fs::write(folder.join("plan.json"), "{}").unwrap();
    told.push(("a foreign plan", said(&["study", "merge", "study"])));
    told.push(("no plan", said(&["study", "merge", "."])));
    told.push(("no folder", said(&["study", "merge", "nowhere"])));
    told.push(("no file", said(&["study", "nowhere.toml"])));
    told.push(("no part", said(&["study", "small.toml", "--shard", "4/3"])));
    played(&prepared, &room.join("part"), 1, Some((1, 2)));
    told.push(("a missing part", said(&["study", "merge", "part"])));
    let other = self::prepared(&SMALL.replace("seed    = 7", "seed    = 8"));
    played(&other, &room.join("other"), 1, Some((2, 2)));
    told.push(("another study", said(&["study", "merge", "part", "other"])));
    let told: String = told.into_iter().map(|(what, said)| format!("{what}: {said}\n")).collect();
    insta::assert_snapshot!("study_folders", told);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_nothing_half_written() {
    let room = room("full");
    fs::write(room.join("small.toml"), SMALL).unwrap();
    // A disk with room for four blocks of a file and no more; the signal that tells of it is ignored, so that writing fails.
    let script =
        format!("trap '' XFSZ; ulimit -f 4; exec '{}' study small.toml --out study", env!("CARGO_BIN_EXE_naqala"));
    let output = Command::new("bash").args(["-c", &script]).current_dir(&room).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write") && said.contains("goes on where it stopped"), "{said}");
    let left = fs::read_dir(room.join("study")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(left.into_iter().all(|name| name == "journal.log"), "no plan, no report, nothing half written");
    // With room again it goes on, and comes to the same.
    let prepared = prepared(SMALL);
    let results = played(&prepared, &room.join("study"), 2, None);
    assert_eq!(results, played(&prepared, &room.join("other"), 1, None));
    // A journal that is no file has no end.
    std::os::unix::fs::symlink("/dev/zero", room.join("journal.log")).unwrap();
    let output = naqala(&["study", "small.toml", "--out", "."], &room);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_tables_for_programs_have_one_shape() {
    let results = played(&prepared(SMALL), &room("shape"), 2, None);
    let csv = data::csv(&results);
    let mut lines = csv.split_terminator("\r\n");
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows: Vec<&str> = lines.collect();
    let objects: Vec<serde_json::Map<String, serde_json::Value>> =
        data::json_lines(&results).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows.len(), objects.len()), (24, 24));
    for (row, object) in rows.iter().zip(&objects) {
        // Only the label of a setting with two options needs quotes, and none here has.
        assert_eq!(row.split(',').count(), names.len(), "{row}");
        assert_eq!(object.len(), names.len());
        assert!(names.iter().all(|name| object.contains_key(*name)));
        let count = |name: &str| object[name].as_u64().unwrap();
        let all: u64 = ["south_wins", "north_wins", "draws", "void", "unfinished"].iter().map(|name| count(name)).sum();
        assert_eq!(all, count("games"));
        let number = |name: &str| object[name].as_f64().unwrap();
        for share in ["south_score", "first_player_score", "draw_share", "unfinished_share"] {
            let [value, low, high] = ["", "_low", "_high"].map(|end| number(&format!("{share}{end}")));
            assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{share} {low} {value} {high}");
        }
        assert!(count("rules_used") <= count("rules_in_force"));
    }
    insta::assert_snapshot!("study_columns", names.join("\n"));
    // Players that search may search better one day; what these do is settled.
    let settled = SMALL.split("[skill]").next().unwrap().replace(", \"mcts:5\"", "");
    let results = played(&prepared(&settled), &room("settled"), 2, None);
    insta::assert_snapshot!("study_text", text::text(&results, Paint::PLAIN));
}

#[test]
fn the_page_holds_everything_itself() {
    let tricky = SMALL.replace("Two small games", "<script>alert(1)</script> & more");
    let results = played(&prepared(&tricky), &room("page"), 2, None);
    let page = html::page(&results);
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script"));
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert_eq!(page.matches("<svg").count(), page.matches("<title>").count() - 1, "every picture has a title");
    assert!(!page.contains("NaN") && !page.contains("inf\""));
}

#[test]
fn a_plan_that_grows_keeps_its_games() {
    let room = room("grows");
    let small = prepared(SMALL);
    played(&small, &room, 2, None);
    let more = prepared(&SMALL.replace("[\"3\", \"4\"]", "[\"3\", \"4\", \"5\"]"));
    let never = AtomicBool::new(false);
    let finished = run(&more, Run { folder: &room, jobs: 2, shard: None, stop: &never }, |_| {}).unwrap();
    assert!(finished.results.is_complete());
    assert_eq!(finished.progress.all - finished.progress.played, small.plan.games());
    assert_eq!(finished.strangers, 0);
    let folder = Folder { path: room };
    assert_eq!(folder.plan().unwrap(), more.plan);
}
