//! Finds what is meant by a name: in any case, with spaces or hyphens, one or several, and by what others call it.
//!
//! Every table of names is read with [`find`]: puzzles, designs, boards, sets of pieces, palettes, papers, machines, sizes of
//! beds, and the words of options. A name that it does not find has a [`nearest`] one.

use crate::text::american;

/// What things are called here, and elsewhere. A row holds in every table that has its first name.
fn elsewhere() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = piecework_templates::file("names.txt").lines().filter_map(|row| row.split_once(": "));
    rows.flat_map(|(here, all)| all.split(", ").map(move |elsewhere| (here, elsewhere)))
}

/// A name without what people write differently: lower case, without spaces, hyphens and a plural, in American spelling.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
    let mut plain = american(&kept.flat_map(char::to_lowercase).collect::<String>());
    if plain.len() > 4 && plain.ends_with('s') && !plain.ends_with("ss") {
        plain.pop();
        if ["oe", "xe", "he"].iter().any(|end| plain.ends_with(end)) {
            plain.pop();
        }
    }
    plain
}

/// Returns the row that is meant by a name: the one that is called so, else one whose name differs in case, spaces, hyphens or
/// number only, else one that others call so.
///
/// # Examples
/// ```
/// use piecework_tiling::names::find;
/// let machines = ["generic", "cricut", "silhouette-cameo"];
/// assert_eq!(find("Cricut Maker", machines, |name| name), Some("cricut"));
/// assert_eq!(find("CAMEO", machines, |name| name), Some("silhouette-cameo"));
/// assert_eq!(find("cricket", machines, |name| name), None);
/// ```
pub fn find<T>(typed: &str, rows: impl IntoIterator<Item = T>, name: impl Fn(&T) -> &str) -> Option<T> {
    let mut rows: Vec<T> = rows.into_iter().collect();
    let at = rows.iter().position(|row| name(row) == typed).or_else(|| {
        let meant = plain(typed);
        let also: Vec<&str> =
            elsewhere().filter(|(_, also)| plain(also) == meant).map(|(here, _)| here).collect();
        let same = rows.iter().position(|row| plain(name(row)) == meant);
        same.or_else(|| rows.iter().position(|row| also.contains(&name(row))))
    })?;
    Some(rows.swap_remove(at))
}

/// Returns the name that was probably meant by one that there is not, if one is near enough: a slip of the pen, or a part of the
/// other.
///
/// # Source
/// Damerau-Levenshtein distance, at most a third of the length: chosen by eye.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// The distance costs length squared; a word this long is no slip of the pen.
    const MOST: usize = 60;
    /// Shorter parts are in many names.
    const PART: usize = 4;
    if typed.len() > MOST {
        return None;
    }
    let names: Vec<&str> = names.into_iter().collect();
    let elsewhere = elsewhere().filter_map(|(here, also)| -> Option<(&'a str, &'a str)> {
        names.iter().find(|name| **name == here).map(|name| (*name, also))
    });
    let candidates = names.iter().map(|name| (*name, *name)).chain(elsewhere);
    let lower = typed.to_lowercase();
    let near = candidates.filter_map(|(here, name)| {
        let distance = strsim::damerau_levenshtein(&lower, &name.to_lowercase());
        (distance <= name.chars().count().div_ceil(3)).then_some((distance, here))
    });
    let near = near.min_by_key(|&(distance, _)| distance);
    let (typed, is_part) =
        (plain(typed), |part: &str, whole: &str| part.len() >= PART && whole.contains(part));
    let part =
        || names.iter().find(|name| is_part(&typed, &plain(name)) || is_part(&plain(name), &typed)).copied();
    near.map(|(_, name)| name).or_else(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polyform::set_names;

    #[test]
    fn names_are_found_as_people_write_them() {
        for (typed, meant) in [
            ("pentominoes", Some("pentominoes")),
            ("Pentominos", Some("pentominoes")),
            ("PENTOMINO", Some("pentominoes")),
            ("one sided_tetromino", Some("one-sided tetrominoes")),
            ("tetris", Some("one-sided tetrominoes")),
            ("Hexes", None),
            ("tetrahex", Some("tetrahexes")),
            ("pentaminoes", None),
        ] {
            assert_eq!(find(typed, set_names(), |name| name), meant, "{typed}");
        }
        assert_eq!(find("most colours", ["most_colors"], |name| name), Some("most_colors"));
        let exact = ["X", "x"];
        assert_eq!(find("x", exact, |name| name), Some("x"), "the very name is first");
    }

    #[test]
    fn no_two_sets_have_the_same_plain_name() {
        let mut names: Vec<String> = set_names().map(plain).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn near_names() {
        let words = ["region", "pieces", "contact", "gaps"];
        for (found, meant) in [
            ("regoin", Some("region")),
            ("Pieces", Some("pieces")),
            ("gap", Some("gaps")),
            ("color", None),
            ("tact", Some("contact")),
            ("my regions", Some("region")),
        ] {
            assert_eq!(nearest(found, words), meant, "{found}");
        }
        assert_eq!(nearest("camoe", ["cricut", "silhouette-cameo"]), Some("silhouette-cameo"));
        assert_eq!(nearest(&"x".repeat(1 << 20), words), None, "no work on what cannot be near");
    }
}
