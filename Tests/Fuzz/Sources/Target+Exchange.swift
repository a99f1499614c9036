@testable import Base
@testable import Board
@testable import Picket
@testable import RegionFiles

extension Target {
  /// An import makes a good regions file, and an export to GPX loses nothing of it.
  func checkExchange(_ bytes: [UInt8]) {
    expectImport(of: bytes)
    for isOutline in [false, true] {
      guard var source = try? RegionImport(bytes, file: "f") else { return }
      source.radius = 10
      source.width = 5
      source.lineUse = isOutline ? .outline : nil
      var document = RegionsDocument(file: "r")
      let outcome = source.add(to: &document, rules: Configuration().regionRules)
      expect(document.identifiers == outcome.regions, "\(outcome.regions) are not in the document")
      expectExport(of: document)
    }
  }

  /// The lines of an input are a file's beginning, a piece that comes again and again, and its end: the
  /// work must not grow with the square of its number.
  func checkRepeated(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty else { return }
    let pieces = [[UInt8]](repeating: Array(parts[1]), count: 32_768 / parts[1].count)
    expectImport(of: Array(parts[0]) + Array(pieces.joined()) + Array(parts[2]))
  }

  private func expectExport(of document: RegionsDocument) {
    let (_, problems) = RegionsFile.check(
      document.text, file: "r", rules: Configuration().regionRules)
    // A region may exclude a missing region: that problem is found only in the whole file.
    guard problems.allSatisfy({ $0.severity == .warning }) else { return }
    let again = try? RegionsDocument(document.text, file: "r")
    expect(again == document, "not read back: \(document.text)")
    guard !document.identifiers.isEmpty else { return }
    guard let back = try? RegionImport(Array(GPXWriter.text(of: document).utf8), file: "f.gpx")
    else {
      fatalError("its GPX cannot be read: \(GPXWriter.text(of: document))")
    }
    var copy = RegionsDocument(file: "r")
    let outcome = back.add(to: &copy, rules: Configuration().regionRules)
    expect(outcome.problems.isEmpty, "its GPX lost something: \(outcome.problems)")
    expect(
      Set(copy.identifiers) == Set(document.identifiers), "its GPX has \(copy.identifiers)")
  }
}
