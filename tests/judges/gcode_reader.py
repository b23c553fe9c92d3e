"""Reads G-code for lasers: lines with the beam on, in mm, y up."""

import re
from pathlib import Path

from strokes import Stroke, arc, distance
from verdict import Unreadable

WORD = re.compile(r"([A-Z])(-?\d+(?:\.\d+)?)")
# GRBL obeys these bytes at once, wherever they are.
REALTIME = set("!?~") | {chr(byte) for byte in range(128, 256)}


def read(path):
    """The lines by layer; a later pass must repeat the first one and is left out."""
    text = Path(path).read_bytes().decode("latin1")
    if REALTIME & set(text):
        raise Unreadable(f"a byte that is a real-time command: {sorted(REALTIME & set(text))}")
    found, first, again = [], [], []
    layer, number, here, beam, line, curved, units = None, 1, None, False, [], False, set()
    for row in text.splitlines():
        head = re.match(r"; layer (\w+), pass (\d+) of (\d+)", row)
        if head:
            compare(first, again, layer, number)
            layer, number, again = head[1], int(head[2]), []
            first = [] if number == 1 else first
        if row.startswith(";"):
            continue
        words = WORD.findall(row)
        if "".join(a + b for a, b in words) != row.replace(" ", ""):
            raise Unreadable(f"line {row!r}")
        command, values = "".join(words[0]), {a: float(b) for a, b in words[1:]}
        if command in ("G21", "G90"):
            units.add(command)
        elif command in ("M3", "M4"):
            beam, line = values.get("S", 0) > 0, [here]
        elif command == "M5":
            if beam:
                (first if number == 1 else again).append(line)
                if number == 1:
                    closed = line[0] == line[-1]
                    found.append(Stroke(layer, line[:-1] if closed else line, closed, curved))
            beam, line, curved = False, [], False
        elif command in ("G0", "G1", "G2", "G3"):
            if (command != "G0") != beam:
                raise Unreadable(f"{row!r} with the beam {'on' if beam else 'off'}")
            to = (values["X"], values["Y"])
            if command in ("G2", "G3"):
                curved = True
                line.extend(arc(here, to, center(here, to, values, row), command == "G3"))
            else:
                line.append(to)
            here = to
        elif command != "M2":
            raise Unreadable(f"line {row!r}")
    if units != {"G21", "G90"} or beam:
        raise Unreadable("no G21 and G90, or the beam stays on")
    compare(first, again, layer, number)
    return found


def compare(first, again, layer, number):
    if number > 1 and again != first:
        raise Unreadable(f"pass {number} of {layer} differs from the first")


def center(here, to, values, row):
    """The center of an arc. GRBL stops (error 33) if its ends are not equally far from it, by 5 micrometres."""
    if not {"I", "J"} <= set(values):
        raise Unreadable(f"{row!r} has no center")
    found = (here[0] + values["I"], here[1] + values["J"])
    if abs(distance(here, found) - distance(to, found)) > 0.005:
        raise Unreadable(f"{row!r}: the ends of the arc are not equally far from its center")
    return found
