"""Lines as the readers hand them over, and what must hold for them in any format.

In: strokes in mm. Out: bounds, edges, and the faults that no stock tool looks for: lines drawn twice, outlines that cross
themselves or each other. It does not know which file the strokes came from.
"""

import math
from dataclasses import dataclass

import shapely

# Lines nearer than this burn the same groove: a twentieth of a thin laser kerf. In mm.
SAME_LINE = 0.005
# Two lines on one another for less than this are a rounded corner, not a second cut. In mm.
SHORT = 0.01
# Points nearer than this are one point: half the last digit of the files. In mm.
SAME_POINT = 5e-5
# Pieces that a curve is cut into to be measured.
CHORDS = 64
# Pieces that an arc is cut into to be measured.
ARC_CHORDS = 24
# Overlaps smaller than this come from rounding. In square mm.
NO_AREA = 1e-3


@dataclass
class Stroke:
    """One line drawn without lifting the pen; the first point is not repeated when it is closed."""

    layer: str
    points: list
    closed: bool
    curved: bool = False
    # How it is painted: "stroke", "fill", "both" or "none".
    paint: str = "stroke"
    # The width of the line in mm, if the format says so.
    width: float | None = None

    @property
    def inked(self):
        return self.paint in ("stroke", "both")

    def edges(self):
        ends = self.points[1:] + self.points[:1] if self.closed else self.points[1:]
        return list(zip(self.points, ends))


def bounds(strokes):
    """Left, low, right, high of all points, or nothing."""
    points = [p for stroke in strokes for p in stroke.points]
    if not points:
        return None
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def distance(a, b):
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def cubic(p):
    """Points on the curve over four points, without its start."""
    for i in range(1, CHORDS + 1):
        t = i / CHORDS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
        yield tuple(sum(w * q[axis] for w, q in zip(weights, p)) for axis in (0, 1))


def arc(start, end, center, counter_clockwise):
    """Points on the arc about a center, without its start; counter-clockwise where y grows up."""
    radius = distance(start, center)
    begin, stop = (math.atan2(p[1] - center[1], p[0] - center[0]) for p in (start, end))
    turn = (stop - begin) % math.tau if counter_clockwise else -((begin - stop) % math.tau)
    for i in range(1, ARC_CHORDS):
        angle = begin + turn * i / ARC_CHORDS
        yield center[0] + radius * math.cos(angle), center[1] + radius * math.sin(angle)
    yield end


def arrived(points):
    """The points of a closed line; a curve that leads back to the start needs no edge to get there."""
    return points[:-1] if distance(points[0], points[-1]) < SAME_POINT else points


def length(edges):
    return sum(distance(a, b) for a, b in edges)


def by_layer(strokes):
    layers = {}
    for stroke in strokes:
        layers.setdefault(stroke.layer, []).append(stroke)
    return layers


def shape_faults(strokes):
    """Points without a line, lines without length, first points repeated at the end."""
    for stroke in strokes:
        if len(stroke.points) < (3 if stroke.closed else 2):
            yield f"a line of {len(stroke.points)} points in layer {stroke.layer}"
        elif stroke.closed and distance(stroke.points[0], stroke.points[-1]) < SAME_POINT:
            yield f"a closed line in layer {stroke.layer} repeats its first point"
        # The small curves of letters are read as many short steps.
        elif any(distance(a, b) < (SAME_POINT / 10 if stroke.curved else SAME_POINT) for a, b in stroke.edges()):
            yield f"an edge without length in layer {stroke.layer}"


def loose_faults(strokes):
    """Ends that meet no other line, layer by layer: what they should enclose would stay in the material.

    Outlines are closed lines and have no ends; pieces that share their lines are cut by open ones from line to line.
    """
    for layer, members in by_layer(strokes).items():
        edges = [e for stroke in members for e in stroke.edges() if distance(*e) >= SAME_POINT]
        ends = [end for stroke in members if not stroke.closed for end in (stroke.points[:2], stroke.points[:-3:-1])]
        if not ends or not edges:
            continue
        tree = shapely.STRtree(shapely.linestrings([list(e) for e in edges]))
        near = tree.query(shapely.points([end[0] for end in ends]), predicate="dwithin", distance=SAME_LINE)
        # The edge that ends there is always near, and does not count.
        met = {i for i, j in near.T if set(ends[i]) != set(edges[j])}
        if len(met) < len(ends):
            yield f"{len(ends) - len(met)} loose ends in layer {layer}"


def twice_faults(strokes):
    """Every piece of line that a machine would draw again, whole or in part, layer by layer."""
    for layer, members in by_layer(strokes).items():
        edges = [e for stroke in members for e in stroke.edges() if distance(*e) >= SAME_POINT]
        lines = shapely.linestrings([list(e) for e in edges])
        if len(edges) < 2:
            continue
        pairs = shapely.STRtree(lines).query(lines, predicate="dwithin", distance=SAME_LINE)
        again = sum(shared(edges[i], edges[j]) for i, j in pairs.T if i < j)
        if again > SHORT:
            yield f"layer {layer}: {again:.2f} mm of {length(edges):.2f} mm drawn twice"


def shared(one, two):
    """How long two edges run on one another, in mm; what is too short to count is none."""
    if length([one]) < length([two]):
        one, two = two, one
    (x, y), (to_x, to_y) = one
    whole = distance(*one)
    along = ((to_x - x) / whole, (to_y - y) / whole)
    places = []
    for px, py in two:
        if abs((px - x) * along[1] - (py - y) * along[0]) > SAME_LINE:
            return 0.0
        places.append((px - x) * along[0] + (py - y) * along[1])
    overlap = min(whole, max(places)) - max(0.0, min(places))
    return overlap if overlap > SHORT else 0.0


@dataclass
class Nest:
    """Closed lines as polygons, and in how many others each one lies."""

    polygons: list
    depths: list

    def area(self):
        """What is left of the material inside: an outline counts, a hole in it does not."""
        return sum(p.area * (1 if depth % 2 == 0 else -1) for p, depth in zip(self.polygons, self.depths))

    def perimeter(self):
        return sum(p.length for p in self.polygons)

    def outlines(self):
        return sum(1 for depth in self.depths if depth % 2 == 0)


def nest(strokes, fault, apart=True):
    """Puts closed lines into one another; each must be simple, no two may cross, nor touch if they must be `apart`."""
    polygons = []
    for ring in (s for s in strokes if s.closed and len(s.points) >= 3):
        polygon = shapely.Polygon(ring.points)
        if not polygon.is_valid:
            fault(f"layer {ring.layer}: an outline is no simple polygon: {shapely.is_valid_reason(polygon)}")
        elif polygon.area < NO_AREA:
            fault(f"layer {ring.layer}: an outline encloses nothing")
        else:
            polygons.append(polygon)
    depths = [0] * len(polygons)
    pairs = shapely.STRtree(polygons).query(polygons, predicate="dwithin", distance=SAME_LINE) if polygons else None
    for i, j in () if pairs is None else pairs.T:
        if i < j:
            place(polygons, depths, i, j, fault, apart)
    return Nest(polygons, depths)


def place(polygons, depths, i, j, fault, apart):
    """Counts the smaller of two polygons into the larger, or says how they are in each other's way."""
    if polygons[i].area < polygons[j].area:
        i, j = j, i
    large, small = polygons[i], polygons[j]
    common = large.intersection(small).area
    at = f"near {small.centroid.x:.2f} {small.centroid.y:.2f}"
    if common < NO_AREA:
        if apart:
            fault(f"two outlines touch {at}")
    elif small.area - common > NO_AREA:
        fault(f"two outlines overlap by {common:.2f} square mm {at}")
    elif large.area - common < NO_AREA:
        fault(f"duplicate outline {at}")
    else:
        depths[j] += 1
