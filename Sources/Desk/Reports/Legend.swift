internal import Notation
internal import Outputs
internal import Picket

/// What the signs on a map and on the timelines mean.
enum Legend {
  /// The switches of a map: what its track is coloured by, and what else is shown.
  ///
  /// They stand before the map, whose style follows them without a script.
  static let switches = """
    <input class="switch" type="radio" name="ink" id="by-state" checked>\
    <label for="by-state">by state</label>\
    <input class="switch" type="radio" name="ink" id="by-accuracy">\
    <label for="by-accuracy">by accuracy</label>\
    <input class="switch" type="checkbox" id="with-raw"><label for="with-raw">raw fixes</label>
    """

  /// The legend of a walk's map.
  static var map: String {
    let looks: [(Moment.Look, String)] = [
      (.outside, "outside of all regions"), (.inside, "inside of one"),
      (.pending, "a crossing is on the way"), (.unknown, "not yet known"),
    ]
    let states = looks.map { look, words in
      item("<path class=\"line l\(look.rawValue)\" d=\"M2 8h32\"/>", words)
    }.joined()
    let steps = Palette.accuracySteps
    let accuracies = (0...steps.count).map { index in
      let words =
        index < steps.count
        ? "up to \(steps[index].metresText())"
        : "more than \(steps[index - 1].metresText())"
      return item(
        "<path class=\"case a\(index)\" d=\"M4 8h28\"/><path class=\"line a\(index)\" d=\"M4 8h28\"/>",
        words)
    }.joined()
    return """
      <ul class="legend for-state">\(states)</ul>\
      <ul class="legend for-accuracy">\(accuracies)</ul>\
      <ul class="legend">\(item("<path class=\"gap\" d=\"M2 8h32\"/>", "no fix in between"))\
      \(item("<g class=\"crosses\" transform=\"translate(18 8)\"><path d=\"M-4-4l8 8m0-8l-8 8\"/></g>", "rejected fix"))\
      \(item("<g class=\"end\" transform=\"translate(18 8)\"><path d=\"M-14-6L-2 0-14 6zM4-5H14V5H4z\"/></g>", "begins, ends"))\
      \(item("<rect class=\"key-strip\" x=\"2\" y=\"2\" width=\"32\" height=\"12\"/><path class=\"key-edge\" d=\"M2 8h32\"/>", "border, and its cushion or 4 m"))\
      \(pins)</ul>
      """
  }

  /// What the pins of events look like.
  static var pins: String {
    func pin(_ kind: String, _ radius: Int, _ words: String) -> String {
      item(
        """
        <g class="pin \(kind)"><rect x="6" y="-1" width="24" height="18" rx="\(radius)"/>\
        <text x="18" y="12">1</text></g>
        """, words)
    }
    return pin("enter", 9, "enter") + pin("exit", 9, "exit") + pin("dwell", 3, "dwell")
  }

  /// The legend of the timelines.
  static let timelines = """
    <ul class="legend">\
    \(item("<path class=\"key-run\" d=\"M2 8h32\"/>", "enough in one straight run"))\
    \(item("<path class=\"key-far\" d=\"M2 8h32\"/>", "enough in any case"))\
    \(item("<path class=\"bar on-the-way\" d=\"M2 8h32\"/>", "a crossing is on the way"))\
    \(states)</ul>
    """

  /// What the bars of states look like, and the time in which nothing was seen.
  static let states = """
    \(item("<path class=\"bar inside\" d=\"M2 8h32\"/>", "state: inside"))\
    \(item("<path class=\"bar outside\" d=\"M2 8h32\"/>", "outside"))\
    \(item("<path class=\"bar unknown\" d=\"M2 8h32\"/>", "not known"))\
    <li><i class="key-blind"></i>nothing seen</li>
    """

  private static func item(_ drawing: String, _ words: String) -> String {
    """
    <li><svg viewBox="0 0 36 16" width="36" height="16" aria-hidden="true">\(drawing)</svg>\
    \(words)</li>
    """
  }
}
