import Geofence
@testable import RegionFiles
import Testing

struct OutlineTests {
  private let latitude = 47.0
  private let longitude = 15.0
  private let corners = [(0.0, 0.0), (80, 0), (80, 50), (0, 50)]

  private func at(_ east: Double, _ north: Double) -> Coordinate {
    // A degree at 47° N on WGS84 is 76.057 km and 111.170 km long.
    Coordinate(latitude: latitude + north / 111_170, longitude: longitude + east / 76_057)
  }

  /// A walk at 1.4 m/s along corners, with errors that wander as those of a receiver do.
  private func walk(
    _ corners: [(Double, Double)], error: Double = 0, seed: UInt64 = 1
  ) -> Survey {
    var generator = SeededGenerator(seed: seed)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
    }
    var survey = Survey()
    var wander = (east: error * normal(), north: error * normal())
    var second = 0
    for (start, end) in zip(corners, corners.dropFirst()) {
      let (east, north) = (end.0 - start.0, end.1 - start.1)
      let length = (east * east + north * north).squareRoot()
      let track = atan2Degrees(east, north)
      for step in 0..<Int(length / 1.4) {
        let share = Double(step) * 1.4 / length
        let kept = 0.978  // Correlated over 45 s.
        wander.east = kept * wander.east + error * 0.209 * normal()
        wander.north = kept * wander.north + error * 0.209 * normal()
        let place = at(
          start.0 + share * east + wander.east, start.1 + share * north + wander.north)
        survey.receive(
          TrustedFix(
            time: Timestamp(nanoseconds: 1_780_000_000_000_000_000 + Int64(second) * 1_000_000_000),
            instant: Instant(.seconds(second)), coordinate: place, sigma: max(2, error),
            speed: 1.4, track: track))
        second += 1
      }
    }
    return survey
  }

  private func atan2Degrees(_ east: Double, _ north: Double) -> Double {
    // All walks go in one of four directions.
    east > 0 ? 90 : east < 0 ? 270 : north > 0 ? 0 : 180
  }

  private var truth: Shape {
    .polygon(Polygon(parts: [[(corners + corners.prefix(1)).map { at($0.0, $0.1) }]])!)
  }

  /// The largest distance between an outline and the truth, measured at the corners of both.
  private func deviation(_ outline: Outline) -> Double {
    let drawn = Shape.polygon(Polygon(parts: [[outline.corners]])!)
    let ours = outline.corners.map { abs(truth.depth(at: $0)) }
    let theirs = corners.map { abs(drawn.depth(at: at($0.0, $0.1))) }
    return (ours + theirs).max() ?? .infinity
  }

  @Test func walkAroundARectangleIsARectangle() {
    let outline = Outline.ring(of: walk(corners + corners.prefix(1)))
    #expect(outline.corners.first == outline.corners.last)
    #expect(outline.corners.count <= 9)
    #expect(deviation(outline) < outline.tolerance + 1)
    #expect(outline.notes.isEmpty)
    let area = Shape.polygon(Polygon(parts: [[outline.corners]])!).area
    #expect(abs(area / 4000 - 1) < 0.05)
  }

  @Test(arguments: 1...8)
  func outlineIsWithinTheReceiversErrors(_ seed: UInt64) {
    let survey = walk(corners + corners.prefix(1), error: 2.5, seed: seed)
    let outline = Outline.ring(of: survey)
    #expect(deviation(outline) < outline.tolerance + 3 * 2.5)
    #expect(Ring(outline.corners).mistake == nil)
    let area = Shape.polygon(Polygon(parts: [[outline.corners]])!).area
    #expect(abs(area / 4000 - 1) < 0.3)
    #expect(survey.cushion.map { 5...12 ~= $0 } ?? false)
  }

  @Test func walkBeyondTheBeginningIsLeftOut() {
    let path = corners + [(0, 0), (60, 0)]
    let outline = Outline.ring(of: walk(path))
    #expect(deviation(outline) < outline.tolerance + 1)
  }

  @Test func openWalkIsClosedWithANote() {
    let outline = Outline.ring(of: walk([(0, 0), (80, 0), (80, 50)]))
    #expect(outline.corners.first == outline.corners.last)
    #expect(
      outline.notes.first?.hasSuffix("m from the beginning: closed by a straight line") ?? false)
  }

  @Test func loopIsLeftOutWithANote() {
    // A figure of eight: its smaller loop has 20 m by 30 m.
    let path = [
      (0.0, 0.0), (100, 0), (100, 50), (120, 50), (120, 20), (80, 20), (80, 60), (0, 60), (0, 0),
    ]
    let outline = Outline.ring(of: walk(path))
    #expect(Ring(outline.corners).mistake == nil)
    #expect(outline.notes.first?.hasPrefix("the outline crosses itself: loops of ") ?? false)
  }

  @Test func lineKeepsItsEnds() {
    let survey = walk([(0, 0), (80, 0), (80, 50)])
    let outline = Outline.line(of: survey)
    #expect(outline.corners.first == survey.positions.first)
    #expect(outline.corners.last == survey.positions.last)
    #expect(outline.corners.count <= 5)
  }

  @Test func outlineIsCounterclockwise() {
    for path in [corners + [(0, 0)], [(0, 0)] + corners.reversed()] {
      #expect(!Ring(Outline.ring(of: walk(path)).corners).isClockwise)
    }
  }

  @Test func emptyWalkHasNoOutline() {
    #expect(Outline.ring(of: Survey()).corners.isEmpty)
    #expect(Outline.line(of: Survey()).corners.isEmpty)
    #expect(Survey().cushion == nil)
  }
}
