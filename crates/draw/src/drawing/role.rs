//! Defines the roles of lines and, in one table, their styles.

use crate::color::Color;

/// The purpose of a layer, in drawing order: fills are first, and cuts, which release pieces, are last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Role {
    /// Areas of fabric or color. Not for machines: a laser would burn them.
    Fill,
    /// Frames, rulers, test squares, page marks: never cut.
    Guide,
    /// Where paper is folded.
    Fold,
    /// Where fabric is sewn: the finished outline.
    Sew,
    /// Words, numbers and arrows.
    Label,
    /// Burnt or drawn into the surface.
    Engrave,
    /// Cut half through.
    Score,
    /// Cut through inside a piece or a tray, before its outline: for machines that tell inner from outer cuts
    /// by color.
    Inner,
    /// Cut through.
    Cut,
}

/// The purpose of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Medium {
    /// Paper and screen: lines that can be seen and distinguished, even without color.
    Print,
    /// A laser, plotter or die cutter: hairlines whose exact color tells the machine what to do.
    Machine,
}

/// The style of a role; every backend writes all values.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Style {
    /// The color of lines and text.
    pub color: Color,
    /// The width of lines, in mm.
    pub width: f64,
    /// Lengths of dash and gap alternately, in mm; empty for a solid line.
    pub dash: &'static [f64],
    /// The name of the layer in SVG, PDF and DXF: capital letters only, as R12 wants it.
    pub layer: &'static str,
    /// The AutoCAD color index of the DXF layer.
    pub aci: u8,
    /// The pen of a plotter; none if it is not drawn.
    pub pen: Option<u8>,
}

impl Role {
    /// All roles, in drawing order.
    pub const ALL: &[Role] = &[
        Role::Fill,
        Role::Guide,
        Role::Fold,
        Role::Sew,
        Role::Label,
        Role::Engrave,
        Role::Score,
        Role::Inner,
        Role::Cut,
    ];

    /// Returns whether material is cut through.
    pub const fn is_cut(self) -> bool {
        matches!(self, Role::Inner | Role::Cut)
    }

    /// Returns the style of the role on a medium, from the only table of styles.
    ///
    /// # Source
    /// Machine colors: entries 00 to 03 and the tool layer T1 of LightBurn's palette, which K40 Whisperer
    /// reads the same way (red cuts, blue engraves lines). Machine width: accepted as a hairline by the
    /// common laser drivers. Print: cut solid and sew dashed, at least 0.35 mm, so that both survive a bad
    /// printer; there is no industry standard, which is why every page has a legend. Color indexes: common
    /// use in CAM programs. Other values chosen by eye.
    pub const fn style(self, medium: Medium) -> Style {
        const BLACK: Color = Color::new(0x00, 0x00, 0x00);
        const GRAY: Color = Color::new(0x80, 0x80, 0x80);
        const RED: Color = Color::new(0xff, 0x00, 0x00);
        const BLUE: Color = Color::new(0x00, 0x00, 0xff);
        const GREEN: Color = Color::new(0x00, 0xe0, 0x00);
        const TOOL: Color = Color::new(0xf3, 0x69, 0x26);
        const HAIRLINE: f64 = 0.1;
        let (layer, aci, pen) = match self {
            Role::Fill => ("FILL", 9, None),
            Role::Guide => ("GUIDE", 3, None),
            Role::Fold => ("FOLD", 5, Some(2)),
            Role::Sew => ("SEW", 4, Some(2)),
            Role::Label => ("LABEL", 2, Some(3)),
            Role::Engrave => ("ENGRAVE", 7, Some(3)),
            Role::Score => ("SCORE", 5, Some(2)),
            Role::Inner => ("INNER", 1, Some(1)),
            Role::Cut => ("CUT", 1, Some(1)),
        };
        let (color, width, dash): (Color, f64, &'static [f64]) = match (medium, self) {
            (Medium::Print, Role::Fill) => (BLACK, 0.0, &[]),
            (Medium::Print, Role::Guide) => (GRAY, 0.35, &[]),
            (Medium::Print, Role::Fold) => (BLACK, 0.35, &[1.0, 1.0]),
            (Medium::Print, Role::Sew) => (BLACK, 0.35, &[3.0, 1.5]),
            (Medium::Print, Role::Label) => (BLACK, 0.35, &[]),
            (Medium::Print, Role::Engrave) => (BLACK, 0.35, &[]),
            (Medium::Print, Role::Score) => (BLACK, 0.35, &[6.0, 1.0, 1.0, 1.0]),
            (Medium::Print, Role::Inner | Role::Cut) => (BLACK, 0.5, &[]),
            (Medium::Machine, Role::Fill) => (BLACK, 0.0, &[]),
            (Medium::Machine, Role::Guide) => (TOOL, HAIRLINE, &[]),
            (Medium::Machine, Role::Fold | Role::Sew | Role::Score) => (BLUE, HAIRLINE, &[]),
            (Medium::Machine, Role::Label) => (GREEN, HAIRLINE, &[]),
            (Medium::Machine, Role::Engrave) => (BLACK, HAIRLINE, &[]),
            (Medium::Machine, Role::Inner | Role::Cut) => (RED, HAIRLINE, &[]),
        };
        Style { color, width, dash, layer, aci, pen }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_have_names_that_every_dxf_reader_takes() {
        let mut names: Vec<&str> = Role::ALL.iter().map(|role| role.style(Medium::Machine).layer).collect();
        assert!(names.iter().all(|name| name.len() <= 31 && name.bytes().all(|b| b.is_ascii_uppercase())));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Role::ALL.len(), "no two roles share a layer");
    }

    #[test]
    fn all_is_in_drawing_order_and_cut_is_last() {
        assert!(Role::ALL.is_sorted());
        assert_eq!(Role::ALL.last(), Some(&Role::Cut));
    }

    #[test]
    fn cut_and_sew_differ_in_print_without_color() {
        let (cut, sew) = (Role::Cut.style(Medium::Print), Role::Sew.style(Medium::Print));
        assert!(cut.dash.is_empty() && !sew.dash.is_empty());
        assert!(cut.width >= 0.35 && sew.width >= 0.35, "survives a bad printer");
    }
}
