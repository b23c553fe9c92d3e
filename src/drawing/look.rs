//! Sets the colours and the line width that one machine needs.

use std::collections::BTreeMap;

use super::{Medium, Role, Style};
use crate::colour::Colour;

/// Colours and the width of lines with a meaning for one machine.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MachineLook {
    /// The colours of roles; those of [`Role::style`] for roles that are missing.
    pub colours: BTreeMap<Role, Colour>,
    /// The width of lines in mm; that of [`Role::style`] if there is none.
    pub hairline: Option<f64>,
}

impl MachineLook {
    /// Returns the style of a role on a medium; on paper always that of the common table.
    #[must_use]
    pub fn style(&self, role: Role, medium: Medium) -> Style {
        let common = role.style(medium);
        if medium == Medium::Print || role == Role::Fill {
            return common;
        }
        let colour = self.colours.get(&role).copied().unwrap_or(common.colour);
        Style { colour, width: self.hairline.unwrap_or(common.width), ..common }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_changes_machines_and_leaves_paper_alone() {
        let look =
            MachineLook { colours: BTreeMap::from([(Role::Label, Colour::BLACK)]), hairline: Some(0.01) };
        for role in Role::ALL {
            assert_eq!(look.style(role, Medium::Print), role.style(Medium::Print));
            assert_eq!(MachineLook::default().style(role, Medium::Machine), role.style(Medium::Machine));
        }
        let (cut, label) = (look.style(Role::Cut, Medium::Machine), look.style(Role::Label, Medium::Machine));
        assert_eq!((cut.colour, cut.width), (Role::Cut.style(Medium::Machine).colour, 0.01));
        assert_eq!((label.colour, label.layer), (Colour::BLACK, "LABEL"));
    }
}
