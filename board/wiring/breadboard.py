"""The same circuit on a breadboard of 30 columns."""

from drawing import Drawing, label, wire

# All lengths are millimetres on A4; a hole is twice as far from the next as on a real one.
PITCH = 5.0
LEFT, TOP = 36.0, 76.0
ROWS = "jihgfedcba"
GUTTER = 6.0
GROUND = "ground_buzzer"
# The hole of each leg: a row and a column. D1's ring is its cathode.
PLACES = {
    "R1 line": "c2", "R1 base": "c6", "R2 base": "a6", "R2 ground": "-6",
    "Q1 E": "e5", "Q1 B": "e6", "Q1 C": "e7", "BZ1 −": "d11", "BZ1 +": "d14",
    "D1 anode": "a11", "D1 ring": "a14", "R3 line": "d18", "R3 LED": "d22", "D2 +": "b22", "D2 −": "b23",
    "S1 line": "e28", "S1 ground": "e30", "R4 supply": "d25", "R4 line": "d28",
}
# The short wires, and the ends of those from the header.
SHORT = [("b7", "b11"), ("a5", "-5"), ("a23", "-23"), ("a30", "-30"), ("b14", "+15")]
FLAGS = {
    "buzzer": "a2", "power_5v": "+9", GROUND: "-12", "led": "a18", "button": "a28", "power_3v3": "a25",
}
# The board's colour.
BOARD = "#f4f1ea"


def x_of(column):
    return LEFT + PITCH * (column - 1)


def y_of(row):
    """The height of a row: a letter, or a rail below the rows."""
    if row in ROWS:
        index = ROWS.index(row)
        return TOP + PITCH * index + (GUTTER if index > 4 else 0)
    return y_of("a") + {"+": 9.0, "-": 14.0}[row]


def hole(name):
    return x_of(int(name[1:])), y_of(name[0])


def place(leg_name):
    return hole(PLACES[leg_name])


def spoken(name):
    """A hole in words; or the rail alone."""
    return {"+": "the row +", "-": "the row −"}.get(name[0], name)


def draw_board(drawing):
    """The holes, the joints between them, and the names of the rows."""
    right = x_of(30)
    drawing.box(LEFT - 9, TOP - 8, right - LEFT + 18, y_of("-") - TOP + 14, fill=BOARD, rounded=2)
    drawing.box(
        LEFT - 9, y_of("f") + PITCH / 2 + 1, right - LEFT + 18, GUTTER + PITCH - 7, fill="#e0dbcf",
        line=0)
    columns = range(1, 31)
    # Five holes in a column are one.
    drawing.path("".join(
        f"M{x_of(column):.0f},{y_of(first):.0f}V{y_of(last):.0f}"
        for column in columns for first, last in (("j", "f"), ("e", "a"))), 2.6, "#e3dfd3")
    drawing.path(holes(ROWS), 1.2, "#555555")
    for column in columns:
        if column == 1 or column % 5 == 0:
            drawing.text(x_of(column), TOP - 3.4, str(column), size=2.3, anchor="middle")
    for row in ROWS:
        for x in (LEFT - 5.6, right + 5.6):
            drawing.text(x, y_of(row) + 0.8, row, size=2.3, anchor="middle")
    for rail, colour in (("+", "#c8102e"), ("-", "#1f5fbf")):
        y = y_of(rail)
        drawing.line((LEFT - 3, y), (right + 3, y), width=0.3, colour=colour)
        drawing.path(holes(rail), 1.2, "#555555")
        for x in (LEFT - 5.6, right + 5.6):
            drawing.text(x, y + 1, rail.replace("-", "−"), size=3, anchor="middle", fill=colour)


def holes(rows):
    """A path with a dot for each hole of these rows."""
    return "".join(f"M{LEFT:.0f},{y_of(row):.0f}h0" + f"m{PITCH:.0f},0h0" * 29 for row in rows)


def jumper(drawing, colour, *points):
    """A wire from hole to hole."""
    drawing.line(*points, width=2.0, colour="white")
    drawing.line(*points, width=1.2, colour=colour)
    for x, y in (points[0], points[-1]):
        drawing.circle(x, y, 0.9, fill=colour, line=0)


def resistor(drawing, start, end, name, value):
    (x1, y1), (x2, y2) = start, end
    drawing.line(start, end, width=0.5, colour="#777777")
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if y1 == y2:
        drawing.box(x - 5, y - 1.7, 10, 3.4, fill="#e8d3a9", rounded=1)
        drawing.text(
            x, y - 2.6, f"{name} {value}", size=2.6, anchor="middle", weight="bold", around=BOARD)
    else:
        drawing.box(x - 1.7, y - 4, 3.4, 8, fill="#e8d3a9", rounded=1)
        drawing.text(x + 2.6, y + 1, f"{name} {value}", size=2.6, weight="bold", around=BOARD)
    for point in (start, end):
        drawing.circle(*point, 0.7, fill="#333333", line=0)


def leg(drawing, point, name, below=True):
    drawing.circle(*point, 0.8, fill="#333333", line=0)
    drawing.text(
        point[0], point[1] + (3.2 if below else -1.6), name, size=2.3, anchor="middle",
        weight="bold")


def draw_parts(drawing, has_r4):
    """Each part in its holes, with the short wires to the rails."""
    # A round buzzer of 12 mm hides the holes around its legs, so it stands apart from Q1.
    resistor(drawing, place("R1 line"), place("R1 base"), "R1", "1 kΩ")
    resistor(drawing, place("R2 base"), place("R2 ground"), "R2", "10 kΩ")
    x, y = place("Q1 B")
    drawing.shape((x - 7, y - 0.6), (x + 7, y - 0.6), (x + 5, y - 5), (x - 5, y - 5), fill="#333333")
    drawing.text(x, y - 2, "Q1", size=2.6, anchor="middle", weight="bold", fill="white")
    for name in "EBC":
        leg(drawing, place(f"Q1 {name}"), name)
    draw_short_wires(drawing)
    (x1, y), (x2, _) = place("D1 anode"), place("D1 ring")
    drawing.line((x1, y), (x2, y), width=0.5, dash="1 0.7", colour="#777777")
    x = (x1 + x2) / 2
    drawing.box(x - 3, y - 1.3, 6, 2.6, fill="#333333")
    drawing.box(x + 1.4, y - 1.3, 0.8, 2.6, fill="white", line=0)
    drawing.text(x, y + 4.4, "D1", size=2.6, anchor="middle", weight="bold", around=BOARD)
    for end in (x1, x2):
        drawing.circle(end, y, 0.7, fill="#333333", line=0)
    y = place("BZ1 −")[1]
    drawing.circle(x, y, 10, fill="#eeeeee", line=0.5)
    drawing.text(x, y + 1, "BZ1", size=3, anchor="middle", weight="bold")
    for name in "−+":
        leg(drawing, place(f"BZ1 {name}"), name, below=False)

    resistor(drawing, place("R3 line"), place("R3 LED"), "R3", "470 Ω")
    x, y = place("D2 +")
    drawing.circle(x + PITCH / 2, y, 5, fill="#ffd8d8", line=0.5)
    drawing.text(x + PITCH / 2, y + 4, "D2", size=2.4, anchor="middle", weight="bold")
    for name in "+−":
        leg(drawing, place(f"D2 {name}"), name, below=False)

    if has_r4:
        resistor(drawing, place("R4 supply"), place("R4 line"), "R4", "10 kΩ")
    (x1, _), (x2, y2) = place("S1 line"), place("S1 ground")
    y1 = y_of("f")
    drawing.box(x1 - 1, y1 - 1, x2 - x1 + 2, y2 - y1 + 2, fill="#dddddd", line=0.5, rounded=1)
    drawing.circle((x1 + x2) / 2, (y1 + y2) / 2, 3.2, fill="#bbbbbb")
    drawing.text((x1 + x2) / 2, (y1 + y2) / 2 + 1, "S1", size=2.6, anchor="middle", weight="bold")
    for x in (x1, x2):
        for y in (y1, y2):
            drawing.circle(x, y, 0.8, fill="#333333", line=0)


def draw_short_wires(drawing):
    """The short wires: those to the rails in the colours of the rails, the other in grey."""
    for first, last in SHORT:
        (x1, y1), (x2, y2) = hole(first), hole(last)
        points = [(x1, y1), (x2, y1), (x2, y2)] if x1 != x2 and y1 != y2 else [(x1, y1), (x2, y2)]
        colour = {"+": wire("power_5v")[1], "-": wire(GROUND)[1]}.get(last[0], "#777777")
        jumper(drawing, colour, *points)


def flag(drawing, key, pin, text, end, x, y):
    """A wire from the header, from below, with its pin, its line and its colour."""
    name, colour = wire(key)
    jumper(drawing, colour, end, (end[0], y - 6), (x, y - 4))
    drawing.text(x, y, f"pin {pin}", size=2.8, anchor="middle", weight="bold")
    drawing.text(x, y + 3.6, text, size=2.5, anchor="middle")
    drawing.text(x, y + 7, name, size=2.5, anchor="middle", fill=colour)


def draw_receiver(drawing, pins, device, is_usb):
    """The receiver, above the breadboard: it needs no hole."""
    drawing.box(126, 30, 66, 28, line=0.6, rounded=1)
    if is_usb:
        drawing.text(130, 37, "GPS receiver for USB", size=3.4, weight="bold")
        for index, text in enumerate((
            "Its plug goes into a USB port of the", "board: it needs none of these wires.",
            "gpsd finds it, as /dev/ttyACM0 or", "/dev/ttyUSB0.",
        )):
            drawing.text(130, 42 + 3.8 * index, text, size=2.7)
        return
    drawing.text(152, 37, "GPS receiver, 3.3 V", size=3, weight="bold")
    drawing.text(152, 42, "Its port on the board:", size=2.7)
    drawing.text(152, 46, device, size=2.7, weight="bold")
    drawing.text(152, 50, "More than 3.3 V on TX", size=2.7)
    drawing.text(152, 54, "destroys the board.", size=2.7)
    for index, (key, name) in enumerate((
        ("power_3v3", "VCC"), ("ground_receiver", "GND"), ("uart_tx", "RX"), ("uart_rx", "TX"),
    )):
        y = 35 + 6.2 * index
        pin, text = pins[key]
        jumper(drawing, wire(key)[1], (88, y), (126, y))
        drawing.text(128, y + 1, name, size=2.9, weight="bold")
        drawing.text(86, y + 1, f"pin {pin}", size=2.8, anchor="end", weight="bold")
        drawing.text(72, y + 1, f"{text}, {wire(key)[0]}", size=2.5, anchor="end")


def steps(profile, has_r4, is_usb, pins, header_name):
    """The steps, one after the other."""
    yield "Switch the board off, and pull its plug."
    yield (
        "Five holes above one another, a to e or f to j, are one. So are all of the row + at the bottom,"
        " and all of the row −.")
    columns = [PLACES[f"Q1 {name}"][1:] for name in "EBC"]
    yield (
        f"Q1 has its legs in columns {columns[0]}, {columns[1]} and {columns[2]} of row e: E, B, C. A"
        " 2N3904 has its flat side towards you, a BC547 away from you."
        f" R1 goes from {PLACES['R1 line']} to {PLACES['R1 base']}, R2 from {PLACES['R2 base']} to"
        f" {spoken(PLACES['R2 ground'])}: never leave it out.")
    yield (
        f"BZ1, for 5 V: + in {PLACES['BZ1 +']}, − in {PLACES['BZ1 −']}. D1 only with a magnetic buzzer:"
        f" from {PLACES['D1 anode']} to {PLACES['D1 ring']}, its ring at {PLACES['D1 ring']}.")
    yield (
        f"R3 goes from {PLACES['R3 line']} to {PLACES['R3 LED']}. D2: the long leg in {PLACES['D2 +']},"
        f" the short one in {PLACES['D2 −']}.")
    yield (
        f"S1 stands over the gap, in columns {PLACES['S1 line'][1:]} and {PLACES['S1 ground'][1:]}."
        + (f" R4 goes from {PLACES['R4 supply']} to {PLACES['R4 line']}, since the resistor inside this"
           " processor cannot be relied on." if has_r4 else ""))
    yield "The short wires: " + ", ".join(
        f"{first} to {spoken(last)}" for first, last in SHORT) + "."
    yield (
        f"The wires to the header {header_name} come last:"
        f" pin {pins[GROUND][0]} first, then the others below. Count the pins twice:"
        " pin 1 has the square pad.")
    if is_usb:
        yield "Plug the receiver in. Nothing is at the serial port, which may stay off."
    else:
        yield (
            "Then the receiver's four wires. RX of one goes to TX of the other."
            f" How to switch its port on: picket board ({profile['uart']['device']}).")


def picture(profile, header_name, header, places, is_usb):
    """The breadboard for the board of which this is the profile."""
    drawing = Drawing()
    has_r4 = profile["wiring"]["pull_up"] != "internal"
    pins = {key: (number, label(header["pins"][str(number)])) for key, number in places.items()}
    drawing.text(12, 16, profile["title"], size=6, weight="bold")
    what = "a GPS receiver for USB" if is_usb else "a GPS receiver on the serial port"
    drawing.text(12, 22.4, f"Picket on a breadboard, with {what}", size=3.4)
    draw_receiver(drawing, pins, profile["uart"]["device"], is_usb)
    draw_board(drawing)
    draw_parts(drawing, has_r4)
    bottom = y_of("-") + 18
    flags = [key for key in FLAGS if has_r4 or key != "power_3v3"]
    for key in flags:
        end = hole(FLAGS[key])
        # The labels of neighbours need some room.
        flag(drawing, key, *pins[key], end, end[0] + (PITCH if key == "button" else 0), bottom)
    y = bottom + 20
    drawing.line((12, y - 6), (198, y - 6))
    for index, text in enumerate(steps(profile, has_r4, is_usb, pins, header_name), 1):
        drawing.text(12, y, f"{index}", weight="bold")
        for line in wrapped(text, 108):
            drawing.text(20, y, line)
            y += 4.1
        y += 1.6
    drawing.text(
        12, y + 1, "Made by board/wiring/draw from the profile, which names the sources.", size=2.5)
    words = " ".join(steps(profile, has_r4, is_usb, pins, header_name))
    wires = "; ".join(
        f"pin {pins[key][0]} ({pins[key][1]}) to {spoken(FLAGS[key])}, {wire(key)[0]} wire"
        for key in flags)
    return drawing.svg(
        f"{profile['title']}: Picket on a breadboard, with {what}", f"{words} Wires: {wires}.")


def wrapped(text, width):
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + len(word) + 1 > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]
