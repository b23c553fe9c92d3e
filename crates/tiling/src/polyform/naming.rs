//! Names pieces that have no names.
//!
//! All names differ: the conventional letters if every shape has one and no two are equal, otherwise `A`,
//! `B`, … in the order given.

use std::collections::BTreeSet;

use super::{Freedom, Shape, letters};

/// Returns a name for each shape.
pub fn names_for(shapes: &[&Shape]) -> Vec<String> {
    conventional_names(shapes).unwrap_or_else(|| (0..shapes.len()).map(counted_name).collect())
}

/// Returns the conventional letters, if there is one for each shape and no two are equal.
pub fn conventional_names(shapes: &[&Shape]) -> Option<Vec<String>> {
    let letter = |shape: &&Shape| Some(letters::drawing_of(shape, Freedom::Free)?.0.to_owned());
    all_different(shapes.iter().map(letter))
}

/// Returns the names, if there is one for each and no two are equal.
pub fn all_different(names: impl Iterator<Item = Option<String>>) -> Option<Vec<String>> {
    let names: Vec<String> = names.collect::<Option<_>>()?;
    let different = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    different.then_some(names)
}

/// `A` to `Z`, then `AA`, `AB` and so on.
pub fn counted_name(index: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = index + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).expect("less than 26")));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;

    #[test]
    fn letters_where_they_differ_else_counted() {
        let shape = |row: &str| Shape::from_rows(Lattice::Square, [row]).expect("a shape");
        let (four, five, six) = (shape("####"), shape("#####"), shape("######"));
        let bend = Shape::from_rows(Lattice::Square, ["####", "#..."]).expect("a shape");
        assert_eq!(names_for(&[&five, &bend]), ["I", "L"]);
        assert_eq!(names_for(&[&five, &four]), ["A", "B"], "both would be I");
        assert_eq!(names_for(&[&bend, &six]), ["A", "B"], "hexominoes have no letters");
    }

    #[test]
    fn counted_names_never_end() {
        let names: Vec<String> = [0, 25, 26, 27, 701, 702].into_iter().map(counted_name).collect();
        assert_eq!(names, ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}
