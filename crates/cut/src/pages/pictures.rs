//! Makes the pictures for a listing in a shop: flat, in wood, and in use beside a coin.

use crate::plan::Assembled;
use crate::{CutError, CutOptions, CutPlan, TrayOptions};
use piecework_draw::color::{Color, Coloring};
use piecework_draw::drawing::{Canvas, Diagram, Drawing, Medium, Path};
use piecework_draw::geometry::{Bounds, Patchwork, Point, Touch};
use piecework_draw::render::wood::{Surface, Wood, WoodEngraving, WoodLayer, WoodPicture, WoodThing, coin};
use piecework_tiling::tiling::Tiling;

/// The woods of pictures in one wood.
const WOODS: [Wood; 3] = [Wood::BIRCH, Wood::OAK, Wood::WALNUT];
/// The woods of pieces that touch, in pictures of several; the frame is of oak.
const MIXED: [Wood; 4] = [Wood::BIRCH, Wood::WALNUT, Wood::CHERRY, Wood::OAK];
/// What stays free around the puzzle, as a share of its longer side; chosen by eye.
const MARGIN: f64 = 0.09;
/// Width over height, as shops show pictures.
const ASPECT: f64 = 4.0 / 3.0;
/// The diameter of the coin, in mm: between a quarter dollar (24.3) and a euro (23.3).
const COIN: f64 = 24.0;
/// By how many degrees pieces beside the tray are turned, one after another; chosen by eye.
const TURNS: [i32; 4] = [-12, 9, -6, 14];
/// More pieces than this have the grain of one board.
const MOST_SAMPLES: usize = 60;

/// A picture by name.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ListingPicture {
    /// The end of its file name, such as `oak`.
    pub name: String,
    /// What it shows.
    pub view: ListingView,
}

/// What a picture shows.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ListingView {
    /// Plain areas of color.
    Flat(Drawing),
    /// Wood on a table.
    Wood(WoodPicture),
}

/// Makes the pictures of the puzzle that a plan cuts from this tiling with these options: flat, in each wood (or
/// in the colors of its fabrics), and beside a coin with some pieces out of the tray.
///
/// # Errors
/// [`CutError::Geometry`] if the tray has no outline.
pub fn listing_pictures(
    plan: &CutPlan,
    tiling: &Tiling,
    options: &CutOptions,
) -> Result<Vec<ListingPicture>, CutError> {
    let patchwork = plan.patchwork(tiling)?;
    let assembled = Assembled::new(plan, (tiling, &patchwork), options)?;
    let coloring = Coloring::of_patchwork(&patchwork, Touch::Edge)?;
    let mixed: Vec<Wood> = match &plan.fabrics {
        Some(fabrics) => fabrics.colors().into_iter().map(Wood::stained).collect(),
        None => coloring.colors().iter().map(|color| MIXED[color % MIXED.len()]).collect(),
    };
    let flat = ListingView::Flat(flat(plan, &patchwork, &mixed)?);
    let mut pictures = vec![ListingPicture { name: "flat".to_owned(), view: flat }];
    let table = Table { plan, assembled: &assembled };
    let inlaid = options.inlay.is_some();
    let mut add = |name: &str, frame: Wood, woods: &[Wood], out: usize| {
        let view = ListingView::Wood(table.picture(frame, woods, out));
        pictures.push(ListingPicture { name: name.to_owned(), view });
    };
    if plan.fabrics.is_some() {
        add("wood", Wood::OAK, &mixed, 0);
    } else {
        WOODS.iter().for_each(|wood| add(wood.name, *wood, &vec![*wood; mixed.len()], 0));
    }
    // Plugs of an inlay are glued.
    let out = if inlaid || mixed.len() < 3 { 0 } else { (mixed.len() / 4).clamp(1, TURNS.len()) };
    add("size", Wood::OAK, &mixed, out + 1);
    Ok(pictures)
}

/// Draws the pieces as areas of color.
fn flat(plan: &CutPlan, patchwork: &Patchwork, woods: &[Wood]) -> Result<Drawing, CutError> {
    let colors: Vec<Color> = woods.iter().map(|wood| wood.color).collect();
    let curves = plan.edge_curves(patchwork);
    let bounds = patchwork.bounds();
    let margin = MARGIN * bounds.width().max(bounds.height());
    let (width, height) = (bounds.width() + 2.0 * margin, bounds.height() + 2.0 * margin);
    let mut canvas = Canvas::new(&plan.title, Medium::Print, width, height);
    let room = canvas.bounds().inset(margin);
    let diagram = Diagram { patchwork, colors: &colors, labels: &[], curves: &curves, largest_scale: 1.0 };
    diagram.draw(&mut canvas, room);
    Ok(canvas.finish()?)
}

/// The puzzle on a table.
struct Table<'a> {
    plan: &'a CutPlan,
    assembled: &'a Assembled,
}

impl Table<'_> {
    /// Returns the picture with a frame and pieces of these woods; `beside` says how many things are beside it: a
    /// coin, and pieces from its right end.
    fn picture(&self, frame: Wood, woods: &[Wood], beside: usize) -> WoodPicture {
        let Assembled { pieces, bounds, .. } = self.assembled;
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        order.sort_by(|&a, &b| pieces[b].bounds.center().x.total_cmp(&pieces[a].bounds.center().x));
        let out = &order[..beside.saturating_sub(1)];
        let mut layers = self.around(frame);
        // Pieces are as high as the frame, and throw no shadow on it.
        let mut inside =
            layers.pop().unwrap_or(WoodLayer { thickness: TrayOptions::THICKNESS, ..WoodLayer::default() });
        for index in (0..pieces.len()).filter(|index| !out.contains(index)) {
            self.put(&mut inside, index, woods[index], |point| point);
        }
        layers.push(inside);
        let mut all = *bounds;
        if beside > 0 {
            let mut loose = WoodLayer { thickness: TrayOptions::THICKNESS, ..WoodLayer::default() };
            let mut column = Column::beside(*bounds);
            let middle = column.place(COIN, COIN);
            let (thing, words) = coin(middle, COIN);
            layers.push(WoodLayer {
                thickness: 2.0,
                things: vec![thing],
                burnt: words,
                engraved: Vec::new(),
            });
            for (&index, turn) in out.iter().zip(TURNS) {
                let center = pieces[index].bounds.center();
                let turned = |point: Point| point.moved(-center.x, -center.y).turned(turn);
                let size = Bounds::around(pieces[index].path.points().map(turned)).unwrap_or(*bounds);
                let at = column.place(size.width(), size.height());
                let middle = size.center();
                self.put(&mut loose, index, woods[index], |point| {
                    turned(point).moved(at.x - middle.x, at.y - middle.y)
                });
            }
            layers.push(loose);
            all = all.union(column.used);
        }
        framed(&self.plan.title, all, layers)
    }

    /// The base and the frame.
    fn around(&self, wood: Wood) -> Vec<WoodLayer> {
        let Assembled { base, frame, words, .. } = self.assembled;
        let layer = |(sample, path): (usize, &Path)| WoodLayer {
            thickness: TrayOptions::THICKNESS,
            things: vec![WoodThing {
                path: path.clone(),
                surface: Surface::Wood { wood, upright: false, sample },
            }],
            burnt: vec![path.clone()],
            engraved: Vec::new(),
        };
        let mut layers: Vec<WoodLayer> = base.iter().chain(frame).enumerate().map(layer).collect();
        let words = words.iter().map(|path| WoodEngraving { path: path.clone(), wood });
        layers.iter_mut().take(1).for_each(|base| base.engraved.extend(words.clone()));
        layers
    }

    /// Puts a piece somewhere. The grain of pieces that are cut apart runs along them.
    fn put(&self, layer: &mut WoodLayer, index: usize, wood: Wood, place: impl Fn(Point) -> Point + Copy) {
        let Assembled { pieces, is_one_board, .. } = self.assembled;
        let piece = &pieces[index];
        let together = *is_one_board || pieces.len() > MOST_SAMPLES;
        // The base and the frame have the first two samples.
        let sample = if together { 2 } else { 2 + index };
        let upright = !together && piece.bounds.height() > piece.bounds.width();
        let path = piece.path.clone().mapped(place);
        let marks = piece.marks.iter().cloned().map(|mark| mark.mapped(place));
        layer.engraved.extend(marks.map(|path| WoodEngraving { path, wood }));
        layer.burnt.push(path.clone());
        layer.things.push(WoodThing { path, surface: Surface::Wood { wood, upright, sample } });
    }
}

/// A column to the right of the puzzle; what has no room below the last thing begins another.
struct Column {
    room: Bounds,
    y: f64,
    gap: f64,
    used: Bounds,
}

impl Column {
    fn beside(puzzle: Bounds) -> Self {
        let gap = MARGIN * puzzle.width().max(puzzle.height());
        let left = puzzle.right + gap;
        let room = Bounds { left, right: left, ..puzzle };
        Self { room, y: puzzle.top, gap, used: room }
    }

    /// Returns the middle of the place for something of this size.
    fn place(&mut self, width: f64, height: f64) -> Point {
        if self.y > self.room.top && self.y + height > self.room.bottom {
            let left = self.used.right + self.gap;
            (self.room.left, self.room.right, self.y) = (left, left, self.room.top);
        }
        let taken = Bounds {
            left: self.room.left,
            right: self.room.left + width,
            top: self.y,
            bottom: self.y + height,
        };
        self.y += height + self.gap / 2.0;
        self.used = self.used.union(taken);
        taken.center()
    }
}

/// Returns the picture of layers within these bounds, with a margin, in the shape of pictures in shops.
fn framed(title: &str, bounds: Bounds, layers: Vec<WoodLayer>) -> WoodPicture {
    let margin = MARGIN * bounds.width().max(bounds.height());
    let (width, height) = (bounds.width() + 2.0 * margin, bounds.height() + 2.0 * margin);
    let (width, height) = (width.max(height * ASPECT), height.max(width / ASPECT));
    let (right, down) = (width / 2.0 - bounds.center().x, height / 2.0 - bounds.center().y);
    let moved = |path: Path| path.moved(right, down);
    let layer = |layer: WoodLayer| WoodLayer {
        things: layer
            .things
            .into_iter()
            .map(|thing| WoodThing { path: moved(thing.path), ..thing })
            .collect(),
        burnt: layer.burnt.into_iter().map(moved).collect(),
        engraved: (layer.engraved.into_iter())
            .map(|one| WoodEngraving { path: moved(one.path), ..one })
            .collect(),
        ..layer
    };
    let layers = layers.into_iter().map(layer).collect();
    WoodPicture { title: title.to_owned(), width, height, layers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LineOptions, machine, plan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn pictures(tray: bool, kerf: f64) -> Vec<ListingPicture> {
        let rows = "AABBF\nACCBF\nDCCEF\nDDEEF";
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let bed = machine("generic").expect("embedded").bed;
        let options = CutOptions {
            kerf,
            tray: tray.then(TrayOptions::default),
            line: LineOptions::default(),
            ..CutOptions::new(20.0, bed)
        };
        let plan = plan(&tiling, &options).expect("a plan");
        listing_pictures(&plan, &tiling, &options).expect("pictures")
    }

    fn wood<'a>(pictures: &'a [ListingPicture], name: &str) -> &'a WoodPicture {
        let picture = pictures.iter().find(|picture| picture.name == name).expect("a picture");
        let ListingView::Wood(wood) = &picture.view else { panic!("{name} is flat") };
        wood
    }

    #[test]
    fn every_piece_is_in_every_picture_once_and_the_coin_beside_them() {
        for (tray, kerf) in [(false, 0.0), (true, 0.2)] {
            let pictures = pictures(tray, kerf);
            let names: Vec<&str> = pictures.iter().map(|picture| picture.name.as_str()).collect();
            assert_eq!(names, ["flat", "birch", "oak", "walnut", "size"]);
            let around = if tray { 2 } else { 0 };
            for (name, others) in [("birch", around), ("size", around + 1)] {
                let picture = wood(&pictures, name);
                let things: Vec<&WoodThing> = picture.layers.iter().flat_map(|layer| &layer.things).collect();
                assert_eq!(things.len(), 6 + others, "{name}");
                assert!(things.iter().flat_map(|thing| thing.path.points()).all(|point| {
                    (0.0..=picture.width).contains(&point.x) && (0.0..=picture.height).contains(&point.y)
                }));
                assert!((picture.width / picture.height - ASPECT).abs() < 1e-9);
            }
        }
    }

    /// What is out of the tray overlaps nothing, and is as large as it was.
    #[test]
    fn things_beside_the_tray_are_apart() {
        let pictures = pictures(true, 0.2);
        let layers = &wood(&pictures, "size").layers;
        let bounds = |thing: &WoodThing| Bounds::around(thing.path.points()).expect("a path");
        let frame = bounds(&layers[1].things[0]);
        let beside: Vec<Bounds> = layers[2..].iter().flat_map(|layer| &layer.things).map(bounds).collect();
        assert_eq!(beside.len(), 2, "a coin and one of six pieces");
        assert!((beside[0].width() - COIN).abs() < 1e-6);
        for (index, one) in beside.iter().enumerate() {
            let apart = |other: &Bounds| {
                one.left >= other.right
                    || one.right <= other.left
                    || one.top >= other.bottom
                    || one.bottom <= other.top
            };
            assert!(apart(&frame) && beside[..index].iter().all(apart), "{one:?}");
        }
    }
}
