"""Puts places in order and turns the arc of courses, as fingers and keys do, for Tests/Rigs/page/run."""

import math
import pathlib
import time

import fingers
from drawing import Drawer

NUMBERS = "[...document.querySelectorAll('#map .number')].map((one) => [one.dataset.id, one.textContent].join(' ')).sort().join()"
RADIUS = 52


def point(visit, place):
    visit.page.swipe([place]) if visit.is_touch else visit.page.click(*place)


def reach(visit, name):
    """Where a finger reaches a region on the map, and no other one is above it."""
    place = visit.page.value("""(() => { const map = document.querySelector('#map').getBoundingClientRect();
      for (let y = map.top + 2; y < map.bottom; y += 4) for (let x = map.left + 2; x < map.right; x += 4)
        if (document.elementFromPoint(x, y)?.closest('#shapes [data-id]')?.dataset.id === '%s') return [x, y];
      return null; })()""" % name)
    assert place, f"{name} is not where a finger reaches it"
    return place


def tap(visit, name):
    """Taps a region on the map."""
    # Two taps close together are a double tap, which zooms. Numbers of the last one may still be drawn.
    time.sleep(0.5)
    point(visit, reach(visit, name))


def begin(visit, name):
    """Opens a region from the list, and puts it in order."""
    page = visit.page
    fingers.close(visit)
    visit.open()
    page.value(f"""document.querySelector('[data-region="{name}"] button').click()""")
    visit.tap("[data-card=order]")
    page.until("document.querySelector('[data-course=finish]') !== null", "the order")
    # All rings are in view.
    for _ in range(3):
        page.value("document.querySelector('[data-zoom=out]').click()")
    page.settle()


def rules(drawer):
    """What the file has of the order."""
    rings = {name: one["properties"] for name, one in drawer.features().items() if name.startswith("r0")}
    return {name: (own.get("after"), own.get("once")) for name, own in rings.items()}


def finish(visit):
    """Saves the order; where the board takes no more changes for some seconds, once more."""
    for _ in range(20):
        visit.tap("[data-course=finish]")
        visit.page.until("document.querySelector('[data-course=finish]')?.disabled !== true", "an answer")
        if visit.page.value("document.querySelector('[data-course]') === null"):
            return
        time.sleep(1)
    raise AssertionError("the order is not saved: " + visit.page.value("document.querySelector('#answer').textContent"))


def places(visit, pictures):
    """Regions are tapped one after the other, numbered on the map, and saved as picket course make does."""
    page, drawer = visit.page, Drawer(visit)
    begin(visit, "r01")
    visit.expect(page.value(NUMBERS) == "r01 1", f"it begins with {page.value(NUMBERS)!r}")
    visit.expect(page.value("document.querySelector('[data-course=finish]').disabled"), "one place is an order")
    tap(visit, "r03")
    page.until(f"{NUMBERS} === 'r01 1,r03 2'", "the second number")
    visit.tap("[data-course=reset]")
    page.until(f"{NUMBERS} === ''", "no numbers")
    busy(visit)
    for name in ("r02", "r03", "r00", "r03"):
        tap(visit, name)
    page.until(f"{NUMBERS} === 'r00 2,r02 1'", "the places without the one that was tapped twice")
    tap(visit, "r03")
    page.until(f"{NUMBERS} === 'r00 2,r02 1,r03 3'", "three numbers")
    if pictures:
        page.picture(pathlib.Path(pictures) / f"order-{visit.name}.png")
    finish(visit)
    wanted = {"r00": ("r02", True), "r01": (None, None), "r02": (None, True), "r03": ("r00", True)}
    visit.expect(rules(drawer) == wanted, f"the file has {rules(drawer)}")
    # The card of the region from which it began, which is in no order.
    page.until("document.querySelector('#card h2').textContent === 'r01'", "the card")
    visit.expect(page.value(NUMBERS) == "", f"a region without an order has {page.value(NUMBERS)!r}")
    tap(visit, "r00")
    page.until("document.querySelector('#card h2').textContent === 'r00'", "the card of r00")
    visit.expect(page.value(NUMBERS) == "r00 2,r02 1,r03 3", f"the order is shown as {page.value(NUMBERS)!r}")
    # Taken out, a region is free again; what is discarded is not saved.
    begin(visit, "r03")
    tap(visit, "r00")
    page.until(f"{NUMBERS} === 'r02 1,r03 2'", "an order without r00")
    visit.tap("[data-course=discard]")
    page.until(f"{NUMBERS} === 'r00 2,r02 1,r03 3'", "the order as before")
    begin(visit, "r03")
    tap(visit, "r00")
    page.until(f"{NUMBERS} === 'r02 1,r03 2'", "again an order without r00")
    finish(visit)
    wanted |= {"r00": (None, None), "r03": ("r02", True)}
    visit.expect(rules(drawer) == wanted, f"without r00 the file has {rules(drawer)}")
    refused(visit)
    begin(visit, "r03")
    visit.tap("[data-course=reset]")
    finish(visit)
    visit.expect(all(one == (None, None) for one in rules(drawer).values()), f"without an order it has {rules(drawer)}")
    fingers.close(visit)
    visit.expect(page.value(NUMBERS) == "", "numbers stay on the map")


def busy(visit):
    """Two taps count though a busy phone is late to tell the time between them: they are no double tap, and none is lost."""
    page = visit.page
    places = [reach(visit, name) for name in ("r02", "r03")]
    page.value("""((places) => { for (const [clientX, clientY] of places) {
      for (const kind of ['pointerdown', 'pointerup']) document.elementFromPoint(clientX, clientY).dispatchEvent(
        new PointerEvent(kind, { pointerId: 7, pointerType: 'touch', clientX, clientY, bubbles: true }));
      for (const end = performance.now() + 400; performance.now() < end;);
    } })(%s); 0""" % places)
    page.until(f"{NUMBERS} === 'r02 1,r03 2'", "both taps on a busy phone")
    visit.tap("[data-course=reset]")
    page.until(f"{NUMBERS} === ''", "no numbers after the taps on a busy phone")


def refused(visit):
    """What the board refuses is said in one line, and the places stay."""
    page = visit.page
    begin(visit, "r03")
    page.value("""(() => { window.plain = window.fetch;
      window.fetch = (url, ...all) => String(url).includes('/api/edit')
        ? Promise.resolve(new Response('{"error":"no room"}', { status: 507 })) : plain(url, ...all); })()""")
    visit.tap("[data-course=finish]")
    page.until("document.querySelector('#answer.bad')?.textContent === 'not changed: no room'", "the reason")
    visit.expect(page.value(NUMBERS) == "r02 1,r03 2", f"after a refusal it has {page.value(NUMBERS)!r}")
    page.value("window.fetch = window.plain; 0")
    visit.tap("[data-course=discard]")


def courses(visit, pictures):
    """The arc and the text of the courses are the same, by finger, by keys and by typing."""
    page, drawer = visit.page, Drawer(visit)
    drawer.choose("r01")
    page.until("document.querySelector('#draw-heading') !== null", "the form")
    visit.expect(page.value("document.querySelector('.arc').matches('.unset')"), "an arc without courses looks like one")
    drawer.fill("heading", "350-80")
    now = "[...document.querySelectorAll('.arc [role=slider]')].map((one) => one.getAttribute('aria-valuenow')).join('-')"
    visit.expect(page.value(now) == "350-80", f"350-80 was typed, the arc has {page.value(now)}")

    def drag(course, other, away=RADIUS):
        """Drags from a course to another one, on a circle around the middle."""
        drawer.show(".arc")
        x, y = page.middle(".arc")
        way = [math.radians(course + (other - course) * step / 6) for step in range(7)]
        steps = [(x + away * math.sin(one), y - away * math.cos(one)) for one in way]
        page.swipe(steps) if visit.is_touch else page.drag(steps)

    for course, other, away, wanted in ((80, 135, RADIUS, "350-135"), (-10, 45, RADIUS, "45-135"), (90, 180, 30, "135-225"),
                                        (135, 315, RADIUS, "315-225")):
        drag(course, other, away)
        visit.expect(drawer.value("heading") == wanted, f"a finger from {course} to {other} makes {drawer.value('heading')}, not {wanted}")
    if pictures:
        page.picture(pathlib.Path(pictures) / f"arc-{visit.name}.png")
    page.value("document.querySelectorAll('.arc [role=slider]')[1].focus()")
    page.press("ArrowRight")
    visit.expect(drawer.value("heading") == "315-226", f"a key makes {drawer.value('heading')}")
    visit.expect(page.value(now) == "315-226", f"the handles say {page.value(now)}")
    visit.tap("[data-do=undo]")
    visit.expect(drawer.value("heading") == page.value(now) == "315-225", f"undone it is {drawer.value('heading')}, the arc {page.value(now)}")
    drawer.save("r01")
    heading = drawer.features()["r01"]["properties"]["heading"]
    visit.expect(heading == [315, 225], f"the file has {heading}")
    drawer.choose("r01")
    drawer.fill("heading", "")
    drawer.save("r01")
    visit.expect("heading" not in drawer.features()["r01"]["properties"], "r01 keeps its courses")


def check(visit, pictures):
    """All of this on one screen."""
    fingers.close(visit)
    places(visit, pictures)
    courses(visit, pictures)
    fingers.close(visit)
