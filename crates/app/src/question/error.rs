//! Why a question about tilings cannot be answered.

use piecework_draw::color::ColorError;
use piecework_quilt::piecing::PiecingError;
use piecework_tiling::fault::fault;
use piecework_tiling::text::shown;

/// The required answer for choosing tilings.
pub(super) const YES_OR_NO: &str = "true or false";

fault! {
    /// Why a question about tilings cannot be answered. `text` is the whole expression, `column` a character
    /// in it, from 1.
    pub enum QuestionError {
        /// `found` is `None` at the end of the text.
        Unreadable { text: String, column: usize, found: Option<String> } = E2001 {
            message("`{text}`, column {column}: {what}", text = shown(text), what = at_place(found.as_deref()))
            help("such as `fault_lines > 0 && crossings <= 2`; for equal write `==`")
        }
        /// Longer or deeper than expressions need to be.
        TooLarge { what: &'static str, found: usize, most: usize } = E2008 {
            message("the expression has `{found}` {what}; at most {most} are allowed")
        }
        NoSuchKey { text: String, column: usize, found: String, nearest: Option<&'static str>, keys: String } = E2002 {
            message("`{text}`, column {column}: there is no key `{found}`", text = shown(text), found = shown(found))
            meant(Some(nearest) = nearest => "{nearest}")
            help("the keys are {keys}")
        }
        /// A feature of CEL that is not supported here.
        NotHere { text: String, column: usize, what: &'static str } = E2003 {
            message("`{text}`, column {column}: questions about tilings cannot use {what}", text = shown(text))
        }
        WrongOperands { text: String, column: usize, operator: String, operands: String } = E2004 {
            message("`{text}`, column {column}: `{operator}` is not for {operands}", text = shown(text))
        }
        /// A number instead of true or false, or the reverse.
        WrongAnswer { text: String, found: &'static str, wanted: &'static str } = E2005 {
            message("`{text}` is {found}; it must be {wanted}", text = shown(text))
            if let &YES_OR_NO = wanted => help("compare it with something, such as `fault_lines > 0`")
        }
        /// A division by zero, or a number beyond 64 bits.
        NoValue { text: String, reason: String } = E2006 {
            message("`{text}` has no value for a tiling: {reason}", text = shown(text))
        }
        TooManyPieces { key: &'static str, pieces: usize, most: usize } = E2007 {
            message("`{key}` is known only for tilings of at most {most} pieces, not of `{pieces}`")
        }
        /// It is about straight lines across the board, or about sewing.
        FlatOnly { key: &'static str } = E2009 {
            message("`{key}` is not known for tilings of a board with joined sides")
        }
    } from {
        /// The pieces cannot be colored.
        Color(ColorError),
        /// There is no plan of straight seams.
        Piecing(PiecingError),
    }
}

fn at_place(found: Option<&str>) -> String {
    found.map_or_else(
        || "something is missing at the end".to_owned(),
        |found| format!("`{}` does not fit here", shown(found)),
    )
}
