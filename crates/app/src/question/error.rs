//! Why a question about tilings cannot be answered.

use piecework_draw::color::ColorError;
use piecework_quilt::piecing::PiecingError;
use piecework_tiling::fault::fault;
use piecework_tiling::text::shown;

fault! {
    /// Why a question about tilings cannot be answered. `text` is the whole text, `column` a character
    /// in it, from 1.
    pub enum QuestionError {
        /// `found` is `None` at the end of the text.
        Unreadable { text: String, column: usize, found: Option<String> } = E2001 {
            message("`{text}`, column {column}: {what}", text = shown(text), what = at_place(found.as_deref()))
            help("such as `fault_lines > 0 && crossings <= 2`; for equal write `==`")
        }
        NoSuchKey { text: String, column: usize, found: String, nearest: Option<&'static str>, keys: String } = E2002 {
            message("`{text}`, column {column}: there is no key `{found}`", text = shown(text), found = shown(found))
            meant(Some(nearest) = nearest => "{nearest}")
            help("the keys are {keys}")
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
