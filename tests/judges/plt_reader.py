"""An HPGL file as strokes in mm, y up, read to the letter: IN first, then SP, PU and PD with whole places, each ended by `;`.

In: a file. Out: its strokes by pen. A plotter would skip what it does not know; here it is an error.
"""

import re
from pathlib import Path

from strokes import Stroke, distance
from verdict import Unreadable

# HP 7475A: a unit in mm.
UNIT = 0.025
LARGEST = 32767
# What piecework draws with which pen; formats with more layers tell these apart.
PENS = {"1": "CUT", "2": "FOLD+SCORE+SEW", "3": "ENGRAVE+LABEL"}
COMMAND = re.compile(r"(IN|SP|PU|PD)((?:\d+(?:,\d+)*)?)")


def read(path):
    """The strokes; raises Unreadable with the reason."""
    try:
        text = Path(path).read_bytes().decode("ascii")
    except (UnicodeDecodeError, OSError) as error:
        raise Unreadable(f"no ASCII: {error}") from error
    *commands, rest = text.split(";")
    if rest.strip():
        raise Unreadable(f"{rest.strip()[:20]!r} is not ended by ;")
    commands = [c.strip() for c in commands]
    if commands[:1] != ["IN"]:
        raise Unreadable("the first command is not IN")
    strokes, pen, here, down = [], None, None, False
    for command in commands[1:]:
        match = COMMAND.fullmatch(command)
        if not match:
            raise Unreadable(f"command {command[:20]!r}")
        name, numbers = match[1], match[2].split(",") if match[2] else []
        if name == "SP":
            pen = numbers[0] if len(numbers) == 1 else "?"
            continue
        if name == "IN" or len(numbers) % 2:
            raise Unreadable(f"command {command[:20]!r}")
        if any(int(v) > LARGEST for v in numbers):
            raise Unreadable(f"a place beyond {LARGEST} in {command[:20]!r}")
        places = [(int(x) * UNIT, int(y) * UNIT) for x, y in zip(numbers[::2], numbers[1::2])]
        down = name == "PD"
        if down and places:
            if pen not in PENS:
                raise Unreadable(f"pen {pen} draws")
            if here is None:
                raise Unreadable("the pen goes down before it is anywhere")
            strokes.append(stroke(PENS[pen], [here, *places]))
        here = places[-1] if places else here
    if down:
        raise Unreadable("the pen is down at the end")
    return strokes


def stroke(layer, points):
    closed = len(points) > 3 and distance(points[0], points[-1]) < UNIT / 2
    return Stroke(layer, points[:-1] if closed else points, closed)
