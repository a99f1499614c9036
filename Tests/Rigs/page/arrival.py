"""Counts what a phone loads until the regions stand, for Tests/Rigs/page/run."""

# The page, its style, script and words, the stream, four answers about regions and map, and tiles.
MOST_REQUESTS = 16
MOST_BYTES = 110_000
# What had come when the four rings stood: each file, and its bytes as they were sent.
LOADED = """(() => {
  new MutationObserver(() => {
    if (window.arrived || document.querySelectorAll('#map .region').length < 4) return;
    const all = performance.getEntries().filter((one) => one.responseEnd > 0);
    window.arrived = all.map((one) => [new URL(one.name).pathname, one.encodedBodySize]);
  }).observe(document, { childList: true, subtree: true });
})()"""


def check(visit, browser, screen):
    """The regions stand after few requests, and few bytes."""
    page = browser.open(f"http://127.0.0.1:{visit.world.port}/", *screen, touch=visit.is_touch, before=LOADED)
    page.until("window.arrived", "the regions")
    loaded = page.value("window.arrived")
    size = sum(size for _, size in loaded)
    visit.expect(len(loaded) <= MOST_REQUESTS, f"{len(loaded)} requests until the regions stand: {loaded}")
    visit.expect(size <= MOST_BYTES, f"{size} bytes until the regions stand: {loaded}")
    page.close()
