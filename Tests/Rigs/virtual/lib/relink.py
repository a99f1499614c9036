"""Links the built tests and picket again, with another libgpiod: relink.py ROOT LIBGPIOD RESULT

Only the C files of CGPIOD depend on the version of libgpiod: they are compiled with the headers in
LIBGPIOD/include, and take the place of their objects in the debug build of the project in ROOT. The
commands for the linker are those of swift build, from its plan (.build/debug.yaml). RESULT gets the
programs; the path of the test bundle is printed.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

PROGRAMS = ("picket", "picketPackageTests.xctest")


def commands(root):
    """The arguments with which swift build links each of the programs."""
    plan = (root / ".build/debug.yaml").read_text(encoding="utf-8")
    found = {}
    for line in re.findall(r"^ +args: (\[.*\])$", plan, re.MULTILINE):
        arguments = json.loads(line)
        if "-emit-executable" in arguments:
            found[pathlib.Path(arguments[arguments.index("-o") + 1]).name] = arguments
    missing = [name for name in PROGRAMS if name not in found]
    if missing:
        sys.exit(f"relink: the plan of swift build does not link {' and '.join(missing)}")
    return {name: found[name] for name in PROGRAMS}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}relink: {command[0]} failed, see above")


def main():
    root, library, result = (pathlib.Path(argument) for argument in sys.argv[1:])
    shutil.rmtree(result, ignore_errors=True)
    result.mkdir(parents=True)
    objects = []
    for source in sorted((root / "Sources/CGPIOD").glob("*.c")):
        objects.append(result / f"{source.name}.o")
        run("gcc", "-c", "-g", "-fPIC", "-I", library / "include", "-I", root / "Sources/CGPIOD/include",
            source, "-o", objects[-1])
    for name, arguments in commands(root).items():
        at = next(at for at, argument in enumerate(arguments) if argument.startswith("@"))
        # A file of arguments quotes what is special to a shell.
        lines = pathlib.Path(arguments[at][1:]).read_text(encoding="utf-8").splitlines()
        kept = [line for line in lines if "/CGPIOD.build/" not in line]
        if len(lines) - len(kept) != len(objects):
            sys.exit(f"relink: {name} has {len(lines) - len(kept)} objects of CGPIOD, not {len(objects)}")
        listing = result / f"{name}.objects"
        listing.write_text("\n".join([*kept, *map(str, objects)]) + "\n", encoding="utf-8")
        built = pathlib.Path(arguments[arguments.index("-o") + 1])
        arguments[arguments.index("-o") + 1] = str(result / name)
        arguments[at] = f"@{listing}"
        run(arguments[0], "-L", library / "lib", "-Xlinker", "-rpath", "-Xlinker", library / "lib",
            *arguments[1:])
    # The tests look for their files and for the other programs next to their own.
    for other in [*built.parent.glob("*.resources"), built.parent / "picket-link"]:
        os.symlink(other, result / other.name)
    print(result / PROGRAMS[-1])


if __name__ == "__main__":
    main()
