internal import Geofence
internal import Notation

/// A position as a person types it: latitude first.
struct TypedPosition {
  let latitude: JSONSource
  let longitude: JSONSource

  /// The reason why it is not a position, in the words of what was typed; `nil` if it is one.
  ///
  /// - Parameter form: The same with a latitude and a longitude in their places.
  func mistake(
    _ form: (_ latitude: String, _ longitude: String) -> String
  ) -> (wrong: String, remedy: String)? {
    guard case .number(let north)? = latitude.json, case .number(let east)? = longitude.json,
      !Coordinate(latitude: north, longitude: east).isValid
    else { return nil }
    guard abs(north) > 90 else {
      return (
        "the longitude \(longitude.line) is out of range", "give degrees east from -180 to 180"
      )
    }
    guard Coordinate(latitude: east, longitude: north).isValid else {
      return ("the latitude \(latitude.line) is out of range", "give degrees north from -90 to 90")
    }
    return (
      "the latitude \(latitude.line) is out of range",
      "write latitude first: \(form(longitude.line, latitude.line))"
    )
  }
}
