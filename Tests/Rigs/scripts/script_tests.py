"""Tests of the scripts themselves, which Tests/Rigs/scripts/run runs: nothing is built or installed here."""

import email.utils
import filecmp
import json
import math
import os
import pathlib
import random
import pty
import re
import socket
import subprocess
import sys
import tempfile
import tomllib
import unittest
import unittest.mock
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[3]
for one in ("board/lib", "deploy/lib", "board/wiring", "Tests/Rigs/virtual/lib"):
    sys.path.insert(0, str(ROOT / one))
import breadboard  # noqa: E402
import carriers  # noqa: E402
import cuts  # noqa: E402
import formats  # noqa: E402
import ports  # noqa: E402
import receivers  # noqa: E402
import simulated_walks  # noqa: E402
from plane import Circle, Corridor, Plane, Polygon  # noqa: E402
from recordings import fixes, recordings, stamp  # noqa: E402

# An option with a value in a usage: --deb FILE, --fs ext4|ext2.
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
    def test_a_missing_value_is_one_line(self):
        scripts = [
            file for files in ("board/*", "board/walks/*", "Tests/Rigs/*/*", "deploy/*", "deploy/fleet/*")
            for file in sorted(ROOT.glob(files))
            if file.is_file() and os.access(file, os.X_OK)
        ]
        seen = set()
        for file in scripts:
            script = str(file.relative_to(ROOT))
            # A script without a usage has no options, and might start its work.
            if not re.search("--help|read_options|Parser[(]", file.read_text(encoding="utf-8")):
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
        for known in [("Tests/Rigs/virtual/soak", "--hours"), ("Tests/Rigs/soak/run", "--hours"),
                      ("deploy/push", "--gps")]:
            self.assertIn(known, seen)


class ReadOptionsTests(Folder):
    def read(self, *arguments, ends="false"):
        """The status, output and complaint of a script with options of each kind."""
        self.program("read", f'''# Usage: read [OPTION]...
#
# Exit status: 0.
root={ROOT}
source "$root/board/lib/options.sh"
package='' is_dry=false rates=() lines=() volatile=''
known_options=([--deb]='value package' [--dry-run]='flag is_dry' [--hz]='list rates'
  [--lines]='pair lines' [--volatile]='optional volatile 0')
operand_ends_options={ends}
read_options "$@"
echo "$package $is_dry ${{rates[*]}} ${{lines[*]}} $volatile: ${{operands[*]}}: ${{rest[*]}}"''')
        ended = subprocess.run(
            [self.folder / "read", *arguments], capture_output=True, text=True, check=False)
        return ended.returncode, ended.stdout, ended.stderr

    def test_options_of_each_kind_are_read(self):
        status, output, _ = self.read(
            "--deb", "a b", "x", "--dry-run", "--hz=1", "--hz", "10", "--lines", "B", "L",
            "--volatile=5", "y", "--", "-p", "22")
        self.assertEqual((status, output), (0, "a b true 1 10 B L 5: x y: -p 22\n"))
        self.assertEqual(self.read("--volatile")[1], " false   0: : \n")

    def test_a_command_keeps_its_own_options(self):
        self.assertEqual(
            self.read("--dry-run", "ls", "--deb", "-l", ends="true")[1],
            " true   : ls: --deb -l\n")

    def test_wrong_usage_is_one_line(self):
        for arguments, complaint in [
            (["--none"], "there is no option --none"), (["-x"], "there is no option -x"),
            (["--deb"], "--deb needs a value"), (["--deb="], "--deb needs a value"),
            (["--dry-run=1"], "--dry-run has no value"), (["--lines", "B"], "--lines needs two values"),
            (["--deb]=1; touch x"], "there is no option --deb]"),
        ]:
            with self.subTest(arguments=arguments):
                status, output, complained = self.read(*arguments)
                self.assertEqual((status, output), (2, ""))
                self.assertEqual(complained, f"read: {complaint} ({self.folder}/read --help)\n")

    def test_help_is_the_leading_comment(self):
        self.assertEqual(
            self.read("--help"), (0, "Usage: read [OPTION]...\n\nExit status: 0.\n", ""))


class PushTests(Folder):
    def push(self, facts, *options):
        """Pushes to a board that reports these facts, and does nothing."""
        (self.folder / "facts").write_text(facts)
        self.program("ssh", f'''
            printf '%s\\n' "$*" >>'{self.folder}/asked'
            [[ "$*" != *print-architecture* ]] || cat '{self.folder}/facts'
            [[ "$*" != *'mktemp -d'* ]] || echo "/tmp/x'; touch '{self.folder}/executed"''')
        return run("deploy/push", "pi@board.invalid", *options, path=self.folder)

    def test_facts_of_a_board_are_not_executed(self):
        # The command has no blank, which would split it; bash evaluates the subscript only of a set PATH.
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
                    self.assertIn("does not report its architecture", ended.stderr)
                    self.assertEqual(ended.stderr.count("\n"), 1)

    def test_a_folder_with_a_command_is_refused(self):
        ended = self.push("amd64\ntrixie 1000 Debian\n", "--dry-run", "--gps", "/dev/serial0")
        self.assertEqual(ended.returncode, 69, ended.stderr)
        self.assertFalse((self.folder / "executed").exists())

    def test_control_characters_of_a_release_are_removed(self):
        ended = self.push("amd64\ntrixie 0 Debian\x1b]0;pwned\x07 13\n", "--dry-run")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertNotRegex(ended.stdout, "[\x07\x1b]")

    def test_sudo_is_used_without_root(self):
        for user, sudo in [("0", False), ("1000", True)]:
            ended = self.push(f"amd64\ntrixie {user} Debian\n", "--dry-run")
            self.assertEqual("sudo apt-get install" in ended.stdout, sudo, ended.stdout)


    def installing(self, *options, terminal=False, apt=0):
        """The end of push, and the command that ssh is given for apt-get."""
        self.program("dpkg-deb", "echo amd64")
        (self.folder / "picket.deb").touch()
        asked = self.folder / "asked"
        asked.unlink(missing_ok=True)
        self.program("ssh", f'''
            printf '%s\\n' "${{*//$'\\n'/ }}" >>'{asked}'
            case "$*" in
              *print-architecture*) printf 'amd64\\ntrixie 1000 Debian\\n' ;;
              *'mktemp -d'*) echo /tmp/x ;;
              *'apt-get install'*) exit {apt} ;;
              *'cat >'*) cat >/dev/null ;;
            esac''')
        mine, theirs = pty.openpty() if terminal else (None, subprocess.DEVNULL)
        try:
            ended = subprocess.run(
                [ROOT / "deploy/push", "pi@board.invalid", "--deb", self.folder / "picket.deb",
                 *options],
                stdin=theirs, capture_output=True, text=True, timeout=60,
                env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        finally:
            if terminal:
                os.close(mine)
                os.close(theirs)
        lines = asked.read_text().splitlines()
        return ended, next(line for line in lines if "apt-get install" in line)

    def test_only_yes_agrees_to_apt(self):
        for terminal in [False, True]:
            with self.subTest(terminal=terminal):
                ended, command = self.installing(terminal=terminal)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertNotIn("--yes", command)
                self.assertIn("--force-confold", command)
                # Without a terminal there, apt cannot ask for an answer.
                self.assertEqual("board.invalid -t " in command, terminal, command)
                ended, command = self.installing("--yes", terminal=terminal)
                self.assertRegex(command, "apt-get install .*--yes '/tmp/x/picket.deb'")
        facts = "amd64\ntrixie 0 Debian\n"
        self.assertNotIn("--yes", self.push(facts, "--dry-run").stdout)
        self.assertRegex(self.push(facts, "--dry-run", "--yes").stdout, "apt-get install .*--yes")

    def test_apt_may_read_the_package(self):
        self.installing()
        asked = (self.folder / "asked").read_text()
        self.assertRegex(asked, r'mktemp -d\) && chmod 755 "\$there"')

    def test_status_needs_a_running_picket(self):
        self.installing()
        asked = (self.folder / "asked").read_text()
        self.assertIn("is-active picket || picket status", asked)

    def test_a_refusal_of_apt_is_reported(self):
        ended, _ = self.installing(apt=1)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertEqual(
            ended.stderr,
            "push: apt-get has not installed it, see above; --yes agrees to what it asks\n")


class InstallTests(Folder):
    def install(self, *options):
        """The command for apt-get that deploy/install would give."""
        package = self.folder / "picket.deb"
        package.touch()
        self.program("dpkg-deb", "echo 99.0")
        ended = run("deploy/install", "--deb", package, "--dry-run", *options, path=self.folder)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stdout

    def test_only_yes_agrees_to_apt(self):
        self.assertNotIn("--yes", self.install())
        self.assertRegex(self.install("--yes"), "apt-get install .*--yes")

    def test_dpkg_is_answered(self):
        self.assertIn("--force-confold", self.install())


class HookTests(Folder):
    EVENT = {"PICKET_EVENT": "enter", "PICKET_REGION": "orchard", "PICKET_SEQ": "17",
             "PICKET_NOTE": "Ann's\nladders"}

    def hook(self, name, **settings):
        return run(f"deploy/hooks/{name}", path=self.folder, **(self.EVENT | settings))

    def test_a_message_is_sent_and_removed(self):
        self.program("mmcli", f"""printf '%s\\n' "$*" >>{self.folder}/calls
            case $* in *create*) echo "created: /org/freedesktop/ModemManager1/SMS/3" ;; esac""")
        self.assertEqual(self.hook("sms", TO="+385").returncode, 0)
        calls = (self.folder / "calls").read_text()
        self.assertIn("number='+385',text='enter orchard Ann s", calls)
        self.assertIn("--sms=/org/freedesktop/ModemManager1/SMS/3 --send\n", calls)
        self.assertIn("--messaging-delete-sms=/org/freedesktop/ModemManager1/SMS/3\n", calls)

    def test_an_unsent_message_is_a_failure(self):
        self.program("mmcli", """case $* in
            *create*) echo "created: /org/freedesktop/ModemManager1/SMS/3" ;;
            *--send*) exit 4 ;; esac""")
        self.assertEqual(self.hook("sms", TO="+385").returncode, 4)
        self.program("mmcli", "exit 1")
        self.assertNotEqual(self.hook("sms", TO="+385").returncode, 0)

    def test_a_picture_is_there_whole_or_not(self):
        (self.folder / "lens").write_text("picture")
        ended = self.hook("camera", CAMERA=f"cp {self.folder}/lens", FOLDER=str(self.folder))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual((self.folder / "17.jpg").read_text(), "picture")
        self.assertNotEqual(self.hook("camera", CAMERA="false", FOLDER=".").returncode, 0)

    def test_each_event_is_spoken_as_what_it_is(self):
        self.program("espeak-ng", f"cat >>{self.folder}/spoken")
        for event in ("enter", "exit", "dwell", "cross", "speeding", "speedOK"):
            self.assertEqual(self.hook("speech", PICKET_EVENT=event).returncode, 0)
        note = self.hook("speech", PICKET_EVENT="blind", PICKET_REGION="", PICKET_NOTE="", PICKET_TEXT="no fix")
        self.assertEqual(note.returncode, 0, note.stderr)
        spoken = [line for line in (self.folder / "spoken").read_text().splitlines() if "ladders" not in line]
        self.assertEqual([line.removesuffix(" Ann's") for line in spoken], [
            "You are in orchard.", "You have left orchard.", "You are still in orchard.",
            "You have crossed orchard.", "You are too fast in orchard.",
            "You are slow enough again in orchard.", "blind: no fix. "])

    def test_a_radio_gets_one_line(self):
        ours, theirs = pty.openpty()
        ended = self.hook("meshtastic", PORT=os.ttyname(theirs))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        with open(ours, "rb") as sent:
            self.assertEqual(sent.readline(), b"enter orchard Ann's ladders\n")
        os.close(theirs)


class CertificatesTests(Folder):
    def certificates(self, *arguments):
        return run("deploy/fleet/certificates", *arguments)

    def certificate(self, name, *options):
        """OpenSSL's description of a certificate."""
        return subprocess.run(
            ["openssl", "x509", "-noout", *options, "-in", self.folder / f"{name}.pem"],
            capture_output=True, text=True, check=True).stdout

    def test_a_board_has_its_name_and_rights(self):
        self.assertEqual(self.certificates("authority", self.folder).returncode, 0)
        made = self.certificates(
            "board", self.folder, "or_3", "--group", "a", "--home-assistant", "--days", "9")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(made.stdout.split("\n\n", 2)[2], """\
user or_3
topic read picket/fleet/a/regions
topic read picket/fleet/a/regions/+/+
topic readwrite homeassistant/+/picket_picket_2f_or_5f_3/config
topic readwrite homeassistant/+/picket_picket_2f_or_5f_3/+/config
""")
        self.assertIn("CN = or_3", self.certificate("or_3", "-subject"))
        self.assertIn("TLS Web Client", self.certificate("or_3", "-ext", "extendedKeyUsage"))
        self.assertEqual((self.folder / "or_3.key").stat().st_mode & 0o777, 0o600)
        # Nothing is replaced.
        for arguments in [("authority",), ("board", "or_3")]:
            again = self.certificates(arguments[0], self.folder, *arguments[1:])
            self.assertEqual(again.returncode, 1)
            self.assertIn("is there already", again.stderr)

    def test_a_broker_has_its_host(self):
        for place, (host, name) in enumerate(
                [("broker.example", "DNS:broker.example"), ("10.0.0.7", "IP Address:10.0.0.7")]):
            self.folder = self.folder / str(place)
            self.assertEqual(self.certificates("authority", self.folder).returncode, 0)
            made = self.certificates("broker", self.folder, host)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertIn(name, self.certificate("broker", "-ext", "subjectAltName"))

    def test_a_lost_board_is_revoked(self):
        self.certificates("authority", self.folder)
        self.certificates("board", self.folder, "b1")
        taken = self.certificates("revoke", self.folder, "b1")
        self.assertEqual(taken.returncode, 0, taken.stderr)
        verified = subprocess.run(
            ["openssl", "verify", "-crl_check", "-CAfile", self.folder / "ca.pem", "-CRLfile",
             self.folder / "crl.pem", self.folder / "b1.pem"],
            capture_output=True, text=True, check=False)
        self.assertIn("certificate revoked", verified.stdout + verified.stderr)

    def test_other_names_are_refused(self):
        self.certificates("authority", self.folder)
        for name in ["../b", "a/b", "a+b", "#", "a b", ""]:
            refused = self.certificates("board", self.folder, name)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("is not a name of letters", refused.stderr)
        # Topics and files of the sample have these.
        for name in ["fleet", "desk", "ca", "broker"]:
            refused = self.certificates("board", self.folder, name)
            self.assertEqual(refused.returncode, 1)
            self.assertIn(f"{name} cannot name a board", refused.stderr)


class ReleaseTests(Folder):
    def release(self, *arguments):
        """The answer of deploy/release in one line, and its status."""
        ended = run("deploy/release", *arguments)
        self.assertEqual(ended.stdout, "")
        self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        return ended.returncode, ended.stderr

    def test_mistakes_are_one_line(self):
        for arguments, status, words in [
            (("--trial",), 2, "name one version"),
            (("0.2.0", "0.3.0", "--trial"), 2, "name one version"),
            (("next", "--trial"), 2, "numbers with points"),
            (("0.2.0",), 2, "--key ID|FILE, or --trial"),
            (("0.2.0", "--trial", "--key", "A"), 2, "leave --key out"),
            (("0.2.0", "--trial", "--only", "sid/amd64"), 2, "not sid/amd64"),
            (("0.2.0", "--trial", "--url", "ftp://example.org"), 2, "--url is an address"),
            (("0.2.0", "--trial", "--packages", self.folder / "none"), 2, "there is no folder"),
            (("0.2.0", "--trial", "--image", self.folder / "none.img"), 2, "there is no file"),
            (("0.2.0", "--trial", "--image", ROOT / "LICENSE"), 2, "--image ends with .img"),
            (("99.0", "--trial"), 1, "Sources/Records/Version.swift has"),
        ]:
            with self.subTest(arguments=arguments):
                ended, answer = self.release(*arguments)
                self.assertEqual(ended, status)
                self.assertIn(words, answer)

    def test_a_trial_replaces_nothing(self):
        (self.folder / "kept").touch()
        version = re.search(r'picket = "(.*)"', (
            ROOT / "Sources/Records/Version.swift").read_text(encoding="utf-8"))[1]
        status, answer = self.release(version, "--trial", "--output", self.folder)
        self.assertEqual(status, 1)
        self.assertIn("is not empty", answer)

    # Signs pool/0.1.0 with a key of its own and lets deploy/release check it after a change.
    CHECK = """
        root=$1 work=$2 change=$3
        source "$root/board/lib/options.sh"
        source "$root/deploy/lib/repository.sh"
        SOURCE_DATE_EPOCH=$(date +%s) is_trial=true key='' version=0.1.0
        find_key
        pool=$work/release/pool/0.1.0
        mkdir -p "$pool"
        echo a >"$pool/picket.deb"
        write_sums "$pool"
        cd "$pool"
        eval "$change"
        cd "$work"
        check_pool "$work/release/pool"
        gpgconf --homedir "$work/gnupg" --kill all
    """

    def checked(self, change):
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run(
                ["bash", "-euo", "pipefail", "-c", self.CHECK, "release", str(ROOT), folder, change],
                capture_output=True, text=True, check=False)

    def test_changed_files_of_old_versions_are_refused(self):
        self.assertEqual(self.checked("true").stderr, "")
        for change, words in [
            ("echo b >picket.deb", "pool/0.1.0 is not what was released: picket.deb: FAILED"),
            ("rm picket.deb", "pool/0.1.0 is not what was released"),
            ("echo x >more.deb", "pool/0.1.0/more.deb was not released"),
            ("mkdir -p ../0.0.9 && echo x >../0.0.9/a.deb", "pool/0.0.9/SHA256SUMS is not signed"),
            ("echo b >picket.deb && sha256sum picket.deb >SHA256SUMS", "pool/0.1.0/SHA256SUMS is not signed"),
            ("echo x >../a.deb", "a.deb is neither a file nor a folder of a version"),
            ("ln -s /etc/hostname link", "link is neither a file nor a folder of a version"),
            ("rm SHA256SUMS.asc", "pool/0.1.0/SHA256SUMS is not signed"),
        ]:
            with self.subTest(change=change):
                ended = self.checked(change)
                self.assertEqual(ended.returncode, 1, ended.stderr)
                self.assertIn(words, ended.stderr)

    def test_lists_are_valid_for_a_time(self):
        stamp = 1_780_000_000
        script = 'source "$1"; SOURCE_DATE_EPOCH=$2 valid_days=366 LC_ALL=C; valid_until'
        said = subprocess.check_output(
            ["bash", "-c", script, "-", ROOT / "deploy/lib/repository.sh", str(stamp)], text=True)
        self.assertEqual(
            email.utils.parsedate_to_datetime(said).timestamp(), stamp + 366 * 86400)

    def test_sizes_and_systems_are_on_the_page(self):
        for version, system in [("0.9.0", "deb12"), ("0.10.0", "deb13")]:
            pool = self.folder / "pool" / version
            pool.mkdir(parents=True)
            for name in "picket", "picket-dbgsym":
                (pool / f"{name}_{version}+{system}_arm64.deb").write_bytes(b"x" * 1_240_000)
        page = run("deploy/lib/release_page.py", self.folder, "0123456789", "https://a.example/b").stdout
        self.assertLess(page.index('id="v0.10.0"'), page.index('id="v0.9.0"'))
        self.assertEqual(page.count("<tr><td>"), 2)
        self.assertIn('<td>Debian 13</td><td>arm64</td><td>1.2 MB</td>', page)
        self.assertIn("wget -qO- https://a.example/b/picket.asc |", page)
        for target in re.findall('href="(pool/[^"]+[.]deb)"', page):
            self.assertTrue((self.folder / target).exists(), target)


class Cards(Folder):
    """deploy/image, and the settings that a board reads from its card."""

    def said(self, *arguments):
        ended = run("deploy/image", *arguments)
        self.assertEqual(ended.returncode, 2)
        return ended.stderr.splitlines()[-1].removesuffix(" (deploy/image --help)")

    def test_first_start_reports_no_token(self):
        script = """
            source "$1"
            folder=/nonexistent
            picket-page() { echo 'http://10.42.0.1:8642/#0123456789'; }
            sed() { :; }
            note() { echo "$1"; }
            wrong() { echo "$1"; }
            open_page
        """
        said = subprocess.check_output(
            ["bash", "-c", script, "-", ROOT / "deploy/lib/image/board/network.sh"], text=True)
        self.assertIn("sudo picket-page pair phone", said)
        self.assertNotIn("0123456789", said)

    def test_blank_card_has_no_settings(self):
        self.assertEqual(self.said("--blank", "--user", "ann"),
                         "image: --blank has no settings: leave the others out")

    def test_a_user_must_be_able_to_log_in(self):
        self.assertEqual(self.said("--user", "ann", "--no-wifi"),
                         "image: --ssh-key FILE or --password-hash FILE is missing: ann could not log in")

    def test_radio_needs_a_country(self):
        key = self.folder / "key"
        key.write_text("")
        self.assertTrue(self.said("--user", "ann", "--ssh-key", str(key)).startswith(
            "image: --country CODE is missing, such as AT"))

    def settings(self, written):
        """The settings that the board reads, and the problems that it finds."""
        file = self.folder / "settings.txt"
        file.write_bytes(written)
        script = (f"wrong() {{ echo \"wrong $1\"; }}; source '{ROOT}/deploy/lib/image/board/settings.sh'; "
                  f"read_settings '{file}'; for name in ${{!setting[@]}}; do "
                  'echo "$name [${setting[$name]}]"; done')
        ended = subprocess.run(["bash", "-uc", script], capture_output=True, text=True, check=True)
        return sorted(ended.stdout.splitlines())

    def test_settings_of_any_editor_are_read(self):
        self.assertEqual(
            self.settings(b"\xef\xbb\xbf# A card\r\nuser = ann\r\n\r\n wifi=a = b \r\n#zone = x\r\nzone ="),
            ["user [ann]", "wifi [a = b]"])

    def test_password_in_wrong_line_is_not_shown(self):
        self.assertEqual(
            self.settings(b"pass word = secret\n"),
            ["wrong settings.txt, line 1: not one of: user password password_hash hostname country"
             " zone wifi wifi_password "])


class NotesTests(Folder):
    def setUp(self):
        super().setUp()
        self.git("init", "--quiet", "--initial-branch=main")
        self.write("deploy/debian/changelog", """\
picket (0.2.0) unstable; urgency=medium

  * A first thing, in
    two lines.
  * A second_thing.

 -- A <a@example.org>  Sat, 21 Nov 2026 20:00:00 +0000

picket (0.1.0) unstable; urgency=medium

  * Old.

 -- A <a@example.org>  Fri, 20 Nov 2026 20:00:00 +0000
""")
        self.commit("Before the first version", "Sources/Geofence/A.swift")

    def git(self, *arguments):
        subprocess.run(
            ["git", "-C", self.folder, "-c", "user.name=a", "-c", "user.email=a@example.org",
             *arguments], check=True, capture_output=True)

    def write(self, path, text):
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text)

    def commit(self, subject, *paths):
        for lines, path in enumerate(paths, 1):
            self.write(path, f"{subject}\n" * lines)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)

    def notes(self, version="0.2.0"):
        return run("deploy/lib/notes.py", self.folder, version)

    def test_the_first_version_has_its_entry_alone(self):
        self.assertEqual(self.notes().stdout, """\
# Picket 0.2.0

- A first thing, in two lines.
- A second\\_thing.
""")

    def test_subjects_are_below_the_changed_part(self):
        self.git("tag", "v0.1.0")
        self.commit("A test", "Tests/A.swift")
        self.commit("A page of a <test>", "Tests/B.swift", "README.md")
        self.commit("A package", "deploy/package", "Tests/C.swift", "README.md")
        self.commit("A border", "deploy/package", "Sources/Geofence/B.swift")
        self.commit("A second border", "Sources/Geofence/B.swift")
        self.git("tag", "v0.2.0")
        self.assertEqual(self.notes().stdout.split("\n\n## ")[1], """\
Changes since 0.1.0

### The decision

- A border
- A second border

### Packages and installation

- A package

### Documentation

- A page of a \\<test\\>

### Tests and tools

- A test
""")

    def test_a_version_needs_an_entry(self):
        ended = self.notes("0.3.0")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(ended.stderr, "notes: deploy/debian/changelog has no entry for 0.3.0: write one\n")


class CountTests(Folder):
    def count(self, name, where, ci="true", end="<skipped>no gpsbabel</skipped>"):
        """The counts of a run in which one test passed, and one of this name ended like this."""
        suite, _, test = name.partition("/")
        (self.folder / "tests.xml").write_text(
            '<testsuites><testsuite><testcase classname="A" name="b()"/>'
            f'<testcase classname="{suite}" name="{test}">{end}</testcase>'
            "</testsuite></testsuites>")
        ended = subprocess.run(
            ["/usr/bin/python3", "-B", ROOT / "board/lib/count.py",
             self.folder / "tests.xml", "0", where],
            capture_output=True, text=True, check=True, env={**os.environ, "CI": ci})
        return ended.stdout.strip(), ended.stderr

    def test_a_skip_fails_where_tests_must_run(self):
        counts, output = self.count("PicketTests.ExchangeTests/aKML()", "host")
        self.assertEqual(counts, "1 1 0")
        self.assertIn("PicketTests.ExchangeTests/aKML() (no gpsbabel)", output)

    def test_a_failure_is_named(self):
        counts, output = self.count("PicketTests.RunTests/start()", "host", end="<failure/>")
        self.assertEqual(counts, "1 1 0")
        self.assertEqual(output, "failed on the host: PicketTests.RunTests/start()\n")

    def test_a_listed_test_may_be_skipped(self):
        name = "PicketTests.VirtualBoard.PressTests/longPressWritesAMark(_:)"
        self.assertEqual(self.count(name, "host"), ("1 0 1", ""))
        self.assertEqual(self.count(name, "board")[0], "1 1 0")

    def test_a_sanitizer_leaves_out_what_it_cannot_run(self):
        name = "PicketTests.FleetLinkTests/failedUpdateLeavesNoFile()"
        self.assertEqual(self.count(name, "sanitized"), ("1 0 1", ""))
        self.assertEqual(self.count(name, "host")[0], "1 1 0")

    def test_elsewhere_every_test_may_be_skipped(self):
        self.assertEqual(self.count("PicketTests.ExchangeTests/aKML()", "host", ci=""), ("1 0 1", ""))


class SuitesTests(Folder):
    BUNDLE = """#!/bin/bash
[[ $1 != --list-tests ]] || { printf '%s\\n' 'M.Few/a()' 'M.Many/a()' 'M.Many/b()' 'M.RunTests/a()' && exit; }
filter=$4 file=$6
printf '%s\\n' "$filter" >>"${0%/*}/order"
[[ $filter != *Few* ]] || { echo '✘ it fell' && kill -SEGV $$; }
printf '<t><testcase classname="%s" name="a()"/></t>' "$filter" >"$file"
"""

    def run_suites(self, *options, bundle=BUNDLE):
        path = self.folder / "bundle"
        path.write_text(bundle)
        path.chmod(0o755)
        done = subprocess.run(
            ["/usr/bin/python3", "-B", ROOT / "board/lib/suites.py", path, self.folder, "--jobs", "1",
             *options], capture_output=True, text=True, check=True)
        return done, (self.folder / "order").read_text().split()

    def test_each_suite_is_a_process(self):
        done, order = self.run_suites()
        self.assertEqual(order, [rf"^M\.{name}(/|$)" for name in ("RunTests", "Many", "Few")])
        self.assertEqual(done.stdout.splitlines()[-1], "2 1 0")

    def test_a_crash_is_named(self):
        done, _ = self.run_suites()
        self.assertIn("✘ it fell", done.stdout)
        self.assertEqual(done.stderr, "failed on the host: no results were written (Few)\n")

    def test_units_start_no_program(self):
        self.assertEqual(len(self.run_suites("--units")[1]), 2)

    def test_a_failure_runs_again(self):
        for end, last, again in (("", "3 0 0", "passed"), ("<failure/>", "2 1 0", "failed")):
            with self.subTest(again):
                bundle = self.BUNDLE.split("[[ $filter != *Few*")[0] + f"""
case $filter in
*Few'(/|$)') end='<failure/>' name='M.Few' ;;
*Few*) end='{end}' name='M.Few' ;;
*) end= name=$filter ;;
esac
printf '<t><testcase classname="%s" name="a()">%s</testcase></t>' "$name" "$end" >"$file"
"""
                done, order = self.run_suites("--again", bundle=bundle)
                self.assertEqual(done.stdout.splitlines()[-1], last)
                self.assertIn(f"run again, and {again}: M.Few/a", done.stdout)
                self.assertEqual(order[-1], r"^M\.Few/a\(")
                self.assertEqual(done.stderr, "failed on the host: M.Few/a()\n" if end else "")

    def test_a_crash_does_not_run_again(self):
        self.assertEqual(self.run_suites("--again")[0].stdout.splitlines()[-1], "2 1 0")


class PortTests(unittest.TestCase):
    def test_no_connection_can_take_a_free_port(self):
        # The first port for connections, unless the machine is set up otherwise.
        self.assertLessEqual(ports.PORTS.stop, 32_768)
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            self.assertIn(ports.free_port(kind), ports.PORTS)

    def test_a_port_in_use_is_not_free(self):
        with socket.create_server(("127.0.0.1", 0)) as used:
            taken = used.getsockname()[1]
            with unittest.mock.patch("random.choice", side_effect=[taken, *ports.PORTS]):
                self.assertIn(ports.free_port(), ports.PORTS)


class ShapeTests(unittest.TestCase):
    def test_depth_is_positive_inside(self):
        square = Polygon([(0, 0), (40, 0), (40, 20), (0, 20), (0, 0)])
        self.assertAlmostEqual(square.depth(10, 15), 5)
        self.assertAlmostEqual(square.depth(-3, 24), -5)
        self.assertAlmostEqual(square.inradius, 10)
        self.assertEqual(Circle(0, 0, 10).depth(3, 4), 5)
        bent = Corridor([(0, 0), (40, 0), (40, 30)], 10)
        self.assertEqual((bent.depth(20, 2), bent.depth(48, 10), bent.inradius), (3, -3, 5))


class SlotTests(unittest.TestCase):
    def slots(self, *stays, clear=10.0):
        """The slots of stays with these lengths in seconds and greatest depths."""
        depths = []
        for seconds, deepest in stays:
            ramp = [min(t + 0.5, seconds - t - 0.5) for t in range(seconds)]
            depths += [math.copysign(min(one, abs(deepest)), deepest) for one in ramp]
        found = simulated_walks.slots_of(depths, 1.0, clear)
        return [(one["kind"], one["event"], one["t"], one["open"], one["close"]) for one in found]

    def test_a_long_visit_is_required(self):
        self.assertEqual(
            self.slots((100, -30), (60, 20), (100, -30)),
            [("required", "enter", 99.5, 85, 159.5), ("required", "exit", 159.5, 145, 319)])

    def test_a_short_visit_is_brief(self):
        kinds = [kind for kind, *_ in self.slots((100, -30), (25, 20), (100, -30))]
        self.assertEqual(kinds, ["brief", "brief"])

    def test_a_shallow_visit_is_a_graze(self):
        self.assertEqual(
            self.slots((100, -30), (40, 6), (100, -30)),
            [("graze_out", "enter", 99.5, 94.5, 144.5), ("graze_back", "exit", 139.5, 99.5, 199.5)])

    def test_loitering_ends_in_one_crossing(self):
        kinds = [(kind, event, t) for kind, event, t, *_ in
                 self.slots((100, -30), (20, 6), (20, -6), (100, 30))]
        self.assertEqual(kinds, [
            ("required", "enter", 139.5), ("graze_out", "enter", 99.5),
            ("graze_back", "exit", 119.5)])

    def test_a_start_near_a_border_crosses_it(self):
        self.assertEqual(self.slots((10, -2), (100, 30))[0][:3], ("required", "enter", 9.5))

    def test_nothing_is_crossed_while_standing(self):
        self.assertEqual(self.slots((100, -3)), [])


class SimulatorTests(Folder):
    def recorder(self, name, seed=1, seconds=1800):
        rng = random.Random(seed)
        return receivers.Recorder(rng, receivers.RECEIVERS[name], carriers.stand(rng, seconds))

    def test_the_same_seed_gives_the_same_walks(self):
        folders = [self.folder / name for name in ("one", "same", "other")]
        for folder, seed in zip(folders, (3, 3, 4)):
            folder.mkdir()
            for kind in ("starts beside", "walking past"):
                simulated_walks.Walk(kind, 1, seed).write(folder)
        names = sorted(path.name for path in folders[0].iterdir())
        self.assertEqual(len(names), 6)
        self.assertEqual(filecmp.cmpfiles(*folders[:2], names, shallow=False)[0], names)
        self.assertEqual(filecmp.cmpfiles(folders[0], folders[2], names, shallow=False)[1], names)

    def test_each_kind_has_crossings(self):
        kinds = (*simulated_walks.KINDS, *simulated_walks.EVERYDAY)
        simulated_walks.write(self.folder, 1, 1, kinds)
        found = recordings(self.folder)
        self.assertEqual(len(found), len(kinds))
        crossed = 0
        for one in found:
            self.assertGreater(len(one.fixes()), 100, one.name)
            regions = one.truth()["regions"].values()
            crossed += sum(slot["kind"] == "required" for about in regions for slot in about["slots"])
        self.assertGreater(crossed, 50)

    def test_a_shared_error_stays_for_its_time(self):
        shared = receivers.Smooth(random.Random(1), 40)
        values = [shared.step(1.0) for _ in range(40_000)]
        square = sum(value * value for value in values) / len(values)
        product = sum(a * b for a, b in zip(values, values[40:])) / (len(values) - 40)
        self.assertAlmostEqual(square, 1, delta=0.15)
        self.assertAlmostEqual(product / square, math.exp(-1), delta=0.1)

    def test_fixes_after_a_gap_are_far_off(self):
        offs = []
        for seed in range(200):
            recorder = self.recorder("campus without speed", seed)
            ends = [0.0] + [end for _, end, _ in recorder.gaps]
            for bump in recorder.wild:
                self.assertLess(min(abs(bump.begin - end) for end in ends), 0.1)
                offs.append(math.hypot(bump.east, bump.north))
                self.assertGreater(bump.share(bump.begin + 0.5), 0.9)
                self.assertLess(bump.end - bump.begin, 120)
        self.assertGreater(len(offs), 30)
        self.assertGreaterEqual(min(offs), 10.99)
        self.assertGreater(max(offs), 200)
        self.assertLessEqual(max(offs), 1700.01)

    def test_a_bad_stretch_slides_and_loses_velocities(self):
        recorder = self.recorder("campus")
        slide = receivers.Bump(random.Random(1), 300, 60, 30, 10, 20)
        recorder.bad = [slide]
        output = [recorder.velocity(300 + tenth / 10) for tenth in range(600)]
        missing = sum(not one for one in output) / len(output)
        self.assertTrue(0.4 < missing < 0.6, missing)
        # The carrier stands, but the velocity follows the error: 60 m in 30 s.
        fastest = max(one.get("speed", 0) for one in output[:300])
        self.assertGreater(fastest, 2)
        self.assertTrue(all(recorder.velocity(700 + tenth / 10) for tenth in range(100)))

    def test_a_frozen_position_has_an_advancing_time(self):
        recorder = self.recorder("campus")
        recorder.frozen, recorder.gaps = [(100, 120)], []
        some = fixes(recorder.reports(0, Plane(46, 15)))
        some = [fix for fix in some if 100.1 < fix.time < 119.9]
        self.assertEqual(len({fix.time for fix in some}), len(some))
        self.assertEqual(len({(fix.latitude, fix.longitude) for fix in some}), 1)

    def test_a_gap_has_no_fix(self):
        recorder = self.recorder("roof")
        recorder.gaps = [(100, 160, True), (200, 230, False)]
        times = [fix.time for fix in fixes(recorder.reports(0, Plane(46, 15)))]
        self.assertFalse([time for time in times if 100 <= time < 160 or 200 <= time < 230])
        reports = recorder.reports(0, Plane(46, 15))
        output = [report["time"] for report in reports if report["mode"] == 1]
        self.assertEqual(output, [stamp(time) for time in range(100, 160)])


class FormatsTests(Folder):
    def sample(self):
        return formats.read_sample((ROOT / "deploy/picket.toml").read_text(encoding="utf-8"))

    def test_keys_of_the_sample_have_their_words(self):
        tables = self.sample()
        self.assertEqual(tables["gpsd"]["keys"]["port"]["value"], "2947")
        self.assertTrue(tables["gpsd"]["keys"]["port"]["default"])
        self.assertRegex(tables["gpsd"]["keys"]["device"]["why"], "several receivers")
        self.assertFalse(tables["gpsd"]["keys"]["device"]["default"])
        # The sample is that of the package, whose unit grants more.
        self.assertFalse(tables["process"]["keys"]["lock_memory"]["default"])

    def test_examples_for_boards_are_one_table(self):
        tables = self.sample()
        self.assertFalse([name for name in tables if "buzzer" in name])
        self.assertEqual({"line", "chip", "offset", "pwm"} - set(tables["output.NAME"]["keys"]), set())
        self.assertNotIn("pins", " ".join(tables["output.NAME"]["why"]))

    def test_a_line_without_a_setting_is_refused(self):
        with self.assertRaisesRegex(formats.Mismatch, "not understood: port$"):
            formats.read_sample("# A head.\n\n[gpsd]\nport\n")

    def test_a_key_missing_in_samples_is_reported(self):
        # This program answers as picket does, with an additional key.
        self.program("picket", """read -r header
case $header in
  zz*) known="gpsd" outside="outside any table" ;;
  *) known="host, port, device and speed" outside="in $header" ;;
esac
echo "/dev/stdin:2:1: unknown key 'zzqqxx' $outside; known: $known" """)
        (self.folder / "deploy/man").mkdir(parents=True)
        (self.folder / "deploy/man/picket.toml.5").write_text("@TABLES@\n")
        (self.folder / "deploy/picket.toml").write_text(
            '# A head.\n\n[gpsd]\nhost = "a"\nport = 1\n# device = "b"\n')
        ended = run("deploy/lib/formats.py", self.folder, self.folder / "picket", "link", "page",
                    "2026-11-22", self.folder / "man5")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(
            ended.stderr, "formats: picket.toml.5: deploy/picket.toml and the program differ in the"
            " keys of [gpsd]: speed\n")

    def test_each_page_has_its_program_and_sample(self):
        # This program checks for the mistake that comes first, and answers with an additional key.
        self.program("link", """read -r mistake
read -r header
[[ $mistake == qqxxzz* ]] || exit 0
case $header in
  zz*) known="broker" outside="outside any table" ;;
  *) known="host, tls and port" outside="in $header" ;;
esac
echo "/dev/stdin:2:1: unknown key 'zzqqxx' $outside; known: $known" """)
        (self.folder / "deploy/man").mkdir(parents=True)
        (self.folder / "deploy/man/link.toml.5").write_text("@TABLES@\n")
        (self.folder / "deploy/link.toml").write_text(
            '# A head.\n\n[broker]\n# host = "a"\ntls = true\n')
        ended = run("deploy/lib/formats.py", self.folder, "picket", self.folder / "link", "page",
                    "2026-11-22", self.folder / "man5")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(
            ended.stderr, "formats: link.toml.5: deploy/link.toml and the program differ in the"
            " keys of [broker]: port\n")

    def test_samples_mark_default_values(self):
        for name, table, key, value, default in (
                ("link", "broker", "host", '"broker.example"', False),
                ("link", "broker", "tls", "true", False), ("link", "link", "orders", "[]", True),
                ("page", "page", "listen", '"127.0.0.1:8642"', True),
                ("page", "page", "names", '["board.example"]', False)):
            sample = (ROOT / f"deploy/{name}.toml").read_text(encoding="utf-8")
            found = formats.read_sample(sample, name)[table]["keys"][key]
            self.assertEqual((found["value"], found["default"]), (value, default), key)
            self.assertTrue(found["why"], key)

    def test_text_is_not_a_roff_request(self):
        self.assertEqual(formats.roff("a\n.b"), "a\n\\&.b")
        self.assertEqual(formats.roff("`x-y` [page](a.md)"), "\\fBx\\-y\\fP page")


class WiringTests(unittest.TestCase):
    SVG = "{http://www.w3.org/2000/svg}"
    COLOURS = {"purple", "green", "blue", "brown", "grey", "orange", "red", "black"}

    def boards(self):
        for file in sorted((ROOT / "board/profiles").glob("*.toml")):
            yield file.stem, tomllib.loads(file.read_text(encoding="utf-8"))["wiring"]

    def texts(self, name):
        """The texts of a picture that are read, and its description in words."""
        root = xml.etree.ElementTree.parse(ROOT / f"board/wiring/{name}.svg").getroot()
        self.assertEqual(root.get("role"), "img")
        self.assertTrue(root.find(f"{self.SVG}title").text)
        return [
            text.text for text in root.iter(f"{self.SVG}text") if not text.get("aria-hidden")
        ], root.find(f"{self.SVG}desc").text

    def test_each_wire_has_pins_and_colour(self):
        for board, wiring in self.boards():
            texts, words = self.texts(board)
            for key, pin in wiring.items():
                if key in ("source", "pull_up"):
                    continue
                number = pin.split("_")[-1]
                with self.subTest(board=board, wire=key):
                    self.assertIn(number, texts)
                    self.assertIn(f"pin {number}", texts)
                    self.assertRegex(words, rf"pin {number} \([^)]+\) to [^;]+, \w+ wire")
            self.assertEqual(self.COLOURS - set(texts), set(), board)

    def test_a_receiver_for_usb_has_no_wires(self):
        for board, wiring in self.boards():
            serial, usb = self.texts(f"{board}-breadboard")[0], self.texts(f"{board}-usb")[0]
            for key in ("uart_tx", "uart_rx", "ground_receiver"):
                pin = f"pin {wiring[key].split('_')[-1]}"
                with self.subTest(board=board, wire=key):
                    self.assertIn(pin, serial)
                    self.assertNotIn(pin, usb)
            for key in ("buzzer", "led", "button", "power_5v", "ground_buzzer"):
                self.assertIn(f"pin {wiring[key].split('_')[-1]}", usb)

    def nets(self):
        """The connections on the breadboard: the strip of each leg and each wire from the header."""
        strips = {}

        def strip(hole):
            row, column = hole[0], int(hole[1:])
            self.assertTrue(1 <= column <= 30, hole)
            name = row if row in "+-" else ("abcde".find(row) >= 0, column)
            while name in strips:
                name = strips[name]
            return name

        for first, last in breadboard.SHORT:
            if strip(first) != strip(last):
                strips[strip(first)] = strip(last)
        ends = {**breadboard.PLACES, **breadboard.FLAGS}
        return {name: strip(hole) for name, hole in ends.items()}

    def test_breadboard_and_circuit_have_equal_joints(self):
        circuit = [
            {"buzzer", "R1 line"}, {"R1 base", "R2 base", "Q1 B"}, {"Q1 C", "BZ1 −", "D1 anode"},
            {"power_5v", "BZ1 +", "D1 ring"}, {"led", "R3 line"}, {"R3 LED", "D2 +"},
            {"button", "S1 line", "R4 line"}, {"power_3v3", "R4 supply"},
            {"ground_buzzer", "R2 ground", "Q1 E", "D2 −", "S1 ground"},
        ]
        joined = {}
        for name, strip in self.nets().items():
            joined.setdefault(strip, set()).add(name)
        self.assertEqual(
            sorted(map(sorted, joined.values())), sorted(map(sorted, circuit)))

    def test_no_hole_has_two_legs(self):
        holes = [*breadboard.PLACES.values(), *breadboard.FLAGS.values()]
        holes += [hole for ends in breadboard.SHORT for hole in ends]
        self.assertEqual(len(holes), len(set(holes)), sorted(holes))

    def test_layouts_have_sources(self):
        layouts = tomllib.loads((ROOT / "board/wiring/layouts.toml").read_text(encoding="utf-8"))
        self.assertEqual(set(layouts) - {board for board, _ in self.boards()}, set())
        self.assertTrue(all(layout["source"] for layout in layouts.values()))


class LinksTests(Folder):
    def look_at(self, text, *options):
        page = self.folder / "page.md"
        page.write_text(text)
        ended = run("Tests/Rigs/links/run", *options, page)
        return ended.returncode, ended.stdout.replace(f"{page}:", "").splitlines(), ended.stderr

    def test_all_pages_lead_somewhere(self):
        ended = run("Tests/Rigs/links/run")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)

    def test_missing_targets_are_named_with_lines(self):
        status, output, error = self.look_at("""# One `thing`, and two

[here](#one-thing-and-two) [there](#three) [page](page.md#One-thing-and-two) [away](gone.md)
![picture](gone.png) <img src="lost.png" alt=""> `[code](is-no-link.md)` [web](https://example.org/)
Facts [A1] and [B2].

    board/score --real FOLDER; board/gone
    board/score --unreal             # --comment

[A1]: https://example.org/
[C3]: lost.md
""")
        self.assertEqual(status, 1)
        self.assertEqual(output, [
            "3: this page has no heading for #three", "3: there is no gone.md",
            "4: there is no gone.png", "4: there is no lost.png", "5: no source is named [B2]",
            "7: there is no board/gone", "8: board/score has no option --unreal",
            "11: there is no lost.md",
        ])
        self.assertRegex(error, r"\Alinks: 8 of \d+ .*\n\Z")

    def test_commands_must_exist_in_the_program(self):
        self.program("picket", """case $* in
  "outputs --help") printf 'OPTIONS:\\n  --json  x\\n\\nSUBCOMMANDS:\\n  list  x\\n' ;;
  "outputs list --help") printf 'OPTIONS:\\n  --long  x\\n' ;;
  *) printf 'OPTIONS:\\n  --version  x\\n\\nSUBCOMMANDS:\\n  outputs  x\\n' ;;
esac""")
        status, output, _ = self.look_at(
            "    picket outputs list --long; sudo picket outputs --jsno   # --no\n"
            "`picket output list` picket nonsense `picket outputs list --json`\n",
            "--picket", self.folder / "picket")
        self.assertEqual(status, 1)
        self.assertEqual(output, [
            "1: picket outputs has no option --jsno", "2: picket has no command output",
            "2: picket outputs list has no option --json"])

    def test_link_and_page_have_own_commands(self):
        for name in ("picket-link", "picket-page"):
            self.program(name, "printf 'OPTIONS:\\n  --json  x\\n\\nSUBCOMMANDS:\\n  run  x\\n'")
        status, output, _ = self.look_at(
            "    picket-link status; sudo picket-page run --jsno\n`picket list`\n",
            "--link", self.folder / "picket-link", "--page", self.folder / "picket-page")
        self.assertEqual(status, 1)
        self.assertEqual(output, [
            "1: picket-link has no command status", "1: picket-page run has no option --jsno"])


class CutTests(unittest.TestCase):
    def reminded(self, *notes):
        """The record of a journal: reminders by their numbers, `exit` and `start`."""
        lines = []
        last = cuts.walk.reminders + 1
        for second, note in enumerate(notes):
            fields = {"time": f"2026-06-03T00:00:{second:02}.000Z"}
            if note == "exit":
                fields.update(event="exit", region="leash")
            elif note == "start":
                fields.update(event="start")
            else:
                text = "the last, after 6" if note == last else f"{note} of 6"
                fields.update(event="reminder", text=f"leash: {text}")
            lines.append(json.dumps(fields))
        record = cuts.Record(self.fail)
        record.compare_reminders(lines)
        return len(record.reminders), len(record.again), record.highest

    def test_a_count_goes_on_after_a_cut(self):
        self.assertEqual(self.reminded("exit", 1, 2, 3, "start", 4, 5), (5, 0, 5))
        self.assertEqual(self.reminded("exit", 1, 2, 3, "start", 3, 4), (5, 1, 4))
        self.assertEqual(self.reminded(5, 6, "exit", 1), (3, 0, 6))
        self.assertEqual(self.reminded("exit", 1, 2, 3, 4, 5, 6, 7, "start", "exit", 1), (8, 0, 7))

    def test_a_count_that_begins_again_is_found(self):
        for notes in [("exit", 1, 2, 3, 4, "start", 1), ("exit", 1, 2, 2), ("exit", 2),
                      ("exit", 6, 7, 7), ("exit", 1, 2, 3, 4, 5, 6, 7, "start", "start", 1)]:
            with self.assertRaises(cuts.Trouble):
                self.reminded(*notes)

    def test_a_program_misses_no_event(self):
        record = cuts.Record(self.fail)
        record.next = 5
        record.compare_received("1\n2\n2\n3\n")
        record.compare_received("1\n2\n2\n3\n4\n\0\0")
        for text in ["1\n2\n2\n3\n", "1\n2\n2\n3\n4\n3\n", "1\n2\n2\n3\n4\n6\n",
                     "1\n2\n2\n3\n4\n5\n"]:
            with self.assertRaises(cuts.Trouble):
                record.compare_received(text)

    def test_a_beginning_is_reported_once(self):
        found = []
        record = cuts.Record(found.append)
        for number, time in enumerate(["00:05:00", "00:10:01", "00:11:30"], 1):
            record.keep(number, json.dumps({
                "seq": number, "event": "enter", "region": "shift", "scheduled": True,
                "time": f"2026-06-03T{time}.000Z"}))
        self.assertEqual((len(record.begun), record.twice, len(found)), (2, {3}, 1))

    def test_a_station_reports_once_and_in_turn(self):
        def event(number, region, kind):
            return number, json.dumps({
                "seq": number, "event": kind, "region": region, "time": f"00:0{number}"})

        record = cuts.Record(self.fail)
        record.keep(*event(1, "station-0-01", "enter"))
        record.keep(*event(1, "station-0-01", "enter"))
        for wrong in [event(2, "station-0-01", "enter"), event(2, "station-0-03", "enter"),
                      event(2, "station-0-02", "enter")]:
            with self.assertRaises(cuts.Trouble):
                record.keep(*wrong)

    def test_an_answer_has_the_done_stations(self):
        def answer(*done):
            return json.dumps({"stations": [
                {"region": name, "done": "1" if name in done else None,
                 "asleep": station.after is not None and station.after not in done}
                for name, station in courses.stations.items()]})

        courses = cuts.Record(self.fail).courses
        courses.add(7, {"region": "station-0-01", "event": "enter", "time": "1"})
        self.assertEqual(courses.compare(answer("station-0-01")), [])
        # A lost station also lets the next one sleep.
        self.assertEqual(len(courses.compare(answer())), 2)
        self.assertEqual(len(courses.compare(answer("station-0-01", "station-3-01"))), 2)
        courses.begin_anew()
        self.assertEqual((courses.compare(answer()), courses.count, courses.lost), ([], 1, 4))

    def test_a_gate_is_crossed_to_and_fro(self):
        found = []
        record = cuts.Record(found.append)
        for number, side in enumerate(["left", "right", "right"], 1):
            record.keep(number, json.dumps({
                "seq": number, "event": "cross", "region": "middle", "side": side}))
        self.assertEqual((record.crossings, record.twice, len(found)), (3, {3}, 1))


class ScoreTests(Folder):
    def test_a_missing_folder_is_one_line(self):
        ended = run("board/score", "--real", "/nowhere")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(ended.stderr, "score: /nowhere: not a folder\n")

    def test_a_check_needs_tables(self):
        ended = run("board/score", "--check")
        self.assertEqual(ended.returncode, 2)
        self.assertRegex(ended.stderr, r"\Ascore: --check is for --tables.*\n\Z")

    def test_a_rule_has_its_own_table(self):
        ended = run("board/score", "--rule", "true", "--tables")
        self.assertEqual(ended.returncode, 2)
        self.assertRegex(ended.stderr, r"\Ascore: --rule is for the tables by kind.*\n\Z")

    def test_a_seed_needs_simulated_walks(self):
        for wrong in [["--seed", "2"], ["--tables", "--simulate", "1", "--seed", "2"]]:
            ended = run("board/score", *wrong)
            self.assertEqual(ended.returncode, 2)
            self.assertRegex(ended.stderr, r"\Ascore: --seed is for --simulate.*\n\Z")


if __name__ == "__main__":
    unittest.main(verbosity=2)
