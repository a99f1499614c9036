internal import Geofence
internal import Notation

extension WanderPrice {
  /// The price in a sentence.
  var text: String {
    let needs =
      entry < exit
      ? "an exit needs \(ShapeWords.length(exit)) past the border and an entry "
        + "\(ShapeWords.length(entry))"
      : "a crossing needs \(ShapeWords.length(exit)) past the border"
    return "fixes wander by \(ShapeWords.length(wander)) while the carrier stands, "
      + "so without a run \(needs)"
  }

  /// The price as an object of JSON.
  var json: JSONLine {
    var line = JSONLine()
    line.add("deviation", wander, decimals: 1)
    line.add("exit", exit, decimals: 1)
    line.add("entry", entry, decimals: 1)
    return line
  }
}
