//! Sets blocks in two columns of a page, so that no line of a paragraph is too long to read.

use super::block::Block;
use super::sizes::{AIR, LINE};
use super::stack::{Stack, Unit};
use crate::drawing::Canvas;
use crate::geometry::Bounds;

/// The air between the columns, in mm.
const GUTTER: f64 = 3.0 * AIR;
/// Columns are at most about this high, in mm; longer text is several pairs of columns below each other, which
/// are read one after the other. Chosen by eye.
const HIGHEST: f64 = 120.0;
/// What it costs to divide a block between columns, in mm of their height.
const DIVIDED: f64 = 2.0 * LINE;

/// A unit, with the air below it and where a column may end.
struct Piece<'a> {
    unit: Unit<'a>,
    air: f64,
    /// Whether the next must be in the same column.
    keeps_next: bool,
}

impl Piece<'_> {
    fn height(&self) -> f64 {
        self.unit.height + self.air
    }

    /// Whether a block ends here.
    fn is_last(&self) -> bool {
        self.air > 0.0
    }
}

/// Blocks in pairs of columns; each pair is one unit.
pub(super) fn in_two_columns<'a>(blocks: &'a [Block<'_>], width: f64) -> Stack<'a> {
    let column = (width - GUTTER) / 2.0;
    let mut rest: Vec<Piece<'a>> = blocks.iter().flat_map(|block| pieces(block.stack(column))).collect();
    let mut units = Vec::new();
    while !rest.is_empty() {
        let later = rest.split_off(pair_of_columns(&rest));
        units.push(pair(rest, column));
        rest = later;
    }
    Stack::column(units, width)
}

/// The units of a block, its head first.
fn pieces(stack: Stack<'_>) -> Vec<Piece<'_>> {
    let Stack { head, units, keeps_next, .. } = stack;
    let head = head.into_iter().map(|unit| Piece { unit, air: 0.0, keeps_next: true });
    let units = units.into_iter().map(|unit| Piece { unit, air: 0.0, keeps_next });
    let mut pieces: Vec<Piece<'_>> = head.chain(units).collect();
    if let Some(last) = pieces.last_mut().filter(|_| !keeps_next) {
        last.air = AIR;
    }
    pieces
}

/// How many pieces are in the next pair of columns: all where these are not too high, else as many as end
/// before a heading, or with a block.
fn pair_of_columns(pieces: &[Piece<'_>]) -> usize {
    let mut height = 0.0;
    let fits = pieces.iter().take_while(|piece| {
        height += piece.height();
        height <= 2.0 * HIGHEST
    });
    let most = fits.count().max(1);
    if most == pieces.len() {
        return most;
    }
    let ends = |at: &usize| !pieces[at - 1].keeps_next;
    let all = || (1..=most).rev().filter(ends);
    let heading = all().find(|&at| pieces[at].keeps_next && at > most / 3);
    let block = || all().find(|&at| pieces[at - 1].is_last());
    heading.or_else(block).or_else(|| all().next()).unwrap_or(most)
}

/// Pieces in two columns, of which the higher is as low as can be; of two such ways, that with more on the
/// left.
fn pair(mut left: Vec<Piece<'_>>, column: f64) -> Unit<'_> {
    let height = |pieces: &[Piece<'_>]| pieces.iter().map(Piece::height).sum::<f64>();
    let cost = |&at: &usize| {
        let divided = at < left.len() && !left[at - 1].is_last();
        let cost = height(&left[..at]).max(height(&left[at..])) + if divided { DIVIDED } else { 0.0 };
        // Sums of the same heights in another order are equal.
        (cost * 1e6).round()
    };
    let ends = (1..=left.len()).rev().filter(|&at| at == left.len() || !left[at - 1].keeps_next);
    let best = ends.min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(left.len());
    let right = left.split_off(best);
    // The section has its own air below the last block.
    let below = |pieces: &[Piece<'_>]| height(pieces) - pieces.last().map_or(0.0, |piece| piece.air);
    let height = below(&left).max(below(&right));
    let draw = move |canvas: &mut Canvas, room: Bounds| {
        for (pieces, from) in [(&left, room.left), (&right, room.left + column + GUTTER)] {
            let mut top = room.top;
            for piece in pieces {
                let bottom = top + piece.unit.height;
                (piece.unit.draw)(canvas, Bounds { left: from, top, right: from + column, bottom });
                top = bottom + piece.air;
            }
        }
    };
    Unit { height, draw: Box::new(draw) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Item, Medium, Text};

    fn drawn(blocks: &[Block<'_>]) -> Vec<Text> {
        let stack = in_two_columns(blocks, 200.0);
        let mut canvas = Canvas::new("columns", Medium::Print, 200.0, 2000.0);
        stack.draw(&mut canvas, Bounds { left: 0.0, top: 0.0, right: 200.0, bottom: 2000.0 }, &stack.units);
        let items = canvas.into_items().filter_map(|(_, item)| match item {
            Item::Text(text) => Some(text),
            Item::Path(_) => None,
        });
        items.collect()
    }

    #[test]
    fn columns_are_equally_long_and_no_heading_ends_one() {
        for count in 1..30 {
            let words = |part: usize| Block::paragraph(format!("part {part}. {}", "word ".repeat(30)));
            let parts = (0..count).flat_map(|part| [Block::heading(format!("heading {part}")), words(part)]);
            let texts = drawn(&parts.collect::<Vec<_>>());
            let is_left = |text: &&Text| text.start().x < 100.0;
            let (left, right): (Vec<&Text>, Vec<&Text>) = texts.iter().partition(is_left);
            let lines = (left.len(), right.len());
            let most = right.len() + 8 * (1 + count / 8);
            assert!(left.len() >= right.len() && left.len() <= most, "{count}: {lines:?}");
            for part in 0..count {
                let of = |begins: &str| {
                    let begins = format!("{begins} {part}");
                    let found = texts.iter().filter(|text| {
                        let words = text.content();
                        words == begins || words.starts_with(&format!("{begins}."))
                    });
                    found.map(|text| (text.start().x, text.start().y)).collect::<Vec<_>>()
                };
                let (heading, words) = (of("heading"), of("part"));
                assert_eq!((heading.len(), words.len()), (1, 1), "{count}: {part}");
                assert!(heading[0].0 == words[0].0 && heading[0].1 < words[0].1, "{count}: {part}");
            }
        }
    }
}
