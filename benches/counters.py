#!/usr/bin/env python3
"""Counts the tilings of some puzzles with piecework and with exact counters that others wrote (`pip install pyganak dxz`).

    cargo build --release && python3 benches/counters.py target/release/piecework

GANAK counts the models of the clauses of `solve --export cnf`, DXZ (zero-suppressed diagrams over dancing links) the exact covers
of `solve --export dlx`. Prints the number and the CPU seconds of each, or `-` after 100 s.
"""

import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile

LIMIT = 100  # seconds of CPU
PUZZLES = ["domino-8x8", "hexiamond-6x6", "tetrahex-4x7", "pentomino-3x20", "pentomino-4x15", "pentomino-6x10", "thirteen-pieces-8x8"]


def ganak(program, puzzle, folder):
    import pyganak

    path = exported(program, puzzle, "cnf", folder)
    counter = pyganak.Counter()
    with open(path, encoding="utf-8") as clauses:
        counter.add_clauses([int(word) for word in line.split()[:-1]] for line in clauses if line[0] not in "cp")
    return counter.count()


def dxz(program, puzzle, folder):
    import dxz as diagrams

    path = exported(program, puzzle, "dlx", folder)
    with open(path, encoding="utf-8") as lines:
        items, *options = [line.split() for line in lines if line[0] != "|"]
    if "|" in items:
        raise ValueError("it knows no items that may be left out")
    place = {item: number for number, item in enumerate(items)}
    matrix = [0] * (len(options) * len(items))
    for row, option in enumerate(options):
        for item in option:
            matrix[row * len(items) + place[item]] = 1
    return diagrams.dxz_count(len(options), len(items), matrix)


def piecework(program, puzzle, _folder):
    command = [program, "solve", puzzle, "--count", "--threads", "1", "--json", "-q"]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(json.loads(answer)["raw"])


def exported(program, puzzle, form, folder):
    path = os.path.join(folder, f"{puzzle}.{form}")
    subprocess.run([program, "solve", puzzle, "--export", form, "-o", path, "-q"], check=True)
    return path


def spent():
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def run(counter, program, puzzle, answers):
    """In a process of its own, so that it can be stopped."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    with tempfile.TemporaryDirectory() as folder:
        before = spent()
        try:
            answers.put((counter(program, puzzle, folder), spent() - before))
        except ValueError as reason:
            answers.put((str(reason), 0))


def main():
    program = os.path.abspath(sys.argv[1])
    for puzzle in sys.argv[2:] or PUZZLES:
        for counter in (piecework, ganak, dxz):
            answers = multiprocessing.Queue()
            process = multiprocessing.Process(target=run, args=(counter, program, puzzle, answers))
            process.start()
            process.join()
            answer, seconds = answers.get() if process.exitcode == 0 else ("-", LIMIT)
            print(f"{puzzle:24} {counter.__name__:10} {answer:>12} {seconds:8.2f} s", flush=True)


if __name__ == "__main__":
    main()
