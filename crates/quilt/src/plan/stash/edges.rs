//! What border, binding, backing and background take of the fabrics of a stash.

use super::error::{EdgesTake, StashError};
use crate::plan::options::QuiltOptions;
use crate::plan::yardage::{Inches, Yardage, with_extra};
use piecework_draw::color::{FabricRole, FabricStock};

/// What goes around and behind the top, as far as it is of fabrics of the palette.
pub(in crate::plan) struct Edges(Vec<(FabricRole, String, Inches)>);

impl Edges {
    pub(in crate::plan) fn from_yardage(yardage: &Yardage, options: &QuiltOptions) -> Self {
        let name = |role: FabricRole| {
            let others = options.palette.others().iter();
            others.filter(|(of, _)| *of == role).map(|(_, fabric)| fabric.name.clone()).next()
        };
        let border = yardage.border.as_ref().map(|border| border.bought.length);
        let mut edges = Vec::new();
        for (role, length) in
            [(FabricRole::Border, border), (FabricRole::Binding, Some(yardage.binding.bought.length))]
        {
            edges.extend(name(role).zip(length).map(|(name, length)| (role, name, length)));
        }
        let background = yardage.fabrics.iter().find(|fabric| fabric.fabric == options.background_name());
        let background = background.and_then(|fabric| fabric.bought.as_ref()).map(|bought| bought.length);
        edges.extend(
            name(FabricRole::Background)
                .zip(background)
                .map(|(name, length)| (FabricRole::Background, name, length)),
        );
        // Cloth of another width is another cloth, also where it is of one print.
        let backing = name(FabricRole::Backing).filter(|name| {
            let patches = options.palette.fabrics().iter().any(|fabric| fabric.name == *name);
            let shared = patches || edges.iter().any(|(_, other, _)| other == name);
            !shared || yardage.backing.width_of_fabric == yardage.width_of_fabric
        });
        edges.extend(backing.map(|name| (FabricRole::Backing, name, yardage.backing.bought.length)));
        Self(edges)
    }

    pub(in crate::plan) fn of_fabric(&self, name: &str) -> impl Iterator<Item = (FabricRole, Inches)> {
        self.0.iter().filter(move |(_, of, _)| of == name).map(|&(role, _, length)| (role, length))
    }

    /// How much of a fabric they take.
    pub(in crate::plan) fn length(&self, name: &str) -> Inches {
        self.of_fabric(name).map(|(_, length)| length).sum()
    }

    /// Refuses what is too little for them alone.
    pub(in crate::plan) fn refuse(&self, options: &QuiltOptions) -> Result<(), StashError> {
        for (fabric, stock) in options.stash() {
            let parts: Vec<&str> = self.of_fabric(&fabric).map(|(role, _)| words(role)).collect();
            let needed = with_extra(self.length(&fabric), options.yardage.extra(), options.units);
            match stock {
                FabricStock::Cloth { mm } if needed > Inches::of_mm(mm) => {
                    let (stock, needed) =
                        (Inches::of_mm(mm).write(options.units), needed.write(options.units));
                    let edges = EdgesTake { fabric, stock, parts: parts.join(" and "), needed };
                    return Err(StashError::EdgesTakeAll(Box::new(edges)));
                }
                FabricStock::FatQuarters(_) if !parts.is_empty() => {
                    return Err(StashError::NotFromQuarters { fabric, part: parts[0] });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// What is cut from a fabric in a role.
pub(in crate::plan) fn words(role: FabricRole) -> &'static str {
    match role {
        FabricRole::Patch => "patches",
        FabricRole::Border => "border",
        FabricRole::Binding => "binding",
        FabricRole::Backing => "backing",
        FabricRole::Background => "background",
    }
}
