//! A sheet as one machine takes it: its colours, its hairline, without what it would cut by mistake.

use super::{Machine, MachineError, Registration, ToolKind, print};
use crate::cut::CutError;
use crate::drawing::{Canvas, Drawing, Item, Look, Path, Role};
use crate::geometry::{Bounds, Point};

/// What is done to a sheet for a machine beyond what the machine's profile says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Dress {
    /// The width of lines in mm, instead of the machine's own.
    pub hairline: Option<f64>,
    /// Whether everything is drawn as seen from the back, for what is cut face down.
    pub mirror: bool,
    /// The side of a square to measure with, in mm; it is drawn where nothing is cut by it.
    pub reference: Option<f64>,
    /// The marks of a printed sheet, drawn as guides.
    pub registration: Option<Registration>,
    /// How the machine stretches what it cuts, put right.
    pub calibration: Calibration,
    /// How the sheet was made, in a line.
    pub recipe: Option<String>,
}

/// Factors by which a machine that is not square is put right; what should be 100 mm and comes out as 99 needs 100 / 99.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// Along the width.
    pub x: f64,
    /// Along the height.
    pub y: f64,
}

impl Default for Calibration {
    fn default() -> Self {
        Self { x: 1.0, y: 1.0 }
    }
}

impl Calibration {
    /// How far from 1 a factor may be: a machine that is off by more is broken. Chosen by eye.
    pub const MOST: f64 = 0.1;

    fn is_identity(self) -> bool {
        self == Self::default()
    }

    fn place(self, p: Point) -> Point {
        Point { x: p.x * self.x, y: p.y * self.y }
    }
}

impl Dress {
    /// A sheet calibrated and with its recipe, otherwise as it is: for pieces and stitches, which are no sheets of stock.
    ///
    /// # Errors
    /// [`MachineError::CalibratedBeyond`] if the calibrated sheet does not lie on itself.
    pub fn finished(&self, sheet: Drawing) -> Result<Drawing, CutError> {
        let sheet = if self.calibration.is_identity() { sheet } else { calibrated(sheet, self.calibration)? };
        Ok(match &self.recipe {
            Some(recipe) => sheet.with_recipe(recipe.clone()),
            None => sheet,
        })
    }
}

impl Machine {
    /// The layers of a sheet beside the cut that are for a pen, where the machine takes every line for a cut.
    #[must_use]
    pub fn pen_layers(&self, sheet: &Drawing) -> Vec<&'static str> {
        let tells_none_apart = self.tool.kind == ToolKind::Blade && self.without.contains(&Role::Guide);
        let drawn = sheet.layers().iter().filter(|layer| tells_none_apart && !layer.items.is_empty());
        let other = drawn.filter(|layer| layer.role != Role::Cut && !self.without.contains(&layer.role));
        other.map(|layer| layer.role.style(sheet.medium()).layer).collect()
    }

    /// A sheet as this machine takes it.
    ///
    /// # Errors
    /// [`MachineError`] if the reference square or the calibrated sheet cannot be had. Nothing is ever clipped.
    pub fn dressed(&self, sheet: Drawing, dress: &Dress) -> Result<Drawing, CutError> {
        let sheet = if dress.mirror { mirrored(&sheet)? } else { sheet };
        let look = Look { colours: self.colours.clone(), hairline: dress.hairline.or(self.hairline) };
        let mut sheet = sheet.without(&self.without).with_look(look);
        if let Some(side) = dress.reference {
            sheet = self.with_reference(sheet, side, dress)?;
        }
        if let Some(marks) = &dress.registration {
            let guides = print::guides(marks, sheet.width(), sheet.height());
            let mut canvas = sheet.into_canvas();
            guides.into_iter().for_each(|path| canvas.path(Role::Guide, path));
            sheet = canvas.finish()?;
        }
        dress.finished(sheet)
    }

    /// The sheet with a square in the corner of its usable area, to be measured and not to be cut.
    fn with_reference(&self, sheet: Drawing, side: f64, dress: &Dress) -> Result<Drawing, CutError> {
        if self.without.contains(&Role::Guide) {
            let layer = Role::Guide.style(sheet.medium()).layer;
            return Err(MachineError::CannotLeaveOut { machine: self.name().to_owned(), layer }.into());
        }
        let margin = dress.registration.map_or(0.0, |marks| marks.margin).max(self.bed.margin);
        // It is stretched with everything else, and then still lies on the sheet.
        let Calibration { x, y } = dress.calibration;
        let (right, bottom) = (sheet.width() / x.max(1.0) - margin, sheet.height() / y.max(1.0) - margin);
        let (width, height) = (right - margin, bottom - margin);
        if side > width || side > height {
            return Err(MachineError::ReferenceTooLarge { found: side, allowed: (width, height) }.into());
        }
        // Pieces lie from the top left, in a mirror image from the top right, so that this corner is the last to be used.
        let left = if dress.mirror { margin } else { right - side };
        let square = Bounds { left, top: bottom - side, right: left + side, bottom };
        let mut canvas = sheet.into_canvas();
        canvas.path(Role::Guide, Path::rectangle(square).named(format!("{side} mm")));
        Ok(canvas.finish()?)
    }
}

/// The mirror image of a sheet, left and right exchanged; words stay legible, where their middle is then.
fn mirrored(sheet: &Drawing) -> Result<Drawing, CutError> {
    let mut canvas = Canvas::new(sheet.title(), sheet.medium(), sheet.width(), sheet.height());
    for layer in sheet.layers() {
        for item in &layer.items {
            canvas.item(
                layer.role,
                match item {
                    Item::Path(path) => {
                        let image = path.clone().mapped(|at| Point { x: sheet.width() - at.x, ..at });
                        Item::Path(image)
                    }
                    Item::Text(text) => {
                        let middle = text.bounds().centre().x;
                        Item::Text(text.clone().moved(sheet.width() - 2.0 * middle, 0.0))
                    }
                },
            );
        }
    }
    Ok(canvas.finish()?)
}

/// Everything stretched from the origin; words become lines, because letters cannot be stretched.
fn calibrated(sheet: Drawing, calibration: Calibration) -> Result<Drawing, CutError> {
    let (width, height) = (sheet.width(), sheet.height());
    if let Some(bounds) = sheet.bounds() {
        let found = (bounds.right * calibration.x, bounds.bottom * calibration.y);
        // As much over as the sheet's own check lets pass.
        if found.0 > width + 1e-6 || found.1 > height + 1e-6 {
            let (title, scale) = (sheet.title().to_owned(), (calibration.x, calibration.y));
            return Err(
                MachineError::CalibratedBeyond { title, scale, found, allowed: (width, height) }.into()
            );
        }
    }
    Ok(sheet.redrawn(|item| match item {
        Item::Path(path) => vec![path.mapped(|point| calibration.place(point))],
        Item::Text(text) => {
            let lines = text.strokes();
            lines.iter().map(|line| Path::polyline(line).mapped(|point| calibration.place(point))).collect()
        }
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Colour;
    use crate::cut::machine;
    use crate::drawing::{Anchor, Medium, Text};
    use crate::layout::paper;

    fn sheet() -> Drawing {
        let mut canvas = Canvas::new("sheet", Medium::Machine, 200.0, 100.0);
        canvas.path(Role::Cut, Path::rectangle(Bounds { left: 10.0, top: 10.0, right: 190.0, bottom: 90.0 }));
        canvas.text(Role::Label, Text::new("7", Point::new(50.0, 50.0), 5.0, Anchor::Start));
        canvas.finish().expect("fits")
    }

    #[test]
    fn colours_and_hairline_are_the_machines() {
        let dress = Dress { hairline: Some(0.01), ..Dress::default() };
        let sheet = machine("k40").expect("embedded").dressed(sheet(), &dress).expect("fits");
        assert_eq!(sheet.style(Role::Label).colour, Colour::new(0, 0, 0xff));
        assert!((sheet.style(Role::Cut).width - 0.01).abs() < 1e-12);
    }

    #[test]
    fn lines_for_a_pen_are_named_where_they_would_be_cut() {
        for (name, layers) in
            [("cricut", vec!["LABEL"]), ("scanncut", vec!["LABEL"]), ("lightburn", Vec::new())]
        {
            assert_eq!(machine(name).expect("embedded").pen_layers(&sheet()), layers, "{name}");
        }
        let cut = sheet().without(&[Role::Label]);
        assert!(machine("cricut").expect("embedded").pen_layers(&cut).is_empty());
    }

    #[test]
    fn a_mirrored_sheet_has_its_lines_mirrored_and_its_words_legible() {
        let mut canvas = sheet().into_canvas();
        canvas.line(Role::Cut, Point::new(20.0, 95.0), Point::new(40.0, 95.0));
        let sheet = canvas.finish().expect("fits");
        let generic = machine("generic").expect("embedded");
        let mirror = Dress { mirror: true, ..Dress::default() };
        let image = generic.dressed(sheet.clone(), &mirror).expect("fits");
        let words = |sheet: &Drawing| {
            sheet.layers().iter().flat_map(|layer| &layer.items).find_map(|item| match item {
                Item::Text(text) => Some((text.shown().to_owned(), text.bounds())),
                Item::Path(_) => None,
            })
        };
        let ((word, was), (same, is)) = words(&sheet).zip(words(&image)).expect("a number each");
        assert_eq!(word, same);
        assert!((was.left - (200.0 - is.right)).abs() < 1e-9 && (was.top - is.top).abs() < 1e-9);
        assert_eq!(
            image.bounds_of(Role::Cut),
            sheet.bounds_of(Role::Cut),
            "both sides are equally far from the edges"
        );
        let twice = generic.dressed(image.clone(), &mirror).expect("fits");
        let plain = generic.dressed(sheet, &Dress::default()).expect("fits");
        assert!(
            image != plain && twice.layers()[1] == plain.layers()[1],
            "the image of the image is the sheet"
        );
    }

    #[test]
    fn a_reference_square_is_drawn_where_it_is_not_cut_or_refused() {
        let dress = Dress { reference: Some(50.0), ..Dress::default() };
        let generic = machine("generic").expect("embedded").dressed(sheet(), &dress).expect("fits");
        let bounds = generic.bounds_of(Role::Guide).expect("a square");
        assert_eq!((bounds.left, bounds.width(), bounds.height()), (145.0, 50.0, 50.0));
        let cricut = machine("cricut").expect("embedded").dressed(sheet(), &dress).unwrap_err();
        assert!(matches!(cricut, CutError::Machine(MachineError::CannotLeaveOut { .. })), "{cricut}");
        let calibration = Calibration { x: 1.05, y: 1.0 };
        let stretched = Dress { calibration, ..dress.clone() };
        let generic = machine("generic").expect("embedded").dressed(sheet(), &stretched).expect("fits");
        let bounds = generic.bounds_of(Role::Guide).expect("a square");
        assert!((bounds.width() - 52.5).abs() < 1e-9 && bounds.right <= 200.0, "{bounds:?}");
        let cameo = machine("silhouette").expect("embedded");
        let (_, marks) = cameo.printed(&paper("a4").expect("embedded")).expect("fits");
        let registration = Some(Registration { margin: 20.0, ..marks });
        let printed = Dress { registration, reference: Some(30.0), ..Dress::default() };
        let drawn = cameo.with_reference(sheet(), 30.0, &printed).expect("fits");
        assert_eq!(drawn.bounds_of(Role::Guide).map(|bounds| bounds.right), Some(180.0), "inside the marks");
        let mirror = Dress { mirror: true, ..dress.clone() };
        let generic = machine("generic").expect("embedded").dressed(sheet(), &mirror).expect("fits");
        assert_eq!(generic.bounds_of(Role::Guide).map(|bounds| bounds.left), Some(5.0), "the other corner");
        let dress = Dress { reference: Some(91.0), ..Dress::default() };
        let large = machine("generic").expect("embedded").dressed(sheet(), &dress).unwrap_err();
        assert!(matches!(large, CutError::Machine(MachineError::ReferenceTooLarge { .. })), "{large}");
    }

    #[test]
    fn a_calibrated_sheet_is_stretched_and_never_clipped() {
        let generic = machine("generic").expect("embedded");
        let stretch =
            |x, y| generic.dressed(sheet(), &Dress { calibration: Calibration { x, y }, ..Dress::default() });
        let sheet = stretch(1.01, 0.99).expect("fits");
        let cut = sheet.bounds_of(Role::Cut).expect("a cut");
        assert!((cut.width() - 181.8).abs() < 1e-9 && (cut.height() - 79.2).abs() < 1e-9, "{cut:?}");
        let label = sheet.bounds_of(Role::Label).expect("a number");
        assert!((label.left - 50.0 * 1.01).abs() < 3.0, "{label:?}");
        let beyond = stretch(1.06, 1.0).unwrap_err();
        assert!(matches!(beyond, CutError::Machine(MachineError::CalibratedBeyond { .. })), "{beyond}");
    }
}
