#!/usr/bin/env python3
"""Lays the pages of the project out as in the package, with links that work there.

    pages.py PROJECT FOLDER

FOLDER becomes /usr/share/doc/picket. A link to a page or picture that is in the package leads to
its place there; a link to any other file of the project becomes plain text. Pictures of screens
stay out, since they are a twentieth of the package: their descriptions take their places.
"""

import os
import pathlib
import re
import shutil
import sys

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
SIZED_PICTURE = re.compile(r'<img src="([^"]+)"[^>]* alt="([^"]*)">')
# Files outside FOLDER: their places on a board.
INSTALLED = {
    "deploy/picket.toml": "/etc/picket/picket.toml",
    "deploy/regions.geojson": "examples/regions.geojson",
    "deploy/hooks": "examples/hooks",
    "LICENSE": "copyright",
}


def places(project):
    """The place of each file in FOLDER, by its path in the project."""
    found = {"README.md": "README.md", "deploy/README.md": "pages/deploy.md"}
    catalog = project / "Sources/Picket/Picket.docc"
    pages = [*catalog.glob("*.md"), *project.glob("Sources/Geofence/Geofence.docc/*.md")]
    for file in pages:
        found[str(file.relative_to(project))] = f"pages/{file.name}"
    for file in [project / "board/wiring/README.md", *project.glob("board/wiring/*.svg")]:
        found[str(file.relative_to(project))] = f"pages/wiring/{file.name}"
    return found


def relinked(text, source, found, project):
    """A page's text with its links to places in the package."""

    def relink(match):
        mark, words, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match[0]
        file, _, part = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(source), file))
        # Catalogs of DocC name pictures alone.
        if not (project / path).exists():
            path = os.path.join(os.path.dirname(source), "Resources", file)
        place = found.get(path) or INSTALLED.get(path)
        if not place:
            return f"*Picture: {words}.*" if mark else words
        if not place.startswith("/"):
            place = os.path.relpath(place, os.path.dirname(found[source]) or ".")
        return f"{mark}[{words}]({place}{part and '#' + part})"

    return LINK.sub(relink, SIZED_PICTURE.sub(r"![\2](\1)", text))


def main():
    project, folder = map(pathlib.Path, sys.argv[1:])
    found = places(project)
    for source, place in found.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.endswith(".md"):
            text = (project / source).read_text(encoding="utf-8")
            target.write_text(relinked(text, source, found, project), encoding="utf-8")
        else:
            shutil.copyfile(project / source, target)


if __name__ == "__main__":
    main()
