internal import Base

/// A link of a KML document to another file.
struct Link: Hashable, Sendable {
  /// The element of the document.
  let candidate: Candidate

  /// The place of the other file as it is written.
  let target: String

  /// The path in it, decoded; `nil` for a place in a network.
  var path: String? {
    let place = target.hasPrefix("file://") ? target.dropFirst(7) : target[...]
    guard !place.isEmpty, !place.contains(text: "://") else { return nil }
    let path = place.prefix { $0 != "#" && $0 != "?" }
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The problem of a link that is not followed.
  ///
  /// - Parameter isArchive: Whether it is in an archive, whose files are followed.
  func problem(inArchive isArchive: Bool) -> Problem {
    guard !target.isEmpty else { return candidate.problem("it links to nothing") }
    if path == nil {
      return candidate.problem(
        "it links to \(target.quoted) in a network, which is not followed",
        remedy: "download that file and import it")
    }
    return isArchive
      ? candidate.problem(
        "it links to \(target.quoted), which is not in the archive",
        remedy: "import that file by itself")
      : candidate.problem(
        "it links to \(target.quoted), which is not followed", remedy: "import that file, too")
  }
}
