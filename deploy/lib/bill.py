#!/usr/bin/env python3
"""Writes the bill of materials of a package, as an SPDX 2.3 document.

    bill.py PACKAGE MAP ROOT SWIFT CHECKOUTS DATE

PACKAGE is the .deb, MAP the linker's map of the program in it, both as paths of this system. The paths
in MAP are those of the system below ROOT, in which SWIFT is the compiler's version and CHECKOUTS the
scratch path of its package manager. DATE is in seconds since 1970. The document names each library
that is linked into the program with its version and its sum, and each dependency with the version
when it was built.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import time

MANIFEST = pathlib.Path(__file__).resolve().parents[2] / "Package.swift"
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"
# The licences of archives with code from elsewhere than Swift.
PARTS = {
    "libswiftCore": f"{SWIFT_LICENCE} AND Apache-2.0 WITH LLVM-exception AND Unicode-3.0",
    "libgcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libswift_Concurrency": f"{SWIFT_LICENCE} AND Apache-2.0 WITH LLVM-exception",
    "libswift_StringProcessing": f"{SWIFT_LICENCE} AND Unicode-3.0",
}


def sum_of(paths):
    """The SHA-256 of a file, or of the lines that sha256sum prints for several."""
    sums = [(hashlib.sha256(path.read_bytes()).hexdigest(), name) for path, name in paths]
    if len(sums) == 1:
        return sums[0][0]
    text = "".join(f"{each}  {name}\n" for each, name in sums)
    return hashlib.sha256(text.encode()).hexdigest()


def tree(folder, *suffixes):
    """The files of a folder, with their names in it, in their order."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix in suffixes]
    return sorted(((path, str(path.relative_to(folder))) for path in found), key=lambda each: each[1])


def field(package, *names):
    """Fields of a .deb."""
    said = subprocess.run(
        ["dpkg-deb", "--field", package, *names], check=True, capture_output=True, text=True).stdout
    return dict(line.split(": ", 1) for line in said.splitlines())


class Debian:
    """The packages in the system below a folder, by its dpkg."""

    def __init__(self, root, arch):
        self.admin, self.arch = f"--admindir={root}/var/lib/dpkg", arch

    def ask(self, *arguments):
        ended = subprocess.run(
            ["dpkg-query", self.admin, *arguments], capture_output=True, text=True, check=False)
        return ended.stdout.strip() if ended.returncode == 0 else ""

    def version(self, name):
        for each in f"{name}:{self.arch}", name:
            if found := self.ask("--show", "--showformat=${Version}", each):
                return found
        return None

    def owner(self, path):
        return self.ask("--search", path).partition(":")[0]


class Document:
    def __init__(self, package, date):
        self.about = field(package, "Package", "Version", "Architecture", "Depends")
        whole = hashlib.sha256(package.read_bytes()).hexdigest()
        self.packages, self.relations = [], []
        self.picket = self.add(
            self.about["Package"], self.about["Version"], "Apache-2.0", sum=whole,
            packageFileName=package.name, primaryPackagePurpose="APPLICATION",
            supplier="Organization: The Picket authors",
            externalRefs=[self.locator(
                f"pkg:deb/{self.about['Package']}@{self.about['Version']}?arch={self.about['Architecture']}")])
        self.relations.append(self.relation("SPDXRef-DOCUMENT", "DESCRIBES", self.picket))
        self.top = {
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": package.stem,
            "documentNamespace": f"https://picket.invalid/spdx/{package.stem}-{whole}",
            "creationInfo": {
                "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date)),
                "creators": ["Tool: picket-deploy-package", "Organization: The Picket authors"]},
        }

    @staticmethod
    def relation(one, kind, other):
        return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}

    @staticmethod
    def locator(text):
        return {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": text.replace("+", "%2B")}

    def add(self, name, version, licence, sum=None, how=None, **others):
        """A package, if it is not there, and its identifier."""
        identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
        entry = {
            "SPDXID": identifier, "name": name, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **others}
        if version:
            entry["versionInfo"] = version
        if sum:
            entry["checksums"] = [{"algorithm": "SHA256", "checksumValue": sum}]
        if how:
            entry["sourceInfo"] = how
        if all(each["SPDXID"] != identifier for each in self.packages):
            self.packages.append(entry)
        return identifier

    def relate(self, kind, identifier):
        self.relations.append(self.relation(self.picket, kind, identifier))

    def text(self):
        whole = {**self.top, "packages": self.packages, "relationships": self.relations}
        return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def main():
    package, link_map, root, swift, checkouts, date = sys.argv[1:]
    root = "" if root == "/" else root
    document = Document(pathlib.Path(package), int(date))
    debian = Debian(root, document.about["Architecture"])

    # The true sources of packages: the package manager may have used a copy.
    urls = {url.rsplit("/", 1)[-1].removesuffix(".git"): url for url in re.findall(
        r'\.package\(url: "(https://[^"]+)"', MANIFEST.read_text(encoding="utf-8"))}
    state = json.loads(pathlib.Path(checkouts, "workspace-state.json").read_text(encoding="utf-8"))
    for each in state["object"]["dependencies"]:
        name = each["packageRef"]["identity"]
        sources = tree(pathlib.Path(checkouts, "checkouts", each["subpath"], "Sources"), ".swift")
        document.relate("STATIC_LINK", document.add(
            name, each["state"]["checkoutState"]["version"], SWIFT_LICENCE, sum_of(sources),
            "The sum is of the lines of sha256sum for the Swift files below Sources",
            downloadLocation=f"git+{urls[name]}@{each['state']['checkoutState']['version']}"))

    headers = tree(pathlib.Path(f"{root}/usr/include/toml++"), ".h", ".hpp", ".inl")
    document.relate("STATIC_LINK", document.add(
        "toml++", debian.version("libtomlplusplus-dev"), "MIT", sum_of(headers),
        "The sum is of the lines of sha256sum for the headers below /usr/include/toml++",
        externalRefs=[document.locator(
            f"pkg:deb/debian/libtomlplusplus-dev@{debian.version('libtomlplusplus-dev')}")]))

    # Archives that are partly in the program.
    text = pathlib.Path(link_map).read_text(encoding="utf-8", errors="replace")
    archives = sorted({match for match in re.findall(r"\s(/\S+\.a)(?=[:(])", text)})
    if not any(path.endswith("/libswiftCore.a") for path in archives):
        sys.exit(f"bill: {link_map} does not have Swift's library")
    for path in archives:
        here = pathlib.Path(f"{root}{path}")
        name = pathlib.Path(path).stem
        is_swift = "/swift_static/" in path
        owner = debian.owner(path) or debian.owner(str(here.resolve()).removeprefix(root))
        document.relate("STATIC_LINK", document.add(
            name, swift if is_swift else debian.version(owner),
            PARTS.get(name, SWIFT_LICENCE if is_swift else "NOASSERTION"),
            sum_of([(here, path)]), f"{path}{f', of {owner}' if owner else ''}"))

    for depends in document.about["Depends"].split(", "):
        first = re.split(r"[ |(]", depends)[0]
        version = debian.version(first)
        document.relate("DEPENDS_ON", document.add(
            first, version, "NOASSERTION",
            comment=f"Depends: {depends}; " + (
                "the version is that of the system it was built on" if version
                else "it was not needed, and not there, to build it"),
            externalRefs=[document.locator(f"pkg:deb/debian/{first}")]))
    sys.stdout.write(document.text())


if __name__ == "__main__":
    main()
