//! The module that answers the page, or a script, without a server.
//!
//! `packaging/build-web` builds it for WebAssembly. The page and the package for JavaScript run it in a worker, because
//! [`make`] ends only when the design is made; to stop it, the worker is ended. What it answers is what the server of the
//! studio answers, from the same [`piecework_studio::Desk`].
//!
//! ```
//! let asked = piecework_web::ask("look", "{}", br#"{ "piecework": 2, "puzzle": "domino-8x8" }"#);
//! assert!(asked.is_ok_and(|answer| answer.contains("64")));
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use serde_json::Value;

use piecework_app::design::Design;
use piecework_studio::{Desk, Listener, Question, Results, findings};
use piecework_tiling::error::Error;

#[cfg(any(target_arch = "wasm32", feature = "glue"))]
pub mod glue;

static DESK: LazyLock<Desk> = LazyLock::new(Desk::in_page);

/// Answers a question of the page with JSON; `options` is an object of texts.
///
/// # Errors
/// What is wrong, as JSON that the page reads.
pub fn ask(path: &str, options: &str, sent: &[u8]) -> Result<String, String> {
    let options: BTreeMap<String, String> = serde_json::from_str(options).unwrap_or_default();
    let answer = DESK.answer(&Question { path, options: &options, sent }).map_err(told)?;
    Ok(answer.to_string())
}

/// Makes a design; `hear` takes the kind of each report, and the report as JSON.
///
/// # Errors
/// What is wrong, as JSON that the page reads.
pub fn make(sent: &[u8], hear: impl Fn(&str, &str)) -> Result<Results, String> {
    let job = Job {
        design: DESK.accept(sent).map_err(told)?,
        hear,
        stop: Arc::default(),
        ended: AtomicBool::new(false),
    };
    DESK.make(&job).map_err(told)
}

fn told(error: Error) -> String {
    findings(&error).to_string()
}

/// The one job of a worker.
struct Job<H> {
    design: Design,
    hear: H,
    stop: Arc<AtomicBool>,
    ended: AtomicBool,
}

impl<H: Fn(&str, &str)> Listener for Job<H> {
    fn design(&self) -> &Design {
        &self.design
    }

    fn report(&self, kind: &'static str, data: &Value) {
        (self.hear)(kind, &data.to_string());
    }

    fn progress(&self, data: &Value) {
        (self.hear)("progress", &data.to_string());
    }

    fn finish(&self) -> bool {
        use std::sync::atomic::Ordering::Relaxed;
        self.stop.store(true, Relaxed);
        !self.ended.swap(true, Relaxed)
    }

    fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_design_is_made_and_its_reports_are_heard() {
        let kinds = RefCell::new(Vec::new());
        let hear = |kind: &str, data: &str| {
            assert!(serde_json::from_str::<Value>(data).is_ok(), "{data}");
            kinds.borrow_mut().push(kind.to_owned());
        };
        let made =
            make(br#"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "quilt": {} }"#, hear).expect("made");
        assert!(made.files().any(|(name, bytes)| name.ends_with(".pdf") && bytes.starts_with(b"%PDF")));
        assert!(
            made.pages().all(|(_, bytes)| String::from_utf8_lossy(&bytes).trim_end().ends_with("</svg>"))
        );
        make(br#"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "solve": {} }"#, hear).expect("made");
        assert!(kinds.borrow().iter().any(|kind| kind == "tiling"), "{kinds:?}");
    }

    #[test]
    fn what_is_wrong_is_said_as_the_server_says_it() {
        let refused = make(b"{ \"piecework\": 2, \"puzzle\": \"no-such\", \"quilt\": {} }", |_, _| {});
        let text = refused.map(|_| ()).expect_err("no such puzzle");
        let errors: Value = serde_json::from_str(&text).expect("JSON");
        assert!(errors["errors"][0]["code"].as_str().is_some_and(|code| code.starts_with('E')), "{text}");
        assert!(ask("no-such", "{}", b"").is_err_and(|text| text.contains("E2311")));
    }

    #[test]
    fn a_design_that_a_page_has_no_memory_for_names_the_command() {
        let text =
            make(br#"{ "piecework": 2, "puzzle": "quilt-60x80", "sheet": { "solutions": 200 } }"#, |_, _| {});
        let text = text.map(|_| ()).expect_err("too large");
        assert!(text.contains("E2317") && text.contains("piecework sheet quilt-60x80"), "{text}");
    }
}
