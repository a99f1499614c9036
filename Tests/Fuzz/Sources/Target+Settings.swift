@testable import Base
@testable import Board
import Geofence
@testable import Picket
@testable import RegionFiles

extension Target {
  /// Accepted regions can be watched, and refused regions are reported.
  func checkRegions(_ bytes: [UInt8]) {
    guard let text = try? TextFile.text(bytes, path: "r") else { return }
    let (regions, problems) = RegionsFile.check(text, file: "r", rules: Configuration().regionRules)
    expectLines(problems)
    guard problems.allSatisfy({ $0.severity == .warning }) else { return }
    let count = (try? JSON.parse(text))?.object?["features"]?.array?.count
    expect(regions.count == count, "\(regions.count) regions of \(count ?? -1) without an error")

    var monitor = RegionMonitor(regions: regions)
    for (second, place) in Self.places.enumerated() {
      let time = Timestamp(nanoseconds: 1_780_000_000_000_000_000 + Int64(second) * 1_000_000_000)
      _ = monitor.receive(
        TrustedFix(time: time, instant: Instant(.seconds(second)), coordinate: place))
      for standing in monitor.standings { expectJSON(standing.answer.json.text) }
    }
    expectState(SavedState(memory: monitor.memory))
  }

  /// Accepted settings are within their bounds, and refused settings are reported.
  func checkConfiguration(_ bytes: [UInt8]) {
    guard let text = try? TextFile.text(bytes, path: "c") else { return }
    let (configuration, problems) = Configuration.check(text, file: "c")
    expectLines(problems)
    expect(configuration.fixedSections(differingIn: configuration).isEmpty, "differs from itself")
    for signal in Signal.defaults.keys {
      expect(configuration.outputs.signals[signal] != nil, "there is no signal \(signal)")
    }
    for signal in configuration.outputs.signals.values {
      for pattern in signal.patterns.values {
        expect(pattern.duration <= Pattern.longest, "\(pattern.duration) is too long")
      }
    }
  }

  private func expectLines(_ problems: [Problem]) {
    for problem in problems {
      expect(!problem.description.utf8.contains(0x0a), "more than one line: \(problem)")
    }
  }

  /// The place of the first region in deploy/regions.geojson, the antimeridian, a pole, the origin.
  private static let places = [
    Coordinate(latitude: 51.501, longitude: -0.142), Coordinate(latitude: 0, longitude: 180),
    Coordinate(latitude: -17, longitude: -179.999), Coordinate(latitude: 90, longitude: 0),
    Coordinate(latitude: -89.9, longitude: 77), Coordinate(latitude: 0, longitude: 0),
  ]
}
