//! Reads palettes from JSON: a file of its own, or a part of a design.

use super::fabric_print::{FabricPrint, LoadPhoto, MOST_TURN};
use super::palette::{Gathered, MOST_FABRICS};
use super::{Color, ColorError, Fabric, FabricRole, FabricStock, Palette};
use piecework_tiling::json::Node;
use piecework_tiling::limits::Limit;

/// The newest format of palette files.
const FORMAT: i64 = 1;

/// The greatest chroma that may be written; no color on a screen has more than 0.37.
const MOST_CHROMA: f64 = 0.5;

/// Reads a palette; each part is read even if another is wrong, so that all mistakes are reported.
pub(super) fn palette(root: Node<'_>, load: &LoadPhoto<'_>) -> Option<Palette> {
    let file = root.object(&["piecework", "name", "title", "source", "fabrics"])?;
    let format = file.require("piecework").and_then(|node| node.integer(1, FORMAT));
    let name = file.require("name").and_then(|node| node.name(Limit::NameCharacters));
    let optional = |key| match file.get(key) {
        Some(node) => node.name(Limit::TitleCharacters).map(Some),
        None => Some(None),
    };
    let (title, source) = (optional("title"), optional("source"));
    let fabrics = file.require("fabrics").and_then(|node| fabrics(node, load));
    let name = format.and(name)?;
    Some(fabrics?.palette(name, title?, source?))
}

fn fabrics(node: Node<'_>, load: &LoadPhoto<'_>) -> Option<Gathered> {
    let mut gathered = Gathered::default();
    // Does not stop at the first bad one, so that all are reported.
    let read: Vec<Option<()>> = node
        .list(2, MOST_FABRICS)?
        .into_iter()
        .map(|entry| {
            let Read { fabric, role, stock, print } = fabric(entry, load)?;
            let name = fabric.name.clone();
            entry.check(gathered.add(fabric, role, stock))?;
            print.map_or(Some(()), |print| entry.check(gathered.show(&name, print)))
        })
        .collect();
    read.into_iter().collect::<Option<()>>()?;
    node.check(gathered.size())?;
    Some(gathered)
}

/// A fabric as it is read.
struct Read {
    fabric: Fabric,
    role: Option<FabricRole>,
    stock: Option<FabricStock>,
    print: Option<FabricPrint>,
}

fn fabric(node: Node<'_>, load: &LoadPhoto<'_>) -> Option<Read> {
    let object = node.object(&["name", "oklch", "rgb", "role", "stock", "photo", "width", "turn"])?;
    let name = object.require("name").and_then(|node| node.name(Limit::NameCharacters));
    let print = match (object.get("photo"), object.get("width").or(object.get("turn"))) {
        (Some(photo), _) => FabricPrint::at(photo, object.get("width"), load).map(Some),
        (None, Some(alone)) => alone.check(Err(ColorError::WidthAlone)),
        (None, None) => Some(None),
    };
    let degrees = |turn: Node<'_>| turn.integer(-i64::from(MOST_TURN), MOST_TURN.into());
    let turn = object.get("turn").map_or(Some(0), degrees);
    let is_shown =
        object.get("photo").is_some() && ["oklch", "rgb"].iter().all(|key| object.get(key).is_none());
    let color = match is_shown {
        true => print.as_ref().and_then(|print| Some(print.as_ref()?.picture().mean())),
        false => object.one_of(&["oklch", "rgb"]).and_then(|(key, node)| match key {
            "rgb" => node.text().and_then(|text| node.check(text.parse())),
            _ => oklch(node),
        }),
    };
    let role = match object.get("role") {
        Some(node) => node.text().and_then(|text| node.check(text.parse())).map(Some),
        None => Some(None),
    };
    let stock = match object.get("stock") {
        Some(node) => node.text().and_then(|text| node.check(text.parse())).map(Some),
        None => Some(None),
    };
    let fabric = Fabric { name: name?.to_owned(), color: color? };
    let turn = i32::try_from(turn?).unwrap_or_default();
    Some(Read { fabric, role: role?, stock: stock?, print: print?.map(|print| print.turned(turn)) })
}

fn oklch(node: Node<'_>) -> Option<Color> {
    let parts = node.list(3, 3)?;
    let most = [1.0, MOST_CHROMA, 360.0];
    let read: Vec<Option<f64>> = parts.iter().zip(most).map(|(part, most)| part.number(0.0, most)).collect();
    let numbers: Vec<f64> = read.into_iter().collect::<Option<_>>()?;
    Some(Color::from_oklch(numbers[0], numbers[1], numbers[2]))
}
