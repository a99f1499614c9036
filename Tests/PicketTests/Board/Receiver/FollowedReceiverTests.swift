import Board
import Geofence
import Testing

struct FollowedReceiverTests {
  /// Returns the seconds, receivers and modes of the reports that count.
  private func followed(
    _ reports: [(second: Int, device: String, mode: Fix.Mode)], configured: String? = nil
  ) -> [Bool] {
    var receiver = FollowedReceiver(configured: configured)
    return reports.map { report in
      receiver.follows(
        Fix(mode: report.mode, device: report.device), at: Instant(.seconds(report.second)))
    }
  }

  @Test func firstReceiverWithAFixIsFollowed() {
    let reports: [(Int, String, Fix.Mode)] = (0..<60).flatMap { second in
      [(second, "/dev/a", .fix3D), (second, "/dev/b", .noFix), (second, "/dev/c", .fix3D)]
    }
    #expect(followed(reports) == reports.map { $0.1 == "/dev/a" })
  }

  @Test func allReceiversCountWithoutAFix() {
    let reports: [(Int, String, Fix.Mode)] = [
      (0, "/dev/a", .noFix), (0, "/dev/b", .notSeen), (1, "/dev/a", .noFix),
    ]
    #expect(followed(reports) == [true, true, true])
  }

  @Test func anotherReceiverFollowsAfterTenSeconds() {
    let reports: [(Int, String, Fix.Mode)] = [
      (0, "/dev/a", .fix2D), (5, "/dev/a", .noFix), (9, "/dev/b", .fix3D), (10, "/dev/b", .fix3D),
      (11, "/dev/a", .fix3D),
    ]
    #expect(followed(reports) == [true, true, false, true, false])
  }

  @Test func onlyTheConfiguredReceiverIsFollowed() {
    let reports: [(Int, String, Fix.Mode)] = [
      (0, "/dev/b", .fix3D), (60, "/dev/a", .noFix), (120, "/dev/b", .fix3D),
    ]
    #expect(followed(reports, configured: "/dev/a") == [false, true, false])
  }
}
