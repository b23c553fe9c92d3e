//! Begins an outline in waste, where the tool may burn or tear.

use super::{Line, LineError};
use piecework_draw::geometry::{Outline, Point, Ring};

/// Makes the line around one ring of an outline that begins `lead_in` mm beside the middle of a side, in
/// waste: outside the outline, or inside a hole.
///
/// # Errors
/// [`LineError::LeadInTooLong`] with the piece if no side has enough room beside it.
pub(crate) fn begun_outside(
    outline: &Outline,
    line: Line,
    lead_in: f64,
    piece: &str,
) -> Result<Line, LineError> {
    if lead_in <= 0.0 {
        return Ok(line);
    }
    // Half a lead-in must stay free all around it, so that it is not too near to another cut.
    let rings: Vec<&Ring> = outline.rings().collect();
    let clear = |at: Point| rings.iter().map(|ring| ring.distance(at)).fold(f64::INFINITY, f64::min);
    let count = line.points.len();
    for first in 0..count {
        let (a, b) = (line.points[first], line.points[(first + 1) % count]);
        let (middle, length) = (a.middle(b), a.distance(b));
        // Material is on the right along all rings, so waste is on the left.
        let (dx, dy) = ((b.y - a.y) / length, (a.x - b.x) / length);
        let at = |far: f64| middle.moved(dx * far, dy * far);
        let is_free = [0.25, 0.5, 0.75, 1.0].map(|share| share * lead_in);
        let straight = line.middles[first].is_none();
        if straight && length > lead_in && is_free.iter().all(|&far| clear(at(far)) >= far - 1e-6) {
            let around = (1..=count).map(|step| (first + step) % count);
            let (rest, arcs): (Vec<Point>, Vec<Option<Point>>) =
                around.map(|at| (line.points[at], line.middles[at])).unzip();
            let points: Vec<Point> = [at(lead_in), middle].into_iter().chain(rest).chain([middle]).collect();
            let middles = [None, None].into_iter().chain(arcs).chain([None]).collect();
            let fixed = vec![true; points.len()];
            return Ok(Line { points, middles, closed: false, fixed, onward: Some(b) });
        }
    }
    Err(LineError::LeadInTooLong { lead_in, piece: piece.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::Shape;

    #[test]
    fn a_lead_in_begins_in_waste_at_its_length_from_the_piece() {
        for rows in [vec!["###", "#.#"], vec!["###", "#.#", "###"], vec!["####", "#...", "####"]] {
            let shape = Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape");
            let outline = Outline::of_shape(&shape, 10.0).expect("an outline");
            for ring in outline.rings() {
                let line = Line::ring(ring.points().to_vec());
                let begun = begun_outside(&outline, line, 3.0, "test").expect("room");
                assert!(!outline.contains(begun.points[0]));
                assert!((outline.distance(begun.points[0]) - 3.0).abs() < 1e-9);
                let length: f64 = begun.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
                assert!((length - 3.0 - ring.perimeter()).abs() < 1e-9, "once around");
            }
        }
        let shape = Shape::from_rows(Lattice::Square, ["###", "#.#", "###"]).expect("a shape");
        let outline = Outline::of_shape(&shape, 10.0).expect("an outline");
        let hole = Line::ring(outline.holes()[0].points().to_vec());
        let error = begun_outside(&outline, hole, 6.0, "test").unwrap_err();
        assert!(matches!(error, LineError::LeadInTooLong { .. }), "the hole is 10 mm wide");
    }
}
