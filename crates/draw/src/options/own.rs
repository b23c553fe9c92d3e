//! Palettes, photos and pictures: templates by name, or the content of a person's own file.

use std::path::Path;

use serde_json::{Value, json};

use crate::color::{
    ColorError, DEFAULT_PALETTE, FabricPrint, FabricRole, MOST_REPEATED, MOST_SHARP, Palette, Photo, Picture,
    degrees,
};
use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::length::Length;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::setting::{Ask, OptionKind, Setting, bad};
use piecework_tiling::source::Source;
use piecework_tiling::text::gate;

/// A palette, and how a design names it.
#[derive(Debug, Clone, PartialEq)]
pub struct PaletteChoice {
    palette: Palette,
    /// The content of the file, unless it is a template.
    file: Option<Value>,
}

impl PaletteChoice {
    /// The palette.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }
}

impl Default for PaletteChoice {
    fn default() -> Self {
        Self { palette: Palette::named(DEFAULT_PALETTE).expect("an embedded palette"), file: None }
    }
}

impl Setting for PaletteChoice {
    const KIND: OptionKind = OptionKind::NameOrFile("palette");

    /// A name, colors by name, the path of a `.json` or `.csv` file or of a photo, or photos of fabrics as `NAME=FILE@WIDTH@15deg`; files
    /// are read at once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        let path = Path::new(text);
        let read = |csv: bool| -> Result<Palette, ReadError> {
            let source = Source::open(path, ask.limits)?;
            let folder = path.parent().unwrap_or(Path::new(""));
            let load = |file: &str| fabric_photo(&folder.join(file), ask.limits);
            match csv {
                true => Palette::read_csv_beside(&source, ask.limits, &load),
                false => Palette::read_beside(&source, ask.limits, &load),
            }
        };
        let palette = match path.extension().and_then(|ending| ending.to_str()) {
            Some("json") => read(false)?,
            Some("csv") => read(true)?,
            _ if text.contains('=') => photos_of_fabrics(text, ask.limits)?,
            _ if text.contains(',') => Palette::of_colors(text)?,
            _ => match Palette::named(text) {
                Err(_) if is_file(path) => {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy();
                    opened(path, ask.limits, Photo::read)?.palette(&name)?
                }
                palette => return Ok(Self { palette: palette?, file: None }),
            },
        };
        Ok(Self { file: Some(palette_file(&palette)), palette })
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if !node.is_object() {
            let palette = node.check(Palette::named(node.text()?))?;
            return Some(Self { palette, file: None });
        }
        let palette = Palette::at(node)?;
        let _ = ask;
        Some(Self { file: Some(palette_file(&palette)), palette })
    }

    fn to_json(&self) -> Value {
        self.file.clone().unwrap_or_else(|| self.palette.name().into())
    }
}

/// Reads photos of fabrics, such as `Rust=rust.jpg@8in,Oat=oat.jpg`.
fn photos_of_fabrics(text: &str, limits: &Limits) -> Result<Palette, Error> {
    let mut prints = Vec::new();
    for part in text.split(',') {
        let expected = "a photo of a fabric, such as `Rust=rust.jpg@8in`";
        let wrong = || bad(part, expected);
        let (name, file) = part.split_once('=').ok_or_else(wrong)?;
        let turned = file.rsplit_once('@').filter(|(_, turn)| turn.ends_with("deg"));
        let (file, turn) = turned.unwrap_or((file, ""));
        let turn = degrees(turn).ok_or_else(|| bad(part, "degrees from -360 to 360, such as `15deg`"))?;
        let (file, width) = match file.rsplit_once('@') {
            Some((file, width)) => (file, Some(width.parse::<Length>()?)),
            None => (file, None),
        };
        gate(name.trim(), limits.get(Limit::NameCharacters)).map_err(ColorError::from)?;
        let picture = fabric_photo(Path::new(file.trim()), limits)?;
        prints.push((name.trim().to_owned(), FabricPrint::new(picture, width)?.turned(turn)));
    }
    Ok(Palette::of_prints("photos", prints)?)
}

/// Reads the photo of a fabric.
fn fabric_photo(path: &Path, limits: &Limits) -> Result<Picture, ColorError> {
    let wrong = |reason: String| ColorError::NoPhotoFile { file: path.display().to_string(), reason };
    let of_file = |error: ReadError| {
        wrong(error.defects().first().map_or_else(String::new, |defect| defect.fault().to_string()))
    };
    let bytes = Source::bytes(path, limits).map_err(of_file)?;
    Picture::read(&bytes, MOST_REPEATED).map_err(|error| wrong(error.to_string()))
}

/// A photo, and how a design names it.
#[derive(Debug, Clone, PartialEq)]
pub struct PhotoChoice {
    photo: Photo,
    /// Its name, if it is a template.
    name: Option<String>,
}

impl PhotoChoice {
    /// The photo.
    pub fn photo(&self) -> &Photo {
        &self.photo
    }
}

impl Setting for PhotoChoice {
    const KIND: OptionKind = OptionKind::NameOrFile("photo");

    /// A name, or the path of a picture, which is read and made small at once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        match Photo::named(text) {
            Err(_) if is_file(Path::new(text)) => {
                Ok(Self { photo: opened(Path::new(text), ask.limits, Photo::read)?, name: None })
            }
            photo => Ok(Self { photo: photo?, name: Some(text.to_owned()) }),
        }
    }

    /// A name, or `{ "rows": ["rrggbb…", …] }`: no design depends on a file beside it.
    fn from_json(node: Node<'_>, _: Ask<'_>) -> Option<Self> {
        if node.is_object() {
            return Some(Self { photo: Photo::at(node)?, name: None });
        }
        let name = node.text()?;
        Some(Self { photo: node.check(Photo::named(name))?, name: Some(name.to_owned()) })
    }

    fn to_json(&self) -> Value {
        self.name.as_ref().map_or_else(|| json!({ "rows": self.photo.rows() }), |name| name.as_str().into())
    }
}

/// A picture to print, and how a design names it.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureChoice {
    picture: Picture,
    /// Its name, if it is a template.
    name: Option<String>,
}

impl PictureChoice {
    /// The picture.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }
}

impl Setting for PictureChoice {
    const KIND: OptionKind = OptionKind::NameOrFile("picture");

    /// A name, or the path of a picture, which is read and made small at once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        match Picture::named(text) {
            Err(_) if is_file(Path::new(text)) => {
                let read = |bytes: &[u8]| Picture::read(bytes, MOST_SHARP);
                Ok(Self { picture: opened(Path::new(text), ask.limits, read)?, name: None })
            }
            picture => Ok(Self { picture: picture?, name: Some(text.to_owned()) }),
        }
    }

    /// A name, or `{ "jpeg": "…" }` in base64: no design depends on a file beside it.
    fn from_json(node: Node<'_>, _: Ask<'_>) -> Option<Self> {
        if node.is_object() {
            return Some(Self { picture: Picture::at(node, MOST_SHARP)?, name: None });
        }
        let name = node.text()?;
        Some(Self { picture: node.check(Picture::named(name))?, name: Some(name.to_owned()) })
    }

    fn to_json(&self) -> Value {
        let own = || json!({ "jpeg": self.picture.base64() });
        self.name.as_ref().map_or_else(own, |name| name.as_str().into())
    }
}

/// Whether what is no name is the path of a file: it looks like one, or there is one. Its bytes say what it is.
fn is_file(path: &Path) -> bool {
    path.extension().is_some() || path.components().count() > 1 || path.exists()
}

/// Reads a photo or a picture; what is wrong with it names the file.
fn opened<T>(
    path: &Path,
    limits: &Limits,
    read: impl Fn(&[u8]) -> Result<T, ColorError>,
) -> Result<T, ReadError> {
    let wrong = |error| ReadError::new(path.display().to_string(), Defect::new(error));
    read(&Source::bytes(path, limits)?).map_err(wrong)
}

/// A palette as the content of a palette file.
fn palette_file(palette: &Palette) -> Value {
    let stock = |name: &str| palette.stash().iter().find(|(other, _)| other == name).map(|(_, stock)| stock);
    let roles = palette.others().iter().map(|(role, fabric)| (*role, fabric));
    let all = palette.fabrics().iter().map(|fabric| (FabricRole::Patch, fabric)).chain(roles);
    let mut told = std::collections::BTreeSet::new();
    let fabrics = all.map(|(role, fabric)| {
        let mut value = json!({ "name": fabric.name, "rgb": fabric.color.to_string() });
        if role != FabricRole::Patch {
            value["role"] = role.name().into();
        }
        if told.insert(fabric.name.clone()) {
            if let Some(stock) = stock(&fabric.name) {
                value["stock"] = stock.to_string().into();
            }
            if let Some(print) = palette.print(&fabric.name) {
                value["photo"] = json!({ "jpeg": print.picture().base64() });
                value["width"] = format!("{}mm", print.width()).into();
                if print.turn() != 0 {
                    value["turn"] = print.turn().into();
                }
            }
        }
        value
    });
    let fabrics: Value = fabrics.collect();
    let mut file = json!({ "piecework": 1, "name": palette.name(), "fabrics": fabrics });
    for (key, text) in [("title", palette.title()), ("source", palette.source())] {
        if !text.is_empty() {
            file[key] = text.into();
        }
    }
    file
}
