//! Fills the areas of a drawing with lines as far apart as the tool burns them wide, so that every machine can draw them.
//!
//! Where areas are over one another they are filled once, and not where a white one is over them. Rows go back and forth; they end half a line inside the edge, which
//! is a line of its own.

use std::collections::BTreeMap;

use piecework_draw::artwork::{ArtLine, Fill};
use piecework_draw::geometry::{Bounds, Point};

use super::photo::{MOST_POINTS, steps};

/// Where the edge of a shape crosses a row, by shape in the order of drawing: how it is filled, and each place with its sense.
type Crossings = BTreeMap<usize, (Fill, Vec<(f64, i32)>)>;

/// Returns rows of lines `beam` mm wide inside of the filled shapes; farther apart where they would have too many points.
pub(super) fn hatched(lines: &[ArtLine], beam: f64) -> Vec<Vec<Point>> {
    let filled = || lines.iter().filter(|line| line.fill.is_some() && line.points.len() > 2);
    let burnt = filled().filter(|line| line.fill.is_some_and(|fill| !fill.is_white));
    let Some(bounds) = Bounds::around(burnt.flat_map(|line| line.points.iter().copied())) else {
        return Vec::new();
    };
    let all_sides = || filled().flat_map(|line| sides(&line.points));
    let step = beam.max(all_sides().map(|[a, b]| (b.y - a.y).abs()).sum::<f64>() / MOST_POINTS);
    let rows = steps(bounds.height(), step).max(1);
    // The rest is above the first row and below the last.
    let first = bounds.center().y - step * f64::from(rows - 1) / 2.0;
    let mut crossed: Vec<Crossings> = vec![Crossings::new(); rows as usize];
    for line in filled() {
        let Some(fill) = line.fill else { continue };
        for [a, b] in sides(&line.points) {
            let (low, high, sense) = if a.y < b.y { (a, b, 1) } else { (b, a, -1) };
            // A row that ends touch is crossed by the side below it.
            let row = |y: f64| ((y - first) / step).ceil().clamp(0.0, f64::from(rows));
            for row in steps(row(low.y), 1.0)..steps(row(high.y), 1.0) {
                let share = (first + step * f64::from(row) - low.y) / (high.y - low.y);
                let at = low.x + share.clamp(0.0, 1.0) * (high.x - low.x);
                let shape = crossed[row as usize].entry(fill.shape);
                shape.or_insert_with(|| (fill, Vec::new())).1.push((at, sense));
            }
        }
    }
    let mut all = Vec::new();
    for (row, crossings) in crossed.into_iter().enumerate() {
        let y = first + step * row as f64;
        let mut spans: Vec<[f64; 2]> =
            inside(crossings).into_iter().filter_map(|span| shrunk(span, beam)).collect();
        if row % 2 == 1 {
            spans.reverse();
            spans.iter_mut().for_each(|span| span.reverse());
        }
        all.extend(spans.into_iter().map(|span| span.map(|x| Point { x, y }).to_vec()));
    }
    all
}

/// Returns the sides of a ring of points.
fn sides(points: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    points.iter().zip(points.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

/// Returns a span without half a line at both ends; none where nothing is left.
fn shrunk([from, to]: [f64; 2], beam: f64) -> Option<[f64; 2]> {
    (to - from > beam + 1e-9).then_some([from + beam / 2.0, to - beam / 2.0])
}

/// Returns the spans of a row that are inside of any shape and not under a white one, from left to right.
fn inside(crossings: Crossings) -> Vec<[f64; 2]> {
    let mut burnt = Vec::new();
    for (fill, mut places) in crossings.into_values() {
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut around, mut spans) = (0, Vec::new());
        for pair in places.windows(2) {
            around = if fill.even_odd { 1 - around } else { around + pair[0].1 };
            spans.extend((around != 0).then_some([pair[0].0, pair[1].0]));
        }
        match fill.is_white {
            true => burnt = spans.into_iter().fold(burnt, |burnt, bare| without(&burnt, bare)),
            false => burnt.extend(spans),
        }
    }
    burnt.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut joined: Vec<[f64; 2]> = Vec::new();
    for span in burnt {
        match joined.last_mut() {
            Some(last) if span[0] <= last[1] => last[1] = last[1].max(span[1]),
            _ => joined.push(span),
        }
    }
    joined
}

/// Returns what is left of spans beside another.
fn without(spans: &[[f64; 2]], [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
    let parts = spans.iter().flat_map(|&[left, right]| [[left, right.min(from)], [left.max(to), right]]);
    parts.filter(|[left, right]| left < right).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::artwork::Artwork;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::source::Source;

    const RING: &str = "M0 0h40v40h-40zM10 10h20v20h-20z";

    fn rows(inner: &str, beam: f64) -> Vec<Vec<Point>> {
        let text = format!("<svg xmlns='http://www.w3.org/2000/svg'>{inner}</svg>");
        let art = Artwork::read(&Source::new("a.svg", text), &Limits::default()).expect("a drawing");
        hatched(art.lines(), beam)
    }

    fn is_in_hole(point: &Point) -> bool {
        let inner = |at: f64| at > 10.0 && at < 30.0;
        inner(point.x) && inner(point.y)
    }

    /// The area that rows burn is that of the shape but for a line along its edge, and none is in a hole.
    #[test]
    fn rings_are_filled_and_holes_are_not() {
        let (ring, whole, overlap) = (1200.0, 1600.0, 1600.0);
        for (inner, area) in [
            (format!("<path fill-rule='evenodd' d='{RING}'/>"), ring),
            (format!("<path d='{RING}'/>"), whole),
            ("<path d='M0 0h40v40h-40zM10 10v20h20v-20z'/>".to_owned(), ring),
            ("<g fill='none'><path fill='#123' d='M0 0h40v40h-40'/></g>".to_owned(), whole),
            (
                "<rect width='40' height='40'/><rect x='10' y='10' width='20' height='20'/>".to_owned(),
                overlap,
            ),
            (
                "<rect width='40' height='40'/><rect fill='white' x='10' y='10' width='20' height='20'/>"
                    .to_owned(),
                ring,
            ),
            (
                "<rect fill='#fff' x='10' y='10' width='20' height='20'/><rect width='40' height='40'/>"
                    .to_owned(),
                whole,
            ),
            ("<style>.a{fill:none}</style><rect class='b a' width='9' height='9'/>".to_owned(), 0.0),
            (
                "<style>.a{fill:red}#b{fill:none}</style><rect class='a' id='b' width='9' height='9'/>"
                    .to_owned(),
                0.0,
            ),
            ("<rect style='fill:#FFFFFF' width='9' height='9'/><line x2='9' y2='9'/>".to_owned(), 0.0),
        ] {
            for beam in [0.13, 0.5, 1.0] {
                let rows = rows(&inner, beam);
                let burnt: f64 = rows.iter().map(|row| row[0].distance(row[1]) * beam + beam * beam).sum();
                assert!((burnt - area).abs() <= 160.0 * beam, "{inner} {beam}: {burnt} of {area}");
                assert!(area != ring || !rows.iter().flatten().any(is_in_hole), "{inner}");
                // What goes across the hole has a middle in it.
                let middles = rows.iter().map(|row| Point { x: (row[0].x + row[1].x) / 2.0, ..row[0] });
                assert_eq!(middles.filter(is_in_hole).count() > 0, area == whole, "{inner}");
            }
        }
    }

    /// A comb of a thousand teeth has as many points as allowed, and not as many as fine lines would give.
    #[test]
    fn rows_are_farther_apart_where_there_would_be_too_many() {
        let teeth = "v300h0.2v-300h0.2".repeat(1000);
        let rows = rows(&format!("<path d='M0 0{teeth}z'/>"), 0.05);
        let points = 2.0 * rows.len() as f64;
        assert!(points <= MOST_POINTS && points > 0.9 * MOST_POINTS, "{points}");
    }
}
