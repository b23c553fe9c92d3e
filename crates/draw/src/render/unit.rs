//! The units of files.

/// The unit of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unit {
    /// A millimetre.
    #[default]
    Millimetre,
    /// An inch.
    Inch,
}

impl Unit {
    /// Both, by their names in files.
    pub const NAMES: &[(&'static str, Unit)] = &[("mm", Unit::Millimetre), ("in", Unit::Inch)];

    /// Returns its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Millimetre => "mm",
            Unit::Inch => "in",
        }
    }
}
