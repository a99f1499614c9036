package import Geofence
package import Notation

extension Coordinate {
  /// Reads the members `lat` and `lon` of an object; `nil` when they are no place on the earth.
  package init?(_ fields: [String: JSON]) {
    guard case .number(let latitude)? = fields["lat"], case .number(let longitude)? = fields["lon"]
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
    guard isValid else { return nil }
  }
}
