"""Drops an anchor, drags its circle and looks at its swing, as on a boat, for Tests/Rigs/page/run."""

import signal
import tempfile
import time

import fingers

SIZES = (("anchor on a phone", 390, 844, True), ("anchor on a small phone", 360, 640, True), ("anchor on a desk", 1280, 900, False))
ANSWER = "document.querySelector('#answer').textContent"
DOTS = "((document.querySelector('#way .swing')?.getAttribute('d') ?? '').match(/M/g) ?? []).length"
CIRCLE = "Number(document.querySelector('#map [data-id=anchor] circle').getAttribute('r'))"
# What stands beside the handle while it is moved.
SAID = """window.said = []; new MutationObserver(() => said.push(document.querySelector('#drawing text')?.textContent))
  .observe(document.querySelector('#drawing'), { childList: true, subtree: true })"""


def radius(page):
    """The radius that the controller has."""
    return page.value("fetch('/api/status').then((one) => one.json()).then((one) => one.anchors?.[0]?.radius ?? null)")


def open_card(visit, page):
    page.until("document.querySelector('#regions [data-region=anchor]') !== null", "the anchor in the list")
    visit.open()
    page.value("document.querySelector('#regions [data-region=anchor] button').click()")
    page.until("document.querySelector('#card h2')?.textContent === 'anchor'", "the card")
    page.settle()


def pull(visit, far):
    """Drags the edge by some pixels; returns the metres that it should be moved."""
    page = visit.page
    x, y = page.middle("[data-handle=size] .reach")
    shown = page.box("#map")
    visit.expect(x + 22 < shown["right"] and y < shown["bottom"], f"the edge at {x}, {y} is not on the map {shown}")
    way = [(x + far * step / 6, y) for step in range(7)]
    page.swipe(way) if visit.is_touch else page.drag(way)
    return far * page.value(fingers.UNIT)


def arrives(visit, wanted, words):
    page = visit.page
    page.until(f"{ANSWER} === 'anchor: radius {wanted} m now'", words)
    visit.expect(radius(page) == wanted, f"{words}: the controller has a radius of {radius(page)} m, not {wanted} m")
    visit.expect(page.value(CIRCLE) == wanted, f"{words}: the circle has {page.value(CIRCLE)} m, not {wanted} m")


def drop(visit, pictures):
    """The fields are in the sheet, with a radius or with rode and bearing."""
    page = visit.page
    fingers.close(visit)
    visit.open()
    visit.sighted("a position for the anchor")
    visit.world.go(4, 0.1)
    visit.tap("[data-order=drop]")
    page.until("document.activeElement?.name === 'radius'", "the radius")
    visit.expect(page.value("document.activeElement.value") == "40", "there is no usual radius")
    visit.tap("#ask summary")
    page.until("document.querySelector('#ask [name=radius]').getClientRects().length === 0", "rode in place of radius")
    visit.tap("#ask [type=submit]")
    visit.expect(page.value("document.querySelector('#ask').hidden") is False, "it is dropped without a bearing")
    page.value("document.querySelector('#ask [name=bearing]').value = '90'")
    if pictures:
        page.picture(pictures / f"{visit.name.replace(' ', '-')}-rode.png")
    visit.tap("#ask [type=submit]")
    page.until(f"{ANSWER}.startsWith('dropped: anchor')", "the anchor at its rode")
    east = page.value("""fetch('/api/status').then((one) => one.json()).then(({ anchors: [one], lon, lat }) =>
      (one.lon - lon) * 111320 * Math.cos(lat * Math.PI / 180))""")
    visit.expect(15 < east < 45, f"at a rode of 30 m to the east it lies {east} m to the east")
    visit.expect(radius(page) >= 40, f"at a rode of 30 m its radius is {radius(page)} m")


def edge(visit, pictures):
    """The edge is dragged, moved by keys and typed; metres stand beside it meanwhile."""
    page = visit.page
    open_card(visit, page)
    page.value(SAID)
    for far in (36, -24):
        before = radius(page)
        wanted = before + pull(visit, far)
        page.until(f"{ANSWER}.includes('radius')", "an answer")
        page.until(f"{CIRCLE} !== {before}", "another circle")
        visit.expect(abs(radius(page) - wanted) < 2, f"dragged by {far} px it has {radius(page)} m, not {wanted}")
        arrives(visit, radius(page), "dragged")
        said = [one for one in page.value("said") if one]
        visit.expect(said and said[-1].startswith(f"{radius(page):.0f}"), f"beside the edge stood {said[-3:]}, it is {radius(page)} m")
        visit.expect(page.value("document.querySelector('#drawing text, #drawing .draft') === null"), "metres stay beside it")
    if pictures:
        for scheme, is_red in (("light", False), ("dark", False), ("dark", True)):
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            page.value(f"document.documentElement.classList.toggle('red', {str(is_red).lower()})")
            page.settle()
            page.picture(pictures / f"{visit.name.replace(' ', '-')}-{'red' if is_red else scheme}.png")
        page.value("document.documentElement.classList.remove('red')")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    # It is no region of the files, also after the next status.
    page.value("new Promise((done) => setTimeout(() => done(0), 2500))")
    open_card(visit, page)
    shown = page.value("[...document.querySelectorAll('#card [data-card]')].map((one) => one.dataset.card).join()")
    visit.expect(shown == "resize,why,back", f"the card of an anchor offers {shown}")
    before = radius(page)
    page.value("document.querySelector('[data-handle=size]').focus()")
    for key, shift in (("ArrowRight", True), ("ArrowUp", False), ("ArrowLeft", False), ("ArrowRight", False)):
        page.press(key, shift)
    visit.expect(radius(page) == before, "it is sent with each key")
    arrives(visit, before + 11, "by keys")
    visit.expect(page.value("document.activeElement?.dataset.handle") == "size", "the edge loses the focus")
    page.press("ArrowRight")
    page.press("Escape")
    visit.expect(page.value("document.querySelector('#drawing text') === null"), "Escape keeps another radius")
    page.value("document.querySelector('#card input').value = '60'; document.querySelector('#card input').focus()")
    visit.tap("[data-card=resize]")
    arrives(visit, 60, "typed")


def refused(visit):
    """While the controller is away the circle goes back, and it is said why."""
    page, world = visit.page, visit.world
    world.picket.send_signal(signal.SIGTERM)
    world.picket.wait(20)
    page.until(f"{fingers.SIGHT} === 'picket does not run on the board'", "no controller")
    pull(visit, 30)
    page.until(f"document.querySelector('#answer.bad') && !{ANSWER}.includes('radius')", "the refusal")
    page.until("document.querySelector('#drawing .draft') === null", "the circle as before")
    visit.expect(page.value(CIRCLE) == 60, f"refused, the circle has {page.value(CIRCLE)} m")
    world.picket = world.start("picket", "picket.toml", "--outputs", "terminal")
    end = time.monotonic() + 120
    while not page.value(fingers.SIGHT).startswith(("anchor", "ALARM")) and time.monotonic() < end:
        world.step()
        time.sleep(0.1)
    visit.expect(radius(page) == 60, f"refused, the controller has {radius(page)} m")


def guest(visit, browser, size):
    """Who may only look has neither a handle nor a field."""
    # Of another name, so that the other phone keeps its token.
    link = visit.world.pair("guest", "--read-only").replace("127.0.0.1", "localhost")
    page = browser.open(link, *size, touch=visit.is_touch)
    own, visit.page = visit.page, page
    try:
        open_card(visit, page)
        shown = page.value("document.querySelectorAll('#drawing .handle, #card input, [data-order=drop]:not([hidden])').length")
        visit.expect(shown == 0, "a guest is offered another radius")
    finally:
        visit.page = own
    page.close()
    visit.page.call("Page.bringToFront")


def swing(visit, pictures):
    """A position of each minute is on the map, also after it is loaded again, until the anchor is lifted."""
    page = visit.page
    open_card(visit, page)
    page.value("document.querySelector('#card input').value = '3000'")
    visit.tap("[data-card=resize]")
    arrives(visit, 3000, "for the swing")
    before = page.value(DOTS)
    visit.world.go(200, 0.02)
    page.until(f"{DOTS} >= {before + 3}", "the swing")
    visit.expect(page.value(DOTS) <= before + 4, f"in 200 s the swing has {page.value(DOTS) - before} more dots")
    if pictures:
        page.picture(pictures / f"{visit.name.replace(' ', '-')}-swing.png")
    before = page.value(DOTS)
    page.reload()
    page.until(f"{DOTS} === {before}", "the swing after a reload")
    visit.tap("[data-order=lift]")
    visit.tap("#ask [type=submit]")
    page.until(f"{DOTS} === 0", "no swing without an anchor")


def check(world_kind, visit_kind, browser_kind, checked, programs, pictures):
    """All of this on each screen."""
    for screen in SIZES:
        with tempfile.TemporaryDirectory(prefix="picket-page.") as folder, browser_kind() as browser:
            world = world_kind(programs, folder)
            try:
                visit = visit_kind(world, checked, browser, screen)
                drop(visit, pictures)
                edge(visit, pictures)
                refused(visit)
                guest(visit, browser, screen[1:3])
                swing(visit, pictures)
                # A request to a controller that is away is answered with 503.
                said = [one for one in visit.page.said if "503" not in one and "502" not in one]
                visit.expect(not said, f"the console has {said}")
            except (AssertionError, RuntimeError) as error:
                checked.expect(False, f"{screen[0]}: {error}")
            finally:
                world.end()
