internal import Base

/// A position of KML as it is written: `longitude,latitude,height`, or with spaces in a Track.
struct KMLPosition {
  private let parts: [String]
  private let text: String
  private let line: Int
  private let isTrack: Bool
  // Whether other positions beside it have a height.
  private var hasHeights = false

  /// A position whose numbers have an element of their own.
  init(parts: [Substring], _ element: XMLElement) {
    self.parts = parts.map(String.init)
    text = element.trimmed
    line = element.line
    isTrack = true
  }

  private init(_ text: String, _ line: Int) {
    self.text = text
    self.line = line
    parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    isTrack = false
  }

  /// The positions in the coordinates of a shape.
  ///
  /// Spaces separate positions; some programs also write one after each comma.
  static func list(_ shape: XMLElement) -> [KMLPosition] {
    let place = shape.child("coordinates") ?? shape
    var texts: [String] = []
    var isOpen = false
    for word in place.text.split(whereSeparator: \.isWhitespace) {
      let isPart = isOpen || word.first == ","
      if isPart, let last = texts.popLast() {
        texts.append(last + word)
      } else {
        texts.append(String(word))
      }
      // A comma behind two numbers is one too many, unless a single number follows.
      isOpen = word.last == "," && !word.dropLast().contains { $0 == "," }
    }
    var merged: [String] = []
    for text in texts {
      if let last = merged.last, last.hasSuffix(","), !text.contains(where: { $0 == "," }) {
        merged[merged.count - 1] = last + text
      } else {
        merged.append(text)
      }
    }
    var list = merged.map { KMLPosition($0, place.line) }
    let hasHeights = list.contains { $0.parts.count == 3 || $0.hasFourNumbers }
    for index in list.indices { list[index].hasHeights = hasHeights }
    return list
  }

  /// Whether the numbers have commas in place of decimal points, such as `9,25,48,5`.
  var hasDecimalCommas: Bool {
    isTrack
      ? text.contains { $0 == "," }
      : isWhole && (4...6 ~= parts.count && !(hasHeights && parts.count == 4))
  }

  /// Whether its numbers have no decimal points.
  var isWhole: Bool {
    parts.allSatisfy { $0.allSatisfy { $0.isNumber || $0 == "-" || $0 == "+" } && !$0.isEmpty }
  }

  /// Whether a fourth number, such as a time, follows a height.
  private var hasFourNumbers: Bool { parts.count == 4 && !isWhole }

  /// The position as GeoJSON has it.
  ///
  /// - Throws: What is wrong with it.
  func read(for candidate: Candidate) throws(Problem) -> JSONSource {
    let name = text.cut(toBytes: 60).quoted
    let form = isTrack ? "longitude and latitude with a space between them" : "longitude,latitude"
    guard !hasDecimalCommas else {
      throw candidate.problem(
        "\(name) has decimal commas",
        remedy: "write decimal points: \(form), such as "
          + (isTrack ? "9.25 48.5" : "9.25,48.5"), line: line)
    }
    let numbers = parts.compactMap { JSONSource.number($0) }
    guard (isTrack ? 2...3 : 2...4) ~= parts.count, numbers.count == parts.count else {
      let isOpen = parts.last?.isEmpty == true && parts.count > 2
      throw candidate.problem(
        isOpen ? "\(name) ends with a comma" : "\(name) is not a position",
        remedy: isOpen
          ? "remove the comma, or give the height after it"
          : "give \(form)\(isTrack ? "" : " without spaces")", line: line)
    }
    for (number, most, field) in [
      (numbers[1], 90, "latitude"), (numbers[0], Candidate.farthest, "longitude"),
    ]
    where abs(number.json?.number ?? 0) > most {
      throw candidate.problem(
        "the \(field) in \(name) is out of range",
        remedy: isWhole && !isTrack && parts.count > 2
          ? "write decimal points instead of decimal commas" : "write \(form) in this order",
        line: line)
    }
    return .array(numbers)
  }
}
