//! The files of the page, inside the program.

use std::sync::LazyLock;

use bytes::Bytes;
use piecework_draw::drawing::Weight;
use sha2::{Digest as _, Sha256};

use super::bundle::{bundle, bundle_beside};

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

/// The page, its style sheet, and its picture.
const FILES: &[Asset] = assets! { "index.html" "embed.html" "studio.css" "icon.svg" };

/// The modules of the page, each after those that it imports.
const MODULES: &[Asset] = assets! {
    "store.js" "hands.js" "words.js" "address.js" "playaddress.js" "repair.js" "outline.js" "strokes.js" "rolls.js" "gallery.js" "cost.js" "lattice.js" "fit.js" "morph.js" "sharing.js" "dom.js"
    "design.js" "server.js" "problems.js" "prints.js" "photoplace.js" "photos.js" "seldom.js" "color_vision.js" "picture.js" "fields.js"
    "parts.js" "controls.js" "inclass.js" "playlink.js" "stage.js" "patch.js" "fabrics.js" "paint.js" "wall.js" "starred.js" "laying.js" "pieces.js" "twist.js" "boardgrid.js" "boardwords.js" "boardtools.js" "blocks.js"
    "kept.js" "recent.js" "sheetlook.js" "board.js" "choose.js" "roll.js" "color.js" "pages.js" "prices.js" "make.js" "embed.js" "take.js" "jobs.js" "nextbar.js" "main.js"
};

/// Modules of pages that few open, each after those that it imports: they are asked for when one is opened.
const APART: &[Asset] = assets! {
    "days.js" "times.js" "progress.js" "turned.js" "game.js" "play.js" "playpage.js" "classpage.js" "photodialog.js" "shelflist.js" "shelf.js"
    "sheet.js" "player.js" "minelist.js" "maker.js" "letterpicture.js" "apart.js"
};

/// All modules in one file, which the page asks for.
static BUNDLE: LazyLock<String> =
    LazyLock::new(|| bundle(MODULES.iter().map(|module| (module.name, module.text()))));

/// Those that are apart, which take the others from that file.
static APART_BUNDLE: LazyLock<String> = LazyLock::new(|| {
    let apart = APART.iter().map(|module| (module.name, module.text()));
    bundle_beside(MODULES.iter().map(|module| module.name), apart)
});

/// What stands in for `server.js` in a page without a server.
pub(super) const INSIDE: &str = include_str!("page/inside.js");
/// What such a page says where it does not start, its worker, the one that unpacks its program, what keeps the page for use
/// without a network, and the service worker that does it.
pub(super) const BEGIN: &str = include_str!("page/begin.js");
pub(super) const WORKER: &str = include_str!("page/worker.js");
pub(super) const UNPACKER: &str = include_str!("page/unpacker.js");
pub(super) const OFFLINE: &str = include_str!("page/offline.js");
pub(super) const SERVICE_WORKER: &str = include_str!("page/sw.js");

/// All modules in one file, with this text in the place of `server.js`.
pub(super) fn bundle_with(carrier: &'static str) -> String {
    bundle(MODULES.iter().map(|module| match module.name {
        "server.js" => ("server.js", carrier),
        name => (name, module.text()),
    }))
}

/// Fonts of the printed pages, which the page is set in too.
const FONTS: &[Asset] = &[
    Asset { name: "regular.ttf", bytes: Weight::Regular.font_file() },
    Asset { name: "bold.ttf", bytes: Weight::Bold.font_file() },
];

/// A file of the page by name.
pub(super) fn asset(name: &str) -> Option<Asset> {
    if name == "studio.js" {
        return Some(Asset { name: "studio.js", bytes: BUNDLE.as_bytes() });
    }
    if name == "apart.js" {
        return Some(Asset { name: "apart.js", bytes: APART_BUNDLE.as_bytes() });
    }
    FILES.iter().chain(FONTS).find(|asset| asset.name == name).copied()
}

impl Asset {
    pub(super) fn bytes(self) -> Bytes {
        Bytes::from_static(self.bytes)
    }

    /// A file of text.
    fn text(self) -> &'static str {
        std::str::from_utf8(self.bytes).unwrap_or_default()
    }

    /// What its content is known by.
    pub(super) fn tag(self) -> String {
        Sha256::digest(self.bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;

    /// Every module, each after those that it imports.
    fn modules() -> Vec<Asset> {
        MODULES.iter().chain(APART).copied().collect()
    }

    #[test]
    fn every_module_is_in_the_bundle_after_those_it_imports_and_nothing_comes_from_elsewhere() {
        let modules = modules();
        for (number, module) in modules.iter().enumerate() {
            let imports = module.text().split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
            for rest in imports {
                let place = modules.iter().position(|other| other.name == rest);
                assert!(place.is_some_and(|place| place < number), "{} imports {rest}", module.name);
            }
        }
        for asset in modules.iter().chain(FILES) {
            let elsewhere = asset.text().replace("http://www.w3.org/", "");
            assert!(!elsewhere.contains("http://") && !elsewhere.contains("https://"), "{}", asset.name);
        }
    }

    #[test]
    fn the_bundle_has_no_imports_left() {
        let bundle = asset("studio.js").expect("the bundle").text();
        let exports = bundle.lines().filter(|line| line.starts_with("export ")).count();
        assert!(
            bundle.lines().all(|line| !line.starts_with("import ")) && exports == 1,
            "what the other takes"
        );
        assert!(bundle.len() > 50_000 && bundle.contains("begin().catch"));
        let apart = asset("apart.js").expect("the other").text();
        let mut imports = apart.lines().filter(|line| line.starts_with("import "));
        assert!(
            imports.next().is_some_and(|line| line.ends_with(" from \"./studio.js\";"))
                && imports.next().is_none()
        );
    }

    #[test]
    fn only_one_module_knows_where_the_server_is() {
        for asset in modules().iter().filter(|asset| asset.name != "server.js") {
            for forbidden in ["api/", "fetch(", "EventSource", "XMLHttpRequest"] {
                assert!(!asset.text().contains(forbidden), "{}: {forbidden}", asset.name);
            }
        }
    }

    #[test]
    fn what_stands_in_for_the_server_exports_the_same() {
        let exports = |text: &str| {
            let lines = text.lines().filter_map(|line| line.strip_prefix("export "));
            let name = |line: &str| {
                let mut words = line.trim_start_matches("async ").split([' ', '(']);
                words.find(|word| !["const", "function", "class"].contains(word)).map(str::to_owned)
            };
            lines.filter_map(name).collect::<std::collections::BTreeSet<String>>()
        };
        let server = MODULES.iter().find(|module| module.name == "server.js").expect("the server");
        assert_eq!(exports(INSIDE), exports(server.text()));
        assert!(exports(INSIDE).len() > 15);
    }

    #[test]
    fn no_module_knows_a_lattice_by_its_name() {
        for lattice in Lattice::ALL {
            for module in modules() {
                let names = [format!("=== \"{}\"", lattice.name()), format!("\"{}\":", lattice.name())];
                assert!(
                    names.iter().all(|name| !module.text().contains(name)),
                    "{}: {}",
                    module.name,
                    lattice.name()
                );
            }
        }
    }

    #[test]
    fn lines_are_no_longer_than_a_window_is_wide() {
        let inside = [INSIDE, BEGIN, WORKER, UNPACKER, OFFLINE, SERVICE_WORKER];
        assert!(inside.iter().all(|text| text.lines().all(|line| line.chars().count() <= 120)));
        for asset in modules().iter().chain(FILES).filter(|asset| asset.name != "icon.svg") {
            let long = asset.text().lines().position(|line| line.chars().count() > 120);
            assert_eq!(long, None, "{}, counted from 0", asset.name);
        }
    }

    #[test]
    fn nothing_breaks_the_content_policy() {
        for page in ["index.html", "embed.html"].map(|name| asset(name).expect("a page").text()) {
            for forbidden in ["style=", "onclick", "<style", "<script>"] {
                assert!(!page.contains(forbidden), "{forbidden}");
            }
        }
        for asset in modules() {
            for forbidden in ["eval(", "new Function", "setAttribute(\"style\"", "document.cookie"] {
                assert!(!asset.text().contains(forbidden), "{}: {forbidden}", asset.name);
            }
        }
    }
}
