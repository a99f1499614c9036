/// The fields of a TPV that a fix needs.
///
/// libgps compares each name with a list of sixty, one after the other. Leaving out the
/// fifteen fields that Picket does not use saves most of that work.
enum FixFields {
  /// A TPV without spaces, reduced to these fields.
  ///
  /// - Returns: `nil` if it is not as plain as gpsd's: with other values than numbers and plain
  ///   texts, or with a field of another type than gpsd's.
  static func alone(in line: ArraySlice<UInt8>) -> [UInt8]? {
    line.withUnsafeBufferPointer { kept(of: $0) }
  }

  private static func kept(of line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var kept: [UInt8] = []
    // One more byte for the zero that libgps needs at the end.
    kept.reserveCapacity(line.count + 1)
    var members = PlainMembers(line)
    while let member = members.next() {
      guard let field = FixField(member.name),
        !UnsafeBufferPointer(rebasing: line[member.value]).spells("null")
      else { continue }
      guard field.allows(line[member.value.lowerBound]) else {
        // Picket does without this number.
        if field == .status { continue }
        return nil
      }
      kept.append(UInt8(ascii: kept.isEmpty ? "{" : ","))
      kept.append(contentsOf: UnsafeBufferPointer(rebasing: line[member.place]))
    }
    guard members.isPlain, !kept.isEmpty else { return nil }
    kept.append(UInt8(ascii: "}"))
    return kept
  }
}
