"""An SVG file as strokes in mm, y down, read to the letter of piecework's profile.

In: a file. Out: the element tree, the sheet's size and its strokes by layer. It accepts less than SVG allows: absolute
move, line, cubic, circular arc and close, relative moves and lines, numbers without exponent; what else a file says in a path is an error, not a guess.
"""

import re
from dataclasses import dataclass

from lxml import etree

from strokes import Stroke, arc, arrived, cubic, distance
from verdict import Unreadable

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
NUMBER = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)"
TOKEN = re.compile(rf"[\s,]*(?:([A-Za-z])|({NUMBER})(?![\d.eE]))")
NUMBERS = {"m": 2, "l": 2, "M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}


@dataclass
class SvgSheet:
    root: object
    width: float
    height: float
    strokes: list


def read(path):
    """The sheet; raises Unreadable with the reason."""
    try:
        careful = etree.XMLParser(resolve_entities=False, no_network=True)
        root = etree.parse(str(path), careful).getroot()
    except (etree.XMLSyntaxError, OSError) as error:
        raise Unreadable(f"no XML: {error}") from error
    if root.tag != SVG + "svg":
        raise Unreadable(f"the root is {root.tag}, not svg in its namespace")
    width, height = size(root)
    return SvgSheet(root, width, height, [s for e in root.iter(SVG + "path") for s in strokes(e)])


def size(root):
    """Width and height in mm; one unit of the view box must be one mm."""
    sides = []
    for name in ("width", "height"):
        match = re.fullmatch(r"(\d+(?:\.\d+)?)mm", root.get(name, ""))
        if not match:
            raise Unreadable(f"{name} is {root.get(name)!r}, not a number of mm")
        sides.append(float(match[1]))
    box = root.get("viewBox", "")
    if not re.fullmatch(r"0 0 \d+(\.\d+)? \d+(\.\d+)?", box):
        raise Unreadable(f"viewBox is {box!r}, not 0 0 and two numbers apart by a space")
    if [float(v) for v in box.split(" ")[2:]] != sides:
        raise Unreadable(f"one unit is not one mm: viewBox {box!r} on {sides[0]:g} x {sides[1]:g} mm")
    return sides


def layer(element):
    """The label of the nearest group that has one, else the id of the nearest group, else nothing."""
    groups = [g for g in element.iterancestors(SVG + "g")]
    for key in (LABEL, "id"):
        for group in groups:
            if group.get(key):
                return group.get(key).upper()
    return ""


def look(element, key, default):
    """What an element looks like, said by its style, by an attribute, or by its layer."""
    style = dict(part.split(":", 1) for part in element.get("style", "").replace(" ", "").split(";") if ":" in part)
    group = element.getparent()
    inherited = group.get(key, default) if group is not None and group.tag == SVG + "g" else default
    return style.get(key, element.get(key, inherited))


def strokes(element):
    ink, fill = look(element, "stroke", "none") != "none", look(element, "fill", "black") != "none"
    paint = {(True, True): "both", (True, False): "stroke", (False, True): "fill", (False, False): "none"}[ink, fill]
    width = look(element, "stroke-width", "1")
    width = float(width) if re.fullmatch(NUMBER, width) else None
    for points, closed, curved in subpaths(element.get("d") or "", element.get("id")):
        yield Stroke(layer(element), points, closed, curved, paint, width)


def tokens(text, name):
    """Commands, each with its numbers."""
    at, found = 0, []
    while text[at:].strip(" \t\r\n"):
        match = TOKEN.match(text, at)
        if not match:
            raise Unreadable(f"path {name}: cannot read {text[at:at + 12]!r}")
        at = match.end()
        if match[1]:
            if match[1] not in NUMBERS:
                raise Unreadable(f"path {name}: command {match[1]!r} is none of M L H V C A Z m l")
            found.append((match[1], []))
        elif not found:
            raise Unreadable(f"path {name}: a number before any command")
        else:
            found[-1][1].append(float(match[2]))
    return found


def arc_to(start, step, name):
    """Points of an arc by its radii, turn, flags and end (SVG 1.1, F.6.5), y down."""
    rx, ry, _, large, clockwise, *end = step
    half = distance(start, end) / 2
    if rx != ry or large not in (0, 1) or clockwise not in (0, 1) or half == 0:
        raise Unreadable(f"path {name}: an arc {step} is no part of a circle")
    radius = max(rx, half)
    if radius - rx > 1e-3:
        raise Unreadable(f"path {name}: an arc of radius {rx} does not reach its end")
    along = [(b - a) / (2 * half) for a, b in zip(start, end)]
    far = (radius ** 2 - half ** 2) ** 0.5 * (1 if large != clockwise else -1)
    middle = [(a + b) / 2 for a, b in zip(start, end)]
    center = (middle[0] - along[1] * far, middle[1] + along[0] * far)
    # With y down, what is seen as clockwise is counter-clockwise in numbers.
    return arc(start, tuple(end), center, clockwise == 1)


def subpaths(text, name):
    """Points, closed or not, curved or not, of each line of a path."""
    found, here, curved, closed = [], [], False, True
    for command, numbers in tokens(text, name):
        each = NUMBERS[command]
        relative, command = command.islower(), command.upper()
        if (each == 0 and numbers) or (each and (not numbers or len(numbers) % each)):
            raise Unreadable(f"path {name}: {len(numbers)} numbers after {command}")
        if command == "M":
            if here and not closed:
                found.append((here, False, curved))
            if relative and not found and not here:
                raise Unreadable(f"path {name}: a relative move at the beginning")
            from_x, from_y = (here or found[-1][0])[-1] if relative else (0, 0)
            here, curved, closed = [], False, False
            for x, y in zip(numbers[0::2], numbers[1::2]):
                here.append((from_x + x, from_y + y))
                from_x, from_y = here[-1] if relative else (0, 0)
            continue
        if closed:
            raise Unreadable(f"path {name}: {command} where a line must begin with M")
        if command == "Z":
            found.append((arrived(here) if curved else here, True, curved))
            closed = True
            continue
        for i in range(0, len(numbers), each):
            step, (x, y) = numbers[i:i + each], here[-1]
            if command == "C":
                curved = True
                here.extend(cubic([(x, y), *zip(step[0::2], step[1::2])]))
            elif command == "A":
                curved = True
                here.extend(arc_to((x, y), step, name))
            elif relative:
                here.append((x + step[0], y + step[1]))
            else:
                here.append({"H": (step[0], y), "V": (x, step[0])}.get(command, tuple(step)))
    if here and not closed:
        found.append((here, False, curved))
    if not found:
        raise Unreadable(f"path {name} draws nothing")
    return found
