internal import Geofence
internal import Notation
internal import Records
internal import RegionFiles

/// The requests of a client that draws regions.
extension Session {
  /// The index of the first feature in the answer to `regions` with `document`.
  func firstFeature(_ request: Request) throws(Refusal) -> Int {
    let first = try request.number("from", in: 0...1e6) ?? 0
    guard first == first.rounded() else { throw Refusal("from is not a whole number") }
    return Int(first)
  }

  /// `edit`: renames, removes and puts regions, if the file still has the hash under `base`.
  mutating func edit(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let base = try request.requiredText("base")
    guard base.utf8.count == 64, base.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
      throw Refusal(
        "base is not a hash of 64 small hexadecimal digits; "
          + "give the sha256 that {\"do\":\"regions\",\"document\":true} answers")
    }
    let change = RegionChange(
      base: base, renames: try Self.texts("rename", of: request.object("rename") ?? [:]),
      removals: try Self.texts("remove", in: request.list("remove")),
      features: try request.list("put"), isForced: try request.flag("force"))
    guard !(change.renames.isEmpty && change.removals.isEmpty && change.features.isEmpty) else {
      throw Refusal("edit changes nothing; give put, remove or rename")
    }
    try limits.spend("edit", at: now)
    let editing = RegionsEditing(
      change: change, rules: files.configuration.regionRules, fleet: files.fleetFile)
    return .files(.edit(editing))
  }

  private static func texts(_ key: String, in values: [JSON]) throws(Refusal) -> [String] {
    let texts = values.compactMap(\.string)
    guard texts.count == values.count else {
      throw Refusal("\(key) has something that is not the identifier of a region")
    }
    return texts
  }

  private static func texts(
    _ key: String, of members: [String: JSON]
  ) throws(Refusal) -> [String: String] {
    let texts = members.compactMapValues(\.string)
    guard texts.count == members.count else {
      throw Refusal("\(key) has something that is not the identifier of a region")
    }
    return texts
  }
}
