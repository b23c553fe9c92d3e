//! The paper, the titles and the feet that all pages of a pattern share.

use crate::drawing::Role;
use crate::drawing::marks::RulerUnit;
use crate::geometry::Bounds;
use crate::page::{Block, Entry, Foot, Page, PageFormat, Section, Sign, Title};
use crate::quilt::plan::Design;
use crate::quilt::plan::error::QuiltError;
use crate::quilt::plan::options::Method;
use crate::quilt::units::Units;

/// The format of pages that are only read.
pub(super) fn read(design: &Design) -> PageFormat {
    PageFormat { paper: design.options.paper.clone(), foot: Foot::not_to_scale() }
}

/// The format of pages that are traced or cut by: with a test square, a ruler, and what the lines mean.
pub(super) fn cut(design: &Design) -> PageFormat {
    let unit = match design.options.units {
        Units::Imperial => RulerUnit::Inch,
        Units::Metric => RulerUnit::Centimetre,
    };
    read(design).with_foot(Foot::Measured { unit, legend: legend(design) })
}

/// The title of a page, after the name of the quilt.
pub(super) fn title(design: &Design, page: &str) -> Title {
    Title::new(design.title(), page)
}

/// An empty page that is read.
pub(super) fn page(design: &Design, name: &str) -> Result<Page, QuiltError> {
    Ok(Page::new(&read(design), title(design, name))?)
}

/// An empty page that is cut by, as long as a page can be.
pub(super) fn long_page(design: &Design, name: &str) -> Result<Page, QuiltError> {
    Ok(Page::long(&cut(design), title(design, name))?)
}

/// Blocks on as many pages as they take.
pub(super) fn section(design: &Design, name: &str, blocks: Vec<Block<'_>>) -> Result<Vec<Page>, QuiltError> {
    Ok(Section { title: title(design, name), blocks, legend: Vec::new() }.pages(&read(design))?)
}

/// The room on pages that are read.
pub(super) fn reading_room(design: &Design) -> Result<Bounds, QuiltError> {
    Ok(read(design).room(&title(design, ""))?)
}

/// The room for what is true to size: all that there is, also on a roll.
pub(super) fn long_room(design: &Design) -> Result<Bounds, QuiltError> {
    Ok(cut(design).long_room(&title(design, ""))?)
}

/// What the lines mean on what is cut out of paper.
fn legend(design: &Design) -> Vec<Entry> {
    let entries: &[(Sign, &str)] = match design.options.method {
        Method::EnglishPaper => &[
            (Sign::Line(Role::Cut), "cut the paper here: the finished edge"),
            (Sign::Grain, "grainline"),
            (Sign::Tick, "matching point"),
        ],
        Method::Straight if design.options.piecing.foundations.is_some() => &[
            (Sign::Line(Role::Cut), "trim paper and fabric here"),
            (Sign::Line(Role::Sew), "inside: sew on the line, paper up"),
            (Sign::Words("1, 2, 3"), "order in which fabric is added, underneath"),
        ],
        _ if design.options.seam_allowance > 0.0 => &[
            (Sign::Line(Role::Cut), "cut here"),
            (Sign::Line(Role::Sew), "sew here: the finished edge"),
            (Sign::Grain, "grainline"),
            (Sign::Notch, "matching point of every patch"),
            (Sign::Tick, "of some patches: see the list"),
            (Sign::Dot, "set-in corner: clip to the dot"),
        ],
        _ => &[
            (Sign::Line(Role::Cut), "cut here: the finished edge"),
            (Sign::Grain, "grainline"),
            (Sign::Tick, "matching point"),
        ],
    };
    entries.iter().map(|&(sign, words)| Entry::new(sign, words)).collect()
}
