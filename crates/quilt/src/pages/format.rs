//! The paper, the titles and the feet that all pages of a pattern share.

use crate::plan::Design;
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::units::Units;
use crate::words::capital;
use piecework_draw::drawing::Role;
use piecework_draw::drawing::marks::RulerUnit;
use piecework_draw::geometry::Bounds;
use piecework_draw::layout::paper as sheet_paper;
use piecework_draw::page::{Block, Entry, Foot, Page, PageFormat, Section, Sign, StripEdge, Title};

/// The format of pages that are only read: always sheets, also where templates are printed on a roll.
pub(super) fn read(design: &Design) -> PageFormat {
    let usual = match design.options.units {
        Units::Imperial => "letter",
        Units::Metric => "a4",
    };
    let foot = format!("{}. Nothing on this page is true to size.", design.title());
    let paper = &design.options.paper;
    let sheet = if paper.roll { sheet_paper(usual).ok() } else { None };
    PageFormat {
        stop: design.options.stop.clone(),
        ..PageFormat::new(sheet.unwrap_or_else(|| paper.clone()), Foot::Line(foot))
    }
}

/// The format of sheets that are traced or cut by: with a ruler along an edge.
pub(super) fn cut(design: &Design, edge: StripEdge) -> PageFormat {
    let unit = match design.options.units {
        Units::Imperial => RulerUnit::Inch,
        Units::Metric => RulerUnit::Centimetre,
    };
    let options = &design.options;
    let stop = options.stop.clone();
    PageFormat { stop, ..PageFormat::new(options.paper.clone(), Foot::Strip { unit, edge }) }
}

/// The title of a page; its bookmark begins with the name of the quilt, which is at the foot of the page too.
pub(super) fn title(design: &Design, page: &str) -> Title {
    Title { heading: capital(page), ..Title::new(design.title(), page) }
}

/// An empty page that is read.
pub(super) fn page(design: &Design, name: &str) -> Result<Page, QuiltError> {
    Ok(Page::new(&read(design), title(design, name))?)
}

/// An empty sheet that is cut by, as long as a page can be; its name is in its strip.
pub(super) fn long_page(design: &Design, name: &str, edge: StripEdge) -> Result<Page, QuiltError> {
    Ok(Page::long(&cut(design, edge), sheet_title(design, name))?)
}

/// A title without a heading.
fn sheet_title(design: &Design, name: &str) -> Title {
    Title { heading: String::new(), ..title(design, name) }
}

/// Blocks on as many pages as they take.
pub(super) fn section(design: &Design, name: &str, blocks: Vec<Block<'_>>) -> Result<Vec<Page>, QuiltError> {
    Ok(Section { title: title(design, name), blocks, legend: Vec::new() }.pages(&read(design))?)
}

/// The room on pages that are read.
pub(super) fn reading_room(design: &Design) -> Result<Bounds, QuiltError> {
    Ok(read(design).room(&title(design, "page"))?)
}

/// The room for what is true to size: all that there is, also on a roll.
pub(super) fn long_room(design: &Design, edge: StripEdge) -> Result<Bounds, QuiltError> {
    Ok(cut(design, edge).long_room(&sheet_title(design, ""))?)
}

/// What the lines mean on what is cut out of paper.
pub(super) fn legend(design: &Design) -> Vec<Entry> {
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
