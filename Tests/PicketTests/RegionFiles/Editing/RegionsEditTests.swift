import Base
import Dispatch
import FoundationEssentials
import Glibc
import Picket
import RegionFiles
import Testing

struct RegionsEditTests {
  private let folder: TemporaryFolder
  private let path: String
  private let configuration: Configuration
  private let before: String

  init() throws {
    folder = try TemporaryFolder()
    before =
      "{\"type\":\"FeatureCollection\",\"features\":[\(feature("Point", "[0,0]", "\"radius\":5", id: "\"a\""))]}"
    path = try folder.write(before, to: "regions.geojson")
    var configuration = Configuration()
    configuration.regions.file = path
    self.configuration = configuration
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func add(_ id: String, radius: String = "5") -> (inout RegionsDocument) throws(Problems)
    -> Void
  {
    { document throws(Problems) in
      try NewRegion(id: id).add(
        as: .circle(latitude: "1", longitude: "2", radius: radius), to: &document)
    }
  }

  @Test func writtenRegionsAreReadBack() throws {
    let outcome = try RegionsEdit(configuration.regionRules).make(add("b"))
    #expect(outcome.isChanged)
    #expect(outcome.regions.map(\.id) == ["a", "b"])
    #expect(try RegionsDocument(path: path).identifiers == ["a", "b"])
    #expect(try folder.names == ["regions.geojson", "regions.geojson~"])
  }

  @Test func invalidChangeIsRefusedAsByCheck() throws {
    do throws(RegionsEdit.Refusal) {
      _ = try RegionsEdit(configuration.regionRules).make(add("b", radius: "-1"))
      Issue.record("the change was accepted")
    } catch {
      #expect(
        error.description
          == "\(path): feature 1 (\"b\"): radius -1 is not positive; give metres greater than 0")
    }
    #expect(try text() == before)
  }

  @Test func unchangedFileIsNotWritten() throws {
    let outcome = try RegionsEdit(configuration.regionRules).make { document throws(Problems) in
      _ = try document.setEnabled("a", true)
    }
    #expect(!outcome.isChanged)
    #expect(try text() == before)
  }

  @Test func refusalRestoresTheOldFile() throws {
    do throws(RegionsEdit.Refusal) {
      _ = try RegionsEdit(configuration.regionRules).make(add("b")) { ["no"] }
      Issue.record("the change was accepted")
    } catch {
      #expect(error.description == "no")
    }
    #expect(try text() == before)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: RegionsEdit.Refusal.self) {
      try RegionsEdit(configuration.regionRules).make(isCreating: true, add("b")) { ["no"] }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  // MARK: Editors, which do not lock

  private func save(_ ids: [String]) {
    let features = ids.map { feature("Point", "[0,0]", "\"radius\":5", id: "\"\($0)\"") }
    try? "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test func saveDuringAChangeIsKept() throws {
    var attempts = 0
    let add = add("b")
    _ = try RegionsEdit(configuration.regionRules).make { document throws(Problems) in
      attempts += 1
      if attempts == 1 { save(["a", "x"]) }
      try add(&document)
    }
    #expect(attempts == 2)
    #expect(try RegionsDocument(path: path).identifiers == ["a", "x", "b"])
    #expect(try folder.names == ["regions.geojson", "regions.geojson~"])
  }

  @Test func endlessSavesEndAChange() throws {
    var attempts = 0
    let add = add("b")
    let refusal = thrown(RegionsEdit.Refusal.self) {
      try RegionsEdit(configuration.regionRules).make { document throws(Problems) in
        attempts += 1
        save(["x\(attempts)"])
        try add(&document)
      }
    }
    #expect(refusal?.description.contains("changed meanwhile") == true)
    #expect(try RegionsDocument(path: path).identifiers == ["x\(attempts)"])
  }

  @Test func saveDuringABasedChangeIsAConflict() throws {
    let base = SHA256.hexadecimal(Array(before.utf8))
    let add = add("b")
    let refusal = thrown(RegionsEdit.Refusal.self) {
      try RegionsEdit(configuration.regionRules).make(basedOn: base, lock: nil) {
        document throws(Problems) in
        save(["x"])
        try add(&document)
      } checking: {
        RegionsFile.check($0, file: path, rules: configuration.regionRules)
      }
    }
    guard case .outdated? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(try RegionsDocument(path: path).identifiers == ["x"])
  }

  @Test func saveInPlaceIsSeen() throws {
    var isFirst = true
    let add = add("b")
    _ = try RegionsEdit(configuration.regionRules).make { document throws(Problems) in
      // The same file, of the same size.
      if isFirst { try? before.replacingOccurrences(of: "\"a\"", with: "\"c\"").writeInPlace(path) }
      isFirst = false
      try add(&document)
    }
    #expect(try RegionsDocument(path: path).identifiers == ["c", "b"])
  }

  @Test func saveDuringAReloadIsNotRestored() throws {
    let refusal = thrown(RegionsEdit.Refusal.self) {
      try RegionsEdit(configuration.regionRules).make(add("b")) {
        save(["x"])
        return ["no"]
      }
    }
    guard case .refused(["no"], isRestored: false)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(try RegionsDocument(path: path).identifiers == ["x"])
  }

  @Test func pipeIsRefusedAtOnce() throws {
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    let refusal = thrown(RegionsEdit.Refusal.self) {
      try RegionsEdit(configuration.regionRules).make(add("b"))
    }
    #expect(refusal?.description == "\(path): this is not a file; give the path of a file")
  }

  @Test func modeAndLinksStay() throws {
    chmod(path, 0o604)
    let link = folder.path + "/link.geojson"
    symlink("regions.geojson", link)
    var configuration = configuration
    configuration.regions.file = link
    _ = try RegionsEdit(configuration.regionRules).make(add("b"))
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o604)
    #expect(try RegionsDocument(path: path).identifiers == ["a", "b"])
  }

  @Test func ownerStays() throws {
    // Only root can change the owner; for other users it stays.
    let (user, group): (UInt32, UInt32) = geteuid() == 0 ? (12, 34) : (geteuid(), getegid())
    chown(path, user, group)
    chmod(path, 0o640)
    _ = try RegionsEdit(configuration.regionRules).make(add("b"))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_uid == user && status.st_gid == group)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test func missingFileIsCreatedOnlyOnRequest() throws {
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: RegionsEdit.Refusal.self) {
      try RegionsEdit(configuration.regionRules).make(add("b"))
    }
    _ = try RegionsEdit(configuration.regionRules).make(isCreating: true, add("b"))
    #expect(try RegionsDocument(path: path).identifiers == ["b"])
  }

  @Test func missingFolderIsReported() {
    var configuration = Configuration()
    configuration.regions.file = folder.path + "/none/r.geojson"
    do throws(RegionsEdit.Refusal) {
      _ = try RegionsEdit(configuration.regionRules).make(isCreating: true, add("b"))
      Issue.record("the file was written")
    } catch {
      #expect(
        error.description
          == "open \(folder.path)/none: No such file or directory; nothing was changed")
    }
  }

  @Test func concurrentEditsAreAllKept() throws {
    let edit = RegionsEdit(configuration.regionRules)
    let add = self.add
    DispatchQueue.concurrentPerform(iterations: 24) { number in
      _ = try? edit.make(add("n\(number)", "5"))
    }
    let ids = try RegionsDocument(path: path).identifiers
    #expect(Set(ids) == Set(["a"] + (0..<24).map { "n\($0)" }))
  }
}

extension String {
  /// Writes the text into the present file, as an editor without a temporary file does.
  fileprivate func writeInPlace(_ path: String) throws {
    let file = try OpenFile(path, O_WRONLY | O_TRUNC)
    try file.write(Array(utf8), at: 0)
  }
}
