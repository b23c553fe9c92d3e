//! Machines that cut, embedded as JSON files.

use super::CutError;
use crate::layout::SheetFormat;
use crate::limits::Limits;
use crate::source::Source;

/// The embedded machines.
const MACHINES: [(&str, &str); 1] = [("generic", include_str!("../../templates/machines/generic.json"))];

/// The names of the embedded machines.
#[must_use]
pub fn machine_names() -> Vec<&'static str> {
    MACHINES.iter().map(|&(name, _)| name).collect()
}

/// The bed of an embedded machine.
///
/// # Errors
/// [`CutError::NoSuchMachine`] lists the names there are.
pub fn machine(name: &str) -> Result<SheetFormat, CutError> {
    let (name, text) = MACHINES.iter().find(|(known, _)| *known == name).ok_or_else(|| {
        let allowed = machine_names().into_iter().map(str::to_owned).collect();
        CutError::NoSuchMachine { found: name.to_owned(), allowed }
    })?;
    Ok(SheetFormat::read(&Source::new(format!("{name}.json"), *text), &Limits::default())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_machine_is_read_under_its_own_name() {
        for name in machine_names() {
            let bed = machine(name).expect("an embedded machine");
            assert_eq!(bed.name, name);
            assert!(bed.usable().is_ok());
        }
    }
}
