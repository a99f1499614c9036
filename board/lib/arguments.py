"""What the scripts in board/ read their command lines with."""

import argparse


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, and where help is; SCRIPT is its path."""

    def __init__(self, script, **options):
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter, **options
        )
        self.script = script

    def error(self, message):
        message = message.removeprefix("argument ").replace(
            ": expected one argument", " needs a value"
        )
        self.exit(2, f"{self.prog}: {message} ({self.script} --help)\n")
