#!/usr/bin/python3
"""Compares what an epoch costs picket and three other clients of one gpsd: see Tests/Rigs/footprint/run.

    table.py PICKET [--epochs RATE=EPOCHS]... [--instructions FROM TO]
"""

import contextlib
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import measure  # noqa: E402
import ports  # noqa: E402
import receiver  # noqa: E402

DECODER = pathlib.Path(__file__).resolve().parent / "decoder.c"
WARM_UP = 20  # seconds, but at most 100 epochs
SETTLING = 0.5  # seconds that a client may take to handle its last reports
# Under valgrind a client starts in seconds, and an epoch takes it some milliseconds.
START = 60


def compiled(folder):
    """The C client."""
    program = folder / "decoder"
    subprocess.run(["cc", "-O2", "-o", program, DECODER, "-lgps"], check=True)
    return program


def clients(picket, folder, port, manager, decoder):
    """The clients in the order of the columns, not yet started."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    ours, gpspipe, script = measure.programs(picket, folder, port, manager, [])
    return [measure.Program("C", [decoder, "127.0.0.1", str(port)], decoder, **quiet),
            gpspipe, script, ours]


class Feed:
    """Sends a gpsd the sentences of one receiver, all of an epoch at once."""

    def __init__(self, address, rate):
        self.address, self.rate, self.number = address, rate, 0
        # More digits than a receiver has at 10 Hz: else the time would stand still.
        self.source = receiver.Receiver(rate, decimals=2 if rate <= 10 else 3)

    def send(self, epochs):
        begin = time.monotonic()
        with socket.socket(type=socket.SOCK_DGRAM) as sender:
            for number in range(epochs):
                time.sleep(max(0, begin + number / self.rate - time.monotonic()))
                sender.sendto(b"".join(self.source.sentences(self.number)), self.address)
                self.number += 1
        time.sleep(SETTLING)


@contextlib.contextmanager
def connected(compared, port):
    """Starts the clients, and waits until each is connected to the gpsd of that port."""
    with measure.ended(compared), measure.gpsd(port) as address:
        for program in compared:
            program.start()
        for _ in range(START * 20):
            states = subprocess.run(
                ["ss", "--no-header", "--tcp", "state", "established", f"sport = :{port}"],
                capture_output=True, text=True, check=True).stdout
            if len(states.splitlines()) == len(compared):
                break
            time.sleep(0.05)
        else:
            measure.fail(1, f"{len(states.splitlines())} of {len(compared)} clients have connected")
        # The connection is there before the request for reports.
        time.sleep(2)
        yield address


def processor_times(compared, port, rate, epochs):
    """The seconds of processor time that each client needs for a number of epochs."""
    with connected(compared, port) as address:
        feed = Feed(address, rate)
        feed.send(min(100, WARM_UP * rate))
        before = [program.sample()["cpu"] for program in compared]
        feed.send(epochs)
        return [program.sample()["cpu"] - first for program, first in zip(compared, before)]


def counted(program, folder):
    """The program, as valgrind runs it."""
    file = folder / f"{program.name}.instructions"
    command = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={file}", *program.command]
    return measure.Program(program.name, command, program.file, **program.options)


def totals(compared, port, folder, epochs):
    """The instructions that each client executes from its start to its end, with some epochs."""
    counting = [counted(program, folder) for program in compared]
    with connected(counting, port) as address:
        Feed(address, 10).send(epochs)
        time.sleep(SETTLING * 4)
    files = [folder / f"{program.name}.instructions" for program in counting]
    return [int(re.search(r"^(?:totals|summary): (\d+)", file.read_text(errors="replace"),
                          re.MULTILINE)[1]) for file in files]


def row(what, values):
    ours = values[-1]
    ratios = [measure.ratio(ours, other) for other in values[:-1]]
    print("| " + " | ".join([what, *map(measure.number, values), *ratios]) + " |", flush=True)


def compare(arguments, folder):
    """Prints the table."""
    manager = measure.Manager(folder)
    decoder = compiled(folder)
    port = ports.free_port()

    def made(name):
        return clients(arguments.picket, folder / name, port, manager, decoder)

    print("| | C | gpspipe -w | Python | picket | picket / C | picket / gpspipe | picket / Python |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for rate, epochs in arguments.epochs:
        values = processor_times(made(f"{rate} Hz"), port, rate, epochs)
        row(f"{rate} Hz, CPU, µs an epoch", [1e6 * value / epochs for value in values])
    first, last = arguments.instructions
    counts = []
    for count in (first, last):
        one, pipe, _, ours = made(f"{count} epochs")
        counts.append(totals([one, pipe, ours], port, folder, count))
    one, pipe, ours = ((more - less) / (last - first) for less, more in zip(*counts))
    # Those of an interpreter say little.
    row("instructions an epoch", [one, pipe, None, ours])


def rate(text):
    """A rate in hertz and a number of epochs."""
    return tuple(int(part) for part in text.split("="))


def main():
    parser = measure.prepared(__doc__)
    parser.add_argument("--epochs", type=rate, nargs="*",
                        default=[(1, 120), (10, 900), (300, 6000)])
    parser.add_argument("--instructions", type=int, nargs=2, default=[50, 350])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="picket-table-") as folder:
        compare(arguments, pathlib.Path(folder))


if __name__ == "__main__":
    main()
