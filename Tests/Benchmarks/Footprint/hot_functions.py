#!/usr/bin/python3
"""Writes the list by which the linker places the functions that an epoch needs: see board/footprint.

    hot_functions.py PICKET LIST

PICKET is the program with its symbols. A function belongs to the list if it executes an instruction in
every second epoch, on average; those with the most instructions come first.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import measure  # noqa: E402
import ports  # noqa: E402
import table  # noqa: E402

FIRST, LAST = 50, 250  # epochs


def costs(file, program):
    """The instructions of each function of the program, from a file of callgrind."""
    found, names = collections.Counter(), {"ob": {}, "fn": {}}
    current, is_call = {"ob": None, "fn": None}, False
    for line in file.read_text(errors="replace").splitlines():
        place = re.match(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?", line)
        if place:
            called, kind, number, name = place.groups()
            # The name is there once.
            if name:
                names[kind][number] = name
            if not called:
                current[kind] = names[kind].get(number)
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[0-9+*-]\S* \d+$", line):
            if not is_call and current["ob"] == str(program):
                # A recursive call has a number.
                found[re.sub(r"'\d+$", "", current["fn"] or "")] += int(line.split()[1])
            is_call = False
    return found


def main():
    program, target = map(pathlib.Path, sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="picket-hot-") as name:
        folder = pathlib.Path(name)
        named = folder / "picket"
        # valgrind of Debian 12 stops at the compiler's newer form of debugging data.
        subprocess.run(["strip", "--strip-debug", "-o", named, program], check=True)
        manager = measure.Manager(folder)
        counts = []
        for epochs in (FIRST, LAST):
            port = ports.free_port()
            ours = measure.programs(named, folder / str(epochs), port, manager, [])[0]
            table.totals([ours], port, folder, epochs)
            counts.append(costs(folder / "picket.instructions", named))
    few, many = counts
    hot = {function: many[function] - few[function] for function in many
           if many[function] - few[function] >= (LAST - FIRST) / 2}
    functions = [function for function in sorted(hot, key=lambda one: (-hot[one], one))
                 if not function.startswith("0x")]
    target.write_text("".join(f"{function}\n" for function in functions), encoding="utf-8")
    print(f"footprint: {target} has {len(functions)} functions")


if __name__ == "__main__":
    main()
