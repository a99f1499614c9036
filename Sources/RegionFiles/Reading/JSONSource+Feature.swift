package import Base
package import Geofence

extension JSONSource {
  /// A feature of a regions file.
  package static func feature(
    id: String, _ properties: [Member], geometry type: String, _ coordinates: JSONSource
  ) -> JSONSource {
    .object([
      "type": .string("Feature"), "id": .string(id), "properties": .object(properties),
      "geometry": .geometry(type, coordinates),
    ])
  }

  /// A geometry of a feature.
  static func geometry(_ type: String, _ coordinates: JSONSource) -> JSONSource {
    .object(["type": .string(type), "coordinates": coordinates])
  }

  /// A position with a precision of a centimetre.
  package static func position(_ coordinate: Coordinate) -> JSONSource {
    position(coordinate, decimals: 7)
  }

  /// A position with some decimals of degrees.
  static func position(_ coordinate: Coordinate, decimals: Int) -> JSONSource {
    .array([
      .number(coordinate.longitude, decimals: decimals),
      .number(coordinate.latitude, decimals: decimals),
    ])
  }

  /// A number with its digits unchanged; `nil` if the text is not a number.
  package static func number(_ text: some StringProtocol) -> JSONSource? {
    let text = String(text).filter { !$0.isWhitespace }
    if case .number(let number)? = try? JSON.parse(text) {
      return number.isFinite ? .leaf(text) : nil
    }
    // A number such as +5, .5 or 5. that JSON does not allow.
    guard let number = Double(text), number.isFinite else { return nil }
    return .number(number)
  }
}
