"""A terminal in which `picket watch` runs."""

import os
import pty
import re
import select
import signal
import time

POSITION = re.compile(rb"\d+\.\d{6}, \d+\.\d{6}")


class Terminal:
    """Runs a program on a separate terminal, and waits until it shows another position."""

    def __init__(self, *words):
        self._process, self._end = pty.fork()
        if self._process == 0:
            os.environ["TERM"] = "xterm"
            os.execv(words[0], [str(word) for word in words])
        self._shown = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self._process, signal.SIGTERM)
        os.close(self._end)
        os.waitpid(self._process, 0)

    def next_position(self, longest=20):
        """The time at which another position is shown."""
        read, deadline = b"", time.monotonic() + longest
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([self._end], [], [], left)[0]:
                break
            read += os.read(self._end, 1 << 16)
            now = time.time()
            # A position that is cut at the end of the data is read with the rest.
            for position in POSITION.findall(read[:-1]):
                if position != self._shown:
                    self._shown = position
                    return now
        raise AssertionError(f"no other position in the terminal within {longest} s")
