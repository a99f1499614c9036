"""The control sockets of many boards, for the requests of picket-link alone."""

import json
import os
import selectors
import socket
import threading

REGIONS = 10


class Controller:
    """One control socket: answers `status`, `regions` and `watch`, and sends lines to watchers."""

    def __init__(self, path, name):
        self.name = name
        self.listener = socket.socket(socket.AF_UNIX)
        # A path of a socket has at most 107 bytes.
        self.listener.bind(str(path))
        os.chmod(path, 0o666)
        self.listener.listen()
        self.regions = {f"region-{number}": "outside" for number in range(REGIONS)}
        self.watchers, self.watches_fixes = [], False

    def answer(self, request):
        """The answer to a request, and whether the client watches from now on."""
        if request["do"] == "status":
            return {"ok": True, "monitors": True, "sight": "sighted", "watched": REGIONS,
                    "versions": {"picket": "0.1.0", "gpsd": "3.22", "libgpiod": "1.6.3"}}
        if request["do"] == "regions":
            answer = {"ok": True, "outside": [], "inside": []}
            for region, state in self.regions.items():
                answer[state].append(region)
            return answer
        self.watches_fixes = request.get("fixes", False)
        return {"ok": True}

    def send(self, line):
        """Sends a line to the watchers."""
        for client in list(self.watchers):
            client.sendall(line.encode() + b"\n")


class Controllers(threading.Thread):
    """Serves the control sockets of all boards on one thread."""

    def __init__(self, controllers):
        super().__init__(daemon=True)
        self.selector = selectors.DefaultSelector()
        for controller in controllers:
            self.selector.register(controller.listener, selectors.EVENT_READ, (controller, None))

    def run(self):
        while True:
            for key, _ in self.selector.select():
                controller, rest = key.data
                if rest is None:
                    client, _ = key.fileobj.accept()
                    self.selector.register(client, selectors.EVENT_READ, (controller, bytearray()))
                else:
                    self.serve(key.fileobj, controller, rest)

    def serve(self, client, controller, rest):
        """Answers the complete lines that have arrived."""
        try:
            data = client.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.selector.unregister(client)
            if client in controller.watchers:
                controller.watchers.remove(client)
            client.close()
            return
        rest += data
        while (end := rest.find(b"\n")) >= 0:
            request = json.loads(rest[:end])
            del rest[:end + 1]
            client.sendall(json.dumps(controller.answer(request)).encode() + b"\n")
            if request["do"] == "watch":
                controller.watchers.append(client)
