#!/usr/bin/env python3
"""Judges apparel DXF: ezdxf's strict reader, a block a piece with one closed boundary, layers of AAMA, nothing else."""

import shapely
import shapely.affinity

import dxf_reader
from verdict import look, parser, speak, start

# What may lie on which layer.
AAMA = {"1": {"POLYLINE", "TEXT"}, "4": {"LINE"}, "7": {"LINE"}, "8": {"POLYLINE", "LINE"}, "11": {"POLYLINE"}}


def judge(path, verdict):
    sheet = dxf_reader.read(path)
    document = sheet.document
    if document.dxfversion != "AC1009":
        verdict.fault(f"the version is {document.dxfversion}, not AC1009")
    audit = document.audit()
    for entry in [*audit.errors, *audit.fixes]:
        verdict.fault(f"ezdxf's audit: {entry.message}")
    blocks = {b.name: b for b in document.blocks if not b.name.startswith(("*", "$", "_"))}
    inserts = [e for e in document.modelspace() if e.dxftype() == "INSERT"]
    if sorted(e.dxf.name for e in inserts) != sorted(blocks):
        verdict.fault(f"{len(blocks)} blocks but {len(inserts)} inserts")
    if any(tuple(e.dxf.insert)[:2] != (0, 0) or e.dxf.layer != "1" for e in inserts):
        verdict.fault("an insert is not at 0 0 on layer 1")
    texts = [e.dxf.text for e in document.modelspace() if e.dxftype() == "TEXT"]
    if not any(t.startswith("Style Name: ") for t in texts):
        verdict.fault("no style name")
    named = {"mm": "METRIC", "in": "ENGLISH"}[dxf_reader.named_unit(path)]
    if any(t.startswith("Units: ") and t != f"Units: {named}" for t in texts):
        verdict.fault(f"its name says {named} units, and its text does not")
    if not blocks:
        verdict.fault("there are no pieces")
    for block in blocks.values():
        piece(block, verdict)
    verdict.note(f"{len(blocks)} pieces")


def piece(block, verdict):
    name = block.name
    for entity in block:
        if entity.dxftype() not in AAMA.get(entity.dxf.layer, ()):
            verdict.fault(f"{name}: {entity.dxftype()} on layer {entity.dxf.layer}")
    if not any(e.dxftype() == "TEXT" and e.dxf.text == f"Piece Name: {name}" for e in block):
        verdict.fault(f"{name}: no piece name")
    if not any(e.dxf.layer == "7" for e in block):
        verdict.fault(f"{name}: no grain line")
    words(block, name, verdict)
    rings = {key: [ring(e, name, verdict) for e in block if e.dxftype() == "POLYLINE" and e.dxf.layer == key]
             for key in ("1", "8", "11")}
    if len(rings["1"]) != 1:
        verdict.fault(f"{name}: {len(rings['1'])} boundaries")
        return
    for key in ("8", "11"):
        if any(not rings["1"][0].buffer(1e-3).contains(inner) for inner in rings[key]):
            verdict.fault(f"{name}: layer {key} reaches beyond the boundary")


def words(block, name, verdict):
    """Words lie inside the boundary, and not on each other or on the grain line. A letter is taken to be 0.9 heights wide."""
    boxes = [box(e) for e in block if e.dxftype() == "TEXT"]
    outlines = [shapely.Polygon([v.dxf.location.vec2 for v in e.vertices]) for e in block
                if e.dxftype() == "POLYLINE" and e.dxf.layer == "1" and len(e.vertices) > 2]
    if any(one.intersects(other) for i, one in enumerate(boxes) for other in boxes[:i]):
        verdict.fault(f"{name}: words lie on each other")
    if outlines and any(not outlines[0].contains(one) for one in boxes):
        verdict.fault(f"{name}: words reach beyond the boundary")
    grain = [shapely.LineString([e.dxf.start.vec2, e.dxf.end.vec2]) for e in block if e.dxf.layer == "7"]
    if any(one.intersects(line) for one in boxes for line in grain):
        verdict.fault(f"{name}: words lie on the grain line")


def box(text):
    """What a text covers."""
    long, high = 0.9 * len(text.dxf.text) * text.dxf.height, text.dxf.height
    flat = shapely.box(0, 0, long, high)
    turned = shapely.affinity.rotate(flat, text.dxf.get("rotation", 0), origin=(0, 0))
    return shapely.affinity.translate(turned, *text.dxf.insert.vec2)


def ring(entity, name, verdict):
    points = [(v.dxf.location.x, v.dxf.location.y) for v in entity.vertices]
    if not entity.is_closed or points[0] == points[-1]:
        verdict.fault(f"{name}: a line of layer {entity.dxf.layer} is not closed by its flag")
    polygon = shapely.Polygon(points)
    if not polygon.is_valid:
        verdict.fault(f"{name}: layer {entity.dxf.layer}: {shapely.is_valid_reason(polygon)}")
    return polygon


def main(arguments):
    options = parser(__doc__).parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
