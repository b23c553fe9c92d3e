#!/usr/bin/env python3
"""Nests the pieces of some puzzles with piecework and with sparrow (`pip install spyrrow`): the same pieces, turns and gap.

    cargo build --release && python3 benches/nesting.py target/release/piecework

For each puzzle: the strip of `cut --nest length` and the box of `--nest box` in mm, how much of them is filled, the CPU time of
the whole program; and the strip that sparrow fills in 10 s with one worker, with its CPU time.
"""

import glob
import math
import re
import resource
import subprocess
import sys
import tempfile

import spyrrow

MARGIN, GAP = 5, 2.2  # of the stock, and between cuts: 2 mm and a kerf
PUZZLES = [  # options, height of the stock, the least turn
    ("pentomino-6x10 --cell 20mm --stock 250x170mm", 170, 90),
    ("hexiamond-6x6 --cell 20mm --stock 250x170mm", 170, 60),
    ("tetrahex-4x7 --cell 20mm --stock 300x200mm", 200, 60),
    ("pentomino-6x10 --knobs --cell 20mm --stock 350x170mm", 170, 90),
    ("y-hexomino-23x24 --cell 10mm --stock 600x250mm", 250, 90),
    ("hat-56 --cell 10mm --stock 600x400mm", 400, 60),
]


def arc(start, radius, large, sweep, end):
    """Points on an arc of a circle, after its start, nowhere farther than 0.01 mm from it."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = (x1 - x0) / 2, (y1 - y0) / 2
    half = math.hypot(dx, dy)
    radius = max(radius, half)
    height = math.sqrt(radius * radius - half * half) * (1 if large != sweep else -1)
    cx, cy = (x0 + x1) / 2 - height * dy / half, (y0 + y1) / 2 + height * dx / half
    first, last = math.atan2(y0 - cy, x0 - cx), math.atan2(y1 - cy, x1 - cx)
    last += 2 * math.pi * ((sweep and last < first) - (not sweep and last > first))
    steps = math.ceil(abs(last - first) / (2 * math.acos(1 - 0.01 / radius)))
    angles = (first + (last - first) * step / steps for step in range(1, steps))
    return [(cx + radius * math.cos(angle), cy + radius * math.sin(angle)) for angle in angles] + [end]


def ring(path):
    """The points of the first ring of a path."""
    points = []
    for command, text in re.findall(r"([MLHVA])([^MLHVAZ]*)", path.split("Z")[0]):
        values = [float(value) for value in re.findall(r"-?[\d.]+", text)]
        if command in "ML":
            points += zip(values[::2], values[1::2])
        elif command == "H":
            points += [(x, points[-1][1]) for x in values]
        elif command == "V":
            points += [(points[-1][0], y) for y in values]
        else:
            for i in range(0, len(values), 7):
                radius, _, _, large, sweep, x, y = values[i : i + 7]
                points += arc(points[-1], radius, large, sweep, (x, y))
    return [point for i, point in enumerate(points) if math.dist(point, points[i - 1]) > 1e-6]


def area(points):
    """The area inside a ring."""
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1]))) / 2


def seconds(who):
    """The CPU time so far."""
    return resource.getrusage(who).ru_utime


def nested(program, options, objective):
    """The pieces that `cut` lays on its only sheet, and its CPU time."""
    with tempfile.TemporaryDirectory() as folder:
        fixed = f"--kerf 0.2mm --no-labels --no-assembly --formats svg -q --nest {objective} -o {folder}"
        before = seconds(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "cut", *options.split(), *fixed.split()], check=True)
        taken = seconds(resource.RUSAGE_CHILDREN) - before
        (file,) = glob.glob(f"{folder}/*.svg")
        with open(file, encoding="utf-8") as sheet:
            paths = re.findall(r'<path d="([^"]*)"', sheet.read().split('id="cut"')[1])
    return [ring(path) for path in paths], taken


def main():
    """Prints a row for each puzzle."""
    for options, height, step in PUZZLES:
        for objective in ["length", "box"]:
            pieces, taken = nested(sys.argv[1], options, objective)
            filled = sum(map(area, pieces))
            xs, ys = [x for piece in pieces for x, _ in piece], [y for piece in pieces for _, y in piece]
            width, tall = max(xs) - min(xs), max(ys) - min(ys)
            tall = height - 2 * MARGIN if objective == "length" else tall
            share = 100 * filled / width / tall
            print(f"{options}: {objective} {width:.1f} x {tall:.1f} mm, {share:.1f} %, {taken:.1f} s")
        turns = list(range(0, 360, step))
        items = [spyrrow.Item(str(i), piece, 1, turns) for i, piece in enumerate(pieces)]
        strip = spyrrow.StripPackingInstance("strip", height - 2 * MARGIN, items)
        config = spyrrow.StripPackingConfig(
            early_termination=False, min_items_separation=GAP, total_computation_time=10, num_workers=1, seed=1
        )
        before = seconds(resource.RUSAGE_SELF)
        width = strip.solve(config).width
        taken = seconds(resource.RUSAGE_SELF) - before
        share = 100 * filled / width / (height - 2 * MARGIN)
        print(f"  sparrow: {width:.1f} x {height - 2 * MARGIN} mm, {share:.1f} %, {taken:.1f} s")


main()
