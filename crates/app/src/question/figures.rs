//! The figures of tilings for questions: one table for the program, its help and the documents.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::QuestionError;
use piecework_draw::color::{Coloring, EFFORT};
use piecework_quilt::piecing::{Outside, PiecingOptions, straight_seam_plan};

use piecework_tiling::tiling::{MOST_FOR_HALVES, Survey, Tiling};

/// One figure of a tiling.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Its name in expressions.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    count: fn(&Figures<'_>) -> Result<i64, QuestionError>,
}

/// The only figure that differs between a tiling and its images under symmetries of the puzzle: a reflection
/// changes it.
pub(crate) const CHANGED_BY_REFLECTION: &str = "mirrored";

/// Figures about straight lines across the board or about sewing, which need a flat board.
const FLAT_ONLY: [&str; 7] = [
    "fault_lines",
    "halves",
    "congruent_halves",
    "rectangles",
    "crossings",
    "set_in_corners",
    "straight_rectangles",
];

/// Makes the rows: name, meaning, and what is counted or, after `=>`, a function that may fail.
macro_rules! keys {
    ($($name:literal $meaning:literal $(|$figures:ident| $count:expr)? $(=> $function:expr)?;)+) => {
        &[$(Key {
            name: $name,
            meaning: $meaning,
            count: $(|$figures| Ok(whole($count)))? $($function)?,
        }),+]
    };
}

/// All figures, in the order of the documents.
pub const KEYS: &[Key] = keys! {
    "pieces" "pieces laid" |figures| figures.tiling().placements().len();
    "gaps" "cells that stay empty" |figures| figures.tiling().gaps().len();
    "symmetries" "symmetries of the puzzle that map the tiling onto itself; 1 if it has none"
        |figures| figures.survey.symmetries().len();
    "fault_lines" "straight lines across the board that cut no piece"
        |figures| figures.survey.fault_lines().len();
    "halves" "fault lines with equal shapes on both sides" |figures| figures.survey.halving_lines().len();
    "congruent_halves" "ways to part the pieces into two congruent areas; up to 24 pieces" => congruent_halves;
    "rectangles" "rectangles of two or more whole pieces inside the board"
        |figures| figures.survey.rectangles().count();
    "crossings" "points where four or more pieces meet" |figures| figures.survey.crossings().len();
    "contacts" "pairs of pieces that share an edge"
        |figures| figures.survey.sharing_edges().iter().map(BTreeSet::len).sum::<usize>() / 2;
    "set_in_corners" "corners of pieces with more than half a turn inside"
        |figures| figures.survey.set_in_corners();
    "mirrored" "pieces that lie flipped over"
        |figures| figures.survey.sides().iter().map(|sides| sides.mirrored).sum();
    "on_border" "pieces with an edge on the border, holes included" |figures| figures.survey.on_border().len();
    "inside" "pieces without an edge on the border"
        |figures| figures.tiling().placements().len() - figures.survey.on_border().len();
    "colors" "fewest colors with which pieces that share an edge differ"
        => |figures| colors(figures.survey.sharing_edges());
    "corner_colors" "the same for pieces that share an edge or a corner"
        => |figures| colors(figures.survey.touching());
    "straight_rectangles" "fewest rectangles of cloth with straight seams, on squares" => straight_rectangles;
};

/// Returns the figure of this name.
pub fn key(name: &str) -> Option<&'static Key> {
    const TABLE: &[Key] = KEYS;
    TABLE.iter().find(|key| key.name == name)
}

/// The figures of one tiling, each computed once, on request.
///
/// # Examples
/// ```
/// use piecework_app::question::{Figures, key};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two", &grids[0])?;
/// let figures = Figures::new(&tiling);
/// assert_eq!(figures.get(key("set_in_corners").expect("a key"))?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Figures<'a> {
    survey: Survey<'a>,
    known: [OnceLock<i64>; KEYS.len()],
}

impl<'a> Figures<'a> {
    /// Computes nothing yet.
    pub fn new(tiling: &'a Tiling) -> Self {
        Self { survey: Survey::new(tiling), known: [const { OnceLock::new() }; KEYS.len()] }
    }

    /// Returns the tiling.
    pub fn tiling(&self) -> &'a Tiling {
        self.survey.tiling()
    }

    /// Returns one figure.
    ///
    /// # Errors
    /// [`QuestionError`] for figures that such a tiling does not have: straight seams of hexagons, halves of
    /// many pieces, lines across a board with joined sides.
    pub fn get(&self, key: &Key) -> Result<i64, QuestionError> {
        if self.tiling().puzzle().region().wrap().is_some() && FLAT_ONLY.contains(&key.name) {
            return Err(QuestionError::FlatOnly { key: key.name });
        }
        let place = KEYS.iter().position(|other| other.name == key.name);
        let Some(kept) = place.and_then(|place| self.known.get(place)) else { return (key.count)(self) };
        if let Some(&value) = kept.get() {
            return Ok(value);
        }
        let value = (key.count)(self)?;
        Ok(*kept.get_or_init(|| value))
    }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn congruent_halves(figures: &Figures<'_>) -> Result<i64, QuestionError> {
    let halves = figures.survey.congruent_halves().ok_or(QuestionError::TooManyPieces {
        key: "congruent_halves",
        pieces: figures.tiling().placements().len(),
        most: MOST_FOR_HALVES,
    })?;
    Ok(whole(halves.len()))
}

fn colors(touching: Vec<BTreeSet<usize>>) -> Result<i64, QuestionError> {
    let touching: Vec<Vec<usize>> = touching.into_iter().map(|near| near.into_iter().collect()).collect();
    Ok(whole(Coloring::fewest(&touching, EFFORT)?.count()))
}

fn straight_rectangles(figures: &Figures<'_>) -> Result<i64, QuestionError> {
    let options = PiecingOptions { outside: Outside::Background, ..PiecingOptions::default() };
    Ok(whole(straight_seam_plan(figures.tiling(), &options)?.rectangles()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::tiling;
    use piecework_tiling::lattice::Lattice;

    #[track_caller]
    fn figures(lattice: Lattice, text: &str, expected: &[(&str, i64)]) {
        let tiling = tiling(lattice, text);
        let figures = Figures::new(&tiling);
        for &(name, value) in expected {
            let key = key(name).unwrap_or_else(|| panic!("no key {name}"));
            assert_eq!(figures.get(key).ok(), Some(value), "{name} of {text}");
            assert_eq!(figures.get(key).ok(), Some(value), "{name}, kept");
        }
    }

    #[test]
    fn figures_of_small_tilings() {
        figures(
            Lattice::Square,
            "AAB\nABB\nCCC\nDDD",
            &[
                ("pieces", 4),
                ("gaps", 0),
                ("symmetries", 1),
                ("fault_lines", 2),
                ("halves", 1),
                ("congruent_halves", 1),
                ("rectangles", 3),
                ("crossings", 0),
                ("contacts", 4),
                ("set_in_corners", 2),
                ("mirrored", 0),
                ("on_border", 4),
                ("inside", 0),
                ("colors", 3),
                ("corner_colors", 3),
                ("straight_rectangles", 6),
            ],
        );
        let pinwheel = "ABB\nACD\nEED";
        figures(
            Lattice::Square,
            pinwheel,
            &[("symmetries", 4), ("inside", 1), ("contacts", 8), ("colors", 3)],
        );
        figures(Lattice::Hex, "A A\n B B", &[("fault_lines", 0), ("halves", 0), ("colors", 2)]);
        figures(Lattice::Square, "AB\nCD", &[("crossings", 1), ("colors", 2), ("corner_colors", 4)]);
    }

    #[test]
    fn unsupported_figures_are_refused() {
        let tiles: String = ('A'..='Y').collect();
        for (lattice, text, name, code) in [
            (Lattice::Square, tiles.as_str(), "congruent_halves", "E2007"),
            (Lattice::Hex, "A A\n B B", "straight_rectangles", "E1"),
        ] {
            let tiling = tiling(lattice, text);
            let error = Figures::new(&tiling).get(key(name).expect("a key")).unwrap_err();
            let found = piecework_tiling::fault::Fault::code(&error);
            assert!(found.starts_with(code), "{found}");
        }
    }

    #[test]
    fn names_are_distinct_words() {
        for (index, key) in KEYS.iter().enumerate() {
            assert!(key.name.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase()), "{}", key.name);
            assert!(KEYS[..index].iter().all(|other| other.name != key.name), "{}", key.name);
        }
    }
}
