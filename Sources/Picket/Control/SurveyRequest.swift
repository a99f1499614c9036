internal import Base
internal import Geofence
internal import Records
internal import RegionFiles

/// A request for the outline of a walk, from the positions that a client has collected.
///
/// The outline is that of `picket regions add --walk`.
struct SurveyRequest: Sendable {
  /// The most positions: a walk of an hour, with one each second.
  static let mostPositions = 4000

  private let positions: [JSON]
  private let isCorridor: Bool

  /// Reads a request as far as it takes no time; `line` checks the positions themselves.
  init(_ request: Request) throws(Refusal) {
    positions = try request.list("positions")
    isCorridor = try request.flag("corridor")
    guard !positions.isEmpty else {
      throw Refusal("survey needs positions: an array of [longitude, latitude, seconds, deviation]")
    }
    guard positions.count <= Self.mostPositions else {
      throw Refusal(
        "\(positions.count) positions are too many for an outline: at most "
          + "\(Self.mostPositions); leave out every second one")
    }
  }

  /// The fields of the answer; this may take longer than the controller's queue can wait.
  func line() throws(Refusal) -> JSONLine {
    let survey = try survey()
    do throws(SurveyedOutline.TooShort) {
      return Self.line(try SurveyedOutline(of: survey, isCorridor: isCorridor))
    } catch {
      throw Refusal(error.said)
    }
  }

  private static func line(_ drawn: SurveyedOutline) -> JSONLine {
    var answer = SurveyAnswer()
    answer.corners = .array(drawn.corners.map(JSON.position))
    (answer.length, answer.tolerance) = (drawn.length, drawn.outline.tolerance)
    (answer.noise, answer.cushion) = (drawn.noise, drawn.cushion)
    for doubt in drawn.outline.doubts {
      switch doubt {
      case .open(let metres): answer.open = metres
      case .loops(let area): answer.loops = area
      case .gap(let seconds): answer.gap = seconds
      }
    }
    answer.sentences = drawn.sentences { "a cushion of \($0) m" }
    return answer.json
  }

  // MARK: Positions

  private func survey() throws(Refusal) -> Survey {
    var survey = Survey()
    var last = 0.0
    for (index, position) in positions.enumerated() {
      let (place, seconds, sigma) = try Self.fix(position, at: index)
      guard seconds >= last else {
        throw Refusal("positions[\(index)] is earlier than the one before it; give them in order")
      }
      last = seconds
      survey.receive(place, sigma: sigma, at: Instant(.seconds(seconds)))
    }
    return survey
  }

  private static func fix(
    _ position: JSON, at index: Int
  ) throws(Refusal) -> (place: Coordinate, seconds: Double, sigma: Double) {
    let values = position.array ?? []
    let numbers = values.compactMap(\.number)
    guard values.count == 4, numbers.count == 4 else {
      throw Refusal(
        "positions[\(index)] is not [longitude, latitude, seconds, deviation]: four numbers")
    }
    let place = Coordinate(latitude: numbers[1], longitude: numbers[0])
    guard place.isValid else {
      throw Refusal("positions[\(index)] is not on the earth; give degrees east, then north")
    }
    guard 0...longest ~= numbers[2] else {
      throw Refusal("positions[\(index)] has seconds that are not between 0 and \(Int(longest))")
    }
    guard 0...greatestDeviation ~= numbers[3] else {
      throw Refusal(
        "positions[\(index)] has a deviation that is not between 0 and "
          + "\(Int(greatestDeviation)) m")
    }
    return (place, numbers[2], numbers[3])
  }

  // In seconds: a week.
  private static let longest = 604_800.0

  // In metres: positions that are less certain show no border.
  private static let greatestDeviation = 1000.0
}

extension JSON {
  /// A position as in GeoJSON, to a centimetre.
  fileprivate static func position(_ place: Coordinate) -> JSON {
    .array([place.longitude, place.latitude].map { .number(($0 * 1e7).rounded() / 1e7) })
  }
}
