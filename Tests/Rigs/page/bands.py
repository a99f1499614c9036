"""Checks the bands on the map: their borders, their cards and their changes, for Tests/Rigs/page/run."""

import json
import pathlib

import fingers
import walked
from drawing import Drawer, fresh

# Metres from the middle of the yard to its border, and to that of the hole north of the carrier.
HALF, HOLE, NORTH = 25, 5, 14
# As another device changes the regions; after some seconds where the board takes no more changes now.
EDIT = """(async (change) => {
  for (;;) {
    const base = (await fetch('/api/regions')).headers.get('ETag').replaceAll('"', '');
    const answer = await (await fetch('/api/edit', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ base, ...change }) })).json();
    if (!answer.error?.includes('try again')) return answer.applied === true;
    await new Promise((done) => setTimeout(done, 1000));
  }
})"""
# A place on the screen where a finger touches a region.
TOUCHED = """(() => { const map = document.querySelector('#map').getBoundingClientRect();
  for (let y = map.top + 4; y < map.bottom; y += 4) for (let x = map.left + 4; x < map.right; x += 4)
    if (document.elementFromPoint(x, y)?.closest('[data-id]')?.dataset.id === '%s') return [x, y];
  return null; })()"""


def shape(name):
    return f"""document.querySelector('#map .region[data-id="{name}"]')"""


def outline(name):
    """The line around its area."""
    return f"{shape(name)}.querySelector('.area').firstElementChild"


def square(middle, north, half):
    """A ring around a place some metres north of another."""
    x, y = middle
    return [[x + a * half / walked.METRES_PER_DEGREE, y + (north + b * half) / 111_195]
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]


def regions(middle):
    """A yard with a hole, and bands around it and around a ring."""
    yard = {"type": "Polygon", "coordinates": [square(middle, 0, HALF), square(middle, NORTH, HOLE)]}
    yield {"type": "Feature", "id": "yard", "properties": {}, "geometry": yard}
    for name, border, offset in (("moat", "yard", 3), ("core", "yard", -2), ("far", "r00", 50)):
        yield {"type": "Feature", "id": name, "properties": {"border": border, "offset": offset}, "geometry": None}


def borders(visit):
    """The borders lie at their distances, with the hole and without loops."""
    page = visit.page
    size = page.value(f"{shape('yard')}.getBBox().width")
    visit.expect(abs(size - 2 * HALF) < 0.5, f"the yard is {size} m wide")
    for name, offset in (("moat", 3), ("core", -2)):
        box = page.value(f"(({{ width, height }}) => [width, height])({shape(name)}.getBBox())")
        visit.expect(all(abs(one - size - 2 * offset) < 0.6 for one in box), f"{name} is {box} m, the yard {size} m")
        lines = page.value(f"{outline(name)}.getAttribute('d').split('M').length - 1")
        visit.expect(lines == 2, f"{name} has {lines} lines")
    radius = page.value(f"Number({outline('far')}.getAttribute('r'))")
    visit.expect(abs(radius - visit.world.walk.radius - 50) < 0.1, f"the radius of far is {radius}")
    # An outward border has round corners.
    corners = page.value(f"{outline('moat')}.getAttribute('d').split('M')[1].split('L').length")
    visit.expect(8 < corners < 100, f"the moat has {corners} corners")


def card(visit):
    """A band is tapped, and its card has its border."""
    page = visit.page
    place = page.value(TOUCHED % "moat")
    visit.expect(place is not None, "no place of the moat can be touched")
    page.swipe([place]) if visit.is_touch else page.click(*place)
    page.until("document.querySelector('#card h2')?.textContent === 'moat'", "the card of the moat")
    page.until("document.querySelectorAll('#card dd').length > 1", "the facts of the moat")
    words = page.value("document.querySelector('#card').innerText")
    for part in ("band 3 m outside a polygon", "yard", "navigate to it", "change", "remove"):
        visit.expect(part in words, f"the card has no {part!r}: {words}")
    visit.expect("moat" in page.value(fingers.NAMES), "the moat has no name on the map")


def change(visit):
    """The distance and other properties of a band are changed; its shape has no handles."""
    drawer, page = Drawer(visit), visit.page
    visit.tap("[data-card=change]")
    page.until("document.querySelector('#draw-size').offsetParent !== null", "the form")
    visit.expect(drawer.count("#drawing .handle, #drawing .draft") == 0, "a band has handles")
    shown = page.value("['finish', 'middle', 'here', 'walk', 'delete'].filter((one) => document.querySelector(`[data-do=${one}]`).offsetParent)")
    visit.expect(not shown, f"a band offers {shown}")
    visit.expect(drawer.value("size") == "3", f"its distance is {drawer.value('size')}")
    visit.expect(page.value(f"{shape('moat')} !== null"), "it is not on the map while it is changed")
    drawer.fill("size", "many")
    drawer.press("save")
    drawer.until_says("not saved")
    visit.expect('"many"' in page.value("document.querySelector('#draw-size-problem').textContent"), "the mistake is not at its field")
    drawer.fill("size", "6")
    drawer.fill("note", "Wet")
    drawer.save("moat")
    moat = drawer.features()["moat"]
    visit.expect(moat["geometry"] is None, f"it has {moat['geometry']}")
    visit.expect(moat["properties"] == {"border": "yard", "offset": 6, "note": "Wet"}, f"it has {moat['properties']}")
    page.until(f"Math.abs({shape('moat')}.getBBox().width - {2 * HALF + 12}) < 0.6", "the new border")
    visit.expect(page.value(f"{outline('moat')}.getAttribute('d').split('M').length - 1") == 2 - (HOLE < 6), "the hole did not close")


def follow(visit, middle):
    """A band moves with its region, which another device changes."""
    yard = next(regions(middle))
    yard["geometry"]["coordinates"][0] = square(middle, 0, HALF + 5)
    shore = {"type": "Feature", "id": "shore", "properties": {"border": "yard", "offset": 1}, "geometry": None}
    visit.expect(visit.page.value(f"{EDIT}({json.dumps({'put': [yard, shore]})})"), "the yard is not changed")
    visit.page.until(f"Math.abs({shape('moat')}.getBBox().width - {2 * HALF + 22}) < 0.6", "the border with the yard")
    # Borders may be drawn sooner than the page has the regions of the other device.
    visit.page.until("[...document.querySelectorAll('#draw-choice option')].some(({ value }) => value === 'shore')", "the shore")


def remove(visit):
    """A band is removed from its card."""
    drawer = Drawer(visit)
    drawer.choose("core")
    drawer.remove("core")
    visit.expect("core" not in drawer.features(), "core is still there")
    visit.page.until(f"{shape('core')} === null", "the map without core")


def check(visit, pictures):
    """All of this on one screen."""
    page, world = visit.page, visit.world
    fresh(visit)
    fingers.close(visit)
    middle = walked.LONGITUDE + world.walk.east(world.second)[0] / walked.METRES_PER_DEGREE, walked.LATITUDE
    visit.expect(page.value(f"{EDIT}({json.dumps({'put': list(regions(middle))})})"), "the bands are not accepted")
    page.until(" && ".join(f"{shape(name)} !== null" for name in ("moat", "core", "far")), "the bands on the map")
    borders(visit)
    for _ in range(20):
        if page.value(f"{shape('moat')}.matches('.inside')"):
            break
        world.step()
        page.value("new Promise((done) => setTimeout(() => done(0), 100))")
    visit.expect(page.value(f"{shape('moat')}.matches('.inside')"), "a band has no colour of its state")
    page.settle()
    if pictures:
        page.picture(pathlib.Path(pictures) / f"bands-{visit.name}.png")
    card(visit)
    change(visit)
    follow(visit, middle)
    remove(visit)
    visit.expect(page.value(f"{EDIT}({json.dumps({'remove': ['far', 'moat', 'shore', 'yard']})})"), "the bands are not removed")
    page.until(f"{shape('yard')} === null", "the map without the yard")
    other = [one for one in page.said if "status of 409 " not in one]
    visit.expect(not other, f"the console has {other}")
    page.said.clear()
    fingers.close(visit)
