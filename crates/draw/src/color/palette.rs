//! Palettes of fabrics: embedded ones, and those that a user writes (JSON).
//!
//! A [`Palette`] has at least two fabrics for patches, with distinct names and colors. Fabrics are used in
//! order; the first ones differ most.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::fabric_print::{FabricPrint, LoadPhoto, no_files};
use super::palette_json::palette;
use super::{Color, ColorError, FabricStock};
use piecework_tiling::defect::ReadError;
use piecework_tiling::json::{Document, Node};
use piecework_tiling::limits::Limits;
use piecework_tiling::names::{find, nearest};
use piecework_tiling::source::Source;
use piecework_tiling::text;

/// The most fabrics of a palette: more than anyone can sort by eye.
pub(super) const MOST_FABRICS: u64 = 64;

/// The default palette.
pub const DEFAULT_PALETTE: &str = "harvest";

/// A fabric: a color with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fabric {
    /// Its name in lists and legends.
    pub name: String,
    /// Its color.
    pub color: Color,
}

/// What a fabric of a palette is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FabricRole {
    /// The patches.
    #[default]
    Patch,
    /// A border around them; several are borders from the inside out.
    Border,
    /// The squares in the corners of borders.
    Cornerstone,
    /// The strip around the edge.
    Binding,
    /// The back of the quilt.
    Backing,
    /// What fills the edge, or is under the patches.
    Background,
    /// The strips that an edge which is not straight is faced with.
    Facing,
}

impl FabricRole {
    /// Returns the word for it in palette files.
    pub const fn name(self) -> &'static str {
        match self {
            FabricRole::Patch => "patch",
            FabricRole::Border => "border",
            FabricRole::Cornerstone => "cornerstone",
            FabricRole::Binding => "binding",
            FabricRole::Backing => "backing",
            FabricRole::Background => "background",
            FabricRole::Facing => "facing",
        }
    }
}

impl FromStr for FabricRole {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, ColorError> {
        match text {
            "patch" => Ok(FabricRole::Patch),
            "border" => Ok(FabricRole::Border),
            "cornerstone" => Ok(FabricRole::Cornerstone),
            "binding" => Ok(FabricRole::Binding),
            "backing" => Ok(FabricRole::Backing),
            "background" => Ok(FabricRole::Background),
            "facing" => Ok(FabricRole::Facing),
            _ => Err(ColorError::UnknownRole { found: text.into() }),
        }
    }
}

/// Fabrics that go together.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    name: String,
    title: String,
    source: String,
    fabrics: Vec<Fabric>,
    others: Vec<(FabricRole, Fabric)>,
    stash: Vec<(String, FabricStock)>,
    prints: Vec<(String, FabricPrint)>,
}

/// Embeds files of `templates/palettes` by name.
macro_rules! palettes {
    ($($name:literal,)*) => {
        &[$(($name, piecework_templates::file(concat!("palettes/", $name, ".json"))),)*]
    };
}

/// The usual ones first, then themes, then palettes for special purposes.
const PALETTES: &[(&str, &str)] = palettes! {
    "harvest",
    "farmhouse",
    "woodland",
    "natural",
    "indigo",
    "tide-pool",
    "sunset",
    "jewel",
    "candy",
    "pastel",
    "warm-and-cool",
    "okabe-ito",
    "grays",
};

impl Palette {
    /// Returns the names of the embedded palettes, in a fixed order.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        PALETTES.iter().map(|&(name, _)| name)
    }

    /// Returns the embedded palettes, in a fixed order.
    pub fn all() -> impl Iterator<Item = Palette> {
        PALETTES.iter().map(|&(name, text)| embedded(name, text))
    }

    /// Returns the embedded palette of this name.
    ///
    /// # Errors
    /// [`ColorError::UnknownPalette`], with the most similar name.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::color::Palette;
    /// let palette = Palette::named("okabe-ito")?;
    /// assert_eq!(palette.fabrics().len(), 8);
    /// assert_eq!(palette.first(3)?[2].color.to_string(), "#0072b2");
    /// # Ok::<(), piecework_draw::color::ColorError>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, ColorError> {
        match find(name, PALETTES, |(palette, _)| palette) {
            Some(&(name, text)) => Ok(embedded(name, text)),
            None => Err(ColorError::UnknownPalette {
                found: name.into(),
                nearest: nearest(name, Self::names()),
                allowed: Self::names().collect(),
            }),
        }
    }

    /// Reads a palette file: `{ "piecework": 1, "name": …, "title": …, "source": …, "fabrics": […] }`, where
    /// a fabric is `{ "name": …, "oklch": [lightness, chroma, hue] }` or `{ "name": …, "rgb": "#b7410e" }`,
    /// and may have a `"role"`: `patch`, `border`, `binding`, `backing` or `background`; and a `"stock"`,
    /// such as `"1 1/2yd"`: how much there is of it; and a `"photo"` of it as `{ "jpeg": … }`, whose mean is its color
    /// unless it has one, with the `"width"` of what it shows, such as `"8in"`, and a `"turn"` clockwise in degrees. A fabric with several roles is listed
    /// several times. The title and the source may be left out.
    ///
    /// # Errors
    /// [`ReadError`] with all mistakes.
    pub fn read(source: &Source, limits: &Limits) -> Result<Self, ReadError> {
        Self::read_beside(source, limits, &no_files)
    }

    /// Reads a palette file that names the files of photos, which `load` reads.
    ///
    /// # Errors
    /// As [`Palette::read`].
    pub fn read_beside(source: &Source, limits: &Limits, load: &LoadPhoto<'_>) -> Result<Self, ReadError> {
        let document = Document::parse(source, limits)?;
        let palette = palette(document.root(), load);
        document.finish(palette)
    }

    /// Reads the palette in an object of a larger document.
    pub fn at(node: Node<'_>) -> Option<Self> {
        palette(node, &no_files)
    }

    /// Makes a palette of fabrics for patches.
    ///
    /// # Errors
    /// [`ColorError`] for fabrics of the same name or color, and for fewer than 2 or more than 64.
    pub fn of_fabrics(name: &str, fabrics: Vec<Fabric>) -> Result<Self, ColorError> {
        let mut gathered = Gathered::default();
        fabrics.into_iter().try_for_each(|fabric| gathered.add(fabric, None, None))?;
        gathered.size()?;
        Ok(gathered.palette(name, None, None))
    }

    /// Makes a palette of photos of fabrics, each with the mean color of its photo.
    ///
    /// # Errors
    /// As [`Palette::of_fabrics`].
    pub fn of_prints(name: &str, prints: Vec<(String, FabricPrint)>) -> Result<Self, ColorError> {
        let mut gathered = Gathered::default();
        for (name, print) in prints {
            gathered.add(Fabric { name: name.clone(), color: print.picture().mean() }, None, None)?;
            gathered.show(&name, print)?;
        }
        gathered.size()?;
        Ok(gathered.palette(name, None, None))
    }

    /// Returns the same palette with these fabrics for patches.
    #[must_use]
    pub fn with_fabrics(&self, fabrics: Vec<Fabric>) -> Self {
        Self { fabrics, ..self.clone() }
    }

    /// Returns the same palette with other names for some of the fabrics for patches.
    pub fn renamed(&self, names: &BTreeMap<String, String>) -> Self {
        let mut palette = self.clone();
        for fabric in &mut palette.fabrics {
            if let Some(name) = names.get(&fabric.name) {
                fabric.name.clone_from(name);
            }
        }
        for (name, _) in &mut palette.prints {
            if let Some(other) = names.get(name.as_str()) {
                name.clone_from(other);
            }
        }
        palette
    }

    /// Returns the name used on the command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name a person reads.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Who chose the colors, and how; empty if not given.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the fabrics for patches, in the order of use.
    pub fn fabrics(&self) -> &[Fabric] {
        &self.fabrics
    }

    /// Returns the fabrics with other roles.
    pub fn others(&self) -> &[(FabricRole, Fabric)] {
        &self.others
    }

    /// How much there is of each fabric, where the file says so.
    pub fn stash(&self) -> &[(String, FabricStock)] {
        &self.stash
    }

    /// The photos of fabrics, by their names.
    pub fn prints(&self) -> &[(String, FabricPrint)] {
        &self.prints
    }

    /// Returns the photo of the fabric of this name, if there is one.
    pub fn print(&self, name: &str) -> Option<&FabricPrint> {
        self.prints.iter().find(|(fabric, _)| fabric == name).map(|(_, print)| print)
    }

    /// Returns the photo of the fabric that has this color, if there is one.
    pub fn print_of(&self, color: Color) -> Option<&FabricPrint> {
        let all = self.fabrics.iter().chain(self.others.iter().map(|(_, fabric)| fabric));
        all.filter(|fabric| fabric.color == color).find_map(|fabric| self.print(&fabric.name))
    }

    /// Returns the fabric of this name, of any role; upper and lower case are the same, and a hyphen stands
    /// for a blank.
    ///
    /// # Errors
    /// [`ColorError::UnknownFabric`], with the most similar name.
    pub fn fabric(&self, name: &str) -> Result<&Fabric, ColorError> {
        let all = || self.fabrics.iter().chain(self.others.iter().map(|(_, fabric)| fabric));
        let alike = || all().find(|fabric| text::slug(&fabric.name) == text::slug(name));
        all().find(|fabric| fabric.name == name).or_else(alike).ok_or_else(|| {
            let names = self.fabrics.iter().map(|fabric| fabric.name.as_str());
            ColorError::UnknownFabric {
                palette: self.name.clone(),
                found: name.to_owned(),
                nearest: nearest(name, names.clone()).map(str::to_owned),
                allowed: names.map(str::to_owned).collect(),
            }
        })
    }

    /// Returns the name of a fabric of a stash: that of the palette, also for the role of one; roles for which it has no
    /// fabric are names themselves, such as `binding`, or `border 2` for the second from the inside.
    ///
    /// # Errors
    /// [`ColorError::UnknownFabric`], with the most similar name.
    pub fn held(&self, name: &str) -> Result<String, ColorError> {
        let unknown = match self.fabric(name) {
            Ok(fabric) => return Ok(fabric.name.clone()),
            Err(error) => error,
        };
        let slug = text::slug(name);
        let (word, number) = slug.rsplit_once('-').unwrap_or((&slug, "1"));
        let (Ok(role), Ok(number @ 1..)) = (word.trim_end_matches('s').parse(), number.parse::<usize>())
        else {
            return Err(unknown);
        };
        let of_role = self.others.iter().filter(|(of, _)| *of == role).nth(number - 1);
        match role {
            FabricRole::Patch => Err(unknown),
            FabricRole::Cornerstone => Ok(of_role.map_or("cornerstones".to_owned(), |of| of.1.name.clone())),
            _ => Ok(of_role.map_or(slug.replace('-', " "), |of| of.1.name.clone())),
        }
    }

    /// Returns the fabrics of a stash that are for patches, with their amounts.
    ///
    /// # Errors
    /// [`ColorError::UnknownFabric`], [`ColorError::StockTwice`]; [`ColorError::NotForPatches`] if patches
    /// are counted of a fabric that is not for patches.
    pub fn stocked(&self, stash: &[(String, FabricStock)]) -> Result<Vec<(Fabric, FabricStock)>, ColorError> {
        let mut stocked: Vec<(Fabric, FabricStock)> = Vec::new();
        let mut names = Vec::new();
        for (name, stock) in stash {
            let name = self.held(name)?;
            if names.contains(&name) {
                return Err(ColorError::StockTwice { name });
            }
            match (self.fabrics.iter().find(|patch| patch.name == name), stock.is_cloth()) {
                (Some(fabric), _) => stocked.push((fabric.clone(), *stock)),
                (None, true) => {}
                (None, false) => return Err(ColorError::NotForPatches { fabric: name }),
            }
            names.push(name);
        }
        Ok(stocked)
    }

    /// Returns the first `count` fabrics, for a coloring with as many colors.
    ///
    /// # Errors
    /// [`ColorError::PaletteTooSmall`] if there are fewer.
    pub fn first(&self, count: usize) -> Result<&[Fabric], ColorError> {
        self.fabrics.get(..count).ok_or_else(|| ColorError::PaletteTooSmall {
            palette: self.name.clone(),
            found: self.fabrics.len(),
            needed: count,
        })
    }
}

/// Returns an embedded palette, which the tests have read.
fn embedded(name: &str, text: &str) -> Palette {
    Palette::read(&Source::new(name, text), &Limits::default()).expect("an embedded palette is a good one")
}

/// The fabrics of a palette while it is read.
#[derive(Default)]
pub(super) struct Gathered {
    fabrics: Vec<Fabric>,
    others: Vec<(FabricRole, Fabric)>,
    stash: Vec<(String, FabricStock)>,
    prints: Vec<(String, FabricPrint)>,
}

impl Gathered {
    /// Adds the photo of a fabric; one that has several roles has one photo.
    pub(super) fn show(&mut self, name: &str, print: FabricPrint) -> Result<(), ColorError> {
        match self.prints.iter().find(|(known, _)| known == name) {
            Some((_, known)) if *known != print => {
                return Err(ColorError::SameFabricName { name: name.to_owned() });
            }
            Some(_) => {}
            None => self.prints.push((name.to_owned(), print)),
        }
        Ok(())
    }

    /// Adds a fabric; for patches by default. The same fabric may have several roles.
    pub(super) fn add(
        &mut self,
        fabric: Fabric,
        role: Option<FabricRole>,
        stock: Option<FabricStock>,
    ) -> Result<(), ColorError> {
        let Fabric { name, color } = &fabric;
        let role = role.unwrap_or_default();
        let patches = self.fabrics.iter().map(|fabric| (FabricRole::Patch, fabric));
        let mut all = patches.chain(self.others.iter().map(|(role, fabric)| (*role, fabric)));
        if all.any(|(of, other)| other.name == *name && (of == role || other.color != *color)) {
            return Err(ColorError::SameFabricName { name: name.clone() });
        }
        if let Some(stock) = stock {
            if self.stash.iter().any(|(other, _)| other == name) {
                return Err(ColorError::StockTwice { name: name.clone() });
            }
            self.stash.push((name.clone(), stock));
        }
        match role {
            FabricRole::Patch if self.fabrics.iter().any(|fabric| fabric.color == *color) => {
                return Err(ColorError::SameFabricColor { name: fabric.name, color: fabric.color });
            }
            FabricRole::Patch => self.fabrics.push(fabric),
            other => self.others.push((other, fabric)),
        }
        Ok(())
    }

    /// Refuses too few and too many fabrics.
    pub(super) fn size(&self) -> Result<(), ColorError> {
        let found = self.fabrics.len();
        if (2..=MOST_FABRICS).contains(&(found as u64)) {
            return Ok(());
        }
        Err(ColorError::PaletteSize { found, least: 2, most: MOST_FABRICS })
    }

    pub(super) fn palette(self, name: &str, title: Option<&str>, source: Option<&str>) -> Palette {
        Palette {
            name: name.to_owned(),
            title: title.unwrap_or(name).to_owned(),
            source: source.unwrap_or_default().to_owned(),
            fabrics: self.fabrics,
            others: self.others,
            stash: self.stash,
            prints: self.prints,
        }
    }
}

#[cfg(test)]
mod tests;
