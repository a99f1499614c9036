internal import Notation
internal import Records

/// The positions of the last minutes.
struct Track: Sendable {
  private struct Point {
    let time: String
    let latitude: Double
    let longitude: Double
    let sigma: Double?
  }

  private var points: [Point] = []

  /// The most positions: ten minutes of a receiver that reports each second.
  static let most = 600

  /// Adds the position of a fix, if it was trusted.
  mutating func add(_ fix: Reply) {
    guard fix.text("fix") == "trusted", let latitude = fix.number("lat"),
      let longitude = fix.number("lon")
    else { return }
    points.append(
      Point(
        time: fix.text("time") ?? "", latitude: latitude, longitude: longitude,
        sigma: fix.number("sd")))
    if points.count >= 2 * Self.most { points.removeFirst(points.count - Self.most) }
  }

  /// The positions as JSON: a list of `[time, latitude, longitude, standard deviation]`.
  var json: String {
    let list = points.suffix(Self.most).map { point in
      let sigma = point.sigma.map { $0.text(decimals: 1) } ?? "null"
      return "[\(JSONLine.quoted(point.time)),\(point.latitude.text(decimals: 7)),"
        + "\(point.longitude.text(decimals: 7)),\(sigma)]"
    }
    return "[\(list.joined(separator: ","))]"
  }
}
