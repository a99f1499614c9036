@testable import Notation
@testable import Outputs
@testable import Receiver
import Testing

struct StatusTests {
  @Test(
    arguments: [
      (.connecting, .noGPSD), (.unreachable("x"), .noGPSD), (.noDevice, .noDevice),
      (.deviceGone("/dev/x"), .noDevice), (.silent, .noDevice), (.connected, .noFix),
      (.noFix, .noFix), (.fix2D, .fix2D), (.fix3D, .fix3D),
    ] as [(Reception, Status)])
  func statusFollowsFromTheReception(_ reception: Reception, _ status: Status) {
    #expect(Status(reception, isBlind: false, isInside: false) == status)
    let isFix = reception.hasFix
    #expect(Status(reception, isBlind: false, isInside: true) == (isFix ? .inside : status))
    // A fix that cannot be trusted does not count as a fix.
    #expect(Status(reception, isBlind: true, isInside: true) == (isFix ? .noFix : status))
  }

  @Test func statusesHaveDifferentPatterns() {
    #expect(Status.defaults.count == Status.allCases.count)
    #expect(Set(Status.defaults.values).count == Status.allCases.count)
  }
}
