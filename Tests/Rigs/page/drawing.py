"""Draws regions on the page, as fingers, a mouse and keys do, for Tests/Rigs/page/run."""

import json
import math
import re
import time

import accessible
import walked

FORWARDED = {"X-Forwarded-For": "192.168.4.20"}  # so that it counts as another device


class Round:
    """A walk that leaves its line for a square of 50 m, goes 10 m past its start, and then goes on."""

    SIDE, PAST = 50, 10

    def __init__(self, walk, second):
        self.line, self.begin, self.speed = walk, second, int(walk.speed)
        self.seconds = (4 * self.SIDE + 2 * self.PAST) // self.speed

    def __getattr__(self, name):
        return getattr(self.line, name)

    def on_line(self, second):
        return min(second, max(self.begin, second - self.seconds))

    def east(self, second):
        return self.line.east(self.on_line(second))

    def report(self, second):
        report = json.loads(self.line.report(self.on_line(second)))
        report["time"] = walked.stamp(second)
        way = self.speed * (second - self.begin)
        if 0 <= way < self.speed * self.seconds:
            turn = 4 * self.SIDE + self.PAST
            side, rest = divmod(way if way <= turn else 2 * turn - way, self.SIDE)
            east = (0, rest, self.SIDE, self.SIDE - rest, 0)[side]
            north = (rest, self.SIDE, self.SIDE - rest, 0, rest)[side]
            report["lat"] += north / 111_170
            report["lon"] += east / walked.METRES_PER_DEGREE
            report["track"] = (0.0, 90.0, 180.0, 270.0, 0.0 if way < turn else 180.0)[side]
        return json.dumps(report, separators=(",", ":"))


class Drawer:
    """A visitor of the page who draws."""

    def __init__(self, visit, page=None):
        self.visit, self.world = visit, visit.world
        self.page = page or visit.page
        self.file = self.world.folder / "regions.geojson"

    # The state of the page and the file

    def features(self):
        """The regions in the file, by their names."""
        return {one["id"]: one for one in json.loads(self.file.read_text())["features"]}

    def says(self):
        return self.page.value("document.querySelector('#draw-says').textContent")

    def until_says(self, words):
        self.page.until(f"document.querySelector('#draw-says').textContent.includes({json.dumps(words)})", words)

    def count(self, selector):
        return self.page.value(f"document.querySelectorAll({json.dumps(selector)}).length")

    def until_count(self, selector, number):
        try:
            self.page.until(f"document.querySelectorAll({json.dumps(selector)}).length === {number}", "")
        except AssertionError:
            raise AssertionError(f"{self.count(selector)} of {selector} in place of {number}; it says {self.says()!r}") from None

    def until_size(self, condition):
        """Waits for a radius or width; a tap takes a moment."""
        self.page.until(f"(size => {condition})(Number(document.querySelector('#draw-size').value))", f"a size with {condition}")
        return float(self.value("size"))

    def list(self):
        """Opens the sheet at the list of the regions to change."""
        if not self.page.value("document.querySelector('#draw').getClientRects().length > 0"):
            if self.page.value("document.querySelector('#sheet').matches('.open')"):
                self.page.value("document.querySelector('#more').click()")
            self.page.value("document.querySelector('#more').click()")

    def choose(self, name):
        """Chooses a region in the list."""
        self.list()
        self.page.until("document.querySelector('#draw-choice').offsetParent !== null", "the list")
        self.page.value(
            "(list => { list.value = " + json.dumps(name) + "; list.dispatchEvent(new Event('change', {bubbles: true}));"
            " })(document.querySelector('#draw-choice'))")

    def value(self, name):
        return self.page.value(f"document.querySelector('#draw-{name}').value")

    # Fingers and keys

    def point(self, place):
        if self.visit.is_touch:
            self.page.swipe([place])
        else:
            self.page.click(*place)

    def reach(self, selector):
        """Goes to the map or to the form of a drawing, where only the other one is on a phone's screen."""
        self.page.value(
            "(one => { const { draw } = document.body.dataset;"
            " if (one.matches('#map') ? draw === 'form' : draw && !one.getClientRects().length)"
            " document.querySelector(draw === 'map' ? '[data-do=finish]' : '[data-do=shape]').click();"
            f" }})(document.querySelector({json.dumps(selector)})); 0")

    def show(self, selector):
        self.reach(selector)
        # Without fixes the board becomes blind, and that message moves the rest of the page.
        self.world.step()
        before = None
        while True:
            self.page.value(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
            place = self.page.middle(selector)
            if place == before:
                return
            before = place
            time.sleep(0.05)

    def press(self, name):
        """Taps a button of the drawing."""
        self.list()
        selector = f"[data-do={name}]"
        self.reach(selector)
        self.page.until(f"document.querySelector('{selector}').offsetParent !== null", f"the button {name}")
        self.show(selector)
        self.point(self.page.middle(selector))

    def answer(self, words):
        """Answers the question that is asked."""
        find = f"[...document.querySelectorAll('#draw-asked button')].findIndex(b => b.textContent === {json.dumps(words)})"
        self.page.until(f"!document.querySelector('#draw-asked').hidden && {find} >= 0", f"the answer {words}")
        self.show("#draw-asked")
        self.point(self.page.middle("#draw-asked button", self.page.value(find)))

    def fill(self, name, text):
        """Types into a field."""
        selector = f"#draw-{name}"
        self.page.value(f"(more => {{ if (more) more.open = true; }})(document.querySelector('{selector}').closest('details'))")
        self.show(selector)
        self.point(self.page.middle(selector))
        self.page.value(f"document.querySelector('{selector}').select()")
        if text:
            self.page.call("Input.insertText", text=text)
        else:
            self.page.press("Delete")
        self.page.value(f"document.querySelector('{selector}').blur()")

    def spot(self, east, south):
        """A place on the map in pixels from its middle."""
        self.show("#map")
        x, y = self.page.middle("#map")
        return x + east, y + south

    def tap(self, *places):
        for place in places:
            self.point(self.spot(*place))

    def handle(self, name):
        """The place of a handle on the screen."""
        self.show("#map")
        return self.page.middle(f"[data-handle={name}] .reach")

    def drag(self, name, east, south, parts=6):
        """Drags a handle."""
        x, y = self.handle(name)
        way = [(x + east * part / parts, y + south * part / parts) for part in range(parts + 1)]
        self.page.swipe(way) if self.visit.is_touch else self.page.drag(way)

    def front(self):
        """Only the page in front receives touches."""
        self.page.call("Page.bringToFront")

    def save(self, name):
        self.until_done(lambda: self.press("save"), f"saved: {name}")

    def remove(self, name, after_one=lambda: None):
        """Removes the chosen region, which is asked twice."""
        def twice():
            self.press("remove")
            self.answer("remove")
            after_one()
            self.answer("really remove")
        self.until_done(twice, f"removed: {name}")

    def until_done(self, act, words):
        """Acts; where the board takes no more changes for some seconds, or had another one, once more after them."""
        for _ in range(10):
            self.page.value("document.querySelector('#draw-says').textContent = ''")
            act()
            try:
                self.page.until(
                    f"{json.dumps((words, 'try again'))}.some((one) => document.querySelector('#draw-says').textContent.includes(one))", words)
            except AssertionError:
                raise AssertionError(f"it says {self.says()!r} in place of {words!r}") from None
            if words in self.says():
                return
            wait = re.search(r"try again in (\d+) s", self.says())
            time.sleep(int(wait[1]) if wait else 1)
        raise AssertionError(f"it says {self.says()!r} ten times in place of {words!r}")


def metres(one, other):
    """The distance between two positions."""
    east = (other[0] - one[0]) * walked.METRES_PER_DEGREE
    return math.hypot(east, (other[1] - one[1]) * 111_195)


def fresh(visit):
    """The map around the position, at about four pixels a metre."""
    Drawer(visit).list()
    visit.page.value("document.querySelector('[data-zoom=fit]').click()")
    unit = "Number(document.querySelector('#map').style.getPropertyValue('--u'))"
    while visit.page.value(unit) > 0.3:
        visit.page.value("document.querySelector('[data-zoom=in]').click()")
    while visit.page.value(unit) < 0.18:
        visit.page.value("document.querySelector('[data-zoom=out]').click()")


def circle(visit, pictures):
    """A circle is drawn, sized and saved, and the controller reports an event for it."""
    drawer = Drawer(visit)
    fresh(visit)
    drawer.press("circle")
    drawer.tap((40, 10))
    drawer.until_count("#drawing .handle", 2)
    least = visit.page.value("Math.min(...[...document.querySelectorAll('#drawing .reach')].map(e => e.getBoundingClientRect().width))")
    visit.expect(least >= 43.9, f"a finger has {least} px")
    before = float(drawer.value("size"))
    drawer.drag("size", 30, 0)
    after = drawer.until_size(f"size > {before + 3}")
    drawer.press("undo")
    drawer.until_size(f"size === {before}")
    drawer.press("redo")
    drawer.until_size(f"size === {after}")
    drawer.drag("whole", -20, 0)
    for name, text in (("id", "pond"), ("note", "Mind the geese"), ("dwell", "5"), ("active", "Mo-Su 00:00-24:00")):
        drawer.fill(name, text)
    if pictures:
        drawer.show("#map")
        visit.page.picture(pictures / f"draw-{visit.name}.png")
    drawer.save("pond")
    pond = drawer.features()["pond"]
    visit.expect(pond["properties"] == {"radius": after, "note": "Mind the geese", "dwell": 5, "active": "Mo-Su 00:00-24:00"}, f"{pond}")
    end = time.monotonic() + 60
    while time.monotonic() < end and not any(line.get("region") == "pond" for line in visit.world.journal()):
        visit.world.step()
        time.sleep(0.02)
    visit.expect(any(line.get("region") == "pond" for line in visit.world.journal()), "no event for pond")
    visit.page.until("document.querySelectorAll('#map [data-id=pond]').length === 1", "the pond on the map")


# The screens of phones, upright and across.
SMALL = ((360, 640), (640, 360), (390, 844), (844, 390))
# The share of the screen's height that the form has, above the bar.
FORM = """(() => { const [form, foot, views] = ['#draw form', '#draw .foot', '#views']
  .map((one) => document.querySelector(one).getBoundingClientRect());
  return (foot.top - Math.max(form.top, views.top)) / innerHeight; })()"""
# The buttons that can be pressed: nothing is above their middle.
PRESSED = """[...document.querySelectorAll('#draw button, #bar button, [data-zoom]')].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return width > 0 && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.dataset.do ?? one.dataset.zoom ?? one.id ?? one.dataset.order)"""


def whole_screen(visit, browser, pictures):
    """On a small phone drawing has the whole screen, then its form; at the end the region is seen with its card."""
    for width, height in SMALL:
        words, name = f"at {width}x{height}", f"tarn {width}"
        page = browser.open(f"http://127.0.0.1:{visit.world.port}/", width, height, touch=True)
        drawer = Drawer(visit, page)
        page.until("document.querySelectorAll('#draw-choice option').length > 1 && document.querySelector('#map .spot') !== null", "the regions")
        drawer.press("polygon")
        drawer.tap((-60, -40), (60, -40), (60, 40))
        drawer.until_count("#drawing .corner", 3)
        share = page.box("#map")["height"] / height
        visit.expect(share >= 0.8, f"{words}, the map has {share:.0%} of the height while one draws")
        line = page.box("header")["height"]
        visit.expect(line <= 40, f"{words}, the first line is {line} px high while one draws")
        pressed = page.value(PRESSED)
        visit.expect({"finish", "undo", "discard"} <= set(pressed), f"{words}, the bar has only {pressed}")
        visit.expect(not {"in", "out", "fit", "mute", "more"} & set(pressed), f"{words}, {pressed} are in the way")
        if pictures:
            page.picture(pictures / f"draw-{width}.png")
        drawer.press("finish")
        page.until("document.querySelector('#draw-id').offsetParent !== null", "the form")
        share = page.value(FORM)
        visit.expect(share >= 0.7, f"{words}, the form has {share:.0%} of the height")
        pressed = page.value(PRESSED)
        visit.expect({"save", "discard"} <= set(pressed), f"{words}, the form has only {pressed}")
        if pictures:
            page.picture(pictures / f"draw-form-{width}.png")
        drawer.fill("id", name)
        drawer.save(name)
        page.until(f"document.querySelector('#card h2')?.getClientRects().length > 0 && document.querySelector('#card h2').textContent === {json.dumps(name)}",
                   f"the card of {name}", 10)
        page.until(f"document.querySelector('#map [data-id={json.dumps(name)}]') !== null", "the region", 10)
        region, shown = page.box(f"#map [data-id={json.dumps(name)}]"), page.box("#map")
        is_seen = region["x"] >= shown["x"] and region["right"] <= shown["right"] and region["bottom"] <= shown["bottom"]
        visit.expect(is_seen and region["y"] >= page.box("header")["bottom"], f"{words}, {name} is at {region} after it was saved")
        visit.expect(page.box("#card h2")["bottom"] <= height, f"{words}, the card is out of view")
        drawer.choose(name)
        drawer.remove(name)
        visit.expect(not page.said, f"{words}, the console has {page.said}")
        page.close()
    visit.page.call("Page.bringToFront")


def polygon(visit, pictures):
    """A polygon is drawn, its corners are moved, added and removed, and a mistake is shown at its place."""
    drawer = Drawer(visit)
    page = visit.page
    fresh(visit)
    drawer.press("polygon")
    drawer.tap((-100, -90), (100, -90), (100, 90), (-100, 90))
    drawer.press("finish")
    drawer.until_count("#drawing .corner", 4)
    drawer.drag("corner-2", 20, 25)
    drawer.until_count("#drawing .between", 4)
    drawer.drag("between-0", 0, -40)
    drawer.until_count("#drawing .corner", 5)
    drawer.press("undo")
    drawer.until_count("#drawing .corner", 4)
    drawer.press("redo")
    drawer.until_count("#drawing .corner", 5)
    drawer.point(drawer.handle("corner-1"))
    page.until("document.querySelector('#drawing .selected')?.dataset.handle === 'corner-1'", "a selected corner")
    drawer.press("delete")
    drawer.until_count("#drawing .corner", 4)
    drawer.fill("id", "meadow")
    drawer.save("meadow")
    ring = drawer.features()["meadow"]["geometry"]["coordinates"][0]
    drawer.choose("meadow")
    drawer.until_count("#drawing .corner", 4)
    # With keys: one metre to the east for each arrow.
    page.value("document.querySelector('[data-handle=corner-0]').focus()")
    for _ in range(3):
        page.press("ArrowRight")
    drawer.save("meadow")
    moved = drawer.features()["meadow"]["geometry"]["coordinates"][0]
    visit.expect(abs(metres(ring[0], moved[0]) - 3) < 0.1, f"arrows moved it by {metres(ring[0], moved[0])} m")
    visit.expect(ring[1:4] == moved[1:4], "the other corners moved, too")
    crossing(visit, drawer, pictures)


# The answer to *save* is below the map and above the edge of the screen, next to its button.
IN_VIEW = """(() => { const [said, save] = ['#draw-says', '[data-do=save]'].map((one) => document.querySelector(one).getBoundingClientRect());
  return said.height > 0 && said.bottom <= innerHeight && save.bottom <= innerHeight && Math.abs(save.top - said.bottom) < 40; })()"""


def crossing(visit, drawer, pictures):
    """Found mistakes are shown at the field and on the map."""
    page = visit.page
    before = drawer.file.read_text()
    drawer.press("polygon")
    drawer.tap((-90, -80), (90, 80), (90, -80), (-90, 80))
    drawer.press("finish")
    drawer.fill("id", "knot")
    drawer.press("save")
    drawer.until_says("crosses itself")
    visit.expect(drawer.count("#drawing .wrong-edge") == 2, "the edges that cross are not marked")
    if pictures:
        drawer.show("#map")
        page.picture(pictures / f"draw-wrong-{visit.name}.png")
    drawer.press("discard")
    drawer.press("circle")
    drawer.press("middle")
    drawer.fill("id", "wrong")
    drawer.fill("dwell", "soon")
    drawer.fill("active", "Mx 7")
    drawer.press("save")
    page.until("document.querySelector('#draw-dwell-problem').textContent.includes('soon')", "the problem of dwell")
    page.until("document.querySelector('#draw-active-problem').textContent.includes('Mo-Fr 07:00')", "the problem of the hours")
    visit.expect(page.value("document.activeElement.id") == "draw-dwell", "the first wrong field has not the focus")
    visit.expect(drawer.file.read_text() == before, "something wrong was written")
    page.until(IN_VIEW, "the answer next to save, in view")
    drawer.press("discard")


def corridor(visit, _):
    """A corridor is drawn and its width is dragged; the map still moves and zooms."""
    drawer = Drawer(visit)
    fresh(visit)
    drawer.press("corridor")
    drawer.tap((-110, 60), (60, 90), (110, 20))
    drawer.press("finish")
    before = float(drawer.value("size"))
    drawer.drag("size", 0, 30)
    drawer.until_size(f"size !== {before}")
    box = "document.querySelector('#map').getAttribute('viewBox')"
    view = visit.page.value(box)
    way = [drawer.spot(-20 - 10 * step, -110) for step in range(6)]
    visit.page.swipe(way) if visit.is_touch else visit.page.drag(way)
    visit.page.until(f"{box} !== {json.dumps(view)}", "a map that moves")
    drawer.fill("id", "ditch")
    drawer.save("ditch")
    ditch = drawer.features()["ditch"]
    visit.expect(ditch["geometry"]["type"] == "LineString" and len(ditch["geometry"]["coordinates"]) == 3, f"{ditch}")


def standing(visit, _):
    """`Here` is the mean of ten seconds, and the board draws the outline of a walk."""
    drawer = Drawer(visit)
    fresh(visit)
    drawer.press("circle")
    drawer.press("here")
    for _ in range(20):
        visit.world.step()
        time.sleep(0.3)
    drawer.page.until("document.querySelector('#draw-says').textContent.startsWith('Here is the mean of')", "the mean")
    visit.expect(drawer.count("#drawing .spread") == 1 and "±" in drawer.says(), f"the spread is not shown: {drawer.says()}")
    drawer.press("discard")
    drawer.press("corridor")
    drawer.press("walk")
    visit.world.go(30)
    drawer.until_says("walking: ")
    visit.expect(drawer.count("#drawing .way") == 1 and drawer.count("#drawing .corner") == 0, "the way is not shown")
    drawer.press("walk")
    drawer.until_says("corners, to")
    visit.expect(drawer.count("#drawing .way") == 0 and drawer.count("#drawing .corner") >= 2, "there are no corners")
    drawer.fill("id", "way")
    drawer.save("way")
    way = drawer.features()["way"]
    visit.expect(way["properties"]["width"] == 10 and way["geometry"]["type"] == "LineString", f"{way}")


def walking(visit, _):
    """The board closes a border that is walked past its start; a line has none, and the walk goes on."""
    drawer = Drawer(visit)
    fresh(visit)
    drawer.press("polygon")
    drawer.press("walk")
    visit.world.go(4)
    drawer.until_says("walking: ")
    drawer.press("walk")
    drawer.until_says("no outline: ")
    drawer.until_says("walk farther")
    visit.world.go(2)
    visit.expect(drawer.page.value("document.querySelector('[data-do=walk]').textContent") == "end the walk", "the walk has ended")
    drawer.press("discard")
    drawer.press("polygon")
    drawer.press("walk")
    visit.world.walk = way = Round(visit.world.walk, visit.world.second)
    visit.world.go((4 * way.SIDE + way.PAST) // way.speed)
    drawer.page.until("Number(/walking: (\\d+)/.exec(document.querySelector('#draw-says').textContent)?.[1]) >= 42", "42 fixes")
    drawer.press("walk")
    drawer.until_says("corners, to")
    visit.world.go(way.seconds)
    drawer.fill("id", "square")
    drawer.save("square")
    square = drawer.features()["square"]["geometry"]
    visit.expect(square["type"] == "Polygon" and 5 <= len(square["coordinates"][0]) <= 10, f"{square}")


def conflict(visit, browser, size, pictures):
    """Two phones do not overwrite each other."""
    first = Drawer(visit)
    page = browser.open(f"http://127.0.0.1:{visit.world.port}/", *size, touch=visit.is_touch)
    page.until("document.querySelectorAll('#draw-choice option').length > 4", "the regions")
    second = Drawer(visit, page)
    for round_number, choice in enumerate(("use theirs", "keep mine and look")):
        for drawer in (first, second):
            drawer.front()
            drawer.choose("pond")
            drawer.page.until("document.querySelector('#draw-note').value !== ''", "the pond")
        second.front()
        second.fill("note", f"theirs {round_number}")
        second.save("pond")
        first.front()
        first.fill("note", "mine")
        first.press("save")
        first.page.until("!document.querySelector('#draw-asked').hidden", "the question")
        visit.expect(first.features()["pond"]["properties"]["note"] == f"theirs {round_number}", "theirs was overwritten")
        asked = first.page.value("document.querySelector('#draw-asked p').textContent")
        visit.expect(f'note "theirs {round_number}"' in asked, f"the question has no difference: {asked}")
        if pictures and round_number:
            first.show("#draw-asked")
            first.page.picture(pictures / f"draw-conflict-{visit.name}.png")
        first.answer(choice)
        if round_number == 0:
            first.page.until("document.querySelector('#draw-note').value === 'theirs 0'", "theirs")
            first.press("discard")
        else:
            visit.expect(first.value("note") == "mine", "mine is gone")
            visit.expect(first.features()["pond"]["properties"]["note"] == "theirs 1", "mine was saved without a word")
            first.save("pond")
            visit.expect(first.features()["pond"]["properties"]["note"] == "mine", "mine is not saved")
    page.close()
    first.front()


def remove(visit, _):
    """A region is removed after two questions."""
    drawer = Drawer(visit)
    drawer.choose("way")
    drawer.remove("way", lambda: visit.expect("way" in drawer.features(), "it was removed after one question"))
    visit.expect("way" not in drawer.features(), "it is still there")
    # Escape leaves nothing of a drawing that was not begun.
    drawer.press("circle")
    drawer.page.press("Escape")
    drawer.page.until("document.querySelector('[data-do=circle]').offsetParent !== null", "the end of the drawing")
    visit.expect(drawer.says() == "Nothing was changed.", f"Escape says {drawer.says()!r}")


def guest(visit, browser, size):
    """A device that may only look changes nothing."""
    link = visit.world.pair("guest", "--read-only")
    page = browser.open(f"http://127.0.0.1:{visit.world.port}/page.css", *size, touch=visit.is_touch)
    page.call("Network.setExtraHTTPHeaders", headers=FORWARDED)
    page.go(link)
    page.until("document.querySelectorAll('#draw-choice option').length > 1", "the regions")
    page.until("document.body.dataset.kind", "the state")
    file = Drawer(visit, page).file
    before = file.read_text()
    shown = "[...document.querySelectorAll('#draw, #orders')].filter(one => one.offsetParent !== null).length"
    visit.expect(page.value(shown) == 0, "a guest is offered to draw or to order")
    place = page.middle("#map .region")
    page.swipe([place]) if visit.is_touch else page.click(*place)
    time.sleep(0.3)
    visit.expect(page.value("document.querySelectorAll('#drawing .handle').length") == 0, "a guest begins to draw")
    for path, body in (("edit", {"base": "", "remove": ["gate"]}), ("mute", {"seconds": 5})):
        answer = page.value(f"""fetch("/api/{path}", {{ method: "POST", headers: {{ "Content-Type": "application/json" }},
          body: JSON.stringify({json.dumps(body)}) }}).then((answer) => answer.status)""")
        visit.expect(answer == 403, f"a guest's {path} is answered with {answer}")
    visit.expect(file.read_text() == before, "a guest has changed the file")
    page.close()
    visit.page.call("Page.bringToFront")


def kept(visit, _):
    """A shape with a hole keeps it, and is moved as a whole."""
    drawer = Drawer(visit)
    fresh(visit)
    x, y = walked.LONGITUDE + visit.world.walk.east(visit.world.second)[0] / walked.METRES_PER_DEGREE, walked.LATITUDE
    rings = [[[x + a * size, y + b * size] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))] for size in (1e-4, 4e-5)]
    feature = {"type": "Feature", "id": "yard", "properties": {}, "geometry": {"type": "Polygon", "coordinates": rings}}
    visit.page.value(
        "(async () => { const base = (await fetch('/api/regions')).headers.get('ETag').replaceAll('\"', '');"
        " await fetch('/api/edit', { method: 'POST', headers: { 'Content-Type': 'application/json' },"
        f" body: JSON.stringify({{ base, put: [{json.dumps(feature)}] }}) }}); }})()")
    visit.page.until("[...document.querySelectorAll('#draw-choice option')].some(o => o.value === 'yard')", "the yard")
    drawer.choose("yard")
    drawer.until_count("#drawing .handle", 1)
    drawer.drag("whole", 60, 0)
    drawer.page.press("Escape")
    drawer.until_count("#drawing .handle", 1)
    drawer.save("yard")
    saved = drawer.features()["yard"]["geometry"]["coordinates"]
    ways = [metres(one, other) for ring, new in zip(rings, saved) for one, other in zip(ring, new)]
    visit.expect(len(ways) == 10 and ways[0] > 1 and max(ways) - min(ways) < 0.1, f"the yard moved by {ways}")


FOCUS = "(e => e.dataset.do ?? e.dataset.handle ?? e.name ?? e.tagName)(document.activeElement)"


def keys(visit, _):
    """A circle is drawn by keys alone."""
    drawer = Drawer(visit)
    page = visit.page
    fresh(visit)
    page.value("document.querySelector('[data-do=circle]').focus()")
    for name, after in (("Enter", "middle"), ("Enter", "here")):
        page.press(name)
        page.until(f"{FOCUS} === '{after}'", f"the focus on {after}")
    for _ in range(8):
        if page.value(FOCUS) == "size":
            break
        page.press("Tab", shift=True)
    visit.expect(page.value(FOCUS) == "size", f"Tab does not lead to the radius, but to {page.value(FOCUS)}")
    before = float(drawer.value("size"))
    page.press("ArrowRight")
    page.press("ArrowUp", shift=True)
    drawer.until_size(f"size === {before} + 11")
    for _ in range(20):
        if page.value(FOCUS) == "id":
            break
        page.press("Tab")
    page.call("Input.insertText", text="by keys")
    for _ in range(60):
        if page.value(FOCUS) == "save":
            break
        page.press("Tab")
    page.press("Enter")
    drawer.until_says("saved: by keys")
    visit.expect(drawer.features()["by keys"]["properties"]["radius"] == before + 11, "another radius was saved")


# The handles without a name for a screen reader.
NAMELESS = """[...document.querySelectorAll('[data-handle]')].filter((one) => !one.ariaLabel)
  .map((one) => `${one.dataset.handle} has no name`)"""


def looks(visit):
    """In light and dark, all texts are readable; all buttons and fields have a name and a finger's size."""
    drawer = Drawer(visit)
    drawer.choose("pond")
    drawer.fill("dwell", "soon")
    drawer.press("save")
    visit.page.until("document.querySelector('#draw-dwell-problem').textContent !== ''", "the problem")
    drawer.press("remove")
    for scheme in ("light", "dark"):
        visit.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        wrong = visit.page.value(NAMELESS) + accessible.mistakes(visit.page, visit.is_touch)
        visit.expect(not wrong, f"{scheme}: {wrong}")
    visit.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    drawer.answer("keep it")
    drawer.press("discard")


def draw(visit, browser, size, pictures):
    """Draws in all ways on one screen."""
    for part in (circle, polygon, corridor, kept, standing, walking, *(() if visit.is_touch else (keys,))):
        part(visit, pictures)
    looks(visit)
    if visit.is_touch:
        whole_screen(visit, browser, pictures)
    conflict(visit, browser, size, pictures)
    remove(visit, pictures)
    guest(visit, browser, size)
    allowed = tuple(f"status of {status} " for status in (409, 403, 401))
    other = [one for one in visit.page.said if not any(code in one for code in allowed)]
    visit.expect(not other, f"the console has {other}")
    visit.page.said.clear()
    visit.expect(visit.page.value("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "drawing is wider than the screen")
