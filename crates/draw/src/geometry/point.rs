//! Points, sizes and upright boxes, in mm, y down.

/// A place, in mm from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// Width and height, in mm unless another unit or type is named. Written as a list of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(from = "(T, T)", into = "(T, T)", bound(serialize = "T: Clone + serde::Serialize"))]
pub struct Dimensions<T = f64> {
    /// From left to right.
    pub width: T,
    /// From top to bottom.
    pub height: T,
}

/// The upright box around something, in mm.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bounds {
    /// The least x.
    pub left: f64,
    /// The least y.
    pub top: f64,
    /// The greatest x.
    pub right: f64,
    /// The greatest y.
    pub bottom: f64,
}

impl Point {
    /// Returns the point at `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the point moved by `dx` to the right and `dy` down.
    #[must_use]
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self::new(self.x + dx, self.y + dy)
    }

    /// Returns the point turned about the origin, clockwise as seen on the page.
    ///
    /// Exact for quarter turns; for sixths, as exact as half the square root of three.
    #[must_use]
    pub fn turned(self, degrees: i32) -> Self {
        let (sin, cos) = sin_cos(degrees);
        Self::new(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }

    /// Returns the point mirrored about the line x = 0.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self::new(0.0 - self.x, self.y)
    }

    /// Returns the distance to `other`.
    pub fn distance(self, other: Point) -> f64 {
        libm::hypot(other.x - self.x, other.y - self.y)
    }

    /// Returns the point half way to `other`.
    #[must_use]
    pub fn middle(self, other: Point) -> Self {
        Self::new(f64::midpoint(self.x, other.x), f64::midpoint(self.y, other.y))
    }
}

/// Sine and cosine, exact where they are 0, a half or 1.
fn sin_cos(degrees: i32) -> (f64, f64) {
    let degrees = degrees.rem_euclid(360);
    let (quarters, rest) = (degrees / 90, degrees % 90);
    let (sin, cos) = match rest {
        0 => (0.0, 1.0),
        30 => (0.5, libm::sqrt(0.75)),
        60 => (libm::sqrt(0.75), 0.5),
        rest => {
            let angle = f64::from(rest).to_radians();
            (libm::sin(angle), libm::cos(angle))
        }
    };
    (0..quarters).fold((sin, cos), |(sin, cos), _| (cos, 0.0 - sin))
}

impl<T> Dimensions<T> {
    /// Returns width and height exchanged.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }
}

impl Dimensions {
    /// Returns the least dimensions that hold both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { width: self.width.max(other.width), height: self.height.max(other.height) }
    }
}

impl Bounds {
    /// Returns the bounding box of `points`; `None` if there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points
            .into_iter()
            .map(|Point { x, y }| Self { left: x, top: y, right: x, bottom: y })
            .reduce(Self::union)
    }

    /// From left to right.
    pub fn width(self) -> f64 {
        self.right - self.left
    }

    /// From top to bottom.
    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    /// Returns its width and height.
    pub fn dimensions(self) -> Dimensions {
        Dimensions { width: self.width(), height: self.height() }
    }

    /// Returns the middle of the box.
    pub fn center(self) -> Point {
        Point::new(self.left, self.top).middle(Point::new(self.right, self.bottom))
    }

    /// Returns the bounding box of both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the box with every side moved inwards by `distance` (outwards if negative). It may turn inside
    /// out.
    #[must_use]
    pub fn inset(self, distance: f64) -> Self {
        Self {
            left: self.left + distance,
            top: self.top + distance,
            right: self.right - distance,
            bottom: self.bottom - distance,
        }
    }

    /// Returns the box moved by `dx` to the right and `dy` down.
    #[must_use]
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self { left: self.left + dx, top: self.top + dy, right: self.right + dx, bottom: self.bottom + dy }
    }

    /// Returns the box with a quarter turn about the origin, as [`Point::turned`] by 90 degrees.
    #[must_use]
    pub fn quarter_turned(self) -> Self {
        Self { left: 0.0 - self.bottom, top: self.left, right: 0.0 - self.top, bottom: self.right }
    }

    /// Returns the part of this box that is in another; a box without area where they do not meet.
    #[must_use]
    pub fn clamped(self, other: Self) -> Self {
        let (x, y) = (|x: f64| x.clamp(other.left, other.right), |y: f64| y.clamp(other.top, other.bottom));
        Self { left: x(self.left), top: y(self.top), right: x(self.right), bottom: y(self.bottom) }
    }

    /// Returns whether `other` is in this box; they may touch.
    pub fn contains(self, other: Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self { x, y }
    }
}

impl<T> From<(T, T)> for Dimensions<T> {
    fn from((width, height): (T, T)) -> Self {
        Self { width, height }
    }
}

impl<T> From<Dimensions<T>> for (T, T) {
    fn from(Dimensions { width, height }: Dimensions<T>) -> Self {
        (width, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact_and_clockwise() {
        let right = Point::new(3.0, 1.0);
        assert_eq!(right.turned(90), Point::new(-1.0, 3.0), "what pointed right points down");
        assert_eq!(right.turned(180), Point::new(-3.0, -1.0));
        assert_eq!(right.turned(-90), right.turned(270));
        assert_eq!(right.turned(720), right);
    }

    #[test]
    fn turns_add_up() {
        for degrees in [30, 45, 60, 7, 120, 299] {
            let there = Point::new(3.0, 1.0).turned(degrees);
            let back = there.turned(-degrees);
            assert!(back.distance(Point::new(3.0, 1.0)) < 1e-15 * 10.0, "{degrees}");
            assert!((there.distance(Point::default()) - libm::sqrt(10.0)).abs() < 1e-15 * 10.0, "{degrees}");
        }
        assert!(Point::new(1.0, 0.0).turned(60).distance(Point::new(0.5, libm::sqrt(0.75))) < 1e-15);
    }

    #[test]
    fn boxes() {
        let bounds = Bounds::around([Point::new(1.0, 5.0), Point::new(4.0, 2.0)]).expect("two points");
        assert_eq!((bounds.width(), bounds.height()), (3.0, 3.0));
        assert_eq!(bounds.center(), Point::new(2.5, 3.5));
        let written = serde_json::to_string(&bounds.moved(1.0, 0.0).dimensions()).expect("a list");
        assert_eq!(written, "[3.0,3.0]");
        assert_eq!(serde_json::from_str::<Dimensions>("[3.0,2.5]").expect("two").height, 2.5);
        assert_eq!(bounds.inset(-1.0).width(), 5.0);
        assert!(bounds.inset(-1.0).contains(bounds) && !bounds.contains(bounds.inset(-1.0)));
        assert!(bounds.contains(bounds) && !bounds.contains(bounds.moved(0.5, 0.0)));
        assert_eq!(Bounds::around([]), None);
    }
}
