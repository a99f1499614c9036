"""Other work of this machine, which has to wait when the board needs the whole machine."""
import contextlib
import os
import signal


@contextlib.contextmanager
def paused(process):
    """Stops a process, if there is one, and its descendants, until this is over.

    A low priority is not enough: an emulated processor that waits for another one to get its turn
    takes as much time as one that works.
    """
    stopped = set()
    try:
        # The next round finds processes that started in this one.
        while process and (found := family(process) - stopped):
            for each in found:
                send(each, signal.SIGSTOP)
            stopped |= found
        yield
    finally:
        for each in stopped:
            send(each, signal.SIGCONT)


def send(process, number):
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)


def family(process):
    """A process and its descendants."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat") as file:
            parent = int(file.read().rsplit(")", 1)[1].split()[1])
            children.setdefault(parent, []).append(int(name))
    found, new = set(), {process} if os.path.exists(f"/proc/{process}") else set()
    while new:
        found |= new
        new = {child for each in new for child in children.get(each, [])} - found
    return found
