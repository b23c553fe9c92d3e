//! What a pupil puts on the wall of a class: read, checked and drawn here.

use serde_json::{Map, Value, json};

use super::play::solved;
use super::preview::{read, tiling_of};
use super::scene::wordless;
use crate::error::StudioError;
use piecework_app::design::{Design, FabricRequest, Options as _};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limits;
use piecework_tiling::tiling::{Tiling, write_record};

/// A work. Nothing in its words and its picture was written by a pupil.
#[derive(Debug, PartialEq)]
pub(super) struct Work {
    /// `solved` or `design`.
    pub(super) kind: &'static str,
    /// What it is of.
    pub(super) words: String,
    /// The design that opens it, as the program writes it: a board to solve has no tiling.
    pub(super) design: String,
    /// An SVG.
    pub(super) picture: String,
}

/// Options of fabrics that can hold a photo, or speak of one, or of a cupboard.
const PRIVATE: [&str; 4] = ["photo", "dither", "tones", "stash"];

impl Work {
    /// A board that somebody solved.
    ///
    /// # Errors
    /// What is wrong with it, and [`StudioError::NotSolved`].
    pub(super) fn solved(text: &str, limits: &Limits) -> Result<Self, Error> {
        let tiling = solved(text, limits)?;
        let played = parts(&read(text, limits)?, &["piecework", "puzzle", "tilings", "search"]);
        let words = words(&played, &tiling);
        let picture = wordless(&Design::default(), &tiling, limits)?;
        Ok(Self { kind: "solved", words, design: played.to_string(), picture })
    }

    /// A design with its tiling, in its fabrics.
    ///
    /// # Errors
    /// What is wrong with it, and [`StudioError::NoTiling`].
    pub(super) fn design(text: &str, limits: &Limits) -> Result<Self, Error> {
        let sent = read(text, limits)?;
        let tiling = tiling_of(text, &sent, limits)?.ok_or(StudioError::NoTiling)?;
        let mut shown = parts(&sent, &["piecework", "puzzle"]);
        shown["tilings"] = json!([serde_json::from_str::<Value>(&write_record(&tiling)).unwrap_or_default()]);
        shown["quilt"] = fabrics(&sent);
        let picture = wordless(&read(&shown.to_string(), limits)?, &tiling, limits)?;
        Ok(Self { kind: "design", words: words(&shown, &tiling), design: shown.to_string(), picture })
    }

    /// How much memory it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() + self.design.len() + self.picture.len()
    }
}

/// These parts of a design, as the program writes them.
fn parts(design: &Design, keys: &[&str]) -> Value {
    let all: Map<String, Value> = serde_json::from_str(&design.to_json()).unwrap_or_default();
    Value::Object(all.into_iter().filter(|(key, _)| keys.contains(&key.as_str())).collect())
}

/// What the first product of a design says about fabrics, without photos.
fn fabrics(design: &Design) -> Value {
    let rows = FabricRequest::rows();
    let is_kept = |key: &str| rows.iter().any(|row| row.key == key) && !PRIVATE.contains(&key);
    let product = design.products.first().map_or("", |product| product.spec().name);
    let mut said = parts(design, &[product])[product].take();
    if let Some(said) = said.as_object_mut() {
        said.retain(|key, _| is_kept(key));
        let own = said.get_mut("palette").and_then(|own| own.get_mut("fabrics")?.as_array_mut());
        for fabric in own.into_iter().flatten().filter_map(Value::as_object_mut) {
            fabric.retain(|key, _| ["name", "rgb"].contains(&key.as_str()));
        }
    }
    if said.is_object() { said } else { json!({}) }
}

/// What a tiling is of: numbers, and the name of its puzzle if that is the program's.
fn words(shown: &Value, tiling: &Tiling) -> String {
    let puzzle = tiling.puzzle();
    let numbers = format!("{} pieces, {} cells", tiling.placements().len(), puzzle.region().area());
    if shown["puzzle"].is_string() { format!("{}: {numbers}", puzzle.name()) } else { numbers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::limits::Limits;

    const LAID: &str = r#####"{ "piecework": 2, "puzzle": { "piecework": 1, "name": "<b>rude</b>", "lattice": "square", "region": { "rectangle": [4, 2] },
        "pieces": [ { "name": "I", "rows": ["####"], "count": 2 } ] },
        "x-laid": [ { "piece": "I", "cells": [[0,0],[1,0],[2,0],[3,0]] }, { "piece": "I", "cells": [[0,1],[1,1],[2,1],[3,1]] } ] }"#####;

    #[test]
    fn a_solved_board_is_checked_and_drawn_here() {
        let work = Work::solved(LAID, &Limits::default()).expect("it is solved");
        assert_eq!((work.kind, work.words.as_str()), ("solved", "2 pieces, 8 cells"));
        assert!(
            work.picture.starts_with("<svg") && work.picture.matches("<path").count() >= 2,
            "{}",
            work.picture
        );
        assert!(!work.picture.contains("rude"));
        let other = LAID.replace("[3,1]", "[3,0]");
        assert_eq!(Work::solved(&other, &Limits::default()).unwrap_err().code(), "E2324");
        let less = LAID.replace(r#", { "piece": "I", "cells": [[0,1],[1,1],[2,1],[3,1]] }"#, "");
        assert_eq!(Work::solved(&less, &Limits::default()).unwrap_err().code(), "E2324");
    }

    #[test]
    fn a_design_is_put_up_with_its_tiling_and_without_words_and_photos() {
        let found = r##"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "quilt": { "title": "<i>rude</i>", "stash": "Oat=1yd",
            "palette": { "piecework": 1, "name": "mine", "title": "Mine", "fabrics": [ { "name": "Oat", "rgb": "#f1e7ce" }, { "name": "Rust", "rgb": "#a94620" }, { "name": "Ink", "rgb": "#202030" } ] } } }"##;
        assert_eq!(Work::design(found, &Limits::default()).unwrap_err().code(), "E2325");
        let tiling =
            crate::support::tiling(piecework_tiling::lattice::Lattice::Square, "AAAB\nCABB\nCCDB\nCDDD");
        let record = write_record(&tiling);
        let own = format!(
            r#"{{ "piecework": 2, "tilings": [{record}], "quilt": {{ "title": "<i>rude</i>", "method": "straight", "color": "kind" }} }}"#
        );
        let work = Work::design(&own, &Limits::default()).expect("it has a tiling");
        assert_eq!((work.kind, work.words.as_str()), ("design", "4 pieces, 16 cells"));
        let kept: Value = serde_json::from_str(&work.design).expect("JSON");
        assert_eq!(kept["quilt"], json!({ "color": "kind" }));
        assert!(!format!("{}{}", work.design, work.picture).contains("rude"));
        assert!(work.bytes() > 500);
    }
}
