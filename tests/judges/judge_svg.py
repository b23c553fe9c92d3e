#!/usr/bin/env python3
"""Judges SVG files: true size, a readable path grammar, everything on the sheet, outlines that can be cut.

With --cutter the file must be in the profile that every cutting machine's program reads; with --once no line may be
drawn twice in a layer. --area gives the sum of all outlines in the layer CUT of all files, less their holes.
"""

import base64
import io
import re
from pathlib import Path

from lxml import etree
from PIL import Image

import recipe
import strokes
import svg_reader
import tool_path
from svg_reader import LABEL, SVG
from verdict import Verdict, look, parser, speak, start

DTD = Path("/usr/share/xml/w3c-sgml-lib/schema/dtd/REC-SVG11-20110816/svg11.dtd")
CUT = "CUT"
# Everything that a reader may take for something else, or that is not in the file at all.
NEVER = {"use", "symbol", "linearGradient", "radialGradient", "foreignObject", "script", "a"}
# Everything that some cutter's program drops, moves or refuses, beyond that.
CUTTER = {"svg", "g", "path", "title", "desc", "metadata"}
CUTTER_NOT = {"class", "clip-path", "mask", "filter", "opacity"}
# What only a printed sheet has: pictures, and the places of them that areas show.
PICTURES = {"defs", "pattern", "image"}
HREF = "{http://www.w3.org/1999/xlink}href"
STEP = r"-?\d+(?:\.\d+)?"
# How far a point may lie off the sheet: rounding, not drawing. In mm.
EDGE = 1e-3


def tag(element):
    """The name of an SVG element, or nothing for what belongs to others."""
    return element.tag[len(SVG):] if isinstance(element.tag, str) and element.tag.startswith(SVG) else None


def judge(path, options, verdict):
    sheet = svg_reader.read(path)
    elements = [(tag(e), e) for e in sheet.root.iter() if tag(e)]
    elements_faults(elements, options.cutter, verdict)
    picture_faults(elements, verdict)
    valid(sheet.root, verdict)
    if not sheet.strokes:
        # A page that is left empty on purpose, such as the back of a half title, is the only one without a title.
        others = [e for e in sheet.root if tag(e) not in ("desc", "metadata")]
        if any(tag(e) != "title" or e.text for e in others):
            verdict.fault("nothing is drawn")
        return 0.0, 0.0
    inside(sheet, verdict)
    for fault in strokes.shape_faults(sheet.strokes):
        verdict.fault(fault)
    if options.size and (sheet.width, sheet.height) != tuple(options.size):
        verdict.fault(f"the sheet is {sheet.width:g} x {sheet.height:g} mm")
    if options.cutter:
        sheet.strokes = tool_path.plain(sheet.strokes, recipe.tool(path), verdict.fault, CUT)
    if options.once:
        for fault in strokes.twice_faults(s for s in sheet.strokes if s.inked):
            verdict.fault(fault)
    return cuts(sheet, options, verdict)


def elements_faults(elements, cutter, verdict):
    ids = [e.get("id") for _, e in elements if e.get("id") is not None]
    for name in sorted({i for i in ids if ids.count(i) > 1} if len(ids) != len(set(ids)) else ()):
        verdict.fault(f"the id {name!r} is given twice")
    for name, element in elements:
        if name in NEVER or (cutter and name not in CUTTER):
            verdict.fault(f"unsupported element <{name}>")
        if element.get("transform") is not None:
            verdict.fault(f"<{name}> has a transform")
        if cutter:
            cutter_faults(name, element, verdict)


def picture_faults(elements, verdict):
    """Every picture is a JPEG inside the file, as large as its pattern says, and every place of one is there and used."""
    sizes, places, used = {}, set(), set()
    for name, element in elements:
        parent = tag(element.getparent()) if element.getparent() is not None else None
        if name in PICTURES and {"defs": "svg", "pattern": "defs", "image": "pattern"}[name] != parent:
            verdict.fault(f"<{name}> lies in <{parent}>")
        elif name == "image" and parent == "pattern":
            sizes[element.getparent().get("id")] = picture_size(element, verdict)
        elif name == "pattern" and element.get(HREF) is not None:
            source, matrix = element.get(HREF), element.get("patternTransform", "")
            if source[:1] != "#" or source[1:] not in sizes or len(element) or not re.fullmatch(rf"matrix\({STEP}( {STEP}){{5}}\)", matrix):
                verdict.fault(f"the place {element.get('id')!r} is no place of a picture")
            places.add(element.get("id"))
        if name == "path":
            used.update(re.findall(r"url\(#([^)]*)\)", element.get("style", "") + element.get("fill", "")))
    if used != places:
        verdict.fault(f"places {sorted(places)} of pictures, but {sorted(used)} are used")


def picture_size(image, verdict):
    """Width and height in pixels; the pattern and the picture must say the same."""
    data, pattern = image.get(HREF, ""), image.getparent()
    start = "data:image/jpeg;base64,"
    if not data.startswith(start) or pattern.get("patternUnits") != "userSpaceOnUse":
        verdict.fault("a picture is not in the file as JPEG")
        return None
    try:
        picture = Image.open(io.BytesIO(base64.b64decode(data[len(start):], validate=True)))
        picture.load()
    except (OSError, ValueError) as error:
        verdict.fault(f"a picture is broken: {error}")
        return None
    said = [tuple(element.get(key) for key in ("x", "y", "width", "height")) for element in (image, pattern)]
    if picture.format != "JPEG" or picture.mode != "RGB" or any(each != ("0", "0", *map(str, picture.size)) for each in said):
        verdict.fault(f"a picture of {picture.size} pixels is said to be {said[0]}")
    return picture.size


def cutter_faults(name, element, verdict):
    for key in sorted(CUTTER_NOT & set(element.attrib)):
        verdict.fault(f"<{name}> has the attribute {key}")
    if name == "g":
        if tag(element.getparent()) != "svg":
            verdict.fault("a group lies in a group")
        if not element.get(LABEL):
            verdict.fault("a layer has no label")
    if name == "path":
        for key in ("id", "style"):
            if not element.get(key):
                verdict.fault(f"a path has no {key} of its own")
        # Some programs read styles, others attributes, of the path or of its layer.
        if any(f"{key}:" not in element.get("style", "") for key in ("fill", "stroke")):
            verdict.fault("the style of a path lacks its fill or its stroke")
        for key in ("fill", "stroke"):
            said = element.get(key) or element.getparent().get(key)
            if not said or svg_reader.look(element, key, "") != said:
                verdict.fault(f"a path says two different things about its {key}, or only one")


def valid(root, verdict):
    """SVG 1.1's own grammar; what other programs add under their names does not count."""
    if not DTD.exists():
        verdict.note("not checked against the DTD")
        return
    plain = etree.fromstring(etree.tostring(root))
    for element in list(plain.iter(etree.Element)):
        if not tag(element):
            element.getparent().remove(element)
            continue
        for key in [k for k in element.attrib if k.startswith("{") and "www.w3.org" not in k]:
            del element.attrib[key]
    etree.cleanup_namespaces(plain)
    grammar = etree.DTD(str(DTD))
    if not grammar.validate(plain):
        for error in list(grammar.error_log)[:3]:
            verdict.fault(f"DTD: {error.message}")


def inside(sheet, verdict):
    left, top, right, bottom = strokes.bounds(sheet.strokes)
    if left < -EDGE or top < -EDGE or right > sheet.width + EDGE or bottom > sheet.height + EDGE:
        verdict.fault(f"drawn off the sheet: {left:g} {top:g} to {right:g} {bottom:g} on {sheet.width:g} x {sheet.height:g} mm")


def cuts(sheet, options, verdict):
    """Area and perimeter of what is cut."""
    cut = [s for s in sheet.strokes if s.layer == CUT]
    if options.cutter and not cut and not options.crosses_only:
        verdict.fault(f"there is no layer {CUT}")
    for fault in strokes.loose_faults(cut) if options.cutter else ():
        verdict.fault(fault)
    # Scissors may cut two pieces apart along one line; a machine would burn it twice, unless they share the line.
    nest = strokes.nest(cut, verdict.fault, apart=options.cutter and all(s.closed for s in cut))
    verdict.note(f"{len(sheet.strokes)} lines, {nest.outlines()} outlines, {nest.area():.2f} square mm")
    return nest.area(), nest.perimeter()


def area_verdict(want, sums):
    verdict = Verdict(f"area of {len(sums)} files")
    got = sum(area for area, _ in sums)
    # Each point may be rounded by half of 0.0001 mm.
    if abs(got - want) > 1e-4 * sum(perimeter for _, perimeter in sums):
        verdict.fault(f"the outlines enclose {got:.4f} square mm, not {want:.4f}")
    return verdict


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--cutter", action="store_true", help="for a machine: nothing but paths in layers, no cut line with a loose end")
    line.add_argument("--crosses-only", action="store_true", help="nothing but crosses is cut, as on the back of a sheet")
    line.add_argument("--once", action="store_true", help="no line twice in a layer, not even in part")
    line.add_argument("--size", nargs=2, type=float, metavar="MM", help="width and height of the sheet")
    line.add_argument("--area", type=float, metavar="MM2", help="what all outlines enclose together")
    options = line.parse_args(arguments)
    sums, verdicts = [], []
    for path in options.files:
        verdicts.append(look(path, lambda verdict: sums.append(judge(path, options, verdict))))
    if options.area is not None:
        verdicts.append(area_verdict(options.area, sums))
    return speak(verdicts)


if __name__ == "__main__":
    start(main)
