//! Refuses materials that nothing knows, and machines in them that are none.

use super::{CutError, CutRequest, Thickness, ToolKind};
use crate::machine::machine_names;
use crate::material::material_names;
use piecework_tiling::names::{find, nearest};
use piecework_tiling::setting::OptionError;

/// Refuses words that nothing prints, and the thickness of a material that is not known.
pub(super) fn check_material(request: &CutRequest) -> Result<(), CutError> {
    let words = request.material.as_ref().filter(|choice| choice.material().is_none());
    if let Some(words) = words.filter(|_| !request.job_sheet) {
        let allowed = material_names().into_iter().map(str::to_owned).collect();
        return Err(CutError::NoSuchMaterial { found: words.words().to_owned(), allowed });
    }
    check_machines_of_material(request)?;
    let asked = [("--box", request.r#box), ("--stand", request.stand)];
    let unknown = asked.into_iter().find(|(_, asked)| *asked == Some(Thickness::Material));
    match unknown.filter(|_| request.known_material().is_none()) {
        Some((option, _)) => {
            let other = format!("--material birch-3mm`, or `{option} 3mm");
            Err(OptionError::Needs { option: option.into(), other }.into())
        }
        None => Ok(()),
    }
}

/// Refuses names in a material file that are almost those of machines. Others are machines of one's own.
fn check_machines_of_material(request: &CutRequest) -> Result<(), CutError> {
    let Some(material) = request.known_material() else { return Ok(()) };
    let own = request.machine.machine().name();
    let known = machine_names().into_iter().chain(Some(own).filter(|own| !machine_names().contains(own)));
    let is_known = |name: &str| find(name, known.clone(), |known| known).is_some();
    let mut unknown =
        material.settings.iter().map(|settings| &settings.machine).filter(|name| !is_known(name));
    match unknown.find(|name| nearest(name, known.clone()).is_some()) {
        Some(found) => Err(CutError::NoMachineOfMaterial {
            material: material.name.clone(),
            found: found.clone(),
            allowed: known.map(str::to_owned).collect(),
        }),
        None => Ok(()),
    }
}

/// Says that a material of one's own has settings, but none for the machine.
pub(super) fn material_without_machine(request: &CutRequest) -> Option<String> {
    let choice = request.material.as_ref().filter(|choice| !choice.is_embedded())?;
    let (material, machine) = (choice.material()?, request.machine.machine());
    let listed: Vec<&str> = material.settings.iter().map(|settings| settings.machine.as_str()).collect();
    let is_missing = !listed.is_empty() && material.settings_for(machine).is_none();
    (is_missing && machine.tool.kind == ToolKind::Beam).then(|| {
        let (name, machine) = (&material.name, machine.name());
        format!(
            "`{name}` has no settings for `{machine}`, only for {}: the machine keeps its own",
            listed.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare;
    use piecework_draw::options::Options as _;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// A slip of the pen is refused with the machine that was meant, and a machine of one's own is only noted.
    #[test]
    fn machines_of_a_material_are_known_or_ones_own() {
        let limits = Limits::default();
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &limits).expect("letters");
        let tiling = infer_from_grid("two", &grids[0]).expect("a tiling");
        let folder = std::env::temp_dir().join(format!("piecework-material-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let said = |machine: &str| {
            let path = folder.join("shed.json");
            let file = format!(
                "{{\"piecework\": 1, \"name\": \"shed\", \"title\": \"Shed\", \"thickness_mm\": 3, \"kerf_mm\": 0.2, \
                 \"machines\": [{{\"machine\": \"{machine}\", \"passes\": 2}}], \"source\": \"measured\"}}"
            );
            std::fs::write(&path, file).expect("written");
            let mut request = CutRequest::default();
            let path = path.to_str().expect("a name");
            let given = [("machine", "k40"), ("material", path)];
            given.iter().for_each(|(key, value)| request.set(key, value, &limits).expect("an option"));
            let notes = prepare(&request, tiling.puzzle()).map(|cut| cut.notes().join("\n"));
            notes.map_err(|error| error.to_string())
        };
        let slip = said("lightbrun").expect_err("refused");
        assert!(slip.contains("`lightbrun`, which is no machine") && slip.contains("lightburn"), "{slip}");
        let own = said("my old one").expect("noted");
        assert!(own.contains("`shed` has no settings for `k40`, only for my old one"), "{own}");
        assert_eq!(said("k40").expect("listed"), "");
        std::fs::remove_dir_all(&folder).expect("gone");
    }
}
