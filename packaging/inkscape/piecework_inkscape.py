"""Inkscape calls this script with the choices of its dialog; it calls piecework and adds the drawings as layers.

It is for Inkscape 1.0 or newer, and needs nothing but the Python that comes with it. Lengths are kept: one millimetre of piecework is one
millimetre of the document, whatever its units are.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

PROGRAM = @PROGRAM@
"""The program that wrote this file; where it is gone, the one on the search path is taken."""

SVG = "http://www.w3.org/2000/svg"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
NAMESPACES = {
    "": SVG,
    "inkscape": INKSCAPE,
    "sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
    "xlink": "http://www.w3.org/1999/xlink",
}
MILLIMETRES = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "px": 25.4 / 96, "": 25.4 / 96}
BETWEEN = 10.0
"""Millimetres between two drawings."""


class Refused(Exception):
    """What a person should read in Inkscape's window."""


def choices(arguments):
    parser = argparse.ArgumentParser()
    for name in ["id", "make", "puzzle", "file", "cell", "kerf", "palette", "more"]:
        parser.add_argument("--" + name, action="append" if name == "id" else "store", default=None)
    parser.add_argument("document")
    # Inkscape adds options of its own from time to time.
    return parser.parse_known_args(arguments)[0]


def command(program, chosen, folder):
    """The command line that does what was chosen."""
    source = chosen.file if chosen.file and os.path.isfile(chosen.file) else chosen.puzzle
    line = [program, chosen.make, source, "--json", "-o", folder]
    if chosen.make != "sheet":
        line += ["--formats", "svg"]
    if chosen.make == "cut":
        line.append("--no-assembly")
    if chosen.cell and chosen.make != "sheet":
        line += ["--cell", chosen.cell]
    if chosen.kerf and chosen.make == "cut":
        line += ["--kerf", chosen.kerf]
    # Lines to cut have the colors of what a machine does, not those of fabrics.
    if chosen.palette and chosen.make != "cut":
        line += ["--palette", chosen.palette]
    return line + shlex.split(chosen.more or "")


def program():
    for found in [PROGRAM, shutil.which("piecework")]:
        if found and os.path.isfile(found):
            return found
    raise Refused("The program piecework was not found. Install it, then run: piecework inkscape --install --force")


def drawings(chosen, folder):
    """The drawings that piecework made, in its order, with their names."""
    line = command(program(), chosen, folder)
    made = subprocess.run(line, capture_output=True, text=True, encoding="utf-8")
    if made.returncode != 0:
        raise Refused(message(made))
    names = sorted((name for name in os.listdir(folder) if name.endswith(".svg")), key=natural)
    if not names:
        raise Refused("piecework made no drawing.")
    return [(name[: -len(".svg")], ET.parse(os.path.join(folder, name)).getroot()) for name in names]


def message(made):
    """What piecework said, as sentences."""
    try:
        errors = json.loads(made.stdout)["errors"]
        return "\n".join(part for error in errors for part in [error["message"], error.get("hint")] if part)
    except (ValueError, KeyError, TypeError):
        return made.stderr.strip() or f"piecework ended with exit code {made.returncode}."


def natural(name):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def length(text):
    """Millimetres of an SVG length; None for percentages and none at all."""
    found = re.fullmatch(r"\s*([0-9.eE+-]+)\s*(mm|cm|in|pt|pc|px|)\s*", text or "")
    return float(found[1]) * MILLIMETRES[found[2]] if found else None


def view_box(root):
    numbers = re.split(r"[\s,]+", (root.get("viewBox") or "").strip())
    return [float(number) for number in numbers] if len(numbers) == 4 else None


def units_of_a_millimetre(root):
    """User units of the document that are one millimetre."""
    width, box = length(root.get("width")), view_box(root)
    return box[2] / width if width and box else 1.0 / MILLIMETRES["px"]


def layer(name, drawing, number, x, scale):
    """A drawing as a layer whose left edge is `x` millimetres from the page's."""
    group = ET.Element(f"{{{SVG}}}g", {
        f"{{{INKSCAPE}}}groupmode": "layer",
        f"{{{INKSCAPE}}}label": name,
        "transform": f"matrix({scale:.9g},0,0,{scale:.9g},{x * scale:.9g},0)",
    })
    prefix = f"piecework{number}-"
    for child in list(drawing):
        tag = child.tag.rpartition("}")[2]
        if tag == "metadata":
            # The design: what was made can be made again.
            ET.SubElement(group, f"{{{SVG}}}desc").text = "".join(child.itertext())
        elif tag not in ("title", "desc"):
            group.append(renamed(child, prefix))
    return group


def renamed(element, prefix):
    """Names of two drawings must not meet: every id and every use of one gets the prefix."""
    for part in element.iter():
        for key, value in part.attrib.items():
            if key == "id":
                part.set(key, prefix + value)
            elif key.rpartition("}")[2] == "href" and value.startswith("#"):
                part.set(key, "#" + prefix + value[1:])
            elif "url(#" in value:
                part.set(key, value.replace("url(#", "url(#" + prefix))
    return element


def main(arguments):
    for prefix, uri in NAMESPACES.items():
        ET.register_namespace(prefix, uri)
    chosen = choices(arguments)
    document = ET.parse(chosen.document)
    root = document.getroot()
    number, x, scale = len(root), 0.0, units_of_a_millimetre(root)
    with tempfile.TemporaryDirectory() as folder:
        for name, drawing in drawings(chosen, folder):
            root.append(layer(name, drawing, number, x, scale))
            number += 1
            x += length(drawing.get("width")) + BETWEEN
    document.write(sys.stdout.buffer, encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refused as refused:
        sys.exit(str(refused))
