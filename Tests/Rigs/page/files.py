"""Files from and to the phone, the signals, and the first start, for Tests/Rigs/page/run."""

import base64
import json
import tempfile
import time

import fingers
import made_map

GPX = ('<gpx version="1.1" creator="a phone"><wpt lat="47.002" lon="15.003"><name>Old oak</name></wpt>'
       '<wpt lat="47.003" lon="15.004"><name>Well</name></wpt></gpx>')

# What another device saves just before these.
BETWEEN = {"type": "Feature", "id": "between", "properties": {"radius": 20},
           "geometry": {"type": "Point", "coordinates": [15.005, 47.004]}}


def give(page, selector, name, text):
    """Chooses a file in a field, as a person does."""
    packed = base64.b64encode(text if isinstance(text, bytes) else text.encode()).decode()
    page.value(f"""(() => {{
      const field = document.querySelector({json.dumps(selector)});
      const all = new DataTransfer();
      const bytes = Uint8Array.from(atob({json.dumps(packed)}), (one) => one.charCodeAt(0));
      all.items.add(new File([bytes], {json.dumps(name)}));
      field.files = all.files;
      field.dispatchEvent(new Event('change', {{ bubbles: true }}));
    }})()""")


def exchange(visit, pictures):
    """Regions of a file are offered, added, and saved by the board; and given back as a file."""
    page = visit.page
    visit.open()
    says = "document.querySelector('#exchange [role=status]').textContent"
    give(page, "#import", "notes.txt", "nothing of the kind")
    page.until(f"{says}.startsWith('nothing was added')", "the refusal")
    give(page, "#import", "day.gpx", GPX)
    page.until("document.querySelector('[data-import=add]') !== null", "the offer")
    offer = page.value("document.querySelector('#exchange').innerText")
    visit.expect("old-oak, well" in offer and "add 2 regions" in offer, f"it offers {offer!r}")
    if pictures:
        page.value("document.querySelector('#exchange').scrollIntoView({ block: 'center' })")
        page.picture(pictures / f"files-{visit.name}.png")
    page.value(f"""(() => {{
      const plain = window.fetch;
      window.fetch = async (path, options) => {{
        if (path !== '/api/edit') return plain(path, options);
        window.fetch = plain;
        const now = await plain('/api/regions');
        const base = now.headers.get('ETag').replaceAll('"', '');
        await plain(path, {{ ...options, body: JSON.stringify({{ base, put: [{json.dumps(BETWEEN)}] }}) }});
        return plain(path, options);
      }};
    }})()""")
    page.value("document.querySelector('[data-import=add]').click()")
    page.until(f"{says} === 'added: 2 regions'", "the addition")
    # The browser notes that the first attempt was refused.
    page.said.clear()
    features = json.loads((visit.world.folder / "regions.geojson").read_text())["features"]
    missing = {"old-oak", "well", "between"} - {one["id"] for one in features}
    visit.expect(not missing, f"the file does not have {missing}")
    page.until("document.querySelectorAll('#map [data-id=well]').length === 1", "them on the map")
    for form, start in (("gpx", "<?xml"), ("kml", "<?xml"), ("geojson", "{")):
        text = page.value(f"fetch('/regions?format={form}').then((one) => one.text())")
        visit.expect(text.startswith(start) and "well" in text, f"as {form}: {text[:60]!r}")
    visit.expect(page.value("document.querySelectorAll('#exchange a[download]').length") == 3, "links are missing")
    done = page.value("""fetch('/api/regions').then((one) => fetch('/api/edit', {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ base: one.headers.get('ETag').replaceAll('"', ''), remove: ['old-oak', 'well', 'between'] }) }))
      .then((one) => one.status)""")
    visit.expect(done == 200, f"their removal is answered by {done}")
    page.until("document.querySelectorAll('#map [data-id=well]').length === 0", "the end of them")
    page.said.clear()


def play(page, button, answer, what):
    """Presses a button for a sound until it is played: the walk's own signals may be waiting."""
    text = f"document.querySelector('{answer}').textContent"
    end = time.monotonic() + 60
    while True:
        page.value(f"document.querySelector('{answer}').textContent = ''; document.querySelector('{button}').click()")
        page.until(f"/playing|already waiting/.test({text})", what)
        if page.value(f"/playing/.test({text})"):
            return
        if time.monotonic() > end:
            raise TimeoutError(f"{what} is not played")
        time.sleep(2)


def sounds(visit):
    """A signal is heard by its name, in the sheet and in the form."""
    page = visit.page
    page.until("document.querySelectorAll('#sounds option').length > 10", "the signals")
    page.value("document.querySelector('#sounds select').value = 'exit'")
    play(page, "[data-sound]", "#answer", "the signal")
    page.value("document.querySelector('[data-do=circle]').click()")
    x, y = page.middle("#map")
    visit.page.swipe([(x + 30, y)]) if visit.is_touch else page.click(x + 30, y)
    # On a phone the form comes after the map.
    page.until("document.querySelector('[data-do=finish]:enabled, [data-do=save]:not([hidden])') !== null", "the circle")
    page.value("document.body.dataset.draw === 'map' && document.querySelector('[data-do=finish]').click()")
    page.until("document.querySelector('#draw-signal').getClientRects().length > 0", "the form")
    page.value("document.querySelector('#draw-signal').value = 'dwell'")
    play(page, "[data-do=hear]", "#draw-says", "the sound of the region")
    page.value("document.querySelector('[data-do=discard]').click()")
    page.said.clear()


def check(visit, pictures):
    """All of this on one screen; a page whose map is named accepts no other."""
    exchange(visit, pictures)
    sounds(visit)
    visit.expect(visit.page.value("document.querySelector('#upload').hidden"), "another map is accepted")
    fingers.close(visit)


def upload(visit):
    """A map of the phone is below the regions; one that is damaged leaves it there."""
    page, path = visit.page, visit.world.folder / "sent.pmtiles"
    made_map.lines(path)
    says = "document.querySelector('#upload [role=status]').textContent"
    visit.open()
    page.until("!document.querySelector('#upload').hidden", "the field for a map")
    give(page, "#ground-file", "map.pmtiles", path.read_bytes())
    page.until(f"{says} === 'the board has the map'", "the map")
    fingers.close(visit)
    page.until("document.querySelectorAll('#ground .road').length > 0", "its roads")
    visit.open()
    give(page, "#ground-file", "broken.pmtiles", "PMTiles\u0003 and no more")
    page.until(f"{says}.startsWith('the old map stays')", "the refusal")
    # The browser notes each refused request.
    page.said.clear()
    text = page.value("fetch('/api/map').then((one) => one.text())")
    visit.expect(made_map.CREDIT in text, f"the old map is gone: {text}")


def begin(world_kind, visit_kind, browser_kind, check, programs, pictures):
    """The first start: three things, without any region before."""
    screen = ("first", 360, 740, True)
    with tempfile.TemporaryDirectory(prefix="picket-page.") as folder, browser_kind() as browser:
        world = world_kind(programs, folder, regions=[])
        try:
            visit = visit_kind(world, check, browser, screen)
            page = visit.page
            page.until("document.querySelector('#first').getClientRects().length > 0", "the first steps")
            page.until("document.querySelectorAll('[data-first=try]').length === 2", "the outputs")
            visit.tap("[data-first=try]")
            page.until("document.querySelector('#first li').innerText.includes('Did it beep or shine?')", "the question")
            page.value("document.querySelector('[data-first=yes]').click()")
            page.until("document.querySelector('#first li').innerText.includes('buzzer works')", "the answer")
            if pictures:
                page.picture(pictures / "first-phone.png")
            page.value("document.querySelector('#first-name').value = 'Ann\\'s phone'; document.querySelector('[data-first=name]').click()")
            page.until("document.querySelector('#first').innerText.includes('this phone is called Ann')", "the name")
            visit.expect("Ann's phone" in (world.folder / "devices.jsonl").read_text(), "the name is not kept")
            world.go(20, 0.1)
            page.value("document.querySelector('[data-first=here]').click()")
            page.until("document.querySelector('#draw-says').textContent.startsWith('Stand still')", "the mean of a place")
            end = time.monotonic() + 60
            while page.value("document.querySelectorAll('#drawing circle.draft').length") == 0 and time.monotonic() < end:
                world.step()
                time.sleep(0.2)
            page.value("""(() => { const field = document.querySelector('#draw-id'); field.value = 'home';
              field.dispatchEvent(new Event('change', { bubbles: true })); document.querySelector('[data-do=save]').click(); })()""")
            page.until("document.querySelector('#draw-says').textContent.includes('saved: home')", "the first region")
            page.value("document.querySelector('[data-first=done]').click()")
            visit.expect(page.value("document.querySelector('#first').hidden"), "the steps stay")
            upload(visit)
            if pictures:
                fingers.close(visit)
                page.picture(pictures / "ground-phone.png")
            visit.expect(not page.said, f"the console has {page.said}")
        except (AssertionError, RuntimeError) as error:
            check.expect(False, f"first: {error}")
        finally:
            world.end()
