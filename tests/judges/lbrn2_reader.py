"""A LightBurn project as strokes in mm, y up.

In: a file. Out: its strokes by the name of their cut setting, and the settings. Straight lines and cubic curves, in no group and without a
transform: what else LightBurn knows, piecework does not write.
"""

import re
from dataclasses import dataclass

from lxml import etree

from strokes import Stroke, arrived, cubic
from verdict import Unreadable

NUMBER = r"-?\d+(?:\.\d+)?"
# A place, and the control points of the curves that leave it and enter it; 1 stands for none.
VERTEX = re.compile(rf"V({NUMBER}) ({NUMBER})c0x(?:({NUMBER})c0y({NUMBER})|1)c1x(?:({NUMBER})c1y({NUMBER})|1)")


@dataclass
class Setting:
    index: int
    name: str
    priority: int
    kind: str


@dataclass
class Project:
    settings: dict
    strokes: list
    notes: str


def read(path):
    """The project; raises Unreadable with the reason."""
    try:
        root = etree.parse(str(path), etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
    except (etree.XMLSyntaxError, OSError) as error:
        raise Unreadable(f"no XML: {error}") from error
    if root.tag != "LightBurnProject" or root.get("FormatVersion") != "1":
        raise Unreadable(f"the root is {root.tag}, format {root.get('FormatVersion')}")
    settings, strokes, notes = {}, [], ""
    for element in root:
        if element.tag == "CutSetting":
            setting = Setting(*(convert(value(element, key)) for key, convert in
                                (("index", int), ("name", str), ("priority", int))), element.get("type"))
            if setting.index in settings:
                raise Unreadable(f"two settings have the index {setting.index}")
            settings[setting.index] = setting
        elif element.tag == "Shape":
            strokes.append(shape(element, settings))
        elif element.tag == "Notes":
            notes = element.get("Notes", "")
        else:
            raise Unreadable(f"unsupported element <{element.tag}>")
    return Project(settings, strokes, notes)


def value(element, key):
    found = element.find(key)
    if found is None or found.get("Value") is None:
        raise Unreadable(f"a setting has no {key}")
    return found.get("Value")


def shape(element, settings):
    index = element.get("CutIndex", "")
    if not index.isdigit() or int(index) not in settings:
        raise Unreadable(f"a shape has the cut index {index!r}, which no setting has")
    if element.get("Type") != "Path" or element.findtext("XForm") != "1 0 0 1 0 0":
        raise Unreadable(f"a shape of type {element.get('Type')} with the transform {element.findtext('XForm')}")
    text = element.findtext("VertList") or ""
    if not re.fullmatch(f"(?:{VERTEX.pattern})+", text):
        raise Unreadable(f"vertices {text[:30]!r}")
    vertices = [[(float(x), float(y)) if x else None for x, y in zip(v[0::2], v[1::2])] for v in VERTEX.findall(text)]
    points = [vertex[0] for vertex in vertices]
    lines = element.findtext("PrimList")
    if "B" in (lines or ""):
        return curves(settings[int(index)].name, vertices, lines)
    if lines not in ("LineClosed", "".join(f"L{i} {i + 1}" for i in range(len(points) - 1))):
        raise Unreadable(f"lines {(lines or '')[:30]!r}")
    return Stroke(settings[int(index)].name, points, lines == "LineClosed")


def curves(layer, vertices, lines):
    """Lines and curves from each vertex to the next, and back from the last one if the line is closed."""
    steps = re.findall(r"([BL])(\d+) (\d+)", lines)
    count = len(vertices)
    ends = [(i, (i + 1) % count) for i in range(len(steps))]
    if "".join(f"{kind}{a} {b}" for kind, a, b in steps) != lines or [(int(a), int(b)) for _, a, b in steps] != ends:
        raise Unreadable(f"lines {lines[:30]!r} do not follow each other")
    if len(steps) not in (count, count - 1):
        raise Unreadable(f"{len(steps)} lines between {count} vertices")
    points = [vertices[0][0]]
    for (kind, _, _), (a, b) in zip(steps, ends):
        if kind == "L":
            points.append(vertices[b][0])
            continue
        controls = [vertices[a][0], vertices[a][1], vertices[b][2], vertices[b][0]]
        if None in controls:
            raise Unreadable(f"a curve from vertex {a} to {b} without control points")
        points.extend(cubic(controls))
    closed = len(steps) == count
    return Stroke(layer, arrived(points) if closed else points, closed, True)
