import Base
import Desk
import Testing

/// The walks at a path.
struct WalkSourceTests {
  @Test func filesOfACaptureAreFound() throws {
    let folder = try TemporaryFolder()
    for name in ["a.nmea", "a.regions.geojson", "a.truth.json.xz", "b.json.xz", "notes.txt"] {
      _ = try folder.write("", to: name)
    }
    let all = try WalkSource.found(at: folder.path, regions: nil)
    #expect(
      all == [
        WalkSource(path: "\(folder.path)/a.nmea", regions: "\(folder.path)/a.regions.geojson")
      ])
    let with = try WalkSource.found(at: folder.path, regions: "r")
    #expect(with.map(\.regions) == ["r", "r"])
    _ = try folder.write("", to: "walk.jsonl")
    #expect(try WalkSource.found(at: folder.path, regions: nil).count == 1)
  }

  @Test func folderWithoutAWalkIsRefused() throws {
    let folder = try TemporaryFolder()
    #expect(throws: Problem.self) {
      try WalkSource.found(at: folder.path, regions: nil)
    }
  }
}
