//! Text as a JSON string.

/// `text` in quotes, with what JSON must escape escaped.
#[must_use]
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
