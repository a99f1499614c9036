"""Checks the page with all boards of a real broker, for board/page."""

import datetime
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import accessible
import fingers
import made_map
import ports
import walked

# Places in metres east and north of the first one: two near each other, and one far from both.
BOARDS = {"orchard-1": (0, 0), "orchard-2": (400, 300), "gate": (-900, -500)}
WIDE = """[...document.querySelectorAll('body, header, #views, #views > section, #boards button')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.id || one.tagName} ${one.textContent.slice(0, 30)}`)"""
LIST = "[...document.querySelectorAll('#boards li')].map((one) => [one.dataset.board, one.className, one.innerText])"
WORDS = {"en": "1 offline", "de": "1 mit einem Problem", "fr": "1 hors ligne", "es": "1 sin conexión"}


class Broker:
    """A real mosquitto, and a file that leads to it."""

    def __init__(self, folder):
        self.folder = folder
        self.program = shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin")
        self.port = ports.free_port()
        (folder / "boards.toml").write_text(f'[broker]\nhost = "127.0.0.1"\nport = {self.port}\n')
        (folder / "mosquitto.conf").write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n")
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.program, "-c", self.folder / "mosquitto.conf"],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.05)
        raise TimeoutError("the broker does not listen")

    def end(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def publish(self, board, topic, content, *options):
        text = content if isinstance(content, str) else json.dumps(content)
        subprocess.run(["mosquitto_pub", "-p", str(self.port), "-V", "5", "-q", "1", "-t", f"picket/{board}/{topic}", "-m", text, *options],
                       check=True, timeout=20)

    def introduce(self):
        """Each board publishes what brokers keep: one is offline, and one has a problem."""
        for name in BOARDS:
            self.publish(name, "online", "offline" if name == "orchard-2" else "online", "-r")
            status = {"sight": "sighted", "watched": 2, "problem": False, "faults": []}
            if name == "gate":
                status |= {"problem": True, "reason": "no picket answers"}
            self.publish(name, "status", status, "-r")
        self.publish("orchard-1", "region/yard", {"region": "yard", "state": "inside"}, "-r")

    def report(self):
        """Each board has an event a minute ago, and its position in it."""
        at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=60)
        for number, (name, (east, north)) in enumerate(BOARDS.items()):
            self.publish(name, "event", {
                "seq": number, "event": "enter", "region": "yard", "time": f"{at:%Y-%m-%dT%H:%M:%S}Z",
                "lat": walked.LATITUDE + north / 111_195, "lon": walked.LONGITUDE + east / walked.METRES_PER_DEGREE, "sd": 2})


def shown(page, selector):
    """The middle of an element on the screen, and whether it is on the map."""
    x, y = page.middle(selector)
    box = page.box("#map")
    return x, y, box["x"] < x < box["right"] and box["y"] < y < box["bottom"]


def pin(name):
    return f'#map [data-board="{name}"] .dot'


def look(visit, broker):
    """Boards are in the list with state, event and age, and on the map as soon as their place is known."""
    page, expect = visit.page, visit.expect
    page.until("document.querySelectorAll('#boards li').length === 3", "three boards")
    page.until("document.querySelector('#sight').textContent === '3 boards'", "their number")
    # The last of the subscriptions: a broker keeps no events for those that come later.
    page.until("document.querySelector('#boards').innerText.includes('online · inside yard')", "the regions")
    expect(page.value("document.querySelectorAll('#map [data-board]').length") == 0, "a board without a place is on the map")
    expect("no position" in page.value(LIST)[0][2], f"the list has no words about a missing place: {page.value(LIST)}")
    broker.report()
    page.until("document.querySelectorAll('#map [data-board]').length === 3", "three pins")
    rows = {name: (kind, text) for name, kind, text in page.value(LIST)}
    expect(list(rows) == ["gate", "orchard-2", "orchard-1"], f"the order is {list(rows)}")
    for name, kind, words in (
            ("gate", "trouble", "no picket answers"), ("orchard-2", "offline", "offline"),
            ("orchard-1", "online", "online · inside yard"), ("orchard-1", "online", "entered yard · 1 min ago")):
        expect(rows[name][0] == kind and words in rows[name][1], f"{name} is {rows[name]}, not {words}")
    for name in BOARDS:
        expect(shown(page, pin(name))[2], f"{name} is not in view")
    fingers.frame(page)
    page.until(f"new Set({fingers.NAMES}).size === 3", "the names on the map")
    east, west = shown(page, pin("orchard-2")), shown(page, pin("gate"))
    expect(east[0] > west[0] and east[1] < west[1], "the pins are at the wrong places")
    page.until("/[67]\\d s|1 min/.test(document.querySelector('#boards [data-board=orchard-1]').innerText)", "the age")
    leave(visit, broker)


def leave(visit, broker):
    """The map goes on to show all boards while one of them goes away, until a person zooms."""
    page, unit = visit.page, page_unit(visit)

    def go(metres):
        place = "document.querySelector('#map [data-board=orchard-1]').getAttribute('transform')"
        before, now = page.value(place), datetime.datetime.now(datetime.timezone.utc)
        broker.publish("orchard-1", "position", {"latitude": walked.LATITUDE, "longitude": walked.LONGITUDE + metres / walked.METRES_PER_DEGREE,
                                                 "time": f"{now:%Y-%m-%dT%H:%M:%S}Z"})
        page.until(f"{place} !== {json.dumps(before)}", "the board to move")

    go(5000)
    visit.expect(all(shown(page, pin(name))[2] for name in BOARDS), "a board has left the map")
    visit.expect(page_unit(visit) > unit, "the map is as close as before")
    visit.tap("[data-zoom=in]")
    closer = page_unit(visit)
    go(9000)
    visit.expect(page_unit(visit) == closer, "the map does not stay as close as a person has it")
    visit.tap("[data-zoom=fit]")
    go(0)
    visit.tap("[data-zoom=fit]")


def page_unit(visit):
    """Metres in a pixel of the map."""
    return visit.page.value(fingers.UNIT)


def touch(visit):
    """A board of the list comes into the middle of the map; a pin chooses its board."""
    page, expect = visit.page, visit.expect
    visit.tap("#boards [data-board=orchard-2] button")
    middle = page.middle("#map")
    page.until(f"(() => {{ const box = document.querySelector('{pin('orchard-2')}').getBoundingClientRect();"
               f" return Math.hypot(box.x + box.width / 2 - {middle[0]}, box.y + box.height / 2 - {middle[1]}) < 3; }})()", "the board in the middle")
    pressed = "document.querySelector('#boards [aria-pressed=true]')?.closest('li').dataset.board"
    expect(page.value(pressed) == "orchard-2", f"{page.value(pressed)} is chosen")
    visit.tap("[data-zoom=fit]")
    expect(all(shown(page, pin(name))[2] for name in BOARDS), "not all boards are in view again")
    visit.tap(pin("orchard-1"))
    page.until(f"{pressed} === 'orchard-1'", "the board of the pin")
    x, y = middle
    steps = [(x + 10 * step, y + 5 * step) for step in range(8)]
    before = page.value("document.querySelector('#map').getAttribute('viewBox')")
    (page.swipe if visit.is_touch else page.drag)(steps)
    expect(page.value("document.querySelector('#map').getAttribute('viewBox')") != before, "a finger does not move the map")


def lose(visit, broker):
    """A broker that is away is named, the boards stay; a board that is removed goes."""
    page = visit.page
    broker.end()
    page.until("document.querySelector('#sight').textContent === 'no connection to the broker'", "the loss")
    visit.expect(page.value("document.querySelectorAll('#boards li').length") == 3, "boards are gone with the broker")
    visit.expect(page.value("document.querySelector('#map').matches('.old')"), "the positions look new")
    broker.start()
    page.until("document.querySelector('#sight').textContent === '3 boards'", "the return")
    visit.expect(page.value("[...document.querySelectorAll('#boards li')].every((one) => one.className === 'offline')"),
                 f"boards are online without a word of them: {page.value(LIST)}")
    broker.introduce()
    page.until("document.querySelectorAll('#boards .offline').length === 1", "the boards again")
    broker.publish("orchard-2", "online", "", "-r")
    page.until("document.querySelectorAll('#boards li').length === 2", "the removal")
    visit.expect(page.value("document.querySelectorAll('#map [data-board]').length") == 2, "its pin stays")


def hostile(visit, broker):
    """Names and messages of anybody who may publish stay texts, and stop nothing."""
    page, name = visit.page, "<img src=x onerror=alert(1)>"
    broker.publish(name, "online", "online", "-r")
    broker.publish(name, "status", {"problem": True, "reason": "<script>alert(2)</script>\u001b[2J", "faults": [1, {}]})
    broker.publish(name, "event", {"event": "__proto__", "region": "constructor", "text": 5, "time": "never", "lat": 1e300, "lon": []})
    row = "[...document.querySelectorAll('#boards li')].find((one) => one.dataset.board.startsWith('<img'))"
    page.until(f"{row}?.innerText.includes('<script>alert(2)</script>')", "the words of a hostile board")
    visit.expect(page.value(f"{row}.innerText").startswith(name), f"its row is {page.value(f'{row}.innerText')!r}")
    page.until(f"{row}.innerText.includes('constructor')", "its event")
    visit.expect(page.value("document.querySelectorAll('#boards img, #boards script').length") == 0, "markup of a board is in the page")
    broker.publish(name, "online", "", "-r")
    page.until(f"{row} === undefined", "its removal")


def small(visit, browser):
    """On a small phone nothing is wider than the screen in any language."""
    for name, words in WORDS.items():
        page = browser.open(f"http://127.0.0.1:{visit.world.port}/back", 360, 740, touch=True)
        page.call("Network.setUserAgentOverride", userAgent=page.value("navigator.userAgent"), acceptLanguage=name)
        page.said.clear()
        page.go(f"http://127.0.0.1:{visit.world.port}/boards")
        page.until(f"document.querySelector('#sight-more').textContent.includes('{words}')", f"the first line in {name}")
        page.until("document.querySelectorAll('#boards .more').length > 3", "the list")
        fingers.frame(page)
        wide = page.value(WIDE)
        visit.expect(not wide, f"{name}: wider than its place: {wide}")
        visit.expect(not page.said, f"{name}: the console has {page.said}")
        page.close()
    visit.page.call("Page.bringToFront")


def rules(visit, axe):
    """All elements have names and contrast, and can be reached by keyboard, in light and dark."""
    for scheme in ("dark", "light"):
        visit.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for words in accessible.mistakes(visit.page, visit.is_touch, axe):
            visit.expect(False, f"all boards, {scheme}: {words}")
        visit.expect(True, "")


def check(world_kind, visit_kind, browser_kind, checks, programs, screens, axe, pictures):
    """All of this on each screen."""
    for screen in screens:
        name = f"boards-{screen[0]}"
        with tempfile.TemporaryDirectory(prefix="picket-page.") as folder, browser_kind() as browser:
            world = world_kind(programs, folder, made_map.lines, more='[boards]\nlink = "boards.toml"\n')
            broker = Broker(world.folder)
            try:
                broker.introduce()
                visit = visit_kind(world, checks, browser, (name, *screen[1:]))
                page = visit.page
                page.until("document.querySelector('#boards')?.hidden === false", "the link to all boards")
                page.go(f"http://127.0.0.1:{world.port}/boards")
                look(visit, broker)
                touch(visit)
                visit.tap("[data-zoom=fit]")
                page.until(f"document.querySelector('#credit').textContent === '{made_map.CREDIT}'", "the map below")
                if pictures:
                    time.sleep(1)
                    page.picture(pictures / f"{name}.png")
                visit.expect(not page.value(WIDE), f"wider than its place: {page.value(WIDE)}")
                rules(visit, axe)
                if visit.is_touch:
                    small(visit, browser)
                hostile(visit, broker)
                visit.expect(not page.said, f"the console has {page.said}")
                lose(visit, broker)
            except (AssertionError, RuntimeError) as error:
                checks.expect(False, f"{name}: {error}")
            finally:
                world.end()
                broker.end()
