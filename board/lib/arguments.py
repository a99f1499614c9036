"""The parser of the command lines of the scripts in board/ and Tests/Rigs."""

import argparse
import re


class Parser(argparse.ArgumentParser):
    """A parser that prints a mistake and the place of the help in one line; SCRIPT is its path."""

    def __init__(self, script, **options):
        super().__init__(
            prog=script.removesuffix("/run").rpartition("/")[2],
            formatter_class=argparse.RawDescriptionHelpFormatter, **options
        )
        self.script = script

    def error(self, message):
        # The long name alone, where there are two.
        message = re.sub(r"^-\w/", "", message.removeprefix("argument ")).replace(
            ": expected one argument", " needs a value"
        )
        self.exit(2, f"{self.prog}: {message} ({self.script} --help)\n")
