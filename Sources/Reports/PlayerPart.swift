internal import Notation

/// The part of a page that plays the walk; it is hidden until the script runs.
enum PlayerPart {
  /// The choices of speed, as multiples of the walk's own.
  private static let speeds = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600]

  /// The longest time that playing a walk takes at the first speed, in seconds.
  private static let longest = 180.0

  /// The element.
  ///
  /// - Parameter length: The length of the walk, in seconds.
  static func html(length: Double) -> String {
    let first = speeds.first { $0 >= 10 && length / Double($0) <= longest } ?? 600
    let options = speeds.map {
      "<option value=\"\($0)\"\($0 == first ? " selected" : "")>\($0)×</option>"
    }
    .joined()
    return """
      <div class="player" role="group" aria-label="Player" hidden>\
      <input type="range" data-play="scrub" aria-label="time of the walk"><div class="keys">\
      \(button("back", "previous event or mark", "<path d=\"M2 2h3v12H2zM14 2v12L6 8z\"/>"))\
      \(button("toggle", "play", "<path class=\"start\" d=\"M3 1l11 7-11 7z\"/><path class=\"stop\" d=\"M3 2h4v12H3zM9 2h4v12H9z\"/>"))\
      \(button("next", "next event or mark", "<path d=\"M11 2h3v12h-3zM2 2l8 6-8 6z\"/>"))\
      <select data-play="speed" aria-label="speed">\(options)</select>\
      <output data-play="clock" aria-live="off"></output>\
      <select data-play="stops" aria-label="at events">\
      <option value="slow" selected>slow at events</option><option value="stop">stop at events</option>\
      <option value="pass">same speed</option></select>\
      <label><input type="checkbox" data-play="sound"> sound</label></div></div>
      """
  }

  private static func button(_ name: String, _ words: String, _ drawing: String) -> String {
    """
    <button type="button" data-play="\(name)" aria-label="\(words)">\
    <svg viewBox="0 0 16 16" aria-hidden="true">\(drawing)</svg></button>
    """
  }
}
