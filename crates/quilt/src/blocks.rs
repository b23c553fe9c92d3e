//! The blocks of a quilt: how they lie, what takes the place of each second one, and in which fabrics they are.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::grow::{blocks_for_bed, grown_by};
use super::piecing::BlockGrid;
use super::settings::Grow;
use super::{QuiltRequest, prepare};
use piecework_draw::color::{Fabric, FabricPlan, Scheme, read_stash};
use piecework_draw::geometry::Patchwork;
use piecework_draw::options::{FabricRequest, Options as _, PatchFabric, flag};
use piecework_solve::{SolveOptions, solve};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Puzzle, PuzzleError, read_puzzle};
use piecework_tiling::setting::{Ask, BoardSize, OptionError, OptionKind, Setting, bad};
use piecework_tiling::source::Source;
use piecework_tiling::templates::{gallery_tiling, puzzle_template};
use piecework_tiling::tiling::{
    BlockPart, BlockTurn, BlockWish, Blocks, Import, OtherBlock, Tiling, import, read_records, tiling_at,
    write_record,
};

/// Options that only quilts of blocks have.
const OF_BLOCKS: [&str; 6] = ["sashing", "setting", "turn_blocks", "mirror_blocks", "recolor", "alternate"];

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
            return Err(bad(text, FORM).into());
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
    const LONGEST: Duration = Duration::from_secs(20);
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

impl QuiltRequest {
    /// Whether its blocks stand on their corners.
    pub(crate) fn is_on_point(&self) -> bool {
        self.setting == BlockSetting::OnPoint
    }

    /// So many blocks that lie as it is asked for.
    pub(crate) fn blocks_of(&self, grid: BoardSize) -> Blocks {
        let sashing = self.sashing.map_or(0, |cells| u32::try_from(cells).unwrap_or(u32::MAX));
        Blocks {
            columns: grid.columns,
            rows: grid.rows,
            sashing,
            turn: match self.turn_blocks {
                TurnBlocks::No => None,
                TurnBlocks::Second => Some(BlockTurn::Second),
                TurnBlocks::Half => Some(BlockTurn::Half),
                TurnBlocks::Pinwheel => Some(BlockTurn::Pinwheel),
                TurnBlocks::Random => Some(BlockTurn::Random(self.turn_seed.unwrap_or(1))),
            },
            mirror: self.mirror_blocks,
            on_point: self.is_on_point(),
            other: self.alternate.as_ref().map(|choice| choice.block().clone()),
        }
    }

    /// What is asked for of the fabrics of a quilt of blocks: sashing has the last of the palette or the stash, cornerstones
    /// the first, plain blocks and triangles around blocks on point the one before the sashing.
    pub(crate) fn fabrics_of_blocks(
        &self,
        block: &Tiling,
        parts: &[BlockPart],
    ) -> Result<FabricRequest, Error> {
        let mut fabrics = self.fabrics.clone();
        let stash = fabrics.stash.as_deref().map(read_stash).transpose()?;
        let is_there = |fabric: &&Fabric| {
            stash
                .as_ref()
                .is_none_or(|stash| stash.iter().any(|(name, _)| name.eq_ignore_ascii_case(&fabric.name)))
        };
        let palette: Vec<Fabric> =
            fabrics.palette.palette().fabrics().iter().filter(is_there).cloned().collect();
        let before_last =
            if self.sashing.is_some() { palette.len().saturating_sub(2) } else { palette.len() - 1 };
        let own = self.recolored(block, &palette)?;
        for (patch, is) in (1..).zip(parts) {
            let fabric = match is {
                BlockPart::Sashing => palette.last(),
                BlockPart::Cornerstone => palette.first(),
                BlockPart::Plain | BlockPart::Setting => palette.get(before_last),
                is => own.of(is),
            };
            let is_given = || self.fabrics.fabric_of.iter().any(|given| given.patch == patch);
            if let Some(fabric) = fabric.filter(|_| !is_given()) {
                fabrics.fabric_of.push(PatchFabric { patch, fabric: fabric.name.clone() });
            }
        }
        Ok(fabrics)
    }

    /// The fabrics of blocks that have them each by itself.
    fn recolored(&self, block: &Tiling, palette: &[Fabric]) -> Result<BlockFabrics, Error> {
        if self.recolor == Recolor::Free {
            return Ok(BlockFabrics::default());
        }
        if self.fabrics.photo.is_some() {
            let (option, other) = ("--recolor".to_owned(), "--photo".to_owned());
            return Err(OptionError::Conflict { option, other }.into());
        }
        let mut wish = self.fabrics.wish()?;
        wish.fixed.clear();
        if matches!(wish.scheme, Scheme::Stash(_)) {
            wish.scheme = Scheme::Fewest;
        }
        let other = match self.alternate.as_ref().map(BlockChoice::block) {
            Some(OtherBlock::Block(tiling)) => Some(&**tiling),
            _ => None,
        };
        let of = |tiling: &Tiling| -> Result<Vec<usize>, Error> {
            let patchwork = Patchwork::trace(tiling, 10.0)?;
            let plan =
                FabricPlan::choose(tiling, &patchwork, self.differ, self.fabrics.palette.palette(), &wish)?;
            let place =
                |fabric: usize| palette.iter().position(|of| *of == plan.fabrics[fabric]).unwrap_or(0);
            Ok(plan.fabric_of.iter().map(|&fabric| place(fabric)).collect())
        };
        let blocks = [Some(of(block)?), other.map(of).transpose()?].map(Option::unwrap_or_default);
        let mut used: Vec<usize> = blocks.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let used: Vec<Fabric> = used.into_iter().map(|fabric| palette[fabric].clone()).collect();
        let place: BTreeMap<&str, usize> =
            used.iter().zip(0..).map(|(of, at)| (of.name.as_str(), at)).collect();
        let fabric_of =
            blocks.map(|of| of.into_iter().map(|fabric| place[palette[fabric].name.as_str()]).collect());
        Ok(BlockFabrics { recolor: Some(self.recolor), fabric_of, used })
    }
}

/// The fabrics of blocks that have them each by itself.
#[derive(Default)]
struct BlockFabrics {
    recolor: Option<Recolor>,
    /// Of each patch of the block, and of the second block, as places among those that are used.
    fabric_of: [Vec<usize>; 2],
    used: Vec<Fabric>,
}

impl BlockFabrics {
    /// The fabric of a patch of a block.
    fn of(&self, is: &BlockPart) -> Option<&Fabric> {
        let (kind, of) = match is {
            BlockPart::Block(of) => (0, of),
            BlockPart::Other(of) => (1, of),
            _ => return None,
        };
        let fabric = *self.fabric_of[kind].get(of.patch)?;
        let count = self.used.len();
        self.used.get(match self.recolor? {
            Recolor::Second if of.second => count - 1 - fabric,
            Recolor::Each => (fabric + of.copy) % count,
            _ => fabric,
        })
    }
}

/// The blocks that are asked for; none for a quilt of one tiling.
pub(crate) fn blocks(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<Option<Blocks>, Error> {
    let grid = match request.blocks {
        None if grown_by(request, puzzle)? == Some(Grow::Blocks) => {
            let cell = prepare::cell_without_size(request, puzzle)?;
            blocks_for_bed(request, puzzle, cell, limits)?
        }
        None => match OF_BLOCKS.into_iter().find(|key| request.is_set(key)) {
            Some(key) => {
                let (option, other) = (flag(key), "--blocks".to_owned());
                return Err(OptionError::Needs { option, other }.into());
            }
            None => return Ok(None),
        },
        Some(grid) => grid,
    };
    let is_flat = puzzle.region().wrap().is_none() && !request.is_on_point();
    if request.blocks.is_none() && (grid.columns, grid.rows) == (1, 1) && is_flat {
        return Ok(None);
    }
    let blocks = request.blocks_of(grid);
    let (found, allowed) = (blocks.area(puzzle.region()), limits.get(Limit::RegionCells));
    if found > allowed {
        return Err(PuzzleError::RegionTooLarge { found, allowed }.into());
    }
    if let Some(refusal) = blocks.refusal(puzzle.region()) {
        let option = match refusal.wish {
            BlockWish::Turn => "--turn-blocks",
            BlockWish::Mirror => "--mirror-blocks",
            BlockWish::OnPoint => "--setting on-point",
            BlockWish::Alternate => "--alternate",
            _ => "--blocks",
        };
        return Err(OptionError::no_effect(option, refusal.reason).into());
    }
    Ok(Some(blocks))
}

/// The blocks that the planner is told of: those on point, which it does not look for, and those that are asked for.
pub(crate) fn known_blocks(request: &QuiltRequest, blocks: Option<&Blocks>) -> Option<BlockGrid> {
    let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let blocks = blocks.filter(|blocks| blocks.on_point || request.blocks.is_some())?;
    Some(BlockGrid {
        columns: count(blocks.columns),
        rows: count(blocks.rows),
        sashing: count(blocks.sashing),
        on_point: blocks.on_point,
    })
}
