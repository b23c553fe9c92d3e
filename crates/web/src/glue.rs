//! What JavaScript sees of the module.

use std::sync::{Mutex, PoisonError};

use js_sys::{Function, JsString, Uint8Array};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use piecework_studio::Results;

/// Why the program broke off, if it did.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Called once, when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.to_string());
    }));
}

/// Where a promise of the program's own was broken; nothing if it ended for another reason, such as memory.
#[wasm_bindgen]
pub fn panicked() -> Option<String> {
    PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// What `piecework studio --export` finds in the module, to know that it is of its own version.
const VERSION: &str = concat!("piecework-page-version:", env!("CARGO_PKG_VERSION"), ":");

/// The version of piecework.
#[wasm_bindgen]
pub fn version() -> String {
    VERSION.split(':').nth(1).unwrap_or_default().to_owned()
}

/// Answers a question of the page with JSON, or throws what is wrong as JSON.
#[wasm_bindgen]
pub fn ask(path: &str, options: &str, sent: &[u8]) -> Result<String, JsValue> {
    crate::ask(path, options, sent).map_err(JsValue::from)
}

/// Makes a design, or throws what is wrong as JSON; `hear(kind, json)` is called with each report.
#[wasm_bindgen]
pub fn make(design: &[u8], hear: &Function) -> Result<Made, JsValue> {
    let call = |kind: &str, data: &str| {
        // Who throws while he listens is not heard.
        let _ = hear.call2(&JsValue::NULL, &JsString::from(kind), &JsString::from(data));
    };
    Ok(Made(crate::make(design, call)?))
}

/// What was made.
#[wasm_bindgen]
pub struct Made(Results);

#[wasm_bindgen]
impl Made {
    /// How it ended, what was made, and the files by name, as JSON.
    pub fn summary(&self) -> String {
        self.0.summary().to_string()
    }

    /// Everything that was decided, as JSON.
    pub fn plan(&self) -> String {
        String::from_utf8_lossy(self.0.plan()).into_owned()
    }

    /// The same in words, as JSON.
    pub fn words(&self) -> String {
        String::from_utf8_lossy(self.0.words()).into_owned()
    }

    /// The files in the order of the summary.
    pub fn files(&self) -> Vec<Uint8Array> {
        self.0.files().map(|(_, bytes)| Uint8Array::from(bytes)).collect()
    }

    /// The pages to look at, as SVG, in the order of the summary.
    pub fn pages(&self) -> Vec<Uint8Array> {
        self.0.pages().map(|(_, bytes)| Uint8Array::from(&*bytes)).collect()
    }

    /// All files as one ZIP archive.
    pub fn zip(&self) -> Uint8Array {
        Uint8Array::from(&*self.0.zip())
    }
}
