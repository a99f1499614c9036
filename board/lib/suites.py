"""Runs the suites of a test bundle, each in a process of its own, several at the same time.

    suites.py BUNDLE FOLDER [--jobs N] [--units | --only NAMES] [--again] [--place PLACE]

Tests of whole programs mostly wait: for a timer, a signal, a gpsd. So a machine would idle with one
process, and three tests of a suite run at once. The suites of whole programs start first, then those
with the most tests; with --units only the latter run. FOLDER gets the results and the output of each suite.
With --again up to three tests that fail run once more, beside no others, and are named: a host that
pauses a program for seconds changes what it does, and a fault of Picket fails again.
PLACE is that of board/lib/skips: which tests may be left out.
Failures and the slowest suites are printed, and last `passed failed skipped`.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from count import count  # noqa: E402

# Tests read no configuration of this machine, also those that run a command in their own process.
os.environ["PICKET_CONFIG"] = str(pathlib.Path(__file__).resolve().parent / "nowhere.toml")
# Tests that wait leave their thread to others: all of a suite would start their programs at once.
os.environ["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"] = "3"
WHOLE_PROGRAMS = pathlib.Path(__file__).resolve().parents[2] / "Tests/PicketTests/Integration"
SLOW = 15.0  # seconds
# A suite that hangs ends with its own time limits, of 20 minutes at most.
LIMIT = 1500.0
MOST_AGAIN = 3
FAILED = re.compile(r"failed on the host: ([^ /]+)/([^ (]+)\(.*\)")


def suites(bundle, is_units, only=None):
    """The names of the suites and of tests without one, those that start first at first."""
    done = subprocess.run([bundle, "--list-tests", "--testing-library", "swift-testing"],
                          capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}test: the tests cannot be listed, see above")
    found = {}
    for line in done.stdout.splitlines():
        name = line.split("/")[0]
        found[name] = found.get(name, 0) + 1

    def is_program(name):
        return (WHOLE_PROGRAMS / f"{name.split('.')[-1]}.swift").exists()

    if only:
        found = {name: tests for name, tests in found.items() if re.fullmatch(rf".*\.(?:{only})Tests", name)}
    if is_units:
        found = {name: tests for name, tests in found.items() if not is_program(name)}
    return sorted(found, key=lambda name: (not is_program(name), -found[name], name))


def run(bundle, name, folder, place, test=None):
    """Runs one suite or one test of it; its seconds, and what count() says of it."""
    which = "(/|$)" if test is None else rf"/{re.escape(test)}\("
    results, output = folder / f"{name}.xml", folder / f"{name}.log"
    began = time.monotonic()
    with output.open("wb") as file:
        try:
            status = subprocess.run(
                [bundle, "--testing-library", "swift-testing", "--filter", f"^{re.escape(name)}{which}",
                 "--xunit-output", results],
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, timeout=LIMIT, check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            status = 124
    return time.monotonic() - began, *count(results, status, place, name.split(".")[-1])


def run_again(bundle, failures, folder, place):
    """Runs the tests of a few failures once more, one at a time; those that fail again."""
    tests = [FAILED.fullmatch(failure) for failure in failures]
    if not 0 < len(tests) <= MOST_AGAIN or not all(tests):
        return failures
    still = []
    for failure, test in zip(failures, tests):
        _, _, found, _ = run(bundle, test[1], folder, place, test[2])
        print(f"run again, and {'failed' if found else 'passed'}: {test[1]}/{test[2]}", flush=True)
        if found:
            print(*explanation(folder / f"{test[1]}.log"), sep="\n", flush=True)
            still.append(failure)
    return still


def explanation(path):
    """The lines about failures in the output of a suite; without such lines, its end."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    marked = [at for at, line in enumerate(lines) if line.startswith("✘")]
    if not marked:
        return lines[-60:]
    shown = sorted({near for at in marked for near in range(at, min(at + 6, len(lines)))
                    if near == at or not re.match("[✔◇✘]", lines[near])})
    return [lines[at] for at in shown[:200]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=3 * (os.cpu_count() or 1))
    parser.add_argument("--units", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--place", default="host")
    arguments = parser.parse_args()
    passed = skipped = 0
    slow, failed = [], []
    names = suites(arguments.bundle, arguments.units, arguments.only)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        works = {pool.submit(run, arguments.bundle, name, arguments.folder, arguments.place): name for name in names}
        for work in concurrent.futures.as_completed(works):
            seconds, good, failures, omitted = work.result()
            passed, failed, skipped = passed + good, failed + failures, skipped + omitted
            if failures:
                print(*explanation(arguments.folder / f"{works[work]}.log"), *failures, sep="\n", flush=True)
            if seconds > SLOW:
                slow.append((seconds, works[work]))
    if arguments.again:
        still = run_again(arguments.bundle, failed, arguments.folder, arguments.place)
        passed, failed = passed + len(failed) - len(still), still
    print(*failed, sep="\n", end="\n" if failed else "", file=sys.stderr, flush=True)
    for seconds, name in sorted(slow, reverse=True):
        print(f"{seconds:6.1f} s  {name}")
    print(f"{len(names)} suites, {arguments.jobs} at a time")
    print(passed, len(failed), skipped)


if __name__ == "__main__":
    main()
