//! What to buy, and how each fabric is cut: the page of materials and the cutting layouts.

use super::layouts::{LayoutLook, print_layouts, printed_layouts};
use super::scene::Scene;
use super::{cover, format};
use crate::plan::QuiltPlan;
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::plan::yardage::{FabricYardage, Purchase, SizeRow};
use crate::units::Units;
use crate::words::sewing::for_a_bed;
use crate::words::{capital, sentence};
use piecework_draw::color::{Color, FabricRole};
use piecework_draw::drawing::{Canvas, Drawing};
use piecework_draw::geometry::Bounds;
use piecework_draw::page::{Block, Column, Entry, Figure, Page, Sign, Table};

/// The share of the width of a page that the picture of the quilt in use takes, and the shares of its height that are tried, the
/// best first; chosen by eye.
const SCENE: (f64, [f64; 2]) = (0.5, [0.42, 0.3]);

/// Quilts of more patches have their picture in one size: every other one takes as much memory.
const MOST_TRIED: usize = 2000;

/// The shares of the width of a page at which cutting layouts are drawn.
const SHARES: [f64; 5] = [0.95, 0.85, 0.75, 0.65, 0.55];

/// The pages of materials, in several ways of which one may save a page: the table of sizes is last or before the tools, and the
/// picture is smaller.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Vec<Page>>, QuiltError> {
    let ways = SCENE.1.into_iter().flat_map(|most| [(most, true), (most, false)]);
    let is_small = plan.design.whole.placements().len() <= MOST_TRIED;
    let has_sizes = !plan.summary.yardage.sizes.is_empty();
    let ways = ways.filter(|(_, is_last)| has_sizes || *is_last).take(if is_small { 4 } else { 1 });
    ways.map(|way| pages_in(plan, way)).collect()
}

/// The same with a picture that takes so much of the height of a page at most; the table of sizes is last, or before the tools.
fn pages_in(plan: &QuiltPlan, (most, is_last): (f64, bool)) -> Result<Vec<Page>, QuiltError> {
    let room = format::reading_room(&plan.design)?;
    let plain = |words: Vec<String>| words.into_iter().map(|words| Entry::new(Sign::None, words)).collect();
    let mut cloth = Vec::new();
    if !plan.summary.stash.is_empty() {
        cloth.push(Block::heading("From the stash"));
        cloth.extend(by_fabric(from_the_stash(plan)));
    }
    cloth.push(Block::heading("Shopping list"));
    cloth.extend(by_fabric(to_buy(plan)));
    let mut lists = vec![Block::heading("Tools and notions"), Block::List(plain(tools(plan)))];
    lists.extend([Block::heading("Notes on the yardage"), Block::List(plain(remarks(plan)))]);
    // Which patches were given a fabric is news on a screen; on paper all patches have one.
    let mut coloring = plan.summary.coloring.clone();
    coloring.fixed = None;
    let colors = coloring.remarks().into_iter().chain(coloring.warnings());
    let colors: Vec<String> = colors.map(|words| sentence(&words)).collect();
    if !colors.is_empty() {
        lists.extend([Block::heading("Colors"), Block::List(plain(colors))]);
    }
    let mut blocks =
        vec![Block::Figure(scene(plan, room, most)), Block::Columns(cloth), Block::Columns(lists)];
    if !plan.summary.yardage.sizes.is_empty() {
        let sizes = [Block::heading("The same quilt in other sizes"), Block::Whole(other_sizes(plan))];
        let at = blocks.len() - usize::from(!is_last);
        blocks.splice(at..at, sizes);
    }
    format::section(&plan.design, "materials", blocks)
}

/// Every fabric as a list of its own, with how it is cut.
fn by_fabric<'a>(entries: Vec<Entry>) -> Vec<Block<'a>> {
    entries.chunk_by(|_, next| !next.bold).map(|entries| Block::List(entries.to_vec())).collect()
}

/// The quilt in use, with its facts beside it.
fn scene(plan: &QuiltPlan, room: Bounds, most: f64) -> Figure<'_> {
    let scene = Scene::new(plan);
    let width = (room.width() * SCENE.0).min(room.height() * most / scene.height(1.0));
    let mut beside = vec![Entry::new(Sign::None, "The quilt").bold()];
    let facts = cover::facts(plan).into_iter().chain([scene.caption(plan.options().units)]);
    beside.extend(facts.map(|words| Entry::new(Sign::None, words)));
    let height = scene.height(width);
    Figure { width, height, beside, draw: Box::new(move |canvas, room| scene.draw(canvas, room)) }
}

/// Blocks, patches and border for every bed, and the fabric unless that is from a stash. What to type for them is said by the program, not on paper.
fn other_sizes(plan: &QuiltPlan) -> Table {
    let (units, precut) = (plan.options().units, plan.options().yardage.precut);
    let sizes = &plan.summary.yardage.sizes;
    let counts = sizes.iter().any(|row| row.takes.is_some());
    let row = |row: &SizeRow| {
        let (made_of, border) = (row.made_of_in_words(units), row.border_in_words(units));
        let mut words = vec![row.name.to_owned(), made_of, border, row.size_in_words(units)];
        if counts {
            words.extend(match &row.takes {
                Some(takes) => [takes.fabrics_in_words(units, precut), takes.others_in_words(units)],
                None => ["a patch is larger than the cloth".to_owned(), String::new()],
            });
        }
        words
    };
    let heads = ["size", "made of", "border", "finished", "fabrics", "other cloth"];
    let heads = heads.into_iter().take(if counts { 6 } else { 4 });
    let heads = heads.map(|head| (head.to_owned(), Column::Words)).collect();
    Table { heads, rows: sizes.iter().map(row).collect() }
}

/// What to buy, each fabric with how to cut it.
pub(super) fn to_buy(plan: &QuiltPlan) -> Vec<Entry> {
    let (design, summary) = (&plan.design, &plan.summary);
    let (yardage, units) = (&summary.yardage, design.options.units);
    let background = design.options.background_name();
    let mut entries = Vec::new();
    for (purchase, line) in yardage.to_buy(units) {
        if summary.stash.iter().any(|row| row.covers(purchase, yardage)) {
            continue;
        }
        let other = |role| design.other(role).map(|fabric| (fabric.name.clone(), Some(fabric.color)));
        let of = match purchase {
            Purchase::Packages | Purchase::Fabric(_) | Purchase::Batting => None,
            Purchase::Border(index) => Some((design.border_name(index), Some(design.border_color(index)))),
            Purchase::Cornerstones => {
                Some((design.cornerstone_name().to_owned(), Some(design.cornerstone_color())))
            }
            Purchase::Binding => other(FabricRole::Binding),
            Purchase::Backing => other(FabricRole::Backing),
        };
        let color = match purchase {
            Purchase::Fabric(index) => {
                let of_patches = summary.fabrics.get(index).and_then(|fabric| fabric.color.parse().ok());
                of_patches
                    .or_else(|| (yardage.fabrics[index].fabric == background).then(|| design.next_color()))
            }
            _ => of.as_ref().and_then(|(_, color)| *color),
        };
        let name = of.map_or(String::new(), |(name, _)| format!(" ({name})"));
        entries.push(Entry::new(swatch(color), format!("{line}{name}")).bold());
        if let Purchase::Fabric(index) = purchase {
            entries.extend(cuts(&yardage.fabrics[index], units));
        }
    }
    entries
}

fn swatch(color: Option<Color>) -> Sign {
    color.map_or(Sign::Indent, Sign::Swatch)
}

/// What is not bought: every fabric of the stash, how it is cut, and what is left.
pub(super) fn from_the_stash(plan: &QuiltPlan) -> Vec<Entry> {
    let (design, yardage) = (&plan.design, &plan.summary.yardage);
    let units = design.options.units;
    let mut entries = Vec::new();
    for row in &plan.summary.stash {
        let color = design.options.palette.fabric(&row.fabric).ok().map(|fabric| fabric.color);
        entries.push(Entry::new(swatch(color), row.in_words(units)).bold());
        for (purchase, line) in yardage.to_buy(units) {
            match purchase {
                _ if !row.covers(purchase, yardage) => {}
                Purchase::Fabric(index) => entries.extend(cuts(&yardage.fabrics[index], units)),
                _ => entries.push(Entry::new(Sign::Indent, line)),
            }
        }
    }
    entries
}

/// Strips of one width in one line.
fn cuts(fabric: &FabricYardage, units: Units) -> impl Iterator<Item = Entry> {
    fabric.cuts_in_words(units).into_iter().map(|line| Entry::new(Sign::CheckBox, line))
}

/// How the yardage is counted.
pub(super) fn remarks(plan: &QuiltPlan) -> Vec<String> {
    let (design, yardage) = (&plan.design, &plan.summary.yardage);
    let units = design.options.units;
    let rounded = match (design.whole.lattice().is_rectilinear(), units) {
        (true, _) if yardage.off_ruler.is_some() => "What you buy is rounded up.",
        (true, _) => "Only what you buy is rounded up; all cut sizes are exact.",
        (_, Units::Imperial) => {
            "What you buy is rounded up. Shapes whose sizes no ruler shows are cut larger, up to the next 1/8 in, and trimmed."
        }
        (_, Units::Metric) => {
            "What you buy is rounded up. Shapes whose sizes no ruler shows are cut larger, up to the next 5 mm, and trimmed."
        }
    };
    let mut remarks = vec![
        format!(
            "WOF is the usable width of fabric between the selvages: {}.",
            yardage.width_of_fabric.write(units)
        ),
        rounded.to_owned(),
    ];
    let one_way = yardage.fabrics.iter().filter(|fabric| fabric.pieces.iter().any(|piece| piece.one_way));
    let one_way: Vec<&str> = one_way.map(|fabric| fabric.fabric.as_str()).collect();
    if !one_way.is_empty() {
        remarks.push(format!(
            "One-way print: {}. Lay the fabric with the print upright and cut each of its pieces as it is in the diagram, none of them \
             turned; sizes are width × height.",
            one_way.join(", ")
        ));
    }
    remarks.extend(yardage.bed.iter().flat_map(|bed| for_a_bed(bed, units)));
    remarks.push(sentence(&yardage.extra_in_words(units)));
    let to_the_edge = yardage.fabrics.iter().filter(|fabric| fabric.ends_at_the_edge(yardage.sold_in));
    let to_the_edge: Vec<&str> = to_the_edge.map(|fabric| fabric.fabric.as_str()).collect();
    if !to_the_edge.is_empty() {
        remarks.push(format!(
            "The layout of {} ends at the edge of the cloth: measure the cloth before you cut, and cut straight.",
            to_the_edge.join(", ")
        ));
    }
    remarks.push(sentence(&yardage.total_in_words(units)));
    remarks.extend(yardage.packages.iter().map(|packages| sentence(&packages.in_words(yardage.cell, units))));
    remarks.extend(yardage.off_ruler.iter().map(|off| sentence(&off.in_words(units))));
    if yardage.fabrics.iter().any(|fabric| fabric.pieces.iter().any(|piece| piece.boxed)) {
        let nested =
            yardage.fabrics.iter().any(|fabric| fabric.pieces.iter().any(|piece| piece.nest.is_some()));
        let words = if nested {
            "Shapes are side by side in strips, as the cutting layout shows."
        } else {
            "Each patch counts as the rectangle around it with seam allowances. If you nest patches closely, you need less."
        };
        remarks.push(words.to_owned());
    }
    for (index, border) in yardage.borders.iter().enumerate() {
        let (sides, across) = border.lengths;
        let high = border.across.map_or(border.strip_height, |across| across.strip_height);
        remarks.push(format!(
            "{}: cut two sides {} long and {} wide, and two strips {} long and {} wide for top and bottom.",
            capital(&yardage.border_part(index)),
            sides.write(units),
            border.strip_height.write(units),
            across.write(units),
            high.write(units)
        ));
    }
    let (binding, backing) = (&yardage.binding, &yardage.backing);
    if binding.is_some() {
        remarks.push(format!("Binding (double-fold): {}.", binding.length_in_words(units)));
    }
    if backing.panels > 1 {
        let seams = if backing.upright { "from top to bottom" } else { "from side to side" };
        let width = backing.width_of_fabric.write(units);
        remarks.push(format!("Backing: seams {seams}; fabric {width} wide."));
    }
    remarks
}

/// The pages of cutting layouts, fabric by fabric, and the borders last: drawn in each size, from the largest. Smaller
/// strips are legible too, and may save a page of the booklet.
pub(super) fn layout_pages(plan: &QuiltPlan) -> Result<Vec<Vec<Page>>, QuiltError> {
    let (design, yardage) = (&plan.design, &plan.summary.yardage);
    let free = format::reading_room(design)?;
    let border = |index: usize| {
        let name = format!("{}, {}", design.border_name(index), yardage.border_part(index));
        yardage.border_cut(index, &name)
    };
    let borders: Vec<FabricYardage> = (0..yardage.borders.len()).filter_map(border).collect();
    let stones = yardage.cornerstones.as_ref().map(|stones| FabricYardage {
        fabric: format!("{}, cornerstones", design.cornerstone_name()),
        ..stones.clone()
    });
    let palette = &design.options.palette;
    // Names of cloth for borders have a part after the fabric.
    let print = |fabric: &FabricYardage| {
        let part = || fabric.fabric.rsplit_once(", ").and_then(|(name, _)| palette.print(name));
        palette.print(&fabric.fabric).or_else(part)
    };
    let all = yardage.fabrics.iter().chain(&borders).chain(&stones);
    let fabrics = cut_alike(all, |fabric| print(fabric).is_some());
    let halves = plan.summary.half_squares.as_ref().filter(|halves| halves.are_all_in_units(design));
    let kept = halves.map(|halves| halves.for_two);
    let of_size = |share: f64| {
        let mut drawings = Vec::new();
        for fabric in fabrics.iter().filter(|fabric| fabric.prints.is_empty()) {
            // Two fat quarters fit below each other.
            let share = if fabric.fat_quarters.is_some() { 0.75_f64.min(share) } else { share };
            let (width, height) = (free.width() * share, free.height());
            let look = LayoutLook { width, height, units: design.options.units };
            drawings.extend(printed_layouts(fabric, &look, (print(fabric), kept))?);
        }
        let mut blocks = Vec::new();
        for fabric in fabrics.iter().filter(|fabric| !fabric.prints.is_empty()) {
            blocks.extend(print_blocks(fabric, free.width(), design.options.units)?);
        }
        blocks.extend(drawings.into_iter().map(|drawing| Block::Figure(figure(drawing))));
        if blocks.is_empty() { Ok(Vec::new()) } else { format::section(design, "cutting layout", blocks) }
    };
    SHARES.into_iter().map(of_size).collect()
}

/// Fabrics that are cut alike as one, which has all of their names; its pieces have names of sizes, not of
/// rectangles. Each that is `shown` by a photo has a layout of its own.
fn cut_alike<'a>(
    fabrics: impl Iterator<Item = &'a FabricYardage>,
    shown: impl Fn(&FabricYardage) -> bool,
) -> Vec<FabricYardage> {
    let plain = |fabric: &FabricYardage| {
        let mut plain = FabricYardage { fabric: String::new(), ..fabric.clone() };
        // Which patch is where matters only with a one-way print.
        plain.pieces.iter_mut().filter(|piece| !piece.one_way).for_each(|piece| piece.labels.clear());
        plain
    };
    let mut groups: Vec<(FabricYardage, Vec<&FabricYardage>)> = Vec::new();
    for fabric in fabrics {
        let plain = plain(fabric);
        match groups.iter_mut().find(|(known, _)| *known == plain && !shown(fabric)) {
            Some((_, alike)) => alike.push(fabric),
            None => groups.push((plain, vec![fabric])),
        }
    }
    let group = |(plain, alike): (FabricYardage, Vec<&FabricYardage>)| match alike.as_slice() {
        [one] => (*one).clone(),
        several => {
            let names: Vec<&str> = several.iter().map(|fabric| fabric.fabric.as_str()).collect();
            FabricYardage { fabric: format!("Each of {}", names.join(", ")), ..plain }
        }
    };
    groups.into_iter().map(group).collect()
}

/// A pile of prints: what is cut from each of its pieces.
fn print_blocks<'a>(fabric: &FabricYardage, width: f64, units: Units) -> Result<Vec<Block<'a>>, QuiltError> {
    let drawings = print_layouts(fabric, width, units)?;
    let least = drawings.iter().map(Drawing::width).fold(0.0, f64::max);
    let heading = Block::heading(format!("{}: {}", capital(&fabric.fabric), fabric.write(units)));
    Ok(vec![heading, Block::Figures(drawings.into_iter().map(figure).collect(), least)])
}

/// A drawing as a figure of a page.
fn figure<'a>(drawing: Drawing) -> Figure<'a> {
    let (width, height) = (drawing.width(), drawing.height());
    let draw = move |canvas: &mut Canvas, room: Bounds| {
        for layer in drawing.layers() {
            for item in &layer.items {
                canvas.item(layer.role, item.moved(room.left, room.top));
            }
        }
    };
    Figure { width, height, beside: Vec::new(), draw: Box::new(draw) }
}

/// The tools and notions of a pattern, as entries of a list.
pub(super) fn tools(plan: &QuiltPlan) -> Vec<String> {
    let options = plan.options();
    let has_border = !plan.summary.yardage.borders.is_empty();
    let by_hand = options.method == Method::EnglishPaper;
    let on_paper = options.piecing.foundations.is_some() && options.method == Method::Straight;
    let mut tools = vec!["Rotary cutter, mat and ruler"];
    match options.method {
        Method::Templates if options.seam_allowance > 0.0 => tools.extend([
            "Card or template plastic, a fabric marker and an awl for the matching points",
            "Small sharp scissors to clip inside corners",
        ]),
        Method::Templates => tools.push("Card or template plastic and a fabric marker"),
        Method::EnglishPaper => tools.extend([
            "Card stock for the papers",
            "Hand-sewing needles, fine thread, and basting thread or fabric glue",
        ]),
        Method::Straight if plan.summary.set_in_corners > 0 => {
            tools.extend([
                "A fabric marker for the dots at inside corners",
                "Small sharp scissors to clip inside corners",
            ]);
        }
        Method::Straight | Method::Fused => {}
    }
    if on_paper {
        tools.push("Thin paper for the foundations; set the stitch length to 1.5 mm");
    }
    if !by_hand || has_border {
        tools.push("Sewing machine with a foot for an exact seam allowance, and piecing thread");
    }
    tools.extend(["Pins or clips, an iron", "Batting, backing and binding as listed; quilting thread"]);
    let interfacing = plan.summary.fused.as_ref().map(|fused| fused.to_buy(options.units));
    tools.into_iter().map(str::to_owned).chain(interfacing).collect()
}
