"""The time of the moving picture: the parts that appear, move and grow in it, and their times."""

import math

PACE, REST = 20, 5  # seconds of the walk in one of the picture; seconds that the end is shown at first


class Page:
    """The parts of the picture, and its time."""

    def __init__(self, walk, is_moving):
        self.walk = walk
        self.is_moving = is_moving
        self.length = walk.events[-1][0] + 12
        self.period = self.length / PACE + REST
        self.parts = []

    def add(self, text):
        self.parts.append(text)

    def share(self, time):
        """A time of the walk as a share of the picture's time."""
        return f"{(REST + min(time, self.length) / PACE) / self.period:.4f}".rstrip("0")

    def moving(self, name, values, is_step=False):
        """An animation through values at times, after the last one; without it, the last one is shown."""
        if not self.is_moving:
            return ""
        times = [self.share(time) for time, _ in values]
        values = [str(value) for _, value in values]
        # The picture begins with the end of the walk, so that it shows something where nothing moves.
        before = f"{REST / self.period - 0.0002:.4f}"
        if is_step:
            times, values = ["0", *times], [values[-1], *values]
            if times[1] != self.share(0):
                times.insert(1, self.share(0))
                values.insert(1, values[1])
        else:
            times, values = ["0", before, *times, "1"], [values[-1], values[-1], *values, values[-1]]
        mode = ' calcMode="discrete"' if is_step else ""
        return (f'<animate attributeName="{name}" dur="{self.period:.2f}s" repeatCount="indefinite"{mode} '
                f'values="{";".join(values)}" keyTimes="{";".join(times)}"/>')

    def growing(self, points):
        """A line that is drawn as time goes on: its attributes, and its animation."""
        lengths = [0.0]
        for (_, a), (_, b) in zip(points, points[1:]):
            lengths.append(lengths[-1] + math.dist(a, b))
        steps = [(time, f"{1 - length / lengths[-1]:.3f}")
                 for (time, _), length in zip(points, lengths)]
        path = "L".join(f"{x:.1f} {y:.1f}" for _, (x, y) in points)
        return (f'd="M{path}" fill="none" pathLength="1" stroke-dasharray="1">'
                f'{self.moving("stroke-dashoffset", steps)}')

    def appearing(self, time):
        return self.moving("opacity", [(0, 0), (time, 1)], is_step=True) if time > 0 else ""
