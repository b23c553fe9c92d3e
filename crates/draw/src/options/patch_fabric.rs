//! The fabric of one patch, as an option says it: `12=Rust`.

use serde_json::Value;

use piecework_tiling::error::Error;
use piecework_tiling::setting::{Ask, OptionKind, Setting, bad};

/// A patch and the fabric that somebody chose for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchFabric {
    /// The number of the patch, from 1 in reading order, as on the diagram.
    pub patch: usize,
    /// The name of the fabric in the palette.
    pub fabric: String,
}

/// What such a text looks like.
const FORM: &str = "the number of a patch and its fabric such as 12=Rust";

impl Setting for PatchFabric {
    const KIND: OptionKind = OptionKind::Text(FORM);

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        let wrong = || bad(text, FORM);
        let (patch, fabric) = text.split_once('=').ok_or_else(wrong)?;
        let (patch, fabric) = (patch.trim(), fabric.trim());
        // Otherwise a sign would be accepted.
        let is_number = !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit());
        let patch = patch.parse().ok().filter(|&patch| is_number && patch > 0).ok_or_else(wrong)?;
        if fabric.is_empty() { Err(wrong().into()) } else { Ok(Self { patch, fabric: fabric.to_owned() }) }
    }

    fn to_json(&self) -> Value {
        format!("{}={}", self.patch, self.fabric).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::limits::Limits;

    fn read(text: &str) -> Option<PatchFabric> {
        PatchFabric::from_text(text, Ask { range: (0, 9), limits: &Limits::default() }).ok()
    }

    #[test]
    fn a_number_and_a_name() {
        let rust = PatchFabric { patch: 12, fabric: "Slate blue".into() };
        assert_eq!(read("12=Slate blue"), Some(rust.clone()));
        assert_eq!(read(" 12 = Slate blue "), Some(rust.clone()));
        assert_eq!(rust.to_json(), "12=Slate blue");
        for bad in [
            "",
            "12",
            "=Rust",
            "12=",
            "0=Rust",
            "-1=Rust",
            "+1=Rust",
            "1.5=Rust",
            "99999999999999999999=Rust",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
