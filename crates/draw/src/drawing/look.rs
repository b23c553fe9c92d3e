//! Sets the colors and the line width that one machine needs.

use std::collections::BTreeMap;

use super::{Medium, Role, Style};
use crate::color::Color;

/// Colors and the width of lines with a meaning for one machine.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MachineLook {
    /// The colors of roles; those of [`Role::style`] for roles that are missing.
    pub colors: BTreeMap<Role, Color>,
    /// The width of lines in mm; that of [`Role::style`] if there is none.
    pub hairline: Option<f64>,
    /// The settings of a laser, for formats that carry them; the default ones if there are none.
    pub laser: Option<Laser>,
    /// What the program of its maker calls the machine, for projects that name one; empty if nobody knows.
    pub device: Option<String>,
}

/// The program that runs inside a laser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Controller {
    /// GRBL 1.1 in laser mode.
    #[default]
    Grbl,
    /// Marlin 2.
    Marlin,
}

/// How one kind of line is burnt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Burn {
    /// The speed of the head, in mm a minute.
    pub speed: f64,
    /// The power, from 0 to 1.
    pub power: f64,
    /// How often each line is burnt.
    pub passes: u32,
}

/// The settings of a laser. The defaults are for 3 mm plywood and a diode of 10 W: chosen by eye, to be
/// tested on the material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Laser {
    /// The program that it runs.
    pub controller: Controller,
    /// The number that means full power.
    pub largest_power: u32,
    /// Whether the powers were chosen for it; if not, only files that need some have them.
    pub has_power: bool,
    /// The speed of rapid moves, in mm a minute.
    pub travel: f64,
    /// Cuts.
    pub cut: Burn,
    /// All other lines.
    pub draw: Burn,
}

impl Default for Laser {
    fn default() -> Self {
        Self {
            controller: Controller::Grbl,
            largest_power: 1000,
            has_power: true,
            travel: 6000.0,
            cut: Burn { speed: 600.0, power: 0.8, passes: 1 },
            draw: Burn { speed: 3000.0, power: 0.15, passes: 1 },
        }
    }
}

impl Laser {
    /// Returns how lines of a role are burnt.
    pub fn burn(&self, role: Role) -> Burn {
        if role.is_cut() { self.cut } else { self.draw }
    }
}

impl MachineLook {
    /// Returns the style of a role on a medium; on paper always that of the common table.
    pub fn style(&self, role: Role, medium: Medium) -> Style {
        let common = role.style(medium);
        if medium == Medium::Print || role == Role::Fill {
            return common;
        }
        let color = self.colors.get(&role).copied().unwrap_or(common.color);
        Style { color, width: self.hairline.unwrap_or(common.width), ..common }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_changes_machines_and_leaves_paper_alone() {
        let colors = BTreeMap::from([(Role::Label, Color::BLACK)]);
        let look = MachineLook { colors, hairline: Some(0.01), ..MachineLook::default() };
        for &role in Role::ALL {
            assert_eq!(look.style(role, Medium::Print), role.style(Medium::Print));
            assert_eq!(MachineLook::default().style(role, Medium::Machine), role.style(Medium::Machine));
        }
        let (cut, label) = (look.style(Role::Cut, Medium::Machine), look.style(Role::Label, Medium::Machine));
        assert_eq!((cut.color, cut.width), (Role::Cut.style(Medium::Machine).color, 0.01));
        assert_eq!((label.color, label.layer), (Color::BLACK, "LABEL"));
    }
}
