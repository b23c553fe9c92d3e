//! Cloth in words: what to buy, what a stash gives, sizes, pre-cuts and rulers.

use super::{patches, plural};
use crate::plan::yardage::{
    BackingYardage, BedFit, BiasSquares, BindingYardage, BorderYardage, Bought, ClothSize, FabricYardage,
    Inches, OffRuler, Packages, Precut, Purchase, SizeRow, SizeYardage, Yardage,
};
use crate::plan::{Amount, StashRow};
use crate::units::Units;
use piecework_tiling::length::Length;

/// Two lengths, as people write them.
fn by(ClothSize { width, height }: ClothSize, units: Units) -> String {
    format!("{} × {}", width.write(units), height.write(units))
}

/// The size of a backing or a batting.
fn cloth_by(ClothSize { width, height }: ClothSize, units: Units) -> String {
    format!("{} × {}", width.write_cloth(units), height.write_cloth(units))
}

/// The size of a quilt for a bed: metric in whole centimetres.
fn bed_by(size: ClothSize, units: Units) -> String {
    match units {
        Units::Imperial => by(size, units),
        Units::Metric => cloth_by(size, units),
    }
}

/// A number of yards in eighths: `2 3/8 yd`.
fn yards_in_words(yards: f64) -> String {
    // Eighths of a yard are written like eighths of an inch.
    Length::from_inches(yards)
        .map_or_else(|_| format!("{yards} yd"), |length| length.in_inches().replace("in", "yd"))
}

/// A length as it is typed in a command: a decimal number without a space.
fn typed(length: Inches, units: Units) -> String {
    let (number, unit) = match units {
        Units::Imperial => (length.inches(), "in"),
        Units::Metric => (length.mm(), "mm"),
    };
    let digits = format!("{number:.3}");
    format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// The options that make a quilt of a size: `--blocks 5x6 --border 5in`, `--extend 28x34 --border 3in` for a larger board, or
/// `--cell 3.75in --border 2inx9.5in` where cells grow.
pub(crate) fn options_of_a_size(row: &SizeRow, units: Units) -> String {
    let (side, across) = row.border;
    let border = match (side, across) {
        (Inches::ZERO, Inches::ZERO) => None,
        (side, across) if side == across => Some(format!("--border {}", typed(side, units))),
        (side, across) => Some(format!("--border {}x{}", typed(side, units), typed(across, units))),
    };
    let grown = match row.blocks {
        _ if row.board.is_some() => row.board.map(|(columns, rows)| format!("--extend {columns}x{rows}")),
        None => Some(format!("--cell {}", typed(row.cell, units))),
        Some((1, 1)) => None,
        Some((columns, rows)) => Some(format!("--blocks {columns}x{rows}")),
    };
    grown.into_iter().chain(border).collect::<Vec<_>>().join(" ")
}

impl SizeRow {
    /// What to add to the command for a quilt of this size: `--blocks 5x6 --border 5in`.
    pub fn options(&self, units: Units) -> String {
        options_of_a_size(self, units)
    }

    /// The width of the border: `2 in`, where top and bottom have another, `2 in × 9 1/2 in`, or `none`.
    pub fn border_in_words(&self, units: Units) -> String {
        let (side, across) = self.border;
        match side == across {
            true if side == Inches::ZERO => "none".to_owned(),
            true => side.write(units),
            false => by(self.border.into(), units),
        }
    }

    /// What it is made of: `5 × 6 blocks, 960 patches`, or `cells of 3 3/4 in, 92 patches` where cells grow.
    pub fn made_of_in_words(&self, units: Units) -> String {
        let of = match self.blocks {
            _ if self.board.is_some() => {
                let (columns, rows) = self.board.unwrap_or_default();
                format!("a board of {columns} × {rows} cells")
            }
            None => format!("cells of {}", self.cell.write(units)),
            Some((1, 1)) => "1 block".to_owned(),
            Some((columns, rows)) => format!("{columns} × {rows} blocks"),
        };
        format!("{of}, {}", patches(self.patches))
    }

    /// Width and height with the border.
    pub fn size_in_words(&self, units: Units) -> String {
        bed_by(self.finished, units)
    }
}

impl SizeYardage {
    /// What each fabric takes: `Oat 3/4 yd, Rust 5/8 yd`; fabrics that take the same are one: `each of 4 fabrics
    /// 3/4 yd`.
    pub fn fabrics_in_words(&self, units: Units, precut: Option<Precut>) -> String {
        let amount = |index: usize| match (&self.fabrics[index].bought, self.fabrics[index].pieces) {
            (_, Some(pieces)) => plural(pieces, precut.map_or("fat quarter", Precut::piece)),
            (Some(bought), None) => bought.write(units),
            (None, None) => String::new(),
        };
        let amounts: Vec<String> = (0..self.fabrics.len()).map(amount).collect();
        if amounts.len() > 1 && amounts.iter().all(|amount| *amount == amounts[0]) {
            return format!("{} of each", amounts[0]);
        }
        let named = self.fabrics.iter().zip(&amounts).map(|(of, amount)| format!("{} {amount}", of.fabric));
        named.collect::<Vec<_>>().join(", ")
    }
}

impl SizeYardage {
    /// What else is bought: `border 1/2 yd, binding 5/8 yd, backing 5 yd`.
    pub fn others_in_words(&self, units: Units) -> String {
        let border = self.border.as_ref().map(|bought| ("border", bought));
        let stones = self.cornerstones.as_ref().map(|bought| ("cornerstones", bought));
        let others = border.into_iter().chain(stones);
        let others = others.chain([("binding", &self.binding), ("backing", &self.backing)]);
        let others = others.map(|(what, bought)| format!("{what} {}", bought.write(units)));
        others.collect::<Vec<_>>().join(", ")
    }
}

impl Bought {
    /// In words: `2 3/8 yd` or `2.2 m`.
    pub fn write(&self, units: Units) -> String {
        match units {
            Units::Imperial => yards_in_words(self.yards),
            Units::Metric => format!("{:.1} m", self.metres),
        }
    }
}

impl FabricYardage {
    /// What is bought of it: `2 3/8 yd`, `2.2 m` or `3 fat quarters`.
    pub fn write(&self, units: Units) -> String {
        match (&self.bought, &self.fat_quarters) {
            (_, Some(quarters)) => {
                plural(quarters.count, quarters.precut.map_or("fat quarter", Precut::piece))
            }
            (Some(bought), _) => bought.write(units),
            (None, None) => String::new(),
        }
    }
}

impl BorderYardage {
    /// How wide it is: `3 in on every side`.
    pub(crate) fn widths_in_words(&self, units: Units) -> String {
        match self.widths() {
            (side, across) if side == across => format!("{} on every side", side.write(units)),
            (side, across) => {
                format!("{} at the sides and {} at top and bottom", side.write(units), across.write(units))
            }
        }
    }

    /// A line of a shopping list, after what the border is called.
    fn in_words(&self, units: Units) -> String {
        let joins = self.joins + self.across.map_or(0, |across| across.joins);
        let joined = if joins > 0 { ", joined into one and cut to length" } else { "" };
        let strips =
            |count: usize, height: Inches| format!("{} of {}", plural(count, "strip"), height.write(units));
        let groups =
            [Some((self.strips, self.strip_height)), self.across.map(|of| (of.strips, of.strip_height))];
        let groups = groups.into_iter().flatten().filter(|(count, _)| *count > 0);
        let all: Vec<String> = groups.map(|(count, height)| strips(count, height)).collect();
        format!("{}, {}{joined}", self.bought.write(units), all.join(" and "))
    }
}

impl BindingYardage {
    /// A line of a shopping list.
    fn in_words(&self, units: Units) -> String {
        let diagonal = self.strips_joined_on_the_diagonal;
        let strips = plural(diagonal, "strip");
        let (bought, height) = (self.bought.write(units), self.strip_height.write(units));
        if let Some(BiasSquares { count, side }) = self.bias {
            let squares = format!("{} of {}", plural(count, "square"), side.write_cloth(units));
            return format!("binding: {bought}, {squares} for continuous bias strips {height} wide");
        }
        let more = if diagonal > self.strips {
            format!("; {} with straight seams", self.strips)
        } else {
            String::new()
        };
        let joined = if diagonal > 1 { " joined with diagonal seams" } else { "" };
        format!("binding: {bought}, {strips} of {height}{joined}{more}")
    }

    /// How long it is: `198 cm around the quilt plus 25 cm for corners and joins`.
    pub(crate) fn length_in_words(&self, units: Units) -> String {
        let (around, extra) = (self.around.write_cloth(units), self.extra.write_cloth(units));
        format!("{around} around the quilt plus {extra} for corners and joins")
    }
}

impl BackingYardage {
    /// A line of a shopping list.
    fn in_words(&self, units: Units) -> String {
        let panels = plural(self.panels, "panel");
        let (bought, length) = (self.bought.write(units), self.panel_length.write_cloth(units));
        format!("backing {}: {bought}, {panels} of {length}", cloth_by(self.size, units))
    }
}

impl Yardage {
    /// What a border is called: `border`, or of several `border 1`, from the inside out.
    pub(crate) fn border_part(&self, index: usize) -> String {
        if self.borders.len() < 2 { "border".to_owned() } else { format!("border {}", index + 1) }
    }

    /// The borders in words: `a border of 3 in on every side`; none without any.
    pub(crate) fn borders_in_words(&self, units: Units) -> Option<String> {
        let each: Vec<String> = self.borders.iter().map(|border| border.widths_in_words(units)).collect();
        match each.as_slice() {
            [] => None,
            [one] => Some(format!("a border of {one}")),
            [first @ .., last] => Some(format!("borders of {}, then {last}", first.join(", "))),
        }
    }

    /// What all fabrics of the patches take beside the least that is possible:
    /// `patches: 3/4 yd in all, 5/8 yd by area alone; fabric use 71 %`.
    pub fn total_in_words(&self, units: Units) -> String {
        let total = &self.total;
        let piece = self.packages.as_ref().map_or("fat quarter", |packages| packages.precut.piece());
        let cloth = |yards: f64, metres: f64, quarters: usize| {
            let length = match units {
                Units::Imperial => yards_in_words(yards),
                Units::Metric => format!("{metres:.1} m"),
            };
            match (yards > 0.0, quarters) {
                (true, 0) | (false, 0) => length,
                (false, _) => plural(quarters, piece),
                (true, _) => format!("{length} and {}", plural(quarters, piece)),
            }
        };
        let bought = cloth(total.yards, total.metres, total.fat_quarters);
        let least = cloth(total.least_yards, total.least_metres, total.least_fat_quarters);
        format!("patches: {bought} in all, {least} by area alone; fabric use {} %", total.full_percent)
    }

    /// What is added: `5 %, at least 1/2 in of each fabric, is included for shrinkage and crooked cuts`.
    pub fn extra_in_words(&self, units: Units) -> String {
        let quarters = self.fabrics.iter().filter_map(|fabric| fabric.fat_quarters.as_ref());
        let none_is_added = quarters.map(|of| of.extra_percent).max() == Some(0);
        let least = match units {
            Units::Imperial => "1/2 in",
            Units::Metric => "13 mm",
        };
        match self.backing.bought.extra_percent {
            0 => "nothing is added for shrinkage and crooked cuts".to_owned(),
            percent => {
                let piece = self.packages.as_ref().map_or("fat quarter", |packages| packages.precut.piece());
                let more = if none_is_added { format!("; no {piece} is added") } else { String::new() };
                format!(
                    "{percent} %, at least {least} of each fabric, is included for shrinkage and crooked cuts{more}"
                )
            }
        }
    }

    /// What to buy, one line for each thing, such as `gold: 2 3/8 yd` and `backing: 3 yd, 2 panels of 54 in`.
    pub fn shopping_list(&self, units: Units) -> Vec<String> {
        self.to_buy(units).into_iter().map(|(_, line)| line).collect()
    }

    /// The same with what each line is about.
    pub fn to_buy(&self, units: Units) -> Vec<(Purchase, String)> {
        let fabrics = self.fabrics.iter().enumerate();
        let fabrics = fabrics.map(|(index, fabric)| {
            (Purchase::Fabric(index), format!("{}: {}", fabric.fabric, fabric.write(units)))
        });
        let assorted = self.packages.iter().filter(|packages| !packages.piles.is_empty());
        let assorted = assorted.map(|packages| (Purchase::Packages, packages.to_buy()));
        let mut lines: Vec<(Purchase, String)> = assorted.chain(fabrics).collect();
        let border = |(index, border): (usize, &BorderYardage)| {
            let line = format!("{}: {}", self.border_part(index), border.in_words(units));
            (Purchase::Border(index), line)
        };
        lines.extend(self.borders.iter().enumerate().map(border));
        lines.extend(self.cornerstones.as_ref().map(|stones| {
            let sizes = stones
                .pieces
                .iter()
                .map(|piece| format!("{} of {}", piece.count, by(piece.size.into(), units)));
            let sizes: Vec<String> = sizes.collect();
            let line = format!("cornerstones: {}, {}", stones.write(units), sizes.join(" and "));
            (Purchase::Cornerstones, line)
        }));
        lines.extend(self.binding.is_some().then(|| (Purchase::Binding, self.binding.in_words(units))));
        lines.push((Purchase::Backing, self.backing.in_words(units)));
        lines.push((Purchase::Batting, format!("batting: {}", cloth_by(self.batting, units))));
        lines
    }
}

impl BedFit {
    /// What is wanted and what comes out:
    /// `size queen, 90 in × 108 in: the quilt is 97 3/4 in × 102 in, width 7 3/4 in more, height 6 in less`.
    pub fn in_words(&self, units: Units) -> String {
        let shown = |of: Inches| match units {
            Units::Imperial => of,
            Units::Metric => of.up_to(units.cloth()),
        };
        let side = |name: &str, found: Inches, wanted: Inches| {
            let (found, wanted) = (shown(found), shown(wanted));
            let off = if found < wanted { wanted - found } else { found - wanted };
            let off = match units {
                Units::Imperial => off.write(units),
                Units::Metric => off.write_cloth(units),
            };
            match found.cmp(&wanted) {
                std::cmp::Ordering::Less => format!("{name} {off} less"),
                std::cmp::Ordering::Equal => format!("{name} as wanted"),
                std::cmp::Ordering::Greater => format!("{name} {off} more"),
            }
        };
        let (found, wanted) = (self.finished, self.wanted);
        format!(
            "size {}, {}: the quilt is {}, {}, {}",
            self.name,
            bed_by(wanted, units),
            bed_by(found, units),
            side("width", found.width, wanted.width),
            side("height", found.height, wanted.height)
        )
    }

    /// What a quilter should know before cutting.
    pub fn warnings(&self, units: Units) -> Vec<String> {
        let short_by = match units {
            Units::Imperial => self.short_by.write(units),
            Units::Metric => self.short_by.write_cloth(units),
        };
        let name = self.name;
        let mut warnings = Vec::new();
        if self.is_out_of_reach {
            warnings.push(format!(
                "no cell and equal border make size {name}; this is the nearest without a border"
            ));
        }
        if self.is_too_short() {
            warnings.push(format!(
                "the quilt is {short_by} too short for size {name}; a border of another width, larger cells or another puzzle may fit better"
            ));
        }
        if !self.is_rectangle {
            warnings.push(format!(
                "the quilt is not a rectangle and does not cover a {name} bed; its sizes are those of the rectangle around \
                 it"
            ));
        }
        warnings
    }
}

impl OffRuler {
    /// What a quilter should know before cutting.
    pub fn in_words(&self, units: Units) -> String {
        let good: Vec<String> = self.good_cells.iter().map(|cell| cell.write(units)).collect();
        let instead = match good.as_slice() {
            [] => "choose a seam allowance that a ruler has".to_owned(),
            good => format!("the nearest good cells are {}", good.join(" and ")),
        };
        format!(
            "no ruler shows these sizes: they are rounded up to {}, and patches will not meet exactly; {instead}",
            units.ruler().write(units)
        )
    }
}

impl Precut {
    /// What one piece is called.
    pub const fn piece(self) -> &'static str {
        match self {
            Precut::JellyRoll => "jelly-roll strip",
            Precut::CharmPack => "charm square",
            Precut::LayerCake => "layer-cake square",
            Precut::FatQuarter => "fat quarter",
        }
    }

    /// What a package is called.
    pub const fn package(self) -> &'static str {
        match self {
            Precut::JellyRoll => "jelly roll",
            Precut::CharmPack => "charm pack",
            Precut::LayerCake => "layer cake",
            Precut::FatQuarter => "fat quarter",
        }
    }
}

impl Packages {
    /// `1 charm pack of 42 different prints`.
    pub fn to_buy(&self) -> String {
        let packages = plural(self.packages, self.precut.package());
        let (each, same) = match self.packages {
            1 => ("", ""),
            _ => (" each", ", the same in all"),
        };
        format!("{packages} of {} different prints{each}{same}", self.in_each)
    }

    /// `sort the prints into 3 piles: 14 for light, 14 for medium, 8 for dark`.
    fn sorted_in_words(&self) -> String {
        let piles: Vec<String> =
            self.piles.iter().map(|pile| format!("{} for {}", pile.prints, pile.pile)).collect();
        format!("sort the prints into {}: {}", plural(piles.len(), "pile"), piles.join(", "))
    }

    /// `pre-cuts: with cells of 2 in this quilt takes 32 jelly-roll strips: 1 jelly roll of 40, up to 8 of each of 4
    /// fabrics`.
    pub fn in_words(&self, cell: Inches, units: Units) -> String {
        let pieces = plural(self.pieces, self.precut.piece());
        let cell = cell.write(units);
        let packages = match self.in_each {
            1 => String::new(),
            _ if !self.piles.is_empty() => format!(": {}; {}", self.to_buy(), self.sorted_in_words()),
            each => format!(
                ": {} of {each}, up to {} of each of {}",
                plural(self.packages, self.precut.package()),
                self.most_of_one,
                plural(self.fabrics, "fabric")
            ),
        };
        let smaller = self.one_is_enough_for.map_or_else(String::new, |cell| {
            format!("; with cells of {} one {} is enough", cell.write(units), self.precut.package())
        });
        let larger = self.straight_cell.map_or_else(String::new, |cell| {
            format!("; with straight seams cells of {} fit", cell.write(units))
        });
        format!("pre-cuts: with cells of {cell} this quilt takes {pieces}{packages}{smaller}{larger}")
    }
}

impl Amount {
    /// As people write it: `1 1/2 yd` is `54 in`.
    pub fn write(self, units: Units) -> String {
        match self {
            Amount::Length(length) => length.write(units),
            Amount::FatQuarters(count) => plural(count, "fat quarter"),
            Amount::Patches(count) => patches(count),
            Amount::Cells(count) => plural(count, "cell"),
            Amount::Packages(count) => plural(count, "package"),
        }
    }
}

impl StashRow {
    /// A line: `Rust: 49 1/2 in needed of 54 in, 4 1/2 in left (patches 27 in, binding 22 1/2 in)`.
    pub fn in_words(&self, units: Units) -> String {
        // What is left is rounded down: nobody can cut what is not there.
        let left = match self.left {
            Amount::Length(left) => Amount::Length(left.down_on_a_ruler(units)),
            count => count,
        };
        let [needed, stock, left] = [self.needed, self.stock, left].map(|amount| amount.write(units));
        let parts: Vec<String> =
            self.parts.iter().map(|part| format!("{} {}", part.part, part.takes.write(units))).collect();
        let parts = if parts.len() > 1 { format!(" ({})", parts.join(", ")) } else { String::new() };
        format!("{}: {needed} needed of {stock}, {left} left{parts}", self.fabric)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backings_are_measured_off_in_half_inches_and_centimetres() {
        let of = |mm: f64| Inches::of_mm(mm);
        let backing = BackingYardage {
            size: (of(790.0), of(599.807_6)).into(),
            width_of_fabric: of(1000.0),
            panels: 1,
            panel_length: of(599.807_6),
            upright: false,
            bought: Bought::of(of(599.807_6), 5),
        };
        assert_eq!(backing.in_words(Units::Metric), "backing 79 cm × 60 cm: 0.7 m, 1 panel of 60 cm");
        assert_eq!(backing.in_words(Units::Imperial), "backing 31 1/2 in × 24 in: 3/4 yd, 1 panel of 24 in");
    }

    #[test]
    fn fabrics_of_a_size_that_take_the_same_are_said_once() {
        let fabric = |name: &str, inches: u32| crate::plan::yardage::SizeFabric {
            fabric: name.to_owned(),
            bought: Some(Bought::of(Inches::eighths(8 * inches), 0)),
            pieces: None,
        };
        let of = |fabrics| SizeYardage {
            fabrics,
            border: None,
            cornerstones: None,
            binding: Bought::of(Inches::ZERO, 0),
            backing: Bought::of(Inches::ZERO, 0),
        };
        let alike = of(vec![fabric("Oat", 20), fabric("Rust", 22)]);
        assert_eq!(alike.fabrics_in_words(Units::Imperial, None), "5/8 yd of each");
        let others = of(vec![fabric("Oat", 20), fabric("Rust", 23)]);
        assert_eq!(others.fabrics_in_words(Units::Imperial, None), "Oat 5/8 yd, Rust 3/4 yd");
    }
}
