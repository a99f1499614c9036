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

PLACES = {"host": "host", "sanitized": "host", "board": "virtual board", "arm64": "emulated processor"}
LIST = pathlib.Path(__file__).resolve().parent / "skips"


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


def count(path, status, where, name="no test by name"):
    """The numbers of tests that passed, failed and were left out, and a line for each failure."""
    patterns = allowed(where)
    passed = skipped = 0
    failures = []
    try:
        for case in xml.etree.ElementTree.parse(path).iter("testcase"):
            test = f"{case.get('classname')}/{case.get('name')}"
            if case.find("failure") is not None or case.find("error") is not None:
                failures.append(f"failed on the {PLACES[where]}: {test}")
            elif case.find("skipped") is None:
                passed += 1
            elif os.environ.get("CI") != "true" or any(
                    fnmatch.fnmatchcase(test, each) for each in patterns):
                skipped += 1
            else:
                failures.append(
                    f"left out, and not on the list of board/lib/skips for {where}: {test}"
                    f" ({case.find('skipped').text or 'no reason'})")
    except (OSError, xml.etree.ElementTree.ParseError):
        failures.append(f"failed on the {PLACES[where]}: no results were written ({name})")
    if not failures and (status != 0 or passed + skipped == 0):
        failures.append(f"failed on the {PLACES[where]}: {name}, but the run ended with {status}")
    return passed, failures, skipped


def main():
    path, status, where = sys.argv[1:]
    passed, failures, skipped = count(path, int(status), where)
    if not failures and passed == 0:
        failures.append(f"failed on the {PLACES[where]}: every test was left out")
    print(*failures, sep="\n", end="\n" if failures else "", file=sys.stderr)
    print(passed, len(failures), skipped)


if __name__ == "__main__":
    main()
