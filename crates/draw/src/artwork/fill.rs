//! Says which shapes of a drawing are filled: by attributes, styles, and plain rules of style sheets.

use roxmltree::{Document, Node};

use super::{ArtworkError, Misplaced, SVG};

/// The filling of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fill {
    /// Which shape of the drawing: its lines are filled together.
    pub shape: usize,
    /// Whether what an even number of its lines is around stays free; otherwise what they are around in both senses.
    pub even_odd: bool,
    /// Whether it is white: what is under it stays bare.
    pub is_white: bool,
}

/// The rules of style sheets that say what is filled: a selector, how special it is, and its declarations.
#[derive(Default)]
pub(super) struct Rules<'d>(Vec<(&'d str, u8, &'d str)>);

impl<'d> Rules<'d> {
    /// Reads the style sheets of a drawing.
    ///
    /// # Errors
    /// For fillings that depend on more than an element, a class or an id.
    pub(super) fn of(document: &'d Document<'_>) -> Result<Self, Misplaced> {
        let mut rules = Vec::new();
        for sheet in document.descendants().filter(|node| node.has_tag_name((SVG, "style"))) {
            for (selectors, declarations) in sheet.text().unwrap_or_default().split('}').filter_map(|rule| {
                let (selectors, declarations) = rule.split_once('{')?;
                Some((selectors.rsplit("*/").next().unwrap_or(selectors), declarations))
            }) {
                if declared(declarations, "fill").or(declared(declarations, "fill-rule")).is_none() {
                    continue;
                }
                for selector in selectors.split(',').map(str::trim) {
                    let plain = selector.strip_prefix(['.', '#']).unwrap_or(selector);
                    let is_plain =
                        plain == "*" || plain.chars().all(|one| one.is_alphanumeric() || "-_".contains(one));
                    if plain.is_empty() || !is_plain {
                        let error = ArtworkError::Value {
                            attribute: "style".to_owned(),
                            found: selector.to_owned(),
                            cause: "a style sheet says what is filled by an element, a class or an id"
                                .to_owned(),
                        };
                        return Err((error, sheet.range().start));
                    }
                    let special = match selector.as_bytes()[0] {
                        b'#' => 3,
                        b'.' => 2,
                        b'*' => 0,
                        _ => 1,
                    };
                    rules.push((selector, special, declarations));
                }
            }
        }
        rules.sort_by_key(|&(_, special, _)| special);
        Ok(Self(rules))
    }

    /// Returns how a shape is filled: black if nothing is said.
    pub(super) fn fill(&self, node: Node<'_, '_>, shape: usize) -> Option<Fill> {
        let color = self.inherited(node, "fill").unwrap_or("black").to_ascii_lowercase();
        let color: String = color.split_whitespace().collect();
        let is_white = ["white", "#fff", "#ffffff", "rgb(255,255,255)"].contains(&color.as_str());
        let clear =
            self.inherited(node, "fill-opacity").and_then(|text| text.parse::<f64>().ok()) == Some(0.0);
        let is_clear = clear || ["none", "transparent"].contains(&color.as_str());
        let is_filled = !is_clear && node.tag_name().name() != "line";
        let even_odd = self.inherited(node, "fill-rule") == Some("evenodd");
        is_filled.then_some(Fill { shape, even_odd, is_white })
    }

    /// Returns a property of an element, or of the nearest around it that has one.
    fn inherited<'a>(&'a self, node: Node<'a, 'a>, property: &str) -> Option<&'a str> {
        node.ancestors().find_map(|node| self.own(node, property).filter(|&value| value != "inherit"))
    }

    fn own<'a>(&'a self, node: Node<'a, 'a>, property: &str) -> Option<&'a str> {
        let matches = |selector: &str| match selector.split_at(1) {
            (".", class) => {
                node.attribute("class").is_some_and(|all| all.split_whitespace().any(|one| one == class))
            }
            ("#", id) => node.attribute("id") == Some(id),
            ("*", _) => true,
            _ => node.tag_name().name() == selector,
        };
        let of_rules = self.0.iter().rev().filter(|(selector, ..)| matches(selector));
        node.attribute("style")
            .and_then(|style| declared(style, property))
            .or_else(|| of_rules.filter_map(|(_, _, style)| declared(style, property)).next())
            .or_else(|| node.attribute(property).map(str::trim))
    }
}

/// Returns the last value of a property in declarations.
pub(super) fn declared<'a>(style: &'a str, property: &str) -> Option<&'a str> {
    let all = style.split(';').filter_map(|part| part.split_once(':'));
    all.filter(|(key, _)| key.trim() == property).map(|(_, value)| value.trim()).next_back()
}
