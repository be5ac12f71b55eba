//! A study made ready: every setting of every variant, every pairing in it, the games of each with their seed.
//!
//! In: a draft and the variants that it names. Out: a [`Plan`], plain data that is kept beside the results, and the
//! rules to play by; or diagnostics. The same file gives the same plan on every machine.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Code, Diagnostic};
use crate::players::{Budget, Spec};
use crate::rules::{RuleSource, Rules};
use crate::source::Source;
use crate::study::hash::hash;
use crate::study::seats::Seating;

use super::draft::{Draft, MAX_GAMES, Pairings, SkillDraft, doubled, read};
use super::settings::{Resolved, resolve};
use super::toml::Reader;

/// The version of the plan and of the journals that belong to it.
pub const FORMAT: u32 = 1;
/// The most pairings in all settings together.
const MAX_CELLS: usize = 20_000;
/// The most games of a study.
const MAX_ALL_GAMES: u64 = 1_000_000_000;

/// A study, ready to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of this form.
    pub format: u32,
    /// The study's title.
    pub title: String,
    /// What it asks.
    pub about: Option<String>,
    /// The seed of the study.
    pub seed: u64,
    /// Whether players change seats after every game.
    pub swap: bool,
    /// A game with more turns is unfinished.
    pub max_turns: u64,
    /// The players of the pairings.
    pub players: Vec<String>,
    /// The settings of the variants.
    pub settings: Vec<Setting>,
    /// The pairings in each setting.
    pub cells: Vec<Cell>,
}

/// A variant with option values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The variant's name.
    pub variant: String,
    /// How it is asked for on the command line.
    pub asked: String,
    /// What distinguishes it from the variant's other settings of the study.
    pub label: String,
    /// The option values that are given.
    pub set: Vec<(String, String)>,
    /// All seeds.
    pub seeds: u32,
    /// All pits.
    pub pits: u32,
    /// The titles of its rules.
    pub titles: Vec<String>,
    /// Its rules, as its file says them.
    pub rules: Vec<RuleSource>,
    /// The rules that are in force with these option values.
    pub in_force: Vec<u16>,
}

impl Setting {
    /// The variant's name with the label.
    pub fn full_name(&self) -> String {
        if self.label.is_empty() { self.variant.clone() } else { format!("{}, {}", self.variant, self.label) }
    }
}

/// Why two players meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// They are players of the study.
    Pairing,
    /// The first thinks twice as long as the second.
    Skill {
        /// Who thinks longer and longer.
        player: String,
        /// How often its thinking is doubled already for the second; from 0.
        step: u32,
    },
}

/// Two players in one setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The setting's number.
    pub setting: usize,
    /// The players; the first sits South in the first game.
    pub players: [String; 2],
    /// Whether they change seats after every game.
    pub swap: bool,
    /// So many moves at the start of each game are left to chance.
    pub random_moves: u32,
    /// Whether the players could play the same game twice, so that different ones must be counted.
    pub may_repeat: bool,
    /// Why they meet.
    pub purpose: Purpose,
    /// How many games.
    pub games: u64,
    /// The seed of these games.
    pub seed: u64,
    /// Games that are played and kept together.
    pub block: u64,
    /// Under which its results are kept: whatever has an influence on them has one on this.
    pub key: String,
    /// Whether the same games would come again.
    pub repeatable: bool,
    /// The command that plays these games again.
    pub command: String,
}

impl Cell {
    /// How the players sit down.
    pub fn seating(&self) -> Seating {
        Seating { swap: self.swap, random_moves: self.random_moves, seed: self.seed }
    }
}

/// A plan and what is needed to play it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The plan.
    pub plan: Plan,
    /// The rules of each setting.
    pub rules: Vec<Arc<Rules>>,
    /// The players of each cell.
    pub specs: Vec<[Spec; 2]>,
    /// Variant files that the study makes itself: names and texts.
    pub files: Vec<(String, String)>,
}

impl Plan {
    /// Whether its numbers go together: a plan that was read from a file may be anything.
    pub fn is_sound(&self) -> bool {
        let setting = |cell: &Cell| self.settings.get(cell.setting);
        let sizes = |cell: &Cell| cell.block > 0 && (1..=MAX_GAMES).contains(&cell.games);
        self.cells.len() <= MAX_CELLS && self.cells.iter().all(|cell| setting(cell).is_some() && sizes(cell))
    }

    /// The blocks of all cells in their order: cell, first game, games.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        self.cells.iter().enumerate().flat_map(|(index, cell)| {
            let count = cell.games.div_ceil(cell.block);
            (0..count).map(move |block| (index, block * cell.block, cell.block.min(cell.games - block * cell.block)))
        })
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }
}

/// Reads a study file and looks up everything that it names. What is wrong comes back, all at once; a plan comes
/// back where nothing is. `folder` is where the paths of variant files begin.
pub fn prepare(source: &Source, folder: &std::path::Path) -> (Option<Prepared>, Vec<Diagnostic>) {
    let mut reader = Reader::default();
    let draft = read(source, &mut reader);
    let settings = draft.as_ref().map(|draft| resolve(draft, folder, &mut reader));
    reader.diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
    let (Some(draft), Some(settings), true) = (draft, settings, reader.diagnostics.is_empty()) else {
        return (None, reader.diagnostics);
    };
    let title = draft.title.clone().unwrap_or_else(|| {
        let name = std::path::Path::new(&source.name).file_stem();
        name.map_or("Study".to_owned(), |name| name.to_string_lossy().into_owned())
    });
    let prepared = assemble(&draft, settings, title);
    let all: u64 = prepared.plan.cells.iter().map(|cell| cell.games).sum();
    if prepared.plan.cells.len() > MAX_CELLS || all > MAX_ALL_GAMES {
        let message = "this study is too large";
        let label = format!("it has {} pairings with {all} games in all", prepared.plan.cells.len());
        let help = format!("at most {MAX_CELLS} pairings and {MAX_ALL_GAMES} games; sweep fewer values or split it");
        return (None, vec![Diagnostic::new(Code::TooLarge, source.line_span(1), message, label).help(help)]);
    }
    (Some(prepared), Vec::new())
}

fn assemble(draft: &Draft, settings: Vec<Resolved>, title: String) -> Prepared {
    let mut prepared = Prepared {
        plan: Plan {
            format: FORMAT,
            title,
            about: draft.about.clone(),
            seed: draft.seed,
            swap: draft.swap,
            max_turns: draft.max_turns,
            players: draft.players.iter().map(Spec::to_string).collect(),
            settings: Vec::new(),
            cells: Vec::new(),
        },
        rules: Vec::new(),
        specs: Vec::new(),
        files: Vec::new(),
    };
    let pairs = pairs(&draft.players, &draft.pairings);
    for (index, resolved) in settings.into_iter().enumerate() {
        let basis = Basis { draft, setting: &resolved.setting, index, rules: rules_key(&resolved.rules) };
        for players in &pairs {
            prepared.plan.cells.push(basis.cell(*players, Purpose::Pairing, draft.games));
            prepared.specs.push(*players);
        }
        for (players, purpose, games) in draft.skill.iter().flat_map(|skill| steps(skill, draft.games)) {
            prepared.plan.cells.push(basis.cell(players, purpose, games));
            prepared.specs.push(players);
        }
        prepared.plan.settings.push(resolved.setting);
        prepared.rules.push(Arc::new(resolved.rules));
        prepared.files.extend(resolved.files);
    }
    prepared.files.dedup();
    prepared
}

/// Everybody who meets somebody.
fn pairs(players: &[Spec], pairings: &Pairings) -> Vec<[Spec; 2]> {
    let mut pairs = Vec::new();
    for (at, one) in players.iter().enumerate() {
        for two in &players[at..] {
            let mirror = one == two;
            let wanted = match pairings {
                Pairings::All => true,
                Pairings::Others => !mirror,
                Pairings::Mirror => mirror,
                Pairings::Listed(_) => false,
            };
            pairs.extend(wanted.then_some([*one, *two]));
        }
    }
    if let Pairings::Listed(listed) = pairings {
        for pair in listed {
            let there = |pair: &[Spec; 2]| pairs.contains(pair);
            if !there(pair) && !there(&[pair[1], pair[0]]) {
                pairs.push(*pair);
            }
        }
    }
    pairs
}

/// The pairings of a skill trace.
fn steps(skill: &SkillDraft, games: u64) -> Vec<([Spec; 2], Purpose, u64)> {
    let mut steps = Vec::new();
    for player in &skill.players {
        let mut now = *player;
        for step in 0..skill.doublings {
            let Some(twice) = doubled(now) else { break };
            let purpose = Purpose::Skill { player: player.to_string(), step };
            steps.push(([twice, now], purpose, skill.games.unwrap_or(games)));
            now = twice;
        }
    }
    steps
}

/// The hash of rules, without what they say about themselves and where they stand.
fn rules_key(rules: &Rules) -> u64 {
    let mut bare = rules.clone();
    bare.texts = Default::default();
    bare.sources.iter_mut().for_each(|source| source.line = 0);
    hash(serde_json::to_string(&bare).unwrap_or_default().as_bytes())
}

/// What the cells of a setting have in common.
struct Basis<'a> {
    draft: &'a Draft,
    setting: &'a Setting,
    index: usize,
    rules: u64,
}

impl Basis<'_> {
    fn cell(&self, specs: [Spec; 2], purpose: Purpose, games: u64) -> Cell {
        let Basis { draft, setting, index, rules } = *self;
        let players = specs.map(|spec| spec.to_string());
        let swap = draft.swap && players[0] != players[1];
        let name = format!("{}/{}/{:?}/{:?}", setting.full_name(), setting.asked, players, purpose);
        // Short enough to be typed, its own for every pairing.
        let seed = hash(format!("{}/{name}", draft.seed).as_bytes()) >> 32;
        let varied = specs.iter().any(|spec| matches!(spec, Spec::Random | Spec::Mcts(_)));
        let random_moves = if specs == [Spec::Random; 2] { 0 } else { draft.random_moves };
        let what = (FORMAT, env!("CARGO_PKG_VERSION"), rules, &players, swap, random_moves, seed, draft.max_turns);
        let key = format!("{:016x}", hash(format!("{what:?}").as_bytes()));
        let settings: String = setting.set.iter().map(|(name, value)| format!(" --set {name}={value}")).collect();
        let keep = if !swap && players[0] != players[1] { " --keep-seats" } else { "" };
        let opening = if random_moves > 0 { format!(" --random-moves {random_moves}") } else { String::new() };
        let command = format!(
            "naqala simulate {}{settings} --south {} --north {}{keep}{opening} -n {games} --seed {seed} --max-turns {}",
            quoted(&setting.asked),
            players[0],
            players[1],
            draft.max_turns
        );
        let repeatable = specs.iter().all(Spec::is_repeatable);
        let block = specs.iter().map(block).min().unwrap_or(1);
        let may_repeat = !varied;
        Cell {
            setting: index,
            players,
            swap,
            random_moves,
            may_repeat,
            purpose,
            games,
            seed,
            block,
            key,
            repeatable,
            command,
        }
    }
}

/// How many games of a player are kept together: about as many as take a second.
fn block(spec: &Spec) -> u64 {
    match spec {
        Spec::Random | Spec::Greedy => 128,
        Spec::Mcts(Budget::Nodes(games)) => (1600 / games).clamp(1, 32),
        Spec::AlphaBeta(Budget::Nodes(nodes)) | Spec::Best(Budget::Nodes(nodes)) => (32_000 / nodes).clamp(1, 32),
        Spec::AlphaBeta(Budget::Depth(depth)) | Spec::Best(Budget::Depth(depth)) => {
            64u64.checked_shr(depth.saturating_mul(2).saturating_sub(2)).unwrap_or(0).max(1)
        }
        Spec::Mcts(_) | Spec::AlphaBeta(_) | Spec::Best(_) => 1,
    }
}

/// As a shell takes it.
fn quoted(word: &str) -> String {
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./:=+".contains(c));
    if plain && !word.is_empty() { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
