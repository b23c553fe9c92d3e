//! A quilt of straight seams: its pages and its figures.
//!
//! In: a design. Out: pages (diagram, rectangles to cut, every step with a picture) and [`StraightSeams`]. Always holds:
//! every rectangle is once on the diagram and once on the list, every step has one card. How a plan is found is not
//! known here.

mod cards;
mod diagram;
mod figures;
mod foundations;
mod list;
mod picture;

use super::cover::three_squares;
use super::design::FabricUse;
use super::frame::Frame;
use super::piecing::{self, Part, PiecingPlan};
use super::{Design, QuiltError, QuiltOptions};
use crate::colour::{Colour, Fabric};
use crate::tiling::Tiling;

pub use figures::{FoundationRow, RectangleRow, RectangleUse, StepRow, StraightFigures, StraightSeams};

/// A design with its plan.
pub(super) struct Sewing<'a> {
    pub(super) design: &'a Design<'a>,
    pub(super) plan: PiecingPlan,
    /// The fabrics of the design; behind them the background, if some of it is needed.
    fabrics: Vec<Fabric>,
    /// The step that makes each part; none for cloth.
    made_by: Vec<Option<usize>>,
}

/// Plans how a tiling is sewn; foundations are such that each fits on a page.
pub(super) fn plan(tiling: &Tiling, options: &QuiltOptions) -> Result<PiecingPlan, QuiltError> {
    let mut piecing = options.piecing;
    if let Some(most) = piecing.foundations {
        let page = foundations::most_cells(options)?;
        piecing.foundations = Some((most.0.min(page.0), most.1.min(page.1)));
    }
    Ok(piecing::straight_seam_plan(tiling, &piecing)?)
}

impl<'a> Sewing<'a> {
    /// A design that is sewn by a plan.
    pub(super) fn of(design: &'a Design<'a>, plan: PiecingPlan) -> Self {
        let mut fabrics = design.fabrics.clone();
        if plan.cloth().any(|(_, patch)| patch.placement.is_none()) {
            fabrics.push(Fabric { name: "background".to_owned(), colour: design.next_colour() });
        }
        let mut made_by = vec![None; plan.parts.len()];
        plan.steps.iter().enumerate().for_each(|(index, step)| made_by[step.makes] = Some(index));
        Self { design, plan, fabrics, made_by }
    }

    /// The rectangles of cloth in a part.
    fn cloth_in(&self, part: usize) -> Vec<&Part> {
        let (mut cloth, mut open) = (Vec::new(), vec![part]);
        while let Some(part) = open.pop() {
            match self.made_by[part] {
                Some(step) => open.extend([self.plan.steps[step].second, self.plan.steps[step].first]),
                None => cloth.push(&self.plan.parts[part]),
            }
        }
        cloth
    }

    /// The diagram and the list of rectangles.
    pub(super) fn pages_of_rectangles(&self) -> Result<Vec<Frame>, QuiltError> {
        let mut frames = diagram::pages(self)?;
        frames.extend(list::pages(self)?);
        Ok(frames)
    }

    /// The foundations, if there are any, and a card for every step that is not sewn on one; behind `before` pages.
    pub(super) fn pages_of_steps(&self, before: usize) -> Result<Vec<Frame>, QuiltError> {
        let mut frames = foundations::pages(self, before)?;
        frames.extend(cards::pages(self)?);
        Ok(frames)
    }

    /// Whether each step is sewn on a foundation.
    fn on_paper(&self) -> Vec<bool> {
        let mut on_paper = vec![false; self.plan.steps.len()];
        let steps = self.plan.foundations.iter().flat_map(|foundation| &foundation.steps);
        steps.for_each(|&step| on_paper[step] = true);
        on_paper
    }

    /// What is sewn, in a few words.
    pub(super) fn in_words(&self) -> String {
        let (seams, blocks) = (self.plan.steps.len(), self.plan.blocks.len());
        let seams = if seams == 1 { "1 straight seam".to_owned() } else { format!("{seams} straight seams") };
        let blocks = if blocks == 1 { "1 block".to_owned() } else { format!("{blocks} blocks") };
        let units = self.design.options.units;
        let length = units.write_far(self.design.options.cell, self.plan.seam_cells());
        format!("{seams}, together {length}; {blocks}; no set-in corners")
    }

    /// What is said of seams at holes and inner corners, if there are any.
    pub(super) fn seams_at_notches(&self) -> Option<String> {
        let parts = &self.plan.parts;
        let steps = || self.plan.steps.iter();
        let inner = steps().any(|step| !parts[step.makes].is_rectangle());
        let gaps = steps().any(|step| step.stretches.len() > 1);
        (inner || gaps).then(|| {
            let inner =
                "The quilt has inner corners or holes: there a seam ends where the shorter edge does.";
            let gaps =
                if gaps { " A seam of 2 in + 4 in has a gap; sew its stretches on one line." } else { "" };
            format!("{inner}{gaps}")
        })
    }

    /// A test of the seam allowance with three squares of this quilt.
    pub(super) fn seam_test(&self) -> String {
        three_squares(&self.unfinished(1), &self.unfinished(3))
    }

    /// What stands beside the swatches of the fabrics.
    pub(super) fn captions(&self) -> Vec<String> {
        let sizes = self.sizes();
        let counts = sizes.iter().map(|sizes| sizes.iter().map(|size| size.count).sum());
        let captions = self.fabrics.iter().zip(counts);
        captions.map(|(fabric, count)| format!("{}: {}", fabric.name, rectangles(count))).collect()
    }

    /// The colour behind the patches, if some of it is seen.
    pub(super) fn background(&self) -> Option<Colour> {
        self.fabrics.get(self.design.fabrics.len()).map(|fabric| fabric.colour)
    }

    /// Which fabric a rectangle is cut from; none for what is sewn.
    fn fabric_of(&self, part: &Part) -> Option<usize> {
        let patch = part.patch.as_ref()?;
        Some(patch.placement.map_or(self.design.fabrics.len(), |placement| self.design.fabric_of[placement]))
    }

    /// The fabrics with what is cut from them.
    pub(super) fn fabric_uses(&self) -> Vec<FabricUse> {
        let (cell, allowance) = (self.design.options.cell, self.design.options.seam_allowance);
        let mut uses = FabricUse::none_yet(&self.fabrics);
        for (part, patch) in self.plan.cloth() {
            let Some(fabric) = self.fabric_of(part) else { continue };
            let (width, height) = part.unfinished(cell, allowance);
            uses[fabric].cut_area_mm2 += width * height;
            uses[fabric].patches += usize::from(patch.number == 1);
        }
        uses
    }
}

/// A number of rectangles, in words that fit it.
pub(super) fn rectangles(count: usize) -> String {
    if count == 1 { "1 rectangle".to_owned() } else { format!("{count} rectangles") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::drawing::{Drawing, Item};

    use crate::lattice::Lattice;
    use crate::layout::paper;
    use crate::length::Length;
    use crate::limits::Limits;
    use crate::quilt::piecing::{Objective, Outside};
    use crate::quilt::{Method, Pattern, QuiltOptions, Units, pattern};
    use crate::tiling::{infer_from_grid, read_letter_grids};

    const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";

    fn of(rows: &str, change: impl FnOnce(&mut QuiltOptions)) -> Pattern {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let mut options = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
        change(&mut options);
        pattern(&tiling, &options).expect("a pattern")
    }

    /// How often each line of words stands on the pages with this in their title.
    fn words(pattern: &Pattern, title: &str) -> BTreeMap<String, usize> {
        let mut words = BTreeMap::new();
        for page in pattern.pages.iter().filter(|page| page.title().contains(title)) {
            for text in texts(page) {
                *words.entry(text).or_default() += 1;
            }
        }
        words
    }

    fn texts(page: &Drawing) -> impl Iterator<Item = String> {
        page.layers().iter().flat_map(|layer| &layer.items).filter_map(|item| match item {
            Item::Text(text) => Some(text.content().to_owned()),
            Item::Path(_) => None,
        })
    }

    #[test]
    fn every_rectangle_is_once_on_the_diagram_and_once_on_the_list() {
        for paper_name in ["letter", "a4"] {
            let pattern = of(PENTOMINOES, |options| options.paper = paper(paper_name).expect("embedded"));
            let straight = pattern.straight.as_ref().expect("straight seams");
            let diagram = words(&pattern, "diagram");
            let listed: Vec<String> = words(&pattern, "rectangles to cut").into_keys().collect();
            for row in &straight.rectangles {
                assert_eq!(diagram.get(&row.label), Some(&1), "{} on the diagram", row.label);
                let on_list = listed.iter().flat_map(|line| line.split([',', ' ']));
                assert_eq!(on_list.filter(|word| *word == row.label).count(), 1, "{} listed", row.label);
            }
            assert_eq!(straight.rectangles.len(), straight.figures.rectangles);
        }
    }

    #[test]
    fn every_step_has_one_card_in_order() {
        let pattern = of(PENTOMINOES, |_| {});
        let steps = &pattern.straight.as_ref().expect("straight seams").steps;
        let pages = pattern.pages.iter().filter(|page| page.title().contains("step by step"));
        let cards: Vec<String> = pages.flat_map(texts).filter(|text| text.contains(" = ")).collect();
        let wanted: Vec<String> = steps
            .iter()
            .map(|step| format!("{}.  {} = {} + {}", step.step, step.makes, step.first, step.second))
            .collect();
        assert_eq!(cards, wanted);
    }

    #[test]
    fn every_seam_is_on_one_foundation_or_one_card() {
        let pattern = of(PENTOMINOES, |options| options.piecing.foundations = Some((9, 9)));
        let straight = pattern.straight.as_ref().expect("straight seams");
        let cards = words(&pattern, "step by step").into_keys().filter(|text| text.contains(" = ")).count();
        let figures = &straight.figures;
        assert_eq!(cards + figures.seams_on_foundations, figures.seams);
        let papers = words(&pattern, "foundation");
        let printed: Vec<_> = straight.foundations.iter().filter(|row| row.rectangles.len() > 1).collect();
        assert_eq!((printed.len(), printed.len() > 3), (figures.foundations, true));
        for row in &printed {
            let name = format!("{}: mirror image, printed side is the back", row.label);
            assert_eq!(papers.get(&name), Some(&1), "{name}");
        }
        for row in &straight.rectangles {
            let on: Vec<usize> = straight
                .foundations
                .iter()
                .filter(|foundation| foundation.rectangles.contains(&row.label))
                .map(|foundation| foundation.rectangles.len())
                .collect();
            assert_eq!(on.len(), 1, "{}", row.label);
            let words = format!("{} {}", row.label, row.fabric);
            assert_eq!(papers.contains_key(&words), on[0] > 1, "{words}");
        }
    }

    #[test]
    fn figures_are_those_of_the_plan() {
        let pattern = of(PENTOMINOES, |_| {});
        let (summary, straight) = (&pattern.summary, pattern.straight.as_ref().expect("straight seams"));
        let figures = &straight.figures;
        assert_eq!(figures.rectangles, figures.seams + 1);
        assert_eq!(figures.sizes.iter().map(|size| size.count).sum::<usize>(), figures.rectangles);
        assert!(figures.sizes.iter().all(|size| size.labels.len() == size.count));
        let cells = straight.rectangles.iter().map(|row| row.columns * row.rows).sum::<usize>();
        assert_eq!(cells, 60);
        assert_eq!(straight.steps.iter().map(|step| step.seam_cells).sum::<usize>(), figures.seam_cells);
        assert!((summary.seam_length_mm - figures.seam_cells as f64 * 50.8).abs() < 1e-6);
        let chosen: Vec<_> = summary.methods.rows.iter().filter(|row| row.chosen).collect();
        assert_eq!((chosen.len(), chosen[0].pieces, chosen[0].set_in_corners), (1, figures.rectangles, 0));
        assert!(figures.least_rectangles <= Some(figures.rectangles));
        let cut: f64 = summary.fabrics.iter().map(|fabric| fabric.cut_area_mm2).sum();
        assert!((Some(cut).zip(chosen[0].cut_area_mm2)).is_some_and(|(a, b)| (a - b).abs() < 1e-6));
        assert_eq!(summary.fabrics.iter().map(|fabric| fabric.patches).sum::<usize>(), summary.patches);
    }

    #[test]
    fn sizes_read_back_and_grow_by_two_allowances() {
        let seventh = 254.0 / 7.0;
        for (units, cell) in [(Units::Imperial, 50.8), (Units::Metric, 50.8), (Units::Imperial, seventh)] {
            let change = |options: &mut QuiltOptions| (options.units, options.cell) = (units, cell);
            let straight = of(PENTOMINOES, change).straight.expect("straight seams");
            let mm = |text: &String| text.parse::<Length>().expect("a length").mm();
            for row in &straight.rectangles {
                assert!((mm(&row.finished_width) - row.columns as f64 * cell).abs() < 1e-9, "{row:?}");
                assert!((mm(&row.cut_height) - row.rows as f64 * cell - 12.7).abs() < 1e-9, "{row:?}");
            }
            for step in &straight.steps {
                assert!(
                    (mm(&step.unfinished_width) - mm(&step.finished_width) - 12.7).abs() < 1e-9,
                    "{step:?}"
                );
                assert!((mm(&step.seam) - step.seam_cells as f64 * cell).abs() < 1e-9, "{step:?}");
            }
        }
    }

    #[test]
    fn a_large_quilt_has_its_diagram_over_several_pages_and_all_its_steps() {
        let rows = vec![["AB".repeat(25), "BA".repeat(25)].join("\n"); 8].join("\n");
        let pattern = of(&rows, |options| options.piecing.objective = Objective::ShortestSeams);
        assert!(pattern.pages.iter().filter(|page| page.title().contains("diagram")).count() > 1);
        let cards = words(&pattern, "step by step").into_keys().filter(|text| text.contains(" = ")).count();
        assert_eq!(cards, pattern.straight.expect("straight seams").steps.len());
    }

    #[test]
    fn one_rectangle_needs_no_sewing_and_background_is_a_fabric() {
        let pattern = of("AAA\nAAA", |_| {});
        assert!(pattern.straight.expect("a plan").steps.is_empty());
        assert_eq!(
            pattern.summary.pages, 8,
            "cover, methods, materials, two of the sew test, diagram, list, layout"
        );
        let pattern = of("AAA\nA.A\nAAB", |_| {});
        let steps = pattern.straight.as_ref().expect("a plan").steps.clone();
        assert!(steps.iter().any(|step| step.seam == "2 in + 2 in"), "{steps:?}");
        assert!(steps.iter().any(|step| !step.is_rectangle));
        assert!(words(&pattern, "quilt pattern").keys().any(|line| line.contains("inner corners or holes")));
        assert_eq!(pattern.summary.fabrics.len(), 2, "the hole is no fabric");
        let pattern = of("AAA\nA.A\nAAB", |options| options.piecing.outside = Outside::Background);
        let last = pattern.summary.fabrics.last().expect("fabrics");
        assert_eq!((last.name.as_str(), last.patches), ("background", 1));
        let hole = pattern.straight.expect("a plan").rectangles;
        let hole: Vec<_> = hole.iter().filter(|row| row.fabric == "background").collect();
        assert_eq!((hole.len(), hole[0].column, hole[0].row, hole[0].patch), (1, 2, 2, None));
    }
}
