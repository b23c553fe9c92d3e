//! Spells a design as the command line that makes it.

use serde_json::Value;

use super::{Design, OptionSpec, Options as _, SearchRequest};

/// The command that makes the same as a design: `piecework quilt pentomino-6x10 --cell 3in`.
///
/// A puzzle of one's own, a tiling, and the content of a palette or machine file have no place on a command
/// line; then it is the command that makes the saved design.
///
/// # Examples
/// ```
/// use piecework_app::design::{Design, command_line};
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::source::Source;
/// let text = r#"{ "piecework": 2, "puzzle": "domino-8x8", "search": { "seed": 7 }, "cut": { "kerf": "0.2mm", "by_piece": true } }"#;
/// let design = Design::read(&Source::new("d.json", text), &Limits::default())?;
/// assert_eq!(command_line(&design), "piecework cut domino-8x8 --kerf 0.2mm --by-piece --seed 7");
/// # Ok::<(), piecework_tiling::defect::ReadError>(())
/// ```
pub fn command_line(design: &Design) -> String {
    words(design).map_or_else(|| "piecework make design.json".to_owned(), |words| words.join(" "))
}

/// The words of the command, if everything can be typed.
fn words(design: &Design) -> Option<Vec<String>> {
    let [product] = design.products.as_slice() else { return None };
    let mut words = vec!["piecework".to_owned(), product.spec().command().to_owned()];
    for subject in &design.subjects {
        let named = subject.template.filter(|name| *name == subject.stem && subject.tilings.is_empty());
        words.push(named?.to_owned());
    }
    let of_product = product.to_json();
    words.extend(product.pieces().unwrap_or_default().iter().map(|piece| quoted(piece)));
    if let Some(parts) = of_product.get("parts").and_then(Value::as_array) {
        words.extend(parts.iter().map(text_of).collect::<Option<Vec<String>>>()?);
    }
    let is_named = if product.pieces().is_some() { "pieces" } else { "parts" };
    let is_typed = |row: &&OptionSpec| row.key != is_named;
    for row in (product.spec().rows)().into_iter().filter(is_typed) {
        add(&mut words, row, of_product.get(row.key))?;
    }
    for row in SearchRequest::rows() {
        add(&mut words, row, design.search.get(row.key).as_ref())?;
    }
    Some(words)
}

/// An option as words for a shell, none for the default; `None` if its value is the content of a file.
pub fn option_words(row: &OptionSpec, value: Option<&Value>) -> Option<Vec<String>> {
    let mut words = Vec::new();
    add(&mut words, row, value)?;
    Some(words)
}

/// Adds an option, unless it is the default.
fn add(words: &mut Vec<String>, row: &OptionSpec, value: Option<&Value>) -> Option<()> {
    let Some(value) = value else { return Some(()) };
    let text = match value {
        Value::Bool(true) => None,
        Value::Array(parts) => Some(parts.iter().map(text_of).collect::<Option<Vec<String>>>()?.join(",")),
        value => Some(text_of(value)?),
    };
    match text {
        // A value that begins with a hyphen must not look like another option.
        Some(text) if text.starts_with('-') => words.push(format!("{}={}", row.flag(), quoted(&text))),
        Some(text) => words.extend([row.flag(), quoted(&text)]),
        None => words.push(row.flag()),
    }
    Some(())
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::source::Source;

    #[track_caller]
    fn case(rest: &str, command: &str) {
        let text = format!(r#"{{ "piecework": 2, {rest} }}"#);
        let design = Design::read(&Source::new("d.json", text), &Limits::default()).expect("a good design");
        assert_eq!(command_line(&design), command);
    }

    #[test]
    fn commands_that_people_would_type() {
        case(r#""puzzle": "domino-8x8", "quilt": {}"#, "piecework quilt domino-8x8");
        case(
            r#""puzzle": "domino-8x8", "quilt": { "cell": "1 1/2in", "fat_quarters": "true" }"#,
            "piecework quilt domino-8x8 --cell '1 1/2in' --fat-quarters true",
        );
        case(
            r#""puzzle": "domino-8x8", "cut": { "formats": ["svg", "pdf"], "fit": "0.1mm" }"#,
            "piecework cut domino-8x8 --formats svg,pdf --fit 0.1mm",
        );
        case(
            r#""puzzle": "domino-8x8", "sheet": { "title": "Karl's" }"#,
            r"piecework sheet domino-8x8 --title 'Karl'\''s'",
        );
        case(
            r#""puzzle": "domino-8x8", "sheet": { "all": true, "sort": "-crossings" }"#,
            "piecework sheet domino-8x8 --all --sort=-crossings",
        );
        case(r#""order": { "pieces": ["f840"], "max_area": 100 }"#, "piecework order f840 --max-area 100");
        case(
            r#""compatible": { "pieces": ["pentominoes:X", "f840"], "no_holes": true }"#,
            "piecework compatible pentominoes:X f840 --no-holes",
        );
        case(
            r#""divide": { "pieces": ["one-sided tetrominoes"], "groups": 7 }"#,
            "piecework divide 'one-sided tetrominoes' --groups 7",
        );
        case(
            r#""book": { "parts": ["domino-8x8", "pentomino-6x10"], "trim": "6x9" }"#,
            "piecework book domino-8x8 pentomino-6x10 --trim 6x9",
        );
        case(
            r#""book": { "parts": [{ "made_puzzles": { "board": "5x4" } }] }"#,
            "piecework make design.json",
        );
        case(
            r#""made_puzzles": { "board": "8x5", "pieces": "pentominoes:I,L", "unique": true }"#,
            "piecework puzzle --board 8x5 --pieces pentominoes:I,L --unique",
        );
        case(
            r#""puzzles": ["domino-8x8", "l-tromino-6x6"], "sheet": {}"#,
            "piecework sheet domino-8x8 l-tromino-6x6",
        );
    }

    #[test]
    fn what_cannot_be_typed_is_saved_first() {
        let make = "piecework make design.json";
        case(r#""puzzle": "domino-8x8", "quilt": {}, "cut": {}"#, make);
        case(r#""puzzle": "domino-8x8", "files": "mine", "quilt": {}"#, make);
        let palette = r##"{ "piecework": 1, "name": "mine", "fabrics": [
            { "name": "Ink", "rgb": "#000000" }, { "name": "Oat", "rgb": "#f0e6cf" }] }"##;
        case(&format!(r#""puzzle": "domino-8x8", "quilt": {{ "palette": {palette} }}"#), make);
    }
}
