//! Compares two files: whether they draw the same lines.
//!
//! Edges are matched one by one, in any order and either direction, each with one partner. Layers are
//! compared by name; if a format merges several layers, they are merged on both sides. Curves, which each
//! format flattens differently, must be near each other.

use std::collections::BTreeSet;

use super::nearby::Nearby;
use super::{CheckedEdge, CheckedSheet, FileSheet, Lines};
use crate::geometry::{Dimensions, Point};
use piecework_tiling::fault::fault;

/// The tolerance between two formats, in mm, unless one of them rounds more coarsely.
const SAME: f64 = 0.01;
/// The additional tolerance for flattened curves, in mm.
const CURVE: f64 = 0.03;
/// The additional tolerance for decimals, in mm.
const ROUNDING: f64 = 2e-4;

fault! {
    /// A difference between two files.
    #[derive(Clone, PartialEq)]
    pub enum Difference: NoAnswer {
        /// `first` is true if the first file has the layer.
        Layer { layer: String, first: bool } = E2120 {
            message("layer `{layer}` is only in the {which} file", which = if *first { "first" } else { "second" })
        }
        Size { one: Dimensions, other: Dimensions } = E2121 {
            message("the sheets measure {:.4} x {:.4} and {:.4} x {:.4} mm", one.width, one.height, other.width, other.height)
        }
        /// The lines are the same, but not their order or direction.
        Order { layer: String, line: usize, at: Point } = E2129 {
            message("layer `{layer}`: line {line} begins at ({:.3}, {:.3}) mm in one of them; the order differs", at.x, at.y)
        }
        Edges { layer: String, missing: usize, added: usize, edge: CheckedEdge } = E2122 {
            message("layer `{layer}`: {missing} edges are only in the first file and {added} only in the second, \
                one of them from ({:.3}, {:.3}) to ({:.3}, {:.3}) mm", edge.from.x, edge.from.y, edge.to.x, edge.to.y)
        }
    }
}

/// Returns the differences between two sheets, layer by layer; empty if they draw the same.
pub fn compare(one: FileSheet<'_>, other: FileSheet<'_>) -> Vec<Difference> {
    let tolerance = SAME.max(one.file.precision).max(other.file.precision) + ROUNDING;
    let (one, other) = (one.sheet, other.sheet);
    let mut differences = Vec::new();
    let sizes = one.size.zip(other.size);
    let unlike = |(a, b): &(Dimensions, Dimensions)| {
        (a.width - b.width).abs() > tolerance || (a.height - b.height).abs() > tolerance
    };
    differences.extend(sizes.filter(unlike).map(|(one, other)| Difference::Size { one, other }));
    for names in together(one, other) {
        let silent = |sheet: &CheckedSheet| names.iter().any(|name| sheet.silent.contains(name));
        if silent(one) || silent(other) {
            continue;
        }
        let (ours, theirs) = (gathered(one, &names), gathered(other, &names));
        let layer = shown(one, other, &names);
        match (ours.edges.is_empty(), theirs.edges.is_empty()) {
            (true, true) => {}
            (false, true) => differences.push(Difference::Layer { layer, first: true }),
            (true, false) => differences.push(Difference::Layer { layer, first: false }),
            (false, false) => differences.extend(edges(layer, &ours, &theirs, tolerance)),
        }
    }
    differences
}

/// Returns the differences between two sheets in the same format, the order of their lines included.
pub fn compare_in_order(one: FileSheet<'_>, other: FileSheet<'_>) -> Vec<Difference> {
    let differences = compare(one, other);
    if !differences.is_empty() {
        return differences;
    }
    let begins = |sheet: &CheckedSheet| -> Vec<(String, Point)> {
        let strokes = sheet.strokes.iter();
        strokes.map(|stroke| (sheet.layer(stroke).to_owned(), sheet.points(stroke)[0])).collect()
    };
    let (ours, theirs) = (begins(one.sheet), begins(other.sheet));
    let same = |a: &(String, Point), b: &(String, Point)| a.0 == b.0 && a.1.distance(b.1) <= SAME;
    let first = (1..).zip(ours.iter().zip(&theirs)).find(|(_, (a, b))| !same(a, b));
    first
        .map(|(line, ((layer, at), _))| Difference::Order { layer: layer.clone(), line, at: *at })
        .into_iter()
        .collect()
}

/// Groups of layer names that one of the sheets does not distinguish, so that they must be compared together.
fn together(one: &CheckedSheet, other: &CheckedSheet) -> Vec<BTreeSet<String>> {
    let mut groups: Vec<BTreeSet<String>> = Vec::new();
    for key in one.layers.keys().chain(other.layers.keys()) {
        let mut group: BTreeSet<String> = key.split('+').map(str::to_owned).collect();
        groups.retain(|before| {
            let apart = before.is_disjoint(&group);
            if !apart {
                group.extend(before.iter().cloned());
            }
            apart
        });
        groups.push(group);
    }
    groups
}

/// Returns the names that one of the sheets has by themselves; if there are none, all.
fn shown(one: &CheckedSheet, other: &CheckedSheet, names: &BTreeSet<String>) -> String {
    let own = |name: &&str| one.layers.contains_key(*name) || other.layers.contains_key(*name);
    let own: Vec<&str> = names.iter().map(String::as_str).filter(own).collect();
    let words: Vec<&str> = if own.is_empty() { names.iter().map(String::as_str).collect() } else { own };
    words.join("+")
}

/// Returns all lines of a sheet under any of the names.
fn gathered(sheet: &CheckedSheet, names: &BTreeSet<String>) -> Lines {
    let mut all = Lines::default();
    for (key, lines) in &sheet.layers {
        if key.split('+').any(|name| names.contains(name)) {
            all.edges.extend(&lines.edges);
            all.curved |= lines.curved;
        }
    }
    all
}

fn edges(layer: String, ours: &Lines, theirs: &Lines, tolerance: f64) -> Option<Difference> {
    let (mut lost, mut added) = unmatched(&ours.edges, &theirs.edges, tolerance);
    // Points that are closer than the files can distinguish may have become one.
    let counts = |edge: &CheckedEdge| edge.from.distance(edge.to) > 4.0 * tolerance;
    lost.retain(counts);
    added.retain(counts);
    if ours.curved || theirs.curved {
        let keep_far = |kept: &mut Vec<CheckedEdge>, others: &[CheckedEdge]| {
            if !kept.is_empty() {
                let nearby = Nearby::new(others, tolerance + CURVE);
                let middle = |edge: &CheckedEdge| edge.from.middle(edge.to);
                kept.retain(|edge| ![edge.from, middle(edge), edge.to].into_iter().all(|at| nearby.has(at)));
            }
        };
        keep_far(&mut lost, &theirs.edges);
        keep_far(&mut added, &ours.edges);
    }
    let edge = *lost.first().or(added.first())?;
    Some(Difference::Edges { layer, missing: lost.len(), added: added.len(), edge })
}

/// Returns the edges of either side without a partner on the other.
fn unmatched(
    ours: &[CheckedEdge],
    theirs: &[CheckedEdge],
    tolerance: f64,
) -> (Vec<CheckedEdge>, Vec<CheckedEdge>) {
    // Sorted by squares, edges that may be the same follow each other.
    let mut waiting: Vec<((i64, i64), &CheckedEdge, bool)> =
        theirs.iter().map(|edge| (square(edge, tolerance), edge, true)).collect();
    waiting.sort_by_key(|&(key, ..)| key);
    let mut lost = Vec::new();
    for edge in ours {
        let (x, y) = square(edge, tolerance);
        let found = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))).find_map(|key| {
            let begin = waiting.partition_point(|&(other, ..)| other < key);
            let here = waiting[begin..].iter().take_while(|&&(other, ..)| other == key);
            let mut matching =
                here.zip(begin..).filter(|((_, other, waits), _)| *waits && same(edge, other, tolerance));
            matching.next().map(|(_, at)| at)
        });
        match found {
            Some(at) => waiting[at].2 = false,
            None => lost.push(*edge),
        }
    }
    (lost, waiting.into_iter().filter(|&(.., waits)| waits).map(|(_, edge, _)| *edge).collect())
}

/// Returns the square of the sheet that contains the middle of an edge; wider than the tolerance.
#[expect(clippy::cast_possible_truncation, reason = "sheets are at most some metres")]
fn square(edge: &CheckedEdge, tolerance: f64) -> (i64, i64) {
    let middle = edge.from.middle(edge.to);
    let side = 2.0 * tolerance;
    ((middle.x / side).round() as i64, (middle.y / side).round() as i64)
}

fn same(one: &CheckedEdge, other: &CheckedEdge, tolerance: f64) -> bool {
    let near = |a: Point, b: Point| (a.x - b.x).abs() <= tolerance && (a.y - b.y).abs() <= tolerance;
    near(one.from, other.from) && near(one.to, other.to)
        || near(one.from, other.to) && near(one.to, other.from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::CutFile;

    fn sheet(layers: &[(&str, &[(f64, f64)])], precision: f64) -> (CutFile, CheckedSheet) {
        let mut sheet = CheckedSheet { size: Some((100.0, 100.0).into()), ..CheckedSheet::default() };
        for (layer, points) in layers {
            let points: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
            sheet.add(layer, &points, false).expect("a line");
        }
        (CutFile { format: "SVG", recipe: None, sheets: Vec::new(), precision }, sheet)
    }

    fn differences(one: &(CutFile, CheckedSheet), other: &(CutFile, CheckedSheet)) -> Vec<String> {
        let [one, other] = [one, other].map(|(file, sheet)| FileSheet { file, sheet });
        compare(one, other).iter().map(ToString::to_string).collect()
    }

    const LINE: &[(f64, f64)] = &[(1.0, 1.0), (9.0, 1.0), (9.0, 9.0)];

    #[test]
    fn order_and_direction_do_not_matter_and_every_edge_has_one_partner() {
        let one = sheet(&[("CUT", LINE)], 0.0);
        let back = sheet(&[("CUT", &[(9.0, 9.0), (9.0, 1.0), (1.0, 1.0)])], 0.0);
        assert!(differences(&one, &back).is_empty());
        let twice = sheet(&[("CUT", LINE), ("CUT", &[(1.0, 1.0), (9.0, 1.0)])], 0.0);
        assert!(differences(&one, &twice)[0].contains("0 edges are only in the first file and 1 only"));
    }

    #[test]
    fn a_hundredth_is_the_same_and_more_is_not_unless_a_format_is_coarser() {
        let moved = |by: f64, precision: f64| {
            sheet(&[("CUT", &[(1.0 + by, 1.0), (9.0 + by, 1.0), (9.0 + by, 9.0)])], precision)
        };
        let one = sheet(&[("CUT", LINE)], 0.0);
        assert!(differences(&one, &moved(0.0099, 0.0)).is_empty());
        assert_eq!(differences(&one, &moved(0.0121, 0.0)).len(), 1);
        assert!(differences(&one, &moved(0.0121, 0.0125)).is_empty());
        assert_eq!(differences(&one, &moved(0.0131, 0.0125)).len(), 1);
    }

    #[test]
    fn layers_are_merged_where_a_format_does() {
        let apart = sheet(&[("SEW", LINE), ("SCORE", &[(50.0, 1.0), (60.0, 1.0)])], 0.0);
        let one = sheet(&[("FOLD+SCORE+SEW", LINE), ("FOLD+SCORE+SEW", &[(50.0, 1.0), (60.0, 1.0)])], 0.0);
        assert!(differences(&apart, &one).is_empty());
        let lacks = sheet(&[("SEW", LINE)], 0.0);
        assert!(differences(&apart, &lacks)[0].contains("`SCORE` is only in the first"));
        let mut silent = lacks.clone();
        silent.1.silent.push("SCORE".into());
        assert!(differences(&apart, &silent).is_empty());
    }
}
