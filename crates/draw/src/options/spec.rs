//! Describes options as data: one row each, from which the reader, the schema, the command line and the
//! studio are made.

use std::fmt;

use crate::render::{Content, Format};
use piecework_tiling::setting::OptionKind;

/// The formats that an option changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reach {
    /// All, or the option is not about files.
    All,
    /// What is cut or printed, not sewn.
    Cut,
    /// Pieces with the edges that were asked for, beside their tray.
    Shapes,
    /// Sheets with the lines to cut.
    Lines,
    /// Sheets of stock, including those to print.
    Sheets,
    /// Plates for 3D printers.
    Solids,
    /// Pages to print.
    Prints,
    /// Pages to print, and those of the assembly.
    Pages,
    /// Everything but pages to print.
    Unprinted,
    /// Formats with the speed and power of a laser.
    Powers,
    /// Formats with the width of lines.
    Widths,
    /// Formats with a unit.
    Units,
    /// Formats that carry the design, and pages of the assembly.
    Recipes,
}

impl Reach {
    /// Returns whether files of a format are changed.
    pub fn reaches(self, format: &Format) -> bool {
        use Content::{Prints, Sheets, Solids, Stitches};
        let content = format.content;
        match self {
            Reach::All => true,
            Reach::Cut => content != Stitches,
            Reach::Shapes => matches!(content, Sheets | Solids),
            Reach::Lines => content == Sheets,
            Reach::Sheets => matches!(content, Sheets | Prints),
            Reach::Solids => content == Solids,
            Reach::Prints | Reach::Pages => content == Prints,
            Reach::Unprinted => content != Prints,
            Reach::Powers => format.carries.powers,
            Reach::Widths => content == Sheets && format.carries.widths,
            Reach::Units => format.carries.units,
            Reach::Recipes => format.carries.metadata,
        }
    }
}

/// One option of a command, and the key of the same name in a design.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OptionSpec {
    /// The key in a design. On the command line `_` becomes `-`.
    pub key: &'static str,
    /// What the option does.
    pub help: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// The value without the option, as text; none where it depends on other options.
    pub default: Option<&'static str>,
    /// What stands for the value in help texts.
    pub value_name: &'static str,
    /// The heading it is listed under; empty for those of the command itself.
    pub group: &'static str,
    /// The one-letter option on the command line.
    pub short: Option<char>,
    /// The least and greatest whole number.
    pub range: (u64, u64),
    /// Keys of options that cannot be used with it.
    pub excludes: &'static [&'static str],
    /// The key of an option that it needs.
    pub needs: Option<&'static str>,
    /// Keys of options that it decides: what a design says of them gives way to it.
    pub replaces: &'static [&'static str],
    /// Whether the value may be left out on the command line.
    pub value_optional: bool,
    /// Whether a value may begin with a hyphen.
    pub allows_hyphen: bool,
    /// What the page in the browser calls it; empty where the key says it.
    pub label: &'static str,
    /// Whether it is about which patch gets which fabric, which the page decides in an act of its own.
    pub of_colors: bool,
    /// Lists of names that it may have, as the page knows them: papers, rolls, beds.
    pub lists: &'static [&'static str],
    /// The formats of cut files that it changes.
    pub changes: Reach,
    /// Contents of files that leave it out, and why, so that one command works for every machine.
    pub left_out: &'static [(Content, &'static str)],
    /// Contents of files that it cannot be asked for, and why.
    pub refused: &'static [(Content, &'static str)],
}

/// A row with nothing but what is usual.
pub const USUAL: OptionSpec = OptionSpec {
    key: "",
    help: "",
    kind: OptionKind::Flag,
    default: None,
    value_name: "",
    group: "",
    short: None,
    range: (0, u64::MAX),
    excludes: &[],
    needs: None,
    replaces: &[],
    value_optional: false,
    allows_hyphen: false,
    label: "",
    of_colors: false,
    lists: &[],
    changes: Reach::All,
    left_out: &[],
    refused: &[],
};

impl OptionSpec {
    /// The option on the command line, such as `--tab-width`.
    pub fn flag(&self) -> String {
        flag(self.key)
    }

    /// What the page in the browser calls it.
    pub fn label(&self) -> String {
        if !self.label.is_empty() {
            return self.label.to_owned();
        }
        let words = self.key.replace('_', " ");
        words.get(..1).unwrap_or_default().to_uppercase() + words.get(1..).unwrap_or_default()
    }

    /// The help text, with the lines of the source joined.
    pub fn about(&self) -> String {
        self.help.split_whitespace().collect::<Vec<&str>>().join(" ")
    }
}

/// A key as an option of the command line.
pub fn flag(key: &str) -> String {
    format!("--{}", key.replace('_', "-"))
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.flag())
    }
}
