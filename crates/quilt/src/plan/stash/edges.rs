//! What borders, binding, backing and background take of the fabrics of a stash.

use crate::plan::error::{EdgesTake, StashError};
use crate::plan::options::QuiltOptions;
use crate::plan::yardage::{FabricYardage, Inches, Yardage, with_extra};
use piecework_draw::color::{Fabric, FabricRole, FabricStock};

/// What the patches of a fabric are called, and what else is cut from one; borders have numbers.
pub(in crate::plan) const PATCHES: &str = "patches";
pub(in crate::plan) const CORNERSTONES: &str = "cornerstones";
pub(in crate::plan) const BINDING: &str = "binding";
pub(in crate::plan) const BACKING: &str = "backing";
pub(in crate::plan) const BACKGROUND: &str = "background";

/// What goes around and behind the top, as far as it is of fabrics of the palette: each with its fabric and how much
/// it takes.
pub(in crate::plan) struct Edges(Vec<(String, String, Inches)>);

impl Edges {
    pub(in crate::plan) fn from_yardage(yardage: &Yardage, options: &QuiltOptions) -> Self {
        let role = |role: FabricRole| {
            let mut others = options.palette.others().iter();
            others.find(|(of, _)| *of == role).map(|(_, fabric)| fabric)
        };
        let mut edges = Vec::new();
        let mut add = |part: String, fabric: Option<&Fabric>, takes: Option<Inches>| {
            edges.extend(fabric.zip(takes).map(|(fabric, takes)| (part, fabric.name.clone(), takes)));
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
        // Cloth of another width is another cloth, also where it is of one print.
        let backing = role(FabricRole::Backing).filter(|of| {
            let patches = options.palette.fabrics().iter().any(|fabric| fabric.name == of.name);
            let shared = patches || edges.iter().any(|(_, other, _)| *other == of.name);
            !shared || yardage.backing.width_of_fabric == yardage.width_of_fabric
        });
        let takes = yardage.backing.bought.length;
        edges.extend(backing.map(|fabric| (BACKING.to_owned(), fabric.name.clone(), takes)));
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
