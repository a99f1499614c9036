"""Counts the tests of a run: count.py FILE STATUS WHERE prints `passed failed skipped`.

FILE is the runner's --xunit-output, STATUS its exit status. A run that died, or failed without
naming a test, or ran nothing counts as one failure. board/lib/skips has the tests that may be left
out at WHERE; with CI=true any other test that is left out is a failure. Each failure is named on
standard error.
"""

import fnmatch
import os
import pathlib
import sys
import xml.etree.ElementTree

PLACES = {"host": "host", "board": "virtual board", "arm64": "emulated processor"}
LIST = pathlib.Path(__file__).resolve().parents[2] / "lib/skips"


def allowed(where):
    """The patterns of what may be left out there."""
    lines = (line.split(None, 2) for line in LIST.read_text(encoding="utf-8").splitlines()
             if line.strip() and not line.startswith("#"))
    found = []
    for line in lines:
        if len(line) != 3:
            sys.exit(f"count: {LIST}: a line has no reason: {' '.join(line)}")
        if line[0] == where:
            found.append(line[1])
    return found


def main():
    path, status, where = sys.argv[1:]
    patterns = allowed(where)
    passed = failed = skipped = 0
    try:
        for case in xml.etree.ElementTree.parse(path).iter("testcase"):
            name = f"{case.get('classname')}/{case.get('name')}"
            if case.find("failure") is not None or case.find("error") is not None:
                failed += 1
                print(f"failed on the {PLACES[where]}: {name}", file=sys.stderr)
            elif case.find("skipped") is None:
                passed += 1
            elif os.environ.get("CI") != "true" or any(
                    fnmatch.fnmatchcase(name, each) for each in patterns):
                skipped += 1
            else:
                failed += 1
                print(f"left out, and not on the list of board/lib/skips for {where}: {name}"
                      f" ({case.find('skipped').text or 'no reason'})", file=sys.stderr)
    except (OSError, xml.etree.ElementTree.ParseError):
        failed += 1
        print(f"failed on the {PLACES[where]}: no results were written", file=sys.stderr)
    if failed == 0 and (int(status) != 0 or passed == 0):
        failed = 1
        print(f"failed on the {PLACES[where]}: no test by name, but the run ended with {status}",
              file=sys.stderr)
    print(passed, failed, skipped)


if __name__ == "__main__":
    main()
