"""Checks that a page can be used without seeing it, without a mouse, and in the sun."""

import json
import pathlib

# The roles of the parts that a person can press, type into or follow.
PRESSED = ("button", "link", "checkbox", "radio", "textbox", "combobox", "slider", "switch", "tab")

# WCAG 2.1, 1.4.3: the contrast of each text with its background. Only the map has half transparent
# colours, and its words have a border of the page's colour.
CONTRAST = """(() => {
  const part = (value) => { value /= 255; return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const read = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = read(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const bad = [];
  const check = (element, words, pseudo) => {
    const style = getComputedStyle(element, pseudo);
    const [one, other] = [light(read(style.color)), light(behind(element))].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < least) bad.push(`${words}: ${ratio.toFixed(2)}`);
  };
  const isShown = (element) => element.checkVisibility?.() && element.getClientRects().length && !element.closest("svg, script, style, [disabled]");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const words = texts.currentNode.data.trim();
    if (words && isShown(element)) check(element, words.slice(0, 30));
  }
  for (const field of document.querySelectorAll("input, select, textarea")) {
    if (!isShown(field)) continue;
    check(field, field.outerHTML.slice(0, 60));
    if (field.placeholder) check(field, field.placeholder, "::placeholder");
  }
  return [...new Set(bad)];
})()"""

STRUCTURE = """(() => {
  const bad = [];
  if (!document.documentElement.lang) bad.push("no language");
  if (!document.title) bad.push("no title");
  if (document.querySelectorAll("main").length !== 1) bad.push("not one main part");
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  for (const id of new Set(ids.filter((one, place) => ids.indexOf(one) !== place))) bad.push(`twice: #${id}`);
  for (const one of document.querySelectorAll("[aria-labelledby], [aria-describedby], label[for]")) {
    for (const name of ["aria-labelledby", "aria-describedby", "for"]) {
      for (const id of (one.getAttribute(name) ?? "").split(" ").filter(Boolean)) {
        if (!document.getElementById(id)) bad.push(`${name} names no element: ${id}`);
      }
    }
  }
  if (document.querySelector("[tabindex]:not([tabindex='0']):not([tabindex='-1'])")) bad.push("a separate Tab order");
  let level = 0;
  for (const one of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const next = Number(one.tagName[1]);
    if (level && next > level + 1) bad.push(`${one.tagName} follows H${level}`);
    level = next;
  }
  return bad;
})()"""

SMALL = """[...document.querySelectorAll("a[href], button, input, select, textarea, label")]
  .filter((one) => one.getClientRects().length && !one.closest("[hidden]") && !one.closest("label:not(:scope)"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
  .map(([one, box]) => `${one.outerHTML.slice(0, 60)} ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`)"""

FOCUSABLE = """[...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']")]
  .filter((one) => !one.disabled && one.getClientRects().length && !one.closest("[hidden]")).length"""

FOCUSED = """(() => { const one = document.activeElement; if (!one || one === document.body) return null;
  const all = [...document.querySelectorAll("*")]; const style = getComputedStyle(one);
  // A handle on the map, and one of an arc, shows the focus by the border of its `.reach`.
  const reach = one.closest("[data-handle], [data-end]")?.querySelector(".reach");
  const isSeen = reach ? getComputedStyle(reach).stroke !== "none"
    : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return [all.indexOf(one), isSeen]; })()"""


def nameless(page):
    """The elements to press that have no name for a screen reader."""
    page.call("Accessibility.enable")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    page.call("Accessibility.disable")
    return [one["role"]["value"] for one in nodes
            if not one.get("ignored") and one.get("role", {}).get("value") in PRESSED
            and not one.get("name", {}).get("value", "").strip()]


def by_keyboard(page):
    """The elements that Tab does not reach, or that do not show the focus."""
    count = page.value(FOCUSABLE)
    page.value("document.activeElement?.blur()")
    places, unseen = set(), 0
    for _ in range(count + 2):
        page.press("Tab")
        found = page.value(FOCUSED)
        if found:
            places.add(found[0])
            unseen += not found[1]
    wrong = []
    if len(places) < count:
        wrong.append(f"Tab reaches {len(places)} of {count} elements")
    if unseen:
        wrong.append(f"{unseen} elements do not show the focus")
    return wrong


def axe(page, path):
    """The findings of the rules of axe-core; its script runs in an isolated world."""
    frame = page.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
    world = page.call("Page.createIsolatedWorld", frameId=frame)["executionContextId"]
    page.call("Runtime.evaluate", contextId=world, expression=pathlib.Path(path).read_text() + "\n;0")
    answer = page.call(
        "Runtime.evaluate", contextId=world, awaitPromise=True, returnByValue=True,
        expression="axe.run(document).then((all) => JSON.stringify(all.violations.map((one) =>"
        " `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 80)).join(' | ')}`)))")
    return json.loads(answer["result"]["value"])


def mistakes(page, is_touch, rules=None):
    """All that is wrong with a page, in words."""
    wrong = [f"without a name: {role}" for role in nameless(page)]
    wrong += [f"contrast of {words}" for words in page.value(CONTRAST)]
    wrong += page.value(STRUCTURE)
    if is_touch:
        wrong += [f"too small for a finger: {words}" for words in page.value(SMALL)]
    wrong += by_keyboard(page)
    if rules:
        wrong += [f"axe: {words}" for words in axe(page, rules)]
    return wrong
