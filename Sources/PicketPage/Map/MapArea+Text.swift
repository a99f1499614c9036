internal import Notation

/// An area as it is typed: latitude first, as in every option.
extension MapArea {
  /// The form of an area.
  static let form = "LAT,LON,LAT,LON"

  /// Reads the corners in the south-west and in the north-east: `LAT,LON,LAT,LON`.
  init?(_ text: String) {
    guard let numbers = Self.parts(of: text)?.compactMap({ Double($0) }), numbers.count == 4 else {
      return nil
    }
    self.init(west: numbers[1], south: numbers[0], east: numbers[3], north: numbers[2])
  }

  /// The same numbers with longitude first, if they are an area, too.
  static func swapped(_ text: String) -> String? {
    guard let parts = parts(of: text) else { return nil }
    let swapped = [parts[1], parts[0], parts[3], parts[2]].joined(separator: ",")
    return MapArea(swapped) == nil ? nil : swapped
  }

  /// The remedy for a text that is not an area.
  static func remedy(for text: String) -> String {
    if let swapped = swapped(text) { return "write latitude first: --area \(swapped)" }
    if let parts = parts(of: text) {
      let turned = (parts[2...] + parts[..<2]).joined(separator: ",")
      if MapArea(turned) != nil {
        return "write the corner in the south-west first: --area \(turned)"
      }
    }
    return "give the latitude and longitude of the corner in the south-west, then of the one in "
      + "the north-east, as in 47.04,15.40,47.10,15.50"
  }

  private static func parts(of text: String) -> [String]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      String(part.filter { $0 != " " })
    }
    return parts.count == 4 ? parts : nil
  }
}
