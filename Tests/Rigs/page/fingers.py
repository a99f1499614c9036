"""Moves the map, taps regions and reads the first line of the page, as a person does, for Tests/Rigs/page/run."""

import re
import signal
import time

import drawing

UNIT = "Number(document.querySelector('#map').style.getPropertyValue('--u'))"
MIDDLE = """(() => { const [x, y, width, height] = document.querySelector('#map').getAttribute('viewBox')
  .split(' ').map(Number); return [x + width / 2, y + height / 2]; })()"""
SIGHT = "document.querySelector('#sight').textContent"
# The names that cover another name, the position or a button, or that are out of view.
CROWDED = """(() => {
  const box = (one) => one.getBoundingClientRect();
  const names = [...document.querySelectorAll('#names text')].map((one) => [one.textContent, box(one)]);
  const others = [...document.querySelectorAll('#map .spot, .zoom button, header, #scale text')]
    .map((one) => [one.id || one.className?.baseVal || one.tagName, box(one)]);
  const map = box(document.querySelector('#map'));
  const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return names.flatMap(([name, one], index) => [
    ...[...names.slice(index + 1), ...others].filter(([, other]) => covers(one, other)).map(([other]) => `${name} covers ${other}`),
    ...(one.left < map.left || one.right > map.right || one.top < map.top || one.bottom > map.bottom ? [`${name} is cut`] : [])]);
})()"""
NAMES = "[...document.querySelectorAll('#names text')].map((one) => one.textContent)"


def close(visit):
    """Closes the sheet, so that the map fills the screen."""
    if visit.page.value("document.querySelector('#sheet').matches('.open')"):
        visit.tap("#more")


def opening(visit):
    """The map opens on the position and the nearest border."""
    page = visit.page
    shown, spot = page.box("#map"), page.middle("#map .spot")
    visit.expect(abs(spot[0] - shown["x"] - shown["width"] / 2) < 2, f"the position is at {spot}")
    unit = page.value(UNIT)
    near = page.value("fetch('/api/status').then((one) => one.json()).then((one) => Math.min(...one.near.map((it) => Math.abs(it.depth))))")
    least = min(shown["width"], shown["height"]) / 2
    visit.expect(near / unit < least, f"the nearest border is {near / unit:.0f} px away, the edge {least:.0f} px")
    visit.expect(unit * least < 3 * max(40, near), f"it shows {unit * least:.0f} m, and the border is {near} m away")


def pan(visit, words):
    """One finger, or the mouse, moves the map at five scales."""
    page = visit.page
    visit.page.value("document.querySelector('[data-zoom=fit]').click()")
    for turn in range(5):
        (x, y), unit, before = page.middle("#map"), page.value(UNIT), page.value(MIDDLE)
        way = [(x - 4 * step, y + 3 * step) for step in range(16)]
        page.swipe(way) if visit.is_touch else page.drag(way)
        after = page.value(MIDDLE)
        moved = [(one - other) / unit for one, other in zip(after, before)]
        # The finger trembles before it moves the map.
        is_right = 45 <= moved[0] <= 61 and -46 <= moved[1] <= -32
        visit.expect(is_right, f"{words}, at {unit:.2f} m a pixel: it moved by {moved}, not by 60 and -45")
        page.settle()
        wrong = page.value(CROWDED)
        visit.expect(not wrong, f"{words}, at {unit:.2f} m a pixel: {wrong}")
        page.value("document.querySelector('[data-zoom=fit]').click()")
        for _ in range(2 * turn + 2):
            page.value("document.querySelector('[data-zoom=out]').click()")
    page.value("document.querySelector('[data-zoom=fit]').click()")


def pinch(visit):
    """Two fingers zoom around their middle, and a double tap zooms in."""
    page = visit.page
    x, y = page.middle("#map")
    before = page.value(UNIT)

    def touch(kind, half):
        points = [{"x": x - half, "y": y, "id": 1}, {"x": x + half, "y": y, "id": 2}] if half else []
        page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    touch("touchStart", 40)
    for half in range(45, 85, 5):
        touch("touchMove", half)
    touch("touchEnd", 0)
    visit.expect(abs(before / page.value(UNIT) - 2) < 0.1, f"two fingers: {before} m a pixel became {page.value(UNIT)}")
    page.value("document.querySelector('[data-zoom=fit]').click()")
    before = page.value(UNIT)
    for _ in range(2):
        page.swipe([(x + 60, y + 60)])
    visit.expect(abs(before / page.value(UNIT) - 2) < 0.01, f"a double tap: {before} m a pixel became {page.value(UNIT)}")
    page.value("document.querySelector('[data-zoom=fit]').click()")


def turned(visit):
    """The same on a phone that is held across."""
    page = visit.page
    page.call("Emulation.setDeviceMetricsOverride", width=844, height=390, deviceScaleFactor=1, mobile=True)
    page.until("innerWidth === 844", "the turn")
    pan(visit, "across")
    for order in ("mute", "mark"):
        box = page.box(f"[data-order={order}]")
        visit.expect(box["bottom"] <= 390 and box["right"] <= 844 and box["height"] >= 44, f"across, {order} is at {box}")
    visit.expect(page.value("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "across, it is wider than the screen")
    page.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)
    page.until("innerWidth === 390", "the turn back")


def inside(visit):
    """The names of the regions around the carrier are in view at each scale, and the first line has them."""
    page = visit.page
    page.value("document.querySelector('[data-zoom=fit]').click()")
    for _ in range(40):
        if page.value(SIGHT).startswith("INSIDE"):
            break
        visit.world.step()
        time.sleep(0.1)
    visit.expect(re.match(r"INSIDE r0\d.* · \d+ m to the border$", page.value(SIGHT)), f"the first line is {page.value(SIGHT)!r}")
    visit.expect(re.match(r"± \d+ m · \d s ago", page.value("document.querySelector('#sight-more').textContent")), "± and age are missing")
    names = set(page.value("fetch('/api/status').then((one) => one.json()).then((one) => one.inside)"))
    for _ in range(5):
        page.settle()
        visit.expect(names <= set(page.value(NAMES)), f"{names} are not all in view: {page.value(NAMES)}")
        page.value("document.querySelector('[data-zoom=in]').click()")
    page.value("document.querySelector('[data-zoom=fit]').click()")


def always(visit):
    """Mute and mark are in view without scrolling, and a mark is one tap."""
    page = visit.page
    height = page.value("innerHeight")
    for order in ("mute", "mark"):
        box = page.box(f"#bar [data-order={order}]")
        visit.expect(box["bottom"] <= height and box["height"] >= 44, f"{order} is at {box}")
    before = sum(line["event"] == "mark" for line in visit.world.journal())
    visit.tap("#bar [data-order=mark]")
    page.until("document.querySelector('#answer').textContent === 'marked'", "the mark")
    visit.expect(sum(line["event"] == "mark" for line in visit.world.journal()) == before + 1, "no mark in the journal")
    # Two taps at once are one.
    page.value("document.querySelector('#answer').textContent = ''")
    said = page.value("""(() => {
      for (let i = 0; i < 2; i += 1) document.querySelector('#bar [data-order=mark]').click();
      return document.querySelector('#answer').textContent;
    })()""")
    visit.expect(said == "sending …", "a tap is not answered at once")
    page.until("document.querySelector('#answer').textContent === 'marked'", "the second mark")
    visit.expect(sum(line["event"] == "mark" for line in visit.world.journal()) == before + 2, "two taps are not one mark")
    # A board without a place for the order is asked again: the mark is still that of the tap.
    page.value("""(() => {
      const asked = fetch;
      window.sent = [];
      window.fetch = (path, options) => {
        if (path !== "/api/mark") return asked(path, options);
        sent.push(JSON.parse(options.body).ago);
        if (sent.length < 2) return Promise.resolve(new Response("", { status: 503, headers: { "Retry-After": "1" } }));
        window.fetch = asked;
        return asked(path, options);
      };
    })()""")
    # The answer to the mark before it says the same, and the click comes after the finger.
    page.value("document.querySelector('#answer').textContent = ''")
    visit.tap("#bar [data-order=mark]")
    page.until("sent.length === 2 && document.querySelector('#answer').textContent === 'marked'", "the mark that was refused once")
    ages = page.value("sent")
    visit.expect(0.9 < ages[1] - ages[0] < 20, f"the tap of a mark was {ages} s before")


def asks(visit):
    """The words of a mark are asked for in the sheet, and the rest of the events is behind a switch."""
    page = visit.page
    visit.open()
    visit.tap("[data-order=mark][data-words]")
    page.until("document.activeElement === document.querySelector('#ask input')", "a field")
    page.value("document.querySelector('#ask input').value = 'a gap in the fence'")
    visit.tap("#ask [type=submit]")
    page.until("document.querySelector('#answer').textContent === 'marked: a gap in the fence'", "the mark with words")
    shown = "[...document.querySelectorAll('#events li[data-id]')].filter((one) => one.getClientRects().length).length"
    # An event may come at any time, so each comparison is made in the page.
    every = "document.querySelectorAll('#events li[data-id]').length"
    main = "document.querySelectorAll('#events li[data-id]:not([data-rest])').length"
    page.until(f"{shown} > 0", "events")
    visit.expect(page.value(f"{shown} === {main}"), "not only crossings, alarms and marks are shown")
    visit.tap("#rest")
    page.until(f"{shown} === {every} && {every} > {main}", "more after the switch")
    visit.tap("#rest")
    page.value("document.querySelector('#regions li:last-child button').focus()")
    name = page.value("document.activeElement.closest('li').dataset.region")
    for _ in range(10):
        visit.world.step()
        time.sleep(0.1)
    visit.expect(page.value("document.activeElement.closest('li')?.dataset.region") == name, "a row loses the focus of the keyboard")
    close(visit)


def regions(visit, pictures):
    """A tapped region has a card; one of the list that is out of view comes into view; both explain."""
    page = visit.page
    page.value("document.querySelector('[data-zoom=fit]').click()")
    close(visit)
    # A place on the map that only one region has.
    name = page.value("document.elementFromPoint(...(() => { const b = document.querySelector('#map').getBoundingClientRect();"
                      " return [b.x + b.width / 2, b.y + b.height / 2 + 40]; })()).closest('[data-id]')?.dataset.id ?? null")
    x, y = page.middle("#map")
    visit.expect(name is not None, "no region is in the middle")
    page.swipe([(x, y + 40)]) if visit.is_touch else page.click(x, y + 40)
    page.until(f"document.querySelector('#card h2')?.textContent === '{name}'", "the card of the tapped region")
    page.until("document.querySelectorAll('#card dd').length > 1", "the facts of the region")
    words = page.value("document.querySelector('#card').innerText")
    for part in ("inside", "visit", "entries and exits", "always", "circle of 60 m", "navigate to it"):
        visit.expect(part in words, f"the card has no {part!r}: {words}")
    link = page.value("document.querySelector('#card a').getAttribute('href')")
    visit.expect(re.match(r"geo:47\.0\d+,15\.\d+\?q=", link), f"the link is {link}")
    if pictures:
        visit.page.picture(pictures / f"region-{visit.name}.png")
    # Far away from all that is shown.
    for _ in range(3):
        page.value("document.querySelector('[data-zoom=in]').click()")
    visit.tap("[data-card=back]")
    page.until("document.querySelector('#regions li').getClientRects().length > 0", "the list")
    visit.tap("#regions li:last-child button")
    far = page.value("document.querySelector('#card h2').textContent")
    page.until(f"""(() => {{ const one = document.querySelector('#map [data-id="{far}"]').getBoundingClientRect();
      const map = document.querySelector('#map').getBoundingClientRect();
      return one.top >= map.top && one.bottom <= map.bottom && one.left >= map.left && one.right <= map.right; }})()""", f"{far} in view")
    change(visit, far)
    visit.tap("[data-card=why]")
    page.until("document.querySelectorAll('#why li').length > 1", "the reasons")
    first = page.value("document.querySelector('#why .first').innerText")
    visit.expect(re.match(r"(No beep: .+|It beeped at \d\d:\d\d:\d\d.*)\.$", first), f"the reasons begin with {first!r}")
    visit.expect(page.value("document.querySelector('#why details').open") is False, "the other reasons are not behind more")
    visit.tap("#why summary")
    visit.expect(page.value("document.querySelectorAll('#why .depth-line').length") == 1, "there is no drawing of the depth")
    said = page.value("document.querySelector('#why').innerText")
    visit.expect(not re.search(r"\d{4}-\d\d-\d\dT", said), f"the reasons have a time for programs: {said}")
    if pictures:
        page.value("document.querySelector('#why figure').scrollIntoView({ block: 'end' })")
        visit.page.picture(pictures / f"why-{visit.name}.png")
    close(visit)
    visit.open()
    visit.tap("#events button")
    page.until("document.querySelectorAll('#why li').length > 1 || document.querySelector('#why a') !== null", "why this event came")
    close(visit)


def change(visit, name):
    """A region that is out of view comes into view when it is changed."""
    page = visit.page
    x, y = page.middle("#map")
    outside = f"""(() => {{ const map = document.querySelector('#map').getBoundingClientRect();
      return document.querySelector('#map [data-id="{name}"]').getBoundingClientRect().right < map.left; }})()"""
    while not page.value(outside):
        way = [(x + 80 - 20 * step, y) for step in range(9)]
        page.swipe(way) if visit.is_touch else page.drag(way)
    visit.tap("[data-card=change]")
    page.until("document.querySelector('[data-handle=whole]') !== null", "the handles")
    map_box, handle = page.box("#map"), page.middle("[data-handle=whole] .reach")
    is_there = map_box["x"] < handle[0] < map_box["right"] and map_box["y"] < handle[1] < map_box["bottom"]
    visit.expect(is_there, f"the region to be changed is at {handle}, not in {map_box}")
    visit.tap("[data-do=discard]")
    close(visit)
    visit.open()
    page.value(f"""document.querySelector('[data-region="{name}"] button').click()""")


# What the first line reads: by what matters first, the regions of the last fix, and what the page knows itself.
INSIDE = """{ kind: "inside", region: "orchard", metres: 14, text: "text",
  text_code: { code: "matter.inside", values: { region: "orchard", names: "orchard", metres: 14 } } }"""
LINES = (
    (INSIDE, "[]", "", "INSIDE orchard · 14 m to the border"),
    (INSIDE, "[{ region: 'orchard', depth: 12.3 }]", "", "INSIDE orchard · 12 m to the border"),
    ("{ kind: 'blind', text: 'text', text_code: { code: 'matter.blind', values: { time: 29, advice: [{ code: 'lacks.sky' }] } } }",
     "[]", "", "no GPS for 29 s: go where the sky is open"),
    ("{ kind: 'later', text: 'of a later release', text_code: { code: 'matter.later' } }", "[]", "", "of a later release"),
    (INSIDE, "[]", "silence: 43", "no connection to the board for 43 s"),
    (INSIDE, "[]", "isConnected: false", "picket does not run on the board"),
)


def lines(visit):
    """The first line has the words for each state."""
    for matter, near, more, words in LINES:
        line = visit.page.value(
            "import('/live.js').then(({ headline }) => headline({ "
            f"near: {near}, status: {{ matters: [{matter}], inside: [] }}, isConnected: true, silence: 1, gap: 1, {more} }}).text)")
        visit.expect(line == words, f"the first line is {line!r}, not {words!r}")
    more = visit.page.value(
        "import('/live.js').then(({ headline }) => headline({ "
        f"near: [], status: {{ matters: [{INSIDE}], speed: 1.39 }}, isConnected: true, silence: 1, gap: null }}).more.join())")
    visit.expect(more == "5 km/h", f"a speed of 1.39 m/s is {more!r}")


def alarm(visit, pictures):
    """An alarm is the first line, in red, and what ends it is one tap, also while the buzzers are muted."""
    page = visit.page
    close(visit)
    visit.open()
    visit.sighted("a position for the anchor")
    # It is dropped at the mean of the fixes of 3 s.
    for _ in range(4):
        visit.world.step()
        time.sleep(0.1)
    visit.tap("[data-order=drop]")
    visit.tap("#ask [type=submit]")
    page.until("document.querySelector('#answer').textContent.startsWith('dropped')", "the anchor")
    page.until("document.querySelector('#map [data-id=anchor] .anchor') !== null", "the anchor on the map")
    page.until("/holds · .* m of /.test(document.querySelector('#regions [data-region=anchor] .how')?.textContent)", "the anchor in the list")
    circle, mark = (page.box(f"#map [data-id=anchor] {part}") for part in ("circle", ".anchor"))
    away = [abs((circle[one] + circle[other]) - (mark[one] + mark[other])) / 2 for one, other in (("x", "right"), ("y", "bottom"))]
    visit.expect(max(away) < 6, f"the anchor is {away} from the middle of its circle")
    visit.expect(page.value("['drop', 'lift'].map((one) => document.querySelector(`[data-order=${one}]`).hidden).join()") == "true,false",
                 "an anchor that is dropped can be dropped once more")
    close(visit)
    visit.tap("#bar [data-order=mute]")
    page.until("document.querySelector('#bar [data-order=unmute]').getClientRects().length > 0", "the mute")
    drawer = drawing.Drawer(visit)
    drawer.press("polygon")
    drawer.tap((-60, -40), (60, -40))
    drawer.until_count("#drawing .corner", 2)
    for expected in ("anchor holds · ", "ALARM · anchor left, "):
        end = time.monotonic() + 120
        while not page.value(SIGHT).startswith(expected) and time.monotonic() < end:
            visit.world.step()
            time.sleep(0.1)
        visit.expect(page.value(SIGHT).startswith(expected), f"the first line is {page.value(SIGHT)!r}, not {expected!r}")
    visit.expect(re.search(r"\d m from the circle$", page.value(SIGHT)), f"the alarm has no distance: {page.value(SIGHT)!r}")
    # It began while a region was drawn, which goes on.
    page.until("document.querySelector('#end').getClientRects().length > 0", "what ends the alarm")
    pressed = page.value(drawing.PRESSED)
    visit.expect({"end", "finish", "undo", "discard"} <= set(pressed), f"in an alarm one who draws has only {pressed}")
    if pictures:
        page.picture(pictures / f"alarm-draw-{visit.name}.png")
    drawer.until_count("#drawing .corner", 2)
    drawer.press("discard")
    close(visit)
    red = page.value("['header', '#end'].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor).join()")
    visit.expect(red == "rgb(163, 20, 42),rgb(163, 20, 42)", f"the alarm and what ends it are {red}")
    box, mark = page.box("#end"), page.box("#bar [data-order=mark]")
    visit.expect(box["bottom"] <= page.value("innerHeight") and box["height"] >= 52 and box["width"] >= mark["width"],
                 f"what ends it is at {box}, beside {mark}")
    for order in ("mute", "unmute"):
        shown = page.value(f"document.querySelector('#bar [data-order={order}]').getClientRects().length")
        visit.expect(shown == 0, f"{order} stands beside what ends the alarm")
    visit.tap("#end")
    page.until("document.querySelector('#answer').textContent === 'ended: anchor'", "the end of the alarm")
    page.until(f"!{SIGHT}.startsWith('ALARM')", "another first line")
    visit.tap("[data-order=lift]")
    visit.tap("#ask [type=button]")
    page.until("document.querySelector('#ask').hidden", "the end of the question")
    asked = "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/api/lift')).length"
    visit.expect(page.value(asked) == 0, "it is lifted without a question")
    visit.tap("[data-order=lift]")
    visit.tap("#ask [type=submit]")
    page.until("document.querySelector('#answer').textContent.startsWith('lifted')", "the anchor lifted")
    page.until("!document.querySelector('#map .anchor, [data-region=anchor]') && document.querySelector('[data-order=lift]').hidden", "no anchor")
    close(visit)
    visit.tap("#bar [data-order=unmute]")
    page.until("document.querySelector('#bar [data-order=mute]').getClientRects().length > 0", "the end of the mute")


def unsure(visit):
    """A region whose state may no longer hold has its own look."""
    looks = visit.page.value("""import('/live.js').then(({ Shapes }) => {
      const group = document.querySelector('#shapes').cloneNode(false);
      document.querySelector('#world').append(group);
      const shapes = new Shapes(group);
      const at = (id, x) => ({ id, properties: { radius: 20 }, geometry: { type: 'Point', coordinates: [x, 0] } });
      shapes.draw([at('a', 0), at('b', 100), at('c', 200)], { spot: (x, y) => [x, y] }, null);
      shapes.mark(new Set(['a', 'b']), null, new Set(['b']));
      const looks = [...group.children].map((one) => { const style = getComputedStyle(one.querySelector('.edge')); return `${one.dataset.id} ${style.stroke} ${style.strokeDasharray}`; });
      group.remove();
      return looks;
    })""")
    visit.expect(len({look[2:] for look in looks}) == 3, f"inside, unsure and outside look alike: {looks}")


def pause(visit):
    """A region is paused and watched again, and muted and heard again, from its card."""
    page = visit.page
    visit.open()
    visit.tap("#regions li:last-child button")
    name = page.value("document.querySelector('#card h2').textContent")
    for words, is_paused in (("is paused", True), ("is watched again", False)):
        visit.tap("[data-card=pause]")
        page.until(f"document.querySelector('#answer').textContent.includes('{words}')", words)
        shown = f"""document.querySelector('#map [data-id="{name}"]').matches('.paused')"""
        page.until(f"{shown} === {str(is_paused).lower()}", words)
    for words in ("is muted", "is heard again"):
        visit.tap("[data-card=mute]")
        page.until(f"document.querySelector('#answer').textContent.includes('{words}')", words)
        told = "document.querySelector('#card').innerText.includes('muted: its signals are for lights only')"
        page.until(f"{told} === {str(words == 'is muted').lower()}", words)
    close(visit)


def silence(visit):
    """Without fixes, and without a word of the board, the first line says so and counts."""
    page = visit.page
    page.until(f"/^no GPS for [5-9] s: is the receiver plugged in\\?/.test({SIGHT})", "the missing position")
    first = page.value(SIGHT)
    page.until(f"{SIGHT} !== {first!r}", "a count")
    visit.expect(page.value("document.querySelector('#map').matches('.old')"), "the old position is not dimmed")
    visit.sighted("the next fixes")
    # A server that hangs closes nothing and sends nothing.
    visit.world.page.send_signal(signal.SIGSTOP)
    stopped = time.monotonic()
    page.until(f"/^no connection to the board for \\d+ s/.test({SIGHT})", "the hung connection")
    took = time.monotonic() - stopped
    visit.expect(took < 12, f"a hung connection is reported after {took:.0f} s")
    visit.world.page.send_signal(signal.SIGCONT)
    visit.sighted("the connection after the hang")


def views(visit):
    """Shows the views of the sheet one after the other, and yields their names."""
    page = visit.page
    close(visit)
    yield "the map"
    visit.open()
    yield "the sheet"
    visit.tap("#regions li:last-child button")
    page.until("document.querySelector('#card h2')?.getClientRects().length > 0", "a card")
    yield "the card"
    visit.tap("[data-card=why]")
    page.until("document.querySelectorAll('#why li').length > 1", "the reasons")
    yield "the reasons"
    close(visit)


def check(visit, pictures):
    """All of this on one screen."""
    close(visit)
    pan(visit, "upright")
    if visit.is_touch:
        pinch(visit)
        turned(visit)
    inside(visit)
    if pictures:
        visit.page.picture(pictures / f"map-{visit.name}.png")
    always(visit)
    asks(visit)
    inside(visit)
    lines(visit)
    regions(visit, pictures)
    alarm(visit, pictures)
    unsure(visit)
    pause(visit)
    silence(visit)
    page = visit.page
    page.value("document.querySelector('[data-zoom=fit]').click()")
    visit.expect(not page.said, f"the console has {page.said}")
