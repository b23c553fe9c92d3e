//! Finds the order in which whole patches are sewn together, by templates with set-in corners or over papers.
//!
//! Patches are sewn into blocks, then the blocks are joined. Every edge between two patches is in one seam. A
//! step joins two assemblies, each a patch or sewn before; among all orders of up to 14 patches, or 14
//! blocks, the one is chosen that costs least ([`StepCost`]). More of them are joined greedily. Around a hole of
//! the quilt the last step of the ring closes two seams; parts that share no edge are not sewn together.

mod blocks;
mod contact;
mod cuts;
mod in_blocks;
mod tree;
mod units;

use std::cell::RefCell;
use std::collections::BTreeMap;

use contact::{Contact, Group, Set, StepCost, goes_on};
pub(in crate::plan) use in_blocks::order_in_blocks;
use piecework_draw::geometry::Patchwork;
use piecework_tiling::stop::{StopFlag, Stopped};
use tree::{Join, MOST_EXACT};
pub(in crate::plan) use units::{Units, order_of_units};

/// The usual number of patches in a block: what one person can handle.
pub(crate) const BLOCK: usize = 12;

/// How a patchwork is sewn together.
#[derive(Debug, Clone, PartialEq)]
pub struct SewingOrder {
    /// Groups of neighbouring patches that are sewn first, each in the order of sewing.
    pub blocks: Vec<Vec<usize>>,
    /// The blocks in the order in which they are joined.
    pub order: Vec<usize>,
    /// The steps, block by block, then those that join blocks.
    pub steps: Vec<Joint>,
}

/// One step: a patch or a block is sewn to what is already sewn.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// The block that is made; none where blocks are joined.
    pub block: Option<usize>,
    /// The patches that are sewn together already.
    pub sewn: Vec<usize>,
    /// What is added: a patch, patches that are sewn together already, or those of a block.
    pub added: Vec<usize>,
    /// How often the seam runs around three sides of something: what is added, or a part of what is sewn,
    /// lies in a bay.
    pub bays: usize,
    /// The seams; more than one only where a ring is closed.
    pub seams: Vec<JointSeam>,
    /// Ends of seams of this step that stay open until a later one.
    pub open: Vec<OpenEnd>,
}

/// A seam without a break.
#[derive(Debug, Clone, PartialEq)]
pub struct JointSeam {
    /// Its edges in order.
    pub edges: Vec<usize>,
    /// Where it turns, in order.
    pub bends: Vec<Bend>,
}

/// Where a seam turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bend {
    /// The vertex.
    pub vertex: usize,
    /// What to do there.
    pub kind: BendKind,
}

/// What to do where a seam turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BendKind {
    /// An inside corner of one patch: the set-in corner of this index among [`Patchwork::set_in_corners`].
    SetIn(usize),
    /// No notch of a patch. An older seam goes on here in a straight line with one of both sides: its end was
    /// left open, and is closed with that side after the other is sewn.
    Partial {
        /// The edge whose end is open.
        edge: usize,
        /// The step that sewed it.
        step: usize,
    },
    /// No notch of a patch, and no seam that goes straight on: seams meet as in a Y, and the needle turns.
    Pivot,
}

/// An end of a seam that stays open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenEnd {
    /// The edge.
    pub edge: usize,
    /// At which of its ends.
    pub vertex: usize,
    /// The step that closes it.
    pub closed_by: usize,
}

impl Joint {
    /// Returns all bends of its seams.
    pub fn bends(&self) -> impl Iterator<Item = Bend> {
        self.seams.iter().flat_map(|seam| &seam.bends).copied()
    }
}

impl SewingOrder {
    /// Returns the number of partial seams.
    pub fn partial_seams(&self) -> usize {
        self.steps.iter().map(|step| step.open.len()).sum()
    }

    /// Returns the number of pivots where no patch has an inside corner.
    pub fn pivots(&self) -> usize {
        self.steps.iter().flat_map(Joint::bends).filter(|bend| bend.kind == BendKind::Pivot).count()
    }
}

/// Finds an order in which patches are sewn together, in blocks of about `most` patches.
///
/// A quilt of up to 14 patches is one block. A larger one is cut in two along seams with few turns, and both
/// parts again; or blocks grow from the first patch in reading order by the neighbour that leaves the
/// shortest outline, if that is easier to sew. In a block, and among blocks, the order costs least of all
/// orders if there are at most 14 of them; of more it is greedy. A step costs most that closes a ring, then
/// one with partial seams and pivots, then one around three sides of something; of the others those cost more
/// that have many inside corners at once.
///
/// # Examples
/// ```
/// use piecework_quilt::sewing_order;
/// use piecework_draw::geometry::Patchwork;
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nCEB\nCDD", &Limits::default())?;
/// let pinwheel = Patchwork::trace(&infer_from_grid("pinwheel", &grids[0])?, 10.0)?;
/// let order = sewing_order(&pinwheel, 12);
/// assert_eq!((order.steps.len(), order.partial_seams(), order.pivots()), (4, 1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sewing_order(patchwork: &Patchwork, most: usize) -> SewingOrder {
    sewing_order_until(patchwork, most, &StopFlag::never()).expect("nothing stops it")
}

/// Returns the same order, unless it is stopped before.
///
/// # Errors
/// [`Stopped`].
pub(in crate::plan) fn sewing_order_until(
    patchwork: &Patchwork,
    most: usize,
    stop: &StopFlag,
) -> Result<SewingOrder, Stopped> {
    let table = Table::new(patchwork, stop);
    let count = patchwork.patches().len();
    let most = if most >= BLOCK && count <= MOST_EXACT { count } else { most };
    let mut order = table.best(most)?;
    table.name_bends(&mut order.steps)?;
    Ok(order)
}

/// What a step sews: the block that is made, what is sewn already, and what is added.
pub(in crate::plan) type StepOfParts = (Option<usize>, Vec<usize>, Vec<usize>);

/// Returns an order whose blocks and steps are decided already. None of its seams stays open.
pub(in crate::plan) fn order_of_parts(
    patchwork: &Patchwork,
    blocks: Vec<Vec<usize>>,
    steps: Vec<StepOfParts>,
    stop: &StopFlag,
) -> Result<SewingOrder, Stopped> {
    let table = Table::new(patchwork, stop);
    let joint = |(block, sewn, added): StepOfParts| {
        stop.check()?;
        Ok(table.joint(block, &sewn, &added))
    };
    let steps = steps.into_iter().map(joint).collect::<Result<Vec<Joint>, Stopped>>()?;
    Ok(SewingOrder { order: (0..blocks.len()).collect(), blocks, steps })
}

/// Returns the same, with partial seams where a needle would turn otherwise.
fn order_of_steps(
    patchwork: &Patchwork,
    blocks: Vec<Vec<usize>>,
    steps: Vec<StepOfParts>,
    stop: &StopFlag,
) -> Result<SewingOrder, Stopped> {
    let mut order = order_of_parts(patchwork, blocks, steps, stop)?;
    Table::new(patchwork, stop).name_bends(&mut order.steps)?;
    Ok(order)
}

/// The patchwork that is being sewn.
struct Table<'a> {
    patchwork: &'a Patchwork,
    /// At vertices with a notch the patch that has it, and its place among the set-in corners.
    notches: BTreeMap<usize, (usize, usize)>,
    /// For each patch whether it is sewn; false between two questions.
    scratch: RefCell<Vec<bool>>,
    stop: &'a StopFlag,
}

impl<'a> Table<'a> {
    fn new(patchwork: &'a Patchwork, stop: &'a StopFlag) -> Self {
        let notches = patchwork.set_in_corners().into_iter().enumerate();
        let notches = notches.map(|(number, corner)| (corner.vertex, (corner.patch, number))).collect();
        let scratch = RefCell::new(vec![false; patchwork.patches().len()]);
        Self { patchwork, notches, scratch, stop }
    }

    /// Blocks of about `most` patches, cut apart along seams with few turns, or grown from their first
    /// patches where those cost less or have no step with as many turns.
    fn best(&self, most: usize) -> Result<SewingOrder, Stopped> {
        let grown = self.in_blocks(blocks::blocks(self.patchwork, most, self.stop)?, None)?;
        if grown.1.blocks.len() < 2 {
            return Ok(grown.1);
        }
        let is_set_in = |vertex: usize| self.notches.contains_key(&vertex);
        let Some(cut) = cuts::divided(self.patchwork, most, &is_set_in, self.stop)? else {
            return Ok(grown.1);
        };
        let cut = self.in_blocks(cut.blocks, Some(cut.joins))?;
        let turns = |order: &SewingOrder| order.steps.iter().map(|step| step.bends().count()).max();
        Ok(if cut.0 < grown.0 && turns(&cut.1) <= turns(&grown.1) { cut.1 } else { grown.1 })
    }

    /// Sews blocks, then joins them, in the given order if none of less cost is found; with what everything
    /// costs.
    fn in_blocks(
        &self,
        found: Vec<Vec<usize>>,
        joins: Option<Vec<Join>>,
    ) -> Result<(u64, SewingOrder), Stopped> {
        let mut steps = Vec::new();
        let mut blocks = Vec::new();
        for (index, block) in found.into_iter().enumerate() {
            let units: Vec<Vec<usize>> = block.into_iter().map(|patch| vec![patch]).collect();
            let (order, joints) = self.sewn(&units, Some(index))?;
            blocks.push(order.into_iter().map(|unit| units[unit][0]).collect::<Vec<_>>());
            steps.extend(joints);
        }
        let by_cost = self.joins(&blocks, true)?;
        let joins = joins.filter(|joins| self.total(&blocks, joins) < self.total(&blocks, &by_cost));
        let (order, joints) = self.joined(&blocks, &joins.unwrap_or(by_cost), None)?;
        steps.extend(joints);
        let cost = |step: &Joint| self.cost(&step.sewn, &step.added, step.block.is_none()).unwrap_or(0);
        Ok((steps.iter().map(cost).sum(), SewingOrder { blocks, order, steps }))
    }

    /// What it costs to join blocks in this order.
    fn total(&self, blocks: &[Vec<usize>], joins: &[Join]) -> u64 {
        let patches =
            |of: &[usize]| -> Vec<usize> { of.iter().flat_map(|&block| blocks[block].clone()).collect() };
        let cost = |join: &Join| self.cost(&patches(&join.sewn), &patches(&join.added), true).unwrap_or(0);
        joins.iter().map(cost).sum()
    }

    /// Units in the order in which they are first sewn, and the steps.
    fn sewn(&self, units: &[Vec<usize>], block: Option<usize>) -> Result<(Vec<usize>, Vec<Joint>), Stopped> {
        self.joined(units, &self.joins(units, block.is_none())?, block)
    }

    /// The order in which units are joined.
    fn joins(&self, units: &[Vec<usize>], of_blocks: bool) -> Result<Vec<Join>, Stopped> {
        if units.len() <= MOST_EXACT {
            let group = Group::of(self.patchwork, units);
            let patches = |set: Set| {
                let of = units.iter().enumerate().filter(|(unit, _)| set >> unit & 1 == 1);
                of.map(|(_, patches)| patches.len()).sum::<usize>()
            };
            tree::exact(self.patchwork, units, self.stop, &|one, other| {
                let contact = group.contact(self.patchwork, one, other);
                let has = |patch: usize| group.unit(patch) & (one | other) != 0;
                let of_two = patches(one) > 1 && patches(other) > 1;
                self.cost_of(&contact, has, of_blocks, of_two)
            })
        } else {
            tree::greedy(self.patchwork, units, self.stop, &|sewn, added| self.cost(sewn, added, of_blocks))
        }
    }

    /// Units in the order in which they are first sewn, and the steps, from the joins of them.
    fn joined(
        &self,
        units: &[Vec<usize>],
        joins: &[Join],
        block: Option<usize>,
    ) -> Result<(Vec<usize>, Vec<Joint>), Stopped> {
        let patches = |units_of: &[usize]| -> Vec<usize> {
            units_of.iter().flat_map(|&unit| units[unit].iter().copied()).collect()
        };
        let mut order: Vec<usize> = Vec::new();
        let mut joints = Vec::new();
        for Join { sewn, added } in joins {
            self.stop.check()?;
            order.extend(sewn.iter().chain(added));
            joints.push(self.joint(block, &patches(sewn), &patches(added)));
        }
        // What is never joined comes last.
        order.extend(0..units.len());
        let mut seen = vec![false; units.len()];
        order.retain(|&unit| !std::mem::replace(&mut seen[unit], true));
        Ok((order, joints))
    }

    /// What it costs to join two assemblies; none if these share no edge.
    fn cost(&self, sewn: &[usize], added: &[usize], of_blocks: bool) -> Option<u64> {
        // Both ways round it is the same seam; that of fewer patches is found sooner.
        let (sewn, added) = if added.len() <= sewn.len() { (sewn, added) } else { (added, sewn) };
        let mut is_sewn = self.scratch.borrow_mut();
        sewn.iter().for_each(|&patch| is_sewn[patch] = true);
        let contact = Contact::of(self.patchwork, &is_sewn, added);
        let has = |patch: usize| is_sewn[patch] || added.contains(&patch);
        let cost = self.cost_of(&contact, has, of_blocks, sewn.len() > 1 && added.len() > 1);
        sewn.iter().for_each(|&patch| is_sewn[patch] = false);
        cost
    }

    /// What a contact costs, or `None` without a contact. `has` says whether a patch is on either side.
    fn cost_of(
        &self,
        contact: &Contact,
        has: impl Fn(usize) -> bool,
        of_blocks: bool,
        of_two: bool,
    ) -> Option<u64> {
        if contact.lines.is_empty() {
            return None;
        }
        let is_set_in = |vertex: usize| self.notch(vertex, &has).is_some();
        Some(StepCost::of(self.patchwork, contact, is_set_in).value(of_blocks, of_two))
    }

    /// The set-in corner at a vertex, if the patch with the notch is there.
    fn notch(&self, vertex: usize, has: impl Fn(usize) -> bool) -> Option<usize> {
        self.notches.get(&vertex).filter(|(patch, _)| has(*patch)).map(|&(_, number)| number)
    }

    fn joint(&self, block: Option<usize>, sewn: &[usize], added: &[usize]) -> Joint {
        let mut is_sewn = vec![false; self.patchwork.patches().len()];
        sewn.iter().for_each(|&patch| is_sewn[patch] = true);
        let contact = Contact::of(self.patchwork, &is_sewn, added);
        let has = |patch: usize| is_sewn[patch] || added.contains(&patch);
        let bays = StepCost::of(self.patchwork, &contact, |vertex| self.notch(vertex, has).is_some()).bays;
        let seam = |line: contact::Line| {
            let kind = |at| self.notch(at, has).map_or(BendKind::Pivot, BendKind::SetIn);
            let turns = line.turns(self.patchwork).into_iter();
            let bends = turns.map(|(vertex, _)| Bend { vertex, kind: kind(vertex) }).collect();
            JointSeam { edges: line.edges, bends }
        };
        let seams = contact.lines.into_iter().map(seam).collect();
        Joint { block, sewn: sewn.to_vec(), added: added.to_vec(), bays, seams, open: Vec::new() }
    }

    /// Tells partial seams from pivots, and leaves the ends of older seams open for them.
    fn name_bends(&self, steps: &mut [Joint]) -> Result<(), Stopped> {
        let mut sewn_by: BTreeMap<usize, usize> = BTreeMap::new();
        for now in 0..steps.len() {
            self.stop.check()?;
            for seam in 0..steps[now].seams.len() {
                for bend in 0..steps[now].seams[seam].bends.len() {
                    let Bend { vertex, kind } = steps[now].seams[seam].bends[bend];
                    if kind != BendKind::Pivot {
                        continue;
                    }
                    let found = self.partial(vertex, now, seam, &sewn_by, steps);
                    if let Some((edge, step)) = found {
                        steps[now].seams[seam].bends[bend].kind = BendKind::Partial { edge, step };
                        steps[step].open.push(OpenEnd { edge, vertex, closed_by: now });
                    }
                }
            }
            let edges = steps[now].seams.iter().flat_map(|seam| &seam.edges);
            sewn_by.extend(edges.map(|&edge| (edge, now)));
        }
        Ok(())
    }

    /// An edge that goes on in a straight line where a seam turns, and that can stay open there until then.
    fn partial(
        &self,
        vertex: usize,
        now: usize,
        seam: usize,
        sewn_by: &BTreeMap<usize, usize>,
        steps: &[Joint],
    ) -> Option<(usize, usize)> {
        let around = &self.patchwork.vertices()[vertex].edges;
        let (block, seam) = (steps[now].block, &steps[now].seams[seam].edges);
        let arms: Vec<usize> = around.iter().copied().filter(|edge| seam.contains(edge)).collect();
        let straight = |edge: usize| arms.iter().any(|&arm| goes_on(self.patchwork, vertex, edge, arm));
        let ends_here = |step: &Joint| {
            let edges = step.seams.iter().flat_map(|seam| &seam.edges);
            edges.filter(|edge| around.contains(edge)).count() == 1
        };
        let sides = |edge: usize| {
            let edge = &self.patchwork.edges()[edge];
            (edge.left, edge.right)
        };
        // A seam between two patches that is open at both ends would hold nothing.
        let is_free =
            |edge: usize, step: &Joint| step.open.iter().all(|open| sides(open.edge) != sides(edge));
        around.iter().find_map(|&edge| {
            let &step = sewn_by.get(&edge)?;
            // Blocks are done before they are joined: no end stays open for so long.
            let same = steps[step].block == block;
            let can = same && straight(edge) && ends_here(&steps[step]) && is_free(edge, &steps[step]);
            can.then_some((edge, step))
        })
    }
}

#[cfg(test)]
mod tests;
