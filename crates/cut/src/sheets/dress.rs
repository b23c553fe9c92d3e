//! Adapts a sheet to one machine: its colors, its hairline, and without layers that it would cut by mistake.

use super::print;
use crate::{CutBurn, CutError, Engraving, Machine, MachineError, Registration, ToolKind};
use piecework_draw::drawing::{Canvas, Drawing, Item, MachineLook, Medium, Path, Role};
use piecework_draw::geometry::{Bounds, Point};

/// Options for a sheet beyond the machine's profile.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Dress {
    /// The width of lines, in mm. Default: that of the machine.
    pub hairline: Option<f64>,
    /// Whether a knife's sheet also has the lines for a pen. Default: no.
    pub pens: bool,
    /// How far printed pieces are filled beyond their edge, in mm. Default: 0.
    pub bleed: f64,
    /// Values for cuts with a laser. Default: those of the machine.
    pub burn: CutBurn,
    /// The side of a reference square to measure, in mm; it is drawn only if it is not cut. Default: none.
    pub reference: Option<f64>,
    /// The registration marks of a printed sheet, drawn as guides. Default: none.
    pub registration: Option<Registration>,
    /// The correction for a machine that stretches. Default: none.
    pub calibration: Calibration,
}

/// Factors that correct the scale of a machine; if 100 mm measure 99 after cutting, the factor is 100 / 99.
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
    /// How far from 1 a factor may be; a machine that is off by more is broken. Chosen by eye.
    pub const MOST: f64 = 0.1;

    fn is_identity(self) -> bool {
        self == Self::default()
    }

    fn place(self, p: Point) -> Point {
        Point { x: p.x * self.x, y: p.y * self.y }
    }

    /// Finishes a sheet, stretched from the origin. Words become lines, because text cannot be stretched.
    /// Nothing is clipped.
    pub(crate) fn finish(self, sheet: Canvas) -> Result<Drawing, CutError> {
        if self.is_identity() {
            return Ok(sheet.finish()?);
        }
        self.check(&sheet)?;
        let line = |line: &Vec<Point>| Item::Path(Path::polyline(line).mapped(|at| self.place(at)));
        let stretched = sheet.redrawn(|_, item| match item {
            Item::Path(path) => vec![Item::Path(path.with_cubics().mapped(|point| self.place(point)))],
            Item::Text(words) => words.strokes().iter().map(line).collect(),
        });
        Ok(stretched.finish()?)
    }

    /// Refuses a sheet whose content would extend beyond it.
    fn check(self, sheet: &Canvas) -> Result<(), MachineError> {
        let Bounds { right: width, bottom: height, .. } = sheet.bounds();
        let Some(bounds) = sheet.content_bounds() else { return Ok(()) };
        let found = (bounds.right * self.x, bounds.bottom * self.y);
        // The same tolerance as the sheet's own check.
        if found.0 <= width + 1e-6 && found.1 <= height + 1e-6 {
            return Ok(());
        }
        let (title, scale) = (sheet.title().to_owned(), (self.x, self.y));
        Err(MachineError::CalibratedBeyond { title, scale, found, allowed: (width, height) })
    }
}

impl Machine {
    /// Returns whether lines of a role are left out: the machine would cut them. A knife has one tool, so it
    /// gets cuts only, unless it also has `pens`.
    pub fn leaves_out(&self, role: Role, pens: bool) -> bool {
        let one_tool = self.tool.kind == ToolKind::Blade && !pens && !role.is_cut() && role != Role::Guide;
        one_tool || self.without.contains(&role)
    }

    /// Refuses something on the back that the machine leaves out.
    ///
    /// # Errors
    /// [`MachineError::NothingOnBack`].
    pub fn check_back(&self, engraving: Engraving, pens: bool) -> Result<(), MachineError> {
        let role = match engraving {
            Engraving::Number | Engraving::Name => Role::Label,
            Engraving::Braille | Engraving::Solution | Engraving::Triplication | Engraving::Own => {
                Role::Engrave
            }
        };
        if self.leaves_out(role, pens) {
            let layer = role.style(Medium::Machine).layer;
            return Err(MachineError::NothingOnBack { machine: self.name().to_owned(), layer });
        }
        Ok(())
    }

    /// Finishes a sheet for this machine; `mirror` exchanges left and right, and words stay legible.
    ///
    /// # Errors
    /// [`MachineError`] if the reference square or the calibrated sheet does not fit.
    pub(crate) fn dressed(&self, sheet: Canvas, dress: &Dress, mirror: bool) -> Result<Drawing, CutError> {
        let width = sheet.bounds().right;
        let mut sheet = sheet.redrawn(|role, item| {
            let shown = Some(item).filter(|_| !self.leaves_out(role, dress.pens));
            shown.map(|item| if mirror { mirrored(item, width) } else { item }).into_iter().collect()
        });
        sheet.set_look(MachineLook {
            colors: self.colors.clone(),
            hairline: dress.hairline.or(self.hairline),
            laser: self.laser(&dress.burn),
            device: self.device.clone(),
        });
        if let Some(side) = dress.reference {
            self.draw_reference(&mut sheet, side, (dress, mirror))?;
        }
        if let Some(marks) = &dress.registration {
            let guides = print::guides(marks, width, sheet.bounds().bottom);
            guides.into_iter().for_each(|path| sheet.path(Role::Guide, path));
        }
        dress.calibration.finish(sheet)
    }

    /// Draws a square in the corner of the usable area, to measure and not to cut.
    fn draw_reference(
        &self,
        sheet: &mut Canvas,
        side: f64,
        (dress, mirror): (&Dress, bool),
    ) -> Result<(), MachineError> {
        if self.without.contains(&Role::Guide) {
            let layer = Role::Guide.style(sheet.medium()).layer;
            return Err(MachineError::CannotLeaveOut { machine: self.name().to_owned(), layer });
        }
        let margin = dress.registration.map_or(0.0, |marks| marks.margin).max(self.bed.margin);
        // It is stretched like the rest, and must still be on the sheet.
        let (Calibration { x, y }, room) = (dress.calibration, sheet.bounds());
        let (right, bottom) = (room.right / x.max(1.0) - margin, room.bottom / y.max(1.0) - margin);
        let (width, height) = (right - margin, bottom - margin);
        if side > width || side > height {
            return Err(MachineError::ReferenceTooLarge { found: side, allowed: (width, height) });
        }
        // Pieces begin at the top left (mirrored: top right), so that this corner is used last.
        let left = if mirror { margin } else { right - side };
        let square = Bounds { left, top: bottom - side, right: left + side, bottom };
        sheet.path(Role::Guide, Path::rectangle(square).named(format!("{side} mm")));
        Ok(())
    }
}

/// Returns an item with left and right exchanged; words stay legible, centered at their mirrored place.
fn mirrored(item: Item, width: f64) -> Item {
    match item {
        Item::Path(path) => Item::Path(path.mapped(|at| Point { x: width - at.x, ..at })),
        Item::Text(text) => {
            let middle = text.bounds().center().x;
            Item::Text(text.moved(width - 2.0 * middle, 0.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine;
    use piecework_draw::color::Color;
    use piecework_draw::drawing::{Anchor, Medium, Text};
    use piecework_draw::layout::paper;

    fn sheet() -> Canvas {
        let mut canvas = Canvas::new("sheet", Medium::Machine, 200.0, 100.0);
        canvas.path(Role::Cut, Path::rectangle(Bounds { left: 10.0, top: 10.0, right: 190.0, bottom: 90.0 }));
        canvas.text(Role::Label, Text::new("7", Point::new(50.0, 50.0), 5.0, Anchor::Start));
        canvas
    }

    #[test]
    fn colors_and_hairline_are_the_machines() {
        let dress = Dress { hairline: Some(0.01), ..Dress::default() };
        let sheet = machine("k40").expect("embedded").dressed(sheet(), &dress, false).expect("fits");
        assert_eq!(sheet.style(Role::Label).color, Color::new(0, 0, 0xff));
        assert!((sheet.style(Role::Cut).width - 0.01).abs() < 1e-12);
    }

    #[test]
    fn a_mirrored_sheet_has_its_lines_mirrored_and_its_words_legible() {
        let generic = machine("generic").expect("embedded");
        let of = |mirror| {
            let mut sheet = sheet();
            sheet.line(Role::Cut, Point::new(20.0, 95.0), Point::new(40.0, 95.0));
            generic.dressed(sheet, &Dress::default(), mirror).expect("fits")
        };
        let (plain, image) = (of(false), of(true));
        let item = |sheet: &Drawing, role, index: usize| -> Item {
            let layer = sheet.layers().iter().find(|layer| layer.role == role).expect("a layer");
            layer.items[index].clone()
        };
        let words = |sheet: &Drawing| match item(sheet, Role::Label, 0) {
            Item::Text(text) => (text.shown().to_owned(), text.bounds()),
            Item::Path(_) => panic!("a number"),
        };
        let ((word, was), (same, is)) = (words(&plain), words(&image));
        assert_eq!(word, same);
        assert!((was.left - (200.0 - is.right)).abs() < 1e-9 && (was.top - is.top).abs() < 1e-9);
        let line = item(&image, Role::Cut, 1).bounds().expect("a line");
        assert_eq!((line.left, line.right), (160.0, 180.0));
    }

    #[test]
    fn a_reference_square_is_drawn_where_it_is_not_cut_or_refused() {
        let dress = Dress { reference: Some(50.0), ..Dress::default() };
        let generic = machine("generic").expect("embedded").dressed(sheet(), &dress, false).expect("fits");
        let bounds = generic.bounds_of(Role::Guide).expect("a square");
        assert_eq!((bounds.left, bounds.width(), bounds.height()), (145.0, 50.0, 50.0));
        let cricut = machine("cricut").expect("embedded").dressed(sheet(), &dress, false).unwrap_err();
        assert!(matches!(cricut, CutError::Machine(MachineError::CannotLeaveOut { .. })), "{cricut}");
        let calibration = Calibration { x: 1.05, y: 1.0 };
        let stretched = Dress { calibration, ..dress.clone() };
        let generic =
            machine("generic").expect("embedded").dressed(sheet(), &stretched, false).expect("fits");
        let bounds = generic.bounds_of(Role::Guide).expect("a square");
        assert!((bounds.width() - 52.5).abs() < 1e-9 && bounds.right <= 200.0, "{bounds:?}");
        let cameo = machine("silhouette").expect("embedded");
        let (_, marks) = cameo.printed(&paper("a4").expect("embedded")).expect("fits");
        let registration = Some(Registration { margin: 20.0, ..marks });
        let printed = Dress { registration, reference: Some(30.0), ..Dress::default() };
        let mut drawn = sheet();
        cameo.draw_reference(&mut drawn, 30.0, (&printed, false)).expect("fits");
        let drawn = drawn.finish().expect("fits");
        assert_eq!(drawn.bounds_of(Role::Guide).map(|bounds| bounds.right), Some(180.0), "inside the marks");
        let generic = machine("generic").expect("embedded").dressed(sheet(), &dress, true).expect("fits");
        assert_eq!(generic.bounds_of(Role::Guide).map(|bounds| bounds.left), Some(5.0), "the other corner");
        let dress = Dress { reference: Some(91.0), ..Dress::default() };
        let large = machine("generic").expect("embedded").dressed(sheet(), &dress, false).unwrap_err();
        assert!(matches!(large, CutError::Machine(MachineError::ReferenceTooLarge { .. })), "{large}");
    }

    #[test]
    fn a_calibrated_sheet_is_stretched_and_never_clipped() {
        let generic = machine("generic").expect("embedded");
        let stretch = |x, y| {
            generic.dressed(sheet(), &Dress { calibration: Calibration { x, y }, ..Dress::default() }, false)
        };
        let sheet = stretch(1.01, 0.99).expect("fits");
        let cut = sheet.bounds_of(Role::Cut).expect("a cut");
        assert!((cut.width() - 181.8).abs() < 1e-9 && (cut.height() - 79.2).abs() < 1e-9, "{cut:?}");
        let label = sheet.bounds_of(Role::Label).expect("a number");
        assert!((label.left - 50.0 * 1.01).abs() < 3.0, "{label:?}");
        let beyond = stretch(1.06, 1.0).unwrap_err();
        assert!(matches!(beyond, CutError::Machine(MachineError::CalibratedBeyond { .. })), "{beyond}");
    }
}
