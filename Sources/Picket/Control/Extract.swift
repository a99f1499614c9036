package import Notation

/// How much of a list is put into one line, however many regions there are.
///
/// A client is cut off when more than `ControlClient.mostWaiting` bytes wait for it, and the
/// longest answer has three such lists.
package struct Extract: Hashable, Sendable {
  /// How many members at most.
  let count: Int

  /// How many bytes at most.
  let bytes: Int

  /// Of names of regions.
  static let names = Extract(count: 2000, bytes: 49_152)

  /// Of lists with an entry for each region.
  static let regions = Extract(count: 500, bytes: 49_152)

  /// Of the same with each fix: ten a second may come.
  static let fix = Extract(count: 100, bytes: 16_384)

  /// Of what is wrong with a file.
  static let problems = Extract(count: 20, bytes: 16_384)
}

extension JSONLine {
  /// Adds as many texts as an extract has, and under the name with `_more` how many were left out.
  ///
  /// - Returns: How many were left out.
  @discardableResult
  package mutating func add(_ name: String, _ values: [String], _ extract: Extract) -> Int {
    var bytes = 0
    let shown = values.prefix(extract.count).prefix { value in
      bytes += Self.quoted(value).utf8.count + 1
      return bytes <= extract.bytes
    }
    add(name, Array(shown))
    return addRest(name, values.count - shown.count)
  }

  /// Adds as many objects as an extract has, and under the name with `_more` how many were left
  /// out.
  ///
  /// - Parameter more: How many are left out already.
  package mutating func add(_ name: String, _ values: [JSONLine], more: Int = 0, _ extract: Extract)
  {
    var bytes = 0
    let shown = values.prefix(extract.count).prefix { value in
      bytes += value.text.utf8.count + 1
      return bytes <= extract.bytes
    }
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
  /// The texts for a line that a person reads: `a, b, c`, or `a, b and 9998 more`.
  ///
  /// - Parameters:
  ///   - most: How many of them are named.
  ///   - more: How many there are besides.
  package func named(most: Int = 20, more: Int = 0) -> String {
    let all = Array(self)
    let names = all.prefix(most).map { $0.count > 60 ? "\($0.prefix(60))…" : $0 }
      .joined(separator: ", ")
    let rest = all.count - Swift.min(most, all.count) + more
    return rest > 0 ? "\(names)\(names.isEmpty ? "" : " and ")\(rest) more" : names
  }
}
