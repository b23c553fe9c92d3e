//! Plans the job sheet: what an operator needs at the machine, without a screen.
//!
//! A [`JobSheet`] is data: the files in order of use, with their layers, settings and minutes, and what to
//! measure, glue and check. [`job_sheet_pages`](crate::job_sheet_pages) shows it.

use super::estimate::sheet_time;
use super::plan::{CutSheet, FirstPiece, LinesCut, Release};
use super::printing::how_to_print;
use super::{Calibration, CutCost, CutJob, PreparedCut, ToolKind};
use piecework_draw::drawing::{Drawing, Role};
use piecework_draw::render::{Content, FormatRef};

/// What is done at the machine for one job.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct JobSheet {
    /// The name of the puzzle.
    pub title: String,
    /// The title of the machine.
    pub machine: String,
    /// The material in the words of who ordered it; empty if nobody said.
    pub material: String,
    /// Its thickness in mm, if it is known.
    pub thickness_mm: Option<f64>,
    /// What of the material must be tried before.
    pub caution: Option<String>,
    /// How other lasers cut the material, as its file says.
    pub other_lasers: Vec<String>,
    /// What a set and a batch cost; `None` if no prices are known, or if it is for buyers.
    pub cost: Option<CutCost>,
    /// The width and height of the stock, in mm.
    pub stock_mm: (f64, f64),
    /// The width of the kerf, in mm.
    pub kerf_mm: f64,
    /// The clearance between assembled pieces, in mm; `None` with a seam allowance.
    pub clearance_mm: Option<f64>,
    /// How to print what is printed before it is cut, and to lay the cut on it; `None` if nothing is.
    pub printing: Option<String>,
    /// Whether the material is cut face down.
    pub face_down: bool,
    /// Whether speed and power are set at the machine for each layer.
    pub is_beam: bool,
    /// What to measure before all is cut.
    pub measure: Option<Measure>,
    /// The speed along cuts that times are computed from, in mm a minute; `None` if the profile has no speeds.
    pub cut_mm_min: Option<f64>,
    /// What to run, in order.
    pub steps: Vec<JobStep>,
    /// How many sets are cut.
    pub copies: usize,
    /// The designs of a set, if there are several.
    pub designs: Vec<JobDesign>,
    /// The names of the pieces, each as often as it is there.
    pub pieces: Vec<String>,
    /// What is cut beside the pieces, such as the parts of a tray.
    pub parts: Vec<String>,
    /// How many words of the board are on the base.
    pub words: usize,
    /// The magnets to press in, if there are any.
    pub magnets: Option<JobMagnets>,
    /// Diameter and thickness of those that hold the lid, in mm, and how many there are: half of them are in frames, half in lids.
    pub lid_magnets: Option<((f64, f64), usize)>,
    /// Whether the lid of the box snaps in.
    pub detent: bool,
    /// Whether the bottom of the box has a hole to push out what is in it.
    pub push_hole: bool,
    /// Which lines release which pieces.
    pub releases: Vec<ReleaseRange>,
    /// Whether pieces share their lines.
    pub lines: LinesCut,
}

/// A design of several that are cut together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct JobDesign {
    /// Its name.
    pub title: String,
    /// The numbers of its first and its last piece.
    pub numbers: (usize, usize),
}

/// Magnets, all of one size.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct JobMagnets {
    /// Diameter and thickness, in mm.
    pub size_mm: (f64, f64),
    /// How many are in pieces: one in each.
    pub in_pieces: usize,
    /// How many are under the board: one under each cell, if there is a tray.
    pub under_board: usize,
}

/// What to measure before all is cut.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub enum Measure {
    /// The square that every sheet has, with its width and height in the file, in mm.
    Square(f64, f64),
    /// The piece that is cut first.
    Piece(FirstPiece),
}

/// One run of the machine.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct JobStep {
    /// The sheet, from 0.
    pub sheet: usize,
    /// The width and height of the sheet, in mm, if it is not that of the stock.
    pub size_mm: Option<(f64, f64)>,
    /// The rectangles that are left of it, in mm.
    pub offcuts_mm: Vec<(f64, f64)>,
    /// Whether this is the back of the sheet, which is run first.
    pub back: bool,
    /// What the names of its files begin with.
    pub name: String,
    /// How they end; each file is the whole run.
    pub endings: Vec<String>,
    /// Documents of which one page is the whole run.
    pub documents: Vec<String>,
    /// The number of that page, from 1.
    pub page: usize,
    /// How many pieces are cut; 0 for the parts of a tray.
    pub pieces: usize,
    /// The names of what is cut, if it is no piece.
    pub parts: Vec<String>,
    /// How many sets have all their pieces after this step; `None` if only one is cut, or if tabs hold them.
    pub whole_sets: Option<usize>,
    /// The layers in order, with their settings if the machine is a laser.
    pub layers: Vec<JobLayer>,
    /// How long it takes, in seconds; `None` if the machine's profile has no speeds.
    pub seconds: Option<f64>,
}

/// The lines of one role.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct JobLayer {
    /// What the lines do.
    pub role: Role,
    /// The name of the layer in files.
    pub name: &'static str,
    /// Speed in mm a minute, power from 0 to 1, passes; `None` where the program at the machine decides.
    pub burn: Option<(f64, Option<f64>, u32)>,
}

/// Pieces that come loose one after another on one sheet.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct ReleaseRange {
    /// The number of the sheet, from 1.
    pub sheet: usize,
    /// The number of the set, from 1.
    pub set: usize,
    /// The first and the last line that release them, from 1.
    pub lines: (usize, usize),
    /// Their numbers, in the order of release.
    pub pieces: Vec<usize>,
}

impl JobSheet {
    /// Plans the sheet for a job whose sheets and backs are `drawn`.
    pub(super) fn new(
        job: &CutJob<'_>,
        stem: &str,
        (fronts, backs): (&[Drawing], &[(usize, Drawing)]),
    ) -> Self {
        let PreparedCut { request, options, dress, .. } = job.wanted;
        let (plan, machine) = (&job.plan, job.wanted.machine());
        let summary = &plan.summary;
        let back = (1..).zip(backs).map(|(page, (sheet, drawing))| (page, *sheet, true, drawing));
        let front = fronts.iter().enumerate().map(|(sheet, drawing)| (sheet + 1, sheet, false, drawing));
        let steps: Vec<JobStep> = back.chain(front).map(|run| step(job, stem, run)).collect();
        let parts = steps.iter().filter(|step| !step.back).flat_map(|step| step.parts.clone()).collect();
        let words: usize = job.tilings.iter().map(|tiling| tiling.board().whole().labels().len()).sum();
        let cells: usize = job.tilings.iter().map(|tiling| tiling.board().whole().area()).sum();
        let designs = plan.designs.iter().map(|design| JobDesign {
            title: design.title.clone(),
            numbers: (design.before + 1, design.before + design.pieces),
        });
        let Calibration { x, y } = dress.calibration;
        let square = dress.reference.map(|side| Measure::Square(side * x, side * y));
        Self {
            title: plan.title.clone(),
            machine: machine.bed.title.clone(),
            material: request.material.as_ref().map_or_else(String::new, |choice| choice.words().to_owned()),
            thickness_mm: (request.known_material().map(|material| material.thickness))
                .or(options.boxed.map(|boxed| boxed.thickness))
                .or(options.tray.and_then(|tray| tray.stand)),
            caution: job.wanted.caution(),
            other_lasers: (request.known_material())
                .filter(|_| machine.tool.kind == ToolKind::Beam)
                .map_or_else(Vec::new, |material| material.on_other_machines(machine)),
            cost: job.cost.clone().filter(|_| !request.shop),
            stock_mm: (summary.stock_mm.width, summary.stock_mm.height),
            kerf_mm: options.kerf,
            clearance_mm: summary.gap_mm,
            printing: (job.wanted.formats.iter().any(|format| format.content == Content::Prints)
                && plan.sheets.iter().any(CutSheet::is_printed))
            .then(|| how_to_print(plan, machine, dress)),
            face_down: plan.mirrored,
            is_beam: machine.tool.kind == ToolKind::Beam,
            measure: square.or(summary.first.clone().map(Measure::Piece)),
            cut_mm_min: machine.speeds(&dress.burn).map(|speeds| speeds.cut),
            steps,
            copies: summary.copies,
            designs: designs.collect(),
            pieces: (summary.sizes.iter())
                .flat_map(|size| vec![size.name.clone(); size.count * summary.copies])
                .collect(),
            parts,
            words: if options.tray.is_some() { words - plan.left_out.len() } else { 0 },
            magnets: options.magnets.map(|magnets| JobMagnets {
                size_mm: (magnets.diameter, magnets.thickness),
                in_pieces: summary.pieces * summary.copies,
                under_board: if options.tray.is_some() { cells * summary.copies } else { 0 },
            }),
            lid_magnets: options.tray.and_then(|tray| tray.lid_magnets).map(|magnets| {
                ((magnets.diameter, magnets.thickness), 8 * summary.copies * job.tilings.len())
            }),
            detent: options.boxed.is_some_and(|boxed| boxed.detent),
            push_hole: options.boxed.is_some_and(|boxed| boxed.push_hole),
            releases: if summary.lines == LinesCut::Shared { ranges(&summary.free) } else { Vec::new() },
            lines: summary.lines,
        }
    }

    /// Returns the seconds of all steps; `None` if the machine's profile has no speeds.
    pub fn seconds(&self) -> Option<f64> {
        self.steps.iter().map(|step| step.seconds).sum()
    }
}

/// The names of what is cut on a sheet without pieces.
fn parts(sheet: &CutSheet) -> Vec<String> {
    sheet.cuts.iter().map(|cut| cut.name.clone()).collect()
}

fn step(
    job: &CutJob<'_>,
    stem: &str,
    (page, index, back, drawing): (usize, usize, bool, &Drawing),
) -> JobStep {
    let sheet = &job.plan.sheets[index];
    let side = if back { "back" } else { "cut" };
    let PreparedCut { formats, dress, .. } = job.wanted;
    let unit = job.wanted.unit();
    let name = format!("{stem}-{side}-{}", sheet.name);
    let file = |format: &FormatRef| match format.content {
        Content::Prints if !sheet.is_printed() => None,
        Content::Prints => Some(format.file_name(&format!("{stem}-print"), unit)),
        Content::Sheets if format.carries.several => Some(format.file_name(&format!("{stem}-{side}"), unit)),
        _ => None,
    };
    let whole = formats.iter().filter(|format| format.content == Content::Sheets);
    let whole = whole.filter(|format| !format.carries.several && !format.carries.pixels);
    let mut endings: Vec<String> = whole.map(|format| format.file_name("", unit)).collect();
    endings.dedup();
    let mut documents: Vec<String> = formats.iter().filter_map(file).collect();
    documents.dedup();
    let pieces = job.plan.summary.on_sheets.get(index).map_or(0, |used| used.pieces.len());
    // Every move has a speed and a power there.
    let needs_power = formats.iter().any(|format| format.carries.moves);
    let laser = drawing.laser_given().or(needs_power.then(|| drawing.laser()));
    let layers = drawing.layers().iter().filter(|layer| !matches!(layer.role, Role::Fill | Role::Guide));
    let layers = layers.map(|layer| JobLayer {
        role: layer.role,
        name: drawing.style(layer.role).layer,
        burn: laser.map(|laser| {
            let burn = laser.burn(layer.role);
            // What nobody has said of one kind of line, the power of another does not say.
            let given = if layer.role.is_cut() { dress.burn.power } else { dress.burn.draw_power };
            let is_known = job.wanted.machine().laser.is_some() || given.is_some();
            let power = Some(burn.power).filter(|_| is_known || needs_power);
            (burn.speed, power, burn.passes)
        }),
    });
    // The time of a sheet includes its back.
    let seconds = sheet_time(&job.plan, index, job.wanted.machine(), dress);
    let left = job.plan.summary.offcuts.iter().filter(|offcut| offcut.sheet == index + 1 && !back);
    JobStep {
        sheet: index,
        size_mm: sheet.size_mm.map(|size| (size.width, size.height)),
        offcuts_mm: left.map(|offcut| (offcut.size_mm.width, offcut.size_mm.height)).collect(),
        back,
        name,
        endings,
        documents,
        page,
        pieces,
        parts: if pieces == 0 { parts(sheet) } else { sheet.parts.clone() },
        whole_sets: job.plan.summary.whole_sets(index + 1).filter(|_| !back),
        layers: layers.collect(),
        seconds: if back { Some(0.0).filter(|_| seconds.is_some()) } else { seconds },
    }
}

/// The most pieces of a range; chosen by eye.
const TOGETHER: usize = 10;

/// Returns the releases in ranges of lines, in cutting order: with few pieces one range for each line.
pub(super) fn ranges(free: &[Release]) -> Vec<ReleaseRange> {
    /// Up to this many pieces each line has a range of its own.
    const FEW: usize = 60;
    let mut order: Vec<&Release> = free.iter().collect();
    order.sort_by_key(|release| (release.sheet, release.step, release.piece));
    let mut ranges: Vec<ReleaseRange> = Vec::new();
    for release in order {
        let joins = |last: &&mut ReleaseRange| {
            let same_line = last.lines.1 == release.step;
            let room = free.len() > FEW && last.pieces.len() < TOGETHER;
            last.sheet == release.sheet && last.set == release.set && (same_line || room)
        };
        if let Some(last) = ranges.last_mut().filter(joins) {
            last.lines.1 = release.step;
            last.pieces.push(release.piece);
        } else {
            let lines = (release.step, release.step);
            let (sheet, set) = (release.sheet, release.set);
            ranges.push(ReleaseRange { sheet, set, lines, pieces: vec![release.piece] });
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn releases(count: usize) -> Vec<Release> {
        (1..=count)
            .map(|piece| Release { piece, set: 1, sheet: 1 + piece / 100, step: piece / 2 + 1 })
            .collect()
    }

    #[test]
    fn few_pieces_are_listed_by_line_and_many_in_ranges() {
        let few = ranges(&releases(6));
        let lines: Vec<_> = few.iter().map(|range| (range.lines, range.pieces.clone())).collect();
        let expected = [((1, 1), vec![1]), ((2, 2), vec![2, 3]), ((3, 3), vec![4, 5]), ((4, 4), vec![6])];
        assert_eq!(lines, expected);
        let all = releases(150);
        let many = ranges(&all);
        assert!(many.len() <= 18, "{many:?}");
        assert!(many.iter().all(|range| range.lines.0 <= range.lines.1));
        let listed: Vec<usize> = many.iter().flat_map(|range| range.pieces.clone()).collect();
        assert_eq!(listed, (1..=150).collect::<Vec<usize>>(), "every piece once, in order");
        let of = |piece: usize| many.iter().find(|range| range.pieces.contains(&piece)).expect("listed");
        assert!(all.iter().all(|release| {
            let range = of(release.piece);
            range.sheet == release.sheet && (range.lines.0..=range.lines.1).contains(&release.step)
        }));
    }
}
