"""Looks at single parts of the page, with values that no walk has, for board/page."""


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


def check(visit):
    """Looks at each part."""
    for part in (date_line,):
        part(visit)
