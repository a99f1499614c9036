import Testing

@testable import Geofence

struct SharedErrorTests {
  @Test(arguments: [(5.0, 25.0, 3.0), (10, 0, 12.5), (10, 36, 10), (10, 100, 3)])
  func sharedErrorIsClaimWithoutOwnError(_ claim: Double, _ own: Double, _ shared: Double) {
    #expect(abs(SharedError.claimed(claim, own: own) - shared) < 1e-9)
  }

  @Test func sharedErrorIsAtLeastThreeMetres() {
    #expect(SharedError.claimed(0.5, own: 0) == 3.75)
    #expect(SharedError.claimed(0.5, own: 9) == 3)
  }

  @Test func sharedErrorIsRenewedAsItFades() {
    var error = SharedError(claim: 4, own: 0)
    let (stays, renewed) = error.carry(45, claiming: 5)
    #expect(abs(stays - 0.3679) < 1e-4)
    #expect(abs(renewed + stays * stays * 25 - 25) < 1e-9)
  }

  @Test func smallerClaimReducesTheOffset() {
    var error = SharedError(claim: 8, own: 0)
    error.offset = Offset(east: 8, north: 0)
    _ = error.carry(0.001, claiming: 5)
    #expect(abs(error.offset.east - 4) < 0.01)
  }

  @Test func aChangeIsDoubtedForAWhile() {
    var error = SharedError(claim: 5, own: 0)
    #expect(error.doubt == 0)
    error.offset = Offset(east: 6, north: 0)
    error.remember(over: 1)
    #expect(error.doubt > 15 && error.doubt < 18)
    for _ in 0..<300 { error.remember(over: 1) }
    #expect(error.doubt < 0.1)
  }
}
