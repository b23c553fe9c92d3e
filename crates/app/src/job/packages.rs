//! Reads packages for shops: the files in a ZIP, and files for people, which only their design can judge.

use std::io::{Cursor, Read as _};

use piecework_draw::check::{self, CheckError};
use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::source::SourceError;

/// Returns whether a file of this name is for people: a picture, a list, the words of a quilt, a license, the design
/// alone, or a whole package.
pub(super) fn is_for_people(name: &str) -> bool {
    let is_picture = name.ends_with(".svg") && name.contains("-picture-");
    let of_people = [".png", ".zip", ".csv", "-plan.json", "-quilt.txt", "-license.txt", "-design.json"];
    is_picture || of_people.iter().any(|ending| name.ends_with(ending))
}

/// Returns the files of a ZIP, named as if it were a folder, and unpacked only as far as the limit.
pub(super) fn unpacked(
    name: &str,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Vec<(String, Vec<u8>)>, ReadError> {
    let refused = |error: CheckError| ReadError::new(name, Defect::new(error));
    let damaged = || refused(CheckError::Missing { missing: "the end of the archive" });
    let allowed = limits.get(Limit::InputBytes);
    check::check_archive(bytes).map_err(refused)?;
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    let (mut files, mut left) = (Vec::new(), allowed);
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|_| damaged())?;
        if entry.is_dir() {
            continue;
        }
        let inside = entry.name().map_err(|_| damaged())?.into_owned();
        let mut file = Vec::new();
        entry.by_ref().take(left + 1).read_to_end(&mut file).map_err(|_| damaged())?;
        let size = file.len() as u64;
        left = left
            .checked_sub(size)
            .ok_or_else(|| ReadError::new(name, Defect::new(SourceError::TooLarge { allowed })))?;
        files.push((format!("{name}/{inside}"), file));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::zip;

    #[test]
    fn a_package_is_a_folder_and_is_unpacked_only_as_far_as_the_limit() {
        let zeros = vec![0; 5000];
        let packed = zip([("a.svg", b"<svg/>".as_slice()), ("b.png", &zeros)]);
        let mut limits = Limits::default();
        let files = unpacked("x-shop.zip", &packed, &limits).expect("a package");
        assert_eq!(files[0], ("x-shop.zip/a.svg".to_owned(), b"<svg/>".to_vec()));
        assert_eq!(files[1].1.len(), 5000);
        limits.set(Limit::InputBytes.name(), 5005).expect("a limit");
        let words = |bytes: &[u8]| unpacked("x-shop.zip", bytes, &limits).expect_err("refused").to_string();
        assert!(words(&packed).contains("5005"), "{}", words(&packed));
        assert!(words(&packed[..40]).contains("the end of the archive"));
    }

    #[test]
    fn files_for_people_are_known_by_name() {
        for name in ["a-picture-oak.svg", "a-cut-1.png", "a-license.txt", "a-design.json", "a-shop.zip"] {
            assert!(is_for_people(name), "{name}");
        }
        for name in ["a-cut-1.svg", "solutions.txt", "a.json", "a-job-sheet.pdf", "picture-1.svg"] {
            assert!(!is_for_people(name), "{name}");
        }
    }
}
