//! What the page asks and what it is answered, whoever carries it: a server, or a worker inside the page.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::allowance::Allowance;
use super::drawn::{board_in_line, shape_in};
use super::gallery::{gallery, rest};
use super::inputs::{Offers, inputs};
use super::play;
use super::preview::{empty_board, look_at, open, read, template, turned};
use super::qr::qr_code;
use super::results::Results;
use super::watcher::{Listener, make};
use super::work::Work;
use crate::error::StudioError;
use piecework_app::design::{Design, DesignError};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Lattice;

/// A question that is answered at once.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// What is asked: `inputs`, `gallery`, `gallery/rest`, `templates/NAME`, `board`, `board/line`, `board/shape`,
    /// `orientations`, `look`, `play`, `play/judge`, `qr` or `open`.
    pub path: &'a str,
    /// What is said about it, by name.
    pub options: &'a BTreeMap<String, String>,
    /// What was sent with it.
    pub sent: &'a [u8],
}

/// Answers questions and makes designs, within an allowance.
#[derive(Debug)]
pub struct Desk {
    offers: Offers,
    allowance: Allowance,
    /// What has been asked of templates before.
    templates: Mutex<BTreeMap<String, Value>>,
}

/// What is wrong, as the page reads it.
pub fn findings(error: &Error) -> Value {
    json!({ "errors": error.findings() })
}

impl Desk {
    pub(super) fn new(offers: Offers, allowance: Allowance) -> Self {
        Self { offers, allowance, templates: Mutex::default() }
    }

    /// The desk of a page that has no server.
    pub fn in_page() -> Self {
        Self::new(Offers::default(), Allowance::page())
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`StudioError::NoSuchFile`] for a question that is not known; what is wrong with a design or a file.
    pub fn answer(&self, question: &Question<'_>) -> Result<Value, Error> {
        let option = |key: &str| question.options.get(key).map_or("", String::as_str);
        let number = |key: &str| option(key).parse().unwrap_or(0);
        let named = Lattice::named(option("lattice"));
        let lattice = named.unwrap_or(Lattice::POLYOMINO);
        let limits = &self.allowance.limits;
        match question.path {
            "inputs" => Ok(inputs(self.offers)),
            "gallery" => Ok(gallery().clone()),
            "gallery/rest" => Ok(rest().clone()),
            "board" => empty_board(lattice, number("columns"), number("rows")),
            "board/line" => board_in_line(option("board"), lattice, limits),
            "board/shape" => shape_in(option("shape"), number("columns"), number("rows"), limits),
            "orientations" => turned(lattice, option("rows"), option("symmetry")),
            "look" => look_at(text(question.sent)?, limits),
            "play" => play::board(text(question.sent)?, limits),
            "play/judge" => play::judged(text(question.sent)?, limits),
            "qr" => Ok(json!({ "picture": qr_code(text(question.sent)?)? })),
            "open" => {
                let name = question.options.get("name").map_or("file", String::as_str);
                open(name, question.sent, named, limits)
            }
            path => match path.strip_prefix("templates/") {
                Some(name) => self.template(name),
                None => Err(StudioError::NoSuchFile.into()),
            },
        }
    }

    /// Answers a question about which nothing more is said.
    pub(super) fn fixed(&self, path: &str) -> Result<Value, Error> {
        self.answer(&Question { path, options: &BTreeMap::new(), sent: b"" })
    }

    fn template(&self, name: &str) -> Result<Value, Error> {
        let known = || self.templates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known().get(name) {
            return Ok(value.clone());
        }
        let value = template(name, &self.allowance.limits)?;
        known().insert(name.to_owned(), value.clone());
        Ok(value)
    }

    /// Reads and draws what a pupil puts on the wall of a class: a solved board, or a design with its tiling.
    ///
    /// # Errors
    /// What is wrong with it, [`StudioError::NotSolved`] and [`StudioError::NoTiling`].
    pub(super) fn put_up(&self, is_solved: bool, sent: &[u8]) -> Result<Work, Error> {
        let (text, limits) = (text(sent)?, &self.allowance.limits);
        if is_solved { Work::solved(text, limits) } else { Work::design(text, limits) }
    }

    /// Reads a design that is to be made.
    ///
    /// # Errors
    /// What is wrong with it, also if it asks for nothing.
    pub(super) fn design(&self, sent: &[u8]) -> Result<Design, Error> {
        let design = read(text(sent)?, &self.allowance.limits)?;
        design.check()?;
        if design.products.is_empty() {
            return Err(DesignError::NothingToMake.into());
        }
        Ok(design)
    }

    /// Reads a design that is to be made here.
    ///
    /// # Errors
    /// What is wrong with it, and [`StudioError::MakingTooLarge`].
    pub fn accept(&self, sent: &[u8]) -> Result<Design, Error> {
        Ok(self.allowance.accept(self.design(sent)?)?)
    }

    /// Makes a design and tells the listener.
    ///
    /// # Errors
    /// Those of [`piecework_app::job::run`], and [`StudioError`] for what is too large.
    pub fn make(&self, listener: &impl Listener) -> Result<Results, Error> {
        make(listener, &self.allowance)
    }
}

fn text(bytes: &[u8]) -> Result<&str, StudioError> {
    std::str::from_utf8(bytes).map_err(|_| StudioError::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Hears what is reported, as a page does.
    struct Page {
        design: Design,
        stop: Arc<AtomicBool>,
        heard: Mutex<Vec<&'static str>>,
    }

    impl Listener for Page {
        fn design(&self) -> &Design {
            &self.design
        }

        fn report(&self, kind: &'static str, _: &Value) {
            self.heard.lock().expect("one thread").push(kind);
        }

        fn progress(&self, _: &Value) {}

        fn finish(&self) -> bool {
            true
        }

        fn stop(&self) -> &Arc<AtomicBool> {
            &self.stop
        }
    }

    fn asked(path: &str, options: &[(&str, &str)], sent: &str) -> Result<Value, Error> {
        let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Desk::in_page().answer(&Question { path, options: &options, sent: sent.as_bytes() })
    }

    #[test]
    fn every_question_has_its_answer() {
        let domino = r#"{ "piecework": 2, "puzzle": "domino-8x8" }"#;
        let board = [("lattice", "hex"), ("columns", "3"), ("rows", "2")];
        assert_eq!(asked("inputs", &[], "").expect("inputs")["public"], false);
        assert_eq!(asked("board", &board, "").expect("a board")["cells"].as_array().map(Vec::len), Some(6));
        let turned = asked("orientations", &[("rows", "##"), ("symmetry", "free")], "").expect("ways");
        assert_eq!(turned["orientations"].as_array().map(Vec::len), Some(2));
        assert_eq!(asked("look", &[], domino).expect("a look")["puzzle"]["cells"], 64);
        let opened = asked("open", &[("name", "a.json")], domino).expect("a design");
        assert_eq!(opened["puzzle"]["cells"], 64);
        assert_eq!(
            asked("templates/t-tetromino-4x4", &[], "").expect("a template")["name"],
            "t-tetromino-4x4"
        );
        assert!(asked("qr", &[], "a").expect("a code")["picture"].is_string());
        assert_eq!(asked("jobs", &[], "").unwrap_err().code(), "E2311");
    }

    #[test]
    fn a_page_makes_what_the_program_makes_and_sends_away_what_is_too_large() {
        let desk = Desk::in_page();
        let sent = r#"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "cut": {} }"#;
        let page = |sent: &str| {
            let design = desk.accept(sent.as_bytes()).expect("a design");
            Page { design, stop: Arc::default(), heard: Mutex::default() }
        };
        let search = page(&sent.replace("cut", "solve"));
        desk.make(&search).expect("made");
        assert!(search.heard.lock().expect("one thread").contains(&"tiling"));
        let page = page(sent);
        let made = desk.make(&page).expect("made");
        let outcome = piecework_app::job::run(&page.design, &mut piecework_app::job::Silent).expect("made");
        assert!(outcome.files.iter().eq(made.files()), "the same files");
        let large = br#"{ "piecework": 2, "puzzle": "t-tetromino-4x4" }"#;
        assert_eq!(desk.accept(large).unwrap_err().code(), "E2208");
    }
}
