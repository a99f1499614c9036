"""Recordings whose truth is known: a capture, its regions, and its truth."""

import collections
import datetime
import json
import lzma
import pathlib
import subprocess

# The contents of one sentence or report; None if missing. Time in seconds since 1970,
# speed in m/s, track in degrees, sigma (of each axis) in metres.
Fix = collections.namedtuple("Fix", "time latitude longitude speed track sigma eph")

# Metres of gpsd's eph for one sigma of a receiver that speaks NMEA: 19 m x HDOP for about 3 m.
EPH_PER_SIGMA = 6.3
USUAL_SIGMA = 3.0


class Unusable(Exception):
    """A recording that cannot be used, and the reason."""


def seconds(time):
    """A time in ISO 8601 as seconds since 1970."""
    return datetime.datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()


def stamp(time):
    """Seconds since 1970 as picket prints them."""
    moment = datetime.datetime.fromtimestamp(round(time, 3), datetime.timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def read(path):
    """The bytes of a file, unpacked if it is packed."""
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == ".xz" else data


class Recording:
    """NAME.truth.json, NAME.regions.geojson, and NAME.json (reports) or NAME.nmea (sentences)."""

    def __init__(self, truth):
        self.folder = truth.parent
        self.name = truth.name.split(".truth.json")[0]
        self.truth_path = truth
        self.regions_path = self.folder / f"{self.name}.regions.geojson"
        endings = [".json", ".json.xz", ".nmea", ".nmea.xz"]
        captures = [self.folder / (self.name + ending) for ending in endings]
        found = [one for one in captures if one.is_file()]
        if not found or not self.regions_path.is_file():
            beside = f"{self.name}.json or .nmea, and {self.name}.regions.geojson"
            raise Unusable(f"{truth}: needs {beside} in its folder")
        self.capture = found[0]

    def truth(self):
        try:
            return json.loads(read(self.truth_path))
        except (ValueError, lzma.LZMAError) as error:
            raise Unusable(f"{self.truth_path}: {error}") from error

    def regions(self):
        try:
            return json.loads(self.regions_path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise Unusable(f"{self.regions_path}: {error}") from error

    def fixes(self):
        """The fixes as gpsd reports them, in order; of equal times the first."""
        return list(forwards(fixes(self.reports())))

    def reports(self):
        data = read(self.capture)
        if ".nmea" in self.capture.suffixes:
            # The same as in picket: only gpsd's own decoder gives the reports of gpsd.
            done = subprocess.run(["gpsdecode", "-j"], input=data, capture_output=True, check=False)
            if done.returncode:
                raise Unusable(f"{self.capture}: gpsdecode: {done.stderr.decode().strip()}")
            data = done.stdout
        for line in data.splitlines():
            yield json.loads(line)


def fixes(reports):
    """The fixes in gpsd's reports: the sigma of a GST, which comes later, counts from then on."""
    sigma = None
    for report in reports:
        if report["class"] == "GST" and "lat" in report and "lon" in report:
            sigma = ((report["lat"] ** 2 + report["lon"] ** 2) / 2) ** 0.5
        if report["class"] != "TPV" or report.get("mode", 0) < 2 or "time" not in report:
            continue
        if "lat" not in report or "lon" not in report:
            continue
        eph = report.get("eph")
        claimed = sigma or (eph / EPH_PER_SIGMA if eph else USUAL_SIGMA)
        yield Fix(
            seconds(report["time"]), report["lat"], report["lon"], report.get("speed"),
            report.get("track"), claimed, eph,
        )


def forwards(some):
    """The elements whose time is later than that of all earlier ones."""
    last = float("-inf")
    for fix in some:
        if fix.time > last:
            last = fix.time
            yield fix


def recordings(*folders):
    """The recordings in some folders by name; of equal names, the last folder's counts."""
    found = {}
    for folder in folders:
        before = len(found)
        paths = [*folder.glob("*.truth.json"), *folder.glob("*.truth.json.xz")]
        for path in sorted(paths):
            one = Recording(path)
            found[one.name] = one
        if not paths and len(found) == before:
            raise Unusable(f"{folder}: no NAME.truth.json or NAME.truth.json.xz in it")
    return [found[name] for name in sorted(found)]


def folder(text):
    """A folder that was named on a command line."""
    path = pathlib.Path(text)
    if not path.is_dir():
        raise Unusable(f"{text}: not a folder")
    return path
