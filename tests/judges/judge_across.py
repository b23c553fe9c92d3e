#!/usr/bin/env python3
"""Judges whether the SVG, DXF, PDF, HPGL, G-code and LightBurn files of one sheet draw the same lines.

Given one SVG file and any number of others: the same layers, in each the same bounds and the same edges, to
0.01 mm, in any order and either direction. Curves, which DXF files may flatten, must lie within 0.05 mm of one another.
A layer in which a PDF file writes words has no lines to compare there; neither
has one that HPGL leaves out. HPGL rounds to 0.0125 mm and, like LightBurn, may have several layers in one. Areas of color are pictures, not lines.
"""

from pathlib import Path

import shapely

import dxf_reader
import gcode_reader
import lbrn2_reader
import pdf_reader
import plt_reader
import strokes
import svg_reader
from verdict import Unreadable, Verdict, look, parser, speak, start

# In mm: more than the rounding of all formats together, less than any machine can cut.
SAME = 0.01
# In mm: SAME, and what flattening a curve may leave out.
SAME_CURVE = 0.05
# In mm: the same, where one file rounds to half a unit of HPGL, aslant.
SAME_PLT = 0.018


def load(path, page, height):
    """Lines by layer in mm, y down, and the layers that cannot be compared."""
    kind = Path(path).suffix.lower()
    if kind == ".dxf":
        found = [flipped(s, height) for s in dxf_reader.read(path).strokes]
        return strokes.by_layer(found), set()
    if kind == ".plt":
        return strokes.by_layer(flipped(s, height) for s in plt_reader.read(path)), {"GUIDE"}
    if kind == ".gcode":
        return strokes.by_layer(flipped(s, height) for s in gcode_reader.read(path)), {"GUIDE"}
    if kind == ".lbrn2":
        return strokes.by_layer(flipped(s, height) for s in lbrn2_reader.read(path).strokes), set()
    if kind == ".pdf":
        document, pages = pdf_reader.read(path)
        document.close()
        if not 1 <= page <= len(pages):
            raise Unreadable(f"{path} has no page {page}")
        sheet = pages[page - 1]
        return strokes.by_layer(s for s in sheet.strokes if s.inked), sheet.worded
    return strokes.by_layer(s for s in svg_reader.read(path).strokes if s.inked), set()


def flipped(stroke, height):
    stroke.points = [(x, height - y) for x, y in stroke.points]
    return stroke


def judge(first, others, page, verdict):
    height = svg_reader.read(first).height
    mine, _ = load(first, page, height)
    compared = 0
    for other in others:
        theirs, worded = load(other, page, height)
        name = Path(other).name
        same = SAME_PLT if Path(other).suffix == ".plt" else SAME
        ours = together(mine, theirs)
        for layer in sorted((set(ours) | set(theirs)) - worded):
            if layer not in ours or layer not in theirs:
                verdict.fault(f"layer {layer} is only in {(first if layer in ours else name)}")
            else:
                compared += 1
                compare(layer, ours[layer], theirs[layer], name, verdict, same)
    if not compared:
        verdict.fault("there was nothing to compare")
    verdict.note(f"{', '.join(sorted(mine))} in {1 + len(others)} files")


def together(mine, theirs):
    """My layers, those put into one that the other file does not tell apart."""
    found = dict(mine)
    for key in (k for k in theirs if "+" in k):
        parts = [found.pop(name) for name in key.split("+") if name in found]
        if parts:
            found[key] = [s for part in parts for s in part]
    return found


def compare(layer, mine, theirs, name, verdict, tolerance=SAME):
    here, there = strokes.bounds(mine), strokes.bounds(theirs)
    curved = any(s.curved for s in [*mine, *theirs])
    if any(abs(a - b) > (SAME_CURVE if curved else tolerance) for a, b in zip(here, there)):
        verdict.fault(f"{name}, layer {layer}: bounds {say(there)}, not {say(here)}")
    elif curved:
        apart = max(furthest(mine, theirs), furthest(theirs, mine))
        if apart > SAME_CURVE:
            verdict.fault(f"{name}, layer {layer}: lines are {apart:.3f} mm apart")
    else:
        left, right = [[e for s in side for e in s.edges()] for side in (mine, theirs)]
        lost, added = unmatched(left, right, tolerance)
        if lost or added:
            verdict.fault(f"{name}, layer {layer}: {len(lost)} edges of {len(left)} are missing, {len(added)} are new; "
                          f"the first: {say([v for p in (lost + added)[0] for v in p])}")


def furthest(one, other):
    """How far the ends and middles of the edges of one side are from the other side at most, in mm."""
    edges = [e for s in one for e in s.edges()]
    points = [p for e in edges for p in (e[0], ((e[0][0] + e[1][0]) / 2, (e[0][1] + e[1][1]) / 2), e[1])]
    tree = shapely.STRtree(shapely.linestrings([list(e) for s in other for e in s.edges()]))
    return tree.query_nearest(shapely.points(points), all_matches=False, return_distance=True)[1].max()


def say(numbers):
    return " ".join(f"{v:.3f}" for v in numbers)


def unmatched(left, right, tolerance=SAME):
    """Edges of either side without a partner on the other; every partner serves once."""
    waiting = {}
    for edge in right:
        waiting.setdefault(key(edge), []).append(edge)
    lost = []
    for edge in left:
        x, y = key(edge)
        near = [(k, e) for k in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)) for e in waiting.get(k, ())]
        match = next(((k, e) for k, e in near if same(edge, e, tolerance)), None)
        if match:
            waiting[match[0]].remove(match[1])
        else:
            lost.append(edge)
    return lost, [e for edges in waiting.values() for e in edges]


def key(edge):
    """The square of the sheet, a little wider than what counts as the same, in which an edge has its middle."""
    (x1, y1), (x2, y2) = edge
    return round((x1 + x2) / (4 * SAME_PLT)), round((y1 + y2) / (4 * SAME_PLT))


def same(one, two, tolerance):
    return any(all(strokes.distance(a, b) <= tolerance for a, b in zip(one, order)) for order in (two, two[::-1]))


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--page", type=int, default=1, metavar="N", help="the page of the PDF files (1)")
    options = line.parse_args(arguments)
    svgs = [f for f in options.files if Path(f).suffix.lower() == ".svg"]
    if len(svgs) != 1 or len(options.files) < 2:
        wrong = Verdict(" ".join(options.files))
        wrong.fault("one SVG file is compared with at least one other")
        return speak([wrong])
    others = [f for f in options.files if f != svgs[0]]
    return speak([look(f"{svgs[0]} across", lambda verdict: judge(svgs[0], others, options.page, verdict))])


if __name__ == "__main__":
    start(main)
