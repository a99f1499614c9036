"""The moving picture of the README, as SVG whose movement any browser plays, also in a page of a forge."""

import tomllib
from xml.sax.saxutils import escape

from front_time import Page

WIDTH, HEIGHT = 820, 470
MAP = (14, 14, 270, 442, 0.625)  # left, top, width, height, pixels in a metre
CLIP = '<clipPath id="m"><rect x="{}" y="{}" width="{}" height="{}" rx="6"/></clipPath>'.format(*MAP[:4])
RECORDED = "--regions town.regions.geojson snapper_w06.json.xz"
MIDDLE = (95, -30)  # metres, at the middle of the upper border of the map
PANEL, RIGHT = 300, 806
DEEP = 70  # metres, at the upper and the lower border of the diagram
SHOWN = "crossing"
SOUND = 34  # pixels in a second of sound
COLOURS = {"square": "#7a5fb5", "crossing": "#d9822b", "lane": "#2b7bb9", "meadow-gate": "#2e8b57"}
LIGHT = {"square": "#b9a3ea", "crossing": "#f3a95c", "lane": "#7cc0f2", "meadow-gate": "#79d3a0"}


def paints(colours):
    """The rules for the colours of the regions."""
    return " ".join(f".{name} {{ --c: {colour} }}" for name, colour in colours.items())


STYLE = f"""
text {{ font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #333 }}
.name {{ font-weight: bold }} .dim {{ fill: #777 }} .small {{ font-size: 11px }}
.paper {{ fill: #fff }} .ground {{ fill: #f4f1ea }} .ink {{ stroke: #222 }} .dot {{ fill: #888 }}
.own {{ fill: var(--c) }} .edge {{ stroke: var(--c) }} .terminal {{ fill: #1d2630 }} .line {{ fill: #d8e0e8 }}
{paints(COLOURS)}
.moving {{ display: none }}
@media screen and (prefers-reduced-motion: no-preference) {{ .moving {{ display: inline }} .still {{ display: none }} }}
@media screen and (prefers-color-scheme: dark) {{
text {{ fill: #e4e7ea }} .dim {{ fill: #a0a7ae }} .paper {{ fill: #14171a }} .ground {{ fill: #22272d }}
.ink {{ stroke: #eceeef }} .dot {{ fill: #8b949c }} .terminal {{ fill: #0b0d10 }} {paints(LIGHT)}
}}
"""


def on_map(place):
    left, top, width, _, scale = MAP
    return left + width / 2 + (place[0] - MIDDLE[0]) * scale, top + (place[1] - MIDDLE[1]) * scale


def point(place):
    return "{:.1f} {:.1f}".format(*on_map(place))


def outline(page, feature):
    """A region on the map, with its name."""
    shape, properties = feature["geometry"], feature["properties"]
    scale = MAP[4]
    if shape["type"] == "Point":
        x, y = on_map(page.walk.at(*shape["coordinates"]))
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{properties["radius"] * scale:.1f}"', (x + 40, y)
    if shape["type"] == "LineString":
        places = [page.walk.at(*each) for each in shape["coordinates"]]
        x, y = on_map(places[1])
        return (f'<path d="M{"L".join(map(point, places))}" class="lane" '
                f'stroke-width="{properties["width"] * scale:.1f}"'), (x + 22, y)
    places = [page.walk.at(*each) for each in shape["coordinates"][0][:-1]]
    x, y = on_map(places[1])
    return f'<path d="M{"L".join(map(point, places))}Z"', (x + 6, y + 16)


def draw_map(page):
    left, top, width, height, _ = MAP
    page.add(f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="6" class="ground"/>'
             '<g clip-path="url(#m)">')
    for feature in page.walk.regions:
        name = feature["id"]
        shape, (x, y) = outline(page, feature)
        steps = [(0, 0.15)]
        for begin, end in page.walk.inside(name):
            steps += [(begin, 0.5), (end, 0.15)]
        steps = [step for number, step in enumerate(steps) if number + 1 == len(steps) or
                 steps[number + 1][0] > step[0]]
        is_lane = 'class="lane"' in shape
        paint = f'class="{name} edge" fill="none"' if is_lane else f'class="{name} own edge"'
        what = "stroke-opacity" if is_lane else "fill-opacity"
        shape = shape.replace('class="lane" ', "")
        page.add(f'{shape} {paint} {what}="0.15">{page.moving(what, steps, True)}</{shape[1:shape.index(" ")]}>')
        page.add(f'<text x="{x:.0f}" y="{y:.0f}" class="name own {name}">{name}</text>')
    for time, place in page.walk.received[::2]:
        if time <= page.length:
            x, y = on_map(place)
            page.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.8" class="dot">{page.appearing(time)}</circle>')
    path = [each for each in page.walk.taken if each[0] <= page.length][::3]
    spots = [(time, on_map(place)) for time, place in path]
    page.add(f'<path class="ink" stroke-opacity=".5" stroke-width="1.5" {page.growing(spots)}</path>')
    page.add('<circle r="6" fill="#c22" stroke="#fff" stroke-width="2" '
             f'cx="{spots[-1][1][0]:.1f}" cy="{spots[-1][1][1]:.1f}">'
             + page.moving("cx", [(time, f"{x:.1f}") for time, (x, _) in spots])
             + page.moving("cy", [(time, f"{y:.1f}") for time, (_, y) in spots]) + "</circle></g>")


def draw_lines(page):
    page.add(f'<rect x="{PANEL}" y="14" width="{RIGHT - PANEL}" height="206" rx="6" class="terminal"/>')
    page.add(f'<text x="{PANEL + 12}" y="34" class="line">$ picket replay {RECORDED}</text>')
    y = 54
    for (time, _, region, _), line in zip(page.walk.events, page.walk.printed):
        clock, what = line.split("  ", 1)
        page.add(f'<text x="{PANEL + 12}" y="{y}" class="line small" xml:space="preserve">{clock}  '
                 f'<tspan style="fill:{LIGHT[region]}">{escape(what)}</tspan>'
                 f"{page.appearing(time)}</text>")
        y += 14.6


def draw_depths(page):
    top, bottom = 248, 366
    middle = (top + bottom) / 2

    def x_of(time):
        return PANEL + time / page.length * (RIGHT - PANEL)

    def y_of(depth):
        return middle - max(-DEEP, min(DEEP, depth)) / DEEP * (bottom - top) / 2

    page.add(f'<text x="{PANEL}" y="240"><tspan class="name own {SHOWN}">{SHOWN}</tspan>: metres inside, '
             '<tspan class="dim">each fix</tspan> and Picket\'s line</text>')
    page.add(f'<rect x="{PANEL}" y="{top}" width="{RIGHT - PANEL}" height="{bottom - top}" rx="4" class="ground"/>')
    for begin, end in page.walk.inside(SHOWN):
        page.add(f'<rect x="{x_of(begin):.1f}" y="{top}" width="{x_of(end) - x_of(begin):.1f}" '
                 f'height="{bottom - top}" class="own {SHOWN}" fill-opacity=".25">{page.appearing(end)}</rect>')
    page.add(f'<path d="M{PANEL} {middle}H{RIGHT}" class="edge {SHOWN}" stroke-dasharray="4 3"/>')
    rows = [(time, raw, depth) for time, name, raw, depth in page.walk.depths
            if name == SHOWN and time <= page.length and -DEEP < max(raw, depth)]
    for time, raw, _ in rows:
        page.add(f'<circle cx="{x_of(time):.1f}" cy="{y_of(raw):.1f}" r="1.6" class="dot">'
                 f"{page.appearing(time)}</circle>")
    line = [(time, (x_of(time), y_of(depth))) for time, _, depth in rows]
    page.add(f'<path class="ink" stroke-width="1.5" {page.growing(line)}</path>')
    ends = [(0, f"{x_of(0):.1f}"), (page.length, f"{x_of(page.length):.1f}")]
    page.add(f'<path d="M0 {top}V450" stroke="#c22" stroke-width="1.5" transform="translate({RIGHT} 0)">'
             + page.moving("transform", ends).replace("<animate ", '<animateTransform type="translate" ')
             + "</path>")
    return x_of


def sounds(words):
    """The sounds of a pattern: the beginning and the length of each in seconds."""
    step = 0
    names = {"short": (0.1, 0.15), "long": (0.5, 0.15), "pause": (0, 0.5)}
    parts = words.split()
    times = int(parts.pop()[1:]) if parts[-1][0] == "x" else 1
    found = []
    for part in parts * times:
        on, off = names[part] if part in names else [
            float(each) / 1000 for each in (part.split("/") + ["0"])[:2]]
        if on:
            found.append((step, on))
        step += on + off
    return found


def draw_sound(page, x_of, configuration):
    with open(configuration, "rb") as file:
        signals = tomllib.load(file)["signal"]
    page.add(f'<text x="{PANEL}" y="388"><tspan class="name">the buzzer</tspan></text>')
    page.add(f'<path d="M{PANEL} 432H{RIGHT}" stroke="#999"/>')
    for time, event, region, _ in page.walk.events:
        bars = "".join(
            f"M{x_of(time) + begin * SOUND:.1f} 432v-34h{max(2.5, long * SOUND):.1f}v34z"
            for begin, long in sounds(signals[event]["buzzer"]))
        page.add(f'<path d="{bars}" class="own {region}">{page.appearing(time)}</path>')
    flips = sum(page.walk.flips(name) for name in COLOURS)
    count = sum(event != "reminder" for _, event, _, _ in page.walk.events)
    page.add(f'<text x="{PANEL}" y="454" class="dim small">The last fix alone crosses a border {flips} times; '
             f"Picket reports {count} events.</text>")


def drawn(walk, configuration, is_moving):
    """The parts of the picture, as they are at the end or as they move."""
    page = Page(walk, is_moving)
    draw_map(page)
    draw_lines(page)
    draw_sound(page, draw_depths(page), configuration)
    return f'<g class="{"moving" if is_moving else "still"}">\n' + "\n".join(page.parts) + "\n</g>"


def draw(walk, configuration):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}">\n<style>{STYLE}</style>\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" class="paper"/>\n'
            f"{CLIP}\n{drawn(walk, configuration, False)}\n{drawn(walk, configuration, True)}\n</svg>\n")
