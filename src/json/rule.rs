//! The rules that hold for values whatever they mean: keys, types and ranges.

use crate::fault::Fault;

/// Why a value of a JSON file is not what must stand there.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// A key that means nothing.
    #[error("key `{found}` is not known here")]
    UnknownKey {
        /// The key.
        found: String,
        /// The key most like it.
        nearest: Option<&'static str>,
        /// All keys that may stand here.
        allowed: Vec<&'static str>,
    },
    /// One key, two values.
    #[error("key `{key}` is here twice, first in line {first_line}")]
    KeyTwice {
        /// The key.
        key: String,
        /// The line in which it stands first.
        first_line: usize,
    },
    /// A key that must be there.
    #[error("key `{key}` is missing")]
    MissingKey {
        /// The key.
        key: &'static str,
    },
    /// One of several keys must be there.
    #[error("one of the keys `{}` is missing", keys.join("`, `"))]
    MissingOneOf {
        /// The keys.
        keys: Vec<&'static str>,
    },
    /// Two keys that exclude each other.
    #[error("key `{key}` cannot stand beside `{other}`")]
    KeysExclude {
        /// The key.
        key: &'static str,
        /// The other.
        other: &'static str,
    },
    /// A value of another type.
    #[error("found {found}, expected {expected}")]
    WrongType {
        /// The type, and the value if it is short.
        found: String,
        /// The type that must stand here.
        expected: &'static str,
    },
    /// A number with a point or an exponent where things are counted.
    #[error("`{found}` is no whole number")]
    NotWhole {
        /// What was written.
        found: String,
    },
    /// A whole number out of its range.
    #[error("`{found}` is out of range; allowed {}", range(least, most))]
    IntegerRange {
        /// What was written.
        found: String,
        /// The least that is allowed.
        least: i64,
        /// The greatest that is allowed.
        most: i64,
    },
    /// A number out of its range, or one that no computer number comes near.
    #[error("`{found}` is out of range; allowed {least} to {most}")]
    NumberRange {
        /// What was written.
        found: String,
        /// The least that is allowed.
        least: f64,
        /// The greatest that is allowed.
        most: f64,
    },
    /// A number so near zero that it would become zero.
    #[error("`{found}` is too near zero")]
    TooNearZero {
        /// What was written.
        found: String,
    },
    /// A word that is not on the list.
    #[error("`{found}` is not known; allowed `{}`", allowed.join("`, `"))]
    UnknownWord {
        /// The word.
        found: String,
        /// The word most like it.
        nearest: Option<&'static str>,
        /// All words that may stand here.
        allowed: Vec<&'static str>,
    },
    /// A list that is too short or too long.
    #[error("the list has `{found}` entries; allowed {}", range(least, most))]
    ListLength {
        /// How many there are.
        found: u64,
        /// The least number allowed.
        least: u64,
        /// The greatest number allowed.
        most: u64,
    },
    /// A file of a later format.
    #[error("the file needs piecework format {found}; this program reads up to {known}")]
    LaterFormat {
        /// The format of the file.
        found: i64,
        /// The newest format known.
        known: i64,
    },
}

fn range<T: PartialEq + std::fmt::Display>(least: &T, most: &T) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

impl Fault for ValueError {
    fn code(&self) -> &'static str {
        match self {
            ValueError::UnknownKey { .. } => "E0301",
            ValueError::KeyTwice { .. } => "E0302",
            ValueError::MissingKey { .. } => "E0303",
            ValueError::MissingOneOf { .. } => "E0304",
            ValueError::KeysExclude { .. } => "E0305",
            ValueError::WrongType { .. } => "E0306",
            ValueError::NotWhole { .. } => "E0307",
            ValueError::IntegerRange { .. } => "E0308",
            ValueError::NumberRange { .. } => "E0309",
            ValueError::TooNearZero { .. } => "E0310",
            ValueError::UnknownWord { .. } => "E0311",
            ValueError::ListLength { .. } => "E0313",
            ValueError::LaterFormat { .. } => "E0314",
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            ValueError::UnknownKey { found, .. }
            | ValueError::WrongType { found, .. }
            | ValueError::NotWhole { found }
            | ValueError::IntegerRange { found, .. }
            | ValueError::NumberRange { found, .. }
            | ValueError::TooNearZero { found }
            | ValueError::UnknownWord { found, .. } => Some(found.clone()),
            ValueError::KeyTwice { key, .. } => Some(key.clone()),
            ValueError::KeysExclude { key, .. } => Some((*key).into()),
            ValueError::ListLength { found, .. } => Some(found.to_string()),
            ValueError::LaterFormat { found, .. } => Some(found.to_string()),
            ValueError::MissingKey { .. } | ValueError::MissingOneOf { .. } => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            ValueError::UnknownKey { allowed, .. } | ValueError::UnknownWord { allowed, .. } => {
                Some(allowed.join(", "))
            }
            ValueError::MissingKey { key } => Some((*key).into()),
            ValueError::MissingOneOf { keys } => Some(keys.join(", ")),
            ValueError::WrongType { expected, .. } => Some((*expected).into()),
            ValueError::NotWhole { .. } => Some("a whole number without point or exponent".into()),
            ValueError::IntegerRange { least, most, .. } => Some(range(least, most)),
            ValueError::NumberRange { least, most, .. } => Some(format!("{least} to {most}")),
            ValueError::ListLength { least, most, .. } => Some(range(least, most)),
            ValueError::LaterFormat { known, .. } => Some(format!("1 to {known}")),
            ValueError::KeyTwice { .. } | ValueError::KeysExclude { .. } | ValueError::TooNearZero { .. } => {
                None
            }
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            ValueError::UnknownKey { nearest: Some(nearest), .. }
            | ValueError::UnknownWord { nearest: Some(nearest), .. } => {
                Some(format!("did you mean `{nearest}`?"))
            }
            ValueError::UnknownKey { allowed, .. } => {
                Some(format!("known keys are `{}`; your own begin with `x-`", allowed.join("`, `")))
            }
            ValueError::KeyTwice { .. } => Some("delete one of the two".into()),
            ValueError::LaterFormat { .. } => Some("use a newer piecework".into()),
            _ => None,
        }
    }
}
