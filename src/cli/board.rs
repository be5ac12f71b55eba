//! A position drawn, with its marks explained.

use naqala::engine::Position;
use naqala::rules::draw::draw;
use naqala::rules::{Cell, Rules, Side};
use naqala::study::words::player;
use naqala::style::Paint;

/// Signs for marks, by number.
const SIGNS: [char; 4] = ['*', '°', '+', '\''];

/// Draws a position.
pub fn drawn(rules: &Rules, position: &Position, paint: Paint) -> String {
    let mut signs: Vec<Option<char>> = vec![None; usize::from(rules.board.cell_count())];
    let mut legend = Vec::new();
    for (at, mark) in rules.marks.iter().enumerate() {
        let sign = SIGNS[at % SIGNS.len()];
        let Some(cells) = position.marks.get(at) else { continue };
        let keepers = [Some(Side::South), Some(Side::North), None];
        for (cells, keeper) in cells.iter().zip(keepers) {
            for cell in cells.iter() {
                if let Some(place) = signs.get_mut(usize::from(cell)) {
                    *place = Some(sign);
                }
            }
            let names: Vec<&str> = cells.iter().map(|cell: Cell| rules.board.name(cell)).collect();
            if !names.is_empty() {
                let whose = keeper.map_or(String::new(), |side| format!("{}'s ", player(side)));
                legend.push(format!("{sign} {whose}{}: {}", mark.name, names.join(" ")));
            }
        }
    }
    let mut text = draw(&rules.board, &position.cells, &signs, paint);
    for line in legend {
        text += &format!("{}\n", paint.warning(line));
    }
    text
}
