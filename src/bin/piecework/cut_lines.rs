//! The options of `piecework cut` about lines, and what is said of them.

use clap::{Args, ValueEnum};
use piecework::Length;
use piecework::cut::{CutSummary, LineOptions, Lines, LinesCut, Order};

/// The heading over what decides which lines are cut, and in which order.
const LINES: &str = "Lines";

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
}

/// Whether pieces share their cut lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinesArg {
    /// Shared, unless --seam, --kerf or --fit asks for room or the whole is larger than the stock
    Auto,
    /// Every line is cut once; pieces lie as in the tiling, and come out a kerf smaller
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
    told
}
