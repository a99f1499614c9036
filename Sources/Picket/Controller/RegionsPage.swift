internal import Base
internal import Records
internal import RegionFiles

/// A part of the file of the regions that fits into an answer.
struct RegionsPage {
  /// The index of the first feature.
  let from: Int

  /// The path of the file.
  let path: String

  /// The most bytes of the features: a client is cut off when 256 kB wait for it.
  static let mostBytes = 200_000

  /// Reads the file and answers with this part.
  func give(to answer: AnswerPromise) {
    do throws(Problem) {
      let bytes = try RegionsFile.bytes(path: path, limit: RegionsEditing.mostBytes)
      let document = try RegionsDocument(bytes, file: path)
      let line = try line(document, sha256: SHA256.hexadecimal(bytes))
      answer.give { line }
    } catch {
      answer.refuse(error.description)
    }
  }

  /// The answer: as many features as fit, from the first one on, and the index of the next part.
  func line(_ document: RegionsDocument, sha256: String) throws(Problem) -> JSONLine {
    let all = document.features
    var features: [JSON] = []
    var size = 0
    for feature in all.dropFirst(from) {
      guard let json = feature.json else { continue }
      size += json.text.utf8.count + 1
      guard size <= Self.mostBytes else { break }
      features.append(json)
    }
    let next = from + features.count
    guard next > from || from >= all.count else {
      throw Problem(
        file: path, place: .feature(from, id: RegionsDocument.identifier(of: all[from])),
        wrong: "it has more than the \(Self.mostBytes / 1000) kB of an answer",
        remedy: "read the file, or continue from \(from + 1)")
    }
    var answer = DocumentAnswer()
    (answer.file, answer.sha256) = (Path.resolved(path), sha256)
    (answer.count, answer.features) = (all.count, .array(features))
    answer.next = next < all.count ? next : nil
    return answer.json
  }
}
