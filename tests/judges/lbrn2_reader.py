"""A LightBurn project as strokes in mm, y up.

In: a file. Out: its strokes by the name of their cut setting, and the settings. Straight lines only, in no group and without a
transform: what else LightBurn knows, piecework does not write.
"""

import re
from dataclasses import dataclass

from lxml import etree

from strokes import Stroke
from verdict import Unreadable

NUMBER = r"-?\d+(?:\.\d+)?"
VERTEX = re.compile(rf"V({NUMBER}) ({NUMBER})c0x1c1x1")


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
            raise Unreadable(f"<{element.tag}> is not for this kind of file")
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
    points = [(float(x), float(y)) for x, y in VERTEX.findall(text)]
    lines = element.findtext("PrimList")
    if lines not in ("LineClosed", "".join(f"L{i} {i + 1}" for i in range(len(points) - 1))):
        raise Unreadable(f"lines {(lines or '')[:30]!r}")
    return Stroke(settings[int(index)].name, points, lines == "LineClosed")
