//! The ways in which a text is no JSON.

use crate::fault::Fault;
use crate::text::shown_character;

/// Why a text is no JSON, or more of it than is read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// The text stops too early.
    #[error("the text ends where {expected} is expected")]
    End {
        /// What must come.
        expected: &'static str,
    },
    /// A character that cannot stand there.
    #[error("found {} where {expected} is expected", shown_character(*found))]
    Unexpected {
        /// The character.
        found: char,
        /// What must come.
        expected: &'static str,
    },
    /// A comma before a closing bracket.
    #[error("a comma stands after the last entry")]
    CommaAfterLast,
    /// Two entries with nothing between them.
    #[error("a comma is missing before this entry")]
    CommaMissing,
    /// A remark, which JSON has not.
    #[error("JSON has no comments")]
    Comment,
    /// Quotes other than `"`.
    #[error("found `{found}`; text stands in `\"`")]
    OtherQuote {
        /// The quote.
        found: char,
    },
    /// A word that is no value, or a key without quotes.
    #[error("`{found}` is no JSON; texts and keys stand in `\"`")]
    Word {
        /// The word.
        found: String,
    },
    /// NaN and infinity are no numbers.
    #[error("`{found}` is no number in JSON")]
    NotFinite {
        /// The word.
        found: String,
    },
    /// Digits in a form that JSON has not.
    #[error("`{found}` is no number in JSON")]
    Number {
        /// What was written.
        found: String,
    },
    /// A text without its second quote.
    #[error("the text that begins here has no closing `\"`")]
    OpenText,
    /// A line break, tabulator or other control character inside a text.
    #[error("{} cannot stand inside a text", shown_character(*found))]
    ControlCharacter {
        /// The character.
        found: char,
    },
    /// A backslash with something that JSON has not.
    #[error("`{found}` is no escape in JSON")]
    Escape {
        /// The backslash and what follows.
        found: String,
    },
    /// Half of a pair that only together is a character.
    #[error("`{found}` is half of a character")]
    HalfCharacter {
        /// The escape.
        found: String,
    },
    /// Something after the end of the value.
    #[error("the value has ended, but {} follows", shown_character(*found))]
    AfterEnd {
        /// The first character that follows.
        found: char,
    },
    /// More brackets inside one another than allowed.
    #[error("nested deeper than {allowed}")]
    TooDeep {
        /// The most levels.
        allowed: u64,
    },
    /// More values than allowed.
    #[error("the file holds more than {allowed} values")]
    TooMany {
        /// The most values.
        allowed: u64,
    },
    /// The marks of an unfinished merge.
    #[error("`{found}` is the mark of an unfinished merge")]
    MergeMark {
        /// The mark.
        found: &'static str,
    },
    /// A text of another kind.
    #[error("the file looks like {kind}, not JSON")]
    OtherKind {
        /// The kind.
        kind: &'static str,
    },
}

impl Fault for SyntaxError {
    fn code(&self) -> &'static str {
        match self {
            SyntaxError::End { .. } => "E0201",
            SyntaxError::Unexpected { .. } => "E0202",
            SyntaxError::CommaAfterLast => "E0203",
            SyntaxError::CommaMissing => "E0204",
            SyntaxError::Comment => "E0205",
            SyntaxError::OtherQuote { .. } => "E0206",
            SyntaxError::Word { .. } => "E0207",
            SyntaxError::NotFinite { .. } => "E0208",
            SyntaxError::Number { .. } => "E0209",
            SyntaxError::OpenText => "E0210",
            SyntaxError::ControlCharacter { .. } => "E0211",
            SyntaxError::Escape { .. } => "E0212",
            SyntaxError::HalfCharacter { .. } => "E0213",
            SyntaxError::AfterEnd { .. } => "E0214",
            SyntaxError::TooDeep { .. } => "E0215",
            SyntaxError::TooMany { .. } => "E0216",
            SyntaxError::MergeMark { .. } => "E0217",
            SyntaxError::OtherKind { .. } => "E0218",
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            SyntaxError::Unexpected { found, .. }
            | SyntaxError::OtherQuote { found }
            | SyntaxError::ControlCharacter { found }
            | SyntaxError::AfterEnd { found } => Some(found.escape_debug().to_string()),
            SyntaxError::Word { found }
            | SyntaxError::NotFinite { found }
            | SyntaxError::Number { found }
            | SyntaxError::Escape { found }
            | SyntaxError::HalfCharacter { found } => Some(found.clone()),
            SyntaxError::MergeMark { found } => Some((*found).into()),
            SyntaxError::OtherKind { kind } => Some((*kind).into()),
            _ => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            SyntaxError::End { expected } | SyntaxError::Unexpected { expected, .. } => {
                Some((*expected).into())
            }
            SyntaxError::TooDeep { allowed } | SyntaxError::TooMany { allowed } => Some(allowed.to_string()),
            SyntaxError::OtherKind { .. } => Some("JSON".into()),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        let hint = match self {
            SyntaxError::CommaAfterLast => "delete the comma",
            SyntaxError::Comment => "delete it, or keep it as text under a key that begins with `x-`",
            SyntaxError::OtherQuote { .. } => "use straight double quotes",
            SyntaxError::ControlCharacter { .. } => "is a closing `\"` missing in this line?",
            SyntaxError::Word { found } if found.eq_ignore_ascii_case("none") => "write null",
            SyntaxError::Word { found } if found.eq_ignore_ascii_case("true") => {
                "write true in small letters"
            }
            SyntaxError::Word { found } if found.eq_ignore_ascii_case("false") => {
                "write false in small letters"
            }
            SyntaxError::End { .. } => "was the file cut off?",
            SyntaxError::MergeMark { .. } => "finish the merge",
            _ => return None,
        };
        Some(hint.into())
    }
}
