//! The options of `piecework cut` about lines, and what is said of them.

use clap::{Args, ValueEnum};
use piecework::Length;
use piecework::cut::{CutSummary, Free, LineOptions, Lines, LinesCut, Order, ToolPath};

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
    /// How far a line goes on after its end, along lines that are cut already
    #[arg(long, value_name = "LENGTH", default_value = "0", help_heading = TOOL)]
    pub(crate) overcut: Length,
    /// How far the tip of a drag knife trails behind its axis; corners are swung around
    #[arg(long, value_name = "LENGTH", default_value = "0", help_heading = TOOL)]
    pub(crate) blade_offset: Length,
    /// Begin outlines of their own so far beside the piece, in waste
    #[arg(long, value_name = "LENGTH", default_value = "0", help_heading = TOOL)]
    pub(crate) lead_in: Length,
    /// Hold every piece by so many tabs that are not cut
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = TOOL, value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(crate) tabs: u16,
    /// The width of a tab
    #[arg(long, value_name = "LENGTH", default_value = "1mm", help_heading = TOOL)]
    pub(crate) tab_width: Length,
    /// Round corners by this radius, as dies need it; where lines meet they stay sharp
    #[arg(long, value_name = "LENGTH", default_value = "0", help_heading = TOOL)]
    pub(crate) fillet: Length,
}

/// Whether pieces share their cut lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinesArg {
    /// Shared, unless --seam, --kerf or --fit asks for room or the whole is larger than the stock
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
    /// What is meant; pieces that are `printed` before they are cut lie apart unless asked otherwise.
    pub(crate) fn options(&self, printed: bool) -> LineOptions {
        LineOptions {
            lines: match self.lines {
                LinesArg::Auto if printed => Lines::Separate,
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
                overcut: self.overcut.mm(),
                blade_offset: self.blade_offset.mm(),
                lead_in: self.lead_in.mm(),
                tabs: self.tabs.into(),
                tab_width: self.tab_width.mm(),
                fillet: self.fillet.mm(),
            },
        }
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
    let sizes: Vec<String> = summary
        .sizes
        .iter()
        .take(MOST_SIZES)
        .map(|size| format!("{} {:.2} x {:.2} mm", size.name, size.width_mm, size.height_mm))
        .collect();
    let more = summary.sizes.len().saturating_sub(MOST_SIZES);
    let more = if more > 0 { format!(", and {more} more kinds") } else { String::new() };
    let gap = summary.gap_mm.map_or(String::new(), |gap| format!(", with gaps of {gap} mm"));
    told.push(format!("pieces come out as {}{more}{gap}", sizes.join(", ")));
    told.extend(freed(summary));
    told
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
