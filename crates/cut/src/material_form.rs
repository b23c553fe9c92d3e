//! Writes the material file that a test card fills in.

use serde_json::json;

use super::material::FORMAT;
use super::{Material, PreparedCut, ToolKind};

/// What to do with the file.
const TODO: &str = "measure the card and correct the numbers, add \"sheet_price\" for quotes, and then write into \"source\" how you measured";
/// The thickness of a material that nobody has named, in mm.
const ASSUMED: f64 = 3.0;

impl PreparedCut {
    /// Returns a material file with everything that is known or assumed, to write into it what a test card shows.
    pub(super) fn material_form(&self) -> String {
        let (machine, burn, known) = (self.machine(), &self.dress.burn, self.request.known_material());
        let title = self.request.material.as_ref().map_or("My material", |choice| choice.words());
        let name = known.map_or_else(|| "my-material".to_owned(), |known| format!("my-{}", known.name));
        let thickness = known.map_or(ASSUMED, |known| known.thickness);
        let mut settings = vec![("machine", json!(machine.name()).to_string())];
        if let Some(laser) = machine.laser(burn).filter(|_| machine.tool.kind == ToolKind::Beam) {
            let percent = |power: f64| Some((power * 100.0).round()).filter(|_| laser.has_power);
            let all = [
                ("cut_mm_min", Some(laser.cut.speed)),
                ("cut_percent", percent(laser.cut.power)),
                ("passes", Some(f64::from(laser.cut.passes))),
                ("draw_mm_min", Some(laser.draw.speed)),
                ("draw_percent", percent(laser.draw.power)),
            ];
            settings.extend(all.into_iter().filter_map(|(key, value)| Some((key, format!("{:.0}", value?)))));
        }
        let settings: Vec<String> =
            settings.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
        let [name, title] = [name, title.to_owned()].map(|words| json!(words));
        format!(
            "{{\n  \"piecework\": {FORMAT},\n  \"name\": {name},\n  \"title\": {title},\n  \"thickness_mm\": {thickness},\n  \
             \"kerf_mm\": {},\n  \"machines\": [\n    {{ {} }}\n  ],\n  \"source\": {},\n  \"x-todo\": {}\n}}\n",
            self.options.kerf,
            settings.join(", "),
            json!(format!("{}: nobody has measured this yet", Material::PROPOSAL)),
            json!(TODO)
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::{CutBurn, CutRequest, Material, prepare};
    use piecework_draw::options::Options as _;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::source::Source;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// Machines with a laser, a knife and without speeds; with and without a material.
    #[test]
    fn what_a_test_card_fills_in_is_a_material_file() {
        let limits = Limits::default();
        let grids = read_letter_grids(Lattice::Square, "A", &limits).expect("letters");
        let tiling = infer_from_grid("card", &grids[0]).expect("a tiling");
        let form = |given: &[(&str, &str)]| {
            let mut request = CutRequest::default();
            given.iter().for_each(|(key, value)| request.set(key, value, &limits).expect("an option"));
            let prepared = prepare(&request, tiling.puzzle()).expect("a card");
            let form = Source::new("card.json", prepared.material_form());
            Material::read(&form, &limits).expect("a material file")
        };
        for name in ["lightburn", "grbl", "cricut", "k40", "shaper-origin"] {
            let plain = form(&[("test_card", "true"), ("machine", name), ("kerf", "0.17mm")]);
            assert_eq!((plain.name.as_str(), plain.thickness, plain.kerf), ("my-material", 3.0, 0.17));
            assert_eq!(plain.settings[0].machine, name);
            assert!(plain.is_proposal(), "nobody has measured it: {}", plain.source);
        }
        let birch = form(&[("test_card", "true"), ("machine", "lightburn"), ("material", "birch-6mm")]);
        assert_eq!((birch.thickness, birch.kerf), (6.0, 0.25));
        assert_eq!((birch.settings[0].burn.speed, birch.settings[0].burn.power), (Some(390.0), Some(0.98)));
        let none = form(&[("test_card", "true"), ("machine", "cricut")]);
        assert_eq!(none.settings[0].burn, CutBurn::default());
    }
}
