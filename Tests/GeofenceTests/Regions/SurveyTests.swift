import Testing

@testable import Geofence

struct SurveyTests {
  private let origin = Coordinate(latitude: 51.5, longitude: -0.14)

  private func fix(
    _ second: Double, east: Double, north: Double = 0, speed: Double? = 0, track: Double? = nil
  ) -> TrustedFix {
    TrustedFix(
      time: Timestamp(nanoseconds: 1_780_000_000_000_000_000 + Int64(second * 1e9)),
      instant: Instant(.seconds(second)), coordinate: origin.offset(east: east, north: north),
      speed: speed, track: track)
  }

  @Test func standIsTheMeanOfTenSeconds() throws {
    var survey = Survey()
    // Before these ten seconds the position was elsewhere.
    survey.receive(fix(0, east: 90))
    for second in 20...30 {
      survey.receive(fix(Double(second), east: second.isMultiple(of: 2) ? 1 : -1, north: 5))
    }
    let stand = try #require(survey.standstill(over: .seconds(10)))
    #expect(stand.count == 11)
    #expect(stand.pace == nil)
    #expect(stand.coordinate.distance(to: origin.offset(east: 1.0 / 11, north: 5)) < 0.01)
    #expect(abs(stand.spread - 0.7) < 0.02)
    #expect(stand.claimed == 3)
    #expect(stand.source == nil)
  }

  @Test func walkingCarrierDoesNotStand() throws {
    var survey = Survey()
    for second in 0...10 {
      survey.receive(fix(Double(second), east: 1.4 * Double(second), speed: 1.4, track: 90))
    }
    let pace = try #require(survey.standstill(over: .seconds(10))?.pace)
    #expect(abs(pace - 1.4) < 0.1)
  }

  @Test func walkingWithoutDopplerIsNotStanding() {
    var survey = Survey()
    for second in 0...10 { survey.receive(fix(Double(second), east: Double(second), speed: nil)) }
    #expect(survey.standstill(over: .seconds(10))?.pace != nil)
  }

  @Test func confirmedJumpForgetsEarlierFixes() {
    var survey = Survey()
    survey.receive(fix(0, east: 90_000))
    survey.receive(
      TrustedFix(
        time: Timestamp(nanoseconds: 1_780_000_001_000_000_000), instant: Instant(.seconds(1)),
        coordinate: origin, restarts: true))
    #expect(survey.count == 1)
    #expect(survey.length == 0)
  }

  @Test func noiseIsTheScatterOfFixes() {
    var still = Survey()
    var noisy = Survey()
    for second in 0..<120 {
      still.receive(fix(Double(second), east: 0))
      noisy.receive(fix(Double(second), east: second.isMultiple(of: 2) ? 12 : -12))
    }
    #expect(still.noise < 4)
    #expect(noisy.noise > 6)
    #expect(Survey().noise == 0)
    #expect(noisy.longestGap == .seconds(1))
    #expect(noisy.span == .seconds(119))
  }
}
