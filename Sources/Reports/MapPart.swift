internal import Notation
internal import Picket
internal import System

/// The part of a page with the map, its switches and the panel that explains a fix.
enum MapPart {
  /// The map of a walk, with its player.
  ///
  /// - Parameter length: The length of the walk, in seconds.
  static func html(_ map: WalkMap, length: Double) -> String {
    """
    <section id="where"><h2 class="spoken">Map</h2>
    <div class="switches" role="group" aria-label="Map">\(Switches.map)</div>
    <div class="pane">\(frame(map, isSaved: true))
    \(PlayerPart.html(length: length))</div>
    \(panel)
    </section>
    """
  }

  /// The map of a journal, which has no fixes to explain.
  static func plain(_ map: WalkMap) -> String {
    Page.section("where", "Where", frame(map))
  }

  private static func frame(_ map: WalkMap, isSaved: Bool = false) -> String {
    let save =
      isSaved
      ? "\n<button type=\"button\" id=\"save\" aria-label=\"save picture\">⤓</button>" : ""
    let credit = map.credit.isEmpty ? "" : "<p class=\"credit\">\(map.credit)</p>"
    return """
      <div class="frame">\(map.svg)<noscript>A script draws the map.</noscript>\
      <div class="north" aria-hidden="true">\
      <svg viewBox="-12 -16 24 32" width="24" height="32"><path d="M0-15L7 6 0 2-7 6z"/>\
      <text y="15">N</text></svg></div>\
      <div class="zoom" hidden><button type="button" data-zoom="in" aria-label="zoom in">+</button>\
      <button type="button" data-zoom="out" aria-label="zoom out">−</button>\
      <button type="button" data-zoom="fit" aria-label="show all">⤢</button>\(save)</div>\(credit)</div>
      """
  }

  private static let panel = """
    <div id="panel" role="region" aria-label="Explanation"><div class="card" tabindex="0" \
    aria-live="polite"><noscript>Explanations of single fixes \
    need a script; <code>picket replay --explain</code> prints them too.</noscript>\
    <span class="hint">Tap the track, a timeline or the number of an event: the state at that fix \
    is shown here, with the missing conditions of a crossing. Space plays the walk, the arrows go \
    from fix to fix, and with Shift from event to event.</span></div></div>
    """
}

/// The map of a walk, its events and its timelines, on one screen.
enum StagePart {
  /// The map, the events and the timelines; the map or the timelines may be empty.
  static func html(map: String, events: String, times: String) -> String {
    "<div class=\"stage\">\n\(map)\n<div class=\"course\">\(events)\n\(times)</div>\n</div>"
  }
}
