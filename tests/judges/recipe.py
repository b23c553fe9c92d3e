"""What a cut file says about how it was made: how the tool was to run along the lines.

The design in the file says it, or the design beside it for formats that carry none; what the design leaves open is what the
profile of its machine says. A file without a design is cut along plain lines.
"""

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

from verdict import Unreadable

MACHINES = Path(__file__).resolve().parents[2] / "templates" / "machines"
# A design as SVG and LightBurn files carry it; DXF files have it in comments.
IN_XML = re.compile(r'<metadata>\s*(\{.*?\})\s*</metadata>|Notes="(\{.*?\})"', re.DOTALL)
IN_DXF = re.compile(r"^recipe[:+] (.*?)\r?$", re.MULTILINE)
UNITS = re.compile(r"(?:\\U\+[0-9A-F]{4})+")
# Formats without words, and where else the design of the same sheet is, or that of its whole job.
BESIDE = {".plt": (".svg", "-compound.svg", ".lbrn2", "-r2000_mm.dxf", "-r2000_in.dxf", "-r12_mm.dxf", "-r12_in.dxf")}
OF_JOB = ("-assembly.svg",)
MM = {"mm": 1.0, "cm": 10.0, "m": 1000.0, "in": 25.4, '"': 25.4, "": 0.0}


@dataclass
class Tool:
    """Lengths in mm; 0 for what was not wanted."""

    tabs: int = 0
    tab_width: float = 1.0
    overcut: float = 0.0
    lead_in: float = 0.0
    blade_offset: float = 0.0
    # Whether crosses may align the sheet with its back.
    crosses: bool = False
    # How much wider and higher everything is drawn for a machine that is not square.
    stretch: tuple = (1.0, 1.0)


def tool(path):
    """How the tool was to run; raises Unreadable if the design cannot be understood."""
    return of_design(design(Path(path)))


def design(path):
    """The design that a file carries, or nothing."""
    if path.suffix in BESIDE:
        stem = path.with_suffix("")
        others = [Path(f"{stem}{ending}") for ending in BESIDE[path.suffix]]
        job = stem.name.rpartition("-cut")[0]
        others += [stem.with_name(f"{job}{ending}") for ending in OF_JOB]
        return next((found for found in map(design, filter(Path.exists, others)) if found), None)
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return None
    found = IN_XML.search(text)
    if found:
        return html.unescape(found[1] or found[2])
    return UNITS.sub(spelt, "".join(IN_DXF.findall(text))) or None


def spelt(units):
    """What R12 writes as `\\U+XXXX`, in units of UTF-16."""
    return bytes.fromhex(units[0].replace("\\U+", "")).decode("utf-16-be", "replace")


def of_design(text):
    if not text:
        return Tool()
    try:
        given = json.loads(text)["cut"]
    except (ValueError, KeyError) as error:
        raise Unreadable(f"the design cannot be read: {error}") from error
    machine = given.get("machine", "generic")
    profile = MACHINES / f"{machine}.json" if isinstance(machine, str) else None
    usual = {} if isinstance(machine, str) else machine.get("tool", {})
    if profile and profile.exists():
        usual = json.loads(profile.read_text())["tool"]
    tabs = int(given.get("tabs", 0))
    length = lambda option, other=0.0: mm(str(given[option])) if option in given else other
    return Tool(
        tabs=tabs,
        tab_width=length("tab_width", 1.0),
        # Tabs interrupt lines, which then are not cut on unless that was asked for.
        overcut=length("overcut", 0.0 if tabs else usual.get("overcut_mm", 0.0)),
        lead_in=length("lead_in"),
        blade_offset=length("blade_offset", usual.get("blade_offset_mm", 0.0)),
        crosses="engrave_back" in given,
        stretch=tuple(float(v) for v in given.get("calibrate", "1,1").split(",")),
    )


def mm(text):
    match = re.fullmatch(r"(?:(\d+) )?(\d+)/(\d+) *([a-z\"]*)|(\d+(?:\.\d+)?) *([a-z\"]*)", text)
    unit = match and (match[4] if match[3] else match[6])
    if unit not in MM or (match[3] and int(match[3]) == 0):
        raise Unreadable(f"the design has a length {text!r}")
    number = int(match[1] or 0) + int(match[2]) / int(match[3]) if match[3] else float(match[5])
    return number * MM[unit]
