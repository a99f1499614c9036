@testable import Base
@testable import Picket
@testable import RegionFiles

extension Target {
  /// Bytes in any encoding become a text that needs no conversion, and files with them are imported.
  ///
  /// The first byte selects the encoding that XML declares.
  func checkEncodings(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    if !SourceText.isWide(body) {
      let text = SourceText(body).text
      let again = SourceText(Array(text.utf8))
      expect(
        SourceText.isWide(Array(text.utf8)) || text.unicodeScalars.first == "\u{feff}"
          || again.text == text && again.repairs.isEmpty, "not the same again: \(text)")
    }
    let name = Self.names[Int(first) % Self.names.count]
    let start = "<?xml version=\"1.0\"\(name.isEmpty ? "" : " encoding=\"\(name)\"")?>"
    expectImport(
      of: Array("\(start)<gpx><wpt lat=\"50\" lon=\"10\"><name>".utf8) + body
        + Array("</name></wpt></gpx>".utf8))
    expectImport(
      of: Array(#"{"type":"Point","coordinates":[10,50],"name":""#.utf8) + body
        + Array(#""}"#.utf8))
    expectImport(of: Array("zone:\n  - name: ".utf8) + body + Array("\n    latitude: 5\n".utf8))
    expectImport(of: body)
  }

  private static let names = [
    "", "UTF-8", "utf8", "UTF-16", "US-ASCII", "ISO-8859-1", "windows-1252", "windows-1251",
    "ISO-8859-15", "KOI8-R", "Shift_JIS", "GB18030", "EUC-KR", "UTF-7", "UTF-32", "ISO-2022-JP",
    "no such",
  ]

  /// Imports a file; each problem is one line, and each region is in the document.
  func expectImport(of bytes: [UInt8]) {
    do throws(Problem) {
      var source = try RegionImport(bytes, file: "f")
      (source.radius, source.width) = (10, 5)
      var document = RegionsDocument(file: "r")
      let outcome = source.add(to: &document, rules: Configuration().regionRules)
      for problem in outcome.problems + outcome.notices {
        expect(!problem.description.utf8.contains(0x0a), "more than one line: \(problem)")
      }
      expect(document.identifiers == outcome.regions, "\(outcome.regions) are not in the document")
    } catch {
      expect(!error.description.utf8.contains(0x0a), "more than one line: \(error)")
    }
  }
}
