#!/usr/bin/env python3
"""Checks the bill of materials that deploy/package wrote: check_bill.py PACKAGE DOCUMENT

It must be an SPDX 2.3 document with the fields that the standard requires, of this package: its
sum, its dependencies, and each library in its program with a version, a licence and a sum.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys

package, document = map(pathlib.Path, sys.argv[1:])
problems = []


def expect(what, holds):
    if not holds:
        problems.append(what)


if not document.exists():
    sys.exit(f"there is no {document}: deploy/package writes it next to the package")
whole = json.loads(document.read_text(encoding="utf-8"))
for name, pattern in {
    "spdxVersion": r"SPDX-2\.3", "dataLicense": r"CC0-1\.0", "SPDXID": "SPDXRef-DOCUMENT",
    "name": r"\S+", "documentNamespace": r"https://[^#]+",
}.items():
    expect(f"{name} is {whole.get(name)}", re.fullmatch(pattern, str(whole.get(name))))
expect("created is not a time", re.fullmatch(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", whole["creationInfo"]["created"]))
expect("it has no creators", whole["creationInfo"]["creators"])

known = {each["SPDXID"]: each for each in whole["packages"]}
expect("an identifier is there twice", len(known) == len(whole["packages"]))
for identifier, each in known.items():
    expect(f"{identifier} is wrong", re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", identifier))
    for name in ("name", "downloadLocation", "licenseConcluded", "licenseDeclared"):
        expect(f"{identifier} has no {name}", each.get(name))
    expect(f"{identifier} is from {each.get('downloadLocation')}", re.fullmatch(
        r"NOASSERTION|git\+https://\S+@\S+", each.get("downloadLocation", "")))
    expect(f"{identifier} has no version and no reason for that",
           each.get("versionInfo") or "not there, to build it" in each.get("comment", ""))
    for sum in each.get("checksums", []):
        expect(f"{identifier} has no SHA-256", sum["algorithm"] == "SHA256" and re.fullmatch(
            "[0-9a-f]{64}", sum["checksumValue"]))

fields = subprocess.run(
    ["dpkg-deb", "--field", package, "Package", "Version", "Depends"], check=True,
    capture_output=True, text=True)
name, version, depends = (line.split(": ", 1)[1] for line in fields.stdout.splitlines())

related = {}
for each in whole["relationships"]:
    related.setdefault(each["relationshipType"], []).append(each["relatedSpdxElement"])
    for end in each["spdxElementId"], each["relatedSpdxElement"]:
        expect(f"{end} is related but missing", end in known or end == "SPDXRef-DOCUMENT")
expect("it describes another package", related.get("DESCRIBES") == [f"SPDXRef-{name}"])
picket = known.get(f"SPDXRef-{name}", {})
expect("the sum of the package differs", picket.get("checksums", [{}])[0].get(
    "checksumValue") == hashlib.sha256(package.read_bytes()).hexdigest())

linked = {known[each]["name"] for each in related.get("STATIC_LINK", []) if each in known}
for name in "swift-argument-parser", "toml++", "libswiftCore", "libdispatch":
    expect(f"{name} is not among the linked", name in linked)
for identifier in related.get("STATIC_LINK", []):
    each = known.get(identifier, {})
    expect(f"{identifier} has no sum", each.get("checksums"))
    expect(f"{identifier} has no licence",
           each.get("licenseDeclared", "NOASSERTION") != "NOASSERTION")

expect("the version differs", picket.get("versionInfo") == version)
wanted = {re.split(r"[ |(]", each)[0] for each in depends.split(", ")}
named = {known[each]["name"] for each in related.get("DEPENDS_ON", []) if each in known}
expect(f"the dependencies differ in {wanted ^ named}", wanted == named)

print("\n".join(problems))
sys.exit(1 if problems else 0)
