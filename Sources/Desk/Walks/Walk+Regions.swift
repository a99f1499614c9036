package import Base
package import Geofence
internal import Picket
internal import RegionFiles

extension Walk {
  /// The names of the files with later regions, in order.
  package var laterRegions: [String] {
    entries.compactMap { if case .regions(let file, _) = $0.entry { file } else { nil } }
  }

  /// The text of a file of regions.
  func regionsText(_ name: String) throws(Problem) -> String {
    try TextFile.read(
      path: folder.file(name), limit: 256 << 20, remedy: "give other regions with --regions")
  }

  /// The regions in a file of the walk, with the values that were in force.
  ///
  /// A region without its own value has the given value, or else the recorded usual value.
  ///
  /// - Throws: `Problems` when there is any error; warnings are ignored.
  package func regions(
    in name: String = WalkFolder.regions(1), cushion: Double? = nil, linger: Duration? = nil,
    sense: Sense? = nil
  ) throws(Problems) -> [Region] {
    var settings = RegionSettings()
    // The regions were within the limits when they were recorded.
    settings.maxRadius = 20_040_000
    settings.maxCount = 1_000_000
    settings.cushion = cushion ?? start.usual.cushion
    settings.linger = linger ?? start.usual.linger
    settings.sense = sense ?? start.usual.sense ?? .even
    let text: String
    do throws(Problem) {
      text = try regionsText(name)
    } catch {
      throw Problems([error])
    }
    let (regions, problems) = RegionsFile.check(
      text, file: folder.file(name), rules: RegionRules(settings, isRecorded: true))
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else { throw Problems(errors) }
    return regions
  }
}
