/// The version of an update from a fleet.
package struct FleetVersion: Hashable, Sendable {
  /// The sender of the update, such as `fleet/orchards`; each sender numbers its own versions.
  package let source: String

  /// The number of the version, which only rises.
  package let number: Int

  /// The hash of the file as it was sent, in hexadecimal.
  package let sha256: String

  /// Creates a version; `nil` if a part is out of its bounds.
  package init?(source: String, number: Int, sha256: String) {
    guard NameLimit.admits(source), Self.numbers ~= number, SHA256.isHexadecimal(sha256)
    else { return nil }
    (self.source, self.number, self.sha256) = (source, number, sha256)
  }

  /// The numbers that a version may have: those that a JSON number represents exactly.
  package static let numbers = 1...9_007_199_254_740_991

  /// The reason why an update may not follow another; `nil` when it may.
  ///
  /// An older version could have been recorded and sent again by somebody else.
  package func refusal(after present: FleetVersion?) -> String? {
    guard let present, present.source == source else { return nil }
    if number < present.number {
      return """
        version \(number) of \(source.onOneLine) is older than version \(present.number), which the \
        board has
        """
    }
    if number == present.number, sha256 != present.sha256 {
      return """
        the board has another version \(number) of \(source.onOneLine); give this one a higher number
        """
    }
    return nil
  }

  /// The version for a person.
  package var words: String { "version \(number) of \(source.onOneLine)" }

  // MARK: JSON

  /// The version as one object.
  package var json: JSONLine {
    var line = JSONLine()
    line.add("source", source)
    line.add("version", number)
    line.add("sha256", sha256)
    return line
  }

  /// Reads an object; `nil` if it is not a version.
  package init?(_ fields: [String: JSON]) {
    guard let source = fields["source"]?.string, let number = fields["version"]?.integer,
      let sha256 = fields["sha256"]?.string
    else { return nil }
    self.init(source: source, number: number, sha256: sha256)
  }
}
