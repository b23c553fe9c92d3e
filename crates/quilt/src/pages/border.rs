//! How borders are sewn to the quilt top: for each a picture with the numbers of the steps, and the steps in words.

use super::finishing::{Stage, papers_out};
use super::format;
use super::quilt_picture::border_rings;
use crate::plan::QuiltPlan;
use crate::plan::error::QuiltError;
use crate::plan::yardage::{BorderCorners, BorderYardage, ClothSize, Inches, Yardage, with_border};
use crate::words::capital;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path, Role, Text};
use piecework_draw::geometry::Bounds;
use piecework_draw::page::sizes::{HEADING, TEXT};
use piecework_draw::page::{Block, Entry, Figure, Page, Sign};

/// The share of the width and of the height of a page that the picture takes at most; chosen by eye.
const SHARE: f64 = 0.48;
/// How much paler borders are that are sewn already.
const PALE: f64 = 0.6;
/// The color of the quilt top in the picture.
const TOP: Color = Color::new(0xef, 0xef, 0xef);

/// The pages, with a picture of each border; none without one.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let borders = 0..plan.summary.yardage.borders.len();
    if borders.is_empty() {
        return Ok(Vec::new());
    }
    let mut blocks = Vec::new();
    for border in borders.clone() {
        if borders.len() > 1 {
            blocks.push(Block::heading(capital(&plan.summary.yardage.border_part(border))));
        }
        blocks.push(Block::Figure(picture(plan, border)?));
    }
    format::section(&plan.design, "sewing the border", blocks)
}

/// The finished size of what a border is sewn around, and of that with the border.
fn sizes(yardage: &Yardage, border: usize) -> [ClothSize; 2] {
    let mut sizes = [yardage.top; 2];
    for of in &yardage.borders[..=border] {
        sizes = [sizes[1], with_border(sizes[1], of.widths())];
    }
    sizes
}

/// The step in which the first side of a border is sewn on, and how many steps it takes.
fn steps(plan: &QuiltPlan, border: usize) -> (usize, usize) {
    let count = |of: &BorderYardage| if of.corners == BorderCorners::Mitred { 5 } else { 4 };
    let borders = &plan.summary.yardage.borders;
    (plan.steps() + 1 + borders[..border].iter().map(count).sum::<usize>(), count(&borders[border]))
}

/// What is sewn already, the two sides, then the strips across, each with the number of its step.
fn picture(plan: &QuiltPlan, border: usize) -> Result<Figure<'_>, QuiltError> {
    let room = format::reading_room(&plan.design)?;
    let [_, finished] = sizes(&plan.summary.yardage, border);
    let (width, height) = (finished.width.mm(), finished.height.mm());
    let scale = (room.width() * SHARE / width).min(room.height() * SHARE / height).min(1.0);
    let draw = move |canvas: &mut Canvas, whole: Bounds| {
        let (design, borders) = (&plan.design, &plan.summary.yardage.borders);
        let around: Inches = borders[border + 1..].iter().map(|of| of.widths().0).sum();
        let above: Inches = borders[border + 1..].iter().map(|of| of.widths().1).sum();
        let (side, across) = (around.mm() * scale, above.mm() * scale);
        let quilt = Bounds {
            left: whole.left - side,
            top: whole.top - across,
            right: whole.right + side,
            bottom: whole.bottom + across,
        };
        let rings = border_rings(plan, quilt, scale);
        let mut top = whole;
        for ring in rings.iter().filter(|ring| ring.index <= border) {
            top = ring.inner;
            let is_new = ring.index == border;
            let shown = |color: Color| if is_new { color } else { color.toward(Color::WHITE, PALE) };
            let color = shown(design.border_color(ring.index));
            let strips = ring.strips();
            let numbers = steps(plan, border).0..;
            for (strip, step) in strips.into_iter().zip(numbers) {
                canvas.fill(strip.clone(), color);
                canvas.path(Role::Cut, strip.clone());
                if let Some(area) = Bounds::around(strip.points()).filter(|_| is_new) {
                    number(canvas, area, step);
                }
            }
            for stone in ring.cornerstones() {
                canvas.fill(Path::rectangle(stone), shown(design.cornerstone_color()));
                canvas.path(Role::Cut, Path::rectangle(stone));
            }
        }
        canvas.fill(Path::rectangle(top), TOP);
        canvas.path(Role::Cut, Path::rectangle(top));
        canvas.text(Role::Label, Text::centered("quilt top", top.center(), HEADING));
    };
    let (width, height) = (width * scale, height * scale);
    let beside = sentences(plan, border).into_iter().map(|words| Entry::new(Sign::None, words)).collect();
    Ok(Figure { width, height, beside, draw: Box::new(draw) })
}

/// The number of a step on a white spot, so that it is readable on every color.
fn number(canvas: &mut Canvas, area: Bounds, step: usize) {
    let text = Text::centered(format!("{step}"), area.center(), TEXT);
    let spot = text.bounds().inset(-TEXT * 0.2).clamped(canvas.bounds());
    canvas.fill(Path::rectangle(spot), Color::WHITE);
    canvas.text(Role::Label, text);
}

/// The steps of a border in words.
pub(super) fn sentences(plan: &QuiltPlan, border: usize) -> Vec<String> {
    let yardage = &plan.summary.yardage;
    let units = plan.options().units;
    let seams = yardage.seam_allowance.times(2);
    let by = |ClothSize { width, height }: ClothSize| {
        format!("{} × {}", (width + seams).write(units), (height + seams).write(units))
    };
    let [inner, outer] = sizes(yardage, border);
    let measured = match border {
        0 => format!(
            "The quilt top measures {} unfinished. Press it, then measure again before you cut.",
            by(inner)
        ),
        _ => format!(
            "With the borders before it measures {} unfinished. Measure again before you cut.",
            by(inner)
        ),
    };
    let papers = papers_out(plan, Stage::Border).filter(|_| border == 0);
    let mut sentences: Vec<String> = papers.into_iter().chain([measured, cut(plan, border)]).collect();
    let [wider, last] = [ClothSize { width: outer.width, ..inner }, outer].map(by);
    let last = format!(
        "It now measures {last} unfinished, {} × {} finished.",
        outer.width.write(units),
        outer.height.write(units)
    );
    sentences.extend(match yardage.borders[border].corners {
        BorderCorners::Mitred => mitred(plan, border, &last),
        BorderCorners::Butted | BorderCorners::Cornerstones => sewn(plan, border, &wider, &last),
    });
    sentences
}

/// How the strips of a border are cut, joined first where the fabric is too narrow.
fn cut(plan: &QuiltPlan, index: usize) -> String {
    let (design, border) = (&plan.design, &plan.summary.yardage.borders[index]);
    let write = |length: Inches| length.write(design.options.units);
    let (sides, across) = (write(border.lengths.0), write(border.lengths.1));
    let wide = write(border.strip_height);
    let high = border.across.map(|across| write(across.strip_height));
    let cut = match &high {
        None => {
            format!("two sides of {sides} and two strips of {across} for top and bottom, all {wide} wide")
        }
        Some(high) => format!(
            "two sides of {sides}, {wide} wide, and two strips of {across}, {high} wide, for top and bottom"
        ),
    };
    let joins = border.joins + border.across.map_or(0, |across| across.joins);
    let name = design.border_name(index);
    let cut = match joins {
        _ if high.is_some() && joins > 0 => format!(
            "Join the strips of {name} that are equally wide, with straight seams. From them cut {cut}."
        ),
        0 => format!("From {name} cut {cut}; see the cutting layout."),
        joins => format!(
            "Join the {} strips of {name} into one, with {joins} straight seams. From it cut {cut}.",
            border.strips
        ),
    };
    let stones = border.cornerstone().map(|(a, b)| {
        format!(" From {} cut four cornerstones of {} × {}.", design.cornerstone_name(), write(a), write(b))
    });
    cut + &stones.unwrap_or_default()
}

/// How sides are sewn on, then the strips across, with or without cornerstones.
fn sewn(plan: &QuiltPlan, index: usize, wider: &str, last: &str) -> Vec<String> {
    let (step, border) = (steps(plan, index).0, &plan.summary.yardage.borders[index]);
    let [sides, across] =
        [border.lengths.0, border.lengths.1].map(|length| length.write(plan.options().units));
    let strips = match border.corners {
        BorderCorners::Cornerstones => format!(
            "Sew a cornerstone to each end of both strips of {across}. Press toward the strip. Sew the strips to the top and \
             bottom edges and nest the seams of the cornerstones with those of the sides."
        ),
        _ => format!(
            "Sew a strip of {across} to the top edge and one to the bottom edge, across the ends of the sides."
        ),
    };
    vec![
        format!(
            "Steps {step} and {}. Sew a side of {sides} to the left edge of the quilt top and one to the right, right sides \
             together; match ends and middles. Press toward the border. It now measures {wider}.",
            step + 1
        ),
        format!("Steps {} and {}. {strips} Press toward the border. {last}", step + 2, step + 3),
    ]
}

fn mitred(plan: &QuiltPlan, index: usize, last: &str) -> Vec<String> {
    let (step, yardage, units) = (steps(plan, index).0, &plan.summary.yardage, plan.options().units);
    let border = &yardage.borders[index];
    let [sides, across] = [border.lengths.0, border.lengths.1].map(|length| length.write(units));
    let seam = yardage.seam_allowance.write(units);
    vec![
        format!(
            "Steps {step} and {}. Match the middle of a side of {sides} with the middle of the left edge, right sides together; \
             its ends reach beyond the corners. Begin and end {seam} from the corners of the quilt top, with backstitches. Sew the \
             other side to the right edge.",
            step + 1
        ),
        format!(
            "Steps {} and {}. Sew the strips of {across} to the top and bottom edges in the same way, up to the same points. \
             Press toward the border.",
            step + 2,
            step + 3
        ),
        format!(
            "Step {}. Fold the quilt at a corner so that the two strips are on each other, right sides together. Draw a line from \
             the last stitch to where their outer edges cross, and sew on it from the inside out. Trim the seam to {seam} and \
             press it open. Sew the other three mitres. {last}",
            step + 4
        ),
    ]
}

#[cfg(test)]
mod tests {
    use crate::yardage::{Border, BorderCorners};
    use crate::{Method, Pattern, QuiltOptions, pattern};
    use piecework_draw::drawing::{Drawing, Item};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn bordered(method: Method, cells: u32) -> Pattern {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let mut options = QuiltOptions { method, ..QuiltOptions::default() };
        options.yardage.borders = vec![Border::Cells(cells)];
        pattern(&tiling, &options).expect("a pattern")
    }

    /// All words on the pages with this in their title, as one line.
    fn words(pattern: &Pattern, title: &str) -> String {
        let pages = pattern.pages().filter(|page| page.title().contains(title));
        pages.flat_map(texts).collect::<Vec<_>>().join(" ")
    }

    fn texts(page: &Drawing) -> impl Iterator<Item = String> {
        page.layers().iter().flat_map(|layer| &layer.items).filter_map(|item| match item {
            Item::Text(text) => Some(text.content().to_owned()),
            Item::Path(_) => None,
        })
    }

    #[test]
    fn a_border_is_named_cut_and_sewn_by_every_method() {
        for method in [Method::Templates, Method::Straight, Method::EnglishPaper] {
            let pattern = bordered(method, 1);
            assert!(words(&pattern, "quilt pattern").contains("border fabric"));
            assert!(words(&pattern, "materials").contains("(border fabric)"));
            let layout = words(&pattern, "cutting layout");
            assert!(layout.contains("border fabric, border: 1/8 yd, 1 strip"), "{layout}");
            for side in ["left", "right", "top", "bottom"] {
                let found = layout.split(' ').filter(|word| *word == side).count();
                assert!(found >= 1, "{side}: {layout}");
            }
            let sewn = words(&pattern, "sewing the border");
            // Before anything is sewn to it by machine, and only once.
            let is_over_papers = method == Method::EnglishPaper;
            assert_eq!(sewn.contains("Take out the last papers"), is_over_papers, "{sewn}");
            assert!(!words(&pattern, "finishing").contains("Take out the last papers"));
            let first = pattern.plan.steps() + 1;
            // 6 x 4 in, and 2 in on every side.
            for words in [
                "The quilt top measures 6 1/2 in × 4 1/2 in unfinished",
                "two sides of 4 1/2 in and two strips of 10 1/2 in",
                "It now measures 10 1/2 in × 4 1/2 in.",
                "It now measures 10 1/2 in × 8 1/2 in unfinished, 10 in × 8 in finished.",
                &format!("Steps {first} and {}.", first + 1),
                &format!("Steps {} and {}.", first + 2, first + 3),
            ] {
                assert!(sewn.contains(words), "{words}: {sewn}");
            }
        }
    }

    #[test]
    fn every_border_has_its_fabric_its_cloth_and_its_steps() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let of = |corners: BorderCorners| {
            let mut options = QuiltOptions::default();
            let wide = |text: &str| Border::Width(text.parse().expect("a length"));
            options.yardage.borders = vec![wide("1in"), wide("3in")];
            options.yardage.corners = corners;
            pattern(&tiling, &options).expect("a pattern")
        };
        // 6 x 4 in, then 8 x 6 in, then 14 x 12 in.
        for corners in [BorderCorners::Butted, BorderCorners::Mitred, BorderCorners::Cornerstones] {
            let found = of(corners);
            let sewn = words(&found, "sewing the border");
            let first = found.plan.steps() + 1;
            let second = first + if corners == BorderCorners::Mitred { 5 } else { 4 };
            for words in [
                "It now measures 8 1/2 in × 6 1/2 in unfinished, 8 in × 6 in finished.",
                "With the borders before it measures 8 1/2 in × 6 1/2 in unfinished.",
                "It now measures 14 1/2 in × 12 1/2 in unfinished, 14 in × 12 in finished.",
                "From fabric of border 2 cut",
                &format!("Steps {second} and {}.", second + 1),
            ] {
                assert!(sewn.contains(words), "{corners:?}, {words}: {sewn}");
            }
            let stones = "From cornerstone fabric cut four cornerstones of 3 1/2 in × 3 1/2 in.";
            assert_eq!(sewn.contains(stones), corners == BorderCorners::Cornerstones, "{sewn}");
            let bought = found.plan.summary.shopping_list(found.plan.options().units).join("\n");
            assert!(bought.contains("border 1: 1/8 yd, ") && bought.contains("border 2: 1/"), "{bought}");
            let stones = "cornerstones: 1/8 yd, 4 of 1 1/2 in × 1 1/2 in and 4 of 3 1/2 in × 3 1/2 in";
            assert_eq!(bought.contains(stones), corners == BorderCorners::Cornerstones, "{bought}");
            let layout = words(&found, "cutting layout");
            assert!(layout.contains("fabric of border 2, border 2"), "{layout}");
            assert_eq!(layout.contains("cornerstone fabric, cornerstones"), bought.contains(stones));
        }
    }

    #[test]
    fn a_border_longer_than_the_fabric_is_wide_is_joined_first() {
        let sewn = words(&bordered(Method::Straight, 20), "sewing the border");
        assert!(sewn.contains("into one, with"), "{sewn}");
        assert!(words(&bordered(Method::Straight, 20), "cutting layout").contains("border 1 "));
    }
}
