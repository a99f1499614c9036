"""Checks the look of the ground on the page, for Tests/Rigs/page/run: contrast by day and in the dark, and names."""

# The kinds of lines and areas, as the board names their styles.
KINDS = ("highroad", "road", "rail", "track", "path", "hedge", "water", "water edge", "wood edge", "field edge", "house fill")
LEAST = 3  # to 1, of the guidelines for what is not text

CONTRASTS = """(kinds => {
  const ground = document.querySelector('#ground');
  const light = (text) => {
    const [red, green, blue] = text.match(/[\\d.]+/g).map(Number).map((one) => one / 255)
      .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  ground.append(group);
  const look = (kind) => {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('class', kind);
    group.append(path);
    const style = getComputedStyle(path);
    return { color: kind.endsWith('fill') ? style.fill : style.stroke, opacity: Number(kind.endsWith('fill') ? style.fillOpacity : style.strokeOpacity) };
  };
  const below = [getComputedStyle(document.querySelector('#place')).backgroundColor, ...['wood fill', 'field fill'].map((kind) => look(kind).color)];
  const found = kinds.map((kind) => [kind, Math.min(...below.map((one) => ratio(look(kind).color, one))) * (look(kind).opacity === 1 ? 1 : 0)]);
  group.remove();
  return found;
})"""


def contrast(visit):
    """Each kind can be told from the page, and from woods and fields below it."""
    for scheme in ("dark", "light"):
        visit.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for kind, ratio in visit.page.value(f"{CONTRASTS}({list(KINDS)})"):
            visit.expect(ratio >= LEAST, f"{scheme}: {kind} has a contrast of {ratio:.1f} to 1")


def names(visit):
    """Names of streets and places are shown, and cover no other name."""
    page = visit.page
    # Close to the ground the next name of a street may be out of view.
    for _ in range(5):
        page.value("document.querySelector('[data-zoom=out]').click()")
    page.until("document.querySelectorAll('#places text').length > 0", "the names of the ground")
    found = set(page.value("[...document.querySelectorAll('#places text')].map((one) => one.textContent)"))
    visit.expect({"Mill Lane", "Visnjan"} & found, f"the names are {found}")
    page.settle()
    covered = page.value("""(() => {
      const box = (one) => one.getBoundingClientRect();
      const all = [...document.querySelectorAll('#places text')].map((one) => [one.textContent, box(one)]);
      const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return all.flatMap(([name, one], index) => all.slice(index + 1).filter(([, other]) => covers(one, other)).map(([other]) => `${name} covers ${other}`));
    })()""")
    visit.expect(not covered, f"{covered}")
