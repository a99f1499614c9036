internal import Notation

/// Texts of GPX 1.1 files.
///
/// https://www.topografix.com/GPX/1/1/
package enum GPXText {
  /// The first lines of a file, up to the start of its root element.
  ///
  /// - Parameter attributes: Further attributes of the root element, each after a space.
  package static func start(attributes: String) -> [String] {
    [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<gpx version="1.1" creator="picket" xmlns="http://www.topografix.com/GPX/1/1""#
        + attributes + ">",
    ]
  }

  /// The last line of a file.
  package static let end = "</gpx>"

  /// The start tag of a point, without its last character.
  package static func startTag(_ name: String, latitude: String, longitude: String) -> String {
    "<\(name) lat=\"\(latitude)\" lon=\"\(longitude)\""
  }

  /// An element whose text is already escaped.
  package static func element(_ name: String, _ text: String) -> String {
    "<\(name)>\(text)</\(name)>"
  }
}
