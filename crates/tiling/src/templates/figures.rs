//! A catalogue of figures that known sets of pieces tile, with their designers, and with the numbers of tilings that were published.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::names::find;

/// A figure of the catalogue, with the pieces that tile it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Figure {
    /// What it is called: the set and the figure, such as `pentominoes/eye`.
    pub name: String,
    /// What it shows, as a title.
    pub title: String,
    /// The pieces, in words.
    pub pieces: String,
    /// How many cells it has.
    pub cells: usize,
    /// Who designed it, or where it was found, where that is known: by somebody, from something.
    pub credit: Option<String>,
    /// The year in which its tilings were counted first, where that is known.
    pub year: Option<u32>,
    /// How many tilings were published, up to its symmetries.
    pub published: Option<u64>,
    /// How many there are, where that is another number.
    pub counted: Option<u64>,
    /// Where it was published.
    pub source: String,
    /// The puzzle file (JSON).
    pub text: String,
}

impl Figure {
    /// Returns what it is, in one line.
    ///
    /// # Examples
    /// ```
    /// let eye = piecework_tiling::templates::figure("pentominoes/eye").ok_or("a figure")?;
    /// assert_eq!(eye.about(), "Eye: the twelve pentominoes; by Joel Enwald; 1 tiling up to symmetry");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn about(&self) -> String {
        let credit = self.credit.iter().map(|credit| format!("; {credit}"));
        let year = self.year.iter().map(|year| format!("; counted in {year}"));
        let tilings = self.published.iter().map(|count| match self.counted {
            None => format!("; {count} {} up to symmetry", if *count == 1 { "tiling" } else { "tilings" }),
            Some(found) => format!("; {found} tilings up to symmetry ({count} were published)"),
        });
        credit
            .chain(year)
            .chain(tilings)
            .fold(format!("{}: {}", self.title, self.pieces), |all, part| all + &part)
    }
}

/// A file of `templates/figures`: figures that one set of pieces tiles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    about: String,
    source: String,
    lattice: String,
    pieces: Value,
    figures: Vec<Drawn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    name: String,
    title: String,
    credit: Option<String>,
    year: Option<u32>,
    published: Option<u64>,
    counted: Option<u64>,
    /// Where it is not that of the set.
    source: Option<String>,
    /// Where they are not those of the set.
    pieces: Option<Value>,
    rows: Vec<String>,
}

impl Drawn {
    fn in_set(self, name: &str, set: &Set) -> Figure {
        let title = self
            .credit
            .as_ref()
            .map_or_else(|| self.title.clone(), |credit| format!("{}, {credit}", self.title));
        let text = json!({
            "piecework": 1, "name": title, "lattice": set.lattice, "region": { "rows": self.rows },
            "pieces": self.pieces.as_ref().unwrap_or(&set.pieces),
        });
        Figure {
            name: format!("{name}/{}", self.name),
            title: self.title,
            pieces: set.about.clone(),
            cells: self.rows.iter().map(|row| row.matches('#').count()).sum(),
            credit: self.credit,
            year: self.year,
            published: self.published,
            counted: self.counted,
            source: self.source.unwrap_or_else(|| set.source.clone()),
            text: text.to_string(),
        }
    }
}

static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let of_set = |(name, text): (&'static str, &'static str)| {
        let mut set: Set = serde_json::from_str(text).expect("an embedded catalogue");
        let drawn = std::mem::take(&mut set.figures);
        drawn.into_iter().map(|figure| figure.in_set(name, &set)).collect::<Vec<Figure>>()
    };
    piecework_templates::files("figures").flat_map(of_set).collect()
});

/// Returns the figures of the catalogue, by set.
pub fn figures() -> &'static [Figure] {
    &FIGURES
}

/// Returns the figure of that name.
///
/// # Examples
/// ```
/// let heart = piecework_tiling::templates::figure("hexiamonds/heart").ok_or("a figure")?;
/// assert_eq!(heart.published, Some(4154));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn figure(name: &str) -> Option<&'static Figure> {
    // Nothing else has such a name, and most names are asked for before any figure is.
    name.contains('/').then(|| find(name, figures(), |figure| &figure.name)).flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::limits::Limits;
    use crate::puzzle::read_puzzle;
    use crate::source::Source;

    #[test]
    fn every_figure_is_a_puzzle_that_its_pieces_fill() {
        let mut names = BTreeSet::new();
        for figure in figures() {
            assert!(names.insert(&figure.name), "{} is there twice", figure.name);
            let puzzle =
                read_puzzle(&Source::new(figure.name.as_str(), figure.text.as_str()), &Limits::default());
            let puzzle = puzzle.map_err(|error| error.to_string()).expect(&figure.name);
            let area: usize = puzzle
                .pieces()
                .iter()
                .map(|piece| piece.shape.area() * piece.count.max.unwrap_or(0) as usize)
                .sum();
            assert_eq!(puzzle.region().area(), figure.cells, "{}", figure.name);
            assert!(area >= figure.cells, "{}: too few pieces", figure.name);
        }
        assert!(names.len() >= 300, "{}", names.len());
    }
}
