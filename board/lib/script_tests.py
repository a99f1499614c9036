"""Tests of the scripts themselves, which board/scripts runs: nothing is built or installed here."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# An option of a usage that has a value behind it: --deb FILE, --fs ext4|ext2.
VALUED = re.compile(r"(?<![\w-])(--[a-z-]+)[ =](?:[A-Z0-9]|[a-z0-9]+\|)")


def run(script, *arguments, path=None, **environment):
    """Runs a script of the project with nothing to read, and programs of PATH before others."""
    environment = {**os.environ, **environment}
    if path:
        environment["PATH"] = f"{path}:{environment['PATH']}"
    return subprocess.run(
        [ROOT / script, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=60, env=environment,
    )


class Folder(unittest.TestCase):
    """A folder for each test, with programs that stand in for others."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="picket-scripts-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, name, text):
        place = self.folder / name
        place.write_text(f"#!/bin/bash\n{text}\n")
        place.chmod(0o755)


class OptionsTests(unittest.TestCase):
    def test_an_option_without_its_value_is_one_line(self):
        scripts = [
            file for folder in ("board", "board/virtual", "board/walks", "deploy")
            for file in sorted((ROOT / folder).iterdir())
            if file.is_file() and os.access(file, os.X_OK)
        ]
        seen = set()
        for file in scripts:
            script = str(file.relative_to(ROOT))
            # What has no usage has no options either, and might begin its work.
            if not re.search("--help|Parser[(]", file.read_text(encoding="utf-8")):
                continue
            usage = run(script, "--help")
            self.assertEqual(usage.returncode, 0, script)
            for option in sorted(set(VALUED.findall(usage.stdout))):
                with self.subTest(script=script, option=option):
                    ended = run(script, option)
                    self.assertEqual(ended.returncode, 2, ended.stderr)
                    self.assertRegex(
                        ended.stderr, rf"\A[a-z -]+: {option} needs .*\({script} --help\)\n\Z")
                    seen.add((script, option))
        for known in [("board/virtual/soak", "--hours"), ("board/soak", "--hours"),
                      ("deploy/push", "--gps")]:
            self.assertIn(known, seen)


class PushTests(Folder):
    def push(self, facts, *options):
        """Pushes to a board that says this of itself, and does nothing."""
        (self.folder / "facts").write_text(facts)
        self.program("ssh", f'''
            printf '%s\\n' "$*" >>'{self.folder}/asked'
            [[ "$*" != *print-architecture* ]] || cat '{self.folder}/facts'
            [[ "$*" != *'mktemp -d'* ]] || echo "/tmp/x'; touch '{self.folder}/executed"''')
        return run("deploy/push", "pi@board.invalid", *options, path=self.folder)

    def test_what_a_hostile_board_says_is_not_executed(self):
        # Without a blank, at which it would be cut; PATH has a value, which bash needs for that.
        command = f"$(touch${{IFS}}{self.folder}/executed)"
        for facts in [
            f"amd64\ntrixie PATH[{command}] Debian", f"amd64\na[{command}] 0 Debian",
            f"PATH[{command}]\ntrixie 0 Debian", f"amd64\ntrixie 1+PATH[{command}]", f"`{command}`\n",
            f"amd64\ntrixie 0;{command} Debian", "amd64", "", "amd64\ntrixie -1 Debian",
        ]:
            for options in [("--dry-run",), ("--deb", "/dev/null", "--yes")]:
                with self.subTest(facts=facts, options=options):
                    ended = self.push(facts, *options)
                    self.assertFalse((self.folder / "executed").exists())
                    self.assertEqual(ended.returncode, 69, ended.stderr)
                    self.assertIn("does not say what it is", ended.stderr)
                    self.assertEqual(ended.stderr.count("\n"), 1)

    def test_a_folder_that_would_be_a_command_is_refused(self):
        ended = self.push("amd64\ntrixie 1000 Debian\n", "--dry-run", "--gps", "/dev/serial0")
        self.assertEqual(ended.returncode, 69, ended.stderr)
        self.assertFalse((self.folder / "executed").exists())

    def test_the_name_of_a_release_does_not_reach_the_terminal_raw(self):
        ended = self.push("amd64\ntrixie 0 Debian\x1b]0;pwned\x07 13\n", "--dry-run")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertNotRegex(ended.stdout, "[\x07\x1b]")

    def test_who_is_not_root_there_asks_for_it(self):
        for user, sudo in [("0", False), ("1000", True)]:
            ended = self.push(f"amd64\ntrixie {user} Debian\n", "--dry-run")
            self.assertEqual("sudo apt-get install" in ended.stdout, sudo, ended.stdout)


class InstallTests(Folder):
    def install(self, *options):
        """The command for apt-get that deploy/install would give."""
        package = self.folder / "picket.deb"
        package.touch()
        self.program("dpkg-deb", "echo 99.0")
        ended = run("deploy/install", "--deb", package, "--dry-run", *options, path=self.folder)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stdout

    def test_apt_is_agreed_to_by_yes_alone(self):
        self.assertNotIn("--yes", self.install())
        self.assertRegex(self.install("--yes"), "apt-get install .*--yes")

    def test_dpkg_is_answered(self):
        self.assertIn("--force-confold", self.install())


class CountTests(Folder):
    def count(self, name, where, ci="true"):
        """What is counted of a run in which one test passed, and one of this name was left out."""
        suite, _, test = name.partition("/")
        (self.folder / "tests.xml").write_text(
            '<testsuites><testsuite><testcase classname="A" name="b()"/>'
            f'<testcase classname="{suite}" name="{test}"><skipped>no gpsbabel</skipped></testcase>'
            "</testsuite></testsuites>")
        ended = subprocess.run(
            ["/usr/bin/python3", "-B", ROOT / "board/virtual/lib/count.py",
             self.folder / "tests.xml", "0", where],
            capture_output=True, text=True, check=True, env={**os.environ, "CI": ci})
        return ended.stdout.strip(), ended.stderr

    def test_what_is_left_out_fails_where_tests_have_to_run(self):
        counts, said = self.count("PicketTests.ExchangeTests/aKML()", "host")
        self.assertEqual(counts, "1 1 0")
        self.assertIn("PicketTests.ExchangeTests/aKML() (no gpsbabel)", said)

    def test_what_is_on_the_list_may_be_left_out(self):
        name = "PicketTests.VirtualBoard.PressTests/aLongPressWritesAMark(_:)"
        self.assertEqual(self.count(name, "host"), ("1 0 1", ""))
        self.assertEqual(self.count(name, "board")[0], "1 1 0")

    def test_elsewhere_anything_may_be_left_out(self):
        self.assertEqual(self.count("PicketTests.ExchangeTests/aKML()", "host", ci=""), ("1 0 1", ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
