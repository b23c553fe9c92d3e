//! The files of the page, inside the program.

use axum::body::Bytes;
use piecework_draw::drawing::Weight;
use sha2::{Digest as _, Sha256};

/// A file of the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asset {
    /// Its name below `page/`.
    pub(super) name: &'static str,
    bytes: &'static [u8],
}

/// Embeds files of `page/` by name.
macro_rules! assets {
    ($($name:literal)*) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!("page/", $name)) },)*]
    };
}

const ASSETS: &[Asset] = assets! {
    "index.html" "studio.css" "acts.css" "main.js" "dom.js" "handlers.js" "morph.js" "design.js"
    "server.js" "picture.js" "stage.js" "controls.js" "fields.js" "choose.js" "board.js" "boardgrid.js"
    "lattice.js" "laying.js" "pieces.js" "roll.js" "starred.js" "color.js" "patch.js" "photos.js"
    "color_vision.js" "make.js" "player.js" "pages.js" "repair.js" "take.js" "icon.svg"
};

/// Fonts of the printed pages, which the page is set in too.
const FONTS: &[Asset] = &[
    Asset { name: "regular.ttf", bytes: Weight::Regular.font_file() },
    Asset { name: "bold.ttf", bytes: Weight::Bold.font_file() },
];

/// A file of the page by name.
pub(super) fn asset(name: &str) -> Option<Asset> {
    ASSETS.iter().chain(FONTS).find(|asset| asset.name == name).copied()
}

impl Asset {
    pub(super) fn bytes(self) -> Bytes {
        Bytes::from_static(self.bytes)
    }

    /// What its content is known by.
    pub(super) fn tag(self) -> String {
        Sha256::digest(self.bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(asset: &Asset) -> &'static str {
        std::str::from_utf8(asset.bytes).expect("text")
    }

    #[test]
    fn modules_import_only_what_is_there_and_nothing_comes_from_elsewhere() {
        for asset in ASSETS {
            let text = text(asset);
            for (_, rest) in
                text.match_indices("from \"./").map(|(at, found)| (at, &text[at + found.len()..]))
            {
                let name = rest.split('"').next().unwrap_or_default();
                assert!(super::asset(name).is_some(), "{} imports {name}", asset.name);
            }
            let elsewhere = text.replace("http://www.w3.org/", "");
            assert!(!elsewhere.contains("http://") && !elsewhere.contains("https://"), "{}", asset.name);
        }
    }

    #[test]
    fn only_one_module_knows_where_the_server_is() {
        for asset in ASSETS.iter().filter(|asset| asset.name.ends_with(".js") && asset.name != "server.js") {
            for forbidden in ["api/", "fetch(", "EventSource", "XMLHttpRequest"] {
                assert!(!text(asset).contains(forbidden), "{}: {forbidden}", asset.name);
            }
        }
    }

    #[test]
    fn nothing_breaks_the_content_policy() {
        let page = text(&asset("index.html").expect("the page"));
        for forbidden in ["style=", "onclick", "<style", "<script>"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
        for asset in ASSETS.iter().filter(|asset| asset.name.ends_with(".js")) {
            for forbidden in ["eval(", "new Function", "setAttribute(\"style\"", "document.cookie"] {
                assert!(!text(asset).contains(forbidden), "{}: {forbidden}", asset.name);
            }
        }
    }
}
