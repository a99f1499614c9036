"""Looks back on walks and the journal, on a page of Tests/Rigs/page/run."""

import json
import pathlib
import tempfile
import time
import xml.etree.ElementTree

import accessible
import files

SEND = """fetch("/api/walk", { method: "POST", headers: { "Content-Type": "application/json" },
  body: JSON.stringify(%s) }).then((answer) => answer.status)"""


class LookBack:
    """The steps of a person on the page about walks and the journal."""

    def __init__(self, visit, browser, rules=None):
        self.visit, self.page, self.world = visit, visit.page, visit.world
        self.browser, self.rules = browser, rules
        self.name = f"walk-{visit.name}"
        self.folder = self.world.folder / "state/walks" / self.name

    def run(self, pictures=None):
        """Takes all steps, and goes back to the page."""
        self.record()
        self.page.follow(lambda: self.visit.tap('a[href="/back"]'))
        self.page.until(f"document.querySelector('[data-walk={self.name}]') !== null", "the walk")
        self.page.until("document.querySelectorAll('[data-day]').length > 0", "the days")
        facts = self.page.value(f"document.querySelector('[data-walk={self.name}] .facts').textContent")
        self.visit.expect("event" in facts and "being recorded" not in facts, f"facts: {facts}")
        self.fits("looking back")
        header, section = (f"document.querySelector('{part}').getBoundingClientRect().right"
                           for part in ("header", "main"))
        self.visit.expect(self.page.value(f"{header} - {section} < 1 || innerWidth > 900"),
                          "looking back does not have the whole screen")
        for words in accessible.mistakes(self.page, self.visit.is_touch, self.rules):
            self.visit.expect(False, f"looking back: {words}")
        if pictures:
            self.page.picture(pictures / f"back-{self.visit.name}.png")
        self.save()
        self.bring()
        self.show(f'[data-walk={self.name}] a[href^="/report"]', self.name)
        self.show('[data-day] a[href^="/report"]', "Journal of 2026-06-03")
        self.guest()
        self.remove()
        self.page.go(f"http://127.0.0.1:{self.world.port}/")
        self.world.go(5)
        self.visit.sighted("the live page")

    def fits(self, words):
        """The page is not wider than the screen."""
        fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        self.visit.expect(self.page.value(fits), f"{words} is wider than the screen")

    def record(self):
        """Records a walk past the rings."""
        start = SEND % json.dumps({"start": self.name})
        self.visit.expect(self.page.value(start) == 200, "no walk begins")
        self.world.go(60)
        end = SEND % json.dumps({"stop": True})
        self.visit.expect(self.page.value(end) == 200, "the walk does not end")

    def save(self):
        """Each form of a walk and of the journal arrives as a file."""
        with tempfile.TemporaryDirectory(prefix="picket-saved.", ignore_cleanup_errors=True) as folder:
            self.browser.call(
                "Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
            row = f"[data-walk={self.name}]"
            for label, name in (("HTML", "html"), ("GPX", "gpx"), ("GeoJSON", "geojson")):
                self.visit.tap(f'{row} [aria-label$="as {label}"]')
                self.arrives(pathlib.Path(folder) / f"{self.name}.{name}")
            self.visit.tap(f'{row} a[href$="capture"]')
            self.arrives(pathlib.Path(folder) / f"{self.name}.json")
            self.visit.tap('[data-day] [aria-label$="JSON lines"]')
            self.arrives(pathlib.Path(folder) / "journal-2026-06-03.jsonl")

    def bring(self):
        """The report of a tour that the phone has, whose name is that of nothing on the board."""
        ask = f"fetch('/download?walk={self.name}&format=gpx').then((answer) => answer.text())"
        tour = self.page.value(ask)
        files.give(self.page, "#recording", "tour.txt", "nothing of the kind")
        row = "document.querySelector('#recordings .name')?.textContent"
        self.page.until(f"{row} === 'tour.txt'", "the row of a file that is none")
        self.visit.tap('#recordings [aria-label$="as HTML"]')
        said = "document.querySelector('#answer').textContent"
        self.page.until(f"{said}.includes('no report of a fix')", "the refusal")
        self.page.said.clear()
        files.give(self.page, "#recording", "tour é.gpx", tour)
        self.page.until(f"{row} === 'tour é.gpx'", "the row of the tour")
        self.fits("with a tour it")
        self.show('#recordings a[href^="/report"]', "tour é.gpx")

    def arrives(self, path):
        """A file arrives, and has the format that its name says."""
        end = time.monotonic() + 120
        while not path.exists() and time.monotonic() < end:
            self.page.value("0")
            time.sleep(0.05)
        if not path.exists():
            said = self.page.value("document.querySelector('#answer').textContent")
            return self.visit.expect(False, f"{path.name} does not arrive: {said}")
        text = path.read_text()
        try:
            if path.suffix == ".gpx":
                is_so = xml.etree.ElementTree.fromstring(text).tag.endswith("gpx")
            elif path.suffix == ".geojson":
                is_so = json.loads(text)["type"] == "FeatureCollection"
            elif path.suffix == ".html":
                is_so = text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n")
            elif path.suffix == ".json":
                is_so = text == (self.folder / "reports.json").read_text()
            else:
                is_so = all(json.loads(line) for line in text.splitlines())
        except (ValueError, KeyError, xml.etree.ElementTree.ParseError) as error:
            is_so = False
            text = str(error)
        return self.visit.expect(is_so, f"{path.name} is not as it should be: {text[:200]}")

    def show(self, link, title):
        """A report is shown in its box, plays, can be loaded again, and leads back."""
        before = len(self.page.said)
        self.page.follow(lambda: self.visit.tap(link))
        self.page.until(f"document.title === {json.dumps(title)}", f"the report {title}")
        shut = "(() => { try { return document.cookie + 'open'; } catch { return 'shut'; } })()"
        self.visit.expect(self.page.value(shut) == "shut", f"{title} reaches the cookie")
        ask = "fetch('/api/status').then(() => 'open', () => 'shut')"
        self.visit.expect(self.page.value(ask) == "shut", f"{title} reaches the board")
        self.page.reload()
        self.page.until(f"document.title === {json.dumps(title)}", f"the report {title} again")
        # The browser refuses only the two attempts above, and logs that.
        said = [one for one in self.page.said[before:] if "Content Security" not in one
                and "CORS" not in one and "/api/status" not in one]
        self.visit.expect(not said, f"{title}: the console has {said}")
        self.page.said[before:] = []
        self.page.back()
        self.page.until(f"document.querySelector('[data-walk={self.name}]') !== null", "the list again")

    def guest(self):
        """A device that may only look reads everything and removes nothing."""
        link = self.world.pair(f"guest-{self.visit.name}", "--read-only")
        # Under another name, so that its cookie is not that of the other page.
        page = self.browser.open(link.replace("127.0.0.1", "localhost"), 390, 844)
        page.until("document.querySelectorAll('#events li').length > 0", "the page of a guest")
        # From this board itself it would need no token.
        page.call("Network.setExtraHTTPHeaders", headers={"X-Forwarded-For": "192.168.4.20"})
        page.go(f"http://localhost:{self.world.port}/back")
        page.until(f"document.querySelector('[data-walk={self.name}]') !== null", "the walk")
        self.visit.expect(page.value("document.querySelectorAll('.remove').length") == 0,
                          "a guest is asked whether to remove a walk")
        remove = SEND % json.dumps({"remove": self.name})
        self.visit.expect(page.value(remove) == 403 and self.folder.exists(), "a guest removes a walk")
        page.close()

    def remove(self):
        """A walk is removed after two questions, and not before."""
        row = f"[data-walk={self.name}]"
        for keep in (True, False):
            self.visit.tap(f"{row} .remove")
            self.page.until(f"document.querySelector('{row} .question') !== null", "a question")
            self.visit.expect(self.folder.exists(), "the walk is removed without a question")
            if keep:
                self.visit.tap(f'{row} [aria-label^="keep"]')
                self.page.until(f"document.querySelector('{row} .question') === null", "no question")
        self.visit.tap(f"{row} .remove")
        again = f"document.querySelector('{row} .question')?.textContent.includes('brought back')"
        self.page.until(again, "the second question")
        self.visit.expect(self.folder.exists(), "the walk is removed after one question")
        self.visit.tap(f"{row} .remove")
        self.page.until(f"document.querySelector('{row}') === null", "the list without the walk")
        self.visit.expect(not self.folder.exists(), "the walk is not removed")
