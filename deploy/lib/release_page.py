#!/usr/bin/env python3
"""Prints the page of a folder of releases: release_page.py FOLDER FINGERPRINT [URL]

It has the commands with which a board adds the repository, and the files of each version. Links are relative, so that the
folder may be anywhere; without URL, the commands have "URL".
"""

import html
import pathlib
import re
import sys

STYLE = """
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em;
         color: #222; background: #fff; }
  pre { background: #f3f3f0; padding: .8em 1em; overflow-x: auto; }
  code { font-size: .92em; }
  td, th { text-align: left; padding: .1em 1em .1em 0; vertical-align: top; }
  @media (prefers-color-scheme: dark) {
    body { color: #ddd; background: #181818; } pre { background: #262626; } a { color: #8bf; } }
"""
SYSTEMS = {"deb12": "Debian 12", "deb13": "Debian 13"}
PACKAGE = re.compile(r"(?P<name>[^_]+)_[^_]+\+(?P<system>deb\d+)_(?P<arch>[^_]+)\.deb")


def numbers(version):
    return [int(part) for part in version.split(".")]


def size(file):
    return f"{file.stat().st_size / 1e6:.1f} MB"


def version_part(folder):
    """The packages of a version, a row for each, and its other files."""
    rows = []
    packages = [(found, file) for file in folder.glob("*.deb")
                if (found := PACKAGE.fullmatch(file.name)) and not found["name"].endswith("-dbgsym")]
    for found, file in sorted(packages, key=lambda one: one[0].group("system", "arch", "name")):
        at = f"pool/{folder.name}/"
        bill = file.name.removesuffix(".deb") + ".spdx.json"
        symbols = file.name.replace("_", "-dbgsym_", 1)
        rows.append(
            f'<tr><td><a href="{at}{html.escape(file.name)}">{html.escape(found["name"])}</a></td>'
            f"<td>{SYSTEMS.get(found['system'], found['system'])}</td><td>{found['arch']}</td>"
            f'<td>{size(file)}</td><td><a href="{at}{html.escape(bill)}">parts</a>, '
            f'<a href="{at}{html.escape(symbols)}">for debuggers</a></td></tr>')
    name = html.escape(folder.name)
    cards = "".join(
        f'<p><a href="pool/{name}/{html.escape(file.name)}">A card that is ready</a> for a Raspberry Pi 3, 4 '
        f"or Zero 2 W, {size(file)}: write it to a card, and set it up by picket/settings-example.txt on "
        "it</p>\n"
        for file in sorted(folder.glob("*.img*")))
    return (
        f'<h2 id="v{name}">{name}</h2>\n<p><a href="pool/{name}/NOTES.md">What is new</a>, '
        f'<a href="pool/{name}/SHA256SUMS">sums</a> and their '
        f'<a href="pool/{name}/SHA256SUMS.asc">signature</a></p>\n{cards}'
        "<table>\n<tr><th>package</th><th>system</th><th>processor</th><th>size</th><th></th></tr>\n"
        + "\n".join(rows) + "\n</table>")


def main():
    folder, fingerprint = pathlib.Path(sys.argv[1]), sys.argv[2]
    url = html.escape(sys.argv[3] if len(sys.argv) > 3 and sys.argv[3] else "URL")
    versions = sorted((folder / "pool").iterdir(), key=lambda one: numbers(one.name), reverse=True)
    spaced = " ".join(fingerprint[at:at + 4] for at in range(0, len(fingerprint), 4))
    where = "" if url != "URL" else "<p>URL is the address of this page.</p>\n"
    newline = "\n"
    print(f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Picket, packages</title>
<style>{STYLE}</style>
</head>
<body>
<h1>Picket</h1>
<p>A geofence controller for a small Linux board with a GPS receiver. On a board with Debian or
Raspberry Pi OS (64-bit), 12 or 13:</p>
<pre>
sudo install -d /etc/apt/keyrings
wget -qO- {url}/picket.asc | sudo tee /etc/apt/keyrings/picket.asc &gt;/dev/null
echo "deb [signed-by=/etc/apt/keyrings/picket.asc] {url} $(. /etc/os-release; echo $VERSION_CODENAME) main" |
  sudo tee /etc/apt/sources.list.d/picket.list
sudo apt update
sudo apt install picket
</pre>
{where}<p><code>apt upgrade</code> brings later versions. The <a href="picket.asc">key</a> that signs them is
<code>{spaced}</code>.</p>
{newline.join(version_part(one) for one in versions)}
</body>
</html>""")


if __name__ == "__main__":
    main()
