#!/usr/bin/env python3
"""Prints the notes of a release: notes.py PROJECT VERSION

They are its entry in deploy/debian/changelog, and the subject of each commit since the previous version,
which is the last tag vX.Y.Z before this one. A commit is listed under the part of the project in which
it changes most lines; tests and pages count only for a commit that changes nothing else.
"""

import pathlib
import re
import subprocess
import sys

# The first beginning that fits decides; the last ones are for the tests and the rest.
PARTS = [
    ("Sources/Geofence/", "The decision"),
    ("Sources/PicketLink/", "The link to a broker"),
    ("deploy/fleet/", "The link to a broker"),
    ("Sources/PicketPage/", "The page for a phone"),
    ("Sources/RegionFiles/", "Regions"),
    ("Sources/Board/Receiver/", "The receiver"),
    ("Sources/Board/", "Signals and outputs"),
    # Commits before the targets were merged have the folders Receiver, Outputs and Reports.
    ("Sources/Receiver/", "The receiver"),
    ("Sources/Outputs/", "Signals and outputs"),
    ("board/profiles/", "Signals and outputs"),
    ("board/wiring/", "Signals and outputs"),
    ("Sources/Desk/", "Replay and reports"),
    ("Sources/Reports/", "Replay and reports"),
    ("Sources/PicketCommand/", "Commands"),
    ("Sources/Commands/", "Commands"),
    ("Sources/", "The controller"),
    ("deploy/", "Packages and installation"),
]
PAGES, TESTS = "Documentation", "Tests and tools"
ORDER = [*dict.fromkeys(part for _, part in PARTS), PAGES, TESTS]


def git(project, *arguments):
    done = subprocess.run(
        ["git", "-C", project, *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def part_of(path):
    if path.endswith(".md"):
        return PAGES
    return next((part for start, part in PARTS if path.startswith(start)), TESTS)


def part_of_commit(changes):
    """The part with most lines of (lines, path): code before pages, and pages before tests."""
    lines = dict.fromkeys(ORDER, 0)
    for count, path in changes:
        # A file that is not text, or only moved, counts as a line.
        lines[part_of(path)] += max(1, count)
    acting = [part for part in ORDER if part not in (PAGES, TESTS) and lines[part]]
    if acting:
        return max(acting, key=lines.get)
    return PAGES if lines[PAGES] > lines[TESTS] else TESTS


def commits(project, since):
    """The subject and the part of each commit since then, the oldest first."""
    log = git(project, "log", "--reverse", "--no-merges", "--numstat", "--no-renames",
              "--format=%x00%s", f"{since}..HEAD")
    for commit in log.split("\0")[1:]:
        subject, *rows = commit.strip().split("\n")
        rows = [row.split("\t") for row in rows if row]
        changes = [(sum(int(n) for n in (added, gone) if n != "-"), path)
                   for added, gone, path in rows]
        yield subject, part_of_commit(changes)


def escaped(subject):
    """The text with Markdown's special characters escaped."""
    return re.sub(r"([\\*_<>\[\]`])", r"\\\1", subject)


def entry(project, version):
    """The items of a version in Debian's changelog, as a list."""
    text = (project / "deploy/debian/changelog").read_text(encoding="utf-8")
    found = re.search(rf"^picket \({re.escape(version)}\).*?\n(.*?)^ -- ", text,
                      re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"notes: deploy/debian/changelog has no entry for {version}: write one")
    items = re.split(r"^  \* ", found[1], flags=re.MULTILINE)[1:]
    return ["- " + escaped(" ".join(item.split())) for item in items]


def main():
    project, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    print(f"# Picket {version}\n")
    print("\n".join(entry(project, version)))
    before = git(project, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*",
                 "--exclude", f"v{version}", "HEAD").strip()
    if not before:
        return
    print(f"\n## Changes since {before.removeprefix('v')}")
    parts = {}
    for subject, part in commits(project, before):
        parts.setdefault(part, []).append(subject)
    for part in ORDER:
        if part in parts:
            print(f"\n### {part}\n")
            print("\n".join(f"- {escaped(subject)}" for subject in parts[part]))


if __name__ == "__main__":
    main()
