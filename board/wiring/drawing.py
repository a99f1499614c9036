"""Common parts of the wiring pictures: shapes, wires and their names."""

from xml.sax.saxutils import escape

# The size of text, in millimetres.
TEXT = 2.9

# The wires from the header, and the ends of each.
ENDS = {
    "buzzer": "R1", "led": "R3", "button": "S1", "uart_tx": "GPS RX", "uart_rx": "GPS TX",
    "power_3v3": "GPS VCC", "power_5v": "BZ1 +", "ground_buzzer": "Q1, R2", "ground_led": "D2 −",
    "ground_button": "S1", "ground_receiver": "GPS GND",
}

# Colours of jumper wires, dark enough for white numbers; colour-blind people distinguish them by
# their lightness, and their names and pins are written next to them.
COLOURS = {
    "power_5v": ("red", "#c8102e"), "power_3v3": ("orange", "#b85c00"), "ground": ("black", "#000000"),
    "buzzer": ("purple", "#7b2d8e"), "led": ("green", "#1b7f3b"), "button": ("blue", "#1f5fbf"),
    "uart_tx": ("brown", "#6b3e12"), "uart_rx": ("grey", "#6b6b6b"),
}


def wire(key):
    """The name and the colour of a wire."""
    return COLOURS["ground" if key.startswith("ground") else key]


def ends(key, has_r4):
    """The ends of a wire."""
    return ENDS[key] + (", R4" if has_r4 and key == "power_3v3" else "")


def label(pin):
    """The function of a pin, in a few letters."""
    function = pin.get("function", "")
    parts = [part.strip() for part in function.split(",")]
    uart = [part for part in parts if part.startswith("UART")]
    if uart:
        return uart[0].split(" (")[0]
    line = pin.get("line", "")
    if line and " " not in line and not function.startswith("gpio"):
        return line
    return parts[0].split(" (")[0] or line


class Drawing:
    """Shapes in the order in which they are drawn."""

    def __init__(self):
        self.shapes = []

    def add(self, shape):
        self.shapes.append(shape)

    def line(self, *points, width=0.4, dash=None, colour=None):
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        more = f' stroke-dasharray="{dash}"' if dash else ""
        more += f' stroke="{colour}"' if colour else ""
        self.add(f'<polyline points="{path}" stroke-width="{width}"{more}/>')

    def box(self, x, y, width, height, fill="white", line=0.4, dash=None, rounded=0):
        more = f' stroke-dasharray="{dash}"' if dash else ""
        more += f' rx="{rounded}"' if rounded else ""
        self.add(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
            f' fill="{fill}" stroke-width="{line}"{more}/>')

    def circle(self, x, y, radius, fill="white", line=0.4):
        self.add(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{fill}"'
            f' stroke-width="{line}"/>')

    def dot(self, x, y, colour="black"):
        self.circle(x, y, 0.75 if colour == "black" else 1.1, fill=colour, line=0)

    def shape(self, *points, fill="black"):
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        self.add(f'<polygon points="{path}" fill="{fill}" stroke-width="0.4"/>')

    def path(self, steps, width, colour):
        self.add(
            f'<path d="{steps}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>')

    def text(
        self, x, y, text, size=TEXT, anchor="start", weight="normal", fill="black", around=None
    ):
        if around:
            # Letters over lines stay readable.
            self.add(
                f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}"'
                f' font-weight="{weight}" fill="{around}" stroke="{around}" stroke-width="1"'
                f' aria-hidden="true">{escape(text)}</text>')
        self.add(
            f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}"'
            f' font-weight="{weight}" fill="{fill}" stroke="none">{escape(text)}</text>')

    def svg(self, title, words, height=297):
        """The picture, with its title and its description in words."""
        shapes = "\n".join(self.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="{height}mm"'
            f' viewBox="0 0 210 {height}" role="img" aria-labelledby="title words">\n'
            f'<title id="title">{escape(title)}</title>\n<desc id="words">{escape(words)}</desc>\n'
            # A white page, also on a dark background.
            f'<rect width="210" height="{height}" fill="white"/>\n'
            '<g stroke="black" fill="none" stroke-linejoin="round"'
            ' font-family="DejaVu Sans, Verdana, sans-serif">\n'
            f"{shapes}\n</g>\n</svg>\n")
