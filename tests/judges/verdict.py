"""What a judge says about a file.

In: a function that looks at one file and names its faults. Out: one line a file, `pass` or `FAIL`, and an exit code.
A file that the judge cannot read at all has failed; a judge never stops before it has spoken about every file.
"""

import argparse
import sys
import traceback

# More than this on one line helps nobody.
FAULTS_SHOWN = 6


class Unreadable(Exception):
    """The file is so broken that nothing more can be said about it."""


class Verdict:
    """The faults of one file, each kind once, and remarks that are no faults."""

    def __init__(self, name):
        self.name = str(name)
        self.faults = []
        self.notes = []

    def fault(self, text):
        if text not in self.faults:
            self.faults.append(text)

    def note(self, text):
        self.notes.append(text)

    def line(self):
        if not self.faults:
            return " | ".join([f"pass {self.name}", *self.notes])
        more = len(self.faults) - FAULTS_SHOWN
        shown = self.faults[:FAULTS_SHOWN] + ([f"and {more} more"] if more > 0 else [])
        return " | ".join([f"FAIL {self.name}", *shown])


def look(name, judge):
    """The verdict of `judge(verdict)`; whatever it raises is a fault of the file."""
    verdict = Verdict(name)
    try:
        judge(verdict)
    except Unreadable as reason:
        verdict.fault(str(reason))
    except Exception as surprise:  # a broken file may break any reader in any way
        where = traceback.extract_tb(surprise.__traceback__)[-1]
        verdict.fault(f"the reader gave up: {type(surprise).__name__}: {surprise} ({where.name}:{where.lineno})")
    return verdict


def parser(doc):
    """The command line that all judges share."""
    line = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("files", nargs="+", metavar="FILE")
    return line


def speak(verdicts):
    """Prints the verdicts; 1 if any file failed."""
    failed = False
    for verdict in verdicts:
        failed |= bool(verdict.faults)
        print(verdict.line(), flush=True)
    return 1 if failed else 0


def start(main):
    """Runs a judge as a program."""
    sys.exit(main(sys.argv[1:]))
