#!/usr/bin/env python3
"""Judges DST and EXP files: every record known, none too long, what a header counts, three blocks, not too dense."""

import re
from collections import Counter
from pathlib import Path

from verdict import Unreadable, look, parser, speak, start

HEADER = 512
# The longest stitch that machines sew, in tenths of a mm.
LONGEST = {".dst": 121, ".exp": 127}
# Powers of three by byte and bit, forwards and backwards: Tajima's ternary code.
X = [(2, 2, 3, 81), (1, 2, 3, 27), (0, 2, 3, 9), (1, 0, 1, 3), (0, 0, 1, 1)]
Y = [(2, 5, 4, 81), (1, 5, 4, 27), (0, 5, 4, 9), (1, 7, 6, 3), (0, 7, 6, 1)]
# Stitches in a square of 0.4 mm beyond which needles break, and as many again where borders of two fabrics meet.
DENSE = 6


def records(path):
    """Kind, dx and dy of each record; kinds are stitch, jump and stop."""
    data = Path(path).read_bytes()
    return dst(data) if Path(path).suffix == ".dst" else exp(data)


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
        if len(r) < size or (escape and r[1] not in (0x01, 0x04)) or (escape and r[1] == 0x01 and any(r[2:])):
            raise Unreadable(f"byte {at}: {r.hex()}")
        kind = {0x01: "stop", 0x04: "jump"}[r[1]] if escape else "stitch"
        found.append((kind, signed(r[-2]), signed(r[-1])))
        at += size
    return found


def judge(path, options, verdict):
    found = records(path)
    x = y = 0
    dense, sewn = Counter(), 0
    block = 1
    for kind, dx, dy in found:
        x, y = x + dx, y + dy
        block += kind == "stop"
        if kind == "stitch":
            sewn += 1
            dense[x // 4, y // 4] += block == 3
        if max(abs(dx), abs(dy)) > LONGEST[Path(path).suffix]:
            verdict.fault(f"a move of {dx} {dy}")
    if not sewn:
        verdict.fault("nothing is sewn")
    if found and found[-1][0] == "stop":
        verdict.fault("it ends with a stop")
    if options.blocks and block != options.blocks:
        verdict.fault(f"{block} blocks, not {options.blocks}")
    if dense and max(dense.values()) > DENSE:
        verdict.fault(f"{max(dense.values())} stitches in a square of 0.4 mm")
    verdict.note(f"{sewn} stitches in {block} blocks")


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--blocks", type=int, metavar="N", help="so many threads, with a stop between them")
    options = line.parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, options, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
