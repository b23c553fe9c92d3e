//! What is said of the blocks of a quilt: how they lie and are turned, their fabrics, and a second block by name or file.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use piecework_solve::{SolveOptions, solve};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::limits::Limits;
use piecework_tiling::names::nearest;
use piecework_tiling::puzzle::{Puzzle, read_puzzle};
use piecework_tiling::setting::{Ask, OptionError, OptionKind, Setting, bad};
use piecework_tiling::source::Source;
use piecework_tiling::templates::{gallery_tiling, puzzle_template, puzzle_templates};
use piecework_tiling::tiling::{Import, OtherBlock, Tiling, import, read_records, tiling_at, write_record};

/// How the blocks of a quilt lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlockSetting {
    /// Side by side.
    Straight,
    /// On their corners.
    OnPoint,
}

/// How blocks are turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TurnBlocks {
    /// Not at all.
    No,
    /// Each second one by a quarter.
    Second,
    /// Each second one upside down.
    Half,
    /// Four around a corner.
    Pinwheel,
    /// At random.
    Random,
}

/// In which fabrics blocks are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Recolor {
    /// The quilt is colored as a whole.
    Free,
    /// All blocks in the same.
    Same,
    /// Each second one with the first exchanged for the last, and so on.
    Second,
    /// Each in the next.
    Each,
    /// The first fabric of the palette stays; of the others each block has the next.
    Others,
}

/// A block that takes the place of each second one, and how a design names it.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockChoice {
    block: OtherBlock,
    /// What it is called, unless it is the content of a file.
    name: Option<String>,
}

impl BlockChoice {
    /// The block.
    pub fn block(&self) -> &OtherBlock {
        &self.block
    }

    /// A tiling as it is read from a design.
    fn of(tiling: &Tiling, name: Option<String>) -> Result<Self, Error> {
        let source = Source::new("block", write_record(tiling));
        let tilings = read_records(&source, None, &Limits::default())?;
        let tiling = tilings.into_iter().next().unwrap_or_else(|| tiling.clone());
        Ok(Self { block: OtherBlock::Block(Box::new(tiling)), name })
    }
}

/// The names of blocks that are known without the gallery.
fn block_names() -> impl Iterator<Item = &'static str> {
    ["plain"].into_iter().chain(puzzle_templates().iter().map(|template| template.name))
}

/// What such a text looks like.
const FORM: &str = "`plain`, the name of a puzzle or of a design of the gallery, or the file of a tiling";

impl Setting for BlockChoice {
    const KIND: OptionKind = OptionKind::NameOrFile("block");

    /// `plain`, a name, or the path of a file, which is read at once; of a puzzle the first tiling is found.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        let name = Some(text.to_owned());
        if text == "plain" {
            return Ok(Self { block: OtherBlock::Plain, name });
        }
        if let Some(record) = gallery_tiling(text) {
            let tilings = read_records(&Source::new(text, record), None, ask.limits)?;
            return Self::of(tilings.first().ok_or_else(|| bad(text, FORM))?, name);
        }
        if let Some(template) = puzzle_template(text) {
            let puzzle = read_puzzle(&Source::new(text, template.text), ask.limits)?;
            return Self::of(&first_tiling(&puzzle)?, name);
        }
        if !Path::new(text).is_file() {
            let nearest = nearest(text, block_names());
            let (found, expected) = (text.to_owned(), FORM);
            return Err(OptionError::UnknownName { found, expected, nearest }.into());
        }
        let source = Source::open(Path::new(text), ask.limits)?;
        let design: Option<Value> = serde_json::from_str(source.text()).ok();
        let held = design.as_ref().and_then(|design| design["tilings"].get(0));
        let tiling = match held {
            Some(record) => {
                read_records(&Source::new(text, record.to_string()), None, ask.limits)?.into_iter().next()
            }
            None => match import(&source, None, ask.limits)? {
                Import::Tilings(tilings) => tilings.into_iter().next(),
                Import::Puzzles(puzzles) => puzzles.first().map(first_tiling).transpose()?,
                Import::Pieces(_) => None,
            },
        };
        Self::of(&tiling.ok_or_else(|| bad(text, FORM))?, None)
    }

    /// A name, or a tiling as a record: no design depends on a file beside it.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if node.is_object() {
            return Some(Self { block: OtherBlock::Block(Box::new(tiling_at(node, None)?)), name: None });
        }
        Self::checked(node, node.text()?, ask)
    }

    fn to_json(&self) -> Value {
        match (&self.name, &self.block) {
            (Some(name), _) => name.as_str().into(),
            (None, OtherBlock::Block(tiling)) => {
                serde_json::from_str(&write_record(tiling)).expect("a record is JSON")
            }
            (None, _) => "plain".into(),
        }
    }
}

/// The first tiling of a puzzle that is meant as a block, which is small.
fn first_tiling(puzzle: &Puzzle) -> Result<Tiling, Error> {
    /// Longer nobody waits for an option.
    const LONGEST: Duration = Duration::from_secs(5);
    let options = SolveOptions { time_limit: Some(LONGEST), ..SolveOptions::default() };
    let mut found = None;
    solve(puzzle, &options, |tiling| {
        found = Some(tiling);
        ControlFlow::Break(())
    })?;
    let none =
        || bad(puzzle.name(), "a puzzle whose first tiling is found in seconds; give the file of a tiling");
    Ok(found.ok_or_else(none)?)
}
