#!/usr/bin/env python3
"""Counts the tilings of docs/records.md again, with nothing of piecework: place after place, how often each profile comes.

    python3 benches/records.py                        # each set on small squares
    python3 benches/records.py corners 18             # the number of tilings of a square with this side
    python3 benches/records.py corners 18 --puzzle | piecework solve - --count

A profile is the set of covered cells from the first open one on, as the bits of a number: cell after cell, row after row.
"""

import json
import sys

ONE, DOMINO, CORNER, SQUARE = ["#"], ["##"], ["##", "#."], ["##", "##"]
TETROMINOES = [["####"], SQUARE, ["###", ".#."], ["###", "#.."], ["##.", ".##"]]

# The pieces of each set, for a side, and whether they may be turned and turned over. Those that may not lie with their longest row
# first: the other way up there are as many tilings, and far more profiles.
SETS = {
    "corners": (lambda side: [CORNER], True),
    "corners-and-ones": (lambda side: [CORNER, ONE], True),
    "corners-and-dominoes": (lambda side: [CORNER, DOMINO], True),
    "corners-and-squares": (lambda side: [CORNER, SQUARE], True),
    "tetrominoes": (lambda side: TETROMINOES, True),
    "threes": (lambda side: [ONE, ["###"] * 3], True),
    "dominoes-and-ones": (lambda side: [ONE, DOMINO], True),
    "fixed-corners": (lambda side: [ONE, ["##", "#."]], False),
    "steps": (lambda side: [ONE, ["###", "##.", "#.."]], False),
    "vees": (lambda side: [["#" * (arm + 1)] + ["#" + "." * arm] * arm for arm in range(side)], False),
}


def images(shape):
    """The shape turned and turned over, each image once."""
    found = []
    for _ in range(2):
        for _ in range(4):
            shape = ["".join(column) for column in zip(*shape[::-1])]
            found += [shape] * (shape not in found)
        shape = shape[::-1]
    return found


def laid(shape, side):
    """The rows of a shape, the columns to the left and right of its first cell, and its cells as bits from that one on."""
    cells = [(y, x) for y, row in enumerate(shape) for x, mark in enumerate(row) if mark == "#"]
    columns = [x - cells[0][1] for _, x in cells]
    return len(shape), min(columns), max(columns), sum(1 << (y * side + x - cells[0][1]) for y, x in cells)


def count(name, side):
    pieces, may_turn = SETS[name]
    shapes = [image for shape in pieces(side) for image in (images(shape) if may_turn else [shape])]
    shapes = [laid(shape, side) for shape in shapes if max(len(shape), len(shape[0])) <= side]
    profiles = {0: 1}
    for cell in range(side * side):
        row, column = divmod(cell, side)
        fit = [bits for rows, left, right, bits in shapes if row + rows <= side and 0 <= column + left and column + right < side]
        after = {}
        for profile, ways in profiles.items():
            if profile & 1:
                after[profile >> 1] = after.get(profile >> 1, 0) + ways
                continue
            for bits in fit:
                if not profile & bits:
                    following = (profile | bits) >> 1
                    after[following] = after.get(following, 0) + ways
        profiles = after
    return profiles.get(0, 0)


def puzzle(name, side):
    shapes, may_turn = SETS[name]
    freedom = {} if may_turn else {"symmetry": "fixed"}
    pieces = [{"name": f"P{number}", "rows": rows, "count": "any", **freedom} for number, rows in enumerate(shapes(side), 1)]
    return {"piecework": 1, "name": f"{name} {side}", "lattice": "square", "region": {"rectangle": [side, side]}, "pieces": pieces}


if __name__ == "__main__":
    match sys.argv[1:]:
        case [name, side]:
            print(count(name, int(side)))
        case [name, side, "--puzzle"]:
            print(json.dumps(puzzle(name, int(side))))
        case _:
            for name in SETS:
                print(name, *(count(name, side) for side in range(1, 7)))
