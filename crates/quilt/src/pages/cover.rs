//! The cover: the quilt as it will look, its fabrics, and what a buyer asks first; and the quilt in sentences.

use super::cutting_list::cloth;
use super::format;
use super::quilt_picture::{Cloth, QuiltPicture, background};
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::plan::yardage::{Inches, Yardage};
use crate::plan::{Design, MethodTable, QuiltPlan};
use crate::words::sewing::{for_a_bed, rectangles};
use crate::words::straight::{seams_at_notches, seams_in_words};
use crate::words::{capital, patches, plural};
use piecework_draw::color::{Color, Palette};
use piecework_draw::drawing::{Anchor, Canvas, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::{AIR, LINE, TEXT};
use piecework_draw::page::{Foot, Page, Title, line, wrapped};

/// The cap height of the largest title, and of the least that stays in one line, in mm; the sizes of this file
/// are chosen by eye.
const TITLES: (f64, f64) = (9.2, 6.2);
/// How much of the wall a title may take.
const TITLE_SHARE: f64 = 0.45;
/// From one line of a title to the next, as a share of its cap height.
const NEXT_TITLE: f64 = 1.75;
/// The radius of a swatch, and the air around it, in mm.
const SWATCH: (f64, f64) = (3.4, 2.0);
/// How large the print of a fabric is in its swatch, of its true size.
const SWATCH_SCALE: f64 = 0.1;
/// The air between the parts of the cover, in mm.
const GAP: f64 = 9.0;
/// The wall, the strip above the floor, and the floor.
const ROOM: [Color; 3] =
    [Color::new(0xf3, 0xed, 0xe3), Color::new(0xfd, 0xfb, 0xf7), Color::new(0xd3, 0xc0, 0xa1)];
/// The height of the strip, in mm.
const SKIRTING: f64 = 2.2;

/// The cover: the quilt on a wall, its title, its fabrics, and what a buyer asks first.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let design = &plan.design;
    let format = format::read(design).with_foot(Foot::Line(String::new()));
    let title = Title { heading: String::new(), ..format::title(design, "quilt pattern") };
    let mut page = Page::new(&format, title)?;
    let (sheet, free) = (page.canvas.bounds(), page.free);
    let swatches = Swatches::new(plan, free.width());
    let facts = facts_in_short(plan, free.width());
    let floor = Bounds {
        top: free.bottom - GAP - swatches.height() - GAP / 2.0 - facts.len() as f64 * LINE,
        ..sheet
    };
    canvas_of_room(&mut page.canvas, sheet, floor.top);
    let wall = Bounds { top: free.top + GAP / 2.0, bottom: floor.top - SKIRTING - GAP, ..free };
    let below = draw_title(&mut page.canvas, wall, plan);
    let wall = Bounds { top: below + GAP, ..wall }.inset(free.width() * 0.02);
    // Where words fill a small page, it has no picture.
    if wall.height() > GAP {
        let picture = QuiltPicture::new(plan);
        let quilt = picture.within(wall);
        picture.draw_shadow(&mut page.canvas, quilt, ROOM[0]);
        picture.draw(&mut page.canvas, quilt);
    }
    let below = swatches.draw(&mut page.canvas, Bounds { top: floor.top + GAP, ..free });
    centered(&mut page.canvas, &facts, Bounds { top: below + GAP / 2.0, ..free });
    Ok(vec![page])
}

fn canvas_of_room(canvas: &mut Canvas, sheet: Bounds, floor: f64) {
    canvas.fill(Path::rectangle(sheet), ROOM[0]);
    canvas.fill(Path::rectangle(Bounds { top: floor - SKIRTING, bottom: floor, ..sheet }), ROOM[1]);
    canvas.fill(Path::rectangle(Bounds { top: floor, ..sheet }), ROOM[2]);
}

/// The title with a line above and one below it; returns where they end.
fn draw_title(canvas: &mut Canvas, room: Bounds, plan: &QuiltPlan) -> f64 {
    let designer = plan.options().designer.as_ref().map_or(String::new(), |name| format!(" by {name}"));
    let top = centered(canvas, &wrapped(&format!("A quilt pattern{designer}"), TEXT, room.width()), room);
    let (lines, height) = title_in_lines(plan.design.title(), room.width(), room.height() * TITLE_SHARE);
    let mut y = top + AIR;
    for words in lines {
        let at = Point { x: room.center().x, y: y + height * 1.3 };
        canvas.text(Role::Label, Text::new(words, at, height, Anchor::Middle).display());
        y += height * NEXT_TITLE;
    }
    centered(canvas, &wrapped(&made_of(plan), TEXT, room.width()), Bounds { top: y + AIR, ..room })
}

/// A title in as few lines as it takes, and their cap height; of one that is higher than `most` at the size of text, its
/// beginning.
fn title_in_lines(title: &str, width: f64, most: f64) -> (Vec<String>, f64) {
    let sizes = [1.0, 0.85, 0.7, 0.55, 0.4].map(|share| (TITLES.1 * share).max(TEXT));
    let tried = sizes.map(|least| title_at_least(title, width, least));
    let fits = |(lines, height): &&(Vec<String>, f64)| lines.len() as f64 * height * NEXT_TITLE <= most;
    if let Some(found) = tried.iter().find(fits) {
        return found.clone();
    }
    let [.., (mut lines, height)] = tried;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
    lines.truncate((most / (height * NEXT_TITLE)).floor().max(1.0) as usize);
    if let Some(last) = lines.last_mut() {
        last.push('…');
    }
    (lines, height)
}

/// A title in as few lines as it takes where one line has this cap height at least, and the cap height of all.
fn title_at_least(title: &str, width: f64, least: f64) -> (Vec<String>, f64) {
    let of = |words: &str| Text::new(words, Point::default(), 1.0, Anchor::Start).display().width();
    let fits = width / of(title).max(1e-6);
    if fits >= least {
        return (vec![title.to_owned()], fits.min(TITLES.0));
    }
    let mut lines: Vec<String> = Vec::new();
    for word in title.split_whitespace() {
        match lines.last_mut() {
            Some(line) if of(&format!("{line} {word}")) * least <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let widest = lines.iter().map(|line| of(line)).fold(1e-6, f64::max);
    (lines, (width / widest).min(least))
}

/// Lines in the middle of a room, from its top; returns where they end.
fn centered(canvas: &mut Canvas, lines: &[String], room: Bounds) -> f64 {
    let mut y = room.top;
    for words in lines {
        let at = Point { x: room.center().x, y: y + f64::midpoint(LINE, TEXT) };
        canvas.text(Role::Label, Text::new(words, at, TEXT, Anchor::Middle));
        y += LINE;
    }
    y
}

/// Patches, shapes and fabrics.
fn made_of(plan: &QuiltPlan) -> String {
    let design = &plan.design;
    let count = patches(design.whole.placements().len());
    let cut = match &plan.straight {
        Some(seams) => format!(" from {}", rectangles(seams.rectangles.len())),
        None if plan.summary.fused.is_some() => String::new(),
        None => format!(" of {}", plural(design.templates.len(), "shape")),
    };
    let cut = if design.cut.is_some() { String::new() } else { cut };
    format!("{count}{cut}, {}", plural(design.fabrics.len(), "fabric"))
}

/// Size, skill, time and date, and where the designer can be reached.
fn facts_in_short(plan: &QuiltPlan, width: f64) -> Vec<String> {
    let (skill, yardage) = (plan.skill(), &plan.summary.yardage);
    let mut facts = vec![
        format!("Finished size {}", written_size(&plan.design, yardage, 0)),
        format!("Skill: {}", skill.level.in_words()),
        skill.time_in_words(),
    ];
    facts.extend(plan.options().date.clone());
    let address = plan.options().address.iter().flat_map(|address| wrapped(address, TEXT, width));
    wrapped(&facts.join("  ·  "), TEXT, width).into_iter().chain(address).collect()
}

/// The fabrics in rows, each a round swatch with its name.
struct Swatches<'a> {
    fabrics: Vec<(Color, String)>,
    palette: &'a Palette,
    /// The width of a column, in mm, and how many there are.
    column: f64,
    across: usize,
}

impl<'a> Swatches<'a> {
    fn new(plan: &'a QuiltPlan, width: f64) -> Self {
        let design = &plan.design;
        let mut fabrics: Vec<(Color, String)> =
            design.fabrics.iter().map(|fabric| (fabric.color, fabric.name.clone())).collect();
        if let Some(color) =
            background(plan).or_else(|| design.fillers().first().map(|_| design.next_color()))
        {
            fabrics.push((color, design.options.background_name()));
        }
        let yardage = &plan.summary.yardage;
        let borders = 0..yardage.borders.len();
        fabrics.extend(borders.map(|border| (design.border_color(border), design.border_name(border))));
        if yardage.cornerstones.is_some() {
            fabrics.push((design.cornerstone_color(), design.cornerstone_name().to_owned()));
        }
        let name = |name: &str| Text::new(name, Point::default(), TEXT, Anchor::Start).width();
        let widest = fabrics.iter().map(|(_, words)| name(words)).fold(0.0, f64::max);
        let column = (2.0 * SWATCH.0 + 3.0 * SWATCH.1 + widest).min(width);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
        let most = ((width / column).floor() as usize).max(1);
        let rows = fabrics.len().div_ceil(most);
        let across = fabrics.len().div_ceil(rows.max(1)).max(1);
        Self { fabrics, palette: &design.options.palette, column, across }
    }

    fn step() -> f64 {
        2.0 * SWATCH.0 + SWATCH.1
    }

    fn height(&self) -> f64 {
        self.fabrics.len().div_ceil(self.across) as f64 * Self::step() - SWATCH.1
    }

    /// Draws them from the top of a room; returns where they end.
    fn draw(&self, canvas: &mut Canvas, room: Bounds) -> f64 {
        let left = room.center().x - self.across as f64 * self.column / 2.0;
        for (row, fabrics) in self.fabrics.chunks(self.across).enumerate() {
            for (column, (color, name)) in fabrics.iter().enumerate() {
                let (radius, air) = SWATCH;
                let middle = Point {
                    x: left + column as f64 * self.column + air + radius,
                    y: room.top + row as f64 * Self::step() + radius,
                };
                canvas.fill(Path::circle(middle, radius + 0.25), ROOM[2].toward(Color::BLACK, 0.35));
                let at = middle.moved(-radius, -radius);
                let cloth = Cloth { palette: self.palette, at, scale: SWATCH_SCALE };
                cloth.fill(canvas, Path::circle(middle, radius), *color);
                let at = middle.moved(radius + air, TEXT / 2.0);
                canvas.text(Role::Label, line(name, at, TEXT, room.right - at.x));
            }
        }
        room.top + self.height()
    }
}

/// Partial seams and pivots of the way that is chosen, if it has any.
fn other_turns(methods: &MethodTable) -> String {
    let Some(row) = methods.rows.iter().find(|row| row.chosen) else { return String::new() };
    let turns = [(row.partial_seams, "partial seam"), (row.pivots, "pivot")];
    let some = turns.into_iter().filter(|(count, _)| *count > 0);
    some.map(|(count, what)| format!(", {}", plural(count, what))).collect()
}

/// The quilt in words.
pub(super) fn facts(plan: &QuiltPlan) -> Vec<String> {
    let (design, yardage) = (&plan.design, &plan.summary.yardage);
    let allowance = design.options.seam_allowance;
    let size = |seams: usize| written_size(design, yardage, seams);
    let border = yardage.borders_in_words(design.options.units);
    let border = border.map_or(String::new(), |borders| format!(", including {borders}"));
    let set_in = design.patchwork.set_in_corners().len();
    let mut patches = patches(design.whole.placements().len());
    if let Some(cut) = design.cut.as_ref().filter(|cut| cut.count() > design.whole.placements().len()) {
        patches = format!("{patches} in {}", cloth(design, cut.count()));
    }
    let fewest = if design.fewest { ", the fewest possible" } else { "" };
    let straight = plan.straight.as_ref();
    let cut = match (straight, &plan.summary.fused) {
        (Some(seams), _) => rectangles(seams.rectangles.len()),
        (None, Some(fused)) => format!("squares of {}", fused.square.write(design.options.units)),
        (None, None) => templates(design),
    };
    let sewn = match straight {
        None if design.options.method == Method::EnglishPaper => "sewn by hand over papers".to_owned(),
        None if design.rows().is_some() => "sewn in rows with straight seams; no Y-seams".to_owned(),
        None if plan.summary.fused.is_some() => {
            "fused to a grid of interfacing and sewn along its lines; no Y-seams".to_owned()
        }
        None if design.cut.is_some() => {
            "sewn from squares and half-square triangles with straight seams; no Y-seams".to_owned()
        }
        None => format!("{}{}", plural(set_in, "set-in corner"), other_turns(&plan.summary.methods)),
        Some(seams) => seams_in_words(design, seams, plan.repeats.as_ref()),
    };
    let units = design.options.units;
    let mut facts = vec![
        format!("Finished size {}{border}; unfinished, before binding, {}.", size(0), size(2)),
        format!(
            "{patches} from {cut}; cell {}, seam allowance {}.",
            design.write(design.options.block_cell()),
            design.write(allowance)
        ),
        format!("{} fabrics{fewest}; {sewn}.", design.fabrics.len()),
    ];
    facts.extend(yardage.bed.iter().flat_map(|bed| for_a_bed(bed, units)));
    facts.extend(straight.and_then(seams_at_notches));
    facts.extend(seam_test(plan));
    if !design.whole.lattice().has_straight_lines() && design.options.method != Method::Straight {
        let cells = capital(design.whole.lattice().cell_name());
        let in_rows = match design.whole.lattice().triangles() {
            Some(_) => ", or cut them along straight lines and sew them in rows",
            None => "",
        };
        facts.push(format!(
            "{cells} need Y-seams at every corner; or piece them over papers by hand (English paper piecing){in_rows}."
        ));
    }
    facts
}

/// The finished size with a number of seam allowances; a length that is rounded up is marked "about".
fn written_size(design: &Design, yardage: &Yardage, seams: usize) -> String {
    let bounds = design.extent();
    let seams = yardage.seam_allowance.times(seams);
    let side = |finished: Inches, top: Inches, mm: f64| {
        let about = if top.is_exactly(mm) { "" } else { "about " };
        format!("{about}{}", (finished + seams).write(design.options.units))
    };
    let (finished, top) = (yardage.finished, yardage.top);
    let width = side(finished.width, top.width, bounds.width());
    format!("{width} × {}", side(finished.height, top.height, bounds.height()))
}

/// The test that quilters sew before they cut: three squares of one cell in a row, where cells are squares
/// and a machine sews.
fn seam_test(plan: &QuiltPlan) -> Option<String> {
    let design = &plan.design;
    let templates = design.options.method == Method::Templates && design.options.seam_allowance > 0.0;
    let squares = templates && design.whole.lattice().is_rectilinear();
    let (square, row) = (design.unfinished(1), design.unfinished(3));
    (squares || plan.straight.is_some()).then(|| {
        format!(
            "Test your seam first: cut three squares {square} and sew them in a row. The row must measure {row}."
        )
    })
}

fn templates(design: &Design) -> String {
    let count = design.templates.len();
    let what = if design.options.method == Method::EnglishPaper { "shape" } else { "template" };
    plural(count, what)
}
