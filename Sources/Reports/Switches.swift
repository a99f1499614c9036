internal import Notation

/// The switches of a page, which work through the style sheet, without a script.
enum Switches {
  /// The switches of a map: the colours of its track, and the raw fixes.
  static let map = """
    <input class="switch" type="radio" name="ink" id="by-state" checked>\
    <label for="by-state">by state</label>\
    <input class="switch" type="radio" name="ink" id="by-accuracy">\
    <label for="by-accuracy">by accuracy</label>\
    <input class="switch" type="checkbox" id="with-raw"><label for="with-raw">raw fixes</label>
    """

  /// The switches of the rows that are shown on demand, and of the beeps of a simple program.
  ///
  /// - Parameter more: The number of regions whose rows are shown on demand.
  static func rows(_ rows: [(name: String, title: String)], beeps: Int, more: Int) -> String {
    let all =
      (more > 0 ? [("more", more.counted("more region", "more regions"))] : [])
      + [("beeps", "beeps of a point-in-region rule (\(beeps.grouped))")]
      + rows.map { ("row-\($0.name)", $0.title) }
    let switches = all.map { name, title in
      """
      <input class="switch small" type="checkbox" id="with-\(name)">\
      <label for="with-\(name)">\(title)</label>
      """
    }
    return """
      <div class="switches" role="group" aria-label="Rows">\(switches.joined())</div>

      """
  }
}
