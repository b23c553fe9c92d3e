//! The rules that hold for values whatever they mean: keys, types and ranges.

use crate::fault::fault;

fault! {
    /// Why a value of a JSON file breaks a rule.
    #[derive(Clone, PartialEq)]
    pub enum ValueError {
        UnknownKey { found: String, nearest: Option<&'static str>, allowed: Vec<&'static str> } = E0301 {
            message("key `{found}` is not known here")
            found("{found}") allowed("{known}", known = allowed.join(", "))
            meant(Some(nearest) = nearest => "{nearest}")
            help("known keys are `{known}`; your own begin with `x-`", known = allowed.join("`, `"))
        }
        KeyTwice { key: String, first_line: usize } = E0302 {
            message("key `{key}` is here twice, first in line {first_line}")
            found("{key}")
            help("delete one of the two")
        }
        MissingKey { key: &'static str } = E0303 {
            message("key `{key}` is missing")
            allowed("{key}")
        }
        MissingOneOf { keys: Vec<&'static str> } = E0304 {
            message("one of the keys `{known}` is missing", known = keys.join("`, `"))
            allowed("{known}", known = keys.join(", "))
        }
        KeysExclude { key: &'static str, other: &'static str } = E0305 {
            message("keys `{key}` and `{other}` exclude each other")
            found("{key}")
        }
        /// The type that was found, and the value if it is short.
        WrongType { found: String, expected: &'static str } = E0306 {
            message("found {found}, expected {expected}")
            found("{found}") allowed("{expected}")
        }
        /// A number with a point or an exponent where things are counted.
        NotWhole { found: String } = E0307 {
            message("`{found}` is not a whole number")
            found("{found}") allowed("a whole number without point or exponent")
        }
        IntegerRange { found: String, least: i64, most: i64 } = E0308 {
            message("`{found}` is out of range; allowed {range}", range = range(least, most))
            found("{found}") allowed("{range}", range = range(least, most))
        }
        NumberRange { found: String, least: f64, most: f64 } = E0309 {
            message("`{found}` is out of range; allowed {least} to {most}")
            found("{found}") allowed("{least} to {most}")
        }
        /// So near zero that it would become zero.
        TooNearZero { found: String } = E0310 {
            message("`{found}` is too near zero")
            found("{found}")
        }
        UnknownWord { found: String, nearest: Option<&'static str>, allowed: Vec<&'static str> } = E0311 {
            message("`{found}` is not known; allowed `{words}`", words = allowed.join("`, `"))
            found("{found}") allowed("{words}", words = allowed.join(", "))
            meant(Some(nearest) = nearest => "{nearest}")
        }
        ListLength { found: u64, least: u64, most: u64 } = E0313 {
            message("the list has `{found}` entries; allowed {range}", range = range(least, most))
            found("{found}") allowed("{range}", range = range(least, most))
        }
        LaterFormat { found: i64, known: i64 } = E0314 {
            message("the file needs piecework format {found}; this program reads up to {known}")
            found("{found}") allowed("1 to {known}")
            help("use a newer piecework")
        }
    }
}

fn range<T: PartialEq + std::fmt::Display>(least: &T, most: &T) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
