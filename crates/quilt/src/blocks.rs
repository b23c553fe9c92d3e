//! The blocks of a quilt: how many there are, and in which fabrics they are.

use std::collections::BTreeMap;

use super::QuiltRequest;
use super::block_choice::{BlockChoice, BlockSetting, Recolor, TurnBlocks};
use super::piecing::BlockGrid;
use super::yardage::Border;
use piecework_draw::color::{ColorError, Fabric, FabricPlan, Scheme, read_stash};
use piecework_draw::geometry::Patchwork;
use piecework_draw::options::{FabricRequest, Options as _, PatchFabric, flag};
use piecework_tiling::error::Error;
use piecework_tiling::length::Length;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Puzzle, PuzzleError};
use piecework_tiling::setting::{BoardSize, OptionError};
use piecework_tiling::tiling::{BlockPart, BlockTurn, BlockWish, Blocks, OtherBlock, Tiling};

/// Options that only quilts of blocks have.
pub(crate) const OF_BLOCKS: [&str; 6] =
    ["sashing", "setting", "turn_blocks", "mirror_blocks", "recolor", "alternate"];

impl QuiltRequest {
    /// Whether its blocks stand on their corners.
    pub(crate) fn is_on_point(&self) -> bool {
        self.setting == BlockSetting::OnPoint
    }

    /// The edge of the squares that the quilt lies on, by that of the cells of its block: on point a cell is two of them.
    pub(crate) fn share_of_cell(&self) -> f64 {
        if self.is_on_point() { std::f64::consts::FRAC_1_SQRT_2 } else { 1.0 }
    }

    /// A border; that of a quilt on point by its width, because its cells are those of the block.
    pub(crate) fn width_of(&self, border: &Border) -> Border {
        let cell = self.cell.map_or(self.units.usual_cell(), Length::mm);
        match border {
            Border::Cells(count) if self.is_on_point() => {
                Border::Width(Length::from_mm(cell * f64::from(*count)).unwrap_or_default())
            }
            border => *border,
        }
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
    /// the first, plain blocks and triangles around blocks on point the one before the sashing. Single patches are those of the
    /// block where blocks are added for a bed, or have each the next fabrics: these quilts are not known before.
    pub(crate) fn fabrics_of_blocks(
        &self,
        block: &Tiling,
        parts: &[BlockPart],
        columns: u32,
    ) -> Result<FabricRequest, Error> {
        let mut fabrics = self.fabrics_of_quilt();
        let of_block = self.blocks.is_none() || self.recolor == Recolor::Others;
        if of_block {
            let patches = block.placements().len();
            if let Some(&PatchFabric { patch, .. }) = fabrics.fabric_of.iter().find(|of| of.patch > patches) {
                return Err(ColorError::NoSuchPatch { patch, patches }.into());
            }
            fabrics.fabric_of.clear();
        }
        let stash = fabrics.stash.as_deref().map(read_stash).transpose()?;
        let is_there = |fabric: &&Fabric| {
            stash
                .as_ref()
                .is_none_or(|stash| stash.iter().any(|(name, _)| name.eq_ignore_ascii_case(&fabric.name)))
        };
        let all = fabrics.palette.palette().fabrics();
        let mut palette: Vec<Fabric> = all.iter().filter(is_there).cloned().collect();
        if palette.is_empty() {
            // The stash is of pre-cuts, or for what goes around the patches: the rest is bought.
            palette = all.to_vec();
        }
        let before_last = palette.len().saturating_sub(if self.sashing.is_some() { 2 } else { 1 });
        let own = self.recolored(block, &palette, columns)?;
        let named = |is: &BlockPart| match is {
            BlockPart::Block(of) if of_block && self.recolor != Recolor::Others => {
                let named = self.fabrics.fabric_of.iter().rev().find(|given| given.patch == of.patch + 1);
                named.map(|given| given.fabric.clone())
            }
            _ => None,
        };
        for (patch, is) in (1..).zip(parts) {
            if let Some(fabric) = named(is) {
                fabrics.fabric_of.push(PatchFabric { patch, fabric });
                continue;
            }
            let fabric = match is {
                BlockPart::Sashing => palette.last(),
                BlockPart::Cornerstone => palette.first(),
                BlockPart::Plain | BlockPart::Setting => palette.get(before_last),
                is => own.of(is),
            };
            let is_given = || !of_block && self.fabrics.fabric_of.iter().any(|given| given.patch == patch);
            if let Some(fabric) = fabric.filter(|_| !is_given()) {
                fabrics.fabric_of.push(PatchFabric { patch, fabric: fabric.name.clone() });
            }
        }
        Ok(fabrics)
    }

    /// What is asked for of the fabrics of all patches: where each block has the next fabrics, their number is how many the
    /// blocks take in turn, also from a stash.
    pub fn fabrics_of_quilt(&self) -> FabricRequest {
        let mut fabrics = self.fabrics.clone();
        if self.recolor == Recolor::Others {
            (fabrics.fabrics, fabrics.most_fabrics) = (None, None);
        }
        fabrics
    }

    /// The fabrics of blocks that have them each by itself.
    fn recolored(&self, block: &Tiling, palette: &[Fabric], columns: u32) -> Result<BlockFabrics, Error> {
        if self.recolor == Recolor::Free {
            return Ok(BlockFabrics::default());
        }
        if self.fabrics.photo.is_some() {
            let (option, other) = ("--recolor".to_owned(), "--photo".to_owned());
            return Err(OptionError::Conflict { option, other }.into());
        }
        let is_others = self.recolor == Recolor::Others;
        let mut wish = self.fabrics_of_quilt().wish()?;
        if !is_others {
            wish.fixed.clear();
        }
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
        if is_others {
            let most = self.fabrics.fabrics.or(self.fabrics.most_fabrics);
            let most = most.map_or(palette.len(), |most| usize::try_from(most).unwrap_or(usize::MAX));
            used.extend(0..palette.len().min(most));
        }
        used.sort_unstable();
        used.dedup();
        let used: Vec<Fabric> = used.into_iter().map(|fabric| palette[fabric].clone()).collect();
        let place: BTreeMap<&str, usize> =
            used.iter().zip(0..).map(|(of, at)| (of.name.as_str(), at)).collect();
        let fabric_of =
            blocks.map(|of| of.into_iter().map(|fabric| place[palette[fabric].name.as_str()]).collect());
        let columns = if self.is_on_point() || self.alternate.is_some() { 1 } else { columns };
        Ok(BlockFabrics { recolor: Some(self.recolor), fabric_of, used, columns: columns as usize })
    }
}

/// The fabrics of blocks that have them each by itself.
#[derive(Default)]
struct BlockFabrics {
    recolor: Option<Recolor>,
    /// Of each patch of the block, and of the second block, as places among those that are used.
    fabric_of: [Vec<usize>; 2],
    used: Vec<Fabric>,
    /// How many blocks are in a row, where they are in rows.
    columns: usize,
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
            // One more to the right and one more down: blocks of one color are on diagonals.
            Recolor::Others if fabric > 0 => {
                1 + (fabric - 1 + of.copy % self.columns + of.copy / self.columns) % (count - 1)
            }
            _ => fabric,
        })
    }
}

/// So many blocks as they are asked for; none for a quilt of one tiling.
pub(crate) fn blocks(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    limits: &Limits,
    grid: Option<BoardSize>,
) -> Result<Option<Blocks>, Error> {
    let grid = match grid {
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
