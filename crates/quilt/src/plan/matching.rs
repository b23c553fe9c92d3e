//! Finds matching points: where the corner of a neighbour meets the side of a patch, and where a corner is
//! set in.
//!
//! Points are vertices of the patchwork, mapped back to the piece as drawn in the puzzle. Letters go around
//! the piece from its first corner; set-in corners have the numbers of the map.

use piecework_draw::geometry::{GeometryError, Outline, Patch, Patchwork, Point};
use piecework_tiling::puzzle::Puzzle;

/// How far a vertex may lie from where it belongs, as a share of a cell: rounding of turned hexagons and
/// triangles.
const NEAR: f64 = 1e-3;

/// A point on the outline of a piece.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MatchPoint {
    /// What it is called on the template.
    pub(crate) letter: String,
    /// Where it is on the piece as drawn in the puzzle, in mm.
    pub(crate) at: Point,
    /// Whether a neighbour is set in here; else it is met by the corner of a neighbour.
    pub(crate) set_in: bool,
    /// Whether every patch of the piece has it.
    pub(crate) common: bool,
}

/// What one patch is matched at.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PatchMatch {
    /// The number of the patch on the diagram, from 1.
    pub patch: usize,
    /// The name of its template.
    pub template: String,
    /// Whether the template is turned over for it.
    pub turned_over: bool,
    /// The letters of its match marks.
    pub marks: Vec<String>,
    /// Its set-in corners: the letter on the template and the number on the diagram.
    pub set_in: Vec<(String, usize)>,
}

/// The points of all pieces and of all patches.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Matching {
    /// For each piece of the puzzle, in its order.
    pub(crate) pieces: Vec<Vec<MatchPoint>>,
    /// For each patch, in the order of the patchwork.
    pub(crate) patches: Vec<PatchMatch>,
}

impl Matching {
    /// Finds the points of every patch.
    pub(super) fn new(puzzle: &Puzzle, patchwork: &Patchwork, cell: f64) -> Result<Self, GeometryError> {
        let drawn = puzzle.pieces().iter().map(|piece| Outline::of_shape(&piece.shape, cell));
        let drawn = drawn.collect::<Result<Vec<Outline>, _>>()?;
        let mut used: Vec<Vec<Candidate>> = drawn.iter().map(|outline| candidates(outline, cell)).collect();
        let mut copies = vec![0; drawn.len()];
        let numbers = patchwork.set_in_corners();
        let mut found = Vec::new();
        for (index, patch) in patchwork.patches().iter().enumerate() {
            copies[patch.piece()] += 1;
            let back = Back::of(patch, &drawn[patch.piece()]);
            let number = |vertex| numbers.iter().position(|at| (at.patch, at.vertex) == (index, vertex));
            let mut points = Vec::new();
            for vertex in vertices(patch, patchwork) {
                let at = back.place(patchwork.vertices()[vertex].at);
                let near = |candidate: &Candidate| candidate.at.distance(at) < NEAR * cell;
                let Some(place) = used[patch.piece()].iter().position(near) else { continue };
                let candidate = &mut used[patch.piece()][place];
                let number = number(vertex);
                if candidate.reflex == number.is_some() {
                    candidate.patches += 1;
                    points.push((place, number));
                }
            }
            points.sort_unstable();
            points.dedup();
            found.push(points);
        }
        let letters: Vec<Vec<Option<String>>> = used.iter().map(|used| letters(used)).collect();
        let patches = patchwork.patches().iter().zip(found).enumerate();
        let patches = patches.map(|(index, (patch, points))| {
            let letter = |place: usize| letters[patch.piece()][place].clone().unwrap_or_default();
            let marks = points.iter().filter(|(_, number)| number.is_none());
            let set_in = points.iter().filter_map(|&(place, number)| Some((letter(place), number? + 1)));
            PatchMatch {
                patch: index + 1,
                template: patch.name().to_owned(),
                turned_over: patch.mirrored(),
                marks: marks.map(|&(place, _)| letter(place)).collect(),
                set_in: set_in.collect(),
            }
        });
        let patches = patches.collect();
        let pieces = used.into_iter().zip(letters).zip(copies).map(|((used, letters), copies)| {
            let points = used.into_iter().zip(letters).filter_map(|(candidate, letter)| {
                let Candidate { at, reflex, patches } = candidate;
                Some(MatchPoint { letter: letter?, at, set_in: reflex, common: patches == copies })
            });
            points.collect()
        });
        Ok(Self { pieces: pieces.collect(), patches })
    }
}

/// A point of a piece at which a neighbour may meet it.
struct Candidate {
    at: Point,
    reflex: bool,
    /// How many patches have it.
    patches: usize,
}

/// The notches of a piece and the ends of cells along its sides, ring by ring.
fn candidates(outline: &Outline, cell: f64) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for ring in outline.rings() {
        for corner in ring.corners() {
            if corner.is_reflex() {
                candidates.push(Candidate { at: corner.at, reflex: true, patches: 0 });
            }
            let length = corner.at.distance(corner.after);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few cells")]
            let steps = (length / cell).round() as u32;
            candidates.extend((1..steps).map(|step| {
                let share = f64::from(step) / f64::from(steps);
                let (dx, dy) = (corner.after.x - corner.at.x, corner.after.y - corner.at.y);
                Candidate { at: corner.at.moved(dx * share, dy * share), reflex: false, patches: 0 }
            }));
        }
    }
    candidates
}

/// The vertices of a patch where something is matched: where it does not turn, and where it is set in.
fn vertices(patch: &Patch, patchwork: &Patchwork) -> Vec<usize> {
    let corners: Vec<Point> = patch.outline().corners().map(|corner| corner.at).collect();
    let mut found = Vec::new();
    for side in patch.rings().iter().flatten() {
        let edge = &patchwork.edges()[side.edge];
        let start = if side.reversed { edge.to } else { edge.from };
        let at = patchwork.vertices()[start].at;
        if patch.reflex_vertices().contains(&start)
            || !corners.iter().any(|corner| corner.distance(at) < 1e-9)
        {
            found.push(start);
        }
    }
    found
}

/// The letters of the candidates that some patch has, around the piece.
fn letters(candidates: &[Candidate]) -> Vec<Option<String>> {
    let mut next = 0;
    let letter = |candidate: &Candidate| {
        (candidate.patches > 0).then(|| {
            next += 1;
            name(next)
        })
    };
    candidates.iter().map(letter).collect()
}

/// `a` to `z`, then `aa`, `ab` and so on, counted from 1.
fn name(mut number: usize) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'a' + u8::try_from(number % 26).unwrap_or(0)));
        number /= 26;
    }
    letters.iter().rev().collect()
}

/// The way from a patch in the quilt back to its piece as drawn.
struct Back {
    shift: (f64, f64),
    turn: i32,
    mirrored: bool,
}

impl Back {
    fn of(patch: &Patch, drawn: &Outline) -> Self {
        let turn = i32::try_from(patch.turn()).unwrap_or(0);
        let laid = if patch.mirrored() { drawn.mirrored() } else { drawn.clone() }.turned(turn).bounds();
        let lies = patch.outline().bounds();
        Self { shift: (laid.left - lies.left, laid.top - lies.top), turn, mirrored: patch.mirrored() }
    }

    fn place(&self, at: Point) -> Point {
        let turned = at.moved(self.shift.0, self.shift.1).turned(-self.turn);
        if self.mirrored { turned.mirrored() } else { turned }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{Tiling, infer_from_grid, read_letter_grids};

    fn of(lattice: Lattice, rows: &str) -> (Tiling, Patchwork, Matching) {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
        let matching = Matching::new(tiling.puzzle(), &patchwork, 10.0).expect("points");
        (tiling, patchwork, matching)
    }

    #[test]
    fn marks_are_where_corners_of_neighbours_meet_a_side() {
        // The corners of B and C meet in the middle of the lower side of A.
        let (_, _, matching) = of(Lattice::Square, "AAAA\nBBCC");
        assert_eq!(matching.patches[0].marks, ["a"]);
        assert!(matching.patches[1].marks.is_empty(), "there both have corners");
        let point = &matching.pieces[0][0];
        assert_eq!((point.at, point.set_in, point.common), (Point::new(20.0, 10.0), false, true));
    }

    #[test]
    fn every_set_in_corner_is_on_one_patch_with_its_number() {
        for rows in ["AAB\nABB", "AAABB\nACCBB\nACCBD", "AAA\nABA\nAAA", "AABB\nACCB\nDCCE\nDDEE"] {
            let (_, patchwork, matching) = of(Lattice::Square, rows);
            let corners = patchwork.set_in_corners();
            let mut numbers: Vec<usize> =
                matching.patches.iter().flat_map(|patch| patch.set_in.iter().map(|(_, at)| *at)).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (1..=corners.len()).collect::<Vec<_>>(), "{rows}");
        }
    }

    /// Lays every point of a piece back into the quilt, and counts those that are no vertices on the patch.
    #[track_caller]
    fn points_lie_on_vertices(lattice: Lattice, rows: &str) {
        let (tiling, patchwork, matching) = of(lattice, rows);
        for (patch, matched) in patchwork.patches().iter().zip(&matching.patches) {
            let drawn = Outline::of_shape(&tiling.puzzle().pieces()[patch.piece()].shape, 10.0);
            let drawn = drawn.expect("an outline");
            let back = Back::of(patch, &drawn);
            let corners: Vec<Point> = patch.outline().corners().map(|corner| back.place(corner.at)).collect();
            for corner in drawn.corners() {
                assert!(
                    corners.iter().any(|at| at.distance(corner.at) < 1e-6),
                    "{rows}: the way back is right"
                );
            }
            let points = &matching.pieces[patch.piece()];
            let own: Vec<&String> =
                matched.marks.iter().chain(matched.set_in.iter().map(|(l, _)| l)).collect();
            for point in points.iter().filter(|point| own.contains(&&point.letter)) {
                let near = |at: Point| back.place(at).distance(point.at) < 1e-6;
                assert!(patchwork.vertices().iter().any(|vertex| near(vertex.at)), "{rows}: {point:?}");
            }
            assert_eq!(own.len(), vertices(patch, &patchwork).len() - empty_notches(patch, &patchwork));
        }
    }

    fn empty_notches(patch: &Patch, patchwork: &Patchwork) -> usize {
        let alone = |&&vertex: &&usize| patchwork.vertices()[vertex].patches.len() < 2;
        patch.reflex_vertices().iter().filter(alone).count()
    }

    #[test]
    fn points_of_turned_and_mirrored_patches_come_back_to_the_piece() {
        points_lie_on_vertices(Lattice::Square, "AABB\nACCB\nDCCE\nDDEE");
        points_lie_on_vertices(
            Lattice::Square,
            "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF",
        );
        points_lie_on_vertices(Lattice::Hex, "A A B\n A B B");
        points_lie_on_vertices(Lattice::Triangle, "AABBC\nADDCC");
    }

    #[test]
    fn marks_of_some_patches_are_told_from_marks_of_all() {
        // Four L trominoes of one template; the notches are set in everywhere, marks are not.
        let (_, _, matching) = of(Lattice::Square, "AAB\nACB\nCCB\nDEE\nDDE");
        let points = matching.pieces.iter().flatten();
        assert!(points.clone().any(|point| point.common) && points.clone().any(|point| !point.common));
    }

    #[test]
    fn letters_go_on_behind_z() {
        let names: Vec<String> = [1, 26, 27, 52, 53, 703].into_iter().map(name).collect();
        assert_eq!(names, ["a", "z", "aa", "az", "ba", "aaa"]);
    }
}
