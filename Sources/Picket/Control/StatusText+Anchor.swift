internal import Notation
package import Records

extension StatusText {
  /// An anchor: the carrier's distance from it, and when it was dropped.
  package static func anchor(_ anchor: Reply) -> String {
    let id = anchor.text("region") ?? "?"
    let radius = anchor.number("radius")?.metresText() ?? "?"
    let distance =
      anchor.number("distance").map { "\($0.metresText()) from it" } ?? "distance unknown"
    let since = anchor.text("time").map { ", since \(local($0))" } ?? ""
    return "\(id): \(distance), radius \(radius)\(since)"
  }
}
