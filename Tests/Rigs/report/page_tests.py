#!/usr/bin/env python3
"""Tests of the pages of picket report in Chromium: page_tests.py PAGES [--axe FILE] [--pictures FOLDER]

PAGES is a folder of pages, as Tests/Rigs/report/run makes them. Everything is done as a person does it: by
taps, drags, keys and addresses. With --axe the rules of axe-core are checked, too. With --pictures
the same tests draw the pictures of the documentation.
"""

import argparse
import base64
import html
import pathlib
import re
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from browser import Browser  # noqa: E402

PHONE = {"width": 390, "height": 844, "touch": True}
DESK = {"width": 1280, "height": 900}
# Counts the tones that a page plays.
COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };
"""
# Puts the only event of a walk at 3:00:00, after the last fix.
LATE_EVENT = """
const parse = JSON.parse;
JSON.parse = (text) => ({ ...parse(text), events: [1], kinds: ["dwell"], eventAt: "gOuDAQ==" });
"""
# Mutes the region of the first event.
MUTED = """
const parse = JSON.parse;
JSON.parse = (text) => ({ ...parse(text), silent: [0] });
"""
PLAYED = "Number(document.querySelector('[data-play=scrub]').value)"
IS_PLAYING = "document.querySelector('.player').matches('.playing')"
CARD = "document.querySelector('#panel .card').innerText"
# Where the screen is that of a phone, innerWidth grows with what is too wide.
OUT_OF_SIGHT = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"

options = argparse.Namespace()


class PageTest(unittest.TestCase):
    """Pages in one browser."""

    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Browser())

    def open(self, name, size, dark=False, hash="", before=COUNT_TONES):
        """A page that must log and request nothing until the end of the test."""
        path = f"{options.pages}/{name}.html"
        page = self.browser.open(path + hash, dark=dark, before=before, **size)
        self.addCleanup(self.finish, page, name)
        page.settle()
        return page

    def finish(self, page, name):
        page.value("0")
        self.assertEqual(page.said, [], f"{name}: its log on the console")
        # Pictures of a map are in the page itself.
        own = (f"file://{options.pages}/{name}", "data:image/", "blob:")
        others = [url for url in page.asked if not url.startswith(own)]
        self.assertEqual(others, [], f"{name}: its requests")
        page.close()

    def picture(self, page, name):
        if options.pictures:
            page.picture(options.pictures / f"{name}.png")

    def at(self, page, seconds, within=0.2):
        self.assertAlmostEqual(page.value(PLAYED), seconds, delta=within)


class EveryPageTests(PageTest):
    def test_everything_can_be_tapped(self):
        for path in sorted(options.pages.glob("*.html")):
            for size in (PHONE, DESK):
                with self.subTest(page=path.stem, width=size["width"]):
                    page = self.open(path.stem, size)
                    page.value("""(() => {
                      for (const one of document.querySelectorAll(
                        "button, label, summary, a.pin, .plot .body")) one.click();
                    })()""")
                    for key in ("ArrowLeft", "ArrowRight", "Escape"):
                        page.press(key)
                    self.assertFalse(page.value(OUT_OF_SIGHT), "wider than the screen")
                    self.doCleanups()

    def test_rules_of_axe_are_kept(self):
        if not options.axe:
            self.skipTest("there is no axe-core")
        axe = options.axe.read_text(encoding="utf-8")
        for name in ("town", "hostile", "journal", "both", "senses"):
            for size in (PHONE, DESK):
                for dark in (False, True):
                    with self.subTest(page=name, width=size["width"], dark=dark):
                        page = self.open(name, size, dark)
                        page.value(axe + "; 0")
                        found = page.value("""axe.run().then((all) => all.violations.flatMap(
                          (rule) => rule.nodes.slice(0, 2).map((node) => `${rule.id}: ${node.html.slice(0, 150)}
                            ${node.failureSummary}`)))""")
                        self.assertEqual(found, [])
                        self.doCleanups()


class ScreenTests(PageTest):
    def test_map_and_timelines_are_side_by_side(self):
        page = self.open("town", DESK, hash="#e4")
        self.picture(page, "report-desk")
        where, rows = page.box("#map"), page.box(".plot")
        self.assertLessEqual(where["right"], rows["x"])
        for box in (where, rows, page.box(".player")):
            self.assertGreaterEqual(box["y"], 0)
            self.assertLessEqual(box["bottom"], 900)

    def test_map_stays_while_timelines_scroll(self):
        for size in (DESK, PHONE):
            page = self.open("town", size)
            last = page.value("""(() => {
              const rows = [...document.querySelectorAll(".plot .body")].filter((row) => row.offsetParent);
              rows.at(-1).scrollIntoView({block: "end"});
              return rows.length - 1;
            })()""")
            where, row = page.box("#map"), page.box(".plot .body", last)
            self.assertGreaterEqual(where["y"], 0)
            self.assertLessEqual(where["bottom"], size["height"])
            self.assertLessEqual(row["bottom"], size["height"] + 1)
            if "touch" in size:
                self.assertLessEqual(page.box(".player")["bottom"], row["y"])

    def test_fix_is_explained_next_to_the_rows(self):
        page = self.open("town", PHONE)
        page.value("document.querySelector('.plot .body').scrollIntoView({block: 'end'})")
        self.picture(page, "report-phone")
        page.swipe([page.middle(".plot .body")])
        page.until("document.querySelector('#panel').matches('.filled')", "an explanation")
        panel, where = page.box("#panel .card"), page.box("#map")
        self.assertLessEqual(panel["bottom"], 845)
        self.assertGreater(panel["y"] - page.box(".player")["bottom"], 100, "rows between them")
        self.assertGreaterEqual(where["y"], 0)
        page.go(f"{options.pages}/town.html#e6")
        page.until(f"{CARD}.includes('event 6')", "the address to be followed")
        self.picture(page, "report-why")

    def test_lines_are_named_where_they_are(self):
        ride = self.open("visnjan", DESK)
        self.assertIn("no fixes for 41 s", ride.value("document.querySelector('.words').textContent"))
        page = self.open("hostile", DESK)
        words = page.value("[...document.querySelectorAll('.words text')].map((one) => one.textContent)")
        for word in ("start", "inside", "outside", "crossing pending"):
            self.assertIn(word, words)
        self.assertEqual(page.value("document.querySelectorAll('.legend').length"), 0)
        said = page.value("document.querySelector('#times').innerText")
        for word in ("enough to enter", "after a run", "inside", "outside"):
            self.assertIn(word, said)
        shown = "getComputedStyle(document.querySelector('.words .by-accuracy')).display"
        self.assertEqual(page.value(shown), "none")
        page.click(*page.middle("[for=by-accuracy]"))
        self.assertNotEqual(page.value(shown), "none")

    def test_labels_of_the_map_do_not_overlap(self):
        for size in (PHONE, DESK):
            page = self.open("town", size)
            page.value("document.querySelector('.stage').scrollIntoView()")
            covered = """(() => {
              const shown = [...document.querySelectorAll("#map :is(.pin, .names > g, .words > g)")]
                .map((one) => [one.textContent, (one.querySelector("rect") ?? one.querySelector("text"))
                  ?.getBoundingClientRect()]).filter(([_, box]) => box?.width);
              return shown.flatMap(([name, one], index) => shown.slice(index + 1).filter(([_, other]) =>
                one.left < other.right && other.left < one.right && one.top < other.bottom &&
                other.top < one.bottom).map(([other]) => `${name} and ${other}`));
            })()"""
            numbers = "document.querySelectorAll('#map .pin rect').length"
            page.until(f"{numbers} > 4", "numbers of events")
            self.assertEqual(page.value(covered), [])
            names = "document.querySelectorAll('#map .names > g').length"
            self.assertGreater(page.value(names), 2)
            # Closer, the words are placed again.
            for name in ("in", "in", "out", "fit"):
                before = page.value("document.querySelector('#map').getAttribute('viewBox')")
                page.value(f"document.querySelector('[data-zoom={name}]').click()")
                page.until(f"document.querySelector('#map').getAttribute('viewBox') !== '{before}'", "another part")
                page.settle()
                self.assertEqual(page.value(covered), [], name)
            page.until(f"{numbers} > 4", "the numbers again")

    def test_map_is_moved_within_its_limit(self):
        page = self.open("town", DESK)
        part = "document.querySelector('#map').getAttribute('viewBox').split(' ').map(Number)"
        whole = page.value(part)
        for _ in range(12):
            page.value("document.querySelector('[data-zoom=out]').click()")
        x, y, width, height = page.value(part)
        self.assertLess(width, 6 * whole[2])
        page.value("document.querySelector('[data-zoom=fit]').click()")
        self.assertEqual(page.value(part), whole)
        box = page.box("#map")
        page.drag([(box["x"] + 40 * step, box["y"] + 150) for step in range(2, 10)])
        self.assertLess(page.value(part)[0], whole[0] - 0.2 * whole[2])
        self.assertEqual(page.value(part)[2:], whole[2:])

    def test_numbers_of_events_do_not_wrap(self):
        # On this walk an exit is near the right edge.
        page = self.open("05-pace-border-1hz", PHONE)
        wrapped = page.value("""[...document.querySelectorAll(".plot .pin")].filter((pin) => {
          const words = document.createRange();
          words.selectNodeContents(pin);
          return words.getClientRects().length > 1;
        }).map((pin) => pin.textContent)""")
        self.assertEqual(wrapped, [])

    def test_rows_are_shown_on_demand(self):
        for size in (PHONE, DESK):
            page = self.open("visnjan", size)
            page.value("document.querySelector('#times').scrollIntoView()")
            for row in ("speed", "altitude", "eph"):
                shown = f"getComputedStyle(document.querySelector('.row-{row}')).display !== 'none'"
                self.assertFalse(page.value(shown))
                page.value(f"document.querySelector('[for=with-row-{row}]').scrollIntoView({{block: 'end'}})")
                place = page.middle(f"[for=with-row-{row}]")
                page.swipe([place]) if "touch" in size else page.click(*place)
                page.until(shown, f"the row of {row}")

    def test_plain_rule_is_one_click(self):
        page = self.open("05-pace-border-1hz", DESK)
        beeps = "[...document.querySelectorAll('path.beeps')]" \
            ".filter((one) => one.getBoundingClientRect().height > 0).length"
        self.assertEqual(page.value(beeps), 0)
        page.click(*page.middle("[for=with-beeps]"))
        self.assertGreater(page.value(beeps), 0)
        self.assertIn("point in region: ", page.value("document.querySelector('#times').innerText"))

    def test_local_time_has_utc_beside_it(self):
        page = self.open("hostile", DESK, hash="#e2")
        page.value("document.querySelector('#events details').open = true")
        for selector in ("header", ".times", ".player output", "#panel h3", "#events li"):
            self.assertRegex(page.value(f"document.querySelector('{selector}').innerText"),
                             r"11:0\d(.|\n)*09:0\d", selector)


    def test_roads_are_below_the_regions(self):
        page = self.open("roads", DESK)
        kinds = page.value("[...document.querySelectorAll('.ground path')].map((one) => one.getAttribute('class'))")
        self.assertEqual(set(kinds), {"hedge", "path", "road", "water"})
        self.assertTrue(page.value("""(() => {
          const [ground, regions] = [".ground", ".regions"].map((one) => document.querySelector(one));
          return Boolean(ground.compareDocumentPosition(regions) & Node.DOCUMENT_POSITION_FOLLOWING);
        })()"""))

    def test_pictures_are_below_the_regions(self):
        page = self.open("pictures", DESK)
        self.assertGreater(page.value("document.querySelectorAll('.ground image').length"), 3)
        self.assertTrue(page.value("""(() => {
          const [ground, regions] = [".ground", ".regions"].map((one) => document.querySelector(one));
          return Boolean(ground.compareDocumentPosition(regions) & Node.DOCUMENT_POSITION_FOLLOWING);
        })()"""))
        self.assertEqual(page.value("document.querySelector('.credit').textContent"), "Drawn for a test")


class ComparisonTests(PageTest):
    def test_two_lines_are_in_each_plot(self):
        for name in ("senses", "sense", "both"):
            for size in (PHONE, DESK):
                page = self.open(name, size)
                lines = page.value("""[...document.querySelectorAll(".plot")].filter((plot) =>
                  plot.querySelector("path.band")).map((plot) => plot.querySelectorAll("path.depth")
                  .length)""")
                self.assertTrue(lines and all(count == 2 for count in lines), lines)
                self.assertRegex(page.value("document.querySelector('.plot .names').innerText"), r"\w \w")

    def test_events_are_side_by_side(self):
        two = self.open("senses", DESK, hash="#e6")
        self.picture(two, "report-compare")
        page = self.open("both", DESK)
        rows = page.value("[...document.querySelectorAll('#both tbody tr')].map((row) => row.innerText)")
        self.assertEqual(len(rows), page.value("JSON.parse(document.querySelector('#data').textContent).events.length"))
        self.assertTrue(all(row.count(":") >= 4 for row in rows), rows)

    def test_both_carriers_move(self):
        page = self.open("both", DESK, hash="#t=10")
        there = "document.querySelector('#picked .beside').getBoundingClientRect().x"
        before = page.value(there)
        page.value("location.hash = '#t=100'; 0")
        page.until(f"{there} !== {before}", "the other carrier to move")


class PlayerTests(PageTest):
    def choose(self, page, name, value):
        page.value(f"""(() => {{
          const field = document.querySelector('[data-play={name}]');
          if (field.type === "checkbox") {{ if (field.checked !== {value}) field.click(); }}
          else {{ field.value = "{value}"; field.dispatchEvent(new Event("change")); }}
        }})()""")

    def test_it_plays_at_the_speed_chosen(self):
        page = self.open("visnjan", DESK, hash="#t=20")
        self.choose(page, "stops", "pass")
        for speed in (1, 60):
            self.choose(page, "speed", speed)
            before, began = page.value(PLAYED), time.monotonic()
            page.click(*page.middle("[data-play=toggle]"))
            page.until(f"{PLAYED} > {before + 1.5 * speed}", "it to play")
            page.click(*page.middle("[data-play=toggle]"))
            page.until(f"!({IS_PLAYING})", "it to pause")
            passed = time.monotonic() - began
            # A browser on a busy machine loses time between two frames, and gains none.
            self.assertLessEqual(page.value(PLAYED) - before, speed * (passed + 0.1))
            self.assertGreater(page.value(PLAYED) - before, speed * passed * 0.4)

    def test_an_event_may_end_the_walk(self):
        page = self.open("visnjan", DESK, hash="#e1", before=LATE_EVENT)
        self.at(page, 3 * 3600)
        clock = page.value("document.querySelector('[data-play=clock]').innerText")
        self.assertTrue(clock.endswith("3:00:00 of 3:00:00"), clock)

    def test_space_plays_and_pauses(self):
        page = self.open("visnjan", DESK, hash="#t=20")
        page.press(" ")
        page.until(IS_PLAYING, "it to play")
        page.until(f"{PLAYED} > 21", "it to move")
        page.press(" ")
        page.until(f"!({IS_PLAYING})", "it to pause")
        seconds = page.value(PLAYED)
        self.assertEqual(page.value("location.hash"), f"#t={seconds:.1f}".replace(".0", ""))

    def test_keys_alone_are_enough(self):
        page = self.open("town", DESK)
        focused = "document.activeElement?.dataset.play"
        for _ in range(20):
            page.press("Tab")
            if page.value(focused) == "toggle":
                break
        self.assertEqual(page.value(focused), "toggle")
        page.press("Enter")
        page.until(f"{PLAYED} > 1", "it to play")
        page.press(" ")
        page.until(f"!({IS_PLAYING})", "it to pause")
        page.press("ArrowRight", shift=True)
        self.assertIn("confirmed here: event 1", page.value(CARD))
        page.press("Escape")
        self.assertFalse(page.value("document.querySelector('#panel').matches('.filled')"))

    def test_arrows_go_from_fix_to_fix(self):
        page = self.open("visnjan", DESK, hash="#f100")
        first = page.value(PLAYED)
        page.press("ArrowRight")
        self.assertIn("fix 101 of", page.value(CARD))
        page.press("ArrowLeft")
        page.press("ArrowLeft")
        self.assertIn("fix 99 of", page.value(CARD))
        self.assertLess(page.value(PLAYED), first)

    def test_it_stops_at_each_event(self):
        page = self.open("visnjan", DESK, hash="#e1")
        event = page.value(PLAYED)
        page.go(f"{options.pages}/visnjan.html#t={event - 5:.1f}")
        page.until(f"{PLAYED} < {event - 4}", "the address to be followed")
        self.choose(page, "speed", 60)
        self.choose(page, "stops", "stop")
        page.press(" ")
        page.until(f"!({IS_PLAYING}) && {PLAYED} > {event - 1}", "it to stop")
        self.at(page, event)
        self.assertIn("confirmed here: event 1", page.value(CARD))
        page.press("ArrowRight", shift=True)
        later = page.value(PLAYED)
        self.assertGreater(later, event)
        page.click(*page.middle("[data-play=back]"))
        self.at(page, event)

    def test_buzzer_sounds_only_if_asked(self):
        page = self.open("visnjan", DESK, hash="#e1")
        event = page.value(PLAYED)
        self.choose(page, "speed", 10)
        self.choose(page, "stops", "stop")
        for asked, tones in (("false", 0), ("true", 2)):
            self.choose(page, "sound", asked)
            page.go(f"{options.pages}/visnjan.html#t={event - 3 - tones / 10:.1f}")
            page.until(f"{PLAYED} < {event - 2}", "the address to be followed")
            page.press(" ")
            page.until(f"!({IS_PLAYING}) && {PLAYED} > {event - 1}", "it to stop")
            self.assertEqual(page.value("window.tones"), tones, "an entry has two short tones")

    def test_buzzer_is_silent_at_events_of_muted_regions(self):
        page = self.open("visnjan", DESK, hash="#e1", before=COUNT_TONES + MUTED)
        event = page.value(PLAYED)
        self.choose(page, "speed", 10)
        self.choose(page, "stops", "stop")
        self.choose(page, "sound", "true")
        page.go(f"{options.pages}/visnjan.html#t={event - 3:.1f}")
        page.until(f"{PLAYED} < {event - 2}", "the address to be followed")
        page.press(" ")
        page.until(f"!({IS_PLAYING}) && {PLAYED} > {event - 1}", "it to stop")
        self.assertEqual(page.value("window.tones"), 0, "the first event is heard")

    def test_a_day_plays_in_minutes_and_events_slow_it(self):
        page = self.open("long", DESK)
        speed, length = page.value("""[Number(document.querySelector("[data-play=speed]").value),
          Number(document.querySelector("[data-play=scrub]").max)]""")
        self.assertLess(length / speed, 200)
        event = page.value("document.querySelectorAll('#events li[data-e]')[4].dataset.e")
        page.value(f"location.hash = '#e{event}'; 0")
        page.until(f"{PLAYED} > 100", "the event")
        at = page.value(PLAYED)
        page.value(f"location.hash = '#t={at - speed:.1f}'; 0")
        page.until(f"{PLAYED} < {at - speed / 2}", "a time before it")
        # The seconds of the walk for each second of real time.
        page.value("""(() => {
          window.rates = [];
          const slider = document.querySelector("[data-play=scrub]");
          let before = null;
          const look = (now) => {
            const time = Number(slider.value);
            if (before && time > before.time) window.rates.push([time, (time - before.time) / (now - before.now) * 1000]);
            before = { now, time };
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        })()""")
        page.press(" ")
        page.until(f"{PLAYED} > {at + 2}", "the event to be passed")
        page.press(" ")
        near = page.value(f"window.rates.filter(([time]) => Math.abs(time - {at}) < 3).map((one) => one[1])")
        self.assertTrue(near)
        self.assertLess(sorted(near)[len(near) // 2], speed / 3)

    def test_drag_on_a_timeline_scrubs(self):
        for size, drag in ((DESK, "drag"), (PHONE, "swipe")):
            page = self.open("visnjan", size)
            page.value("document.querySelector('.plot .body').scrollIntoView({block: 'end'})")
            box = page.box(".plot .body")
            y = box["y"] + box["height"] - 30
            places = [(box["x"] + box["width"] * share, y) for share in (0.3, 0.4, 0.5, 0.6, 0.72)]
            getattr(page, drag)(places)
            start, length = page.value("['start', 'length'].map((name) => "
                                       "Number(document.querySelector('.wide').dataset[name]))")
            self.at(page, start + 0.72 * length, within=0.012 * length)
            self.assertEqual(page.value("String(getSelection())"), "")
            self.assertIn("#t=", page.value("location.hash"))
            kept = page.value(PLAYED)
            page.reload()
            self.at(page, kept)

    def test_a_finger_scrolls_up_and_down(self):
        page = self.open("visnjan", PHONE)
        box = page.box(".plot .body")
        x, y = box["x"] + 150, min(box["y"] + 60, 800)
        page.swipe([(x, y - 12 * step) for step in range(20)])
        page.until("scrollY > 60", "the page to be scrolled")
        self.assertFalse(page.value("document.querySelector('#panel').matches('.filled')"))

    def test_slider_is_dragged(self):
        page = self.open("visnjan", DESK)
        box = page.box("[data-play=scrub]")
        y = box["y"] + box["height"] / 2
        page.drag([(box["x"] + box["width"] * share, y) for share in (0.02, 0.2, 0.4)])
        end = page.value("Number(document.querySelector('[data-play=scrub]').max)")
        self.at(page, 0.4 * end, within=0.03 * end)
        self.assertIn("#t=", page.value("location.hash"))


class AddressTests(PageTest):
    def test_every_change_is_followed(self):
        page = self.open("visnjan", DESK, hash="#e2")
        self.assertIn("event 2", page.value(CARD))
        for address, words in (("#t=300", "fix 3"), ("#e1", "event 1"), ("#f50", "fix 50 of")):
            page.value(f"location.hash = '{address}'; 0")
            page.until(f"{CARD}.includes('{words}')", f"{address} to be followed")
        shown = page.value(CARD).split(" ")[0].strip("‹\n")
        page.value("location.hash = '#t=300'; 0")
        page.until(f"{PLAYED} > 290", "a time")
        page.value(f"location.hash = '#t={shown[:8]}'; 0")
        page.until(f"{CARD}.includes('fix 50 of') || {CARD}.includes('fix 49 of')", "a time of day")

    def test_tap_on_an_event_is_kept(self):
        page = self.open("visnjan", DESK)
        page.click(*page.middle(".plot a.pin"))
        number = page.value("location.hash")
        self.assertRegex(number, r"^#e[0-9]+$")
        page.reload()
        page.until(f"{CARD}.includes('event {number[2:]}')", "the event after a reload")


class DaySheetTests(PageTest):
    def test_first_screen_of_a_phone_has_what_matters(self):
        page = self.open("long", PHONE)
        self.picture(page, "report-day")
        self.assertIn("inside 12 regions", page.value("document.querySelector('.day').innerText"))
        rows = page.value("[...document.querySelectorAll('.stays tbody tr')].map((row) => row.innerText)")
        self.assertGreaterEqual(len(rows), 8)
        tops = [page.box(selector)["y"] for selector in (".day", ".stays", "#map", "#events", "#times", "#regions")]
        self.assertEqual(tops, sorted(tops))
        self.assertLess(page.box("#map")["y"], 700, "the map begins on the first screen")
        self.assertFalse(page.value(OUT_OF_SIGHT))
        height = page.value("document.documentElement.scrollHeight")
        print(f"report: a walk of six hours is {height} px high on a phone")
        self.assertLess(height, 6000)

    def test_event_unfolds_to_its_reasons(self):
        for size in (PHONE, DESK):
            page = self.open("town", size)
            page.value("document.querySelector('#events li').scrollIntoView({block: 'center'})")
            place = page.middle("#events li summary")
            page.swipe([place]) if "touch" in size else page.click(*place)
            page.until("document.querySelector('#events li details').open", "the event to unfold")
            self.assertIn("needed", page.value("document.querySelector('#events li .why').innerText"))
            self.assertIn("event 1", page.value(CARD))
            self.assertEqual(page.value("location.hash"), "#e1")
            if "touch" in size:
                self.assertGreaterEqual(page.box("#map")["y"], 0, "the map stays in sight")


class StretchTests(PageTest):
    # The points of the first line within four minutes of its first event.
    POINTS = """(() => {
      const row = document.querySelector(".plot:has(a.pin)");
      const at = 40 * parseFloat(row.querySelector("a.pin").style.left);
      return [...row.querySelector("path.depth").getAttribute("d").matchAll(/[ML](-?[0-9.]+)/g)]
        .filter(([, x]) => Math.abs(x - at) < 42).length;
    })()"""

    def stretch(self, page, direction, times):
        for _ in range(times):
            page.value(f"document.querySelector('[data-stretch=\"{direction}\"]').click()")

    def stretched(self, name, size, times):
        page = self.open(name, size)
        page.value("document.querySelector('#times').scrollIntoView()")
        self.stretch(page, 1, times)
        return page

    def test_scale_stays_while_a_row_is_scrolled(self):
        for size in (PHONE, DESK):
            page = self.stretched("long", size, 4)
            for left in (0, 0.5, 0.9):
                page.value("(() => { const scroll = document.querySelector('.scroll');"
                           f" scroll.scrollLeft = {left} * scroll.scrollWidth; }})()")
                scroll, side = page.box(".scroll"), page.box(".plot .side span")
                self.assertGreaterEqual(side["x"], scroll["x"])
                self.assertLess(side["x"], scroll["x"] + 20)

    def test_times_suit_the_stretch(self):
        shown = """(() => {
          const frame = document.querySelector(".scroll").getBoundingClientRect();
          return [...document.querySelectorAll(".times span")]
            .map((one) => ({ box: one.getBoundingClientRect(), text: one.textContent }))
            .filter(({ box }) => box.left >= frame.left && box.right <= frame.right)
            .map(({ box, text }) => ({ left: box.left, right: box.right, text }));
        })()"""
        for size in (PHONE, DESK):
            for times in (0, 2, 4, 6):
                page = self.stretched("long", size, times)
                page.until(f"{shown}.length >= 3", "times")
                marks = page.value(shown)
                self.assertLess(len(marks), 20)
                self.assertEqual(len({mark["text"] for mark in marks}), len(marks))
                for one, other in zip(marks, marks[1:]):
                    self.assertLess(one["right"] + 4, other["left"])

    def test_lines_have_the_detail_of_the_longest_stretch(self):
        page = self.stretched("long", DESK, 0)
        self.assertGreater(page.value(self.POINTS), 30)
        width = "document.querySelector('.plot svg').getBoundingClientRect().width"
        whole = page.value(width)
        page.value("document.querySelector('.plot a.pin').click()")
        self.stretch(page, 1, 6)
        page.until(f"{width} > {60 * whole}", "the longest stretch", 20)
        pin = page.box(".plot a.pin")
        self.assertGreater(pin["x"], 0)
        self.assertLess(pin["x"], 1280)
        self.stretch(page, -1, 6)
        page.until(f"{width} === {whole}", "the whole", 20)


class JournalTests(PageTest):
    def test_a_day_is_a_walk(self):
        page = self.open("german", PHONE)
        self.assertRegex(page.value("document.querySelector('.day').innerText"), r"Sa\. 22\. August.* bis .*: in 3 Regionen")
        self.assertEqual(page.value("document.querySelectorAll('.stays tbody tr').length"), 3)
        self.assertGreater(page.value("document.querySelectorAll('#map .regions > *').length"), 2)
        self.assertEqual(page.value("document.querySelectorAll('#events .events > li').length"), 9)
        self.assertFalse(page.value("document.querySelector('#log details').open"))
        # A word that breaks is higher than one line.
        broken = page.value("""[...document.querySelectorAll(".stays tbody :is(th, td)")].filter((cell) =>
          cell.textContent && !/ /.test(cell.textContent) && cell.getBoundingClientRect().height > 44).map((cell) => cell.textContent)""")
        self.assertEqual(broken, [])

    def test_a_usual_day_is_one_sheet(self):
        page = self.open("german", DESK)
        paper = options.pages / "german.pdf"
        page.print(paper)
        info = subprocess.run(["pdfinfo", paper], capture_output=True, text=True, check=True).stdout
        self.assertRegex(info, r"Pages: +1\b")


class SharedTests(PageTest):
    def test_home_is_not_in_the_page(self):
        page = self.open("shared", PHONE)
        words = page.value("document.body.textContent")
        self.assertIsNone(re.search(r"\bhome\b", words.split('"use strict"')[0], re.I))
        self.assertIn("around each, with all regions that reach there", words)

    def test_map_is_saved_as_a_picture(self):
        for name, dark in (("town", False), ("roads", True), ("pictures", False)):
            page = self.open(name, DESK, dark=dark)
            page.value("""(() => {
              const drawn = HTMLCanvasElement.prototype.toBlob;
              HTMLCanvasElement.prototype.toBlob = function (...all) {
                window.drawn = this;
                return drawn.apply(this, all);
              };
              HTMLAnchorElement.prototype.click = function () { window.saved = this.download; };
            })()""")
            page.value("document.querySelector('#save').click()")
            page.until("window.saved !== undefined", "the picture")
            self.assertTrue(page.value("window.saved").endswith(".png"))
            kinds, width = page.value("""(() => {
              const { width, height } = window.drawn;
              const pixels = window.drawn.getContext("2d").getImageData(0, 0, width, height).data;
              const kinds = new Set();
              for (let at = 0; at < pixels.length; at += 404) kinds.add(pixels.slice(at, at + 3).join());
              return [kinds.size, width];
            })()""")
            self.assertGreaterEqual(width, 1500)
            # A picture without its style would be black on white.
            self.assertGreater(kinds, 12)
            picture = page.value("window.drawn.toDataURL()").split(",")[1]
            (options.pages / f"{name}-map.png").write_bytes(base64.b64decode(picture))


class PaperTests(PageTest):
    def printed(self, name):
        """The page, and the words of each sheet: (width, [(word, left, right)])."""
        page = self.open(name, DESK)
        page.value("document.querySelector('[data-stretch=\"1\"]').click()")
        paper = options.pages / f"{name}.pdf"
        page.print(paper)
        boxes = subprocess.run(
            ["pdftotext", "-bbox", paper, "-"], capture_output=True, text=True, check=True).stdout
        sheets = []
        for sheet in boxes.split("<page ")[1:]:
            words = re.findall(r'<word xMin="([0-9.]+)" yMin="[0-9.]+" xMax="([0-9.]+)"[^>]*>(.*?)</word>', sheet)
            sheets.append((
                float(re.search(r'width="([0-9.]+)"', sheet)[1]),
                [(html.unescape(word), float(left), float(right)) for left, right, word in words]))
        return page, sheets

    def test_nothing_is_cut_on_paper(self):
        for name in ("long", "town", "both", "hostile"):
            with self.subTest(page=name):
                page, sheets = self.printed(name)
                for width, sheet in sheets:
                    for word, left, right in sheet:
                        self.assertGreater(left, 0, word)
                        self.assertLess(right, width, word)
                if name == "hostile":
                    # Its names are longer than a column.
                    continue
                words = {word for _, sheet in sheets for word, *_ in sheet}
                cells = page.value("""[...document.querySelectorAll(
                  ".stays, #regions table, #unseen table, #both table")].filter((table) => !table.closest(".rest"))
                  .flatMap((table) => [...table.querySelectorAll("th, td")].map((cell) => {
                    const copy = cell.cloneNode(true);
                    for (const line of copy.querySelectorAll("br")) line.replaceWith(" ");
                    return copy.textContent;
                  }))""")
                for word in {word for cell in cells for word in re.findall(r"[A-Za-z0-9:.]+", cell)}:
                    self.assertTrue(any(word in one for one in words), word)

    def test_sheets_have_numbers_and_the_first_the_map(self):
        for name in ("long", "town", "both", "crowded"):
            with self.subTest(page=name):
                _, sheets = self.printed(name)
                for number, (_, sheet) in enumerate(sheets, 1):
                    text = " ".join(word for word, *_ in sheet)
                    self.assertRegex(text, rf"\b{number} / {len(sheets)}\b")
                self.assertIn("N", [word for word, *_ in sheets[0][1]], "the map is on the first sheet")

    def test_events_are_unfolded_on_paper(self):
        page, sheets = self.printed("town")
        text = " ".join(word for _, sheet in sheets for word, *_ in sheet)
        for why in page.value("[...document.querySelectorAll('#events .why')].map((one) => one.textContent)"):
            self.assertIn(" ".join(why.split()), text)

    def test_axis_is_with_its_rows(self):
        page = self.open("05-pace-border-1hz", DESK)
        paper = options.pages / "paper.pdf"
        page.print(paper)
        text = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, text=True,
                              check=True).stdout
        sheets = [sheet for sheet in text.split("\f") if "border" in sheet and " out" in sheet]
        self.assertTrue(sheets)
        for sheet in sheets:
            self.assertRegex(sheet, r"\d\d:\d\d(:\d\d)?\s+\d\d:\d\d")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=pathlib.Path)
    parser.add_argument("--axe", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    _, rest = parser.parse_known_args(namespace=options)
    options.pages = options.pages.resolve()
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
