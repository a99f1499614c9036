internal import Notation
internal import Picket
internal import System

/// The part of a page with the map, its switches and the panel that explains a fix.
enum MapPart {
  /// The map of a walk.
  static func html(_ map: WalkMap) -> String {
    """
    <section id="where"><h2>Map</h2>
    <div class="switches">\(Legend.switches)
    <div class="split"><div class="left">\(frame(map))
    \(Legend.map)</div>
    \(panel)</div></div>
    </section>
    """
  }

  /// The map of a journal, on which no fix can be explained.
  static func plain(_ map: WalkMap) -> String {
    Page.section("where", "Where", frame(map) + "\n<ul class=\"legend\">\(Legend.pins)</ul>")
  }

  private static func frame(_ map: WalkMap) -> String {
    """
    <div class="frame">\(map.svg)<div class="north" aria-hidden="true">\
    <svg viewBox="-12 -16 24 32" width="24" height="32"><path d="M0-15L7 6 0 2-7 6z"/>\
    <text y="15">N</text></svg></div>\
    <div class="zoom" hidden><button type="button" data-zoom="in" aria-label="closer">+</button>\
    <button type="button" data-zoom="out" aria-label="farther">−</button>\
    <button type="button" data-zoom="fit" aria-label="all of it">⤢</button></div></div>
    """
  }

  private static let panel = """
    <aside id="panel"><div class="card" aria-live="polite"><noscript>Explanations of single fixes \
    need a script; <code>picket replay --explain</code> prints them too.</noscript>\
    <span class="hint">Tap the track, a timeline or the number of an event: here it says what was \
    known at that fix, and what was missing for a crossing.</span></div></aside>
    """
}

/// The part of a page with the timelines.
enum TimesPart {
  /// Rows over one axis.
  static func html(_ rows: [String], _ axis: TimeAxis, legend: String) -> String {
    """
    <div class="stretch" hidden><button type="button" data-stretch="-1" aria-label="shorter">−\
    </button><output>1×</output>\
    <button type="button" data-stretch="1" aria-label="longer">+</button></div>
    <div class="scroll"><div class="wide" data-start="\(axis.span.start.text(decimals: 2))" \
    data-length="\(axis.span.length.text(decimals: 2))">
    <div class="axis">\(axis.html)</div>
    \(rows.joined(separator: "\n"))
    </div></div>
    \(legend)
    """
  }
}
