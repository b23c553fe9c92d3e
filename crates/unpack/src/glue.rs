//! What JavaScript sees of the module.

use std::io::ErrorKind;

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Unpacks one file.
#[wasm_bindgen]
#[derive(Default)]
pub struct Unpacker(crate::Unpacker);

#[wasm_bindgen]
impl Unpacker {
    /// Unpacks one file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next part of the file, and gives what follows from it. Throws `memory` or `damaged`.
    pub fn take(&mut self, part: &[u8], is_last: bool) -> Result<Vec<u8>, JsValue> {
        self.0.take(part, is_last).map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => "memory".into(),
            _ => "damaged".into(),
        })
    }
}
