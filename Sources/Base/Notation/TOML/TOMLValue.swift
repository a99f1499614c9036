internal import CTOML

/// A value in a TOML document, with the place of its key.
package struct TOMLValue: Hashable, Sendable {
  /// The kind of a value, with its contents.
  package enum Content: Hashable, Sendable {
    /// The values of a table by key, in the order of the document.
    case table([Member])
    case array([TOMLValue])
    case string(String)
    case integer(Int64)
    case double(Double)
    case boolean(Bool)
    case date
  }

  /// A key and its value.
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: TOMLValue
  }

  /// The reason why a document is not TOML, and its place.
  package struct Mistake: Error, Hashable {
    package let reason: String
    package let line: Int
    package let column: Int

    /// The remedy, where the reason does not suggest one.
    ///
    /// A key or a table that is there twice is mostly in lines that were only half uncommented, or
    /// were added at the end. A value that cannot be read is mostly a text without quotes, or with those
    /// of a word processor, an address, a time of day or a number with a decimal comma.
    package var remedy: String? {
      if reason.contains(text: "expected a comment or whitespace") {
        return reason.hasSuffix("','")
          ? "a number has a point, such as 2.5; several values stand in brackets: [\"a\", \"b\"]"
          : "only a comment may follow a value; write a text in quotes, such as \"90 s\""
      }
      if !reason.contains(text: "not representable"),
        Self.values.contains(where: { reason.contains(text: "while parsing \($0)") })
      {
        return "write a text in quotes, such as \"GPIO17\" or \"22:00\"; "
          + "only numbers such as 2.5, true and false have none"
      }
      if reason.contains(text: "string: unescaped control")
        || reason.contains(text: "string: control")
        || reason.hasSuffix("string: encountered end-of-file")
      {
        return "end the text on its line, with the quote that began it"
      }
      guard let start = reason.firstIndex(ofText: "cannot redefine existing ") else { return nil }
      return reason[start...].hasPrefix("cannot redefine existing table ")
        ? "each [table] may appear once: put these keys below the first one"
        : "each key may appear once in its table; is the [table] above it still a comment?"
    }

    /// What toml++ takes a value for that it cannot read, by its first characters.
    private static let values = [
      "value", "decimal integer", "hexadecimal integer", "octal integer", "binary integer",
      "floating-point", "boolean", "time", "date",
    ]

    /// The mistake in a file of this path.
    package func problem(file: String) -> Problem {
      Problem(
        file: file, place: .text(line: line, column: column), wrong: "this is not TOML: \(reason)",
        remedy: remedy)
    }
  }

  package let kind: Content
  package let line: Int
  package let column: Int

  /// The kind of value, with its article.
  package var noun: String {
    switch kind {
    case .table: "a table"
    case .array: "an array"
    case .string: "a string"
    case .integer: "an integer"
    case .double: "a float"
    case .boolean: "a boolean"
    case .date: "a date or time"
    }
  }

  /// Reads a whole document.
  ///
  /// - Returns: Its root, a table.
  package static func parse(_ text: String) throws(Mistake) -> TOMLValue {
    // A dotted key nests as deep as it is long, and toml++ recurses into it.
    for (index, line) in text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    )
    .enumerated() where line.count > longestLine {
      throw Mistake(
        reason: "the line is longer than \(longestLine) bytes", line: index + 1,
        column: longestLine + 1)
    }
    var text = text
    let document = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { picket_toml_parse($0.baseAddress, $0.count) }
    }
    defer { picket_toml_free(document) }
    var line: UInt32 = 0
    var column: UInt32 = 0
    if let reason = picket_toml_error(document, &line, &column) {
      throw Mistake(reason: String(cString: reason), line: Int(line), column: Int(column))
    }
    guard var next = picket_toml_entries(document) else {
      return TOMLValue(kind: .table([]), line: 1, column: 1)
    }
    return value(&next)
  }

  /// Reads one value and everything in it from the list.
  private static func value(_ next: inout UnsafePointer<picket_toml_entry>) -> TOMLValue {
    let entry = next.pointee
    next += 1
    let kind: Content
    switch entry.kind {
    case PICKET_TOML_TABLE:
      let members = (0..<entry.count).map { _ in
        let key = string(next.pointee.key, next.pointee.key_length)
        return Member(key: key, value: value(&next))
      }
      // toml++ keeps members in the order of their names.
      kind = .table(
        members.sorted { ($0.value.line, $0.value.column) < ($1.value.line, $1.value.column) })
    case PICKET_TOML_ARRAY: kind = .array((0..<entry.count).map { _ in value(&next) })
    case PICKET_TOML_STRING: kind = .string(string(entry.text, entry.text_length))
    case PICKET_TOML_INTEGER: kind = .integer(entry.integer)
    case PICKET_TOML_FLOAT: kind = .double(entry.number)
    case PICKET_TOML_BOOLEAN: kind = .boolean(entry.boolean)
    default: kind = .date
    }
    return TOMLValue(kind: kind, line: max(1, Int(entry.line)), column: max(1, Int(entry.column)))
  }

  private static func string(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static let longestLine = 1000
}
