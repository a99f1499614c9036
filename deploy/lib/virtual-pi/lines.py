"""The board's GPIO lines, watched from outside of it."""
import collections
import threading
import time

from board import Monitor
from trouble import Trouble

# The registers of the chip: the functions of its lines, ten in a word, and their levels.
registers = 0x3F200000
count = 14
names = {17: "buzzer", 27: "led"}
interval = 0.008

Edge = collections.namedtuple("Edge", "time line is_high")


class Sound:
    """A time on a line without more than a second of silence."""

    def __init__(self, edges):
        self.start = edges[0].time
        self.end = edges[-1].time
        pairs = zip(edges[::2], edges[1::2])
        self.lengths = [round((fall.time - rise.time) * 1000) for rise, fall in pairs]

    def is_like(self, *lengths):
        """Whether it has these lengths, as well as an emulated board can keep them."""
        return len(lengths) == len(self.lengths) and all(
            -60 <= seen - length <= 100 for seen, length in zip(self.lengths, lengths)
        )

    def __str__(self):
        return " ".join(map(str, self.lengths)) + " ms"


class Lines:
    """Reads the levels of the lines every few milliseconds, and keeps their edges."""

    def __init__(self, board):
        self.monitor = Monitor(board.plug("monitor"))
        self.changed = threading.Condition()
        self.edges = []
        self.levels = dict.fromkeys(names.values(), False)
        self.is_output = dict.fromkeys(names.values(), False)
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        try:
            while True:
                words = self.monitor.words(registers, count)
                now = time.monotonic()
                for number, name in names.items():
                    is_output = words[number // 10] >> number % 10 * 3 & 7 == 1
                    self.is_output[name] = is_output
                    # The board pulls a line down that has no driver.
                    is_high = is_output and bool(words[13] >> number & 1)
                    if is_high != self.levels[name]:
                        with self.changed:
                            self.levels[name] = is_high
                            self.edges.append(Edge(now, name, is_high))
                            self.changed.notify_all()
                time.sleep(interval)
        except (OSError, ValueError):
            pass  # the board is off

    def since(self, line, start):
        return [edge for edge in self.edges if edge.line == line and edge.time > start]

    def await_level(self, line, is_high, start, seconds):
        """The first time after the start at which the line gets to a level."""
        end = start + seconds
        with self.changed:
            while True:
                for edge in self.since(line, start):
                    if edge.is_high == is_high:
                        return edge.time
                rest = end - time.monotonic()
                if rest <= 0:
                    level = "high" if is_high else "low"
                    raise Trouble(f"the {line} did not go {level} within {seconds} s")
                self.changed.wait(rest)

    def await_sound(self, start, seconds):
        """The first sound of the buzzer that begins after the start, once it has ended."""
        self.await_level("buzzer", True, start, seconds)
        while True:
            edges = self.since("buzzer", start)
            rest = edges[-1].time + 1 - time.monotonic()
            if rest <= 0 and not edges[-1].is_high:
                return Sound(edges)
            if time.monotonic() > start + seconds + 30:
                raise Trouble("the buzzer does not end")
            time.sleep(max(rest, 0.05))

    def await_silence(self):
        """Waits until the buzzer has been silent for a second and a half."""
        while True:
            edges = self.since("buzzer", 0)
            rest = edges[-1].time + 1.5 - time.monotonic() if edges else 0
            if rest <= 0 and not self.levels["buzzer"]:
                return
            time.sleep(max(rest, 0.1))
