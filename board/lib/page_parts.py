"""Looks at single parts of the page, with values that no walk has, for board/page."""

# A region with this many corners, to begin to draw.
CORNERS = 5000


def ask(visit, script):
    """The value of a script that may import the page's modules."""
    return visit.page.value(f"(async () => {{ {script} }})()")


def date_line(visit):
    """Places beyond the date line are on the earth, and the middle of a region there is in it."""
    places = ask(visit, """const { Flat } = await import('/flat.js');
      return [[179.9999, 40], [-179.9999, -40], [15, 40]].map(([longitude, x]) => new Flat(-17, longitude).place([x, 0])[0]);""")
    visit.expect(places == [-179.9997243, 179.9997243, 15.0003757], f"places at the date line have the longitudes {places}")
    link = ask(visit, """const { RegionCard } = await import('/card.js');
      const section = document.createElement('section');
      const ring = [[179.999, -17], [-179.999, -17], [-179.999, -16.998], [179.999, -17]];
      new RegionCard(section, {}).show('x', { properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }, false);
      return section.querySelector('a').getAttribute('href');""")
    place = [abs(float(one)) for one in link.removeprefix("geo:").split("?")[0].split(",")]
    visit.expect(place == [16.999, 180], f"a region on the date line is navigated to at {link}")


def corners(visit):
    """A region of thousands of corners has handles that a finger can tell apart."""
    counts = ask(visit, f"""const {{ Handles }} = await import('/handles.js');
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


def nowhere(visit):
    """A tap on a map that has no place yet gets an answer."""
    said = ask(visit, """const { Pointing } = await import('/pointing.js');
      let said = null;
      const sketch = { isOpen: true, selected: null };
      new Pointing({ sketch, isWalking: false, panel: { showText: (text) => { said = text; } } }).tap(null);
      return said;""")
    visit.expect(said == "The map needs a position or a region first.", f"a tap on a map without a place gets {said!r}")


def check(visit):
    """Looks at each part."""
    for part in (date_line, corners, nowhere):
        part(visit)
