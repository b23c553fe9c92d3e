"""Undoes what the tool does beyond the lines, and says where that is not what was declared.

In: strokes as a file draws them, how the tool was to run. Out: the plain strokes, which every other check looks at: as if the tip of a
blade were the tool, without overcuts and lead-ins, over all tabs. A sheet that
is stretched for its machine is measured as it was. Whatever is undone must have just the declared measure and be where
it may: an overcut on what is cut by then, a lead-in in waste, a tab between two ends that point at each other.
"""

import math
from dataclasses import replace

import shapely

from strokes import SAME_LINE, SAME_POINT, Stroke, distance

# Lengths may be rounded by this much, in mm.
ROUNDED = 2e-3
# The size of a cross that aligns two sides, in mm.
CROSS = 5.0
# Areas smaller than this lie between lines that are one, in square mm: the length of a side, rounded.
SLIVER = 1.0
# A blade is not swung around corners that turn less than this, in radians.
LEAST_TURN = math.radians(5)


def plain(strokes, tool, fault, layer="CUT", rounded=ROUNDED):
    """The strokes, those of the layer that is cut undone; `fault` hears what is not as declared."""
    strokes = list(strokes)
    cut = [s for s in strokes if s.layer == layer]
    x, y = tool.stretch
    if tool.stretch != (1.0, 1.0):
        cut = [replace(s, points=[(px / x, py / y) for px, py in s.points]) for s in cut]
    if tool.blade_offset:
        cut = [tip(s, tool.blade_offset, fault, rounded) for s in cut]
    if tool.crosses:
        cut = without_crosses(cut, fault, rounded)
    if tool.overcut:
        cut = without_overcuts(cut, tool, fault, rounded)
    if tool.lead_in:
        cut = without_lead_ins(cut, tool.lead_in, fault, rounded)
    if tool.tabs:
        cut = over_tabs(cut, tool, fault, rounded)
    return [s for s in strokes if s.layer != layer] + cut


def crosses(strokes, rounded=ROUNDED):
    """The middles of the crosses that align two sides, and the strokes that they are made of."""
    lines = [s for s in strokes if not s.closed and len(s.points) == 2 and abs(distance(*s.points) - CROSS) <= 2 * rounded]
    middle = lambda s: tuple((a + b) / 2 for a, b in zip(*s.points))
    flat = lambda s, axis: abs(s.points[0][axis] - s.points[1][axis]) <= 2 * rounded
    pairs = [(a, b) for a in lines if flat(a, 1) for b in lines if flat(b, 0) and distance(middle(a), middle(b)) <= 2 * rounded]
    return [middle(a) for a, _ in pairs], [s for pair in pairs for s in pair]


def without_crosses(cut, fault, rounded):
    """Lines without the three crosses; a sheet with nothing on its back has none."""
    middles, lines = crosses(cut, rounded)
    if len(middles) not in (0, 3):
        fault(f"{len(middles)} crosses, not 3")
    return [s for s in cut if not any(s is line for line in lines)]


def towards(a, b, far):
    share = far / (distance(a, b) or 1.0)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def say(point):
    return f"near {point[0]:.2f} {point[1]:.2f}"


def tip(stroke, offset, fault, rounded):
    """Where the tip of a blade is that trails `offset` behind: back along straight lines, still while its axis goes around it."""
    if stroke.closed or len(stroke.points) < 2:
        fault(f"a line for a blade is closed {say(stroke.points[0])}")
        return stroke
    axis = stroke.points
    corner = towards(axis[0], axis[1], -offset)
    found, last, swung = [corner], axis[0], False
    for point in axis[1:]:
        far = distance(point, corner)
        if abs(far - offset) <= rounded:
            last, swung = point, True
            continue
        # The axis stands on the line from the corner on, but for a turn too small to be swung around.
        ahead = towards(corner, point, offset)
        if far < offset or distance(ahead, last) > (rounded if swung else offset * 2 * math.sin(LEAST_TURN / 2) + rounded):
            fault(f"the blade is not {offset:g} mm behind its axis {say(point)}")
            return stroke
        corner, last, swung = towards(corner, point, far - offset), point, False
        found.append(corner)
    if distance(found[0], found[-1]) <= rounded:
        return replace(stroke, points=found[:-1], closed=True)
    return replace(stroke, points=found)


def without_overcuts(strokes, tool, fault, rounded):
    """Lines without what they go on along others; outlines by themselves go on by all of the overcut, others by no more."""
    found, edges = [], []
    for stroke in strokes:
        far = 0.0 if stroke.closed else again(stroke, edges, rounded)
        if far > tool.overcut + rounded:
            fault(f"an overcut of {far:.2f} mm, not {tool.overcut:g} mm, {say(stroke.points[-1])}")
        edges.extend(stroke.edges())
        found.append(shortened(stroke, far, rounded) if far > SAME_LINE else stroke)
        is_ring = found[-1].closed or (tool.lead_in and comes_back(found[-1].points[1:], rounded))
        if is_ring and abs(far - tool.overcut) > rounded:
            fault(f"an outline is cut on by {far:.2f} mm, not {tool.overcut:g} mm, {say(stroke.points[-1])}")
    return found


def comes_back(points, rounded):
    return len(points) > 3 and distance(points[0], points[-1]) <= rounded


def again(stroke, edges, rounded):
    """How long the end of a line runs on what is cut before it."""
    own, far = stroke.edges(), 0.0
    for index in range(len(own) - 1, 0, -1):
        a, b = own[index]
        whole = distance(a, b)
        covered = 0.0
        spans = sorted(filter(None, (along(b, a, other, rounded) for other in [*edges, *own[:index]])))
        for start, end in spans:
            if start <= covered + rounded:
                covered = max(covered, end)
        covered = min(covered, whole)
        far += covered
        if covered < whole - rounded:
            break
    return far if far > 2 * rounded else 0.0


def along(start, to, edge, rounded):
    """From where to where an edge covers the way from `start` to another point, or nothing if it lies elsewhere."""
    whole = distance(start, to)
    if whole < SAME_POINT:
        return None
    dx, dy = (to[0] - start[0]) / whole, (to[1] - start[1]) / whole
    # Beside the longer of the two: ends that are rounded turn a short one by more.
    longer, shorter = sorted(((start, to), tuple(edge)), key=lambda pair: -distance(*pair))
    (x0, y0), (x1, y1) = longer
    off = [abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / distance(*longer) for x, y in shorter]
    if max(off) > max(SAME_LINE, rounded):
        return None
    places = sorted((x - start[0]) * dx + (y - start[1]) * dy for x, y in edge)
    return (places[0], places[1]) if places[1] > rounded and places[0] < whole else None


def shortened(stroke, far, rounded):
    """A line without its last `far` mm; closed if it ends where it began by then."""
    points = list(stroke.points)
    while len(points) > 1 and distance(points[-1], points[-2]) <= far + rounded:
        far -= distance(points[-1], points[-2])
        points.pop()
        if far <= rounded:
            break
    if far > rounded:
        points[-1] = towards(points[-1], points[-2], far)
    if comes_back(points, rounded):
        return replace(stroke, points=points[:-1], closed=True)
    return replace(stroke, points=points)


def without_lead_ins(strokes, length, fault, rounded):
    """Outlines without their lead-ins, which must be as long as declared and lie in waste."""
    found, starts = [], []
    for stroke in strokes:
        points = stroke.points
        if stroke.closed or not comes_back(points[1:], rounded):
            fault(f"a line has no lead-in {say(points[0])}")
            found.append(stroke)
            continue
        if abs(distance(points[0], points[1]) - length) > rounded:
            fault(f"a lead-in of {distance(points[0], points[1]):.2f} mm, not {length:g} mm, {say(points[0])}")
        starts.append(points[:2])
        # Begun in the middle of a side, which is no corner of the outline.
        found.append(replace(stroke, points=points[1:-1], closed=True))
    rings = [shapely.Polygon(s.points) for s in found if s.closed]
    for start, end in starts:
        lead = shapely.LineString([start, towards(start, end, distance(start, end) - 10 * rounded)])
        inside = sum(1 for ring in rings if ring.is_valid and ring.contains(shapely.Point(start)))
        if inside % 2 or any(ring.exterior.intersects(lead) for ring in rings):
            fault(f"a lead-in lies in no waste {say(start)}")
    return found


def over_tabs(strokes, tool, fault, rounded):
    """Lines joined over their tabs: from an end to another that lies as far ahead as a tab is wide, and points back."""
    loose = loose_ends(strokes, max(SAME_LINE, rounded))
    joined, tabs = {}, []
    for end in loose:
        if end in joined:
            continue
        partner = next((other for other in loose if other != end and other not in joined
                        and faces(strokes, end, other, tool.tab_width, rounded)), None)
        if partner is not None:
            joined[end], joined[partner] = partner, end
            tabs.append([place(strokes, end)[0], place(strokes, partner)[0]])
    for end in loose:
        if end not in joined:
            fault(f"an end {say(place(strokes, end)[0])} is at no tab of {tool.tab_width:g} mm")
    found = chained(strokes, joined)
    check_count(found, tabs, tool, fault, max(SAME_LINE, rounded))
    return found


def place(strokes, end):
    """An end, and the point before it."""
    index, last = end
    points = strokes[index].points
    return (points[-1], points[-2]) if last else (points[0], points[1])


def loose_ends(strokes, near_by):
    """The ends that meet no other line, by the number of their stroke and whether they are its last."""
    ends = [(i, last) for i, s in enumerate(strokes) if not s.closed for last in (False, True)]
    lines = [shapely.LineString(s.points + s.points[:1] * s.closed) for s in strokes]
    tree = shapely.STRtree(lines)

    def meets(end):
        point = shapely.Point(place(strokes, end)[0])
        near = tree.query(point, predicate="dwithin", distance=near_by)
        points = strokes[end[0]].points
        # Its own line passes there again where the end lies on an edge but its own.
        rest = points[:-1] if end[1] else points[1:]
        own = len(rest) > 1 and shapely.LineString(rest).distance(point) <= near_by
        return own or any(i != end[0] for i in near)

    return [end for end in ends if not meets(end)]


def faces(strokes, one, other, width, rounded):
    """Whether two ends are `width` apart and each goes on to the other."""
    (a, before_a), (b, before_b) = place(strokes, one), place(strokes, other)
    ahead = lambda before, at: towards(at, before, -width)
    return distance(ahead(before_a, a), b) <= 2 * rounded and distance(ahead(before_b, b), a) <= 2 * rounded


def chained(strokes, joined):
    """Strokes that are joined as one each."""
    found, done = [], set()
    # First from ends that are not joined; what is left then goes around.
    starts = [(i, last) for i in range(len(strokes)) for last in (False, True) if (i, last) not in joined]
    for start in [*starts, *((i, False) for i in range(len(strokes)))]:
        if start[0] in done:
            continue
        points, at, around = [], start, strokes[start[0]].closed
        while at is not None and at[0] not in done:
            done.add(at[0])
            own = strokes[at[0]].points
            points.extend(own[::-1] if at[1] else own)
            at = joined.get((at[0], not at[1]))
            around = around or at == start
        found.append(Stroke(strokes[start[0]].layer, points, around, strokes[start[0]].curved))
    return found


def check_count(strokes, tabs, tool, fault, near_by):
    """Separate outlines have exactly the tabs that were asked for, waste inside of them as many as fit, pieces that share lines at least one."""
    middles = [shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in tabs]
    lines = [shapely.LineString(s.points + s.points[:1] * s.closed) for s in strokes]
    counted = lambda ring: sum(1 for at in middles if ring.distance(at) <= near_by)
    if all(s.closed for s in strokes):
        rings = [shapely.Polygon(s.points) for s in strokes if len(s.points) > 2]
        for ring in rings:
            depth = sum(1 for other in rings if other is not ring and other.contains(ring.representative_point()) and other.area > ring.area)
            want = [tool.tabs] if depth % 2 == 0 else range(tool.tabs + 1)
            if counted(ring.exterior) not in want:
                fault(f"an outline has {counted(ring.exterior)} tabs, not {tool.tabs}, {say((ring.centroid.x, ring.centroid.y))}")
        return
    for face in shapely.polygonize([shapely.unary_union(lines)]).geoms if lines else ():
        # Lines that meet are rounded, and leave slivers.
        if face.area > SLIVER and counted(face.exterior) + sum(counted(hole) for hole in face.interiors) == 0:
            fault(f"a piece hangs on no tab {say((face.centroid.x, face.centroid.y))}")
