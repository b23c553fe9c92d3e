//! The options of `piecework cut` about lines, and what is said of them.

use clap::{Args, ValueEnum};
use piecework::Length;
use piecework::cut::{
    CutSummary, FileFormat, Free, LineOptions, Lines, LinesCut, Machine, Order, Tool, ToolPath,
};

use crate::exit::Failure;

/// The heading over what decides which lines are cut, and in which order.
const LINES: &str = "Lines";

/// The heading over how the tool runs along lines.
const TOOL: &str = "Tool";

/// How many pieces are told one by one when they come free; `--json` and the assembly pages have all.
const MOST_FREED: usize = 12;

/// How many sizes are told to people; `--json` has all.
const MOST_SIZES: usize = 12;

/// Which lines are cut, and how.
#[derive(Debug, Clone, Args)]
pub(crate) struct LineArgs {
    /// Whether pieces share their cut lines
    #[arg(long, value_enum, default_value_t = LinesArg::Auto, help_heading = LINES)]
    pub(crate) lines: LinesArg,
    /// The gap between two pieces put together again, for outlines of their own; none unless given
    #[arg(long, value_name = "LENGTH", help_heading = LINES, allow_hyphen_values = true)]
    pub(crate) fit: Option<Length>,
    /// What the order of shared lines is to be good for
    #[arg(long, value_enum, default_value_t = OrderArg::Travel, help_heading = LINES)]
    pub(crate) order: OrderArg,
    /// How far a line goes on after its end, along lines that are cut already; as the machine says unless given
    #[arg(long, value_name = "LENGTH", help_heading = TOOL)]
    pub(crate) overcut: Option<Length>,
    /// How far the tip of a drag knife trails behind its axis; corners are swung around; as the machine says unless given
    #[arg(long, value_name = "LENGTH", help_heading = TOOL)]
    pub(crate) blade_offset: Option<Length>,
    /// Begin outlines of their own so far beside the piece, in waste
    #[arg(long, value_name = "LENGTH", default_value = "0", help_heading = TOOL)]
    pub(crate) lead_in: Length,
    /// Hold every piece by so many tabs that are not cut; with shared lines at most one where two pieces meet
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = TOOL, value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(crate) tabs: u16,
    /// With --tabs: the width of a tab
    #[arg(long, value_name = "LENGTH", default_value = "1mm", help_heading = TOOL, requires = "tabs")]
    pub(crate) tab_width: Length,
    /// Round corners by this radius, as dies need it; where lines meet they stay sharp; as the machine says unless given
    #[arg(long, value_name = "LENGTH", help_heading = TOOL)]
    pub(crate) fillet: Option<Length>,
}

/// Whether pieces share their cut lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinesArg {
    /// Shared, unless --seam, --kerf, --fit, --gap or --lead-in asks for room or the whole is larger than the stock
    Auto,
    /// Every line is cut once; pieces lie as in the tiling, in panels if it is too large, and come out a kerf smaller
    Shared,
    /// Every piece has an outline of its own
    Separate,
}

/// What the order of cutting is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderArg {
    /// Few pen-downs, little travel, pieces that come free late
    Travel,
    /// Down the sheet and never back, for paper without a mat
    MatFree,
}

impl LineArgs {
    /// What is meant; pieces that lie `apart`, because they are printed before they are cut or by a gap asked for, share no
    /// lines unless that is asked for too. What nothing is said of is as the tool of the machine needs it.
    pub(crate) fn options(&self, apart: bool, machine: &Tool) -> LineOptions {
        let mm = |given: Option<Length>, usual: Option<f64>| given.map_or(usual.unwrap_or(0.0), Length::mm);
        // Tabs interrupt lines, which then have no end to run on from.
        let overcut = machine.overcut.filter(|_| self.tabs == 0);
        LineOptions {
            lines: match self.lines {
                LinesArg::Auto if apart => Lines::Separate,
                LinesArg::Auto => Lines::Auto,
                LinesArg::Shared => Lines::Shared,
                LinesArg::Separate => Lines::Separate,
            },
            fit: self.fit.map(Length::mm),
            order: match self.order {
                OrderArg::Travel => Order::Travel,
                OrderArg::MatFree => Order::MatFree,
            },
            tool: ToolPath {
                overcut: mm(self.overcut, overcut),
                blade_offset: mm(self.blade_offset, machine.blade_offset),
                lead_in: self.lead_in.mm(),
                tabs: self.tabs.into(),
                tab_width: self.tab_width.mm(),
                fillet: mm(self.fillet, machine.fillet),
            },
        }
    }

    /// Refuses a page to print of pieces that share lines, before anything is searched for.
    pub(crate) fn check(&self, formats: &[FileFormat]) -> Result<(), Failure> {
        if self.lines == LinesArg::Shared && formats.contains(&FileFormat::Print) {
            let words = "a page to print is for pieces that lie apart; leave out `--lines shared`";
            return Err(Failure::Usage(words.into()));
        }
        Ok(())
    }

    /// What the machine decides of the way its tool runs, in words; nothing if it decides nothing.
    pub(crate) fn told_of_tool(&self, machine: &Machine, tool: &ToolPath) -> Option<String> {
        let parts = [
            ("--blade-offset", self.blade_offset, tool.blade_offset),
            ("--overcut", self.overcut, tool.overcut),
            ("--fillet", self.fillet, tool.fillet),
        ];
        let decided = parts.iter().filter(|(_, given, mm)| given.is_none() && *mm > 0.0);
        let words: Vec<String> = decided.map(|(name, _, mm)| format!("{name} {mm}mm")).collect();
        (!words.is_empty()).then(|| format!("`{}` stands for {}", machine.name(), words.join(" ")))
    }
}

/// The plan in words: what it reaches beside what it could, and how large pieces come out.
pub(crate) fn told(summary: &CutSummary) -> Vec<String> {
    let lines = match summary.lines {
        LinesCut::Shared => "shared lines",
        LinesCut::Separate => "an outline for every piece",
    };
    let least = &summary.least;
    let mut told = vec![format!(
        "{lines}: {:.1} mm of cuts (least {:.1}), {} pen-downs (least {}), {:.1} mm of travel (least {:.1})",
        summary.cut_length_mm,
        least.cut_length_mm,
        summary.pen_downs,
        least.pen_downs,
        summary.travel_mm,
        least.travel_mm
    )];
    told.push(sizes(summary));
    told.extend(summary.tabs_at_least.map(|tabs| format!("tabs hold every piece, at least {tabs} each")));
    told.extend(freed(summary));
    told
}

/// How large pieces come out.
pub(crate) fn sizes(summary: &CutSummary) -> String {
    let sizes: Vec<String> = summary
        .sizes
        .iter()
        .take(MOST_SIZES)
        .map(|size| format!("{} {:.2} x {:.2} mm", size.name, size.width_mm, size.height_mm))
        .collect();
    let more = summary.sizes.len().saturating_sub(MOST_SIZES);
    let more = if more > 0 { format!(", and {more} more kinds") } else { String::new() };
    let gap = summary.gap_mm.map_or(String::new(), |gap| format!(", with gaps of {gap} mm"));
    format!("pieces come out as {}{more}{gap}", sizes.join(", "))
}

/// What shared lines do not give although it was asked for.
pub(crate) fn limits_of_shared(summary: &CutSummary, asked_gap: bool, tool: &ToolPath) -> Vec<String> {
    let shared = summary.lines == LinesCut::Shared;
    let gap = "pieces that share lines lie edge to edge; `--gap` parts nothing but panels".to_owned();
    let fillet = "`--fillet` leaves corners sharp where lines meet".to_owned();
    let held = summary.tabs_at_least.unwrap_or(tool.tabs);
    let tabs = format!(
        "shared lines have room for one tab where two pieces meet: of {} tabs some piece gets only {held}; \
         `--lines separate` gives every piece its own",
        tool.tabs
    );
    let told = [(asked_gap, gap), (tool.fillet > 0.0, fillet), (held < tool.tabs, tabs)];
    told.into_iter().filter(|&(asked, _)| shared && asked).map(|(_, words)| words).collect()
}

/// When pieces come free of shared lines, one by one where they are few.
fn freed(summary: &CutSummary) -> Option<String> {
    if summary.lines != LinesCut::Shared {
        return None;
    }
    let mut free: Vec<&Free> = summary.free.iter().collect();
    free.sort_by_key(|free| (free.sheet, free.step, free.piece));
    let first = free.first()?;
    if free.len() > MOST_FREED {
        return (summary.sheets == 1)
            .then(|| format!("pieces come free from line {} of {} on", first.step, summary.pen_downs));
    }
    let together = free.chunk_by(|a, b| (a.sheet, a.step) == (b.sheet, b.step)).map(|pieces| {
        let sheet =
            if summary.sheets == 1 { String::new() } else { format!(" of sheet {}", pieces[0].sheet) };
        let numbers: Vec<String> = pieces.iter().map(|free| free.piece.to_string()).collect();
        format!("{} with line {}{sheet}", numbers.join(" "), pieces[0].step)
    });
    Some(format!("pieces come free: {}", together.collect::<Vec<String>>().join(", ")))
}
