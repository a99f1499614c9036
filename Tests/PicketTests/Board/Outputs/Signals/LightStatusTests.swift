import Board
import Testing

struct LightStatusTests {
  @Test(
    arguments: [
      (.connecting, .noGPSD), (.unreachable("x"), .noGPSD), (.noDevice, .noDevice),
      (.deviceGone("/dev/x"), .noDevice), (.silent, .noDevice), (.connected, .noFix),
      (.noFix, .noFix), (.fix2D, .fix2D), (.fix3D, .fix3D),
    ] as [(Reception, LightStatus)])
  func statusFollowsFromTheReception(_ reception: Reception, _ status: LightStatus) {
    #expect(LightStatus(reception, isBlind: false, isInside: false) == status)
    let isFix = reception.hasFix
    #expect(LightStatus(reception, isBlind: false, isInside: true) == (isFix ? .inside : status))
    // A fix that cannot be trusted does not count as a fix.
    #expect(LightStatus(reception, isBlind: true, isInside: true) == (isFix ? .noFix : status))
  }

  @Test func statusesHaveDifferentPatterns() {
    #expect(LightStatus.defaults.count == LightStatus.allCases.count)
    #expect(Set(LightStatus.defaults.values).count == LightStatus.allCases.count)
  }
}
