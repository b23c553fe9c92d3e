"""What a cut file says about how it was made: how the tool was to run along the lines.

In: a file of any format. Out: a `Tool`, from the command in the file, or beside it for formats that carry none; what the command leaves
open is what the profile of its machine says. A file without a command is cut along plain lines.
"""

import html
import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from verdict import Unreadable

MACHINES = Path(__file__).resolve().parents[2] / "templates" / "machines"
# A command as every format writes it, up to the end of its comment.
COMMAND = re.compile(r"piecework (?:[^\n<]*? )?cut [^\n<]*? # piecework [0-9.]+, puzzle [0-9a-f]+")
# Formats without words, and where else the command of the same sheet stands, or that of its whole job.
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
    # How much wider and higher everything is drawn for a machine that is not square.
    stretch: tuple = (1.0, 1.0)


def tool(path):
    """How the tool was to run; raises Unreadable if the command cannot be understood."""
    return of_command(command(Path(path)))


def command(path):
    """The command that a file carries, or nothing."""
    if path.suffix in BESIDE:
        stem = path.with_suffix("")
        others = [Path(f"{stem}{ending}") for ending in BESIDE[path.suffix]]
        job = stem.name.rpartition("-cut")[0]
        others += [stem.with_name(f"{job}{ending}") for ending in OF_JOB]
        return next((found for found in map(command, filter(Path.exists, others)) if found), None)
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return None
    found = COMMAND.search(text)
    return html.unescape(found[0]) if found else None


def of_command(line):
    if not line:
        return Tool()
    try:
        words = shlex.split(line, comments=True)[1:]
    except ValueError as error:
        raise Unreadable(f"the command cannot be read: {error}") from error
    given = {}
    for word, follows in zip(words, [*words[1:], ""]):
        if word.startswith("--"):
            name, _, value = word.partition("=")
            given[name] = value or follows
    profile = MACHINES / f"{given.get('--machine', 'generic')}.json"
    usual = json.loads(profile.read_text())["tool"] if profile.exists() else {}
    tabs = int(given.get("--tabs", 0))
    length = lambda option, other=0.0: mm(given[option]) if option in given else other
    return Tool(
        tabs=tabs,
        tab_width=length("--tab-width", 1.0),
        # Tabs interrupt lines, which then are not cut on unless that was asked for.
        overcut=length("--overcut", 0.0 if tabs else usual.get("overcut_mm", 0.0)),
        lead_in=length("--lead-in"),
        blade_offset=length("--blade-offset", usual.get("blade_offset_mm", 0.0)),
        stretch=tuple(float(v) for v in given.get("--calibrate", "1,1").split(",")),
    )


def mm(text):
    match = re.fullmatch(r"(?:(\d+) )?(\d+)/(\d+) *([a-z\"]*)|(\d+(?:\.\d+)?) *([a-z\"]*)", text)
    unit = match and (match[4] if match[3] else match[6])
    if unit not in MM or (match[3] and int(match[3]) == 0):
        raise Unreadable(f"the command has a length {text!r}")
    number = int(match[1] or 0) + int(match[2]) / int(match[3]) if match[3] else float(match[5])
    return number * MM[unit]
