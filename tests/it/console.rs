//! Console sessions: the commands of the README and of `tests/cli/`, run as they stand.

#[test]
fn sessions() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd").case("README.md").env("NO_COLOR", "1");
}

#[test]
fn the_variant_in_the_readme_can_be_played() {
    let readme = include_str!("../../README.md");
    let text = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let engine = crate::games::engine_of(text);
    let plan = naqala::study::simulate::Plan { games: 20, seed: 1, max_turns: 1000, jobs: 1 };
    let line = naqala::study::simulate::one_game(&engine, &plan, 3, naqala::study::recording::Recorder::new(1));
    assert!(String::from_utf8(line).unwrap().contains("\"score\""));
}
