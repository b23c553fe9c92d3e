//! Options of `piecework cut` that change nothing in the files asked for: refused, or named.
//!
//! Garment cutters and embroidery machines get pieces and stitches, not sheets, so that what is said about sheets and their lines has
//! no meaning there; and every format lacks something.

use piecework::cut::FileFormat;

use crate::args::CutArgs;
use crate::cut_lines::{LinesArg, OrderArg};
use crate::exit::Failure;

/// Which formats an option changes.
type Changes = fn(FileFormat) -> bool;

/// The options that are given, each with what it changes.
fn given(args: &CutArgs) -> impl Iterator<Item = (&'static str, Changes)> {
    let (files, line, division) = (&args.files, &args.line, &args.division);
    let long = |length: piecework::Length| length.mm() != 0.0;
    let options: [(&str, bool, Changes); 22] = [
        ("--kerf", long(args.kerf), is_cut),
        ("--seam", long(args.seam), is_cut),
        ("--gap", args.gap.is_some(), is_cut),
        ("--fit", line.fit.is_some(), is_cut),
        ("--stock", args.stock.is_some(), is_sheet),
        ("--no-labels", args.no_labels, is_sheet),
        ("--by-fabric", division.by_fabric, |format| !is_apparel(format)),
        ("--by-piece", division.by_piece, is_sheet),
        ("--lines", line.lines != LinesArg::Auto, is_sheet),
        ("--order", line.order != OrderArg::Travel, has_lines),
        ("--overcut", line.overcut.is_some_and(long), has_lines),
        ("--blade-offset", line.blade_offset.is_some_and(long), has_lines),
        ("--fillet", line.fillet.is_some_and(long), has_lines),
        ("--lead-in", long(line.lead_in), has_lines),
        ("--tabs", line.tabs > 0, has_lines),
        ("--mirror", files.mirror, has_lines),
        ("--reference", files.reference.is_some(), is_sheet),
        ("--hairline", files.hairline.is_some(), has_widths),
        ("--units", files.units.is_some(), has_unit),
        ("--calibrate", files.calibrate.is_some(), |format| format != FileFormat::Print),
        ("--no-recipe", files.no_recipe && args.no_assembly, has_recipe),
        ("--paper", args.paper.is_some() && args.no_assembly, |format| format == FileFormat::Print),
    ];
    options.into_iter().filter(|&(_, given, _)| given).map(|(name, _, changes)| (name, changes))
}

/// Refuses options that change none of the files, and says of those that pieces or stitches beside sheets do not follow.
pub(crate) fn check(args: &CutArgs, formats: &[FileFormat]) -> Result<Vec<String>, Failure> {
    let named = |formats: &mut dyn Iterator<Item = &FileFormat>| {
        let names: Vec<String> = formats.map(|format| format!("`{}`", format.name())).collect();
        names.join(", ")
    };
    if args.division.by_piece && args.gap.is_some() {
        return Err(Failure::Usage(
            "`--gap` is the distance to other pieces, and with `--by-piece` there are none on a sheet".into(),
        ));
    }
    let mut notes = Vec::new();
    for (option, changes) in given(args) {
        if !formats.iter().any(|&format| changes(format)) {
            let all = named(&mut formats.iter());
            return Err(Failure::Usage(format!(
                "`{option}` changes nothing in what is written: {all}; leave it out, or choose other --formats"
            )));
        }
        let same = |format: &&FileFormat| !is_sheet(**format) && !changes(**format);
        if formats.iter().any(|format| same(&format)) {
            notes.push(format!("`{option}` changes nothing in {}", named(&mut formats.iter().filter(same))));
        }
    }
    Ok(notes)
}

/// Sheets of stock, also those to print.
pub(crate) fn is_sheet(format: FileFormat) -> bool {
    is_cut(format) && !is_apparel(format)
}

/// Pieces one by one, for cutters of garments.
fn is_apparel(format: FileFormat) -> bool {
    matches!(format, FileFormat::Aama | FileFormat::Astm)
}

/// Whatever is cut, and not sewn.
pub(crate) fn is_cut(format: FileFormat) -> bool {
    !matches!(format, FileFormat::Dst | FileFormat::Exp)
}

/// Sheets with the lines to cut.
fn has_lines(format: FileFormat) -> bool {
    is_sheet(format) && format != FileFormat::Print
}

/// Files that say how wide a line is.
fn has_widths(format: FileFormat) -> bool {
    matches!(format, FileFormat::Svg | FileFormat::SvgCompound | FileFormat::Pdf)
}

/// Files that can be in inches.
fn has_unit(format: FileFormat) -> bool {
    use FileFormat::{Aama, Astm, DxfR12, DxfR2000};
    matches!(format, DxfR12 | DxfR2000 | Aama | Astm)
}

/// Files that carry the command they were made by, as assembly pages do too.
fn has_recipe(format: FileFormat) -> bool {
    !matches!(format, FileFormat::Hpgl | FileFormat::Dst | FileFormat::Exp)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Arguments, Command};

    fn args(words: &str) -> CutArgs {
        let words = format!("piecework cut t-tetromino-4x4 {words}");
        match Arguments::try_parse_from(words.split(' ').filter(|word| !word.is_empty()))
            .expect("read")
            .command
        {
            Command::Cut(args) => args,
            _ => unreachable!("cut was asked for"),
        }
    }

    /// Every option, and a format that it changes nothing in.
    #[test]
    fn what_changes_nothing_is_refused_alone_and_named_beside_sheets() {
        use FileFormat::{Aama, Dst, Hpgl, Print, Svg};
        for (option, format) in [
            ("--kerf 0.1mm", Dst),
            ("--seam 5mm", Dst),
            ("--gap 5mm", Dst),
            ("--fit 0.1mm", Dst),
            ("--stock 90mmx90mm", Aama),
            ("--no-labels", Aama),
            ("--by-fabric", Aama),
            ("--by-piece", Dst),
            ("--lines shared", Aama),
            ("--order mat-free", Aama),
            ("--overcut 1mm", Aama),
            ("--blade-offset 1mm", Dst),
            ("--fillet 1mm", Aama),
            ("--lead-in 1mm", Dst),
            ("--tabs 2", Aama),
            ("--mirror", Aama),
            ("--reference 50mm", Dst),
            ("--no-assembly --no-recipe", Hpgl),
            ("--hairline 0.01mm", Hpgl),
            ("--units imperial", Svg),
            ("--calibrate 1.01,1", Print),
            ("--no-assembly --paper letter", Svg),
        ] {
            let name = option.rsplit("--").next().and_then(|words| words.split(' ').next()).expect("a name");
            let refused = check(&args(option), &[format]);
            let words = match refused {
                Err(Failure::Usage(words)) => words,
                _ => panic!("{option} is not refused"),
            };
            assert!(words.contains(&format!("`--{name}`")) && words.contains(format.name()), "{words}");
            let beside = check(&args(option), &[Svg, FileFormat::DxfR12, Print, format]);
            let is_named = matches!(&beside, Ok(notes) if notes.iter().any(|note| note.contains(name)));
            assert_eq!(is_named, !is_sheet(format), "{option} beside sheets");
        }
    }

    #[test]
    fn what_changes_files_or_is_not_given_is_no_matter() {
        for words in ["", "--kerf 0 --overcut 0", "--tabs 2 --tab-width 1mm --by-piece --units imperial"] {
            let formats = [FileFormat::Svg, FileFormat::DxfR12];
            assert!(matches!(check(&args(words), &formats), Ok(notes) if notes.is_empty()), "{words}");
        }
        assert!(matches!(check(&args("--paper letter"), &[FileFormat::Aama]), Ok(notes) if notes.is_empty()));
    }
}
