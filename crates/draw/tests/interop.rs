//! Tests conversions to and from kurbo and geo: `cargo test -p piecework-draw --features kurbo,geo --test interop`.

mod geo {
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    use geo_types::{LineString, MultiPolygon, Polygon};
    use piecework_draw::geometry::{GeometryError, Outline, Patchwork};

    fn line(corners: &[(f64, f64)]) -> LineString<f64> {
        corners.iter().copied().collect()
    }

    /// A square of 9 mm with a hole of 3 mm, both rings clockwise for eyes whose y grows up.
    fn frame() -> Polygon<f64> {
        let outer = [(0.0, 0.0), (0.0, 4.0), (0.0, 9.0), (9.0, 9.0), (9.0, 0.0)];
        Polygon::new(line(&outer), vec![line(&[(3.0, 3.0), (3.0, 6.0), (6.0, 6.0), (6.0, 3.0)])])
    }

    #[test]
    fn outlines_come_back_with_their_holes() {
        let outline = Outline::try_from(&frame()).unwrap();
        assert_eq!(
            (outline.area(), outline.outer().points().len()),
            (81.0 - 9.0, 4),
            "one point had no turn"
        );
        assert!(outline.outer().is_clockwise() && !outline.holes()[0].is_clockwise());
        let polygon = Polygon::from(&outline);
        assert!(polygon.exterior().is_closed() && polygon.interiors()[0].is_closed());
        assert_eq!(Outline::try_from(&polygon), Ok(outline));
    }

    #[test]
    fn what_is_no_outline_is_an_error() {
        let bow = Polygon::new(line(&[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 3.0)]), Vec::new());
        assert!(matches!(Outline::try_from(&bow), Err(GeometryError::Crossing { .. })));
        let empty = Polygon::new(line(&[]), Vec::new());
        assert_eq!(Outline::try_from(&empty), Err(GeometryError::TooFewPoints { found: 0 }));
        let far = frame().exterior().clone();
        let stray = line(&[(20.0, 20.0), (20.0, 30.0), (30.0, 30.0)]);
        let stray = Outline::try_from(&Polygon::new(far, vec![stray]));
        assert!(matches!(stray, Err(GeometryError::StrayHole { .. })));
    }

    #[test]
    fn a_patchwork_is_a_polygon_for_each_patch() {
        let grids = read_letter_grids(Lattice::Square, "AAAA\nABBA\nAAAA", &Limits::default()).unwrap();
        let tiling = infer_from_grid("a ring and its middle", &grids[0]).unwrap();
        let patchwork = Patchwork::trace(&tiling, 20.0).unwrap();
        let polygons = MultiPolygon::from(&patchwork);
        let holes: Vec<usize> = polygons.iter().map(|polygon| polygon.interiors().len()).collect();
        assert_eq!(holes, [1, 0]);
        let back: Result<Vec<Outline>, _> = polygons.iter().map(Outline::try_from).collect();
        let areas: Vec<f64> = back.unwrap().iter().map(Outline::area).collect();
        assert_eq!(areas, [10.0 * 400.0, 2.0 * 400.0]);
    }
}

mod kurbo {
    use ::kurbo::Shape as _;

    use ::kurbo::{BezPath, Rect};
    use piecework_draw::drawing::{Element, Path};
    use piecework_draw::geometry::{Bounds, GeometryError, Outline, Point, Ring};

    fn square(corner: f64, side: f64) -> Ring {
        let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)];
        Ring::new(corners.map(|(x, y)| Point::new(corner + x, corner + y)).to_vec()).unwrap()
    }

    #[test]
    fn outlines_with_holes_and_islands_come_back() {
        let frame = Outline::new(square(0.0, 30.0), vec![square(5.0, 20.0)]).unwrap();
        let island = Outline::new(square(10.0, 4.0), Vec::new()).unwrap();
        let mut path = BezPath::from(&frame);
        assert_eq!(path.area(), 900.0 - 400.0, "holes turn the other way, so their areas are taken off");
        assert_eq!(Outline::from_bez_path(&path, 0.01).unwrap(), std::slice::from_ref(&frame));
        path.extend(BezPath::from(&island).iter());
        assert_eq!(Outline::from_bez_path(&path, 0.01).unwrap(), [frame.clone(), island]);
        // By the even-odd rule it does not matter which way the lines run.
        let turned = path.reverse_subpaths();
        let mut areas: Vec<f64> =
            Outline::from_bez_path(&turned, 0.01).unwrap().iter().map(Outline::area).collect();
        areas.sort_by(f64::total_cmp);
        assert_eq!(areas, [16.0, 500.0]);
        path.extend(BezPath::from(&square(25.0, 10.0)).iter());
        assert!(matches!(Outline::from_bez_path(&path, 0.01), Err(GeometryError::Crossing { .. })));
    }

    #[test]
    fn paths_come_back_with_their_curves() {
        let at = Point::new;
        let path = Path::new([
            Element::Move(at(1.0, 1.0)),
            Element::Line(at(9.0, 1.0)),
            Element::Cubic(at(12.0, 2.0), at(12.0, 6.0), at(9.0, 7.0)),
            Element::Close,
            Element::Move(at(3.0, 3.0)),
            Element::Line(at(4.0, 4.0)),
        ]);
        assert_eq!(Path::from(&BezPath::from(&path)), path);
        let half = Path::new([Element::Move(at(0.0, 0.0)), Element::Arc(at(5.0, 5.0), at(10.0, 0.0))]);
        let length = BezPath::from(&half).perimeter(1e-9);
        assert!((length - 5.0 * std::f64::consts::PI).abs() < 5e-4, "{length}");
    }

    #[test]
    fn quadratic_curves_are_raised_and_closes_begin_again() {
        let mut curve = BezPath::new();
        curve.move_to((0.0, 0.0));
        curve.quad_to((6.0, 9.0), (12.0, 0.0));
        curve.close_path();
        curve.line_to((0.0, -3.0));
        let at = Point::new;
        let raised = [
            Element::Move(at(0.0, 0.0)),
            Element::Cubic(at(4.0, 6.0), at(8.0, 6.0), at(12.0, 0.0)),
            Element::Close,
            Element::Move(at(0.0, 0.0)),
            Element::Line(at(0.0, -3.0)),
        ];
        assert_eq!(Path::from(&curve), Path::new(raised));
    }

    #[test]
    fn lines_and_boxes_come_back() {
        let points = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)].map(|(x, y)| Point::new(x, y));
        for path in [Path::polyline(&points), Path::polygon(&points)] {
            let lines = path.flattened(0.01);
            assert_eq!(Path::from(&BezPath::from(&lines[0])), path);
        }
        let bounds = Bounds { left: 1.0, top: 2.0, right: 4.0, bottom: 8.0 };
        assert_eq!(Bounds::from(Rect::from(bounds)), bounds);
    }
}
