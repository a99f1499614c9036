"""Ports of the loopback interface for servers that are started soon."""

import random
import socket

# Those below that the kernel gives to connections (ip(7), ip_local_port_range), which a connection
# of any other process would take before the server starts.
PORTS = range(12_000, 32_000)


def free_port(kind=socket.SOCK_STREAM):
    """A port that no process uses."""
    while True:
        port = random.choice(PORTS)
        with socket.socket(type=kind) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
