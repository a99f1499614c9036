"""A journal as the controller writes it, for boards that have no controller."""

import json
import zlib


class Journal:
    """One file of events; each line has the checksum that Picket expects at its place."""

    def __init__(self, folder, identity):
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "journal.1.jsonl"
        self.key, self.offset = "", 0
        self.put({"journal": 1, "file": 1, "next": 1, "id": f"{identity:016x}"})

    def put(self, fields):
        """Adds a line with these fields; returns the line without its checksum."""
        text = json.dumps(fields, separators=(",", ":"))
        check = f"{zlib.crc32(f'{self.key}@{self.offset}{text}'.encode()):08x}"
        line = f'{text[:-1]},"crc":"{check}"}}\n'.encode()
        with open(self.path, "ab", buffering=0) as file:
            file.write(line)
        self.key = self.key or check
        self.offset += len(line)
        return text
