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

    def options(self, **values):
        """Reads a command line of options that its description explains, and their values without it.

        A type stands for an option that has none, False for one that is there or not.
        """
        for name, value in values.items():
            about = {"action": "store_true"} if value is False else {"type": value} if isinstance(
                value, type) else {"type": type(value), "default": value}
            self.add_argument(f"--{name}", help=argparse.SUPPRESS, **about)
        return self.parse_args()

    def error(self, message):
        # The long name alone, where there are two.
        message = re.sub(r"^-\w/", "", message.removeprefix("argument ")).replace(
            ": expected one argument", " needs a value"
        )
        self.exit(2, f"{self.prog}: {message} ({self.script} --help)\n")
