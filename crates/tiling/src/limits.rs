//! All limits on sizes, by name, with their reasons.
//!
//! [`Limits`] are what readers obey, and can be changed on the command line. Ceilings are what constructors
//! of the library obey regardless. Always 1 <= value <= ceiling.

use crate::fault::fault;
use crate::names::{find, nearest};

/// Makes the table: for each limit its name, default, ceiling, unit and reason.
macro_rules! limits {
    ($($(#[$doc:meta])+ $Limit:ident $name:literal ($default:expr, $ceiling:expr, $unit:literal) $reason:literal;)+) => {
        /// One limit. Its default holds unless a user raises or lowers it; its ceiling holds always.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Limit {
            $($(#[$doc])+ $Limit,)+
        }

        impl Limit {
            /// All limits, in the order of the documents.
            pub const ALL: &[Limit] = &[$(Limit::$Limit),+];

            const fn entry(self) -> Entry {
                let (name, default, ceiling, unit, reason) = match self {
                    $(Limit::$Limit => ($name, $default, $ceiling, $unit, $reason),)+
                };
                Entry { name, default, ceiling, unit, reason }
            }
        }
    };
}

limits! {
    /// Size of one file that is read.
    InputBytes "input-bytes" (16 << 20, 1 << 30, "bytes") "the largest honest puzzle is under 1 MiB";
    /// Arrays and objects inside one another.
    JsonDepth "json-depth" (32, 100, "levels") "the reader calls itself once a level; our files need 6";
    /// Elements, groups, sections and saved states inside one another, in files other than JSON.
    Depth "depth" (256, 1_000, "levels") "readers remember every level; drawing programs nest a few dozen deep";
    /// Values of all kinds in one JSON file.
    JsonValues "json-values" (1_000_000, 50_000_000, "values") "a value takes 40 bytes of memory while it is read";
    /// Length of a title or an author's name.
    TitleCharacters "title-characters" (200, 200, "characters") "one line of a page";
    /// Length of a piece's name.
    NameCharacters "name-characters" (60, 60, "characters") "fits a label, a file name and a DXF name";
    /// How far from zero a coordinate may lie.
    Coordinate "coordinate" (32_767, 32_767, "") "sums and products of coordinates stay far from overflow";
    /// Rows and columns of the smallest rectangle around a region, and of a text picture.
    RegionSide "region-side" (4_096, 16_384, "rows or columns") "a bitmap of the region stays small";
    /// Cells of a region.
    RegionCells "region-cells" (65_536, 1_048_576, "cells") "a search on more would not end; a drawing takes seconds";
    /// Cells of one piece.
    PieceCells "piece-cells" (4_096, 4_096, "cells") "work on one piece grows with the square of its cells";
    /// Kinds of pieces in a puzzle.
    Pieces "pieces" (4_096, 65_536, "kinds") "every kind becomes an item of the search";
    /// Copies of one piece.
    Copies "copies" (65_536, 1_048_576, "copies") "no more than a region can hold";
    /// Ways to lay single pieces into a region, before any search.
    Placements "placements" (20_000_000, 1_000_000_000, "placements") "estimated before any memory is taken";
    /// Tilings that are read from one file.
    TilingsRead "tilings-read" (100_000, 100_000_000, "tilings") "a tiling of twelve pieces takes 2 kB of memory";
    /// Any length.
    Length "length" (10_000, 10_000, "mm") "longer than any quilt or machine";
    /// Width and height of a page.
    Page "page" (5_000, 5_000, "mm") "a PDF page ends at 5080 mm (ISO 32000, annex C)";
    /// Solutions that are written out unless all are asked for.
    SolutionsWritten "solutions-written" (1_000, 100_000_000, "solutions") "a count is cheap, a million files are not";
    /// Solutions on the pages of one puzzle.
    SolutionsPrinted "solutions-printed" (10_000, 1_000_000, "solutions") "a catalogue of so many has a thousand pages";
    /// Pages and files that wait in memory until they are written.
    KeptBytes "kept-bytes" (192 << 20, 1 << 40, "bytes") "with all else a run stays under 300 MB";
    /// Mistakes shown of one file.
    DefectsShown "defects-shown" (20, 1_000, "lines") "more than one screen is not read";
}

/// What is known of one limit.
struct Entry {
    name: &'static str,
    default: u64,
    ceiling: u64,
    unit: &'static str,
    reason: &'static str,
}

impl Limit {
    /// The word for it on the command line, such as `region-cells`.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The value that holds unless another is asked for.
    pub const fn default_value(self) -> u64 {
        self.entry().default
    }

    /// The value that cannot be exceeded, whatever is asked for.
    pub const fn ceiling(self) -> u64 {
        self.entry().ceiling
    }

    /// What is counted; empty for plain numbers.
    pub const fn unit(self) -> &'static str {
        self.entry().unit
    }

    /// Why there is this limit, in a few words.
    pub const fn reason(self) -> &'static str {
        self.entry().reason
    }
}

/// The limits that one run obeys.
///
/// # Examples
/// ```
/// use piecework_tiling::limits::{Limit, Limits};
/// let mut limits = Limits::default();
/// assert_eq!(limits.get(Limit::RegionCells), 65_536);
/// limits.set("region-cells", 100_000)?;
/// assert_eq!(limits.get(Limit::RegionCells), 100_000);
/// # Ok::<(), piecework_tiling::limits::LimitError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// In the order of [`Limit::ALL`].
    values: [u64; Limit::ALL.len()],
}

fault! {
    /// Why a limit cannot be set, or is exceeded.
    #[derive(Clone, PartialEq, Eq)]
    pub enum LimitError {
        Unknown { found: String, nearest: Option<&'static str> } = E0340 {
            message("there is no limit `{found}`")
            found("{found}")
            meant(Some(nearest) = nearest => "{nearest}")
            help("limits are {names}", names = names().collect::<Vec<_>>().join(", "))
        }
        NotAPair { found: String } = E0341 {
            message("`{found}` does not set a limit; write NAME=VALUE with a whole number")
            found("{found}")
        }
        OutOfRange { name: &'static str, found: u64, ceiling: u64 } = E0342 {
            message("limit `{name}` cannot be `{found}`; allowed 1 to {ceiling}")
            found("{found}") allowed("1 to {ceiling}")
        }
        Exceeded { name: &'static str, found: u64, allowed: u64 } = E0343 {
            message("`{found}` is more than the limit `{name}`, which is `{allowed}`")
            found("{found}") allowed("{allowed}")
            help("raise it with --limit {name}={found}")
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { values: std::array::from_fn(|index| Limit::ALL[index].default_value()) }
    }
}

impl Limits {
    /// The value that holds.
    pub const fn get(&self, limit: Limit) -> u64 {
        self.values[limit as usize]
    }

    /// Returns how deep files other than JSON may be nested.
    pub fn depth(&self) -> usize {
        usize::try_from(self.get(Limit::Depth)).unwrap_or(usize::MAX)
    }

    /// Sets a limit by its name.
    ///
    /// # Errors
    /// [`LimitError::Unknown`] and [`LimitError::OutOfRange`].
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), LimitError> {
        let limit = find(name, Limit::ALL.iter().copied(), |limit| limit.name()).ok_or_else(|| {
            LimitError::Unknown { found: crate::text::shown(name), nearest: nearest(name, names()) }
        })?;
        let ceiling = limit.ceiling();
        if value == 0 || value > ceiling {
            return Err(LimitError::OutOfRange { name: limit.name(), found: value, ceiling });
        }
        self.values[limit as usize] = value;
        Ok(())
    }

    /// Sets a limit from text of the form `region-cells=100000`, as the command line gives it.
    ///
    /// # Errors
    /// As [`Limits::set`], and [`LimitError::NotAPair`].
    pub fn set_pair(&mut self, pair: &str) -> Result<(), LimitError> {
        let bad = || LimitError::NotAPair { found: crate::text::shown(pair) };
        let (name, value) = pair.split_once('=').ok_or_else(bad)?;
        let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        // Digits that no u64 holds are a number, only too large a one.
        let value = if digits { value.parse().unwrap_or(u64::MAX) } else { return Err(bad()) };
        self.set(name, value)
    }

    /// Refuses more than a limit allows.
    ///
    /// # Errors
    /// [`LimitError::Exceeded`].
    pub const fn allow(&self, limit: Limit, found: u64) -> Result<(), LimitError> {
        let allowed = self.get(limit);
        if found > allowed {
            return Err(LimitError::Exceeded { name: limit.name(), found, allowed });
        }
        Ok(())
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    Limit::ALL.iter().map(|limit| limit.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;

    #[test]
    fn the_list_is_whole_and_in_order() {
        for (index, limit) in Limit::ALL.iter().copied().enumerate() {
            assert_eq!(limit as usize, index, "{limit:?}");
            assert!((1..=limit.ceiling()).contains(&limit.default_value()), "{limit:?}");
            let kebab = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(limit.name().chars().all(kebab) && !limit.reason().is_empty(), "{limit:?}");
        }
    }

    #[test]
    fn every_limit_is_set_up_to_its_ceiling() {
        for &limit in Limit::ALL {
            let (name, ceiling) = (limit.name(), limit.ceiling());
            let mut limits = Limits::default();
            for good in [1, ceiling - 1, ceiling] {
                limits.set(name, good).expect("within the ceiling");
                assert_eq!(limits.get(limit), good);
            }
            for bad in [0, ceiling + 1, u64::MAX] {
                let error = limits.set(name, bad).unwrap_err();
                assert_eq!(error, LimitError::OutOfRange { name, found: bad, ceiling });
            }
            assert_eq!(limits.get(limit), ceiling, "a refused value changes nothing");
        }
    }

    #[test]
    fn more_than_a_limit_is_refused_with_the_way_to_raise_it() {
        let mut limits = Limits::default();
        limits.set("solutions-written", 10).expect("in range");
        for good in [0, 9, 10] {
            assert_eq!(limits.allow(Limit::SolutionsWritten, good), Ok(()));
        }
        let error = limits.allow(Limit::SolutionsWritten, 11).unwrap_err();
        assert_eq!(error.to_string(), "`11` is more than the limit `solutions-written`, which is `10`");
        assert_eq!(error.help().as_deref(), Some("raise it with --limit solutions-written=11"));
    }

    #[test]
    fn pairs_from_the_command_line() {
        let mut limits = Limits::default();
        limits.set_pair("pieces=12").expect("a good pair");
        assert_eq!(limits.get(Limit::Pieces), 12);
        for bad in ["pieces", "pieces=", "pieces=-1", "pieces=1.5", "pieces=+1", "=", ""] {
            assert!(matches!(limits.set_pair(bad), Err(LimitError::NotAPair { .. })), "{bad}");
        }
        let huge = limits.set_pair("pieces=99999999999999999999999").unwrap_err();
        assert!(matches!(huge, LimitError::OutOfRange { found: u64::MAX, .. }));
        let misspelt = limits.set_pair("regoin-cells=5").unwrap_err();
        assert_eq!(misspelt.help().as_deref(), Some("did you mean `region-cells`?"));
    }
}
