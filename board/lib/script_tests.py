"""Tests of the scripts themselves, which board/scripts runs: nothing is built or installed here."""

import filecmp
import json
import math
import os
import pathlib
import random
import pty
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import carriers  # noqa: E402
import plain_rules  # noqa: E402
import receivers  # noqa: E402
import simulated_walks  # noqa: E402
from error_figures import Figures  # noqa: E402
from plane import Circle, Plane, Polygon  # noqa: E402
from recordings import Fix, fixes, recordings, stamp  # noqa: E402
from scoring import read_events, score  # noqa: E402
from true_path import TruePath, honesty  # noqa: E402

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
        for known in [("board/virtual/soak", "--hours"), ("board/soak", "--hours"),
                      ("deploy/push", "--gps")]:
            self.assertIn(known, seen)


class ReadOptionsTests(Folder):
    def read(self, *arguments, ends="false"):
        """What a script with options of each kind reads: its status, output and complaint."""
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
        status, said, _ = self.read(
            "--deb", "a b", "x", "--dry-run", "--hz=1", "--hz", "10", "--lines", "B", "L",
            "--volatile=5", "y", "--", "-p", "22")
        self.assertEqual((status, said), (0, "a b true 1 10 B L 5: x y: -p 22\n"))
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
                status, said, complained = self.read(*arguments)
                self.assertEqual((status, said), (2, ""))
                self.assertEqual(complained, f"read: {complaint} ({self.folder}/read --help)\n")

    def test_help_is_the_leading_comment(self):
        self.assertEqual(
            self.read("--help"), (0, "Usage: read [OPTION]...\n\nExit status: 0.\n", ""))


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


    def installing(self, *options, terminal=False, apt=0):
        """How push ends, and the command that ssh is given for apt-get."""
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

    def test_apt_is_agreed_to_by_yes_alone(self):
        for terminal in [False, True]:
            with self.subTest(terminal=terminal):
                ended, command = self.installing(terminal=terminal)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertNotIn("--yes", command)
                self.assertIn("--force-confold", command)
                # Somebody can be asked only through a terminal there.
                self.assertEqual("board.invalid -t " in command, terminal, command)
                ended, command = self.installing("--yes", terminal=terminal)
                self.assertRegex(command, "apt-get install .*--yes '/tmp/x/picket.deb'")
        facts = "amd64\ntrixie 0 Debian\n"
        self.assertNotIn("--yes", self.push(facts, "--dry-run").stdout)
        self.assertRegex(self.push(facts, "--dry-run", "--yes").stdout, "apt-get install .*--yes")

    def test_what_apt_was_not_allowed_is_told(self):
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


class ScoreTests(unittest.TestCase):
    """A region is entered at second 100 and left at 200, a graze goes out and in at 300 and 310."""

    slots = [
        {"kind": "required", "event": "enter", "t": 100, "open": 90, "close": 200},
        {"kind": "required", "event": "exit", "t": 200, "open": 190, "close": 460},
        {"kind": "graze_out", "event": "enter", "t": 300, "open": 295, "close": 315},
        {"kind": "graze_back", "event": "exit", "t": 310, "open": 300, "close": 370, "pair": 2},
    ]

    def score(self, *events, slots=None, initial="outside"):
        slots = [
            slot | {key: stamp(slot[key]) for key in ("t", "open", "close")}
            for slot in slots or self.slots
        ]
        truth = {
            "name": "walk", "start": stamp(0), "end": stamp(400),
            "regions": {"r": {"initial": initial, "slots": slots}},
        }
        return score(truth, {"r": list(events)})

    def test_a_crossing_has_a_delay(self):
        one, wrong = self.score((103, "enter"), (202, "exit"))
        self.assertEqual((one.false, one.missed, one.required, one.delays), (0, 0, 2, [3, 2]))
        self.assertEqual(wrong, [])

    def test_a_crossing_without_an_event_is_missed(self):
        one, wrong = self.score((103, "enter"))
        self.assertEqual((one.false, one.missed), (0, 1))
        self.assertEqual(wrong, ["walk: r: missed exit at 1970-01-01T00:03:20.000Z"])

    def test_an_event_elsewhere_is_false(self):
        one, wrong = self.score((60, "enter"), (70, "exit"), (103, "enter"), (202, "exit"))
        self.assertEqual((one.false, one.missed), (2, 0))
        self.assertEqual(wrong[0], "walk: r: false enter at 1970-01-01T00:01:00.000Z")

    def test_a_second_event_of_a_crossing_is_false(self):
        one, _ = self.score((95, "enter"), (105, "exit"), (110, "enter"), (202, "exit"))
        self.assertEqual((one.false, one.missed), (2, 0))

    def test_a_side_taken_early_is_not_missed(self):
        # The events before are false; whoever relies on the state is not misled by the crossing.
        one, _ = self.score((80, "enter"), (202, "exit"))
        self.assertEqual((one.false, one.missed, one.delays), (1, 0, [2]))

    def test_a_graze_may_be_reported_once_there_and_back(self):
        both = (103, "enter"), (202, "exit")
        self.assertEqual(self.score(*both, (301, "enter"), (330, "exit"))[0].false, 0)
        again = (301, "enter"), (305, "exit"), (308, "enter"), (312, "exit")
        self.assertEqual(self.score(*both, *again)[0].false, 2)
        self.assertEqual(self.score(*both, (330, "exit"))[0].false, 1)

    def test_a_brief_visit_need_not_be_reported(self):
        slots = [slot | {"kind": "brief"} for slot in self.slots[:2]]
        one, _ = self.score(slots=slots)
        self.assertEqual((one.missed, one.required, one.brief, one.brief_reported), (0, 0, 2, 0))

    def test_the_side_at_the_start_is_no_mistake(self):
        slots = self.slots[1:2]
        one, _ = self.score((5, "enter"), (201, "exit"), slots=slots, initial="inside")
        self.assertEqual(one.false, 0)
        one, _ = self.score((5, "exit"), slots=slots, initial="inside")
        self.assertEqual(one.false, 1)

    def test_states_are_not_events(self):
        lines = [
            {"event": "enter", "region": "r", "time": stamp(1), "initial": True},
            {"event": "determined", "region": "r", "time": stamp(2)}, {"time": stamp(3)},
            {"event": "exit", "region": "r", "time": stamp(4.5)},
        ]
        self.assertEqual(read_events(map(json.dumps, lines)), {"r": [(4.5, "exit")]})


class ShapeTests(unittest.TestCase):
    def test_depth_is_positive_inside(self):
        square = Polygon([(0, 0), (40, 0), (40, 20), (0, 20), (0, 0)])
        self.assertAlmostEqual(square.depth(10, 15), 5)
        self.assertAlmostEqual(square.depth(-3, 24), -5)
        self.assertAlmostEqual(square.inradius, 10)
        self.assertEqual(Circle(0, 0, 10).depth(3, 4), 5)

    def test_the_path_comes_out_of_circles(self):
        plane = Plane(46.0, 15.0)
        way = [(0, 0), (30, 10), (70, -20)]
        circles = {"a": (100, 50, 40), "b": (-80, 60, 30), "c": (20, -120, 60)}
        collection = {"features": [
            simulated_walks.circle(name, plane, *about) for name, about in circles.items()]}
        regions = {
            name: {"depth": [round(Circle(*about).depth(*place), 1) for place in way]}
            for name, about in circles.items()}
        truth = {"start": stamp(0), "depth_step_s": 1.0, "regions": regions}
        path = TruePath(truth, collection, plane)
        for time, place in [(0, way[0]), (1, way[1]), (1.5, (50, -5))]:
            found = plane.point(*path.at(time, plane.position(12, -9)))
            self.assertLess(math.dist(found, place), 0.2)
        self.assertIsNone(path.at(2.5, plane.position(0, 0)))

    def test_honesty_counts_circles_that_hold_the_truth(self):
        plane = Plane(46.0, 15.0)
        path = TruePath.of([plane.position(0, 0)] * 10, 0)
        # 95 % are within 2.45 deviations of an axis.
        offs = [(1, 2.4), (2, 2.5), (3, 4.8), (20, 0.1)]
        found = [(time, *plane.position(0, off), 2.0 if time == 3 else 1.0) for time, off in offs]
        self.assertEqual(honesty(path, found), (2, 3))


class PlainRuleTests(unittest.TestCase):
    def events(self, depths, wait):
        some = [Fix(float(t), 0, 0, None, None, 3, None) for t in range(len(depths))]
        return list(plain_rules.threshold(some, depths, wait=wait))

    def test_a_threshold_waits(self):
        depths = [-20.0] * 3 + [12.0] * 4 + [5.0] + [12.0] * 10
        self.assertEqual(self.events(depths, 0), [(3, "enter")])
        self.assertEqual(self.events(depths, 5), [(13, "enter")])
        self.assertEqual(self.events(depths, 10), [])

    def test_near_a_border_the_side_waits(self):
        self.assertEqual(self.events([-2.0] * 10 + [12.0] * 10, 0), [])
        self.assertEqual(self.events([-2.0] * 25 + [12.0] * 10, 0), [(25, "enter")])

    def test_a_run_is_enough_for_the_plain_rule(self):
        def events(depths):
            some = [Fix(float(t), 0, 0, None, None, 3, None) for t in range(len(depths))]
            return list(plain_rules.plain(some, depths, depths, [1.0] * len(depths), 50))
        run = [-30.0 + 2 * t for t in range(20)]
        self.assertEqual(events(run), [(17, "enter")])
        self.assertEqual(events([-13.0] + [-1.0, 4.0] * 10), [])
        self.assertEqual(events([-13.0] + [-1.0, 12.5]), [(2, "enter")])


class SlotTests(unittest.TestCase):
    def slots(self, *stays, clear=10.0):
        """Slots of stays that are so many seconds long and so deep at their deepest."""
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

    def test_who_begins_beside_a_border_has_crossed_it(self):
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

    def test_the_truth_of_each_kind_scores_without_mistakes(self):
        simulated_walks.write(self.folder, 1, 1)
        found = recordings(self.folder)
        self.assertEqual(len(found), len(simulated_walks.KINDS))
        crossed = 0
        for one in found:
            truth = one.truth()
            events = [
                {"event": slot["event"], "region": region, "time": slot["t"]}
                for region, about in truth["regions"].items() for slot in about["slots"]
                if slot["kind"] in ("required", "brief")]
            result, wrong = score(truth, read_events(map(json.dumps, events)))
            self.assertEqual((result.missed, wrong), (0, []), one.name)
            crossed += result.required
            self.assertGreater(len(one.fixes()), 100, one.name)
        self.assertGreater(crossed, 50)

    def test_a_shared_error_stays_as_long_as_it_says(self):
        shared = receivers.Smooth(random.Random(1), 40)
        values = [shared.step(1.0) for _ in range(40_000)]
        square = sum(value * value for value in values) / len(values)
        product = sum(a * b for a, b in zip(values, values[40:])) / (len(values) - 40)
        self.assertAlmostEqual(square, 1, delta=0.15)
        self.assertAlmostEqual(product / square, math.exp(-1), delta=0.1)

    def test_own_and_shared_errors_are_told_apart(self):
        # As in recordings: fixes on a roof share nearly all, those of snapshots nearly nothing.
        for name, own, stay in [("roof", (0, 0.03), (28, 80)), ("snapshot", (6, 13), (1, 1))]:
            figures, plane = Figures(), Plane(46.0, 15.0)
            path = TruePath.of([plane.position(0, 0)] * 1801, 0)
            for seed in range(4):
                reports = self.recorder(name, seed).reports(0, plane)
                figures.add(list(fixes(reports)), path)
            deviation = 1.4826 * sorted(map(abs, figures.own))[len(figures.own) // 2]
            self.assertTrue(own[0] <= deviation <= own[1], (name, deviation))
            self.assertTrue(stay[0] <= figures.stay() <= stay[1], (name, figures.stay()))

    def test_fixes_after_a_gap_are_far_off_for_a_while(self):
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
        said = [recorder.velocity(300 + tenth / 10) for tenth in range(600)]
        missing = sum(not one for one in said) / len(said)
        self.assertTrue(0.4 < missing < 0.6, missing)
        # It stands, but the velocity follows the error: 60 m in 30 s.
        fastest = max(one.get("speed", 0) for one in said[:300])
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
        said = [report["time"] for report in reports if report["mode"] == 1]
        self.assertEqual(said, [stamp(time) for time in range(100, 160)])

    def test_a_kind_that_is_not_there_is_one_line(self):
        ended = run("board/simulate", self.folder, "--kind", "flight")
        self.assertEqual(ended.returncode, 2)
        self.assertRegex(ended.stderr, r"\Asimulate: --kind: .*'flight'.*\n\Z")


class RealScoreTests(Folder):
    def test_events_that_are_right_have_a_perfect_score(self):
        for one in recordings(ROOT / "board/walks/real"):
            lines = [
                json.dumps({"event": slot["event"], "region": region, "time": slot["t"]})
                for region, about in one.truth()["regions"].items() for slot in about["slots"]
                if slot["kind"] in ("required", "brief")]
            (self.folder / f"{one.name}.jsonl").write_text("".join(f"{line}\n" for line in lines))
        ended = run("board/score", "--real", "--detail", "--events", self.folder)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        rows = {}
        for line in ended.stdout.splitlines()[2:]:
            self.assertRegex(line, r"\A\|", "no event is wrong")
            name, _, false, missed, delay, *_ = [cell.strip() for cell in line.split("|")[1:-1]]
            rows[name] = (false, missed, delay)
        self.assertEqual(rows, {
            "car": ("0", "0 of 6", "0.0 / 0.0 s"), "snapper": ("0", "0 of 198", "0.0 / 0.0 s"),
            "spp": ("0", "0 of 62", "0.0 / 0.0 s"), "still": ("0", "-", "-"),
            "**all**": ("0", "0 of 266", "0.0 / 0.0 s")})

    def test_a_folder_without_recordings_is_one_line(self):
        for folder, said in [(self.folder, "no NAME.truth.json"), ("/nowhere", "not a folder")]:
            ended = run("board/score", "--real", folder)
            self.assertEqual(ended.returncode, 1)
            self.assertRegex(ended.stderr, rf"\Ascore: {folder}: {said}.*\n\Z")

    def test_events_that_are_not_there_are_named(self):
        ended = run("board/score", "--real", "--events", self.folder)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("score: snapper_c06: ", ended.stderr)
        self.assertNotIn("Traceback", ended.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
