"""Follows a run in three languages on the page and in its report, for Tests/Rigs/page/run: no word is English."""

import json
import re
import subprocess
import tempfile
import time
import types

import drawing
import walked

LANGUAGES = ("de", "fr", "es")
# The test of the commands has the words.
WORDS = walked.ROOT / "Tests/PicketTests/Integration/SpokenLanguagesTests.swift"
# All texts, also those that are hidden, and the words for who cannot see them.
TEXTS = """(() => { const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('script, style')) texts.push(walker.currentNode.data);
  for (const one of document.querySelectorAll('[aria-label], [placeholder], [title]')) texts.push(one.ariaLabel, one.placeholder, one.title);
  return texts.filter((one) => one?.trim()); })()"""
GATE = "document.querySelector('[data-region=arc] button') !== null"


def feature(name, east, height=None, **own):
    """A region around a place of the walk, or a gate across it."""
    middle = walked.LONGITUDE + east / walked.METRES_PER_DEGREE
    geometry = {"type": "Point", "coordinates": [middle, walked.LATITUDE]} if height is None else {
        "type": "LineString", "coordinates": [[middle, walked.LATITUDE - height], [middle, walked.LATITUDE + height]]}
    return {"type": "Feature", "id": name, "properties": own, "geometry": geometry}


# To the east at 18 km/h: a gate, a latched ring with a limit of speed, a gate the other way, and what comes after it.
REGIONS = [
    feature("arc", 60, 0.001, gate=True, once=True), feature("ring", 200, radius=50, latch=True, maxSpeed=10, speedLinger=1),
    feature("ziel", 320, 0.001, gate=True, heading=[180, 300]), feature("hof", 400, radius=20, after="ziel", once=True)]


def english():
    block = re.search(r"try Regex\((.*?)\n      \)", WORDS.read_text(), re.S).group(1)
    return re.compile("".join(re.findall(r'#"(.*?)"#', block)))


def report(walk, second, lat=0.0, mode=3, date=None):
    """A report of the walk that is somewhere else, has no place, or has another date."""
    line = json.loads(walk.report(second))
    line |= {"mode": mode, "lat": line["lat"] + lat} | ({"time": date} if date else {})
    return json.dumps({key: value for key, value in line.items() if mode > 1 or key not in ("lat", "lon", "track", "speed")})


# A recording that is not there, and a name that a device cannot have.
DENIED = """Promise.all([
  fetch('/report?recording=none&language=LANGUAGE').then((one) => one.text()),
  Promise.all([import('/LANGUAGE.js'), fetch('/api/name', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })])
    .then(async ([{ words }, answer]) => words[(await answer.json()).error_code.code])])"""


class Reader:
    """The pages in each language."""

    def __init__(self, world, check, browser):
        self.world, self.check, self.words, self.known = world, check, english(), set()
        page = browser.open(world.pair("reader"), 390, 844)
        agent = page.value("navigator.userAgent")
        self.pages = {}
        for language in LANGUAGES:
            page = self.pages[language] = browser.open(f"http://127.0.0.1:{world.port}/live.js", 390, 844)
            page.call("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
            page.go(f"http://127.0.0.1:{world.port}/")

    def expect_none(self, page, where):
        # The name of a signal stands behind its words.
        texts = {re.sub(r" \([a-z]+\)$", "", text.strip()) for text in page.value(TEXTS)}
        found = {text for text in texts if self.words.search(text)} - self.known
        self.known |= found
        self.check.expect(not found, f"{where}: {found}")

    def read(self, stage):
        """Reads the page, the card of each region, and why it was silent."""
        for language, page in self.pages.items():
            page.call("Page.bringToFront")
            page.until(GATE, f"{language}, {stage}: the regions")
            self.expect_none(page, f"{language}, {stage}")
            for region in page.value("[...document.querySelectorAll('[data-region]')].map((one) => one.dataset.region)"):
                tap = f"(() => {{ const one = document.querySelector('[data-region={region}] button'); one?.click(); return one !== null; }})()"
                # A page that was hidden a moment ago may still show an anchor that was lifted.
                if not page.value(tap):
                    continue
                page.until("document.querySelectorAll('#card dd').length > 2", f"the facts of {region}")
                self.expect_none(page, f"{language}, {stage}, the card of {region}")
                page.value("document.querySelector('[data-card=why]').click()")
                page.until("document.querySelector('#why details li') !== null", f"the reasons of {region}")
                self.expect_none(page, f"{language}, {stage}, why of {region}")
        self.check.expect(True, "")

    def refuse(self):
        """What the page's server denies."""
        for language, page in self.pages.items():
            said = page.value(DENIED.replace("LANGUAGE", language))
            self.check.expect(len(said) == 2 and not any(self.words.search(text) for text in said), f"{language}: {said}")


    def draw(self):
        """What the board's check says of a drawn circle: mistakes at their fields, and doubts of what it saved."""
        for language, page in self.pages.items():
            page.call("Page.bringToFront")
            # The one before has changed the regions.
            page.go(f"http://127.0.0.1:{self.world.port}/")
            page.until(GATE, f"{language}: the regions")
            drawer = drawing.Drawer(types.SimpleNamespace(page=page, world=self.world, is_touch=False, name=language))
            drawer.list()
            drawer.press("circle")
            drawer.press("middle")
            for name, value in (("id", f"eng-{language}"), ("size", "3"), ("heading", "Nord"), ("speedLinger", "5"), ("remindAtMost", "2.5")):
                drawer.fill(name, value)
            drawer.press("save")
            page.until("document.querySelectorAll('#draw [aria-invalid]').length === 2", f"{language}: two mistakes")
            self.expect_none(page, f"{language}, mistakes")
            drawer.fill("heading", "")
            drawer.fill("remindAtMost", "")
            drawer.press("save")
            drawer.until_says(";")
            self.expect_none(page, f"{language}, doubts")
            self.check.expect(drawer.says().count(";") == 4 and "3 m" in drawer.says(), f"{language}: {drawer.says()}")


def follow(world, reader, run):
    reader.read("without a fix")
    run("walk", "start", "spoken")
    world.go(45)
    reader.read("too fast, with an alarm")
    world.go(40)
    reader.read("after the exit")
    world.gpsd.send_line(report(world.walk, world.second, lat=0.8))
    reader.read("after a jump")
    world.second += 2
    world.go(8)
    run("drop", "--radius", "60")
    reader.read("at anchor")
    world.gpsd.send_line(report(world.walk, world.second, date="2006-10-18T09:01:40.000Z"))
    reader.read("with a wrong date")
    for _ in range(8):
        world.second += 1
        world.gpsd.send_line(report(world.walk, world.second, mode=1))
        time.sleep(1)
    reader.read("blind")
    # A folder is where the next state is to be written.
    (world.folder / "state/state.new").mkdir()
    world.go(5)
    run("lift")
    page = reader.pages["de"]
    page.until("fetch('/api/status').then((one) => one.json()).then((one) => (one.storage?.faults ?? []).length > 0)", "a fault")
    reader.read("with a fault")
    reader.refuse()
    reader.draw()
    run("walk", "stop")


def check(world_kind, browser_kind, seen, programs):
    with tempfile.TemporaryDirectory(prefix="picket-page.") as folder, browser_kind() as browser:
        world = world_kind(programs, folder, regions=REGIONS, settings="[blind]\nlimit = 5\n")

        def run(*command):
            done = subprocess.run([programs / "picket", *command, "--config", world.folder / "picket.toml"], text=True, check=False,
                                  capture_output=True, timeout=60)
            seen.expect(done.returncode == 0, f"picket {' '.join(command)}: {done.stderr}")

        try:
            world.serve()
            reader = Reader(world, seen, browser)
            follow(world, reader, run)
            for language in LANGUAGES:
                for name, *what in (("walk", "spoken"), ("day", "--events", world.folder / "state")):
                    path = world.folder / f"{name}-{language}.html"
                    run("report", *map(str, what), "-o", str(path), "--language", language)
                    reader.expect_none(browser.open(path.as_uri(), 1280, 900), f"{language}, the report of the {name}")
        except (AssertionError, RuntimeError) as error:
            seen.expect(False, f"spoken: {error}")
        finally:
            world.end()
