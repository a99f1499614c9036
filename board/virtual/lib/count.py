"""Counts the tests of a run: count.py FILE STATUS prints `passed failed skipped`.

FILE is what the runner wrote with --xunit-output, STATUS how it ended. A run that died,
or failed without naming a test, or ran nothing counts as one failure.
"""

import sys
import xml.etree.ElementTree

passed = failed = skipped = 0
try:
    for case in xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
except (OSError, xml.etree.ElementTree.ParseError):
    failed += 1
if failed == 0 and (int(sys.argv[2]) != 0 or passed == 0):
    failed = 1
print(passed, failed, skipped)
