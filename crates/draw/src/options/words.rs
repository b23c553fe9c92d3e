//! The words of units, contacts, formats and what is nested for.

use crate::color::{Tones, Touching};
use crate::geometry::Touch;
use crate::layout::Objective;
use crate::render::{FORMATS, FormatRef, Unit};
use piecework_tiling::setting::{Choice, Word, setting_of_word, words};

words! {
    Touching {
        "must-differ" => Touching::MustDiffer, "patches that touch have different fabrics";
        "may-match" => Touching::MayMatch, "the scheme alone decides: tumbling blocks in three tones, gradients";
    }
    Tones {
        "auto" => Tones::Auto, "stretched, unless the photo has the colors of the fabrics";
        "kept" => Tones::Kept, "as in the photo";
        "stretched" => Tones::Stretched, "the darkest becomes that of the darkest fabric, the lightest that of the lightest";
    }
    Touch {
        "edge" => Touch::Edge, "patches that share an edge";
        "corner" => Touch::Corner, "patches that share an edge or a corner";
    }
    Objective {
        "box" => Objective::SmallestBox, "the smallest box around the pieces of the only sheet, so that its offcut is a rectangle";
        "length" => Objective::LeastLength, "the least length of the last sheet or the roll along its longer side; the shorter one is filled";
        "sheets" => Objective::FewestSheets, "the fewest sheets, with a longer search";
    }
    Unit {
        "metric" => Unit::Millimetre, "millimetres";
        "imperial" => Unit::Inch, "inches, as fractions";
    }
}

/// The words of formats are the rows of their table.
impl Word for FormatRef {
    const CHOICES: &'static [Choice] = &{
        let mut choices = [const { Choice { name: "", about: "" } }; FORMATS.len()];
        let mut row = 0;
        while row < FORMATS.len() {
            choices[row] = Choice { name: FORMATS[row].name, about: FORMATS[row].about };
            row += 1;
        }
        choices
    };
    const VALUES: &'static [Self] = &{
        let mut values = [&FORMATS[0]; FORMATS.len()];
        let mut row = 0;
        while row < FORMATS.len() {
            values[row] = &FORMATS[row];
            row += 1;
        }
        values
    };
}

setting_of_word!(FormatRef);

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::setting::name;

    #[test]
    fn the_words_of_formats_are_their_names() {
        assert!(FORMATS.iter().all(|format| name(format) == format.name));
    }
}
