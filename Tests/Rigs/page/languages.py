"""Checks the page in its languages, for Tests/Rigs/page/run."""

import json
import pathlib
import re
import time

import fingers
import walked

PAGE = walked.ROOT / "Sources/PicketPage/Page"
# The sentences of the log by their codes.
LOG = walked.ROOT / "Sources/Base/Voice/log.json"
# Where sentences for a carrier stand in Swift.
SPEAKERS = [walked.ROOT / "Sources" / folder for folder in ("Desk/Watch", "Picket/Control")]
# A sentence of each language that is on the page, and the width of a small phone.
LANGUAGES = {"en": "to the border", "de": "bis zur Grenze", "fr": "jusqu’à la limite", "es": "hasta el límite"}
WIDTH = 360
WIDE = """[...document.querySelectorAll('body, #bar, #views, #views > section, header, #bar button')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.id || one.tagName} ${one.textContent.slice(0, 30)}`)"""


def sentences():
    """All sentences that the page, `picket watch` and `picket status` use, and those of the log."""
    found = set(json.loads(LOG.read_text()))
    for path in [*PAGE.glob("*.js"), *(one for folder in SPEAKERS for one in folder.glob("*.swift"))]:
        found |= {json.loads(f'"{one}"') for one in re.findall(r'\bsay\(\s*"((?:[^"\\]|\\.)*)"', path.read_text())}
    html = "".join((PAGE / f"{name}.html").read_text() for name in ("page", "back", "pair"))
    for pattern in (r"data-say>([^<]+)<", r'data-say-label aria-label="([^"]+)"', r'data-say-hint placeholder="([^"]+)"'):
        found |= set(re.findall(pattern, html))
    return found


def complete(visit):
    """Each language has each sentence, with the same values in it, and no other sentence."""
    used = sentences()
    visit.expect(len(used) > 200, f"only {len(used)} sentences are found")
    for name in ("de", "fr", "es"):
        words = visit.page.value(f"import('/{name}.js').then((one) => one.words)")
        visit.expect(used == set(words), f"{name}: missing {used - set(words)}, not used {set(words) - used}")
        values = re.compile(r"\{\w+\}")
        # The tests of Voice compare the sentences that have codes.
        wrong = [one for one, other in words.items()
                 if isinstance(other, str) and "{" in one and set(values.findall(other)) != set(values.findall(one))]
        visit.expect(not wrong, f"{name}: other values than in English: {wrong}")


# Rules of regions and what the German card says of them.
RULES = {
    "ziel": ({"gate": True, "heading": [315, 45]}, {"type": "LineString", "coordinates": [[15.3, 47], [15.3, 47.001]]},
             ("Tor mit 2 Ecken", "Durchfahrten", "315° bis 45° im Uhrzeigersinn")),
    "ring": ({"radius": 50, "maxSpeed": 10.5, "latch": True}, {"type": "Point", "coordinates": [15.31, 47]},
             ("Kreis, 50 m um 47, 15.31", "10,5 km/h", "tönt bis zur Bestätigung")),
}


def cards(visit, page):
    """The German cards of a gate with a heading, and of a ring with a limit of speed."""
    path = visit.world.folder / "regions.geojson"
    before = path.read_text()
    regions = json.loads(before)
    regions["features"] += [{"type": "Feature", "id": name, "properties": own, "geometry": geometry}
                            for name, (own, geometry, _) in RULES.items()]
    path.write_text(json.dumps(regions))
    page.go(f"http://127.0.0.1:{visit.world.port}/")
    for name, (_, _, parts) in RULES.items():
        page.until(f"document.querySelector('[data-region={name}] button') !== null", f"{name} in the list")
        page.value(f"document.querySelector('[data-region={name}] button').click()")
        page.until(f"document.querySelector('#card h2')?.textContent === '{name}' && document.querySelectorAll('#card dd').length > 1",
                   f"the facts of {name}")
        words = page.value("document.querySelector('#card').innerText")
        for part in parts:
            visit.expect(part in words, f"the German card of {name} has no {part!r}: {words}")
    path.write_text(before)


def small(visit, browser, pictures):
    """On a small phone nothing is wider than the screen in any language."""
    for name, words in LANGUAGES.items():
        # A page that asks for nothing, so that no request is ended under way.
        page = browser.open(f"http://127.0.0.1:{visit.world.port}/live.js", WIDTH, 740, touch=True)
        agent = page.value("navigator.userAgent")
        page.call("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=name)
        page.said.clear()
        page.go(f"http://127.0.0.1:{visit.world.port}/")
        end = time.monotonic() + 60
        while words not in page.value(fingers.SIGHT) and time.monotonic() < end:
            visit.world.step()
            time.sleep(0.1)
        page.until("document.querySelectorAll('#regions button').length > 3", "the regions")
        visit.expect(words in page.value(fingers.SIGHT), f"{name}: the first line is {page.value(fingers.SIGHT)!r}")
        visit.expect(page.value("document.documentElement.lang") == name, f"{name}: another language is named")
        for view in ("", "document.querySelector('#more').click()", "document.querySelector('#regions button').click()",
                     "document.querySelector('[data-card=why]').click()", "document.querySelector('#more').click()",
                     "document.querySelector('#more').click()", "document.querySelector('[data-do=circle]').click()"):
            page.value(f"{view or 0}; 0")
            page.settle()
            wide = page.value(WIDE)
            visit.expect(not wide, f"{name}, after {view}: wider than its place: {wide}")
            if pictures and "regions button" in view:
                page.picture(pathlib.Path(pictures) / f"card-{name}.png")
        if name == "de":
            cards(visit, page)
        # A script that is opened alone has no icon.
        said = [one for one in page.said if "/favicon.ico" not in one]
        visit.expect(not said, f"{name}: the console has {said}")
        page.close()
    visit.page.call("Page.bringToFront")
