//! `naqala trace VARIANT MOVE...`: moves played out step by step.

use std::io::Write;

use clap::Args;

use naqala::check::{Example, Step};
use naqala::engine::text::write_position;
use naqala::engine::{Engine, Visit};
use naqala::study::examples::play_text;
use naqala::study::trace::Narrator;
use naqala::study::words::{outcome, player};

use super::variant::{EngineArgument, Settings, Start, load, rules, unreadable};
use super::{Done, Exit, Fail, board, screen::Screen};

/// Play moves out step by step: laps, captures with their rules, why a move ended, the board after it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala trace nam-nam S1 N3
  naqala trace omweso c G f --set setup=tutorial
  naqala trace nam-nam S6 --position \"0 0 0 1 3 0 / 1 2 1 0 1 3; south; stores=16-20\"
  naqala trace my_game.mancala --example 1

`naqala moves VARIANT` lists the moves that may be made.")]
pub struct Trace {
    /// A name of the library, or the path of a variant file.
    variant: String,
    /// The moves, in order.
    #[arg(value_name = "MOVE", required_unless_present = "example", conflicts_with = "example")]
    moves: Vec<String>,
    /// Play the moves of this example of the file, counted from 1.
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "set"])]
    example: Option<usize>,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    engine: EngineArgument,
}

impl Trace {
    /// Prints what happens.
    pub fn run(self, screen: &mut Screen) -> Done {
        let checked = load(&self.variant)?;
        let (rules, start, moves) = match self.example {
            None => (self.settings.rules(&checked)?, self.start, self.moves.join(" ")),
            Some(number) => {
                let Some(example) = number.checked_sub(1).and_then(|at| checked.examples().get(at)) else {
                    return Err(no_example(checked.name(), checked.examples(), number));
                };
                writeln!(screen, "{}\n", screen.paint.heading(&example.title.value))?;
                let rules = rules(&checked, &example.settings)?;
                (rules, Start::at(example.position.as_ref().map(|text| text.value.clone())), played(example))
            }
        };
        self.engine.with(rules, Tell { start, moves, screen })?
    }
}

/// All moves of an example.
fn played(example: &Example) -> String {
    let moves = example.steps.iter().filter_map(|step| match step {
        Step::Play(text) => Some(text.value.as_str()),
        _ => None,
    });
    moves.collect::<Vec<_>>().join(" ")
}

fn no_example(name: &str, examples: &[Example], number: usize) -> Fail {
    let fail = Fail::usage(format!("{name} has no example {number}"));
    if examples.is_empty() {
        return fail.help("it has no examples");
    }
    let list = examples.iter().enumerate().map(|(at, example)| format!("\n  {}. {}", at + 1, example.title.value));
    fail.help(format!("its examples are{}", list.collect::<String>()))
}

struct Tell<'a> {
    start: Start,
    moves: String,
    screen: &'a mut Screen,
}

impl Visit for Tell<'_> {
    type Output = Done;

    fn visit<E: Engine>(self, engine: &E) -> Done {
        let Tell { start, moves, screen } = self;
        let rules = engine.rules();
        let (paint, width) = (screen.paint, screen.width);
        let mut state = start.state(engine)?;
        write!(screen, "{}", board::drawn(rules, &engine.position(&state), paint))?;
        writeln!(screen, "{}", paint.faint(write_position(rules, &engine.position(&state))))?;
        let mut text = String::new();
        let read = play_text(engine, &mut state, &moves, |before, choice, written, state| {
            let mut narrator = Narrator::new(rules, paint, width);
            engine.play_watched(state, choice, &mut narrator);
            let by = player(engine.mover(before));
            text += &format!("\n{}\n", paint.heading(format!("{by} plays {written}")));
            for line in narrator.finish() {
                text += &format!("{line}\n");
            }
            let position = engine.position(state);
            text += &board::drawn(rules, &position, paint);
            text += &format!("{}\n", paint.faint(write_position(rules, &position)));
        });
        write!(screen, "{text}")?;
        if let Err(error) = read {
            if let Some(how) = engine.outcome(&state) {
                return Err(Fail::input(error.message).help(format!("the game is over: {}", outcome(rules, how))));
            }
            return match unreadable("the moves", &moves, &error) {
                Fail::Usage(_, help) => Err(Fail::Input(error.message, help)),
                fail => Err(fail),
            };
        }
        Ok(Exit::Fine)
    }
}
