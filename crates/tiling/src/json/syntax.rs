//! The ways in which a text is no JSON.

use crate::fault::fault;
use crate::text::shown_character;

fault! {
    /// Why a text is not JSON, or more of it than is read.
    #[derive(Clone, PartialEq, Eq)]
    pub enum SyntaxError {
        End { expected: &'static str } = E0201 {
            message("the text ends where {expected} is expected")
            allowed("{expected}")
            help("was the file cut off?")
        }
        Unexpected { found: char, expected: &'static str } = E0202 {
            message("found {character} where {expected} is expected", character = shown_character(*found))
            found("{character}", character = found.escape_debug()) allowed("{expected}")
        }
        CommaAfterLast = E0203 {
            message("there is a comma after the last entry")
            help("delete the comma")
        }
        CommaMissing = E0204 {
            message("a comma is missing before this entry")
        }
        Comment = E0205 {
            message("JSON has no comments")
            help("delete it, or keep it as text under a key that begins with `x-`")
        }
        OtherQuote { found: char } = E0206 {
            message("found `{found}`; text must be in `\"`")
            found("{character}", character = found.escape_debug())
            help("use straight double quotes")
        }
        /// A word that is not a value, or a key without quotes.
        Word { found: String } = E0207 {
            message("`{found}` is not JSON; texts and keys must be in `\"`")
            found("{found}")
            if let true = found.eq_ignore_ascii_case("none") => help("write null")
            if let true = found.eq_ignore_ascii_case("true") => help("write true in small letters")
            if let true = found.eq_ignore_ascii_case("false") => help("write false in small letters")
        }
        /// NaN or infinity.
        NotFinite { found: String } = E0208 {
            message("`{found}` is not a number in JSON")
            found("{found}")
        }
        /// Digits in a form that JSON does not have.
        Number { found: String } = E0209 {
            message("`{found}` is not a number in JSON")
            found("{found}")
        }
        OpenText = E0210 {
            message("the text that begins here has no closing `\"`")
        }
        ControlCharacter { found: char } = E0211 {
            message("{character} is not allowed inside a text", character = shown_character(*found))
            found("{character}", character = found.escape_debug())
            help("is a closing `\"` missing in this line?")
        }
        Escape { found: String } = E0212 {
            message("`{found}` is not an escape in JSON")
            found("{found}")
        }
        /// Half of a surrogate pair.
        HalfCharacter { found: String } = E0213 {
            message("`{found}` is half of a character")
            found("{found}")
        }
        AfterEnd { found: char } = E0214 {
            message("the value has ended, but {character} follows", character = shown_character(*found))
            found("{character}", character = found.escape_debug())
        }
        TooDeep { allowed: u64 } = E0215 {
            message("nested deeper than {allowed}")
            allowed("{allowed}")
        }
        TooMany { allowed: u64 } = E0216 {
            message("the file holds more than {allowed} values")
            allowed("{allowed}")
        }
        MergeMark { found: &'static str } = E0217 {
            message("`{found}` is the mark of an unfinished merge")
            found("{found}")
            help("finish the merge")
        }
        OtherKind { kind: &'static str } = E0218 {
            message("the file looks like {kind}, not JSON")
            found("{kind}") allowed("JSON")
        }
    }
}
