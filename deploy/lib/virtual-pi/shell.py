"""The shell of root on the board's console."""
import json
import time

from trouble import Trouble


class Shell:
    def __init__(self, board):
        self.board = board
        self.plug = board.plug("desk")
        self.plug.settimeout(0.5)
        self.number = 0
        self.output = ""

    def await_ready(self, seconds):
        self.await_text("the desk has a shell\n", seconds)

    def run(self, command, seconds=60):
        """Runs a command there: its status, and its output."""
        self.number += 1
        self.output = ""
        # The command does not contain the mark, in case the console echoes it.
        mark = f"\nend {self.number} of "
        self.send(f"{{ {command}\n}} </dev/null 2>&1; printf '\\nend %d of %d\\n' {self.number} $?")
        said = self.await_text(mark, seconds)
        status = self.await_text("\n", seconds)
        return int(status), said.strip()

    def send(self, text):
        self.plug.sendall(f"{text}\n".encode())

    def ask(self, command, seconds=60):
        """The output of a command, which must succeed."""
        status, said = self.run(command, seconds)
        if status:
            raise Trouble(f"{command}: status {status}: {said[-600:]}")
        return said

    def properties(self, *names):
        """Properties of picket's unit."""
        said = self.ask("systemctl show picket --property=" + ",".join(names))
        found = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
        return [found[name] for name in names]

    def events(self):
        """The events of the journal."""
        lines = self.ask("picket events --json").splitlines()
        return [json.loads(line) for line in lines if line.startswith('{"seq":')]

    def state(self):
        """The state of the region."""
        return self.ask("picket state gate").split()[0].rstrip(":;,")

    def await_text(self, text, seconds):
        end = time.monotonic() + seconds
        while text not in self.output:
            if time.monotonic() > end:
                raise Trouble(f"the console does not answer:\n{self.board.said('console')}")
            try:
                more = self.plug.recv(65536)
            except TimeoutError:
                continue
            if not more:
                raise Trouble(f"the board went off:\n{self.board.said('console')}")
            self.output += more.decode(errors="replace").replace("\r", "")
        before, _, self.output = self.output.partition(text)
        return before
