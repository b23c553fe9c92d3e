//! A tiling as a picture for the screen: one SVG, a path for each patch, and what can be said of each in
//! words.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde::Serialize;
use serde_json::{Value, json};
use svg::node::element::{Group, Path, Rectangle, Text as Words};
use svg::{Document, Node as _};

use piecework_app::design::{Design, FabricRequest, PatchFabric, Product};
use piecework_app::job::shown;
use piecework_app::question::{Figures, key};
use piecework_draw::color::{ColorError, FabricPlan, FabricWish, Palette, Scheme};
use piecework_draw::drawing::{Text, WordSizes, words_in_cells};
use piecework_draw::geometry::{Bounds, Outline, Patch, Patchwork, Point, Touch};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Cell;
use piecework_tiling::limits::Limits;
use piecework_tiling::number::decimal as written;
use piecework_tiling::puzzle::Region;
use piecework_tiling::tiling::{Likeness, PatchWords, Sameness, Survey, Tiling, patches_in_words};

/// The edge of a cell in a picture; the page scales it.
const CELL: f64 = 10.0;
/// Room around the picture for the line of the border.
const MARGIN: f64 = 1.0;
/// Decimals of coordinates.
const DECIMALS: usize = 2;

/// A tiling in fabrics.
#[derive(Debug, Serialize)]
pub(super) struct Scene {
    /// The picture without colors, so that it is the same whatever fabrics are chosen. Patch N is the path with the id
    /// `patch-N`, from 1 in reading order.
    pub(super) picture: String,
    /// The patches in that order.
    patches: Vec<ScenePatch>,
    /// The fabrics that are used.
    fabrics: Vec<SceneFabric>,
    /// Whether fewer fabrics are proved not to be enough.
    fewest: bool,
    /// Why the fabrics are not those of the design, if they are not.
    problem: Option<Value>,
}

/// A patch, with its fabric.
#[derive(Debug, Serialize)]
struct ScenePatch {
    #[serde(flatten)]
    patch: PatchWords,
    /// Which fabric, an index.
    fabric: usize,
    /// A one-sentence description.
    words: String,
    /// A point well inside of it, in the picture.
    at: (f64, f64),
    /// Whether the design says its fabric.
    fixed: bool,
}

/// A fabric in use.
#[derive(Debug, Serialize)]
struct SceneFabric {
    name: String,
    rgb: String,
    patches: usize,
}

/// What a design shows of its tiling, and what it says about fabrics, whatever it makes.
///
/// # Errors
/// As [`shown()`].
pub(super) fn in_fabrics(
    design: &Design,
    tiling: &Tiling,
    limits: &Limits,
) -> Result<(Tiling, FabricRequest, Touch), Error> {
    let (request, touch) = fabrics_of(design);
    let in_blocks =
        design.products.first().map(|product| shown(product, tiling, limits)).transpose()?.flatten();
    let (tiling, request) = in_blocks.unwrap_or_else(|| (tiling.clone(), request));
    Ok((tiling, request, touch))
}

/// What a design says about fabrics, whatever it makes.
fn fabrics_of(design: &Design) -> (FabricRequest, Touch) {
    let found = design.products.iter().find_map(|product| match product {
        Product::Quilt(quilt) => Some((quilt.fabrics.clone(), quilt.differ)),
        Product::Cut(cut) => Some((cut.fabrics.clone(), Touch::Edge)),
        Product::Sheet(sheet) => Some((sheet.fabrics.clone(), Touch::Edge)),
        Product::Book(book) => Some((book.fabrics.clone(), Touch::Edge)),
        _ => None,
    });
    found.unwrap_or_else(|| (FabricRequest::default(), Touch::Edge))
}

impl Scene {
    /// Draws a tiling in the fabrics of a request.
    ///
    /// # Errors
    /// [`Error`] for a tiling that cannot be traced or colored at all.
    pub(super) fn new(tiling: &Tiling, request: &FabricRequest, touch: Touch) -> Result<Self, Error> {
        let patchwork = Patchwork::trace(tiling, CELL)?;
        let palette = request.palette.palette();
        let wanted = wanted(tiling, &patchwork, request, touch);
        let (plan, problem) = match wanted {
            Ok(plan) => (plan, None),
            Err(error) => (plain(tiling, &patchwork, palette)?, Some(json!(error.findings()))),
        };
        let picture = picture(&patchwork, None);
        let fabrics = plan.fabrics.iter().enumerate().map(|(number, fabric)| SceneFabric {
            name: fabric.name.clone(),
            rgb: fabric.color.to_string(),
            patches: plan.fabric_of.iter().filter(|&&of| of == number).count(),
        });
        let fabrics = fabrics.collect();
        let patches = patches(tiling, &patchwork, &plan, &request.fabric_of);
        Ok(Self { picture, patches, fabrics, fewest: plan.minimal, problem })
    }
}

fn wanted(
    tiling: &Tiling,
    patchwork: &Patchwork,
    request: &FabricRequest,
    touch: Touch,
) -> Result<FabricPlan, Error> {
    let mut wish = request.wish()?;
    // How much cloth patches take is known only when they are laid out on it, which is done with the whole
    // quilt.
    if matches!(&wish.scheme, Scheme::Stash(stock) if stock.iter().any(|(_, stock)| stock.is_cloth())) {
        wish.scheme = Scheme::Fewest;
    }
    Ok(FabricPlan::choose(tiling, patchwork, touch, request.palette.palette(), &wish)?)
}

/// The fewest fabrics, of this palette if it has enough of them.
fn plain(tiling: &Tiling, patchwork: &Patchwork, palette: &Palette) -> Result<FabricPlan, ColorError> {
    let of = |palette: &Palette| {
        FabricPlan::choose(tiling, patchwork, Touch::Edge, palette, &FabricWish::default())
    };
    of(palette).or_else(|_| of(&Palette::named(piecework_draw::color::DEFAULT_PALETTE)?))
}

fn patches(
    tiling: &Tiling,
    patchwork: &Patchwork,
    plan: &FabricPlan,
    fixed: &[PatchFabric],
) -> Vec<ScenePatch> {
    let all = patches_in_words(tiling).into_iter().zip(&plan.fabric_of).zip(patchwork.patches());
    let tenth = |length: f64| (length * 10.0).round() / 10.0;
    let point = |patch: &Patch| (tenth(patch.label_point().x), tenth(patch.label_point().y));
    all.map(|((patch, &fabric), traced)| ScenePatch {
        at: point(traced),
        words: patch.in_fabric(plan.fabrics.get(fabric).map(|fabric| fabric.name.as_str())),
        fixed: fixed.iter().any(|fixed| fixed.patch == patch.number),
        fabric,
        patch,
    })
    .collect()
}

/// A small picture without words, in the usual fabrics. Each path has the number of its fabric, so that a
/// page can fill it with another.
pub(super) fn thumbnail(tiling: &Tiling) -> Result<String, Error> {
    thumbnail_in(tiling, piecework_draw::color::DEFAULT_PALETTE)
}

/// The same in the fabrics of a palette.
pub(super) fn thumbnail_in(tiling: &Tiling, palette: &str) -> Result<String, Error> {
    let patchwork = Patchwork::trace(tiling, CELL)?;
    let plan = plain(tiling, &patchwork, &Palette::named(palette)?)?;
    Ok(picture(&patchwork, Some(&plan)))
}

/// A design with a tiling as a small picture in its own fabrics; nothing if it has no tiling or cannot be drawn.
pub(super) fn colored(design: &Design) -> Option<String> {
    let tiling = design.subjects.first()?.tilings.first()?;
    let (tiling, request, touch) = in_fabrics(design, tiling, &Limits::default()).ok()?;
    let patchwork = Patchwork::trace(&tiling, CELL).ok()?;
    Some(picture(&patchwork, Some(&wanted(&tiling, &patchwork, &request, touch).ok()?)))
}

/// What a class sees of a tiling that a pupil sends, in the fabrics of its design: no word in it is the pupil's.
///
/// # Errors
/// [`Error`] for fabrics that do not fit, and for a tiling that cannot be drawn.
pub(super) fn wordless(design: &Design, tiling: &Tiling, limits: &Limits) -> Result<String, Error> {
    let (tiling, request, touch) = in_fabrics(design, tiling, limits)?;
    let patchwork = Patchwork::trace(&tiling, CELL)?;
    let plan = wanted(&tiling, &patchwork, &request, touch)?;
    Ok(drawn(&patchwork, Some(&plan)).set("xmlns", "http://www.w3.org/2000/svg").to_string())
}

/// Figures that people compare tilings by; `straight_rectangles` where it is known for this lattice and size.
pub(super) fn figures(tiling: &Tiling) -> Value {
    /// The most cells of a tiling whose straight seams are planned for a figure.
    const MOST_CELLS: usize = 700;
    let survey = Survey::new(tiling);
    let is_small = tiling.puzzle().region().area() <= MOST_CELLS;
    let rectangles = key("straight_rectangles").filter(|_| is_small);
    let rectangles = rectangles.and_then(|key| Figures::new(tiling).get(key).ok());
    let mut copies: BTreeMap<&str, usize> = BTreeMap::new();
    for placement in tiling.placements() {
        *copies.entry(tiling.piece_of(placement).name.as_str()).or_default() += 1;
    }
    let [least, most] =
        [copies.values().min(), copies.values().max()].map(|number| number.copied().unwrap_or(0));
    json!({
        "set_in_corners": survey.set_in_corners(),
        "crossings": survey.crossings().len(),
        "fault_lines": survey.fault_lines().len(),
        "symmetries": survey.symmetries().len(),
        "straight_rectangles": rectangles,
        "uneven": most - least,
    })
}

/// What a tiling is known by: the same for tilings that can be turned and flipped to look alike.
pub(super) fn likeness(tiling: &Tiling) -> String {
    let mut hasher = DefaultHasher::new();
    Likeness::new(tiling, Sameness::Free).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The patches as paths, with the color and the number of their fabric if a plan is given.
fn picture(patchwork: &Patchwork, plan: Option<&FabricPlan>) -> String {
    let mut document = drawn(patchwork, plan);
    append_words(&mut document, patchwork);
    document.to_string()
}

/// The same without the words on cells.
fn drawn(patchwork: &Patchwork, plan: Option<&FabricPlan>) -> Document {
    let mut patches = Group::new().set("class", "patches");
    for (number, patch) in patchwork.patches().iter().enumerate() {
        let path = Path::new().set("id", format!("patch-{}", number + 1)).set("d", path_of(patch.outline()));
        patches.append(match plan.map(|plan| (plan.fabric_of[number], plan)) {
            Some((fabric, plan)) => {
                path.set("data-fabric", fabric).set("fill", plan.fabrics[fabric].color.to_string())
            }
            None => path,
        });
    }
    let mut document = document(patchwork.bounds());
    for board in patchwork.board() {
        document.append(Path::new().set("class", "board").set("d", path_of(board)).set("fill", "none"));
    }
    document
        .append(patches.set("stroke", "#2b2620").set("stroke-width", "0.6").set("stroke-linejoin", "round"));
    document
}

/// The words on cells that are seen, and the edges of those that stay open.
fn append_words(document: &mut Document, patchwork: &Patchwork) {
    let cells = patchwork.words();
    if cells.is_empty() {
        return;
    }
    let sizes = WordSizes { least: CELL / 20.0, most: CELL / 2.0, air: CELL / 10.0 };
    let mut group =
        Group::new().set("class", "words").set("text-anchor", "middle").set("font-weight", "bold");
    for (cell, lines) in cells.iter().zip(words_in_cells(cells, |at| at, sizes)) {
        if cell.is_open {
            let edges = Path::new().set("d", path_of(&cell.outline)).set("fill", "none");
            group.append(edges.set("stroke", "#2b2620").set("stroke-width", "0.6"));
        }
        for line in lines {
            let (left, width) = (line.start(), line.width());
            let (x, y) = (left.x + width / 2.0, left.y);
            let words =
                Words::new(line.shown()).set("x", decimal(x, DECIMALS)).set("y", decimal(y, DECIMALS));
            group.append(words.set("font-size", decimal(line.em(), DECIMALS)));
        }
    }
    document.append(group);
}

/// A board without pieces, a path for each cell.
pub(super) fn board(region: &Region) -> Result<String, Error> {
    let patchwork = Patchwork::of_region(region, CELL)?;
    let mut cells = Group::new().set("class", "cells");
    for patch in patchwork.patches() {
        cells.append(Path::new().set("d", path_of(patch.outline())));
    }
    let bounds = patchwork.bounds();
    let mut document = document(bounds);
    if patchwork.patches().is_empty() {
        document.append(Rectangle::new().set("width", bounds.width()).set("height", bounds.height()));
    }
    document.append(cells.set("fill", "#f6f1e6").set("stroke", "#b9ad98").set("stroke-width", "0.5"));
    append_words(&mut document, &patchwork);
    Ok(document.to_string())
}

/// The words on the cells of a region, each with its middle and the cap height at which all of them fit, in cell edges.
pub(super) fn labels(region: &Region) -> Result<Vec<(Cell, &str, Point, f64)>, Error> {
    /// The cap height, and the width, of words in the largest circle of a cell whose radius is 1. Chosen by eye, as on paper.
    const ROOM: (f64, f64) = (0.84, 1.44);
    let traced = Patchwork::of_region(region, 1.0)?;
    let place = |(cell, words): &(Cell, String)| {
        let label = traced.patches().get(region.index_of(*cell)?)?.outline().label();
        let width = Text::centered(words, label.at, 1.0).bold().width();
        Some((label.at, label.room * ROOM.0.min(ROOM.1 / width)))
    };
    let placed: Vec<_> = region.labels().iter().filter_map(|label| Some((label, place(label)?))).collect();
    let height = placed.iter().map(|(_, (_, fitting))| *fitting).fold(f64::INFINITY, f64::min);
    Ok(placed.into_iter().map(|((cell, words), (at, _))| (*cell, words.as_str(), at, height)).collect())
}

/// The corners of every cell of a region, in its order: x and y alternately, in cell edges from the top left.
pub(super) fn cell_polygons(region: &Region) -> Result<Vec<Vec<f64>>, Error> {
    let patchwork = Patchwork::of_region(region, CELL)?;
    let rounded = |length: f64| (length / CELL * 1000.0).round() / 1000.0;
    let points = |outline: &Outline| {
        outline.outer().points().iter().flat_map(|at| [rounded(at.x), rounded(at.y)]).collect()
    };
    Ok(patchwork.patches().iter().map(|patch| points(patch.outline())).collect())
}

/// A coordinate of something that was traced, so a number.
fn decimal(length: f64, places: usize) -> String {
    written(length, places).unwrap_or_default()
}

fn document(bounds: Bounds) -> Document {
    let view = [
        bounds.left - MARGIN,
        bounds.top - MARGIN,
        bounds.width() + 2.0 * MARGIN,
        bounds.height() + 2.0 * MARGIN,
    ];
    Document::new().set("viewBox", view.map(|length| decimal(length, DECIMALS)).join(" "))
}

fn path_of(outline: &Outline) -> String {
    let mut text = String::new();
    for ring in outline.rings() {
        let points = ring.points().iter();
        let points = points.map(|at| format!("{} {}", decimal(at.x, DECIMALS), decimal(at.y, DECIMALS)));
        text += &format!("M{}Z", points.collect::<Vec<String>>().join("L"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::tiling;
    use piecework_tiling::lattice::Lattice;

    #[test]
    fn every_patch_has_a_path_and_words() {
        let tiling = tiling(Lattice::Square, "AAB\nABB");
        let scene = Scene::new(&tiling, &FabricRequest::default(), Touch::Edge).expect("a scene");
        assert!(scene.picture.contains(r#"viewBox="-1 -1 32 22""#), "{}", scene.picture);
        assert!(scene.picture.contains("patch-1") && scene.picture.contains("patch-2"), "{}", scene.picture);
        assert!(!scene.picture.contains("patch-3"));
        let second = &scene.patches[1];
        assert_eq!((second.patch.columns, second.patch.rows), ((2, 3), (1, 2)));
        assert_eq!(second.patch.touches, [1]);
        assert!(second.words.starts_with("patch 2: piece ") && second.words.contains(&scene.fabrics[1].name));
        assert_eq!(scene.fabrics.iter().map(|fabric| fabric.patches).sum::<usize>(), 2);
        assert!(scene.fewest && scene.problem.is_none());
    }

    #[test]
    fn fabrics_that_are_not_enough_are_a_problem_and_not_an_error() {
        let tiling = tiling(Lattice::Square, "AAB\nABB");
        let mut request = FabricRequest::default();
        request.fabrics = Some(1);
        let scene = Scene::new(&tiling, &request, Touch::Edge).expect("a scene all the same");
        assert_eq!(scene.fabrics.len(), 2);
        let problem = scene.problem.expect("a reason");
        assert!(problem[0]["message"].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
    }

    #[test]
    fn cells_of_every_lattice_are_polygons() {
        for (lattice, corners) in [(Lattice::Square, 4), (Lattice::Hex, 6), (Lattice::Triangle, 3)] {
            let region = Region::rectangle(lattice, 3, 2).expect("a region");
            let polygons = cell_polygons(&region).expect("a board");
            assert!(polygons.len() == 6 && polygons.iter().all(|points| points.len() == 2 * corners));
        }
    }
}
