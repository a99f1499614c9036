import Glibc
import Testing

/// Files that would keep a processor busy: the work grows with the bytes, not with their square.
@Suite(.serialized)
struct ImportWorkTests {
  // In seconds of the processor, in a debug build; without the mends they took 40 s to hours.
  private static let limit = 8.0

  private static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = used
    try work()
    return used - start
  }

  /// The seconds for which this thread has had a processor, however many other programs run.
  private static var used: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func map(_ parts: String) -> String {
    "<kml><Document><Placemark><name>a</name>\(parts)"
      + "<Point><coordinates>10,50</coordinates></Point></Placemark></Document></kml>"
  }

  private static func repeated(_ piece: String, _ bytes: Int = 65_536) -> String {
    String(repeating: piece, count: bytes / piece.utf8.count)
  }

  static let pieces = [
    "<!--", "<script>", "<style ", "<script", "<a ", "</", "&", "&#", "&amp", "<![CDATA[", "<a:",
    " a:b", " a:b = ", "]]>", "<script></", "<!--->", "a:", "xmlns:a",
  ]

  @Test(arguments: pieces)
  func repeatedPiecesCostLittle(_ piece: String) {
    let text = Self.repeated(piece)
    let files = [
      Self.map("<description><![CDATA[\(text)]]></description>"),
      Self.map("<description>&lt;b&gt;\(text)</description>"),
      #"{"type":"Feature","properties":{"description":""# + text
        + #""},"geometry":{"type":"Point","coordinates":[10,50]}}"#,
    ]
    let seconds = Self.seconds { for file in files { _ = try? ImportedFile(file) } }
    #expect(seconds < Self.limit)
  }

  @Test func thousandsOfPrefixesCostLittle() {
    let elements = (0..<8000).map { "<p\($0):a/>" }.joined()
    let seconds = Self.seconds { _ = try? ImportedFile(Self.map(elements)) }
    #expect(seconds < Self.limit)
  }

  @Test func prefixLikeADeclaredOneIsDeclared() throws {
    let text = "<kml xmlns:ab=\"urn:x\"><ab:b/><a:b/><Placemark><name>a</name>"
    let found = try ImportedFile(
      text + "<Point><coordinates>10,50</coordinates></Point></Placemark></kml>")
    #expect(found.regions == ["a"])
    #expect(found.notices == ["f: warning: a is used as a prefix, but not declared"])
  }

  @Test func thousandsOfPropertiesCostLittle() throws {
    let members = (0..<30_000).map { "\"p\($0)\":1" }.joined(separator: ",")
    let fields = (0..<30_000).map { "<Data name=\"p\($0)\"><value>1</value></Data>" }.joined()
    let files = [
      #"{"type":"Feature","properties":{"# + members
        + #"},"geometry":{"type":"Point","coordinates":[10,50]}}"#,
      Self.map("<ExtendedData>\(fields)</ExtendedData>"),
    ]
    let seconds = try Self.seconds {
      for file in files {
        let found = try ImportedFile(file)
        #expect(found.regions.count == 1)
      }
    }
    #expect(seconds < Self.limit)
  }

  @Test func damagedFilesCostRoom() throws {
    let size = 1 << 20
    var zip = ZipBytes([:])
    for index in 0..<70 {
      // Stored bytes, which several entries of a list may share.
      let name = "\(index).kml"
      zip.entries.append(
        ZipBytes.Entry(name: name, contents: [UInt8](repeating: 0x20, count: size), checksum: 1))
    }
    #expect(ImportedFile.refusal(of: zip.bytes)?.contains("more than 64 MB together") == true)
  }

  @Test func damagedGzipInAnArchiveCostsRoom() throws {
    var gzip: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
    gzip += [UInt8](repeating: 0xff, count: 70_000)
    let zip = ZipBytes(["a.kml.gz": "", "b.kml.gz": ""])
    var damaged = zip
    for index in damaged.entries.indices { damaged.entries[index].contents = gzip }
    #expect(ImportedFile.refusal(of: damaged.bytes)?.contains("more than 64 MB together") == true)
  }
}
