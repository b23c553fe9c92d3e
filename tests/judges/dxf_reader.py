"""A DXF file as strokes in mm, y up.

In: a file. Out: its raw groups, the document as ezdxf's strict reader sees it, and its strokes by layer.
"""

from dataclasses import dataclass
from pathlib import Path

import ezdxf
from ezdxf.path import make_path

from strokes import Stroke
from verdict import Unreadable

# `$INSUNITS`: what one unit is, in mm. A file without it is in mm unless its name says inches.
UNITS = {"4": ("mm", 1.0), "1": ("in", 25.4)}
# How far a chord may leave a curve, in units of the file.
CHORD = 0.001


@dataclass
class DxfSheet:
    path: str
    groups: list
    document: object
    scale: float
    strokes: list


def read(path):
    """The sheet; raises Unreadable with the reason."""
    raw = groups(Path(path).read_bytes())
    try:
        document = ezdxf.readfile(str(path))
    except Exception as error:  # ezdxf raises whatever its parts raise
        raise Unreadable(f"ezdxf cannot read it: {type(error).__name__}: {error}") from error
    unit = UNITS.get(variable(raw, "$INSUNITS"), ("", 25.4 if named_unit(path) == "in" else 1.0))
    found = [strokes(entity, unit[1]) for entity in document.modelspace()]
    return DxfSheet(path, raw, document, unit[1], [stroke for stroke in found if stroke])


def named_unit(path):
    """The unit that a file's name ends in; mm unless it does."""
    return "in" if Path(path).stem.endswith("_in") else "mm"


def groups(data):
    """Pairs of code and value, as they stand in the file."""
    if not data.isascii():
        raise Unreadable("not plain ASCII")
    lines = data.decode("ascii").replace("\r\n", "\n").rstrip("\n").split("\n")
    if len(lines) % 2:
        raise Unreadable("an odd number of lines: codes and values do not pair")
    pairs = []
    for code, value in zip(lines[0::2], lines[1::2]):
        if not code.strip().lstrip("-").isdigit():
            raise Unreadable(f"{code!r} is no group code")
        pairs.append((int(code), value.strip()))
    if pairs[-1] != (0, "EOF"):
        raise Unreadable("it does not end with EOF")
    return pairs


def variable(pairs, name):
    """The first value of a header variable, or nothing."""
    for (_, key), (_, value) in zip(pairs, pairs[1:]):
        if key == name:
            return value
    return None


def strokes(entity, scale):
    kind, layer = entity.dxftype(), entity.dxf.layer
    if kind == "LINE":
        ends = [entity.dxf.start, entity.dxf.end]
        return Stroke(layer, [(p.x * scale, p.y * scale) for p in ends], False)
    if kind not in ("LWPOLYLINE", "POLYLINE"):
        return None
    closed = entity.closed if kind == "LWPOLYLINE" else entity.is_closed
    curved = entity.has_arc
    if curved:
        points = [(p.x, p.y) for p in make_path(entity).flattening(CHORD)]
        points = points[:-1] if closed else points
    elif kind == "LWPOLYLINE":
        points = list(entity.get_points("xy"))
    else:
        points = [(v.dxf.location.x, v.dxf.location.y) for v in entity.vertices]
    return Stroke(layer, [(x * scale, y * scale) for x, y in points], closed, curved)
