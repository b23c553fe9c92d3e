//! Holds what of one's own is engraved on pieces: the same on all, or for each piece the drawing that is named after it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Art, ENDINGS, MOST_BYTES};
use piecework_draw::artwork::ArtworkError;
use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::setting::{Ask, OptionError, OptionKind, Setting, bad};

/// The most files of a folder.
const MOST_FILES: usize = 500;

/// Art for pieces.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceArt(Given);

#[derive(Debug, Clone, PartialEq)]
enum Given {
    All(Box<Art>),
    /// By the name or the number of a piece.
    Each(BTreeMap<String, Art>),
}

impl PieceArt {
    /// Returns what is on a piece: what is named after its number, then after its name.
    pub(crate) fn of(&self, number: usize, name: &str) -> Option<&Art> {
        match &self.0 {
            Given::All(art) => Some(art),
            Given::Each(each) => each.get(&number.to_string()).or_else(|| {
                let alike = || each.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
                each.get(name).or_else(|| Some(alike()?.1))
            }),
        }
    }

    /// Returns all of it.
    pub(crate) fn all(&self) -> Box<dyn Iterator<Item = &Art> + '_> {
        match &self.0 {
            Given::All(art) => Box::new(std::iter::once(&**art)),
            Given::Each(each) => Box::new(each.values()),
        }
    }

    /// Returns the names of art that is on none of these pieces, given as numbers and names.
    pub(crate) fn unused<'a>(&'a self, pieces: &[(usize, String)]) -> Vec<&'a str> {
        let Given::Each(each) = &self.0 else { return Vec::new() };
        let is_used = |art: &Art| {
            pieces
                .iter()
                .any(|(number, name)| self.of(*number, name).is_some_and(|one| std::ptr::eq(one, art)))
        };
        each.iter().filter(|(_, art)| !is_used(art)).map(|(name, _)| name.as_str()).collect()
    }

    /// Reads the drawings and pictures of a folder.
    fn of_folder(folder: &Path, ask: Ask<'_>) -> Result<Self, Error> {
        let named = |path: PathBuf| {
            let ending = path.extension()?.to_str()?;
            let is_art = |one: &str| ending.eq_ignore_ascii_case(one);
            let name = path.file_stem()?.to_str()?.to_owned();
            (is_art("svg") || ENDINGS.into_iter().any(is_art)).then_some((name, path))
        };
        let unread = |error: std::io::Error| bad(&format!("{}: {error}", folder.display()), "a folder");
        let paths = fs::read_dir(folder).map_err(unread)?.filter_map(|entry| Some(entry.ok()?.path()));
        let files: BTreeMap<String, PathBuf> = paths.filter_map(named).take(MOST_FILES + 1).collect();
        let read = |(name, path): (String, PathBuf)| {
            Ok((name, Art::from_text(path.to_str().unwrap_or_default(), ask)?))
        };
        let too_many = |what, allowed| {
            let error = ArtworkError::TooMany { what, allowed };
            Err(ReadError::new(folder.display().to_string(), Defect::new(error)).into())
        };
        if files.is_empty() {
            let expected = "a folder with a drawing or a picture named after a piece or its number, such as F.svg or 3.svg";
            return Err(bad(&folder.display().to_string(), expected).into());
        }
        if files.len() > MOST_FILES {
            return too_many("files", MOST_FILES);
        }
        let read = Self(Given::Each(files.into_iter().map(read).collect::<Result<_, Error>>()?));
        if read.to_json().to_string().len() > MOST_BYTES {
            return too_many("bytes in all", MOST_BYTES);
        }
        Ok(read)
    }
}

impl Setting for PieceArt {
    const KIND: OptionKind = OptionKind::NameOrFile("art");

    /// What [`Art`] takes, or the path of a folder, which is read at once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        match Path::new(text) {
            folder if folder.is_dir() => Self::of_folder(folder, ask),
            _ => Ok(Self(Given::All(Box::new(Art::from_text(text, ask)?)))),
        }
    }

    /// A design holds the art itself: a text, or an object with one for each piece.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if !node.is_object() {
            return Some(Self(Given::All(Box::new(Art::from_json(node, ask)?))));
        }
        let expected = "an object with a text for each piece";
        let each: BTreeMap<String, String> =
            node.check(serde_json::from_str(node.raw()).map_err(|_| bad(node.raw(), expected)))?;
        let read = |(name, text): (String, String)| {
            Some((name, node.check(Art::of_text(&text, ask).map_err(OptionError::from))?))
        };
        Some(Self(Given::Each(each.into_iter().map(read).collect::<Option<_>>()?)))
    }

    fn to_json(&self) -> Value {
        match &self.0 {
            Given::All(art) => art.to_json(),
            Given::Each(each) => each.iter().map(|(name, art)| (name.clone(), art.to_json())).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::limits::Limits;

    const HOUSE: &str = "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h40v30h-40z'/></svg>";

    fn read(path: &Path) -> Result<PieceArt, Error> {
        PieceArt::from_text(path.to_str().expect("a name"), Ask { range: (0, 9), limits: &Limits::default() })
    }

    /// A number goes before a name, a name in other letters is found, and what belongs to no piece is known.
    #[test]
    fn a_folder_has_art_for_each_piece() {
        let folder = std::env::temp_dir().join(format!("piecework-art-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        assert!(read(&folder).expect_err("empty").to_string().contains("such as F.svg"));
        for name in ["f.svg", "2.svg", "Q.svg", "notes.txt"] {
            fs::write(folder.join(name), HOUSE.replace("40", &format!("{}", 40 + name.len())))
                .expect("written");
        }
        let art = read(&folder).expect("read");
        let pieces = [(1, "F".to_owned()), (2, "F".to_owned()), (3, "I".to_owned())];
        assert!(art.of(1, "F").is_some() && art.of(3, "I").is_none());
        assert!(!std::ptr::eq(art.of(1, "F").expect("a name"), art.of(2, "F").expect("a number")));
        assert_eq!(art.unused(&pieces), ["Q"]);
        assert_eq!(art.to_json().as_object().map(serde_json::Map::len), Some(3));
        fs::write(folder.join("I.bmp"), "BM").expect("written");
        assert!(read(&folder).expect_err("no picture").to_string().contains("I.bmp"));
        fs::remove_dir_all(&folder).expect("gone");
    }
}
