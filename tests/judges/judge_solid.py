#!/usr/bin/env python3
"""Judges STL and 3MF files: every object closed, looking outwards, on the bed and as thick as asked for, but for raised dots of braille,
and for a tray and its lid, which are hollow.

trimesh, on which other programs are built, opens the same objects, and finds them closed and as large.

With --beside, the file of the other format beside it must have the same volumes.
"""

from collections import Counter
from math import isfinite
from pathlib import Path

import trimesh

import solid_reader
from verdict import look, parser, speak, start


# How far dots of braille rise, in mm.
RAISED = 0.5
# The room above the pieces in a tray, the thinnest and thickest floor, and the highest rim of a lid, in mm.
CLEAR, FLOORS, RIM = 1.0, (0.8, 20.0), 6.0
# How far words stand on the floor of a tray or are sunk in it: letters, dots of braille, sunk letters.
WORDS = (0.6, RAISED, -0.6)


def volume(triangles):
    """The volume inside the triangles, positive if they look outwards."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in triangles:
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6


def closed(triangles):
    """Every edge belongs to two triangles, which run along it in opposite directions."""
    edges = Counter(edge for a, b, c in triangles for edge in ((a, b), (b, c), (c, a)))
    return all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())


def levels(triangles):
    """The heights of all flat parts that look up, from below, with their areas."""
    found = Counter()
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in triangles:
        if az == bz == cz:
            found[round(az, 3)] += ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
    return sorted((height, area) for height, area in found.items() if area > 0)


def is_hollow(triangles, thickness):
    """A tray holds pieces of this thickness with the room above them, on words if it has these, and a lid has a rim that
    ends above the table."""
    *below, (top, _) = levels(triangles)
    if not 1 <= len(below) <= 2:
        return False
    (floor, _), *words = sorted(below, key=lambda level: -level[1])
    rises = [height - floor for height, _ in words]
    if not all(any(abs(rise - each) < 1e-3 for each in WORDS) for rise in rises):
        return False
    lift = max([0.0, *rises])
    deep = (thickness + CLEAR + lift, min(RIM, floor + thickness))
    return FLOORS[0] <= floor <= FLOORS[1] and any(abs(top - floor - each) < 1e-3 for each in deep)


def opened(path, objects, verdict):
    """What trimesh makes of the file: in STL all objects are one."""
    meshes = trimesh.load_scene(path).dump()
    found, ours = sorted(mesh.volume for mesh in meshes), sorted(volume(triangles) for _, triangles in objects)
    if Path(path).suffix == ".stl":
        found, ours = [sum(found)], [sum(ours)]
    if len(found) != len(ours) or any(abs(a - b) > 0.001 * b for a, b in zip(found, ours)):
        verdict.fault(f"trimesh opens {len(found)} objects of {sum(found):.1f} mm³, not {len(ours)} of {sum(ours):.1f}")
    if not all(mesh.is_watertight and mesh.is_winding_consistent for mesh in meshes):
        verdict.fault("trimesh finds it open")


def judge(path, options, verdict):
    objects = solid_reader.read(path)
    if not objects:
        verdict.fault("nothing is printed")
    heights = set()
    for name, triangles in objects:
        places = [corner for triangle in triangles for corner in triangle]
        if not places or not all(isfinite(number) for place in places for number in place):
            verdict.fault(f"{name} has no triangles or corners that are no numbers")
            continue
        if any(len(set(triangle)) < 3 for triangle in triangles):
            verdict.fault(f"{name} has a triangle with two corners")
        if not closed(triangles):
            verdict.fault(f"{name} is not closed")
        if volume(triangles) <= 0:
            verdict.fault(f"{name} looks inwards")
        if min(place[0] for place in places) < 0 or min(place[1] for place in places) < 0:
            verdict.fault(f"{name} is off the bed")
        if is_hollow(triangles, options.thickness):
            continue
        heights.add((round(min(place[2] for place in places), 3), round(max(place[2] for place in places), 3)))
    dotted = round(options.thickness + RAISED, 3)
    if not heights <= {(0, options.thickness), (0, dotted)}:
        verdict.fault(f"from and to the heights {sorted(heights)}, not 0 to {options.thickness}")
    if not verdict.faults:
        opened(path, objects, verdict)
    if options.beside:
        other = Path(path).with_suffix(".3mf" if Path(path).suffix == ".stl" else ".stl")
        volumes = [sorted(volume(triangles) for _, triangles in found) for found in (objects, solid_reader.read(other))]
        if len(volumes[0]) != len(volumes[1]) or any(abs(a - b) > 0.001 * b for a, b in zip(*volumes)):
            verdict.fault(f"{other.name} has other volumes")
    verdict.note(f"{len(objects)} objects, {sum(volume(triangles) for _, triangles in objects) / 1000:.2f} cm³")


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--thickness", type=float, default=4.0, metavar="MM", help="how thick plates are; 4 by default")
    line.add_argument("--beside", action="store_true", help="compare with the other format")
    options = line.parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, options, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
