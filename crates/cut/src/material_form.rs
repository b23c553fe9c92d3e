//! A material file to fill in with what a test card shows.

use serde_json::json;

use super::material::FORMAT;
use super::{PreparedCut, ToolKind};

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
             \"kerf_mm\": {},\n  \"machines\": [\n    {{ {} }}\n  ],\n  \"source\": \"measured with a test card\"\n}}\n",
            self.options.kerf,
            settings.join(", ")
        )
    }
}
