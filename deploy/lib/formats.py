#!/usr/bin/env python3
"""Makes the pages of the files that the programs read: picket.toml(5), regions.geojson(5),
link.toml(5) and page.toml(5).

    formats.py PROJECT PICKET LINK PAGE DATE FOLDER

The words of a page are in PROJECT/deploy/man. A line @...@ in it stands for a text from elsewhere:

    @TABLES@       the tables and keys of the sample in deploy/, with the comments there
    @PROPERTIES@   the table of properties in the project's documentation
    @BLOCK START@  the block of the documentation that begins with START
    @FILE PATH@    a file of the project

The accepted values are those that the programs PICKET, LINK and PAGE name when they refuse a wrong one. The
script ends with 1, with one line, when a program has a key or a property that a page does not have, or the
other way round.
"""

import datetime
import pathlib
import re
import subprocess
import sys

UNKNOWN = "zzqqxx"
# A mistake, since a program would run with good settings.
MISTAKE = "qqxxzz = 1\n"
KEY = re.compile(r'(?P<off># +)?(?P<key>[a-z_0-9]+) = (?P<value>"[^"]*"|\[[^]]*\]|[^\s#]+)\s*(?:# (?P<why>.*))?$')
HEADER = re.compile(r"(# )?\[([a-z_.]+)\]$")
# For a part without its whole, the program would report only the missing whole: the lines of an output that its
# keys need.
PWM, RELAY = 'pwm = "x"\n', 'kind = "relay"\n'
WHOLES = {
    "channel": PWM, "pitch": PWM, "on_delay": RELAY, "off_delay": RELAY, "unsure_delay": RELAY, "at_end": RELAY, "speeding": RELAY,
    "on_us": f'kind = "servo"\n{PWM}', "off_us": f'kind = "servo"\n{PWM}'}
FEATURES = {"Point": "[0, 0]", "LineString": "[[0, 0], [1, 0]]"}
# Seconds for a question to a program; an emulated one of the lowest priority may wait for minutes.
PATIENCE = 900


class Mismatch(Exception):
    """A difference between a page and its program."""


def roff(text):
    """A text as roff has it: `code` is bold."""
    text = text.replace("\\", "\\e")
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"`([^`]+)`", lambda code: rf"\fB{code[1]}\fP".replace("-", r"\-"), text)
    return "\n".join(r"\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def item(text):
    """The beginning of an item of a list."""
    text = text.replace("\\", "\\e").replace('"', r"\(dq").replace("-", r"\-")
    return f'.It Li "\\&{text}"'


def sentence(text):
    """A text that ends like a sentence; its beginning goes on from the item before it."""
    text = text.strip()
    return text if text.endswith(".") else text + "."


def verbatim(text):
    """A text that stays as it is."""
    lines = [r"\&" + line if line[:1] in (".", "'") else line
             for line in text.rstrip("\n").replace("\\", "\\e").replace("-", r"\-").split("\n")]
    return "\n".join([".Bd -literal -offset indent", *lines, ".Ed"])


class Program:
    """One of the programs, to query its accepted values. It reads a pipe, since it may see other folders."""

    def __init__(self, program, sample):
        self.program = program
        # The sample of its settings, in the project.
        self.sample = sample

    def complaints(self, text, *arguments):
        ended = subprocess.run(
            [self.program, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE)
        return ended.stdout + ended.stderr

    def settings(self, text):
        """The program's complaints about settings."""
        return self.complaints(MISTAKE + text, "run", "--config", "/dev/stdin")

    def keys(self, table):
        """The keys of a table, or at the top; none where they are the names of outputs."""
        header = f"[{table}]\n" if table else ""
        said = self.settings(f"{header}{UNKNOWN} = 1\n")
        known = re.search(rf"unknown key '{UNKNOWN}'.*; known: (.*)", said)
        return re.split(", | and ", known[1]) if known else []

    def accepted(self, table, key):
        """The values that a key accepts, in the words of the complaint about a wrong one."""
        header = f"[{table}]\n" if table else ""
        whole = WHOLES.get(key, "") if table.startswith("output.") else ""
        # Some keys accept a table: for them a number is wrong.
        for wrong, noun in (("{}", "a table"), ("7", "an integer")):
            said = self.settings(f"{header}{whole}{key} = {wrong}\n")
            found = re.search(rf"(?m): {re.escape(key)}(?: in \S+)? is {noun}; give (.*)$", said)
            if found:
                return found[1]
        raise Mismatch(f"the program does not say what {key} in [{table}] has to be")


class Picket(Program):
    """The controller, whose `check` checks settings and regions."""

    def __init__(self, program):
        super().__init__(program, "deploy/picket.toml")

    def settings(self, text):
        return self.complaints(text, "check", "--config", "/dev/stdin", "--regions", "/dev/null")

    def property(self, name):
        """The values that a property accepts."""
        for kind, coordinates in FEATURES.items():
            said = self.complaints(
                '{"type": "FeatureCollection", "features": [{"type": "Feature",'
                f' "id": "a", "properties": {{"{name}": {{}}}},'
                f' "geometry": {{"type": "{kind}", "coordinates": {coordinates}}}}}]}}',
                "check", "--regions", "/dev/stdin", "--config", "/dev/null")
            found = re.search(rf"(?m): {name} is an object; give (.*)$", said)
            if found:
                return found[1]
        raise Mismatch(f"the program does not know the property {name}")


def read_sample(text, name="deploy/picket.toml"):
    """The tables of a sample of settings by name, each with the words about it and its keys."""
    # The head is about the sample itself.
    head, _, text = text.partition("\n\n")
    if not head.startswith("#"):
        raise Mismatch(f"{name} does not begin with a comment")
    tables, words, table = {"": {"why": [], "keys": {}}}, [], ""
    for line in text.split("\n"):
        header, key = HEADER.match(line), KEY.match(line)
        if header:
            table = re.sub(r"^output\..*", "output.NAME", header[2])
            tables.setdefault(table, {"why": [], "keys": {}})["why"] += explanation(words)
            words = []
        elif key and (not key["off"] or table or key["key"] == "outputs"):
            keys = tables[table]["keys"]
            why = " ".join([*words, key["why"] or ""]).strip()
            # If several examples have a key, the explained one counts.
            if key["key"] not in keys or (why and not keys[key["key"]]["why"]):
                keys[key["key"]] = {"value": key["value"], "why": why, "default": not key["off"] and "without this" not in why}
            words = []
        elif line.startswith("#"):
            words.append(line[1:].strip())
        elif not line.strip():
            # A paragraph on its own is about the outputs after it.
            if words:
                tables.setdefault("output.NAME", {"why": [], "keys": {}})["why"] += explanation(words)
            words = []
        else:
            raise Mismatch(f"{name} has a line that is not understood: {line}")
    return tables


def explanation(words):
    """The words before a table, unless they only name the example."""
    return [] if not words or "pins" in " ".join(words) or words[-1].endswith(":") else [
        sentence(" ".join(words))]


def compare(sample, name, table, known):
    """Ends with the differences of the sample and the program."""
    # A comment of another key may name a key as its alternative: "or chip and offset".
    beside = set(re.findall(r"[a-z_]+", " ".join(key["why"] for key in table["keys"].values())))
    differ = set(table["keys"]) - known | known - set(table["keys"]) - beside
    if differ:
        raise Mismatch(
            f"{sample} and the program differ in the keys of [{name}]:"
            f" {', '.join(sorted(differ))}")


def tables_text(project, program):
    """The list of all tables and their keys."""
    tables = read_sample((project / program.sample).read_text(encoding="utf-8"), program.sample)
    top = set(program.keys("")) - {"outputs"}
    differ = top ^ {name.split(".")[0] for name in tables if name}
    if differ:
        raise Mismatch(
            f"{program.sample} and the program differ in the tables {', '.join(sorted(differ))}")
    lines = []
    for name, table in tables.items():
        if name.startswith("signal."):
            lines += signal_text(name, table, "[signal.NAME]" not in "".join(lines))
            continue
        asked = name.replace(".NAME", ".lamp")
        known = set(program.keys(asked)) - (top if not name else set())
        if known:
            compare(program.sample, name, table, known)
        lines += [f".Ss [{name}]"] if name else []
        lines += [roff(" ".join(table["why"]))] if table["why"] else []
        lines += [".Bl -tag -width Ds"]
        for key, about in table["keys"].items():
            lines += [item(f"{key} = {about['value']}")]
            lines += [roff(sentence(about["why"]))] if about["why"] else []
            lines += [roff("Accepted: " + sentence(program.accepted(asked, key)))]
            lines += ["This is the default."] if about["default"] else []
        lines += [".El"]
    return "\n".join(lines)


def signal_text(name, table, is_first):
    """One signal, with its patterns; before the first one, the words about all."""
    words = table["why"]
    lines = []
    if is_first:
        lines += [".Ss [signal.NAME]", roff(" ".join(words)), ".Pp", "These are the defaults:"]
        words = []
    lines += [".Bl -tag -width Ds", item(f"[{name}]")]
    lines += [roff(" ".join(words))] if words else []
    patterns = [f"`{key} = {about['value']}`" for key, about in table["keys"].items()]
    return [*lines, roff(", ".join(patterns) + "."), ".El"]


def documents(project):
    """The pages of the documentation that may have a table or a block."""
    return [project / "README.md", *sorted(project.glob("Sources/*/*.docc/*.md"))]


def property_rows(project):
    """The rows of the one table of properties: their names, and what they mean."""
    found = []
    for file in documents(project):
        text = file.read_text(encoding="utf-8")
        tables = re.findall(r"^\| property \|[^\n]*\n\|[-|: ]+\n((?:\|[^\n]*\n)+)", text, re.M)
        found += [table for table in tables if "`notifyOnEntry`" in table]
    if len(found) != 1:
        raise Mismatch(f"there are {len(found)} tables of properties in the documentation, not one")
    for row in found[0].strip().split("\n"):
        name, _, shapes, standard, meaning = [cell.strip() for cell in row.strip("|").split("|")]
        of = "" if shapes == "all" else f"; of {shapes}"
        yield re.findall(r"`(\w+)`", name), meaning + of + (f"; default {standard}" if standard else "")


def properties_text(project, program):
    """The list of all properties."""
    lines = [".Bl -tag -width Ds"]
    for row, meaning in property_rows(project):
        lines += [item(", ".join(row)), roff(sentence(meaning))]
        accepted = list(dict.fromkeys(program.property(name) for name in row))
        lines += [roff("Accepted: " + sentence("; ".join(accepted)))]
    lines += [".El"]
    return "\n".join(lines)


def block(project, start):
    """The indented block of the documentation whose first line begins so."""
    for file in documents(project):
        text = file.read_text(encoding="utf-8")
        found = re.search(rf"(?m)^    {re.escape(start)}.*\n(?:    .*\n|\n(?=    ))*", text)
        if found:
            return verbatim(re.sub(r"(?m)^    ", "", found[0]))
    raise Mismatch(f"no page of the documentation has a block that begins with {start}")


def page(template, project, program, date):
    """A page from its words."""

    def fill(match):
        word, _, rest = match[1].partition(" ")
        if word == "DATE":
            return f"{date:%B} {date.day}, {date.year}"
        if word == "TABLES":
            return tables_text(project, program)
        if word == "PROPERTIES":
            return properties_text(project, program)
        if word == "BLOCK":
            return block(project, rest)
        if word == "FILE":
            return verbatim((project / rest).read_text(encoding="utf-8"))
        raise Mismatch(f"a page has {match[0]}, which stands for nothing")

    return re.sub(r"@([A-Z][^@\n]*)@", fill, template)


def main():
    if len(sys.argv) != 7:
        sys.exit(__doc__.strip())
    project, picket, link, page_server = pathlib.Path(sys.argv[1]), *sys.argv[2:5]
    date, folder = datetime.date.fromisoformat(sys.argv[5]), pathlib.Path(sys.argv[6])
    folder.mkdir(parents=True, exist_ok=True)
    programs = {
        "link.toml.5": Program(link, "deploy/link.toml"),
        "page.toml.5": Program(page_server, "deploy/page.toml"),
    }
    for source in sorted((project / "deploy/man").glob("*.5")):
        program = programs.get(source.name) or Picket(picket)
        try:
            made = page(source.read_text(encoding="utf-8"), project, program, date)
        except Mismatch as mismatch:
            sys.exit(f"formats: {source.name}: {mismatch}")
        (folder / source.name).write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
