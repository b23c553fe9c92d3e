//! Draws the job sheet: thumbnails of the sheets in order of use, with what an operator does to each.

use super::exploded::{boxed, tenth, tray};
use super::thumbnail::thumbnail;
use crate::CutError;
use crate::job_sheet::{JobDesign, JobLayer, JobSheet, JobStep, Measure, ReleaseRange};
use crate::lengths::mm;
use crate::notes::spoken;
use crate::piece_notes::{counted, counted_by};
use crate::plan::{CutPlan, FirstPiece, LinesCut, Offcut, design_of, plain_name};
use piecework_draw::drawing::{Drawing, Path, Role};
use piecework_draw::geometry::{Bounds, Dimensions, Point};
use piecework_draw::layout::SheetFormat;
use piecework_draw::page::{Block, Entry, Figure, Foot, PageFormat, Section, Sign, Title, finish, sizes};
use piecework_tiling::text::plural;
use piecework_tiling::tiling::Tiling;

/// The width and the height of a thumbnail, in mm; with many sheets they are in two columns, half as large.
const THUMBNAIL: (f64, f64) = (62.0, 42.0);
/// More sheets than this are in two columns.
const LARGE: usize = 3;
/// The least width of such a column, in mm.
const COLUMN: f64 = 85.0;

/// Draws a job sheet on this paper, for the plan and the tilings that it was made from.
///
/// # Errors
/// [`CutError::Layout`] if the paper is too small.
pub fn job_sheet_pages(
    job: &JobSheet,
    (plan, tilings): (&CutPlan, &[Tiling]),
    paper: &SheetFormat,
) -> Result<Vec<Drawing>, CutError> {
    let title = Title::new(&job.title, "job sheet");
    let mut blocks = vec![Block::paragraph(job.about()), Block::heading("First")];
    blocks
        .push(Block::List(job.first().into_iter().map(|words| Entry::new(Sign::CheckBox, words)).collect()));
    blocks.push(Block::heading("Then, in this order"));
    let shared = job.said_once();
    if !shared.is_empty() {
        blocks.push(Block::Paragraph(format!("The same on all sheets: {}", shared.join(" · "))));
    }
    let figures = job.steps.iter().enumerate().map(|(at, step)| figure((job, &shared), (at, step), plan));
    if job.steps.len() > LARGE {
        blocks.push(Block::Figures(figures.collect(), COLUMN));
    } else {
        blocks.extend(figures.map(Block::Figure));
    }
    for (own, tiling) in plan.each_design().iter().zip(tilings) {
        let patchwork = plan.patchwork(tiling)?;
        let exploded = [tray(own, &patchwork), boxed(own)].into_iter().flatten();
        let exploded: Vec<Figure<'_>> = exploded.collect();
        if !exploded.is_empty() {
            let of = if plan.designs.is_empty() { String::new() } else { format!(": {}", own.title) };
            blocks.push(Block::heading(format!("Put together{of}")));
            blocks.extend(exploded.into_iter().map(Block::Figure));
        }
    }
    blocks.push(Block::heading("Before you pack it"));
    blocks.push(Block::List(job.last().into_iter().map(|words| Entry::new(Sign::CheckBox, words)).collect()));
    if !job.releases.is_empty() {
        blocks.extend([Block::heading("Released while cutting"), Block::paragraph(job.released())]);
    }
    let format = PageFormat::new(paper.clone(), Foot::not_to_scale());
    Ok(finish(Section { title, blocks, legend: Vec::new() }.pages(&format)?)?)
}

impl JobSheet {
    /// What is cut from what, and how long it takes.
    fn about(&self) -> String {
        let material =
            if self.material.is_empty() { "Material: ____________________" } else { &self.material };
        let sheets = self.steps.iter().filter(|step| !step.back).count();
        let sets = if self.copies > 1 { format!(" {} sets.", self.copies) } else { String::new() };
        let thick = self.thickness_mm.map_or(String::new(), |thick| format!(" Thickness {} mm.", mm(thick)));
        let kerf = if self.kerf_mm > 0.0 { format!(" Kerf {} mm.", mm(self.kerf_mm)) } else { String::new() };
        let gap = self.clearance_mm.map_or(String::new(), |gap| format!(" Clearance {} mm.", mm(gap)));
        let time = self.seconds().zip(self.cut_mm_min);
        let time = time.map_or(String::new(), |(all, speed)| {
            format!(" About {} at {speed:.0} mm/min for cuts.", spoken(all))
        });
        let cost = self.cost.as_ref().map_or(String::new(), |cost| format!(" Cost: {}.", cost.in_words()));
        format!(
            "{material}. {}, {}, {}.{sets}{thick}{kerf}{gap}{time}{cost}",
            self.machine,
            plural(sheets, "sheet"),
            self.stock_in_words()
        )
    }

    /// Of many sheets, what is the same on all that have it: the order of cuts, and the settings of each layer.
    fn said_once(&self) -> Vec<String> {
        if self.steps.len() <= LARGE {
            return Vec::new();
        }
        let mut lines: Vec<(&str, String)> = Vec::new();
        for step in &self.steps {
            let order = step.order(self).map(|words| ("", words.to_owned()));
            let layers = step.layers.iter().map(|layer| (layer.name, layer.in_words(self.is_beam)));
            for line in order.into_iter().chain(layers).collect::<Vec<_>>() {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        let is_only = |of: &str| lines.iter().filter(|(name, _)| *name == of).count() == 1;
        lines.iter().filter(|(name, _)| is_only(name)).map(|(_, words)| words.clone()).collect()
    }

    /// How large the sheets are.
    fn stock_in_words(&self) -> String {
        let size = |(width, height)| format!("{} x {} mm", tenth(width), tenth(height));
        let steps = self.steps.iter().filter(|step| !step.back);
        let sizes: Vec<String> = steps.map(|step| size(step.size_mm.unwrap_or(self.stock_mm))).collect();
        if self.steps.iter().all(|step| step.size_mm.is_none()) {
            return format!("up to {} each", size(self.stock_mm));
        }
        let counted = counted_by(&sizes, |size, count| format!("{count} of {size}"));
        counted.join(", ")
    }

    /// What to do before all is cut.
    fn first(&self) -> Vec<String> {
        let side = if self.face_down { "face down: the files are mirrored" } else { "face up" };
        let measure = self.measure.as_ref().map(|measure| match measure {
            Measure::Square(width, height) => format!(
                "Measure the square on the layer GUIDE in your program: it must be {width:.2} x {height:.2} mm. If not, \
                 the program has scaled the file.",
            ),
            Measure::Piece(FirstPiece { piece, name, width_mm, height_mm }) => {
                let kerf = if self.lines == LinesCut::Separate {
                    " If it is smaller by 0.1 mm, make the kerf wider by 0.1 mm."
                } else {
                    ""
                };
                format!(
                    "Measure piece {piece} ({name}), which is cut first: as it lies on the sheet it must be {width_mm:.2} mm \
                     wide and {height_mm:.2} mm high.{kerf}"
                )
            }
        });
        let caution = self.caution.as_ref().map(|caution| format!("Try the material: {caution}."));
        let others = (!self.other_lasers.is_empty()).then(|| {
            format!("For other lasers the file of the material says: {}.", self.other_lasers.join(" · "))
        });
        let printing = self.printing.as_ref().map(|how| format!("Before cutting: {how}."));
        let laid = Some(format!("Lay the material {side}."));
        [caution, others, printing, laid, measure].into_iter().flatten().collect()
    }

    /// What to check at the end.
    fn last(&self) -> Vec<String> {
        // Pieces of several designs may share a name.
        let names = if self.designs.is_empty() {
            format!(": {}", counted(&self.pieces).join(", "))
        } else {
            String::new()
        };
        let of = if self.copies > 1 { format!(" of {} sets", self.copies) } else { String::new() };
        let pieces = format!("All {}{of} are there{names}.", plural(self.pieces.len(), "piece"));
        let range = |design: &JobDesign| {
            let (first, last) = design.numbers;
            format!("pieces {first} to {last} are {}", design.title)
        };
        let sorted = self.designs.iter().map(range).collect::<Vec<String>>().join(", ");
        let sorted = (!sorted.is_empty()).then(|| format!("Each set is sorted by its numbers: {sorted}."));
        let has = |part: &str| self.parts.iter().any(|other| plain_name(other) == part);
        let glued = has("frame").then(|| "The frame is glued on the base along the scored lines.".to_owned());
        let lid = if has("tray") { "fits around it" } else { "lies flat on it" };
        // With seam allowances there is no clearance, and pieces are larger than their places.
        let fits = (self.clearance_mm.is_some() && (has("base") || has("tray")))
            .then(|| format!("The pieces drop into the tray, and the lid {lid}."));
        let clean = "No soot is on the edges and the backs.".to_owned();
        let snaps = if self.detent { "; it snaps into both sides when it is closed" } else { "" };
        let slides = has("box lid")
            .then(|| format!("The lid of the box slides, and its notch is at the front{snaps}."));
        let content = if has("frame") { "the tray" } else { "the pieces" };
        let pushed = (self.push_hole && has("box bottom"))
            .then(|| format!("A finger through the hole in the bottom of the box pushes out {content}."));
        let words =
            (self.words > 0).then(|| format!("All {} can be read on the base.", plural(self.words, "word")));
        let magnets = self.magnets.map(|magnets| {
            let (diameter, thickness) = (mm(magnets.size_mm.0), mm(magnets.size_mm.1));
            let all = magnets.in_pieces + magnets.under_board;
            let under = match magnets.under_board {
                0 => String::new(),
                under => format!(" and {under} under the cells, all the same way up"),
            };
            format!(
                "{} of {diameter} x {thickness} mm: {} in the pieces{under}.",
                plural(all, "magnet"),
                magnets.in_pieces
            )
        });
        let held = self.lid_magnets.map(|((diameter, thickness), all)| {
            let (diameter, thickness) = (mm(diameter), mm(thickness));
            format!(
                "{all} magnets of {diameter} x {thickness} mm hold the lid, one in each corner of lid and frame: two that meet \
                 attract each other."
            )
        });
        let leans = has("foot 1").then(|| "The tray leans back in its two feet.".to_owned());
        let all =
            [Some(pieces), sorted, Some(clean), glued, words, fits, magnets, held, leans, slides, pushed];
        all.into_iter().flatten().collect()
    }

    /// When pieces come loose.
    fn released(&self) -> String {
        let many = self.steps.iter().filter(|step| !step.back).count() > 1;
        let range = |range: &ReleaseRange| {
            let numbers: Vec<String> = range.pieces.iter().map(ToString::to_string).collect();
            let sheet = if many { format!("sheet {}, ", range.sheet) } else { String::new() };
            let set = if self.copies > 1 { format!("set {}, ", range.set) } else { String::new() };
            let lines = if range.lines.0 == range.lines.1 { "line" } else { "lines" };
            format!("{sheet}{set}{lines} {}: {}", range.in_words(), numbers.join(" "))
        };
        self.releases.iter().map(range).collect::<Vec<String>>().join(" · ")
    }
}

impl ReleaseRange {
    /// Returns its lines, such as `12` or `12–24`.
    pub(super) fn in_words(&self) -> String {
        match self.lines {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}–{last}"),
        }
    }
}

impl JobStep {
    /// Returns the parts that belong to no design of several, and those of each design in words.
    fn parts_by_design(&self) -> (Vec<String>, Vec<String>) {
        let mut designs: Vec<(&str, Vec<String>)> = vec![("", Vec::new())];
        for part in &self.parts {
            let (name, of) = (plain_name(part).to_owned(), design_of(part));
            match designs.iter_mut().find(|(design, _)| *design == of) {
                Some((_, parts)) => parts.push(name),
                None => designs.push((of, vec![name])),
            }
        }
        let own = designs.remove(0).1;
        let words = |(of, parts): (&str, Vec<String>)| format!("{of}: {}", counted(&parts).join(", "));
        (own, designs.into_iter().map(words).collect())
    }

    /// Returns in which order a machine cuts a sheet.
    fn order(&self, job: &JobSheet) -> Option<&'static str> {
        if self.back {
            None
        } else if job.lines == LinesCut::Shared && self.pieces > 0 {
            Some("Every line once, in the order of the file: turn optimizing off.")
        } else {
            Some("Inner cuts first, then outlines.")
        }
    }

    /// Returns what is cut, the files and the settings that are not shared by all sheets, a line each.
    fn entries(&self, number: usize, (job, shared): (&JobSheet, &[String])) -> Vec<Entry> {
        let sheet = self.sheet + 1;
        let sheet = match self.size_mm {
            Some((width, height)) => format!("{sheet} ({} x {} mm)", tenth(width), tenth(height)),
            None => sheet.to_string(),
        };
        let (own, of_designs) = self.parts_by_design();
        let what = match (self.back, self.pieces) {
            (true, _) => format!("{number}. back of sheet {sheet}, then turn it over like a page"),
            (false, pieces) => {
                let pieces = (pieces > 0).then(|| plural(pieces, "piece"));
                let all = pieces.into_iter().chain(counted(&own)).collect::<Vec<_>>().join(", ");
                format!("{number}. sheet {sheet}{}{all}", if all.is_empty() { "" } else { ": " })
            }
        };
        let mut entries = vec![Entry::new(Sign::None, what).bold()];
        let of_designs = of_designs.into_iter().filter(|_| !self.back);
        entries.extend(of_designs.map(|words| Entry::new(Sign::None, words)));
        let files = (!self.endings.is_empty()).then(|| format!("{}: {}", self.name, self.endings.join(", ")));
        entries.extend(files.map(|files| Entry::new(Sign::None, files)));
        let pages = self.documents.iter().map(|document| format!("{document}, page {}", self.page));
        entries.extend(pages.map(|page| Entry::new(Sign::None, page)));
        let layers = self.layers.iter().map(|layer| layer.in_words(job.is_beam));
        let own = self.order(job).map(str::to_owned).into_iter().chain(layers);
        let own = own.filter(|words| !shared.contains(words));
        entries.extend(own.map(|words| Entry::new(Sign::None, words)));
        let has = |part: &str| !self.back && self.parts.iter().any(|other| plain_name(other) == part);
        let asides = [
            (has("frame"), "The notch in the frame is for a finger: what falls out of it is waste."),
            (
                job.push_hole && has("box bottom"),
                "The disc from the hole in the box bottom is waste: a finger pushes there.",
            ),
            (
                job.detent && has("box lid"),
                "The box lid has slits and the box sides have windows: there it snaps in. Keep both clear.",
            ),
        ];
        let asides = asides.into_iter().filter(|(is_there, _)| *is_there);
        entries.extend(asides.map(|(_, words)| Entry::new(Sign::None, words)));
        let whole = self.whole_sets.map(|whole| match (whole, job.copies) {
            (0, _) => "no set has all its pieces yet".to_owned(),
            (whole, all) => format!("then {whole} of {all} sets have all their pieces"),
        });
        entries.extend(whole.map(|words| Entry::new(Sign::None, words)));
        let left: Vec<String> = self
            .offcuts_mm
            .iter()
            .map(|(width, height)| format!("{} x {} mm", mm(*width), mm(*height)))
            .collect();
        let left = (!left.is_empty()).then(|| format!("keep what is left: {}", left.join(", ")));
        entries.extend(left.map(|words| Entry::new(Sign::None, words)));
        let time = self.seconds.filter(|_| !self.back);
        entries.extend(time.map(|seconds| Entry::new(Sign::None, format!("about {}", spoken(seconds)))));
        entries
    }
}

impl JobLayer {
    fn in_words(&self, is_beam: bool) -> String {
        let what = match self.role {
            Role::Inner | Role::Cut => "cut through",
            Role::Score => "score",
            Role::Label | Role::Engrave => "engrave",
            _ => "draw",
        };
        // To be filled in by hand.
        let blank = if is_beam { ": ______ mm/min, ____ %" } else { "" };
        let burn = self.burn.map_or(blank.to_owned(), |(speed, power, passes)| {
            let passes = if passes > 1 { format!(", {passes} passes") } else { String::new() };
            let power = power.map_or("____".to_owned(), |power| format!("{:.0}", power * 100.0));
            format!(": {speed:.0} mm/min, {power} %{passes}")
        });
        format!("{} ({what}){burn}", self.name)
    }
}

/// Returns a sheet with its words beside it.
fn figure<'a>(
    (job, shared): (&'a JobSheet, &[String]),
    (at, step): (usize, &'a JobStep),
    plan: &'a CutPlan,
) -> Figure<'a> {
    let sheet = &plan.sheets[step.sheet];
    let Dimensions { width, height } = plan.size_of(sheet);
    let small = if job.steps.len() > LARGE { 0.6 } else { 1.0 };
    let scale = small * (THUMBNAIL.0 / width).min(THUMBNAIL.1 / height);
    let left = plan.summary.offcuts.iter().filter(|offcut| offcut.sheet == step.sheet + 1 && !step.back);
    let left: Vec<Bounds> = left.map(Offcut::bounds).collect();
    Figure {
        width: width * scale,
        height: height * scale + sizes::AIR,
        beside: step.entries(at + 1, (job, shared)),
        draw: Box::new(move |canvas, room| {
            let put = |point: Point| {
                // What is mirrored, or seen from the back, is drawn as it lies on the machine.
                let x = if plan.mirrored != step.back { width - point.x } else { point.x };
                Point { x: room.left + x * scale, y: room.top + point.y * scale }
            };
            thumbnail(canvas, sheet, (put, width * height * scale * scale));
            for Bounds { left, top, right, bottom } in &left {
                let ends = [(*left, *top), (*right, *bottom)].map(|(x, y)| put(Point { x, y }));
                canvas.path(Role::Guide, Path::rectangle(Bounds::around(ends).unwrap_or(room)));
            }
            let (right, bottom) = (room.left + width * scale, room.top + height * scale);
            canvas.path(Role::Guide, Path::rectangle(Bounds { right, bottom, ..room }));
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CutRequest, prepare, sheets};
    use piecework_draw::drawing::Item;
    use piecework_draw::layout::paper;
    use piecework_draw::options::Options as _;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// The words of the job sheet of two L trominoes, with options as they are typed.
    fn words(machine: &str, options: &[(&str, &str)]) -> Vec<String> {
        words_of(machine, options, |_| {})
    }

    /// The same of a sheet that was changed.
    fn words_of(machine: &str, options: &[(&str, &str)], change: fn(&mut JobSheet)) -> Vec<String> {
        let limits = Limits::default();
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &limits).expect("letters");
        let tiling = infer_from_grid("two", &grids[0]).expect("a tiling");
        let mut request = CutRequest::default();
        let usual = [("machine", machine), ("cell", "20mm"), ("formats", "svg,pdf"), ("job_sheet", "true")];
        for (key, value) in usual.iter().chain(options) {
            request.set(key, value, &limits).expect("an option");
        }
        let cut = prepare(&request, tiling.puzzle()).expect("a cut");
        let job = cut.job(&tiling).expect("a plan");
        let drawn = sheets(&job.plan, request.machine.machine(), &cut.dress).expect("sheets");
        let mut sheet = JobSheet::new(&job, "two", (&drawn, &[]));
        change(&mut sheet);
        let paper = paper("a4").expect("embedded");
        let pages = job_sheet_pages(&sheet, (&job.plan, job.tilings), &paper).expect("pages");
        assert_eq!(pages.len(), 1);
        let items = pages[0].layers().iter().flat_map(|layer| &layer.items);
        let of =
            |item: &Item| if let Item::Text(text) = item { Some(text.content().to_owned()) } else { None };
        items.filter_map(of).collect()
    }

    /// What all sheets share is said once, and parts stand behind the name of their design.
    #[test]
    fn many_sheets_say_once_what_they_share() {
        let words = words_of("lightburn", &[("kerf", "0.2mm"), ("lines", "separate")], |sheet| {
            let parts = ["base of Cat", "lid of Cat", "base of Dog", "base of Cat", "card"];
            sheet.steps[0].parts = parts.map(str::to_owned).to_vec();
            sheet.steps = vec![sheet.steps[0].clone(); LARGE + 1];
        });
        let said = |part: &str| words.iter().filter(|line| line.contains(part)).count();
        assert_eq!((said("The same on all sheets: Inner cuts first"), said("Inner cuts first")), (1, 1));
        assert_eq!((said("CUT (cut through)"), said(": 2 pieces, card")), (1, LARGE + 1), "{words:?}");
        assert_eq!((said("Cat: 2 base, lid"), said("Dog: base")), (LARGE + 1, LARGE + 1), "{words:?}");
    }

    #[track_caller]
    fn has(words: &[String], parts: &[&str]) {
        for part in parts {
            assert!(words.iter().any(|line| line.contains(part)), "`{part}` in {words:?}");
        }
    }

    #[test]
    fn the_lid_that_snaps_in_and_the_push_hole_are_said() {
        let made = [("cell", "30mm"), ("box", "3mm")];
        let words_with = |more: &[(&str, &str)]| words("lightburn", &[&made, more].concat()).join(" ");
        let plain = words_with(&[]);
        assert!(plain.contains("notch is at the front.") && !plain.contains("finger"), "{plain}");
        let both = words_with(&[("detent", "true"), ("push_hole", "true")]);
        for part in ["it snaps into both sides", "pushes out the pieces."] {
            assert!(both.contains(part), "{part}: {both}");
        }
    }

    #[test]
    fn shared_lines_are_cut_in_the_order_of_the_file_and_say_what_they_release() {
        let words = words("grbl", &[]);
        let files = ["two-cut-1: .svg", "two-cut.pdf, page 1"];
        has(&words, &files);
        has(&words, &["1. sheet 1: 2 pieces", "turn optimizing off", "CUT (cut through): 600 mm/min, 80 %"]);
        has(&words, &["All 2 pieces are there: 2 ", "Released while cutting", "Material: ____"]);
        assert!(!words.iter().any(|line| line == "Put together"), "no tray");
    }

    /// A material says what would be a blank otherwise; what the operator typed goes before it.
    #[test]
    fn nothing_that_the_material_says_is_a_blank() {
        let of = |machine: &str, more: &[_]| {
            words(machine, &[&[("material", "birch-3mm")], more].concat()).join(" ")
        };
        let sheet = of("lightburn", &[]);
        let known = "Birch plywood, 3 mm. A laser run by LightBurn, 1 sheet, up to 600 x 400 mm each. Thickness 3 mm. Kerf 0.2 mm.";
        assert!(sheet.contains(known), "{sheet}");
        assert!(
            sheet.contains("CUT (cut through): 900 mm/min, 75 %") && sheet.contains("at 900 mm/min for cuts")
        );
        assert!(
            sheet.contains("are starting points (settings: CO2 laser of 60 W): cut a test card"),
            "{sheet}"
        );
        let typed =
            of("lightburn", &[("kerf", "0.1mm"), ("formats", "lbrn2"), ("speed", "700"), ("passes", "2")]);
        assert!(typed.contains("Kerf 0.1 mm.") && typed.contains("700 mm/min, 75 %, 2 passes"), "{typed}");
        assert!(!of("lightburn", &[("kerf", "0")]).contains("Kerf"), "none is an answer too");
        assert!(of("k40", &[]).contains("thickness and kerf of birch-3mm are starting points"));
        let boxed = of("lightburn", &[("box", "true"), ("material", "birch-6mm")]);
        assert!(boxed.contains("of 6 mm material"), "{boxed}");
        assert!(
            of("lightburn", &[("material", "3 mm cherry")]).contains("3 mm cherry. A laser"),
            "words of one's own"
        );
    }

    /// What a set costs is for the operator, and not for those who buy the files.
    #[test]
    fn the_cost_is_on_the_sheet_unless_it_is_sold() {
        let prices = [("price", "sheet=2,setup=3"), ("batch", "4")];
        let operator = words("grbl", &prices).join(" ");
        let cost = "Cost: material 2.00, machine without a price: 2.00 a set; 4 sets on 1 sheet cost 5.00, 1.25 each.";
        assert!(operator.contains(cost), "{operator}");
        assert!(!words("grbl", &[prices[0], prices[1], ("shop", "true")]).join(" ").contains("Cost"));
    }

    /// What is printed is printed before it is cut, and how is said where somebody stands at the machine.
    #[test]
    fn what_is_printed_is_printed_first() {
        let first = "Before cutting: print the page at 100 %, ";
        let print = ("formats", "svg,print");
        has(&words("silhouette", &[print]), &[first, "let the machine find the marks"]);
        has(&words("lightburn", &[print, ("picture", "meadow")]), &[first, "align its crosses"]);
        assert!(!words("lightburn", &[]).join(" ").contains(first));
    }

    /// The parts of a box are in words, in a picture, and in the list of what to check.
    #[test]
    fn a_box_is_put_together() {
        let words = words("lightburn", &[("box", "3mm")]);
        has(
            &words,
            &["Put together", "Outside: 68 x 54 x 16.3 mm", "Glue the rails above", "The lid of the box"],
        );
        has(&words, &["box side left", "box rail above"]);
    }

    #[test]
    fn a_tray_is_put_together_and_a_square_or_a_piece_is_measured() {
        let tray = [("kerf", "0.2mm"), ("tray", "true")];
        let words_of = |more: &[_]| words("lightburn", &[&tray, more].concat());
        let words = words_of(&[("reference", "30mm")]);
        has(
            &words,
            &["1. sheet 1: 2 pieces", "base, frame, lid", "Put together", "frame, glued, with notch"],
        );
        has(
            &words,
            &["it must be 30.00 x 30.00 mm", "Inner cuts first", "SCORE (score): 6000 mm/min, ____ %"],
        );
        has(&words_of(&[]), &["it must be 40.00 mm wide and 40.00 mm high", "make the kerf wider by"]);
    }
}
