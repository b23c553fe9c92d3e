//! Reads palettes from tables written by spreadsheets: `name,#rrggbb`, `name,#rrggbb,role` or
//! `name,#rrggbb,role,stock`, and after these a photo, its width and its turn: `name,,,,rust.jpg,8in,15`.
//!
//! All mistakes are reported together, with their lines. Commas, semicolons or tabs separate the fields; a
//! field may be in quotation marks; a first line that begins with `name` is a heading; blank lines are
//! skipped.

use std::path::Path;

use super::fabric_print::{FabricPrint, LoadPhoto, degrees, no_files};
use super::palette::Gathered;
use super::{ColorError, Fabric, Palette};
use piecework_tiling::defect::{Defect, Defects, Place, ReadError};
use piecework_tiling::length::Length;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::source::Source;
use piecework_tiling::text;

impl Palette {
    /// Reads a palette from a table. Its name is that of the file.
    ///
    /// # Errors
    /// [`ReadError`] with all mistakes, line by line.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::color::Palette;
    /// use piecework_tiling::limits::Limits;
    /// use piecework_tiling::source::Source;
    /// let table = "name,color,role\nRust,#b7410e\n\"Oat, coarse\",#e8dcc0\nInk,#101820,binding\n";
    /// let palette = Palette::read_csv(&Source::new("mine.csv", table), &Limits::default())?;
    /// assert_eq!((palette.name(), palette.fabrics().len()), ("mine", 2));
    /// assert_eq!(palette.fabrics()[1].name, "Oat, coarse");
    /// # Ok::<(), piecework_tiling::defect::ReadError>(())
    /// ```
    pub fn read_csv(source: &Source, limits: &Limits) -> Result<Self, ReadError> {
        Self::read_csv_beside(source, limits, &no_files)
    }

    /// Reads a palette from a table that names the files of photos, which `load` reads.
    ///
    /// # Errors
    /// As [`Palette::read_csv`].
    pub fn read_csv_beside(
        source: &Source,
        limits: &Limits,
        load: &LoadPhoto<'_>,
    ) -> Result<Self, ReadError> {
        let mut defects = Defects::new(limits);
        let mut gathered = Gathered::default();
        let lines = source.text().lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (order, (index, line)) in lines.enumerate() {
            let fields = fields(line);
            if order == 0 && fields.first().is_some_and(|first| first.eq_ignore_ascii_case("name")) {
                continue;
            }
            if let Err(error) = add(&mut gathered, line, &fields, (limits, load)) {
                defects.push(|| Defect::new(error).at(Place { line: index + 1, column: 1 }));
            }
        }
        if defects.is_empty()
            && let Err(error) = gathered.size()
        {
            defects.push(|| Defect::new(error));
        }
        defects.into_result(source.name())?;
        let stem = Path::new(source.name()).file_stem().and_then(|stem| stem.to_str());
        Ok(gathered.palette(stem.unwrap_or("palette"), None, None))
    }
}

fn add(
    gathered: &mut Gathered,
    line: &str,
    fields: &[String],
    (limits, load): (&Limits, &LoadPhoto<'_>),
) -> Result<(), ColorError> {
    if !(2..=7).contains(&fields.len()) {
        return Err(ColorError::NotAFabric { found: line.to_owned() });
    }
    let field = |at: usize| fields.get(at).map_or("", String::as_str);
    let [name, color, role, stock, photo, width, turn] = [0, 1, 2, 3, 4, 5, 6].map(field);
    text::gate(name, limits.get(Limit::NameCharacters))?;
    let role = if role.is_empty() { None } else { Some(role.parse()?) };
    let stock = if stock.is_empty() { None } else { Some(stock.parse()?) };
    let width = if width.is_empty() { None } else { Some(width.parse::<Length>()?) };
    let print = match photo {
        "" if width.is_some() || !turn.is_empty() => return Err(ColorError::WidthAlone),
        "" => None,
        photo => {
            let turn = degrees(turn).ok_or_else(|| ColorError::NotAFabric { found: line.to_owned() })?;
            Some(FabricPrint::new(load(photo)?, width)?.turned(turn))
        }
    };
    let color = match &print {
        Some(print) if color.is_empty() => print.picture().mean(),
        _ => color.parse()?,
    };
    gathered.add(Fabric { name: name.to_owned(), color }, role, stock)?;
    print.map_or(Ok(()), |print| gathered.show(name, print))
}

/// Returns the fields of a line, without blanks around them.
fn fields(line: &str) -> Vec<String> {
    let mark = [',', '\t', ';'].into_iter().find(|&mark| line.contains(mark)).unwrap_or(',');
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            // A doubled quotation mark is one mark.
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            c if c == mark && !quoted => fields.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    fields.push(field);
    let mut fields: Vec<String> = fields.into_iter().map(|field| field.trim().to_owned()).collect();
    // Spreadsheets pad lines with empty fields.
    while fields.len() > 2 && fields.last().is_some_and(String::is_empty) {
        fields.pop();
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::{FabricRole, FabricStock, MOST_REPEATED, Picture};
    use piecework_tiling::fault::Fault;

    fn read(text: &str) -> Result<Palette, String> {
        Palette::read_csv(&Source::new("p.csv", text), &Limits::default()).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn refuses(text: &str, expected: &str) {
        let message = read(text).unwrap_err();
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn tables_as_people_write_them() {
        for text in [
            "Rust,#b7410e\nOat,#E8DCC0\n",
            "Rust;#b7410e\r\n\r\nOat;#e8dcc0\r\n",
            "Name\tColor\nRust\t#b7410e\nOat\t#e8dcc0",
            "name,hex,role\n \"Rust\" , #b7410e,\nOat,#e8dcc0,patch,,\n",
        ] {
            let palette = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let found: Vec<_> =
                palette.fabrics().iter().map(|f| (f.name.as_str(), f.color.to_string())).collect();
            assert_eq!(found, [("Rust", "#b7410e".to_owned()), ("Oat", "#e8dcc0".to_owned())], "{text}");
        }
        assert_eq!(fields(r#""a ""b"", c",#000000"#), ["a \"b\", c", "#000000"]);
    }

    #[test]
    fn roles_are_kept_apart() {
        let palette = read("A,#000000\nB,#ffffff,patch\nC,#000000,binding\nD,#123456,border").unwrap();
        assert_eq!(palette.fabrics().len(), 2);
        let others: Vec<_> = palette.others().iter().map(|(role, f)| (*role, f.name.as_str())).collect();
        assert_eq!(others, [(FabricRole::Binding, "C"), (FabricRole::Border, "D")]);
    }

    #[test]
    fn a_fabric_may_have_several_roles_and_a_stock() {
        let palette = read(
            "name,color,role,stock\nNavy,#001f3f,,1 1/2yd\nCream,#fffdd0,patch,40\nNavy,#001f3f,binding\nOat,#e8dcc0,backing,3m",
        );
        let palette = palette.unwrap();
        assert_eq!((palette.fabrics().len(), palette.others().len()), (2, 2));
        let stash = palette.stash();
        assert_eq!(stash[0], ("Navy".to_owned(), FabricStock::Cloth { mm: 1371.6 }));
        assert_eq!((stash[1].1, stash[2].1), (FabricStock::Patches(40), FabricStock::Cloth { mm: 3000.0 }));
        let patches = palette.stocked(stash).unwrap();
        assert_eq!(patches.iter().map(|(fabric, _)| &fabric.name[..]).collect::<Vec<_>>(), ["Navy", "Cream"]);
        let good = "Navy,#001f3f,,1yd\nCream,#fffdd0\n";
        refuses(&format!("{good}Navy,#001f3e,binding"), "p.csv:3:1: two fabrics are called `Navy`");
        refuses(&format!("{good}Navy,#001f3f"), "p.csv:3:1: two fabrics are called `Navy`");
        refuses(&format!("{good}Navy,#001f3f,binding,1yd"), "p.csv:3:1: fabric `Navy` is in the stash twice");
        refuses(&format!("{good}Oat,#e8dcc0,,much"), "p.csv:3:1: `much` does not say how much there is");
        let counted = [("Oat".to_owned(), FabricStock::Patches(3))];
        assert!(matches!(palette.stocked(&counted), Err(ColorError::NotForPatches { .. })));
    }

    #[test]
    fn mistakes_have_their_line_and_the_allowed_values() {
        let good = "A,#000000\nB,#ffffff\n";
        refuses(&format!("{good}\nC"), "p.csv:4:1: `C` is not a fabric");
        refuses(&format!("{good}C,red"), "p.csv:3:1: `red` is not a color");
        refuses(&format!("{good}C,#123456,quilt"), "p.csv:3:1: `quilt` is not a role of a fabric");
        refuses(&format!("{good}A,#123456"), "p.csv:3:1: two fabrics are called `A`");
        refuses(&format!("{good}C,#000000"), "p.csv:3:1: fabric `C` has the color `#000000`");
        refuses(&format!("{good},#123456"), "p.csv:3:1: ");
        refuses("A,#000000\nB,#ffffff,backing", "`1` fabrics for patches; allowed are 2 to 64");
        refuses("", "`0` fabrics");
        let both = Palette::read_csv(&Source::new("p.csv", "A\nB,red"), &Limits::default()).unwrap_err();
        let allowed: Vec<_> = both.findings().into_iter().map(|found| (found.line, found.allowed)).collect();
        let fabric = "name,#rrggbb or name,#rrggbb,role or name,#rrggbb,role,stock".to_owned();
        assert_eq!(allowed, [(Some(1), Some(fabric)), (Some(2), Some("#rrggbb".to_owned()))]);
    }

    #[test]
    fn a_table_names_photos_and_their_widths() {
        let cat = include_bytes!("turned.jpg");
        let load = |file: &str| match file {
            "cat.jpg" => Picture::read(cat, MOST_REPEATED),
            _ => Err(ColorError::NoPhotoFile { file: file.to_owned(), reason: "no such file".to_owned() }),
        };
        let read =
            |text: &str| Palette::read_csv_beside(&Source::new("p.csv", text), &Limits::default(), &load);
        let palette = read("Cat,,,1yd,cat.jpg,4in,15deg\nOat,#e8dcc0\n").unwrap();
        let print = palette.print("Cat").unwrap();
        assert_eq!(print.turn(), 15);
        assert_eq!((print.width(), palette.fabrics()[0].color), (101.6, print.picture().mean()));
        for (line, expected) in [
            ("Cat,,,,dog.jpg", "p.csv:1:1: the photo `dog.jpg` cannot be used"),
            ("Cat,,,,cat.jpg,1mm", "p.csv:1:1: the photo of a fabric is `1 mm` wide"),
            ("Cat,,,,cat.jpg,wide", "p.csv:1:1"),
            ("Cat,#ff0000,,,,4in", "p.csv:1:1: a width or a turn is that of a photo"),
            ("Cat,#ff0000,,,,,15", "p.csv:1:1: a width or a turn is that of a photo"),
            ("Cat,,,,cat.jpg,4in,more", "p.csv:1:1"),
            ("Cat,,,,cat.jpg,4in,361", "p.csv:1:1"),
        ] {
            let error = read(&format!("{line}\nOat,#e8dcc0\n")).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
