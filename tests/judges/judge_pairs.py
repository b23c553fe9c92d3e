#!/usr/bin/env python3
"""Judges SVG sheets that belong together: the back of a sheet and its front, the plugs of an inlay and its plate.

A back must have the crosses of its front, mirrored about the middle of the sheet, and all its marks inside of the mirrored
pieces. The crosses must be apart from all pieces.

Of an inlay the sheet with the plate is given. Kerf, clearance and cell are in its design. What is left of every plug and open in
every socket, once the beam has taken its kerf, must be a shape of whole cells, smaller or larger by half the clearance all round, so
that exactly the clearance is between them; and the plugs must fill the sockets.
"""

import json
import re
from dataclasses import replace
from pathlib import Path

import shapely
from shapely.affinity import affine_transform

import recipe
import svg_reader
import tool_path
from svg_reader import SVG
from verdict import Unreadable, look, parser, speak, start

# In mm: the rounding of two places, far below what a machine can cut.
SAME = 1e-3
MITRE = 50.0


def judge(path, verdict):
    if "-back-" in Path(path).name:
        judge_back(Path(path), verdict)
    else:
        judge_inlay(Path(path), verdict)


def cut_lines(path):
    """The lines that are cut, and everything else, each as strokes; and the width of the sheet."""
    sheet = svg_reader.read(path)
    given = recipe.tool(path)
    wanted = recipe.Tool(blade_offset=given.blade_offset, stretch=given.stretch)
    faults = []
    found = tool_path.plain(sheet.strokes, wanted, faults.append)
    if faults:
        raise Unreadable(faults[0])
    return [s for s in found if s.layer == "CUT"], [s for s in found if s.layer != "CUT"], sheet.width / given.stretch[0]


def judge_back(path, verdict):
    front = path.with_name("-cut-".join(path.name.rsplit("-back-", 1)))
    cut, marks, width = cut_lines(path)
    front_cut, _, front_width = cut_lines(front)
    if width != front_width:
        verdict.fault(f"the sheet is {width:g} mm wide and its front {front_width:g}")
    ours, lines = tool_path.crosses(cut)
    theirs, front_lines = tool_path.crosses(front_cut)
    if len(lines) != len(cut):
        verdict.fault("more is cut than crosses")
    over = sorted((width - x, y) for x, y in ours)
    if len(over) != 3 or any(abs(a - b) > SAME for one, other in zip(over, sorted(theirs)) for a, b in zip(one, other)):
        verdict.fault(f"the crosses of the front are at {sorted(theirs)}, those of the back, turned over, at {over}")
    edges = [shapely.LineString(edge) for s in front_cut if not any(s is line for line in front_lines) for edge in s.edges()]
    faces = shapely.unary_union(shapely.polygonize([shapely.unary_union(edges)]))
    crosses = shapely.MultiLineString([s.points for s in front_lines])
    if crosses.is_empty or crosses.distance(faces) < SAME:
        verdict.fault("a cross is in a piece")
    if not marks:
        verdict.fault("nothing is on the back")
    mirrored = affine_transform(faces, [-1, 0, 0, 1, width, 0]).buffer(SAME)
    outside = sum(not mirrored.contains(shapely.LineString(s.points)) for s in marks if s.inked)
    if outside:
        verdict.fault(f"{outside} lines are outside of the mirrored pieces")
    verdict.note(f"{len(marks)} lines on the back of {front.name}")


def given(path):
    """The cell, the kerf and the clearance of a design, in mm."""
    try:
        cut = json.loads(recipe.design(path) or "")["cut"]
    except (ValueError, KeyError) as error:
        raise Unreadable(f"the design cannot be read: {error}") from error
    length = lambda key, usual: recipe.mm(str(cut.get(key, usual)))
    if not cut.get("inlay"):
        raise Unreadable("the design has no inlay")
    return length("cell", "10mm"), length("kerf", "0"), length("fit", "0"), "knobs" in cut


def parts(path):
    """The closed cuts of a sheet by the names of their paths, as polygons without holes."""
    found = {}
    for element in svg_reader.read(path).root.iter(SVG + "path"):
        title = element.find(SVG + "title")
        if title is None or svg_reader.layer(element) not in ("CUT", "INNER"):
            continue
        lines = [replace(s, layer="CUT") for s in svg_reader.strokes(element)]
        lines = tool_path.plain(lines, recipe.tool(path), lambda fault: None)
        rings = [shapely.Polygon(s.points) for s in lines if s.closed]
        found.setdefault(title.text.strip(), []).extend(rings)
    return found


def whole(shape, cell):
    """How far the sides of a shape are from whole cells, in mm; collinear sides are one."""
    ring = list(shape.simplify(SAME / 10).exterior.coords)[:-1]
    lengths = [shapely.Point(a).distance(shapely.Point(b)) for a, b in zip(ring, ring[1:] + ring[:1])]
    return max(abs(length - max(1, round(length / cell)) * cell) for length in lengths)


def judge_inlay(path, verdict):
    cell, kerf, fit, knobs = given(path)
    job, _, number = path.stem.rpartition("-cut-")
    plate = sorted(parts(path).pop("plate", []), key=lambda ring: ring.area)
    if len(plate) < 2:
        raise Unreadable("the plate has no socket")
    *inner, rim = plate
    if not all(rim.contains(ring) for ring in inner):
        verdict.fault("a socket is not inside of the plate")
    sheets = [other for other in path.parent.glob(f"{job}-cut-*.svg") if other != path and re.search(r"-cut-\d", other.name)]
    plugs = {name: ring for sheet in sheets for name, rings in parts(sheet).items() if re.match(r"\d", name)
             for ring in [rings_to_polygon(rings)]}
    # A ring of a socket inside another is an island.
    sockets = shapely.Polygon()
    for ring in sorted(inner, key=lambda ring: -ring.area):
        sockets = sockets.symmetric_difference(ring)
    grown = lambda shape, by: shape.buffer(by, join_style="mitre", mitre_limit=MITRE)
    by = (kerf - fit) / 2
    finished = {name: grown(plug, -by) for name, plug in plugs.items()}
    board = grown(sockets, by)
    shapes = [("the socket", part) for part in getattr(board, "geoms", [board])] + list(finished.items())
    for name, shape in shapes if not knobs else shapes[:1]:
        rings = [shapely.Polygon(ring) for ring in (shape.exterior, *shape.interiors)]
        off = max(whole(ring, cell) for ring in rings)
        if off > 4 * SAME:
            verdict.fault(f"{name} is {off:.4f} mm off whole cells after cutting with a kerf of {kerf:g} and a clearance of {fit:g} mm")
    area, room = sum(plug.area for plug in finished.values()), board.area
    length = sum(plug.length for plug in finished.values()) + board.length
    if abs(area - room) > SAME * length:
        verdict.fault(f"the plugs cover {area:.3f} square mm of {room:.3f}")
    verdict.note(f"{len(plugs)} plugs fill {room:.1f} square mm, {fit:g} mm apart")


def rings_to_polygon(rings):
    """A piece of its largest ring, with the others as holes."""
    outer, *holes = sorted(rings, key=lambda ring: -ring.area)
    return shapely.Polygon(outer.exterior, [hole.exterior for hole in holes])


def main(arguments):
    options = parser(__doc__).parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
