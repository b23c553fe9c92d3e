//! The pages of a quilt of straight seams: diagram, rectangles to cut, foundations, and a card for each step.

use super::{Read, diagram, materials, y_seam};
use crate::pages::format;
use crate::plan::error::QuiltError;
use crate::plan::{Design, QuiltPlan, RectangleUse, StraightSeams};
use crate::words::sewing::rectangles;
use crate::words::straight::{CHAIN_PIECING, cut_away, pair};
use piecework_draw::page::{Block, Column, Entry, Page, Sign, Table};

mod foundations;

/// The pages that are read, and the foundations, behind `before` others that are true to size.
pub(super) fn pages(
    plan: &QuiltPlan,
    seams: &StraightSeams,
    before: usize,
) -> Result<(Read, Vec<Page>), QuiltError> {
    let design = &plan.design;
    let mut lists = lists(design, seams)?;
    let (list, foundations) = foundations::pages(design, seams, before)?;
    lists.extend(list);
    let layouts = materials::layout_pages(plan)?;
    let is_short = plan.shows_repeats_only();
    let pictures = if is_short { Vec::new() } else { diagram::pages(&seams.cloth, &seams.order.blocks)? };
    Ok((Read { lists, layouts, pictures }, foundations))
}

/// How Y-seams are sewn, if the quilt has any.
pub(super) fn before_steps(seams: &StraightSeams) -> Vec<Block<'_>> {
    if seams.plan.y_seams > 0 { y_seam::blocks().into() } else { Vec::new() }
}

/// Pairs that are alike.
pub(super) fn chain_piecing(seams: &StraightSeams) -> Vec<Block<'_>> {
    if seams.pairs.is_empty() {
        return Vec::new();
    }
    vec![
        Block::heading("Chain piecing: pairs that are alike"),
        Block::paragraph(CHAIN_PIECING),
        Block::List(seams.pairs.iter().map(pair).map(|words| Entry::new(Sign::None, words)).collect()),
    ]
}

/// The heads of the columns.
const HEADS: [(&str, Column); 5] = [
    ("cells", Column::Words),
    ("cut (unfinished)", Column::Words),
    ("finished", Column::Words),
    ("number", Column::Number),
    ("labels", Column::Words),
];

/// The pages of the list.
fn lists(design: &Design, seams: &StraightSeams) -> Result<Vec<Page>, QuiltError> {
    let mut blocks = Vec::new();
    for (fabric, sizes) in seams.cloth.fabrics.iter().zip(&seams.sizes) {
        let count = rectangles(sizes.iter().map(|size| size.count).sum());
        let name = Entry::new(Sign::Swatch(fabric.color), format!("{}: {count}", fabric.name)).bold();
        let heads = HEADS.map(|(head, column)| (head.to_owned(), column)).to_vec();
        let table = Table { heads, rows: sizes.iter().map(row).collect() };
        blocks.extend([Block::Caption(name), Block::Table(table)]);
    }
    if !seams.cut_away.is_empty() {
        blocks.push(Block::heading("Corners to cut away"));
        blocks.extend(cut_away(design, seams).into_iter().map(Block::Paragraph));
    }
    format::section(design, "rectangles to cut", blocks)
}

fn row(size: &RectangleUse) -> Vec<String> {
    let by = |(short, long): &(String, String)| format!("{short} × {long}");
    let (short, long) = size.cells;
    vec![
        format!("{short} × {long}"),
        by(&size.cut),
        by(&size.finished),
        size.count.to_string(),
        size.labels.join(", "),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use piecework_draw::drawing::{Drawing, Item};

    use crate::plan::piecing::{Objective, Outside};
    use crate::{Method, Pattern, PatternPages, QuiltOptions, Units, pattern};
    use piecework_draw::layout::paper;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::length::Length;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";

    fn of(rows: &str, change: impl FnOnce(&mut QuiltOptions)) -> Pattern {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let mut options = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
        change(&mut options);
        pattern(&tiling, &options).expect("a pattern")
    }

    /// How often each line of words is on the pages with this in their title.
    fn words(pattern: &Pattern, title: &str) -> BTreeMap<String, usize> {
        let mut words = BTreeMap::new();
        for page in pattern.pages().filter(|page| page.title().contains(title)) {
            for text in below(page, title) {
                *words.entry(text).or_default() += 1;
            }
        }
        words
    }

    /// The words of one part of a page, if it has several.
    fn below(page: &Drawing, title: &str) -> Vec<String> {
        let (_, parts) = page.title().split_once(": ").expect("a subject");
        let is_heading = |text: &str| parts.split(", ").any(|part| text.eq_ignore_ascii_case(part));
        let all: Vec<String> = texts(page).collect();
        let of_the_part = |text: &String| text.to_lowercase().contains(title) && is_heading(text);
        // The heading of the page itself is drawn last.
        let is_first = parts.split(", ").next().is_some_and(|part| part.contains(title));
        let first = all.iter().position(of_the_part).filter(|_| !is_first).map_or(0, |heading| heading + 1);
        let rest = all[first..].iter();
        rest.take_while(|text| !is_heading(text)).cloned().collect()
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
            let straight = pattern.plan.straight.as_ref().expect("straight seams");
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
        let steps = &pattern.plan.straight.as_ref().expect("straight seams").steps;
        let pages = pattern.pages().filter(|page| page.title().contains("step by step"));
        let cards: Vec<String> = pages.flat_map(texts).filter(|text| text.starts_with("Step ")).collect();
        let wanted = steps.iter().map(|step| format!("Step {}. Sew {} (", step.step, step.first));
        assert_eq!(cards.len(), steps.len());
        for (card, wanted) in cards.iter().zip(wanted) {
            assert!(card.starts_with(&wanted), "{card}");
        }
    }

    #[test]
    fn every_rectangle_is_on_the_picture_of_its_block_and_on_a_card() {
        let pattern = of(PENTOMINOES, |options| options.piecing.block = 10);
        let straight = pattern.plan.straight.as_ref().expect("straight seams");
        assert!(straight.order.blocks.len() > 2);
        let labels = words(&pattern, "step by step");
        for block in &straight.order.blocks {
            for label in block.iter().map(|&patch| straight.cloth.label(patch)) {
                assert!(labels.get(&label).is_some_and(|&times| times >= 2), "{label}");
            }
        }
    }

    #[test]
    fn every_seam_is_on_one_foundation_or_one_card() {
        let pattern = of(PENTOMINOES, |options| options.piecing.foundations = Some((9, 9)));
        let straight = pattern.plan.straight.as_ref().expect("straight seams");
        let cards =
            words(&pattern, "step by step").into_keys().filter(|text| text.starts_with("Step ")).count();
        let figures = &straight.figures;
        assert_eq!(cards + figures.seams_on_foundations, figures.seams);
        let papers = words(&pattern, "foundation");
        let printed: Vec<_> = straight.foundations.iter().filter(|row| row.rectangles.len() > 1).collect();
        assert_eq!((printed.len(), printed.len() > 1), (figures.foundations, true));
        for row in &printed {
            // As much as has room.
            let ends = ["; the printed side is the wrong side", ""].map(|end| format!(": mirror image{end}"));
            let names = ends.iter().map(String::as_str).chain([""]).map(|end| format!("{}{end}", row.label));
            assert!(names.into_iter().any(|name| papers.get(&name) == Some(&1)), "{}", row.label);
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
        let (summary, straight) =
            (&pattern.plan.summary, pattern.plan.straight.as_ref().expect("straight seams"));
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
            let straight = of(PENTOMINOES, change).plan.straight.expect("straight seams");
            // No ruler has sevenths: what is written is the next line of the ruler, never less.
            let is_at = |text: &String, exact: f64| {
                let over = text.parse::<Length>().expect("a length").mm() - exact;
                over > -1e-9 && over < units.ruler().mm()
            };
            for row in &straight.rectangles {
                assert!(is_at(&row.finished_width, row.columns as f64 * cell), "{row:?}");
                assert!(is_at(&row.cut_height, row.rows as f64 * cell + 12.7), "{row:?}");
            }
            for step in &straight.steps {
                let (columns, seam) = (step.columns as f64 * cell, step.seam_cells as f64 * cell);
                assert!(is_at(&step.finished_width, columns), "{step:?}");
                assert!(is_at(&step.unfinished_width, columns + 12.7), "{step:?}");
                assert!(is_at(&step.seam, seam), "{step:?}");
            }
        }
    }

    #[test]
    fn a_large_quilt_has_its_diagram_over_several_pages_and_all_its_steps() {
        let rows = vec![["AB".repeat(22), "BA".repeat(22)].join("\n"); 5].join("\n");
        let pattern = of(&rows, |options| options.piecing.objective = Objective::ShortestSeams);
        assert!(pattern.pages().filter(|page| page.title().contains("diagram")).count() > 1);
        let cards =
            words(&pattern, "step by step").into_keys().filter(|text| text.starts_with("Step ")).count();
        assert_eq!(cards, pattern.plan.straight.expect("straight seams").steps.len());
    }

    #[test]
    fn a_block_of_many_steps_is_one_card() {
        let rows: Vec<String> = (0..11)
            .map(|y| {
                (0..11)
                    .map(|x| char::from(b'A' + u8::try_from((3 * x + 5 * y) % 7).expect("small")))
                    .collect()
            })
            .collect();
        let made = |pages: PatternPages| {
            of(&rows.join("\n"), |options| {
                options.pages = pages;
                options.piecing.objective = Objective::ShortestSeams;
            })
        };
        let [usual, full] = [PatternPages::Usual, PatternPages::Full].map(made);
        let steps = usual.plan.straight.as_ref().expect("straight seams").steps.clone();
        assert_eq!(steps.len(), 120, "of cells by themselves");
        let said = words(&usual, "step by step");
        for step in &steps {
            assert_eq!(said.get(&step.in_short()), Some(&1), "step {} is a line", step.step);
        }
        let cards = words(&full, "step by step");
        assert!(
            steps
                .iter()
                .all(|step| cards.keys().any(|line| line.starts_with(&format!("Step {}. Sew", step.step))))
        );
        let count = |pattern: &Pattern| {
            pattern.booklet.iter().filter(|page| page.title().contains("step by step")).count()
        };
        assert!(2 * count(&usual) <= count(&full), "{} pages, {} in full", count(&usual), count(&full));
    }

    #[test]
    fn one_rectangle_needs_no_sewing_and_background_is_a_fabric() {
        let pattern = of("AAA\nAAA", |_| {});
        assert!(pattern.plan.straight.as_ref().expect("a plan").steps.is_empty());
        let titles: Vec<&str> = pattern.booklet.iter().map(Drawing::title).collect();
        assert!(titles.iter().all(|title| !title.contains("step by step")), "{titles:?}");
        let pattern = of("AAA\nA.A\nAAB", |_| {});
        let steps = pattern.plan.straight.as_ref().expect("a plan").steps.clone();
        assert!(steps.iter().any(|step| step.seam == "2 in + 2 in"), "{steps:?}");
        assert!(steps.iter().any(|step| !step.is_rectangle));
        let materials = texts(&pattern.booklet[1]).collect::<Vec<_>>().join(" ");
        assert!(materials.contains("inner corners or holes"), "{materials}");
        assert_eq!(pattern.plan.summary.fabrics.len(), 2, "the hole is no fabric");
        let pattern = of("AAA\nA.A\nAAB", |options| options.piecing.outside = Outside::Background);
        let last = pattern.plan.summary.fabrics.last().expect("fabrics");
        assert_eq!((last.name.as_str(), last.patches), ("background", 1));
        let hole = pattern.plan.straight.expect("a plan").rectangles;
        let hole: Vec<_> = hole.iter().filter(|row| row.fabric == "background").collect();
        assert_eq!((hole.len(), hole[0].column, hole[0].row, hole[0].patch), (1, 2, 2, None));
    }
}
