//! What is taken of each fabric of a stash, by patches and by what goes around and behind them, and what is left: counted
//! from the yardage of the finished pattern.

use crate::plan::error::{EdgesTake, StashError};
use crate::plan::finish::FACING;
use crate::plan::options::QuiltOptions;
use crate::plan::yardage::{FabricYardage, Inches, Packages, Purchase, Yardage, with_extra};
use crate::units::Units;
use piecework_draw::color::{Fabric, FabricRole, FabricStock};

/// One fabric of a stash.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct StashRow {
    /// Its name.
    pub fabric: String,
    /// What there is of it.
    pub stock: Amount,
    /// What is needed: all parts, with what is added for shrinking and miscuts; with that, rounded up to a
    /// line of a ruler.
    pub needed: Amount,
    /// What is left.
    pub left: Amount,
    /// What is cut from it, before anything is added.
    pub parts: Vec<StashPart>,
}

/// Something that is cut from a fabric.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct StashPart {
    /// `patches`, `border`, `cornerstones`, `binding`, `backing`, `background` or `facing`; of several borders `border 1`.
    pub part: String,
    /// How much it takes.
    pub takes: Amount,
}

/// How much of a fabric, in the unit in which its stock was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Amount {
    /// Cloth as wide as the fabric.
    Length(Inches),
    /// Fat quarters.
    FatQuarters(usize),
    /// Patches.
    Patches(usize),
    /// Cells of finished quilt.
    Cells(usize),
    /// Packages of pre-cuts.
    Packages(usize),
}

/// A fabric of the top, as the finished pattern has it.
pub(crate) struct TopFabric<'a> {
    pub(crate) name: &'a str,
    pub(crate) patches: usize,
    pub(crate) cells: usize,
}

/// A row for each fabric of the stash; refuses one of which there is too little.
pub(crate) fn rows(
    top: &[TopFabric<'_>],
    yardage: &Yardage,
    options: &QuiltOptions,
) -> Result<Vec<StashRow>, StashError> {
    let edges = Edges::from_yardage(yardage, options);
    edges.refuse(options)?;
    let rows: Vec<StashRow> = options
        .stash()
        .into_iter()
        .map(|(name, stock)| row(name, stock, top, &edges, (yardage, options.units)))
        .chain(yardage.packages.as_ref().and_then(of_packages))
        .collect();
    let lacking: Vec<(String, String)> = rows
        .iter()
        .filter_map(|row| Some((row.fabric.clone(), row.needed.less(row.stock)?.write(options.units))))
        .collect();
    // The plan of fabrics has been asked the same; this is a check of the pattern that is printed.
    if lacking.is_empty() { Ok(rows) } else { Err(StashError::NotDecided { lacking, effort: 0 }) }
}

fn row(
    name: String,
    stock: FabricStock,
    top: &[TopFabric<'_>],
    edges: &Edges,
    (yardage, units): (&Yardage, Units),
) -> StashRow {
    let used = top.iter().find(|entry| entry.name == name);
    // What is only background is counted with the edges.
    let cut = used.and_then(|_| yardage.fabrics.iter().find(|fabric| fabric.fabric == name));
    let bought = cut.and_then(|fabric| fabric.bought.as_ref());
    let quarters = cut.and_then(|fabric| fabric.fat_quarters.as_ref());
    let percent = yardage.binding.bought.extra_percent;
    let (stock, patches, needed) = match stock {
        FabricStock::Cloth { mm } => {
            let patches = bought.map_or(Inches::ZERO, |bought| bought.length);
            let needed = with_extra(patches + edges.length(&name), percent, units);
            (Amount::Length(Inches::of_mm(mm)), Amount::Length(patches), Amount::Length(needed))
        }
        FabricStock::FatQuarters(count) => {
            let (cut, count_of) = quarters.map_or((0, 0), |quarters| (quarters.cut, quarters.count));
            (Amount::FatQuarters(whole(count)), Amount::FatQuarters(cut), Amount::FatQuarters(count_of))
        }
        FabricStock::Patches(most) => {
            let used = Amount::Patches(used.map_or(0, |entry| entry.patches));
            (Amount::Patches(whole(most)), used, used)
        }
        FabricStock::Cells(most) => {
            let used = Amount::Cells(used.map_or(0, |entry| entry.cells));
            (Amount::Cells(whole(most)), used, used)
        }
    };
    let mut parts: Vec<StashPart> =
        used.map(|_| StashPart { part: PATCHES.to_owned(), takes: patches }).into_iter().collect();
    if matches!(stock, Amount::Length(_)) {
        let edges = edges.of_fabric(&name);
        let part =
            |(part, takes): (&str, Inches)| StashPart { part: part.to_owned(), takes: Amount::Length(takes) };
        parts.extend(edges.map(part));
    }
    let left = stock.less(needed).unwrap_or_else(|| stock.none());
    StashRow { fabric: name, stock, needed, left, parts }
}

/// The row of packages of pre-cuts, if there are some already.
fn of_packages(packages: &Packages) -> Option<StashRow> {
    let needed = Amount::Packages(packages.packages);
    let stock = Amount::Packages(packages.at_hand?);
    let left = stock.less(needed).unwrap_or_else(|| stock.none());
    let parts = vec![StashPart { part: PATCHES.to_owned(), takes: needed }];
    Some(StashRow { fabric: packages.precut.package().to_owned(), stock, needed, left, parts })
}

fn whole(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

impl Amount {
    /// What is left when something is taken away; none if that is nothing or less.
    fn less(self, taken: Amount) -> Option<Amount> {
        match (self, taken) {
            (Amount::Length(a), Amount::Length(b)) => (a > b).then(|| Amount::Length(a - b)),
            (Amount::FatQuarters(a), Amount::FatQuarters(b)) => (a > b).then(|| Amount::FatQuarters(a - b)),
            (Amount::Patches(a), Amount::Patches(b)) => (a > b).then(|| Amount::Patches(a - b)),
            (Amount::Cells(a), Amount::Cells(b)) => (a > b).then(|| Amount::Cells(a - b)),
            (Amount::Packages(a), Amount::Packages(b)) => (a > b).then(|| Amount::Packages(a - b)),
            _ => None,
        }
    }

    /// Nothing, in the same unit.
    const fn none(self) -> Self {
        match self {
            Amount::Length(_) => Amount::Length(Inches::ZERO),
            Amount::FatQuarters(_) => Amount::FatQuarters(0),
            Amount::Patches(_) => Amount::Patches(0),
            Amount::Cells(_) => Amount::Cells(0),
            Amount::Packages(_) => Amount::Packages(0),
        }
    }
}

impl StashRow {
    /// Whether a line of a shopping list is cut from it, and so not bought.
    pub(crate) fn covers(&self, purchase: Purchase, yardage: &Yardage) -> bool {
        let has = |part: &str| self.parts.iter().any(|of| of.part == part);
        match (self.stock, purchase) {
            (Amount::Packages(_), Purchase::Packages) => true,
            (Amount::Packages(_), Purchase::Fabric(index)) => {
                let quarters = yardage.fabrics[index].fat_quarters.as_ref();
                quarters.is_some_and(|quarters| quarters.precut.is_some())
            }
            (Amount::Packages(_), _) | (_, Purchase::Packages) => false,
            (Amount::Patches(_) | Amount::Cells(_), _) | (_, Purchase::Batting) => false,
            (_, Purchase::Fabric(index)) if yardage.fabrics[index].fabric == FACING => has(FACING),
            (_, Purchase::Fabric(index)) => {
                let shared = yardage.fabrics[index].fabric.strip_suffix(", background");
                let name = shared.unwrap_or(&yardage.fabrics[index].fabric);
                name == self.fabric && (shared.is_none() || has(BACKGROUND))
            }
            (_, Purchase::Border(index)) => has(&yardage.border_part(index)),
            (_, Purchase::Cornerstones) => has(CORNERSTONES),
            (_, Purchase::Binding) => has(BINDING),
            (_, Purchase::Backing) => has(BACKING),
        }
    }
}

/// What the patches of a fabric are called, and what else is cut from one; borders have numbers.
pub(in crate::plan) const PATCHES: &str = "patches";
pub(in crate::plan) const CORNERSTONES: &str = "cornerstones";
pub(in crate::plan) const BINDING: &str = "binding";
pub(in crate::plan) const BACKING: &str = "backing";
pub(in crate::plan) const BACKGROUND: &str = "background";

/// What goes around and behind the top: each with its fabric, which is called as the part where the palette has none for it,
/// and how much it takes.
pub(in crate::plan) struct Edges(Vec<(String, String, Inches)>);

impl Edges {
    pub(in crate::plan) fn from_yardage(yardage: &Yardage, options: &QuiltOptions) -> Self {
        let role = |role: FabricRole| {
            let mut others = options.palette.others().iter();
            others.find(|(of, _)| *of == role).map(|(_, fabric)| fabric)
        };
        let mut edges = Vec::new();
        let mut add = |part: String, fabric: Option<&Fabric>, takes: Option<Inches>| {
            let name = fabric.map_or_else(|| part.clone(), |fabric| fabric.name.clone());
            edges.extend(takes.map(|takes| (part, name, takes)));
        };
        for (index, border) in yardage.borders.iter().enumerate() {
            add(yardage.border_part(index), options.border_fabric(index), Some(border.bought.length));
        }
        let length = |fabric: &FabricYardage| fabric.bought.as_ref().map(|bought| bought.length);
        let stones = yardage.cornerstones.as_ref().and_then(length);
        add(CORNERSTONES.to_owned(), role(FabricRole::Cornerstone), stones);
        add(BINDING.to_owned(), role(FabricRole::Binding), Some(yardage.binding.bought.length));
        let background = yardage.fabrics.iter().find(|fabric| fabric.fabric == options.background_name());
        add(BACKGROUND.to_owned(), role(FabricRole::Background), background.and_then(length));
        let facing = yardage.fabrics.iter().find(|fabric| fabric.fabric == FACING);
        add(FACING.to_owned(), role(FabricRole::Facing), facing.and_then(length));
        // Cloth of another width is another cloth, also where it is of one print.
        let backing = role(FabricRole::Backing).map_or(BACKING, |of| &of.name);
        let patches = options.palette.fabrics().iter().any(|fabric| fabric.name == backing);
        let shared = patches || edges.iter().any(|(_, other, _)| other == backing);
        if !shared || yardage.backing.width_of_fabric == yardage.width_of_fabric {
            edges.push((BACKING.to_owned(), backing.to_owned(), yardage.backing.bought.length));
        }
        Self(edges)
    }

    pub(in crate::plan) fn of_fabric(&self, name: &str) -> impl Iterator<Item = (&str, Inches)> {
        self.0.iter().filter(move |(_, of, _)| of == name).map(|(part, _, length)| (part.as_str(), *length))
    }

    /// How much of a fabric they take.
    pub(in crate::plan) fn length(&self, name: &str) -> Inches {
        self.of_fabric(name).map(|(_, length)| length).sum()
    }

    /// Refuses what is too little for them alone.
    pub(in crate::plan) fn refuse(&self, options: &QuiltOptions) -> Result<(), StashError> {
        for (fabric, stock) in options.stash() {
            let parts: Vec<&str> = self.of_fabric(&fabric).map(|(part, _)| part).collect();
            let needed = with_extra(self.length(&fabric), options.yardage.extra(), options.units);
            match stock {
                FabricStock::Cloth { mm } if needed > Inches::of_mm(mm) => {
                    let (stock, needed) =
                        (Inches::of_mm(mm).write(options.units), needed.write(options.units));
                    let edges = EdgesTake { fabric, stock, parts: parts.join(" and "), needed };
                    return Err(StashError::EdgesTakeAll(Box::new(edges)));
                }
                FabricStock::FatQuarters(_) if !parts.is_empty() => {
                    let part = parts[0].to_owned();
                    return Err(StashError::NotFromQuarters { fabric, part });
                }
                _ => {}
            }
        }
        Ok(())
    }
}
