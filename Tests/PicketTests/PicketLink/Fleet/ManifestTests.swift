import Base
@testable import PicketLink
import RegionFiles
import Testing

struct ManifestTests {
  private let manifest: Manifest

  init() throws {
    manifest = try #require(Manifest(FleetSample.version(7), bytes: 250_000))
  }

  @Test func textIsReadBack() throws {
    var signed = manifest
    signed.signature = "AAAA"
    for manifest in [manifest, signed] {
      #expect(try Manifest(Array(manifest.text.utf8)) == manifest)
    }
  }

  @Test func signedBytesContainAllFields() {
    #expect(
      String(decoding: manifest.signedBytes, as: UTF8.self) == """
        picket-regions 1
        for fleet/a
        version 7
        sha256 \(FleetSample.hash)
        bytes 250000
        parts 3

        """)
  }

  @Test func onlyTheLastPartIsSmaller() throws {
    #expect(manifest.parts == 3)
    #expect((0..<3).map { manifest.size(ofPart: $0) } == [100_000, 100_000, 50_000])
    let even = try #require(Manifest(FleetSample.version(7), bytes: 200_000))
    #expect(even.parts == 2 && even.size(ofPart: 1) == 100_000)
    let small = try #require(Manifest(FleetSample.version(7), bytes: 1))
    #expect(small.parts == 1 && small.size(ofPart: 0) == 1)
  }

  @Test func sizeHasBounds() {
    #expect(Manifest(FleetSample.version(7), bytes: 0) == nil)
    #expect(Manifest(FleetSample.version(7), bytes: FleetFile.mostBytes + 1) == nil)
  }

  @Test(arguments: [
    ("", "is not a JSON object"), ("[]", "is not a JSON object"), ("{", "is not a JSON object"),
    ("{}", "needs a group or board under for"),
    (#"{"for":"fleet/a","version":0,"sha256":"H","bytes":1,"parts":1}"#, "a version from 1 on"),
    (#"{"for":"fleet/a","version":1,"sha256":"7","bytes":1,"parts":1}"#, "a sha256 of 64"),
    (#"{"for":"fleet/a","version":1,"sha256":"H","bytes":0,"parts":1}"#, "no size from 1"),
    (#"{"for":"fleet/a","version":1,"sha256":"H","bytes":1e9,"parts":1}"#, "send fewer regions"),
    (#"{"for":"fleet/a","version":1,"sha256":"H","bytes":100001,"parts":1}"#, "must have 2 under"),
    (#"{"for":"fleet/a","version":1,"sha256":"H","bytes":1}"#, "must have 1 under parts"),
    (
      #"{"for":"fleet/a","version":1,"sha256":"H","bytes":1,"parts":1,"signature":7}"#,
      "is not a text"
    ),
    (#"{"for":"LONG"}"#, "at most 4096 are allowed"),
  ])
  func malformedManifestsAreRefused(_ text: String, _ words: String) {
    let text = text.replacing("\"H\"", with: "\"\(FleetSample.hash)\"")
      .replacing("LONG", with: String(repeating: "x", count: 5000))
    let mistake = thrown(Manifest.MessageMistake.self) { try Manifest(Array(text.utf8)) }
    #expect(mistake?.reason.contains(words) == true, "\(mistake?.reason ?? "")")
  }

  // MARK: Topics

  @Test func topicsOfAGroupAndABoard() {
    #expect(FleetTarget.group("a").topic(prefix: "p") == "p/fleet/a/regions")
    #expect(FleetTarget.board("b").topic(prefix: "p") == "p/b/regions/set")
    #expect(
      FleetTarget.group("a").topic(prefix: "p", version: 7, part: "+") == "p/fleet/a/regions/7/+")
  }

  @Test func partIsReadFromItsTopic() {
    let group = FleetTarget.group("a")
    func part(_ topic: String) -> Int? { group.part(of: topic, prefix: "p", version: 7) }
    #expect(part("p/fleet/a/regions/7/0") == 0)
    #expect(part("p/fleet/a/regions/7/12") == 12)
    for topic in ["7/", "7/x", "7/+1", "7/01", "8/0", "7/1/2", "7/-1", "7/99999999999999999999"] {
      let part = part("p/fleet/a/regions/\(topic)")
      #expect(part == nil || part == -1, "\(topic)")
    }
  }
}
