"""Looks at single parts of the page, with values that no walk has, for Tests/Rigs/page/run."""

import json

# A region with this many corners, to begin to draw.
CORNERS = 5000


def ask(visit, script):
    """The value of a script that may import the page's modules."""
    return visit.page.value(f"(async () => {{ {script} }})()")


def date_line(visit):
    """Places beyond the date line are on the earth, and the middle of a region there is in it."""
    places = ask(visit, """const { Flat } = await import('/live.js');
      return [[179.9999, 40], [-179.9999, -40], [15, 40]].map(([longitude, x]) => new Flat(-17, longitude).place([x, 0])[0]);""")
    visit.expect(places == [-179.9997243, 179.9997243, 15.0003757], f"places at the date line have the longitudes {places}")
    link = ask(visit, """const { RegionCard } = await import('/live.js');
      const section = document.createElement('section');
      const ring = [[179.999, -17], [-179.999, -17], [-179.999, -16.998], [179.999, -17]];
      new RegionCard(section, {}).show(document.querySelector('[data-region]').dataset.region, { properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }, false);
      return section.querySelector('a').getAttribute('href');""")
    place = [abs(float(one)) for one in link.removeprefix("geo:").split("?")[0].split(",")]
    visit.expect(place == [16.999, 180], f"a region on the date line is navigated to at {link}")


def corners(visit):
    """A region of thousands of corners has handles that a finger can tell apart."""
    counts = ask(visit, f"""const {{ Handles }} = await import('/live.js');
      const svg = document.querySelector('#map').cloneNode(true);
      svg.setAttribute('viewBox', '-200 -200 400 400');
      svg.style.setProperty('--u', 1);
      const handles = new Handles(svg, {{ spot: ([x, y]) => [x, y], placeAt: () => null, followWorld() {{}} }}, {{}});
      return [{CORNERS}, 100].map((count) => {{
        const points = Array.from({{ length: count }}, (_, index) => [150 * Math.cos(index / count * 2 * Math.PI), 150 * Math.sin(index / count * 2 * Math.PI)]);
        handles.show({{ kind: 'polygon', points }}, {{ selected: 'corner-7', wrong: [8] }});
        return svg.querySelectorAll('[data-handle^=corner]').length;
      }});""")
    visit.expect(12 <= counts[0] <= 60, f"{counts[0]} of {CORNERS} corners have handles")
    visit.expect(counts[1] == 100, f"{counts[1]} of 100 corners have handles")


def adding(visit):
    """While corners are added, only corners have handles: another one would be where the next corner may be."""
    names = ask(visit, """const { Handles } = await import('/live.js');
      const svg = document.querySelector('#map').cloneNode(true);
      const handles = new Handles(svg, { spot: ([x, y]) => [x, y], placeAt: () => null, followWorld() {} }, {});
      return [true, false].map((isOpen) => {
        handles.show({ kind: 'corridor', size: 5, points: [[0, 0], [40, 0]] }, { isOpen });
        return [...svg.querySelectorAll('[data-handle]')].map((one) => one.dataset.handle.split('-')[0]).join(' ');
      });""")
    visit.expect(names[0] == "corner corner", f"while corners are added there are the handles {names[0]}")
    visit.expect({"whole", "size"} < set(names[1].split()), f"afterwards there are the handles {names[1]}")


def decimals(visit):
    """A number is read with the comma of the language, which may be the only one among a phone's keys."""
    read = ask(visit, """const { typed } = await import('/live.js');
      return [['1,5', 'de'], [' 20 ', 'fr'], ['-0,25', 'es'], ['1.5', 'de'], ['1,5', 'en'], ['', 'de'], ['soon', 'de'], ['1,2,3', 'de']].map((one) => typed(...one));""")
    visit.expect(read == [1.5, 20, -0.25, 1.5, "1,5", "", "soon", "1,2,3"], f"typed numbers are read as {read}")


def taken_back(visit):
    """A finger that drags a handle whose point another finger takes back changes nothing."""
    points = ask(visit, """const { Sketch } = await import('/live.js');
      return [['polygon', 'corner-1'], ['corridor', 'size'], ['circle', 'size'], ['polygon', 'between-1']].map(([kind, name]) => {
        const sketch = new Sketch({ kind, points: [], size: 20, id: '', properties: {} }, null, '');
        for (const place of kind === 'circle' ? [[15, 47]] : [[15, 47], [15.001, 47]]) sketch.put(place);
        sketch.drag(name, [15.002, 47], [15.001, 47]);
        while (sketch.canUndo) sketch.undo();
        sketch.drag(name, [15.003, 47], null);
        sketch.selected = 'corner-1';
        sketch.delete();
        if (kind !== 'circle') sketch.put([15, 47]);
        return JSON.stringify([sketch.draft.points, sketch.draft.size]);
      });""")
    wanted = ["[[[15,47]],20]", "[[[15,47]],20]", "[[],20]", "[[[15,47]],20]"]
    visit.expect(points == wanted, f"after points were taken back in a drag there are {points}")


def woken(visit):
    """The phone beeps again after its sound was stopped, as while it slept."""
    state = ask(visit, """const { Signals } = await import('/live.js');
      const plain = window.AudioContext;
      let context = null;
      window.AudioContext = class extends plain { constructor() { super(); context = this; } };
      const signals = new Signals();
      signals.beep(true);
      window.AudioContext = plain;
      await context.suspend();
      const before = context.state;
      signals.follow(true);
      for (let tries = 0; tries < 50 && context.state !== 'running'; tries += 1) await new Promise((done) => setTimeout(done, 20));
      const after = context.state;
      signals.beep(false);
      await context.close();
      return [before, after];""")
    visit.expect(state == ["suspended", "running"], f"the sound after a sleep is {state}")


def too_large(visit):
    """A region that is too large for the page is named as that."""
    said = ask(visit, """const { Saving } = await import('/live.js');
      const plain = window.fetch;
      window.fetch = async () => new Response(JSON.stringify({ error: 'a body has at most 200000 bytes here' }), { status: 413 });
      let said = null;
      const saving = new Saving({ showText: (text) => { said = text; } }, { read() {}, clear() {}, focus() {} },
        { reload: async () => {}, find: () => null, base: () => 'x', show() {} });
      await saving.save({ draft: { id: 'x', kind: 'circle', points: [[0, 0]], size: 5, properties: {} }, original: null, base: 'x' });
      window.fetch = plain;
      return said;""")
    visit.expect(said == "not saved: too many corners for the page: change it with picket regions on the board", f"a region that is too large: {said!r}")


def nowhere(visit):
    """A tap on a map that has no place yet gets an answer."""
    said = ask(visit, """const { Pointing } = await import('/live.js');
      let said = null;
      const sketch = { isOpen: true, selected: null };
      new Pointing({ sketch, isWalking: false, panel: { showText: (text) => { said = text; } } }).tap(null);
      return said;""")
    visit.expect(said == "The map needs a position or a region first.", f"a tap on a map without a place gets {said!r}")


def days(visit):
    """The events of each day are below its date, also when older ones are left out."""
    shown = ask(visit, """const { Events } = await import('/live.js');
      const list = document.createElement('ol');
      const events = new Events(list, () => {});
      const text = () => [...list.children].map((one) => one.matches('.day') ? one.textContent : one.dataset.id ?? 'missing').join(' | ');
      events.add({ event: 'start' }, '0.1');
      events.add({ event: 'mark', time: '2026-06-03T12:00:00Z' }, '0.2');
      events.add({ event: 'mark', time: '2026-06-03T12:30:00Z' }, '0.3');
      events.add({ event: 'stop' }, '0.4');
      events.add({ event: 'mark', time: '2026-06-05T12:00:00Z' }, '0.5');
      const first = text();
      for (let index = 6; index < 104; index += 1) events.add({ event: 'mark', time: '2026-06-06T12:00:00Z' }, `0.${index}`);
      const last = [...list.querySelectorAll('.day')].map((one) => one.textContent);
      events.cut();
      events.add({ event: 'mark', time: '2026-06-07T12:00:00Z' }, '1.1');
      return [first, last, text(), list.querySelectorAll('li').length];""")
    visit.expect(shown[0] == "Friday, June 5, 2026 | 0.5 | Wednesday, June 3, 2026 | 0.4 | 0.3 | 0.2 | 0.1", f"the days are {shown[0]}")
    visit.expect(shown[1] == ["Saturday, June 6, 2026", "Friday, June 5, 2026", "Wednesday, June 3, 2026"], f"the last days are {shown[1]}")
    visit.expect(shown[2] == "Sunday, June 7, 2026 | 1.1 | missing", f"after a cut it has {shown[2]}")


def released(visit):
    """A button of the mouse that is released beside the map does not move it later."""
    page = visit.page
    box = page.box("#map")
    middle = box["x"] + box["width"] / 2
    page.call("Emulation.setTouchEmulationEnabled", enabled=False)
    page.mouse("mouseMoved", middle, box["bottom"] - 3)
    page.mouse("mousePressed", middle, box["bottom"] - 3, 1)
    page.mouse("mouseMoved", middle, box["bottom"] + 30, 1)
    page.mouse("mouseReleased", middle, box["bottom"] + 30)
    shown = "document.querySelector('#map').getAttribute('viewBox')"
    before = page.value(shown)
    for step in range(4):
        page.mouse("mouseMoved", middle + 20 * step, box["bottom"] - 60)
    after = page.value(shown)
    page.call("Emulation.setTouchEmulationEnabled", enabled=visit.is_touch)
    visit.expect(after == before, f"the map moves without a button: {before}, then {after}")


# Keeps the streams that a page opens.
STREAMS = """window.streams = [];
window.EventSource = class extends EventSource { constructor(...all) { super(...all); window.streams.push(this); } };"""


def cut(visit, browser, size):
    """The regions are loaded again when lines of the journal are missing: one of them may be their change."""
    page = browser.open(f"http://127.0.0.1:{visit.world.port}/", *size, touch=visit.is_touch, before=STREAMS)
    page.until("document.querySelectorAll('#map .region').length > 0", "the regions")
    page.value("document.querySelectorAll('#map .region').forEach((one) => { one.id = 'old'; })")
    page.value("window.streams.at(-1).dispatchEvent(new MessageEvent('cut', { data: '{}' }))")
    try:
        page.until("document.querySelector('#map .region') && !document.querySelector('#old')", "the regions again", 10)
    except AssertionError as error:
        visit.expect(False, f"after missing lines: {json.dumps(str(error))}")
    page.close()
    visit.page.call("Page.bringToFront")


# The buttons that are behind the first line, and the rows of the regions that are cut.
COVERED = """(() => { const line = document.querySelector('header').getBoundingClientRect();
  return [...document.querySelectorAll('[data-zoom]')].filter((one) => { const { top, left } = one.getBoundingClientRect();
    return top < line.bottom && left < line.right; }).map((one) => one.dataset.zoom); })()"""
CUT = """[...document.querySelectorAll('#regions .row')].filter((one) => one.scrollWidth > one.clientWidth + 1
  || one.querySelector('.name').getBoundingClientRect().width < 40).map((one) => one.innerText)"""


def little_room(visit, size):
    """On a short screen no button is behind the first line, and large text cuts no row of the list."""
    page = visit.page
    visit.open()
    for width, height in ((320, 568), (740, 320)):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=visit.is_touch)
        page.until(f"innerHeight === {height}", "a small screen")
        covered = page.value(COVERED)
        visit.expect(not covered, f"{width} by {height}: behind the first line: {covered}")
    page.call("Emulation.setDeviceMetricsOverride", width=320, height=568, deviceScaleFactor=1, mobile=visit.is_touch)
    page.value("document.querySelector('#regions').style.fontSize = '32px'")
    page.value("document.querySelectorAll('#regions .how').forEach((one) => { one.textContent = 'about 1254.4 m outside'; })")
    rows = page.value(CUT)
    visit.expect(not rows, f"with large text these rows are cut: {rows}")
    page.value("document.querySelector('#regions').style.fontSize = ''")
    page.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=visit.is_touch)
    page.until(f"innerHeight === {size[1]}", "the screen as before")


def midnight(visit):
    """The first minutes of a day have the hour 0, also in a Chrome that takes a day without am and pm for one up to 24."""
    said = ask(visit, """const { clock } = await import('/live.js');
      const plain = Date.prototype.toLocaleTimeString;
      Date.prototype.toLocaleTimeString = function (tags, options) {
        const { hour12 } = options;
        const said = plain.call(this, tags, options);
        return hour12 === false ? said.replace(/^0?0:/, '24:') : said;
      };
      const said = clock('2026-06-03T00:05:09');
      Date.prototype.toLocaleTimeString = plain;
      return said;""")
    visit.expect(said == "00:05:09", f"five past midnight is {said}")


def other_day(visit):
    """A time on another day has its day, and its year if that is another one, too; a time of today has the clock alone."""
    said = ask(visit, """const { clock, dayAndClock } = await import('/live.js');
      const now = new Date(2026, 5, 3, 22, 15);
      const at = (...parts) => dayAndClock(new Date(...parts).toISOString(), now);
      return [at(2026, 5, 3, 23, 5) === clock(new Date(2026, 5, 3, 23, 5).toISOString()), at(2026, 5, 4, 0, 5), at(2027, 0, 4, 8, 0), dayAndClock('soon')];""")
    visit.expect(said[0], "a time of today has a day")
    visit.expect(all(part in said[1] for part in ("Thu", "Jun", "4", "00:05")), f"five past midnight of the next day is {said[1]}")
    visit.expect("2026" not in said[1] and "2027" in said[2], f"another year is {said[2]}, this one {said[1]}")
    visit.expect(said[3] == "", f"a time that is none is {said[3]}")
    shown = ask(visit, """const { RegionCard } = await import('/live.js');
      const section = document.createElement('section');
      const card = new RegionCard(section, { today: () => '' });
      card.show(document.querySelector('[data-region]').dataset.region, { properties: { radius: 5 }, geometry: { type: 'Point', coordinates: [15, 47] } }, false);
      const end = new Date(Date.now() + 3 * 86400e3);
      card.update({ state: 'outside', active: false, changes: end.toISOString() });
      return [section.querySelector('.missing').textContent, end.toLocaleDateString('en', { weekday: 'short' })];""")
    visit.expect(shown[1] in shown[0], f"hours that end in three days have {shown[0]!r}, not {shown[1]}")


def selected(visit):
    """The sign in a selected handle has another colour than the handle."""
    colours = ask(visit, """const { Handles } = await import('/live.js');
      const shown = document.querySelector('#map');
      const svg = shown.cloneNode(true);
      shown.after(svg);
      const handles = new Handles(svg, { spot: ([x, y]) => [x, y], placeAt: () => null, followWorld() {} }, {});
      const found = ['whole', 'size', 'between-0'].map((name) => {
        handles.show({ kind: 'corridor', size: 5, points: [[0, 0], [900, 0]] }, { selected: name });
        const handle = svg.querySelector(`[data-handle=${name}]`);
        return [getComputedStyle(handle.querySelector('.dot')).fill, getComputedStyle(handle.querySelector('path')).stroke];
      });
      svg.remove();
      return found;""")
    for dot, sign in colours:
        visit.expect(dot != sign, f"a selected handle of {dot} has a sign of {sign}")


def check(visit, browser, size):
    """Looks at each part."""
    for part in (date_line, corners, adding, decimals, taken_back, woken, too_large, nowhere, days, released, midnight,
                 other_day, selected):
        part(visit)
    cut(visit, browser, size)
    little_room(visit, size)
