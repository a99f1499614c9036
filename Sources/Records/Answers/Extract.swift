package import Base

/// The limits of a list in one line, for any number of regions.
///
/// A client is cut off when too many bytes wait for it, and the longest answer has four such lists.
package struct Extract: Hashable, Sendable {
  /// The most members.
  package let count: Int

  /// The most bytes.
  package let bytes: Int

  /// Creates limits.
  package init(count: Int, bytes: Int) { (self.count, self.bytes) = (count, bytes) }

  /// No limits.
  package static let everything = Extract(count: .max, bytes: .max)

  /// The limits for names of regions.
  package static let names = Extract(count: 2000, bytes: 49_152)

  /// The limits for lists with an entry for each region.
  package static let regions = Extract(count: 500, bytes: 49_152)

  /// The limits for such a list with each fix: up to ten fixes may arrive in a second.
  package static let fix = Extract(count: 100, bytes: 16_384)

  /// The limits for the problems of a file.
  package static let problems = Extract(count: 20, bytes: 16_384)

  /// The first members that it has room for.
  ///
  /// - Parameter size: The bytes of a member.
  fileprivate func fitting<Member>(
    _ members: [Member], _ size: (Member) -> Int
  ) -> ArraySlice<Member> {
    guard self != .everything else { return members[...] }
    var left = bytes
    return members.prefix(count).prefix { member in
      left -= size(member) + 1
      return left >= 0
    }
  }
}

extension JSONLine {
  /// Adds texts within the limits of an extract; `NAME_more` has the number left out.
  ///
  /// - Parameter more: The number left out already.
  /// - Returns: The number left out.
  @discardableResult
  package mutating func add(
    _ name: String, _ values: [String], more: Int = 0, _ extract: Extract
  ) -> Int {
    let shown = extract.fitting(values) { Self.quoted($0).utf8.count }
    add(name, Array(shown))
    return addRest(name, values.count - shown.count + more)
  }

  /// Adds objects within the limits of an extract; `NAME_more` has the number left out.
  ///
  /// - Parameter more: The number left out already.
  package mutating func add(_ name: String, _ values: [JSONLine], more: Int = 0, _ extract: Extract)
  {
    let shown = extract.fitting(values) { $0.text.utf8.count }
    add(name, Array(shown))
    addRest(name, values.count - shown.count + more)
  }

  @discardableResult
  private mutating func addRest(_ name: String, _ count: Int) -> Int {
    if count > 0 { add("\(name)_more", count) }
    return count
  }
}

extension Sequence<String> {
  /// The texts in a line for a person: `a, b, c`, or `a, b and 9998 more`.
  ///
  /// - Parameters:
  ///   - most: The most texts that are shown.
  ///   - more: The number left out before.
  package func named(most: Int = 20, more: Int = 0) -> String {
    let all = Array(self)
    let names = all.prefix(most).map { $0.count > 60 ? "\($0.prefix(60))…" : $0 }
      .joined(separator: ", ")
    let rest = all.count - Swift.min(most, all.count) + more
    return rest > 0 ? "\(names)\(names.isEmpty ? "" : " and ")\(rest) more" : names
  }
}
