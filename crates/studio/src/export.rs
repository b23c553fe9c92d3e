//! The page as a folder of files that any web host serves: no server of ours, and no network after the first visit.

use std::path::Path;

use lzma_rust2::{LzmaOptions, LzmaWriter};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256, Sha384};
use std::io::Write as _;

use super::page::{BEGIN, INSIDE, OFFLINE, SERVICE_WORKER, UNPACKER, WORKER, asset, bundle_with};
use super::questions::Desk;
use crate::error::StudioError;
use piecework_draw::render::RenderError;
use piecework_draw::render::png::icon_png;
use piecework_tiling::error::Error;
use piecework_tiling::templates::puzzle_templates;

/// A file of the folder: its path with `/`, and its bytes.
pub type PageFile = (String, Vec<u8>);

/// The modules that `packaging/build-web` made: the program for WebAssembly, what unpacks it, and what JavaScript calls
/// both by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// `piecework.wasm`.
    pub program: Vec<u8>,
    /// `piecework.js`.
    pub glue: Vec<u8>,
    /// `unpack.wasm`.
    pub unpacker: Vec<u8>,
    /// `unpack.js`.
    pub unpacker_glue: Vec<u8>,
}

/// What the page may load: nothing from elsewhere. The module is compiled in the page, which has a permission of its
/// own.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:; \
    base-uri 'none'; form-action 'none'; object-src 'none'";

/// What is said below every act.
const FOOT: &str = r#"<footer class="public">
<p>Everything is made on this device, and nothing is sent anywhere. <span id="kept">It is being kept for use without a
network …</span> Large designs and long searches are faster with the program <code>piecework</code>.
<button type="button" class="quiet" id="install" hidden>Install</button></p>
<p id="fresh" role="status" hidden>A new version is here. <button type="button" id="fresh-now">Reload</button></p>
</footer>
"#;

/// What is shown until the page starts, and where it cannot.
const START: &str = r#"<p class="public" id="starting">The page starts. If this stays, it was opened as a file, and a browser
opens it only from a web server (<code>python3 -m http.server</code> in its folder is one); or the host changes its
scripts, or sends them as another type than text/javascript; or the browser is too old.</p>"#;

impl Module {
    /// Reads the module from the folder that `packaging/build-web` wrote.
    ///
    /// # Errors
    /// [`StudioError::NoModule`].
    pub fn open(folder: &Path) -> Result<Self, StudioError> {
        let read = |name: &str| {
            let missing =
                |_| StudioError::NoModule { folder: folder.display().to_string(), name: name.to_owned() };
            std::fs::read(folder.join(name)).map_err(missing)
        };
        let module = Self {
            program: read("piecework.wasm")?,
            glue: read("piecework.js")?,
            unpacker: read("unpack.wasm")?,
            unpacker_glue: read("unpack.js")?,
        };
        let version = format!("piecework-page-version:{}:", env!("CARGO_PKG_VERSION"));
        let has = module.program.windows(version.len()).any(|part| part == version.as_bytes());
        if !has {
            return Err(StudioError::OtherModule { folder: folder.display().to_string() });
        }
        Ok(module)
    }
}

/// The page with the module, as files.
///
/// # Errors
/// [`Error`] for an answer that cannot be made.
pub fn export(module: &Module) -> Result<Vec<PageFile>, Error> {
    let desk = Desk::in_page();
    let mut files = shell(module)?;
    for (name, value) in [
        ("inputs", desk.fixed("inputs")?),
        ("gallery", desk.fixed("gallery")?),
        ("rest", desk.fixed("gallery/rest")?),
        ("templates", templates(&desk)?),
    ] {
        files.push((format!("answers/{name}.json"), value.to_string().into_bytes()));
    }
    finish(&mut files);
    Ok(files)
}

/// Every template with its picture, by name.
fn templates(desk: &Desk) -> Result<Value, Error> {
    let all = puzzle_templates()
        .iter()
        .map(|template| Ok((template.name.to_owned(), desk.fixed(&format!("templates/{}", template.name))?)));
    Ok(Value::Object(all.collect::<Result<Map<String, Value>, Error>>()?))
}

/// The files that need no answers.
fn shell(module: &Module) -> Result<Vec<PageFile>, Error> {
    let mut files: Vec<PageFile> = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>| files.push((name.to_owned(), bytes));
    for name in ["apart.js", "studio.css", "icon.svg", "regular.ttf", "bold.ttf"] {
        add(&format!("page/{name}"), asset(name).map(|asset| asset.bytes().to_vec()).unwrap_or_default());
    }
    add("page/studio.js", bundle_with(INSIDE).into_bytes());
    add("page/begin.js", BEGIN.into());
    add("page/offline.js", OFFLINE.into());
    add("page/worker.js", WORKER.into());
    add("page/piecework.js", module.glue.clone());
    add("page/piecework.bin", packed(&module.program).ok_or(StudioError::Crashed)?);
    add("page/unpacker.js", UNPACKER.into());
    add("page/unpack.js", module.unpacker_glue.clone());
    add("page/unpack.wasm", module.unpacker.clone());
    for (name, bytes) in icons()? {
        add(name, bytes);
    }
    add("manifest.webmanifest", manifest().to_string().into_bytes());
    // Hosts that read it put these before every answer; the page says the rest itself.
    add("_headers", b"/*\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n  Cross-Origin-Opener-Policy: same-origin\n".into());
    let pages = ["index.html", "embed.html"].map(|name| (name, page(name, &files)));
    files.extend(pages.map(|(name, text)| (name.to_owned(), text.into_bytes())));
    Ok(files)
}

/// The least dictionary of the format.
const LEAST_DICTIONARY: u32 = 4096;

/// The module in the format `.lzma`, so that it is as small on hosts that pack nothing. docs/decisions/0108
fn packed(program: &[u8]) -> Option<Vec<u8>> {
    // The preset is for texts. Instructions begin at any byte, and say little about each other's place.
    let mut options = LzmaOptions::with_preset(9);
    (options.lc, options.pb) = (4, 0);
    options.nice_len = LzmaOptions::NICE_LEN_MAX;
    let length = u32::try_from(program.len()).ok()?;
    // Who unpacks it needs this much memory.
    options.dict_size = length.max(LEAST_DICTIONARY);
    let mut encoder = LzmaWriter::new_use_header(Vec::new(), &options, Some(u64::from(length))).ok()?;
    encoder.write_all(program).ok()?;
    encoder.finish().ok()
}

/// The icon as pictures, for systems that show no SVG.
fn icons() -> Result<[(&'static str, Vec<u8>); 4], RenderError> {
    let icon = asset("icon.svg").map(|asset| asset.bytes()).unwrap_or_default();
    let icon = String::from_utf8_lossy(&icon);
    // Phones cut their own shape out of these two: a circle that is 80 % as wide is never cut.
    let square = icon.replacen(" rx=\"4\"", "", 1);
    let far = square.replacen("viewBox=\"0 0 32 32\"", "viewBox=\"-6 -6 44 44\"", 1).replacen(
        "<rect width=\"32\" height=\"32\"",
        "<rect x=\"-6\" y=\"-6\" width=\"44\" height=\"44\"",
        1,
    );
    Ok([
        ("page/icon-192.png", icon_png(&icon, 192)?),
        ("page/icon-512.png", icon_png(&icon, 512)?),
        ("page/icon-maskable.png", icon_png(&far, 512)?),
        ("page/icon-apple.png", icon_png(&square, 180)?),
    ])
}

fn manifest() -> Value {
    json!({
        "name": "piecework studio",
        "short_name": "piecework",
        "description": "Turns tiling puzzles into quilt patterns, cut files and puzzle pages.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbf8f2",
        "theme_color": "#9d3c1a",
        "icons": [
            { "src": "page/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any" },
            { "src": "page/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any" },
            { "src": "page/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any" },
            { "src": "page/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable" },
        ],
    })
}

/// A page with its policy, and the hashes of what it loads.
fn page(name: &str, files: &[PageFile]) -> String {
    let text = asset(name).map(|asset| asset.bytes()).unwrap_or_default();
    let mut text = String::from_utf8_lossy(&text).into_owned();
    let hash = |path: &str| {
        files.iter().find(|(name, _)| name == path).map(|(_, bytes)| integrity(bytes)).unwrap_or_default()
    };
    for (attribute, path) in [("href", "page/studio.css"), ("src", "page/studio.js")] {
        let loads = format!("{attribute}=\"{path}\"");
        text = text.replace(&loads, &format!("{loads} integrity=\"{}\"", hash(path)));
    }
    let head = format!(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <script src=\"page/begin.js\" integrity=\"{}\"></script>\n<meta name=\"program\" content=\"{}\">\n<meta name=\"unpacker\" content=\"{}\">\n",
        hash("page/begin.js"),
        hash("page/piecework.bin"),
        hash("page/unpack.wasm"),
    );
    text = text.replace("<meta charset=\"utf-8\">\n", &head);
    if name == "index.html" {
        let more = format!(
            "<meta name=\"theme-color\" content=\"#9d3c1a\">\n<link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
             <link rel=\"apple-touch-icon\" href=\"page/icon-apple.png\">\n\
             <script type=\"module\" src=\"page/offline.js\" integrity=\"{}\"></script>\n</head>",
            hash("page/offline.js")
        );
        text = text.replace("</head>", &more);
        text = text.replace("</main>\n", &format!("</main>\n{FOOT}"));
        text = text.replace("<div id=\"act\"></div>", &format!("<div id=\"act\">{START}</div>"));
    }
    text
}

/// What a browser checks a file by.
fn integrity(bytes: &[u8]) -> String {
    format!("sha384-{}", base64(&Sha384::digest(bytes)))
}

/// Base64 as in RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let bits =
            part.iter().fold(0_usize, |bits, &byte| bits << 8 | usize::from(byte)) << (8 * (3 - part.len()));
        let letter = |at: usize| char::from(LETTERS[bits >> (18 - 6 * at) & 63]);
        text.extend((0..4).map(|at| if at <= part.len() { letter(at) } else { '=' }));
    }
    text
}

/// Adds the service worker, which knows every other file by its hash, and the version by all of them.
fn finish(files: &mut Vec<PageFile>) {
    let mut all = Sha256::new();
    let mut list = Map::new();
    for (name, bytes) in files.iter().filter(|(name, _)| name != "_headers") {
        all.update(name);
        all.update(bytes);
        let path = if name == "index.html" { "./" } else { name };
        list.insert(path.to_owned(), integrity(bytes).into());
    }
    let version: String = all.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let list = Value::Object(list).to_string();
    let text = SERVICE_WORKER.replace("@version@", &version).replace("/* @files@ */ {}", &list);
    files.push(("sw.js".to_owned(), text.into_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(program: &[u8]) -> Module {
        let [glue, unpacker, unpacker_glue] =
            ["export {};\n", "\0asm", "export {};\n"].map(|text| text.as_bytes().to_vec());
        Module { program: program.to_vec(), glue, unpacker, unpacker_glue }
    }

    fn made() -> Vec<PageFile> {
        let mut files = shell(&module(b"\0asm")).expect("a page");
        finish(&mut files);
        files
    }

    fn text<'a>(files: &'a [PageFile], name: &str) -> &'a str {
        let file = files.iter().find(|(other, _)| other == name);
        std::str::from_utf8(&file.unwrap_or_else(|| panic!("no {name}")).1).expect("text")
    }

    #[test]
    fn hashes_are_written_in_base64() {
        for (bytes, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
    }

    #[test]
    fn pages_allow_nothing_from_outside_and_know_what_they_load_by_its_hash() {
        let files = made();
        for name in ["index.html", "embed.html"] {
            let page = text(&files, name);
            assert!(page.contains("default-src 'self'") && !page.contains("unsafe-inline"), "{name}");
            assert_eq!(
                page.matches("<script").count(),
                page.matches(".js\" integrity=\"sha384-").count(),
                "{name}"
            );
            assert!(page.contains(".css\" integrity=\"sha384-"), "{name}");
            for loads in ["program", "unpacker"] {
                assert!(page.contains(&format!("name=\"{loads}\" content=\"sha384-")), "{name}: {loads}");
            }
        }
        let elsewhere = files.iter().filter(|(name, _)| name.ends_with(".html") || name.ends_with(".js"));
        for (name, bytes) in elsewhere {
            let text = String::from_utf8_lossy(bytes).replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{name}");
        }
    }

    #[test]
    fn the_service_worker_keeps_every_file_and_each_page_has_its_own_version() {
        let files = made();
        let worker = text(&files, "sw.js");
        for (name, bytes) in files.iter().filter(|(name, _)| name != "sw.js" && name != "_headers") {
            let path = if name == "index.html" { "./" } else { name };
            assert!(worker.contains(&format!("\"{path}\":\"{}\"", integrity(bytes))), "{name}");
        }
        let mut others = shell(&module(b"\0asm!")).expect("a page");
        finish(&mut others);
        let version = |text: &str| text.lines().find(|line| line.contains("VERSION =")).map(str::to_owned);
        assert_ne!(version(worker), version(text(&others, "sw.js")));
        assert!(!worker.contains('@'), "everything is filled in");
    }

    #[test]
    fn a_folder_without_a_module_and_one_of_another_version_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Error::from(Module::open(folder.path()).unwrap_err()).code(), "E2319");
        std::fs::write(folder.path().join("piecework.wasm"), "piecework-page-version:0.0.0:")
            .expect("written");
        for name in ["piecework.js", "unpack.wasm", "unpack.js"] {
            let missing = Module::open(folder.path()).unwrap_err();
            assert!(
                matches!(&missing, StudioError::NoModule { name: found, .. } if found == name),
                "{missing}"
            );
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        assert_eq!(Error::from(Module::open(folder.path()).unwrap_err()).code(), "E2320");
        let version = format!("\0asm piecework-page-version:{}: more", env!("CARGO_PKG_VERSION"));
        std::fs::write(folder.path().join("piecework.wasm"), version).expect("written");
        assert!(Module::open(folder.path()).is_ok());
    }

    #[test]
    fn the_program_is_packed_so_that_what_unpacks_it_gives_it_back() {
        let program: Vec<u8> =
            (0..100_000_u32).flat_map(|number| number.wrapping_mul(number).to_le_bytes()).collect();
        for program in [&program, &Vec::new()] {
            let packed = packed(program).expect("packed");
            let mut unpacker = piecework_unpack::Unpacker::new();
            let parts = packed.chunks(1000).map(|part| unpacker.take(part, false).expect("whole"));
            let mut unpacked: Vec<u8> = parts.flatten().collect();
            unpacked.extend(unpacker.take(b"", true).expect("whole"));
            assert!(&unpacked == program, "{} bytes", program.len());
        }
    }

    #[test]
    fn the_manifest_has_pictures_of_the_sizes_that_it_names() {
        let files = made();
        let manifest: Value = serde_json::from_str(text(&files, "manifest.webmanifest")).expect("JSON");
        let icons = manifest["icons"].as_array().expect("icons").iter();
        let pictures: Vec<&Value> = icons.filter(|icon| icon["type"] == "image/png").collect();
        assert_eq!(pictures.len(), 3);
        for (name, sizes) in pictures
            .iter()
            .map(|icon| (icon["src"].as_str(), icon["sizes"].as_str()))
            .chain([(Some("page/icon-apple.png"), Some("180x180"))])
        {
            let file = files.iter().find(|(other, _)| Some(other.as_str()) == name).expect("a file");
            // The header of a PNG has width and height at this place.
            let side = |at: usize| u32::from_be_bytes(file.1[at..at + 4].try_into().expect("4 bytes"));
            assert_eq!(Some(format!("{}x{}", side(16), side(20)).as_str()), sizes, "{name:?}");
        }
        assert!(text(&files, "index.html").contains("rel=\"apple-touch-icon\" href=\"page/icon-apple.png\""));
    }
}
