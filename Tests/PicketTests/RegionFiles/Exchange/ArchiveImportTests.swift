@testable import RegionFiles
import Testing

/// Archives in the forms that programs and people pack.
struct ArchiveImportTests {
  private static func place(_ name: String, _ east: Int = 10) -> String {
    "<Placemark><name>\(name)</name><Point><coordinates>\(east),50</coordinates></Point></Placemark>"
  }

  private static func map(_ content: String) -> String {
    "<kml><Document>\(content)</Document></kml>"
  }

  private static func link(_ target: String) -> String {
    "<NetworkLink><name>L</name><Link><href>\(target)</href></Link></NetworkLink>"
  }

  private static func imported(_ files: KeyValuePairs<String, String>) throws -> ImportedFile {
    try ImportedFile(ZipBytes(files).bytes)
  }

  @Test func allDocumentsWithoutLinksAreRead() throws {
    let found = try ImportedFile(file: "two-kml.kmz")
    #expect(found.regions == ["a", "b"])
    #expect(found.problems.isEmpty)
  }

  @Test func linkedDocumentIsRead() throws {
    let found = try ImportedFile(file: "backup.kmz")
    #expect(found.regions == ["b"])
    #expect(found.problems.isEmpty && found.notices.isEmpty)
  }

  @Test(arguments: [
    ("files/my list.kml", "files/my%20list.kml"), ("files/my list.kml", "files/my list.kml"),
    ("files\\list.kml", "files/list.kml"), ("files/list.kml", "files\\list.kml"),
    ("./files/list.kml", "files/list.kml"), ("files/list.kml", "./files/list.kml"),
    ("Files/List.KML", "files/list.kml"), ("list.kml", "list.kml#folder"),
    ("wald/wäldchen.kml", "wald/w%C3%A4ldchen.kml"), ("list.kmz", "list.kmz?v=2"),
  ])
  func pathsOfLinksAreFound(_ name: String, _ target: String) throws {
    let found = try Self.imported([
      name: Self.map(Self.place("B")), "doc.kml": Self.map(Self.place("A") + Self.link(target)),
    ])
    #expect(found.regions == ["a", "b"])
    #expect(found.problems.isEmpty, "\(found.problems)")
  }

  @Test func spreadsheetIsNamed() {
    let sheet = ZipBytes(["[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>"])
    #expect(
      ImportedFile.refusal(of: sheet.bytes)?.contains("not read; save its table as CSV") == true)
  }

  @Test func linksAreRelativeToTheirFile() throws {
    let found = try Self.imported([
      "map/doc.kml": Self.map(Self.link("more/one.kml")),
      "map/more/one.kml": Self.map(Self.place("One") + Self.link("../two.kml")),
      "map/two.kml": Self.map(Self.place("Two") + Self.link("map/three.kml")),
      "map/three.kml": Self.map(Self.place("Three")),
    ])
    #expect(found.regions == ["one", "two", "three"])
  }

  @Test func mainDocumentIsFirst() throws {
    let found = try Self.imported([
      "a/doc.kml": Self.map(Self.place("Deep")), "zone.kml": Self.map(Self.place("Zone")),
      "DOC.KML": Self.map(Self.place("Main")),
    ])
    #expect(found.regions == ["main", "deep", "zone"])
  }

  @Test func filesOfMacOSAreNotDocuments() throws {
    let found = try Self.imported([
      "__MACOSX/._doc.kml": "\u{0}\u{5}\u{16}", "._doc.kml": "\u{0}", ".DS_Store": "\u{0}",
      "doc.kml": Self.map(Self.place("A")),
    ])
    #expect(found.regions == ["a"])
    #expect(found.problems.isEmpty && found.notices.isEmpty)
  }

  @Test func cycleOfLinksEnds() throws {
    let found = try Self.imported([
      "doc.kml": Self.map(Self.place("A") + Self.link("b.kml")),
      "b.kml": Self.map(Self.place("B") + Self.link("doc.kml") + Self.link("b.kml")),
    ])
    #expect(found.regions == ["a", "b"])
    #expect(found.problems.isEmpty)
  }

  @Test func unlinkedDocumentIsNamed() throws {
    let found = try Self.imported([
      "doc.kml": Self.map(Self.link("b.kml")), "b.kml": Self.map(Self.place("B")),
      "old/c.kml": Self.map(Self.place("C")),
    ])
    #expect(found.regions == ["b"])
    #expect(
      found.notices == [
        "f/old/c.kml: warning: no document links it, so it was left out; unpack it to import it"
      ])
  }

  private static let lostLinks: [(String, String)] = [
    (
      "files/no.kml",
      "it links to \"files/no.kml\", which is not in the archive; import that file by itself"
    ),
    (
      "https://example.org/live.kml",
      "it links to \"https://example.org/live.kml\" in a network, which is not followed; download "
        + "that file and import it"
    ),
    ("../../etc/passwd", "it links to \"../../etc/passwd\", which is not in the archive"),
    ("", "it links to nothing"),
  ]

  @Test(arguments: lostLinks)
  func linkThatLeadsNowhereIsNamed(_ target: String, _ words: String) throws {
    let found = try Self.imported(["doc.kml": Self.map("\n" + Self.link(target) + Self.place("A"))])
    #expect(found.regions == ["a"])
    #expect(found.problems.count == 1)
    #expect(found.problems[0].hasPrefix("f/doc.kml:2:1: \"L\": \(words)"), "\(found.problems)")
  }

  @Test func linkOfAPlainFileIsNamed() throws {
    let found = try ImportedFile(Self.map(Self.place("A") + Self.link("b.kml")))
    #expect(
      found.problems == [
        "f:1:1: \"L\": it links to \"b.kml\", which is not followed; import that file, too"
      ])
  }

  private static let waypoint = "<gpx><wpt lat=\"50\" lon=\"10\"><name>A</name></wpt></gpx>"
  private static let point =
    "{\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\"geometry\":"
    + "{\"type\":\"Point\",\"coordinates\":[10,50]}}"

  private static let otherFormats: [(String, String)] = [
    ("tracks/a.gpx", waypoint), ("a.GPX", waypoint), ("a.geojson", point), ("map.json", point),
    ("a.geojsonl", point + "\n"), ("A.KML", map(place("A"))),
  ]

  @Test(arguments: otherFormats)
  func otherFormatsAreReadInArchives(_ name: String, _ text: String) throws {
    let found = try Self.imported([name: text, "readme.txt": "hello"])
    #expect(found.regions == ["a"])
  }

  @Test func otherFilesBesideMapsAreNamed() throws {
    let found = try Self.imported([
      "items.json": "{\"version\":1}", "more.json": Self.point, "a.gpx": Self.waypoint,
      "ride.fit": "", "picture.jpg": "",
    ])
    #expect(found.regions == ["a", "a-2"])
    #expect(found.problems.isEmpty)
    #expect(
      found.notices == [
        "f/ride.fit: warning: this is a FIT of Garmin, which is not read, so it was left out"
      ])
  }

  @Test func linksOfOtherDocumentsLeaveNothingOut() throws {
    let found = try Self.imported([
      "a.kml": Self.map(Self.place("A")), "b.kml": Self.map(Self.place("B") + Self.link("c.kml")),
      "c.kml": Self.map(Self.place("C")), "d.kml": Self.map(Self.place("D")),
    ])
    #expect(found.regions == ["a", "b", "c", "d"])
    #expect(found.notices.isEmpty)
  }

  @Test func archiveInAnArchiveIsRead() throws {
    var outer = ZipBytes(["x.kmz": ""])
    outer.entries[0].contents = ZipBytes(["doc.kml": Self.map(Self.place("A"))]).bytes
    #expect(try ImportedFile(outer.bytes).regions == ["a"])
    for _ in 0..<3 { outer.entries[0].contents = outer.bytes }
    let found = try ImportedFile(outer.bytes)
    #expect(found.problems.first?.contains("packed in each other more than 3 deep") == true)
  }

  @Test func problemsHaveTheLinesOfTheirFile() throws {
    let found = try Self.imported([
      "doc.kml": Self.map("\n\n<Placemark><name>X</name></Placemark>"),
      "two.kml": Self.map("\n<Placemark><name>Y</name></Placemark>" + Self.place("B")),
    ])
    #expect(found.regions == ["b"])
    #expect(
      found.problems == [
        "f/doc.kml:3:1: \"X\": it has no geometry", "f/two.kml:2:1: \"Y\": it has no geometry",
      ])
  }

  @Test func bytesBeforeAndBehindAnArchiveDoNotMatter() throws {
    let zip = ZipBytes(["doc.kml": Self.map(Self.place("A"))]).bytes
    for count in [1, 500, 100_000] {
      #expect(try ImportedFile(zip + [UInt8](repeating: 0, count: count)).regions == ["a"])
    }
    // A comment may have the bytes with which the list is found.
    let comment: [UInt8] = [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0x41, count: 30)
    #expect(try ImportedFile(zip.dropLast(2) + [34, 0] + comment).regions == ["a"])
    let archive = try Archive(Array("#!/bin/sh\n".utf8) + zip, file: "f")
    let contents = try archive.contents(of: archive.entries[0])
    #expect(contents == Array(Self.map(Self.place("A")).utf8))
  }

  // MARK: Damage

  private static let whole = ZipBytes(["doc.kml": map(place("A"))])

  private static func changed(_ change: (inout ZipBytes.Entry) -> Void) -> [UInt8] {
    var zip = whole
    change(&zip.entries[0])
    return zip.bytes
  }

  @Test func truncatedArchiveIsRefused() {
    for count in 4..<Self.whole.bytes.count {
      #expect(
        ImportedFile.refusal(of: Array(Self.whole.bytes.prefix(count)))
          == "f: this zip archive ends early: the list of its files, at its end, is missing; copy or "
          + "download it again")
    }
  }

  private static let damaged: [([UInt8], String)] = [
    (changed { $0.checksum = 1 }, "it is damaged: its checksum is wrong; copy or download"),
    (changed { $0.flags = 1 }, "it is encrypted; unpack the archive with its password"),
    (changed { $0.method = 12 }, "it is packed by bzip2, which is not read; unpack the archive"),
    (changed { $0.method = 77 }, "it is packed by method 77, which is not read"),
    (changed { $0.method = 8 }, "it is damaged: it cannot be unpacked"),
    (changed { $0.size = 7 }, "it is damaged: its checksum is wrong"),
  ]

  @Test(arguments: damaged)
  func damagedFileIsNamed(_ bytes: [UInt8], _ words: String) throws {
    let found = try ImportedFile(bytes)
    #expect(found.shapes.isEmpty)
    #expect(found.problems.count == 1)
    #expect(found.problems.first?.hasPrefix("f/doc.kml: \(words)") == true, "\(found.problems)")
  }

  @Test func damagedFileCostsOnlyItself() throws {
    var zip = ZipBytes(["a.kml": Self.map(Self.place("A")), "b.kml": Self.map(Self.place("B"))])
    zip.entries[0].checksum = 1
    let found = try ImportedFile(zip.bytes)
    #expect(found.regions == ["b"])
    #expect(found.problems.count == 1)
  }

  /// A thousand zeros, packed.
  private static let zeros: [UInt8] = [99, 96, 24, 5, 163, 96, 20, 12, 119, 0, 0]

  @Test func packedFileHasTheSizeThatIsGiven() throws {
    let zip = { (size: Int) in
      Self.changed {
        $0.contents = [UInt8](repeating: 0, count: 1000)
        ($0.packed, $0.method, $0.size) = (Self.zeros, 8, size)
      }
    }
    // It is unpacked, and then there is nothing in it.
    #expect(
      try ImportedFile(zip(1000)).problems
        == ["f/doc.kml: the file has 1000 zero bytes and nothing else; copy it again"])
    for size in [0, 10, 999] {
      #expect(
        try ImportedFile(zip(size)).problems.first?.contains("it cannot be unpacked") == true)
    }
    #expect(try ImportedFile(zip(1001)).problems.first?.contains("checksum is wrong") == true)
  }

  @Test func unpackedSizeIsLimited() {
    let words =
      "f: the files in the archive have more than 64 MB together; unpack it, and import a part of "
      + "them"
    #expect(ImportedFile.refusal(of: Self.changed { $0.size = 64 << 20 | 1 }) == words)
  }

  @Test(arguments: [
    (ZipBytes([:]), "it is empty"),
    (ZipBytes(["a/b.txt": "x"]), "it has \"a/b.txt\""),
    (
      ZipBytes(["a": "", "b": "", "c": "", "d": "", "e": ""]),
      "it has \"a\", \"b\", \"c\" and 2 more"
    ),
  ])
  func archiveWithoutMapsIsRefused(_ zip: ZipBytes, _ words: String) {
    #expect(
      ImportedFile.refusal(of: zip.bytes)
        == "f: there is no KML, GPX or GeoJSON in this zip archive: \(words); give a KMZ, or the "
        + "file that has the regions")
  }

  @Test func damagedListIsRefused() {
    var bytes = Self.whole.bytes
    bytes[bytes.count - 10] += 1
    #expect(
      ImportedFile.refusal(of: bytes)
        == "f: the list of the files in this zip archive is damaged; copy or download it again")
  }
}
