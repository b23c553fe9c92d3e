#!/usr/bin/env python3
"""Judges DST, EXP, PES and JEF files: every record known, none too long, what a header counts, blocks, knots, not too dense."""

import re
from collections import Counter
from math import hypot
from pathlib import Path

import pyembroidery

from verdict import Unreadable, look, parser, speak, start

HEADER = 512
# The longest stitch that machines sew, and the longest jump along an axis, in tenths of a mm.
STITCH, JUMP = 121, {".dst": 121, ".exp": 127, ".pes": 2047, ".jef": 127}
# A stitch that ties a thread is shorter, in tenths of a mm; so many there are among the first and last ones of a thread.
TIE, TIES, AMONG = 10, 3, 4
# Powers of three by byte and bit, forwards and backwards: Tajima's ternary code.
X = [(2, 2, 3, 81), (1, 2, 3, 27), (0, 2, 3, 9), (1, 0, 1, 3), (0, 0, 1, 1)]
Y = [(2, 5, 4, 81), (1, 5, 4, 27), (0, 5, 4, 9), (1, 7, 6, 3), (0, 7, 6, 1)]
# Formats that list their threads.
THREADED = (".pes", ".jef")
# Stitches in a square of 0.4 mm beyond which needles break.
DENSE = 3


def records(path):
    """Kind, dx and dy of each record; kinds are stitch, jump, trim and stop."""
    if Path(path).suffix in THREADED:
        return by_pyembroidery(path)
    data = Path(path).read_bytes()
    return dst(data) if Path(path).suffix == ".dst" else exp(data)


def by_pyembroidery(path):
    """The records as an outside reader finds them, y up."""
    pattern = pyembroidery.read(str(path))
    if pattern is None or not pattern.stitches:
        raise Unreadable("pyembroidery finds no stitches")
    kinds = {pyembroidery.STITCH: "stitch", pyembroidery.JUMP: "jump", pyembroidery.TRIM: "trim",
             pyembroidery.COLOR_CHANGE: "stop", pyembroidery.STOP: "stop"}
    found, here = [], (0, 0)
    for x, y, command in pattern.stitches:
        kind = kinds.get(command & pyembroidery.COMMAND_MASK)
        if kind in ("trim", "stop"):
            found.append((kind, 0, 0))
        elif kind:
            found.append((kind, round(x) - here[0], here[1] - round(y)))
            here = (round(x), round(y))
    stops = sum(kind == "stop" for kind, *_ in found)
    if Path(path).suffix in THREADED and len(pattern.threadlist) != stops + 1:
        raise Unreadable(f"{len(pattern.threadlist)} threads for {stops + 1} blocks")
    return found


def holes(found):
    """The needle holes, each once in a row."""
    x = y = 0
    places = []
    for kind, dx, dy in found:
        x, y = x + dx, y + dy
        if kind == "stitch" and places[-1:] != [(x, y)]:
            places.append((x, y))
    return places


def dst(data):
    body = data[HEADER:]
    if len(body) < 3 or len(body) % 3 or body[-3:] != b"\x00\x00\xf3":
        raise Unreadable("it does not end with 00 00 F3")
    found = []
    for at in range(0, len(body) - 3, 3):
        r = body[at:at + 3]
        kind = {0x03: "stitch", 0x83: "jump", 0xC3: "stop"}.get(r[2] & 0xC3)
        if kind is None:
            raise Unreadable(f"record {at // 3} is {r.hex()}")
        move = [sum(power * ((r[b] >> plus & 1) - (r[b] >> minus & 1)) for b, plus, minus, power in axis) for axis in (X, Y)]
        found.append((kind, *move))
    header_faults(data[:HEADER], found)
    return found


def header_faults(header, found):
    fields = dict(re.findall(r"(LA|ST|CO|\+X|-X|\+Y|-Y|AX|AY):\s*([^\r]*)\r", header.decode("latin1")))
    xs, ys, x, y = [0], [0], 0, 0
    for _, dx, dy in found:
        x, y = x + dx, y + dy
        xs.append(x)
        ys.append(y)
    true = {"ST": len(found) + 1, "CO": sum(k == "stop" for k, *_ in found), "+X": max(xs), "-X": -min(xs),
            "+Y": max(ys), "-Y": -min(ys), "AX": x, "AY": y}
    for key, value in true.items():
        said = fields.get(key, "").replace(" ", "")
        if not re.fullmatch(r"[+-]?\d+", said) or int(said) != value:
            raise Unreadable(f"the header says {key} {said!r}, but it is {value}")


def exp(data):
    found, at = [], 0
    signed = lambda byte: byte - 256 if byte > 127 else byte
    while at < len(data):
        escape, size = data[at] == 0x80, 4 if data[at] == 0x80 else 2
        r = data[at:at + size]
        kind = {0x01: "stop", 0x04: "jump", 0x80: "trim"}.get(r[1] if len(r) > 1 else None) if escape else "stitch"
        rest = {"stop": b"\0\0", "trim": b"\x07\0"}.get(kind, r[2:])
        if len(r) < size or kind is None or r[2:] != rest:
            raise Unreadable(f"byte {at}: {r.hex()}")
        found.append((kind, 0, 0) if kind in ("stop", "trim") else (kind, signed(r[-2]), signed(r[-1])))
        at += size
    return found


def threads(found):
    """The stitches of each thread, as dx and dy, without where it begins: in DST three jumps cut it, in EXP a trim."""
    thread, jumps = [], 0
    for kind, dx, dy in [*found, ("stop", 0, 0)]:
        jumps = jumps + 1 if kind == "jump" else 0
        if thread and (kind in ("stop", "trim") or jumps == 3):
            yield thread
            thread = []
        if kind == "stitch" and (dx or dy):
            thread.append((dx, dy))


def judge(path, options, verdict):
    found, jump = records(path), JUMP[Path(path).suffix]
    x = y = 0
    dense, sewn = Counter(), 0
    block = 1
    for kind, dx, dy in found:
        x, y = x + dx, y + dy
        block += kind == "stop"
        if kind == "stitch":
            sewn += 1
            dense[x // 4, y // 4] += 1
        if hypot(dx, dy) > STITCH if kind == "stitch" else max(abs(dx), abs(dy)) > jump:
            verdict.fault(f"a {kind} of {dx} {dy}")
    if not sewn:
        verdict.fault("nothing is sewn")
    if found and found[-1][0] == "stop":
        verdict.fault("it ends with a stop")
    if options.blocks and block not in options.blocks:
        verdict.fault(f"{block} blocks, not {' or '.join(map(str, options.blocks))}")
    if dense and max(dense.values()) > DENSE:
        verdict.fault(f"{max(dense.values())} stitches in a square of 0.4 mm")
    if Path(path).suffix not in THREADED and not verdict.faults and holes(found) != holes(by_pyembroidery(path)):
        verdict.fault("pyembroidery finds other needle holes")
    other = Path(path).with_suffix(".dst")
    if options.beside and other.exists() and holes(found) != holes(records(other)):
        verdict.fault(f"the needle holes are not those of {other.name}")
    if options.tied:
        short = lambda moves: sum(hypot(*move) < TIE for move in moves) >= TIES
        # The arm of a cross that only shows where the needle is has two stitches and no knots.
        sewn_on = [thread for thread in threads(found) if len(thread) > 2]
        loose = sum(not (short(thread[:AMONG]) and short(thread[-AMONG:])) for thread in sewn_on)
        if loose:
            verdict.fault(f"{loose} threads are not tied")
    verdict.note(f"{sewn} stitches in {block} blocks")


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--blocks", type=int, action="append", metavar="N", help="so many blocks with stops between them, or another such number")
    line.add_argument("--beside", action="store_true", help="the needle holes are those of the DST file beside it, if there is one")
    line.add_argument("--tied", action="store_true", help="threads begin and end in short stitches")
    options = line.parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, options, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
