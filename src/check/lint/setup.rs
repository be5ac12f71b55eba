//! The start of the game: sides that begin differently, and seeds that cannot be halved.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{ExprKind, ItemKind, Measure, Noun, Owner, PatternKind, Placing, Sign};

use super::View;
use super::names::each_expr;
use super::verdicts::Verdicts;

/// Looks at the start.
pub(super) fn look(view: &View<'_>, verdicts: &mut Verdicts) {
    let Some(seeds) = view.item(|kind| matches!(kind, ItemKind::Seeds(_))) else { return };
    verdicts.judge(Code::AsymmetricStart, seeds.keyword, || asymmetric(view));
    let (mut halves, mut rounded) = (Vec::new(), Vec::new());
    for item in view.items() {
        each_expr(item, &mut |expr| match &expr.kind {
            ExprKind::Measure(Measure::HalfOf, of) if matches!(of.kind, ExprKind::Noun(Noun::Total)) => {
                halves.push(expr.span);
            }
            // More than half is right with an odd number too.
            ExprKind::Calculation(half, Sign::Plus, _) => rounded.push(half.span),
            ExprKind::Relation { pattern, .. } => {
                if let PatternKind::MoreThan(half) = &pattern.kind {
                    rounded.push(half.span);
                }
            }
            _ => {}
        });
    }
    for span in halves.into_iter().filter(|half| !rounded.contains(half)) {
        verdicts.judge(Code::OddTotal, span, || odd(view, span));
    }
}

/// Sides that begin with different seeds.
fn asymmetric(view: &View<'_>) -> Option<Diagnostic> {
    let board = &view.rules.board;
    let start = &view.rules.start;
    let seeds = |cell: u8| start.get(usize::from(cell)).copied().unwrap_or(0);
    let differs =
        board.pits(crate::rules::Side::South).iter().find(|cell| seeds(*cell) != seeds(board.mirrored(*cell)))?;
    // The statement that speaks of one side is the one to look at.
    let speaks_of_side = |item: &&crate::syntax::tree::Item| match &item.kind {
        ItemKind::Seeds(seeds) => match &seeds.placing {
            Placing::Row { side, .. } => side.is_some(),
            Placing::In { place, .. } => matches!(
                &place.kind,
                ExprKind::Pits { owner: Some(Owner::South | Owner::North), .. }
                    | ExprKind::Store(Some(Owner::South | Owner::North))
            ),
        },
        _ => false,
    };
    let last = view.items().filter(speaks_of_side).last();
    let span = last.map_or_else(|| view.seeds_span(), |item| item.span);
    let (south, north) = (board.name(differs), board.name(board.mirrored(differs)));
    let label = format!(
        "South begins with {} in {south}, North with {} in {north}, the same pit as its owner sees it",
        seeds(differs),
        seeds(board.mirrored(differs)),
    );
    Some(
        Diagnostic::new(Code::AsymmetricStart, span, "the two sides begin with different seeds", label)
            .help("give both sides the same seeds; if it is meant, say `# allow asymmetric-start: REASON` above"),
    )
}

/// An odd number of seeds that is halved.
fn odd(view: &View<'_>, span: Span) -> Option<Diagnostic> {
    let total = view.rules.total();
    (!total.is_multiple_of(2)).then(|| {
        Diagnostic::new(
            Code::OddTotal,
            span,
            format!("{total} seeds cannot be halved"),
            format!("this is {}, since a half is rounded down", total / 2),
        )
        .label(view.seeds_span(), view.seeds_in_words())
        .help(format!(
            "begin with an even number of seeds, or ask for more than half: `holds more than half of total`, here {}+",
            total / 2 + 1
        ))
    })
}
