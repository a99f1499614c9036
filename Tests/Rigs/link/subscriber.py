"""A subscriber that speaks MQTT 5 and is back as soon as its broker is."""

import json
import socket
import struct
import threading
import time


def text(value):
    data = value.encode()
    return struct.pack("!H", len(data)) + data


def packet(kind, body):
    length, rest = b"", len(body)
    while True:
        digit, rest = rest & 127, rest >> 7
        length += bytes([digit | (128 if rest else 0)])
        if not rest:
            return bytes([kind]) + length + body


class Subscriber(threading.Thread):
    """Receives a topic with QoS 1; `texts` has its messages, in order."""

    def __init__(self, port, topic, keeps=False):
        """With `keeps` the broker keeps the session, and the messages that come meanwhile."""
        super().__init__(daemon=True)
        self.port, self.topic, self.keeps = port, topic, keeps
        self.texts = []
        self.is_subscribed = threading.Event()

    def is_back(self, within):
        return self.is_subscribed.wait(within)

    def last(self):
        """The number of the last event; 0 before the first."""
        return json.loads(self.texts[-1])["seq"] if self.texts else 0

    def run(self):
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as stream:
                    stream.settimeout(None)
                    self.serve(stream)
            except OSError:
                pass
            self.is_subscribed.clear()
            time.sleep(0.01)

    def serve(self, stream):
        # Version 5, no keep-alive; a clean start without properties, or a session without an end.
        start = b"\x00\x00\x00\x05\x11\xff\xff\xff\xff" if self.keeps else b"\x02\x00\x00\x00"
        stream.sendall(packet(0x10, text("MQTT") + b"\x05" + start + text("subscriber")))
        source = stream.makefile("rb")
        while head := source.read(1):
            length = shift = 0
            while True:
                (digit,) = source.read(1) or (0,)
                length |= (digit & 127) << shift
                shift += 7
                if digit < 128:
                    break
            body = source.read(length)
            if len(body) < length:
                return
            self.handle(stream, head[0], body)

    def handle(self, stream, kind, body):
        if kind >> 4 == 2:
            if body[1] != 0:
                raise OSError(f"refused with {body[1]}")
            stream.sendall(packet(0x82, b"\x00\x01\x00" + text(self.topic) + b"\x01"))
        elif kind >> 4 == 9:
            self.is_subscribed.set()
        elif kind >> 4 == 3:
            size = struct.unpack("!H", body[:2])[0]
            rest = body[2 + size:]
            number, rest = rest[:2], rest[2:]
            # The length of its properties is always one byte.
            self.texts.append(rest[1 + rest[0]:].decode())
            stream.sendall(packet(0x40, number))
