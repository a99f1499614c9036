import Testing

@testable import Geofence

struct OwnErrorTests {
  @Test func straightWayHasNoOwnError() {
    var error = OwnError(claim: 3)
    for _ in 0..<60 { error.receive(Offset(east: 5, north: -2), after: 1, claim: 3) }
    #expect(error.variance == OwnError.least)
  }

  @Test func deviationFromALineIsMeasured() {
    // To and fro by 6 m: each fix is 3 m off the middle.
    var error = OwnError(claim: 3)
    for step in 0..<60 {
      error.receive(
        Offset(east: step.isMultiple(of: 2) ? 6 : -6, north: 0), after: 1, claim: 3)
    }
    // The worst case of the line through two fixes, in one of the two axes: 12² / 12.
    #expect(abs(error.variance - 12) < 0.5)
  }

  @Test func driftHasNoOwnError() {
    var error = OwnError(claim: 10)
    for second in 0..<60 {
      error.receive(Offset(east: Double(second) / 100, north: 0), after: 1, claim: 10)
    }
    #expect(error.variance == OwnError.least)
  }

  @Test func aWildFixCountsForLittle() {
    var error = OwnError(claim: 3)
    for _ in 0..<60 { error.receive(Offset(east: 1, north: 0), after: 1, claim: 3) }
    error.receive(Offset(east: 500, north: 0), after: 1, claim: 3)
    #expect(error.variance < 1)
  }

  @Test func largerClaimMeansMoreOwnError() {
    var error = OwnError(claim: 5)
    for step in 0..<60 {
      error.receive(
        Offset(east: step.isMultiple(of: 2) ? 6 : -6, north: 0), after: 1, claim: 5)
    }
    let usual = error.variance
    error.receive(Offset(east: 6, north: 0), after: 1, claim: 10)
    #expect(error.variance > 3 * usual)
    #expect(error.variance < 4 * usual)
  }

  @Test func overAGapNothingIsMeasured() {
    var error = OwnError(claim: 3)
    for _ in 0..<10 { error.receive(Offset(east: 1, north: 0), after: 1, claim: 3) }
    error.receive(Offset(east: 80, north: 0), after: 20, claim: 3)
    error.receive(Offset(east: 1, north: 0), after: 1, claim: 3)
    #expect(error.variance == OwnError.least)
  }

  @Test func scatterAboveTheClaimRefutesIt() {
    // The own error of each fix is 3 m, and the fix claims 2 m in all.
    var error = OwnError(claim: 2)
    for step in 0..<60 {
      #expect(!error.refutesClaims || step > 30)
      error.receive(Offset(east: step.isMultiple(of: 2) ? 6 : -6, north: 0), after: 1, claim: 2)
    }
    #expect(error.refutesClaims)
    for _ in 0..<120 { error.receive(Offset(east: 1, north: 0), after: 1, claim: 2) }
    #expect(!error.refutesClaims)
  }

  @Test func oneWildFixRefutesNoClaim() {
    var error = OwnError(claim: 2)
    for step in 0..<60 {
      error.receive(Offset(east: step == 20 ? 300 : 1, north: 0), after: 1, claim: 2)
      #expect(!error.refutesClaims)
    }
  }
}
