//! Text as a JSON string.

/// `text` in quotes, with what JSON must escape escaped.
///
/// # Examples
/// ```
/// assert_eq!(piecework::json::quoted("12\" ruler"), r#""12\" ruler""#);
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
