//! Numbers the places of a puzzle (cells, or corners where contact is forbidden) so that every placement
//! spans few positions.
//!
//! Positions run along the short side of the region, then from line to line. Placements that are translates
//! of each other have positions that differ by a constant. Positions that belong to no place are walls.

use crate::model::Model;

/// An order of places.
#[derive(Debug, Clone)]
pub(crate) struct PlaceOrder {
    /// The position of each place.
    positions: Vec<u32>,
    /// One more than the last position.
    length: u32,
    /// The most positions from the first to the last one of a placement, inclusive.
    span: u32,
}

/// A linear form of the two coordinates.
type Direction = (i64, i64);

/// Along the rows and columns, and along both diagonals, which include the rows of squares, hexagons and triangles.
const DIRECTIONS: [Direction; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl PlaceOrder {
    /// Returns the order with the least span, then with the fewest positions, then in reading order.
    pub(crate) fn new(model: &Model) -> Self {
        let pairs = DIRECTIONS.into_iter().flat_map(|across| DIRECTIONS.map(|along| (across, along)));
        let mut best: Option<Self> = None;
        for (across, along) in pairs.filter(|(across, along)| across != along) {
            let most = best.as_ref().map_or(u32::MAX, |best| best.span);
            let order = Self::along(model, across, along, most).into_iter();
            best = best.into_iter().chain(order).min_by_key(|order| (order.span, order.length));
        }
        best.unwrap_or(Self { positions: Vec::new(), length: 0, span: 0 })
    }

    /// Lines in one direction, numbered in the other; `None` if there would be too many positions, or some
    /// placement would span more than `most`.
    fn along(model: &Model, across: Direction, along: Direction, most: u32) -> Option<Self> {
        let (lines, columns) = (values(model, across), values(model, along));
        let stride = columns.iter().max()? + 1;
        let positions: Option<Vec<u32>> = lines
            .iter()
            .zip(&columns)
            .map(|(line, column)| u32::try_from(line * stride + column).ok())
            .collect();
        let mut order = Self { positions: positions?, length: 0, span: 0 };
        order.length = order.positions.iter().max()?.checked_add(1)?;
        order.span = model.placements().try_fold(0, |span, placement| {
            let span = order.span_of(model.occupied(placement)).max(span);
            (span <= most).then_some(span)
        })?;
        Some(order)
    }

    fn span_of(&self, places: &[u32]) -> u32 {
        let ends = places.iter().fold((u32::MAX, 0), |(first, last), &place| {
            let position = self.position(place);
            (position.min(first), position.max(last))
        });
        (ends.1 + 1).saturating_sub(ends.0)
    }

    pub(crate) fn position(&self, place: u32) -> u32 {
        self.positions[place as usize]
    }

    /// Returns the position of each place.
    pub(crate) fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// Returns one more than the last position.
    pub(crate) fn length(&self) -> u32 {
        self.length
    }

    /// Returns the most positions from the first to the last one of a placement, inclusive.
    pub(crate) fn span(&self) -> u32 {
        self.span
    }
}

/// Returns a linear form of each point, from 0 upwards and without a common factor.
fn values(model: &Model, (by_x, by_y): Direction) -> Vec<u64> {
    let raw: Vec<i64> =
        model.points().iter().map(|&(x, y)| i64::from(x) * by_x + i64::from(y) * by_y).collect();
    let least = raw.iter().min().copied().unwrap_or(0);
    let steps: Vec<u64> = raw.iter().map(|value| value.abs_diff(least)).collect();
    let factor = steps.iter().copied().fold(0, num_integer::gcd).max(1);
    steps.into_iter().map(|step| step / factor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::SolveOptions;
    use crate::ground::lists::compact;
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};

    fn model(region: Region, rows: &[&str], contact: Contact) -> Model {
        let shape = Shape::from_rows(region.lattice(), rows.iter().copied()).expect("a shape");
        model_of(region, shape, contact)
    }

    fn model_of(region: Region, shape: Shape, contact: Contact) -> Model {
        let piece = Piece { name: "A".into(), shape, freedom: Freedom::Free, count: Count::ANY };
        let puzzle = Puzzle::with_rules("test", region, vec![piece], contact, 0).expect("a puzzle");
        Model::new(&puzzle, &SolveOptions::default()).expect("small")
    }

    fn rectangle(lattice: Lattice, columns: u32, rows: u32) -> Region {
        Region::rectangle(lattice, columns, rows).expect("a region")
    }

    #[test]
    fn positions_run_along_the_short_side() {
        for (columns, rows) in [(4, 9), (9, 4)] {
            let model = model(rectangle(Lattice::Square, columns, rows), &["###"], Contact::Allowed);
            let order = PlaceOrder::new(&model);
            assert_eq!((order.length(), order.span()), (36, 9), "{columns} x {rows}");
        }
        let corners = model(rectangle(Lattice::Square, 3, 8), &["##"], Contact::Forbidden);
        let order = PlaceOrder::new(&corners);
        assert_eq!((order.length(), order.span()), (36, 10), "4 x 9 corners, six of them to a domino");
    }

    #[test]
    fn translates_differ_by_one_number_and_no_position_is_taken_twice() {
        for &lattice in Lattice::ALL {
            for contact in [Contact::Allowed, Contact::Forbidden] {
                let shape = Shape::new(lattice, vec![Cell::new(0, 0), Cell::new(1, 0)]).expect("a shape");
                let orientations = shape.orientations(Freedom::Free).len();
                let model = model_of(rectangle(lattice, 4, 6), shape, contact);
                let order = PlaceOrder::new(&model);
                let mut positions = order.positions().to_vec();
                positions.sort_unstable();
                positions.dedup();
                assert_eq!(positions.len(), model.places(), "{lattice:?} {contact:?}");
                assert!(positions.iter().all(|&position| position < order.length()));
                let forms: std::collections::BTreeSet<Vec<u32>> = (0..compact(model.placement_count()))
                    .map(|placement| {
                        let mut form: Vec<u32> =
                            model.occupied(placement).iter().map(|&place| order.position(place)).collect();
                        form.sort_unstable();
                        let first = form[0];
                        form.iter().map(|position| position - first).collect()
                    })
                    .collect();
                assert!(forms.len() <= orientations, "{lattice:?} {contact:?}: {forms:?}");
            }
        }
    }
}
