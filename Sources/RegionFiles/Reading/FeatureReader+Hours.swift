internal import Base
internal import Geofence

/// A mistake in the hours of a feature.
struct HoursMistake {
  /// The index of the mistake's problem among the problems of the feature.
  let problem: Int
  /// The number of characters of the text before the mistake.
  let offset: Int
}

extension FeatureReader {
  /// Reads the hours of a region, with the clocks of UTC for the time being.
  mutating func hours(in properties: JSONFields, of shape: Shape?) -> Hours? {
    guard let text = text(.active, in: properties) else { return nil }
    do throws(Schedule.Mistake) {
      let schedule = try Schedule(text)
      guard let shape else { return nil }
      return Hours(schedule, clock: .utc, place: shape.middle)
    } catch {
      noteHours(error)
      return nil
    }
  }
}

extension Problem {
  /// The problem for a mistake in hours whose line in the file is unknown.
  static func hours(
    _ mistake: Schedule.Mistake, file: String, place: Place
  ) -> Problem {
    Problem(
      file: file, place: place,
      wrong: "active, character \(mistake.offset + 1): \(mistake.wrong)", remedy: mistake.remedy,
      field: RegionProperty.active.rawValue)
  }
}

/// Finds the lines and columns of mistakes in the hours of regions.
enum HoursPlaces {
  /// Gives a problem its place.
  ///
  /// - Parameters:
  ///   - offset: The number of characters of the hours before the mistake.
  ///   - walk: A walk before the feature.
  static func find(_ offset: Int, from walk: JSONWalk, _ problem: inout Problem) {
    var walk = walk
    guard walk.enter("properties"), walk.enter(RegionProperty.active.rawValue) else { return }
    let place = walk.place(ofCharacter: offset)
    if case .feature(let index, let id) = problem.place {
      let name = id.map { $0.quoted } ?? "feature \(index)"
      let wrong = problem.wrong.split(separator: ":", maxSplits: 1).last ?? ""
      problem.wrong = "active of \(name):\(wrong)"
    }
    problem.place = .text(line: place.line, column: place.column)
  }
}
