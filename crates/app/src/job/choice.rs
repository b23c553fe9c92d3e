//! Keeps and sorts tilings: `--where`, `--distinct`, `--sort` and `--pick`.

use std::collections::BTreeSet;

use super::JobEnd;
use super::search;
use crate::design::ChoiceRequest;
use crate::question::{CHANGED_BY_REFLECTION, Condition, Figures, KEYS, SortKey};
use piecework_solve::{Outcome, Report, StopReason};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::{Cell, Symmetry};
use piecework_tiling::puzzle::{Puzzle, PuzzleSymmetry};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{Likeness, Placement, Sameness, Tiling};

/// What the help says about `--where` and `--sort`.
pub fn keys_help() -> String {
    let rows: Vec<String> = KEYS.iter().map(|key| format!("  {:<20}{}", key.name, key.meaning)).collect();
    format!(
        "Keys of --where and --sort:\n{}\n\nCompare with: == != < <= > >=; join with: && ||",
        rows.join("\n")
    )
}

/// About how many bytes a tiling takes, with what the allocator adds to each of its parts.
fn bytes(tiling: &Tiling) -> u64 {
    const ALLOCATION: usize = 16;
    let cells: usize = tiling.placements().iter().map(|placement| placement.cells.len()).sum();
    let parts = tiling.placements().len() * (size_of::<Placement>() + ALLOCATION);
    (size_of::<Tiling>() + parts + cells * size_of::<Cell>()) as u64
}

/// Equal for tilings that are the same.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TilingKind {
    /// The least of the images that are the same to the puzzle: each piece with its cells.
    Image(Vec<(usize, Vec<Cell>)>),
    /// What it looks like.
    Look(Likeness),
}

/// Tilings being chosen.
#[derive(Debug)]
pub struct TilingChoice {
    question: Option<Condition>,
    sameness: Option<Sameness>,
    sort: Option<SortKey>,
    pick: usize,
    /// The symmetries of the puzzle, if a tiling stands for its images and it matters which one is chosen.
    motions: Vec<PuzzleSymmetry>,
    /// The motions that make one tiling of another, if all are of one puzzle and it says so.
    same_under: Option<Vec<PuzzleSymmetry>>,
    seen: BTreeSet<TilingKind>,
    looked_at: u64,
    kept: u64,
    /// About how many bytes of memory the likenesses and tilings take that are kept here.
    bytes: u64,
    /// What waits for the end, with what it is sorted by; in order.
    waiting: Vec<(i64, Tiling)>,
}

impl TilingChoice {
    /// Nothing chosen yet.
    ///
    /// # Errors
    /// [`Error`] for a condition or key that cannot be read.
    pub fn new(request: &ChoiceRequest) -> Result<Self, Error> {
        Ok(Self {
            question: request.r#where.as_deref().map(Condition::read).transpose()?,
            sameness: request.distinct,
            sort: request.sort.as_deref().map(SortKey::read).transpose()?,
            pick: request.pick.map_or(usize::MAX, |pick| usize::try_from(pick).unwrap_or(usize::MAX)),
            motions: Vec::new(),
            same_under: None,
            seen: BTreeSet::new(),
            looked_at: 0,
            kept: 0,
            bytes: 0,
            waiting: Vec::new(),
        })
    }

    /// Says that all tilings are of this puzzle: then they are the same if one of its symmetries makes one of the other, as in its
    /// counts. Tilings of puzzles that are not known are the same if they look so, and halves have no other meaning.
    #[must_use]
    pub fn of_puzzle(mut self, puzzle: &Puzzle) -> Self {
        let is_same = |motion: &PuzzleSymmetry, sameness: Sameness| match sameness {
            Sameness::Fixed => motion.symmetry == Symmetry::IDENTITY && motion.shift == Cell::default(),
            Sameness::OneSided => !motion.symmetry.is_reflection(),
            Sameness::Free | Sameness::Halves => true,
        };
        self.same_under = self.sameness.filter(|&same| same != Sameness::Halves).map(|sameness| {
            puzzle.symmetries().into_iter().filter(|motion| is_same(motion, sameness)).collect()
        });
        self
    }

    /// Returns which tilings one is the same as.
    fn kind(&self, tiling: &Tiling, sameness: Sameness) -> TilingKind {
        let Some(motions) = &self.same_under else {
            return TilingKind::Look(Likeness::new(tiling, sameness));
        };
        let lattice = tiling.lattice();
        let image = |motion: &PuzzleSymmetry| {
            let laid = tiling.placements().iter().map(|laid| {
                let mut cells: Vec<Cell> =
                    laid.cells.iter().map(|&cell| motion.apply(lattice, cell)).collect();
                cells.sort_unstable();
                (motion.pieces[laid.piece], cells)
            });
            let mut laid: Vec<_> = laid.collect();
            laid.sort_unstable();
            laid
        };
        TilingKind::Image(motions.iter().map(image).min().unwrap_or_default())
    }

    /// Whether mirror images may be one tiling in the search, since they are the same to this choice or can be made again.
    pub(super) fn merges_reflections(&self) -> bool {
        self.sameness != Some(Sameness::OneSided)
    }

    /// Says that each tiling which will be offered stands for its images under the symmetries of the puzzle, or under those
    /// that are no reflections.
    pub(super) fn up_to_symmetry(&mut self, puzzle: &Puzzle, reflections: bool) {
        let mut motions = puzzle.symmetries();
        motions.retain(|motion| reflections || !motion.symmetry.is_reflection());
        let reflects = motions.iter().any(|motion| motion.symmetry.is_reflection());
        let chosen_by = |key| {
            self.question.as_ref().is_some_and(|question| question.mentions(key))
                || self.sort.as_ref().is_some_and(|sort| sort.mentions(key))
        };
        let matters = match self.sameness {
            Some(Sameness::Fixed) => motions.len() > 1,
            Some(Sameness::OneSided) => reflects,
            _ => reflects && chosen_by(CHANGED_BY_REFLECTION),
        };
        self.motions = if matters { motions } else { Vec::new() };
    }

    /// Returns the tilings to offer instead of one that was found: itself, or those of its images that are
    /// not the same to this choice.
    pub(super) fn instead_of(&self, tiling: Tiling) -> Result<Vec<Tiling>, Error> {
        let mut images: Vec<Tiling> = Vec::new();
        for motion in self.motions.iter().skip(1) {
            let image = tiling.image(motion)?;
            if image != tiling && !images.contains(&image) {
                images.push(image);
            }
        }
        images.insert(0, tiling);
        if images.len() == 1 || self.sameness.is_some() {
            return Ok(images);
        }
        // One of them: of those that are asked for the first in order.
        let mut best: Option<(i64, usize)> = None;
        for (number, image) in images.iter().enumerate() {
            let figures = Figures::new(image);
            if self.question.as_ref().map_or(Ok(true), |question| question.holds(&figures))? {
                let by = self.sort.as_ref().map_or(Ok(0), |sort| sort.number(&figures))?;
                best = best.filter(|&(least, _)| least <= by).or(Some((by, number)));
            }
        }
        Ok(vec![images.swap_remove(best.map_or(0, |(_, number)| number))])
    }

    /// Whether anything is to be chosen at all.
    pub fn is_any(&self) -> bool {
        self.filters() || self.sorts() || self.pick < usize::MAX
    }

    /// Whether some tilings may be left out, whatever the others are.
    pub(super) fn filters(&self) -> bool {
        self.question.is_some() || self.sameness.is_some()
    }

    /// Whether tilings are sorted.
    pub(super) fn sorts(&self) -> bool {
        self.sort.is_some()
    }

    /// How many tilings have been offered.
    pub(super) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Offers a tiling: gives it back if it is kept and need not wait for others. `true`: it was kept.
    pub(super) fn offer(&mut self, tiling: Tiling) -> Result<(bool, Option<Tiling>), Error> {
        self.looked_at += 1;
        let figures = Figures::new(&tiling);
        if let Some(question) = &self.question
            && !question.holds(&figures)?
        {
            return Ok((false, None));
        }
        if let Some(sameness) = self.sameness {
            let kind = self.kind(&tiling, sameness);
            if !self.seen.insert(kind) {
                return Ok((false, None));
            }
            self.bytes += bytes(&tiling);
        }
        let Some(sort) = &self.sort else {
            self.kept += 1;
            let within = usize::try_from(self.kept).is_ok_and(|kept| kept <= self.pick);
            return Ok((within, within.then_some(tiling)));
        };
        let by = sort.number(&figures)?;
        drop(figures);
        // Of equal ones the first found comes first.
        let place = self.waiting.partition_point(|(other, _)| *other <= by);
        if place < self.pick {
            self.bytes += if self.waiting.len() < self.pick { bytes(&tiling) } else { 0 };
            self.waiting.insert(place, (by, tiling));
            self.waiting.truncate(self.pick);
        }
        Ok((true, None))
    }

    /// About how many bytes of memory are taken by what is kept here.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether no tiling that comes later can be kept.
    pub(super) fn is_full(&self) -> bool {
        self.sort.is_none() && usize::try_from(self.kept).is_ok_and(|kept| kept >= self.pick)
    }

    /// The tilings that waited, in order.
    pub(super) fn waiting(&mut self) -> Vec<Tiling> {
        std::mem::take(&mut self.waiting).into_iter().map(|(_, tiling)| tiling).collect()
    }

    /// How many tilings wait.
    pub(super) fn waits(&self) -> u64 {
        self.waiting.len() as u64
    }

    /// All of `tilings` that are kept, in order.
    ///
    /// # Errors
    /// [`Error`] where a key has no value for a tiling, and [`Stopped`](piecework_tiling::stop::Stopped).
    pub fn choose(mut self, tilings: Vec<Tiling>, stop: &StopFlag) -> Result<Vec<Tiling>, Error> {
        let mut kept = Vec::new();
        for tiling in tilings {
            stop.check()?;
            kept.extend(self.offer(tiling)?.1);
        }
        kept.extend(self.waiting());
        Ok(kept)
    }

    /// What was chosen, in a sentence.
    pub(super) fn summary(&self, result: &Report, kept: u64) -> String {
        let (of, how) = (self.looked_at, search::how(result));
        let tilings = if of == 1 { "tiling" } else { "tilings" };
        let end = match result.outcome {
            Outcome::Complete => ", and there are no more".to_owned(),
            Outcome::Stopped(StopReason::Visitor) => String::new(),
            Outcome::Stopped(reason) => format!("; stopped by the {}, there may be more", reason.name()),
        };
        let kind = self.sameness.map_or_else(String::new, |same| format!(", one of each kind ({same})"));
        format!("{kept} chosen of {of} {tilings} found{kind}{end} ({how})")
    }

    /// How the program ends: a search that finished without a tiling that is kept has answered no.
    pub(super) fn end(&self, result: &Report, kept: u64) -> JobEnd {
        match result.outcome {
            Outcome::Complete if kept == 0 => JobEnd::No,
            _ => search::end(result, kept),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::*;
    use piecework_solve::{SolveOptions, SolverError, solve, solve_up_to_symmetry};
    use piecework_tiling::limits::Limits;
    use piecework_tiling::puzzle::read_puzzle;
    use piecework_tiling::source::Source;

    /// Pieces in pairs, so that a reflection exchanges them; a board with joined sides; pieces that are flipped.
    fn puzzles() -> Vec<Arc<Puzzle>> {
        const PIECES: [&str; 7] = ["####", "##/##", "###/.#.", ".##/##.", "##./.##", "###/#..", "###/..#"];
        let piece = |(number, rows): (usize, &&str)| {
            let rows: Vec<String> = rows.split('/').map(|row| format!("\"{row}\"")).collect();
            format!(
                r#"{{ "name": "p{number}", "rows": [{}], "symmetry": "one-sided", "count": "any" }}"#,
                rows.join(",")
            )
        };
        let pieces: Vec<String> = PIECES.iter().enumerate().map(piece).collect();
        let ell = r####"{ "name": "L", "rows": ["##", "#."], "count": "any" }"####.to_owned();
        let chiral = r####"{ "name": "P", "rows": ["##", "##", "#."], "count": "any" }"####.to_owned();
        [
            ("[4, 4]", pieces.join(",")),
            (r#"[4, 3], "wrap": "torus""#, ell.clone()),
            (r#"[6, 3], "wrap": "cylinder""#, ell),
            ("[5, 4]", chiral),
        ]
        .map(|(region, pieces)| {
            let head = r#"{ "piecework": 1, "name": "small", "lattice": "square", "region": { "rectangle": "#;
            let text = format!("{head}{region} }}, \"pieces\": [{pieces}] }}");
            Arc::new(
                read_puzzle(&Source::new("small.json", text), &Limits::default()).expect("a good puzzle"),
            )
        })
        .into()
    }

    type Search = fn(
        &Arc<Puzzle>,
        &SolveOptions<'_>,
        &mut dyn FnMut(Tiling) -> ControlFlow<()>,
    ) -> Result<Report, SolverError>;

    fn found(puzzle: &Arc<Puzzle>, search: Search) -> Vec<Tiling> {
        let mut tilings = Vec::new();
        let visit = &mut |tiling| {
            tilings.push(tiling);
            ControlFlow::Continue(())
        };
        assert!(
            search(puzzle, &SolveOptions::default(), visit).expect("can be searched").outcome.is_complete()
        );
        assert!(tilings.len() > 1, "{}", puzzle.name());
        tilings
    }

    /// What is chosen of one tiling of each orbit, against all tilings one by one.
    #[test]
    fn tilings_up_to_symmetry_are_chosen_from_as_all_are() {
        for puzzle in puzzles() {
            let all = found(&puzzle, |puzzle, options, visit| solve(puzzle, options, visit));
            let few = found(&puzzle, |puzzle, options, visit| solve_up_to_symmetry(puzzle, options, visit));
            let sames = Sameness::ALL.iter().copied().map(Some).chain([None]);
            for (distinct, question) in sames.flat_map(|same| {
                [None, Some("mirrored < 2"), Some("mirrored == 0"), Some("fault_lines > 0")]
                    .map(|text| (same, text))
            }) {
                for sort in [None, Some("mirrored"), Some("-mirrored"), Some("crossings")] {
                    let is_flat = question == Some("fault_lines > 0") || sort == Some("crossings");
                    if is_flat && puzzle.region().wrap().is_some() {
                        continue;
                    }
                    let text = |text: Option<&str>| text.map(ToOwned::to_owned);
                    let request = ChoiceRequest {
                        distinct,
                        r#where: text(question),
                        sort: text(sort),
                        ..ChoiceRequest::default()
                    };
                    let case = format!("{distinct:?}, {question:?}, {sort:?}");
                    let mut choice = TilingChoice::new(&request).expect("good choices");
                    choice.up_to_symmetry(&puzzle, true);
                    let mut chosen = Vec::new();
                    for tiling in few.iter().cloned() {
                        for tiling in choice.instead_of(tiling).expect("images") {
                            chosen.extend(choice.offer(tiling).expect("figures").1);
                        }
                    }
                    chosen.extend(choice.waiting());
                    let holds = |tiling: &&Tiling| match question {
                        Some(text) => {
                            let question = Condition::read(text).expect("a question");
                            question.holds(&Figures::new(tiling)).unwrap_or(false)
                        }
                        None => true,
                    };
                    // Without a wish, orbits; these puzzles have no other tilings that look alike.
                    let kind = |tiling: &Tiling| Likeness::new(tiling, distinct.unwrap_or(Sameness::Free));
                    let kinds: BTreeSet<Likeness> = all.iter().filter(holds).map(kind).collect();
                    let own: BTreeSet<Likeness> = chosen.iter().map(kind).collect();
                    assert_eq!(chosen.len(), own.len(), "{case}: one of each kind");
                    assert!(own == kinds && chosen.iter().all(|tiling| holds(&tiling)), "{case}");
                    if let (Some(text), None) = (sort, distinct) {
                        let by = SortKey::read(text).expect("a key");
                        let by = |tiling: &Tiling| by.number(&Figures::new(tiling)).expect("a number");
                        let least = all.iter().filter(holds).map(by).min();
                        assert_eq!(chosen.first().map(by), least, "{case}");
                        assert!(chosen.iter().map(by).is_sorted(), "{case}");
                    }
                }
            }
        }
    }

    #[test]
    fn only_one_figure_differs_between_images() {
        let mut differs = false;
        for puzzle in puzzles() {
            for tiling in found(&puzzle, |puzzle, options, visit| solve(puzzle, options, visit)) {
                for motion in puzzle.symmetries() {
                    let image = tiling.image(&motion).expect("an image");
                    for key in KEYS {
                        let value = |tiling: &Tiling| Figures::new(tiling).get(key).ok();
                        let same = value(&tiling) == value(&image);
                        let may_differ = key.name == CHANGED_BY_REFLECTION && motion.symmetry.is_reflection();
                        assert!(same || may_differ, "{} of {}", key.name, puzzle.name());
                        differs |= !same;
                    }
                }
            }
        }
        assert!(differs, "some piece is flipped");
    }
}
