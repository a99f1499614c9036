import Base
import Glibc
import Picket
import RegionFiles
import Testing

/// The last version of the regions, which is kept next to their file.
struct RegionsUndoTests {
  private let folder: TemporaryFolder
  private let path: String
  private let edit: RegionsEdit

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(Self.text(["a"]), to: "regions.geojson")
    var configuration = Configuration()
    configuration.regions.file = path
    edit = RegionsEdit(configuration.regionRules)
  }

  /// A file in a layout that is not Picket's.
  private static func text(_ ids: [String]) -> String {
    let features = ids.map { feature("Point", "[0,0]", "\"radius\":5", id: "\"\($0)\"") }
    return
      "{\"type\":\"FeatureCollection\",\n\n\"features\":[\(features.joined(separator: ","))]}"
  }

  private func contents(_ path: String) throws -> String {
    String(decoding: try OpenFile(path, O_RDONLY).contents(limit: 1 << 20), as: UTF8.self)
  }

  private var present: String { get throws { try contents(path) } }
  private var kept: String { get throws { try contents("\(path)~") } }

  private func add(_ id: String, _ reload: () -> [String] = { [] }) throws {
    _ = try edit.make(isCreating: true) { document throws(Problems) in
      try NewRegion(id: id).add(
        as: .circle(latitude: "1", longitude: "2", radius: "5"), to: &document)
    } reload: {
      reload()
    }
  }

  private func undo(_ reload: () -> [String] = { [] }) throws -> [String]? {
    try edit.undo { _, _ in
    } reload: {
      reload()
    }.difference?.lines
  }

  // MARK: Keeping

  @Test func lastVersionIsKeptWithModeAndOwner() throws {
    let (user, group): (UInt32, UInt32) = geteuid() == 0 ? (12, 34) : (geteuid(), getegid())
    chown(path, user, group)
    chmod(path, 0o640)
    try add("b")
    #expect(try kept == Self.text(["a"]))
    var status = stat()
    #expect(stat("\(path)~", &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(status.st_uid == user && status.st_gid == group && status.st_nlink == 1)
    try add("c")
    #expect(try RegionsDocument(kept, file: path).identifiers == ["a", "b"])
    #expect(try folder.names == ["regions.geojson", "regions.geojson~"])
  }

  @Test func versionIsKeptNextToALinksTarget() throws {
    try folder.write(Self.text(["x"]), to: "other").withCString { _ = symlink($0, "\(path).link") }
    var configuration = Configuration()
    configuration.regions.file = "\(path).link"
    _ = try RegionsEdit(configuration.regionRules).make { document throws(Problems) in
      _ = try document.rename("x", to: "y")
    }
    #expect(try contents("\(folder.path)/other~") == Self.text(["x"]))
  }

  @Test func interruptedKeepingIsMadeGood() throws {
    // A power cut has left the file itself as the last version.
    #expect(link(path, "\(path)~") == 0)
    try add("b")
    #expect(try kept == Self.text(["a"]))
    #expect(try folder.names == ["regions.geojson", "regions.geojson~"])
  }

  @Test func versionThatCannotBeKeptLosesNoEdit() throws {
    mkdir("\(path)~", 0o700)
    let outcome = try edit.make { document throws(Problems) in
      _ = try document.rename("a", to: "b")
    }
    #expect(outcome.unkept?.code == EISDIR)
    #expect(try RegionsDocument(path: path).identifiers == ["b"])
    #expect(try folder.names == ["regions.geojson", "regions.geojson~"])
  }

  @Test func refusedEditKeepsTheEarlierVersion() throws {
    try add("b")
    chmod("\(path)~", 0o600)
    #expect(throws: RegionsEdit.Refusal.self) { try add("c") { ["no"] } }
    #expect(try kept == Self.text(["a"]))
    var status = stat()
    #expect(stat("\(path)~", &status) == 0 && status.st_mode & 0o777 == 0o600)
    // Without an earlier version there is none afterwards.
    unlink("\(path)~")
    #expect(throws: RegionsEdit.Refusal.self) { try add("c") { ["no"] } }
    #expect(try folder.names == ["regions.geojson"])
  }

  // MARK: Undo

  @Test func undoRestoresEveryByte() throws {
    try add("b")
    _ = try edit.make { document throws(Problems) in
      _ = try document.remove("a")
      try document.set("b", "radius", to: "7")
    }
    #expect(try undo() == ["brought back a", "changed back b"])
    #expect(try RegionsDocument(path: path).identifiers == ["a", "b"])
    #expect(try undo() == ["changed back b", "removed a"])
    try add("c")
    try folder.write(Self.text(["a"]), to: "regions.geojson~").withCString { _ = chmod($0, 0o644) }
    _ = try undo()
    #expect(try present == Self.text(["a"]))
  }

  @Test func undoOfTheFirstRegionLeavesNone() throws {
    unlink(path)
    try add("b")
    #expect(try undo() == ["removed b"])
    #expect(try RegionsDocument(path: path).identifiers == [])
    #expect(try undo() == ["brought back b"])
  }

  @Test func nothingToUndoIsOneLine() throws {
    let refusal = thrown(RegionsEdit.Refusal.self) { try undo() }
    #expect(
      refusal?.description == """
        \(path): there is nothing to undo: \(path)~ does not exist; each change by picket keeps \
        the version before it there
        """)
    _ = try folder.write(Self.text(["a"]), to: "regions.geojson~")
    let same = thrown(RegionsEdit.Refusal.self) { try undo() }
    #expect(same?.description.contains("is the same") == true)
  }

  @Test func damagedFileIsUndone() throws {
    try add("b")
    let good = try present
    _ = try folder.write(good, to: "regions.geojson~")
    _ = try folder.write("{", to: "regions.geojson")
    #expect(try undo() == ["brought back a and b"])
    #expect(try present == good)
    #expect(try kept == "{")
    let refusal = thrown(RegionsEdit.Refusal.self) { try undo() }
    #expect(refusal?.description.hasPrefix("\(path)~:1:2: this is not JSON") == true)
    #expect(try present == good)
  }

  @Test func refusedUndoChangesNothing() throws {
    try add("b")
    let (before, last) = (try present, try kept)
    let refusal = thrown(RegionsEdit.Refusal.self) { try undo { ["no"] } }
    guard case .refused(["no"], isRestored: true)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(try present == before)
    #expect(try kept == last)
  }

  @Test func editorsSaveDuringAnUndoIsKept() throws {
    try add("b")
    var attempts = 0
    _ = try edit.undo { [folder] _, _ in
      attempts += 1
      if attempts == 1 { _ = try? folder.write(Self.text(["x"]), to: "regions.geojson") }
    }
    #expect(attempts == 2)
    #expect(try present == Self.text(["a"]))
    #expect(try kept == Self.text(["x"]))
  }

  @Test func manyRegionsAreCounted() throws {
    let (none, many) = (Self.text([]), Self.text((1...25).map { "r\($0)" }))
    let difference = RegionsDifference(
      from: try RegionsDocument(none, file: ""), to: try RegionsDocument(many, file: ""))
    let names = "r1, r2, r3, r4, r5, r6, r7, r8, r9, r10"
    #expect(difference.lines == ["brought back \(names) and 15 more"])
    let other = try RegionsDocument(none.replacing("\n", with: " "), file: "")
    let first = try RegionsDocument(none, file: "")
    let lines = RegionsDifference(from: first, to: other).lines
    #expect(lines == ["the regions are the same; the rest of the file is as before"])
  }
}
