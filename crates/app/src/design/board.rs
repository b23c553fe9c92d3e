//! The board of puzzles made to order: a rectangle, a template by name, or the content of a file.

use std::path::Path;

use serde_json::{Value, json};

use super::{BoardSize, DesignError, OptionError, stem_of};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Puzzle, Region, read_drawing, read_puzzle, region_at, write_region};
use piecework_tiling::setting::{Ask, OptionKind, Setting};
use piecework_tiling::source::Source;
use piecework_tiling::templates::{board_names, board_template};
use piecework_tiling::text::nearest;

/// A board, and how a design names it.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardChoice {
    name: String,
    form: BoardForm,
}

#[derive(Debug, Clone, PartialEq)]
enum BoardForm {
    /// On the lattice of the pieces.
    Rectangle(BoardSize),
    Template(Region),
    /// From a file; a design holds it in full.
    Own(Region),
}

impl BoardChoice {
    /// What it is called, such as `5 x 4` or `heart`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board, for pieces of a lattice.
    ///
    /// # Errors
    /// [`Error`] if a rectangle is too large.
    pub fn region(&self, lattice: Lattice, limits: &Limits) -> Result<Region, Error> {
        match &self.form {
            BoardForm::Rectangle(size) => {
                limits.allow(Limit::RegionCells, u64::from(size.columns) * u64::from(size.rows))?;
                Ok(Region::rectangle(lattice, size.columns, size.rows)?)
            }
            BoardForm::Template(region) | BoardForm::Own(region) => Ok(region.clone()),
        }
    }

    fn rectangle(size: BoardSize) -> Self {
        Self { name: format!("{} x {}", size.columns, size.rows), form: BoardForm::Rectangle(size) }
    }

    /// The template of that name.
    fn template(name: &str) -> Result<Self, DesignError> {
        let Some(drawn) = board_template(name) else {
            return Err(DesignError::NoBoard {
                found: name.to_owned(),
                nearest: nearest(name, board_names()),
            });
        };
        let region = read_drawing(&Source::new(name, drawn), &Limits::default())
            .expect("an embedded board is a good one");
        Ok(Self { name: name.to_owned(), form: BoardForm::Template(region) })
    }

    /// Refuses what no kind of puzzle made to order knows.
    fn own(name: String, region: Region) -> Result<Self, OptionError> {
        if !region.optional().is_empty() {
            let option = "cells of the board that may stay empty".to_owned();
            return Err(OptionError::Conflict { option, other: "puzzle".into() });
        }
        Ok(Self { name, form: BoardForm::Own(region) })
    }
}

impl Setting for BoardChoice {
    const KIND: OptionKind = OptionKind::NameOrFile("board");

    /// A size, the name of a template, or the path of a `.txt` drawing or a `.json` puzzle, which is read at
    /// once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        let path = Path::new(text);
        let is_of = |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
        if is_of("txt") || is_of("json") {
            let source = Source::open(path, ask.limits)?;
            let region = match is_of("txt") {
                true => read_drawing(&source, ask.limits)?,
                false => read_puzzle(&source, ask.limits).map(|puzzle: Puzzle| puzzle.region().clone())?,
            };
            return Ok(Self::own(stem_of(text), region)?);
        }
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            return BoardSize::from_text(text, ask).map(Self::rectangle);
        }
        Ok(Self::template(text)?)
    }

    /// A text, or `{ "name": "cup", "lattice": "square", "region": { "rows": ["#.#", "###"] } }`: no design depends on a
    /// file beside it.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if !node.is_object() {
            let text = node.text()?;
            return match text.starts_with(|first: char| first.is_ascii_digit()) {
                true => BoardSize::checked(node, text, ask).map(Self::rectangle),
                false => node.check(Self::template(text)),
            };
        }
        let object = node.object(&["name", "lattice", "region"])?;
        let name = object.require("name").and_then(|name| name.name(Limit::TitleCharacters));
        let lattices = Lattice::ALL.iter().map(|&lattice| (lattice.name(), lattice)).collect::<Vec<_>>();
        let lattice = object.require("lattice").and_then(|lattice| lattice.word(&lattices))?;
        let region = object.require("region").and_then(|region| region_at(region, lattice));
        node.check(Self::own(name?.to_owned(), region?))
    }

    fn to_json(&self) -> Value {
        match &self.form {
            BoardForm::Rectangle(size) => size.to_json(),
            BoardForm::Template(_) => self.name.as_str().into(),
            BoardForm::Own(region) => {
                let own: Value = serde_json::from_str(&write_region(region)).unwrap_or_default();
                json!({ "name": self.name, "lattice": region.lattice().name(), "region": own })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::json::Document;

    fn typed(text: &str) -> Result<BoardChoice, Error> {
        BoardChoice::from_text(text, Ask { range: (0, 9), limits: &Limits::default() })
    }

    fn again(board: &BoardChoice) -> Option<BoardChoice> {
        let source = Source::new("board", board.to_json().to_string());
        let document = Document::parse(&source, &Limits::default()).expect("JSON");
        let read = BoardChoice::from_json(document.root(), Ask { range: (0, 9), limits: &Limits::default() });
        document.finish(read).ok()
    }

    #[test]
    fn a_board_is_read_from_a_design_as_it_was_typed() {
        let own = Region::hexagon(Lattice::Hex, 2).expect("a board");
        let own = BoardChoice::own("flower".into(), own).expect("a board");
        for (board, name) in [(typed("8x5"), "8 x 5"), (typed("heart"), "heart"), (Ok(own), "flower")] {
            let board = board.expect("a board");
            assert_eq!((board.name(), again(&board)), (name, Some(board.clone())));
        }
        let mut small = Limits::default();
        small.set_pair("region-cells=80").expect("a limit");
        assert!(typed("9x9").expect("a board").region(Lattice::Square, &small).is_err());
    }

    #[test]
    fn what_is_no_board_says_what_is() {
        assert!(typed("haert").is_err_and(|error| error.to_string().contains("`haert`")));
        assert!(typed("5by4").is_err_and(|error| error.to_string().contains("COLUMNSxROWS")));
        assert!(typed("none.txt").is_err());
        let rim = Region::rectangle(Lattice::Square, 4, 4).expect("a board").with_rim(1);
        assert!(BoardChoice::own("rim".into(), rim).is_err());
    }
}
