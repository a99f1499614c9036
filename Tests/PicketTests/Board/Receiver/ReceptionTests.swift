@testable import Board
import Geofence
import Records
import Testing

struct ReceptionTests {
  private static let all: [Reception] = [
    .connecting, .unreachable("refused"), .connected, .noDevice, .deviceGone("/dev/a"), .silent,
    .noFix, .fix2D, .fix3D, .stranger(.nmea), .otherDevice("/dev/a", configured: "/dev/b"),
  ]

  // MARK: The connection

  @Test(arguments: all)
  func lostConnectionIsUnreachable(_ reception: Reception) {
    let lost = reception.after(.lost("reset"))
    guard !reception.isStranger else {
      #expect(lost == reception)
      return
    }
    #expect(lost == .unreachable(reception == .unreachable("refused") ? "refused" : "reset"))
    #expect(lost.after(.lost("another reason")) == lost)
  }

  @Test(arguments: all)
  func silenceDiffersFromNoReceiver(_ reception: Reception) {
    switch reception {
    case .noDevice, .deviceGone, .stranger, .otherDevice:
      #expect(reception.after(.silent) == reception)
    default: #expect(reception.after(.silent) == .silent)
    }
  }

  @Test(arguments: all)
  func connectingChangesOnlyUnconnectedStates(_ reception: Reception) {
    switch reception {
    case .connecting, .unreachable: #expect(reception.after(.connected) == .connected)
    default: #expect(reception.after(.connected) == reception)
    }
  }

  @Test(arguments: all)
  func otherLineChangesNothing(_ reception: Reception) {
    #expect(reception.after(.line(.tooLong, at: Instant(.zero))) == reception)
    for report in [
      GPSDReport.other, .unreadable("noise"), .error("no"), .version("3.22"),
    ] where !reception.isStranger {
      #expect(reception.after(report, device: nil) == reception)
    }
  }

  @Test func reconnectingDoesNotEndASilence() {
    var reception = Reception.fix3D
    var receptions: [Reception] = []
    for _ in 0..<5 {
      let steps: [(Reception) -> Reception] = [
        { $0.after(.silent) }, { $0.after(.connected) },
        { $0.after(.version("3.22"), device: nil) },
        { $0.after(.devices([Self.device]), device: nil) },
        { $0.after(.device(Self.device), device: nil) }, { $0.after(.other, device: nil) },
      ]
      for step in steps {
        let next = step(reception)
        if next != reception { receptions.append(next) }
        reception = next
      }
    }
    #expect(receptions == [.silent])
  }

  // MARK: Receivers

  @Test(arguments: all)
  func emptyListIsNoDevice(_ reception: Reception) {
    #expect(reception.after(.devices([]), device: nil) == .noDevice)
    #expect(reception.after(.devices([]), device: "/dev/a") == .noDevice)
  }

  @Test(arguments: all)
  func missingConfiguredReceiverIsNamed(_ reception: Reception) {
    #expect(
      reception.after(.devices([Self.device]), device: "/dev/b")
        == .otherDevice("/dev/a", configured: "/dev/b"))
  }

  @Test(arguments: all)
  func presentReceiverEndsOnlyItsAbsence(_ reception: Reception) {
    for report in [GPSDReport.devices([Self.device]), .device(Self.device)] {
      for device in [nil, "/dev/a"] {
        let after = reception.after(report, device: device)
        switch reception {
        case .noDevice, .deviceGone, .stranger, .otherDevice: #expect(after == .connected)
        default: #expect(after == reception)
        }
      }
    }
  }

  @Test(arguments: all)
  func removedReceiverIsGone(_ reception: Reception) {
    let gone = GPSDReport.device(GPSDReport.Device(path: "/dev/a", isActive: false))
    #expect(reception.after(gone, device: nil) == .deviceGone("/dev/a"))
    #expect(reception.after(gone, device: "/dev/a") == .deviceGone("/dev/a"))
    #expect(reception.after(gone, device: "/dev/b") == reception)
  }

  // MARK: Fixes

  @Test(arguments: all)
  func fixDeterminesTheReception(_ reception: Reception) {
    for (mode, expected) in [
      (Fix.Mode.notSeen, Reception.noFix), (.noFix, .noFix), (.fix2D, .fix2D), (.fix3D, .fix3D),
    ] {
      let report = GPSDReport.fix(Fix(mode: mode, device: "/dev/a"))
      #expect(reception.after(report, device: nil) == expected)
      #expect(reception.after(report, device: "/dev/a") == expected)
      #expect(reception.after(report, device: "/dev/b") == reception)
    }
  }

  @Test func onlyAPositionIsAFix() {
    #expect(Self.all.filter(\.hasFix) == [.fix2D, .fix3D])
  }

  @Test func descriptionsAreDifferent() {
    #expect(Set(Self.all.map(\.said.text)).count == Self.all.count)
    #expect(Reception.unreachable("refused").said.text.contains("refused"))
    #expect(Reception.deviceGone("/dev/gps0").said.text.contains("/dev/gps0"))
  }

  private static let device = GPSDReport.Device(path: "/dev/a", isActive: true)
}
