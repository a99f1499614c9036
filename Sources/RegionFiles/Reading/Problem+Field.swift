package import Notation

extension Problem {
  /// The part of a feature with the problem: a property, `id` or `geometry`; `nil` if unnamed.
  ///
  /// A form shows the problem there.
  package var field: String? {
    let words = wrong.split { !$0.isLetter }.map(String.init)
    guard let first = words.first, first != "unknown" else { return nil }
    if FeatureReader.known.contains(first), first != "id" { return first }
    if let place = words.firstIndex(of: "needs"), let last = words[place...].last,
      FeatureReader.known.contains(last)
    {
      return last
    }
    if wrong.contains("identifier") || wrong.contains("already exists") { return "id" }
    if wrong.contains("exclu") { return "exclude" }
    if wrong.hasPrefix("its radius") { return "radius" }
    let places = ["coordinates", "geometry", "positions", "ring", "hole"]
    return places.contains(where: words.contains) ? "geometry" : nil
  }
}
