"""The expected and the seen, a line for each thing."""
import sys
import time


class Table:
    def __init__(self, name):
        self.name = name
        self.start = time.monotonic()
        self.rows = []

    def add(self, what, expected, seen, is_as_expected):
        """Adds a line, and prints its verdict at once."""
        at = time.monotonic() - self.start
        self.rows.append((what, expected, seen, is_as_expected, at))
        verdict = "" if is_as_expected else "  NOT AS EXPECTED"
        print(f"{self.name}: {at:5.0f} s  {what}: {seen}{verdict}", file=sys.stderr, flush=True)

    @property
    def is_as_expected(self):
        return bool(self.rows) and all(row[3] for row in self.rows)

    def text(self):
        lines = ["| at | what | expected | seen | |", "|---:|---|---|---|---|"]
        for what, expected, seen, is_as_expected, at in self.rows:
            verdict = "yes" if is_as_expected else "**NO**"
            cells = (cell.replace("|", "/").replace("\n", " ") for cell in (what, expected, seen))
            lines.append(f"| {at:.0f} s | {' | '.join(cells)} | {verdict} |")
        return "\n".join(lines)
