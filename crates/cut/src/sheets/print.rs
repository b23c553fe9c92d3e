//! Draws pages to print and then cut, with the registration marks of the machine.

use super::rings_path;
use crate::{CutError, CutPlan, CutSheet, MachineError, PrintedBoard, Registration, ToolLine};
use piecework_draw::color::{Color, Coloring, DEFAULT_PALETTE, Palette, Picture};
use piecework_draw::drawing::{Canvas, Drawing, Medium, Path, PlacedPicture, Role};
use piecework_draw::geometry::{Bounds, Dimensions, Join, Outline, Point, Ring, Touch};
use piecework_tiling::tiling::Tiling;

/// Draws the page to print for each sheet to cut: its outlines filled with the colors of their pieces, and
/// the registration marks. Fills reach `bleed` mm beyond the edges; calibration and tool path do not affect
/// them.
///
/// # Errors
/// [`MachineError::NothingToPrint`] if pieces share their lines; [`CutError`] if they cannot be colored.
pub(crate) fn print_pages(
    plan: &CutPlan,
    tilings: &[Tiling],
    marks: &Registration,
    bleed: f64,
) -> Result<Vec<Drawing>, CutError> {
    let colors = piece_colors(plan, tilings)?;
    plan.sheets.iter().map(|sheet| print_page(sheet, plan.size_of(sheet), (marks, bleed), &colors)).collect()
}

/// Draws the page to print for each sheet to cut: the picture over the board with its bleed, and the registration
/// marks. Sheets of trays and boxes have none.
///
/// # Errors
/// [`MachineError::NothingToPrint`] without any board.
pub(crate) fn picture_pages(
    plan: &CutPlan,
    picture: &Picture,
    marks: &Registration,
    bleed: f64,
) -> Result<Vec<Drawing>, CutError> {
    let page = |sheet: &CutSheet| {
        let Dimensions { width, height } = plan.size_of(sheet);
        let mut canvas = Canvas::new(&sheet.title, Medium::Print, width, height);
        for board in &sheet.boards {
            canvas.path(Role::Fill, over_board(board, picture, bleed)?);
        }
        draw_marks(&mut canvas, marks);
        Ok(canvas.finish()?)
    };
    let printed: Vec<&CutSheet> = plan.sheets.iter().filter(|sheet| !sheet.boards.is_empty()).collect();
    match printed.as_slice() {
        [] => Err(MachineError::NothingToPrint { title: plan.title.clone() }.into()),
        printed => printed.iter().copied().map(page).collect(),
    }
}

/// Draws what a sheet shows of the picture, on a page that is as large as that with its bleed: for programs that print
/// it and add their own marks.
///
/// # Errors
/// [`MachineError::NothingToPrint`] for a sheet without a board.
pub(crate) fn picture_alone(sheet: &CutSheet, picture: &Picture, bleed: f64) -> Result<Drawing, CutError> {
    let bounds = printed_bounds(sheet, bleed)?;
    let mut canvas = Canvas::new(&sheet.title, Medium::Print, bounds.width(), bounds.height());
    for board in &sheet.boards {
        canvas.path(Role::Fill, over_board(board, picture, bleed)?.moved(-bounds.left, -bounds.top));
    }
    Ok(canvas.finish()?)
}

/// Returns the box around what a sheet shows of a picture, with its bleed.
///
/// # Errors
/// [`MachineError::NothingToPrint`] for a sheet without a board.
pub(crate) fn printed_bounds(sheet: &CutSheet, bleed: f64) -> Result<Bounds, CutError> {
    let areas = sheet.boards.iter().map(|board| filled(&board.rings, bleed));
    let areas = areas.collect::<Result<Vec<Path>, _>>()?;
    let bounds = Bounds::around(areas.iter().flat_map(Path::points));
    bounds.ok_or_else(|| MachineError::NothingToPrint { title: sheet.title.clone() }.into())
}

/// Returns the area of a board with its bleed, showing its part of the picture. The picture covers the board and the
/// bleed all around, keeps its shape, and its middle is that of the board.
fn over_board(board: &PrintedBoard, picture: &Picture, bleed: f64) -> Result<Path, CutError> {
    let [corner, right, below] = board.corners;
    let (width, height) = (corner.distance(right), corner.distance(below));
    let covering = (width + 2.0 * bleed).max((height + 2.0 * bleed) * picture.ratio());
    let at = Point { x: (width - covering) / 2.0, y: (height - covering / picture.ratio()) / 2.0 };
    let along = |from: Point, to: Point, length: f64| ((to.x - from.x) / length, (to.y - from.y) / length);
    let ((a, b), (c, d)) = (along(corner, right, width), along(corner, below, height));
    let placed = PlacedPicture::new(picture.clone(), at, covering);
    let placed = placed.mapped(|point| corner.moved(point.x * a + point.y * c, point.x * b + point.y * d));
    Ok(filled(&board.rings, bleed)?.pictured(placed))
}

/// The largest distance of straight lines from an arc, in mm: far below the precision of a printer.
const TOLERANCE: f64 = 0.01;

/// Returns the colors of the pieces: those of their fabrics, or as few as touching pieces of a design allow.
fn piece_colors(plan: &CutPlan, tilings: &[Tiling]) -> Result<Vec<Color>, CutError> {
    if let Some(fabrics) = &plan.fabrics {
        return Ok(fabrics.colors());
    }
    let palette = Palette::named(DEFAULT_PALETTE)?;
    let mut colors = Vec::new();
    for (design, tiling) in plan.each_design().iter().zip(tilings) {
        let coloring = Coloring::of_patchwork(&design.patchwork(tiling)?, Touch::Edge)?;
        let fabrics = palette.first(coloring.count())?;
        colors.extend(coloring.colors().iter().map(|&color| fabrics[color].color));
    }
    Ok(colors)
}

fn print_page(
    sheet: &CutSheet,
    Dimensions { width, height }: Dimensions,
    (marks, bleed): (&Registration, f64),
    colors: &[Color],
) -> Result<Drawing, CutError> {
    if sheet.outlines.is_empty() {
        return Err(MachineError::NothingToPrint { title: sheet.title.clone() }.into());
    }
    let mut canvas = Canvas::new(&sheet.title, Medium::Print, width, height);
    for outline in &sheet.outlines {
        canvas.fill(filled(&outline.rings, bleed)?, colors[outline.piece - 1]);
    }
    draw_marks(&mut canvas, marks);
    Ok(canvas.finish()?)
}

/// Draws the registration marks as filled boxes.
fn draw_marks(canvas: &mut Canvas, marks: &Registration) {
    let (width, height) = (canvas.bounds().right, canvas.bounds().bottom);
    for bar in bars(marks, width, height) {
        canvas.fill(Path::rectangle(bar), Color::BLACK);
    }
}

/// Returns an area, grown by `bleed` mm.
fn filled(rings: &[ToolLine], bleed: f64) -> Result<Path, CutError> {
    if bleed <= 0.0 {
        return Ok(rings_path(rings));
    }
    let mut rings =
        rings.iter().map(|ring| Ring::through(ring.flattened(TOLERANCE))).collect::<Result<Vec<_>, _>>()?;
    let outer = rings.remove(0);
    let grown = Outline::new(outer, rings)?.offset(bleed, Join::MITRE)?;
    let elements = grown.iter().flat_map(|outline| Path::outline(outline).elements().collect::<Vec<_>>());
    Ok(Path::new(elements))
}

/// The middles of crosses: at the top left, the top right and the bottom left.
fn crosses(marks: &Registration, width: f64, height: f64) -> [Point; 3] {
    let from = marks.inset + marks.arm / 2.0;
    [(from, from), (width - from, from), (from, height - from)].map(|(x, y)| Point { x, y })
}

/// Returns the marks as filled boxes: crosses, or the square at the top left, an angle at the top right and one at
/// the bottom left.
fn bars(marks: &Registration, width: f64, height: f64) -> Vec<Bounds> {
    let Registration { square, arm, line, inset, .. } = *marks;
    if square == 0.0 {
        let around = |at: Point, w: f64, h: f64| Bounds {
            left: at.x - w / 2.0,
            top: at.y - h / 2.0,
            right: at.x + w / 2.0,
            bottom: at.y + h / 2.0,
        };
        let both = |at| [around(at, arm, line), around(at, line, arm)];
        return crosses(marks, width, height).into_iter().flat_map(both).collect();
    }
    let (right, bottom) = (width - inset, height - inset);
    let box_at = |left: f64, top: f64, w: f64, h: f64| Bounds { left, top, right: left + w, bottom: top + h };
    vec![
        box_at(inset, inset, square, square),
        box_at(right - arm, inset, arm, line),
        box_at(right - line, inset, line, arm),
        box_at(inset, bottom - line, arm, line),
        box_at(inset, bottom - arm, line, arm),
    ]
}

/// Returns the same marks as lines, for the layer that is not cut.
pub(super) fn guides(marks: &Registration, width: f64, height: f64) -> Vec<Path> {
    let Registration { square, arm, inset, .. } = *marks;
    if square == 0.0 {
        return crosses(marks, width, height).map(|at| Path::cross(at, arm)).to_vec();
    }
    let (right, bottom) = (width - inset, height - inset);
    let at = |x: f64, y: f64| Point { x, y };
    let corner = Bounds { left: inset, top: inset, right: inset + square, bottom: inset + square };
    vec![
        Path::rectangle(corner),
        Path::polyline(&[at(right - arm, inset), at(right, inset), at(right, inset + arm)]),
        Path::polyline(&[at(inset, bottom - arm), at(inset, bottom), at(inset + arm, bottom)]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CutOptions, Dress, LineOptions, Lines, ToolPath, machine, plan, sheets};
    use piecework_draw::layout::paper;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    #[test]
    fn every_piece_is_filled_inside_the_marks() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let cameo = machine("silhouette-cameo").expect("embedded");
        let (bed, marks) = cameo.printed(&paper("a4").expect("embedded")).expect("fits");
        let line = LineOptions { lines: Lines::Separate, ..LineOptions::default() };
        let options = CutOptions { line, ..CutOptions::new(20.0, bed) };
        let page = |tool: ToolPath| {
            let line = LineOptions { tool, ..options.line };
            let plan = plan(&tiling, &CutOptions { line, ..options.clone() }).expect("a plan");
            print_pages(&plan, std::slice::from_ref(&tiling), &marks, 0.0).expect("a page").remove(0)
        };
        let tabbed = page(ToolPath { tabs: 2, tab_width: 1.0, ..ToolPath::default() });
        assert_eq!(tabbed, page(ToolPath::default()), "tabs are no lines on paper");
        let page = page(ToolPath::default());
        let mut plan = plan(&tiling, &options).expect("a plan");
        let sheet = sheets(&plan, &cameo, &Dress::default()).expect("drawn").remove(0);
        assert_eq!(page.layers()[0].items.len(), 2 + 5, "two pieces, a square, two angles of two bars");
        let cut = sheet.bounds_of(Role::Cut).expect("cuts");
        assert!(cut.left >= 20.0 && cut.top >= 20.0, "inside the marks");
        let bled = print_pages(&plan, std::slice::from_ref(&tiling), &marks, 1.0).expect("a page").remove(0);
        let area = |page: &Drawing| page.layers()[0].items[0].bounds().expect("a piece");
        assert!((area(&bled).width() - area(&page).width() - 2.0).abs() < 1e-3, "1 mm on either side");
        plan.sheets[0].outlines.clear();
        let none = print_pages(&plan, std::slice::from_ref(&tiling), &marks, 0.0).unwrap_err();
        assert!(matches!(none, CutError::Machine(MachineError::NothingToPrint { .. })), "{none}");
    }

    /// Where the cuts of a sheet are, and the picture on its page with the area that shows it.
    fn with_picture(letters: &str, cell: f64, bed: (f64, f64)) -> Vec<(Bounds, Drawing)> {
        let grids = read_letter_grids(Lattice::Square, letters, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let generic = machine("generic").expect("embedded");
        let stock = Some(Dimensions { width: bed.0, height: bed.1 });
        let line = LineOptions { lines: Lines::Shared, ..LineOptions::default() };
        let picture = Some(Picture::named("meadow").expect("embedded"));
        let options = CutOptions { line, picture, stock, ..CutOptions::new(cell, generic.bed.clone()) };
        let plan = plan(&tiling, &options).expect("a plan");
        let picture = options.picture.as_ref().expect("a picture");
        let pages = picture_pages(&plan, picture, &Registration::CROSSES, 2.0).expect("pages");
        let sheets = sheets(&plan, &generic, &Dress::default()).expect("drawn");
        let cuts = sheets.iter().map(|sheet| sheet.bounds_of(Role::Cut).expect("cuts"));
        cuts.zip(pages).collect()
    }

    fn area(page: &Drawing) -> (Bounds, PlacedPicture) {
        let item = &page.layers()[0].items[0];
        let piecework_draw::drawing::Item::Path(path) = item else { panic!("an area") };
        (item.bounds().expect("a board"), path.picture().expect("a picture").clone())
    }

    #[test]
    fn a_picture_covers_the_board_with_its_bleed_and_its_middle_is_that_of_the_board() {
        // Wide, high, and one that fits only turned by a quarter.
        for (letters, bed) in
            [("AAB\nABB", (200.0, 100.0)), ("AA\nAB\nBB", (100.0, 200.0)), ("AA\nAB\nBB", (200.0, 100.0))]
        {
            let pages = with_picture(letters, 25.0, bed);
            let (cut, page) = &pages[0];
            let (shown, placed) = area(page);
            for (shown, cut) in
                [(shown.left + 2.0, cut.left), (shown.top + 2.0, cut.top), (shown.right - 2.0, cut.right)]
            {
                assert!((shown - cut).abs() < 1e-6, "{letters} {bed:?}: {shown} {cut}");
            }
            let [origin, ..] = placed.corners();
            let [(a, b), (c, d)] = placed.sides();
            let end = origin.moved(a + c, b + d);
            let middle = Point { x: f64::midpoint(origin.x, end.x), y: f64::midpoint(origin.y, end.y) };
            assert!(middle.distance(shown.center()) < 1e-6, "{letters} {bed:?}");
            let all = Bounds::around([origin, end]).expect("two points");
            assert!(all.left <= shown.left + 1e-6 && all.right >= shown.right - 1e-6, "{letters} {bed:?}");
            assert!(all.top <= shown.top + 1e-6 && all.bottom >= shown.bottom - 1e-6, "{letters} {bed:?}");
            let ratio = libm::hypot(a, b) / libm::hypot(c, d);
            assert!((ratio - placed.picture().ratio()).abs() < 1e-6, "it keeps its shape");
            assert_eq!(page.layers()[0].items.len(), 1 + 6, "the board, and three crosses of two bars");
        }
    }

    /// Two panels of 3 x 2 cells: what each shows is where it would be on the whole board.
    #[test]
    fn panels_show_their_part_of_the_picture() {
        let pages = with_picture("AABBDD\nACCBDE\nACCBEE", 20.0, (80.0, 80.0));
        assert!(pages.len() > 1);
        let mut corners = Vec::new();
        for (cut, page) in &pages {
            let (shown, placed) = area(page);
            assert!((shown.left + 2.0 - cut.left).abs() < 1e-6);
            // The whole board is 120 mm wide, so the picture with its bleed is 124 mm.
            assert!((placed.sides()[0].0 - 124.0).abs() < 1e-6, "{:?}", placed.sides());
            corners.push(placed.corners()[0].x - shown.left);
        }
        assert!(corners.iter().any(|x| (x - corners[0]).abs() > 10.0), "other parts: {corners:?}");
    }

    #[test]
    fn the_picture_alone_is_as_large_as_the_board_with_its_bleed() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let picture = Picture::named("meadow").expect("embedded");
        let generic = machine("generic").expect("embedded");
        let line = LineOptions { lines: Lines::Shared, ..LineOptions::default() };
        let options =
            CutOptions { line, picture: Some(picture.clone()), ..CutOptions::new(20.0, generic.bed) };
        let plan = plan(&tiling, &options).expect("a plan");
        let alone = picture_alone(&plan.sheets[0], &picture, 2.0).expect("drawn");
        assert!((alone.width() - 64.0).abs() < 1e-6 && (alone.height() - 44.0).abs() < 1e-6);
    }
}
