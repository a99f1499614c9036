import Base
@testable import Board
import Geofence
@testable import Picket
import Testing

/// A receiver that the configuration names by a link.
struct DeviceNamesTests {
  /// The names of /dev/gps0, which leads to a path.
  private static func names(leadingTo path: String?, others: Set<String> = []) -> DeviceNames {
    DeviceNames("/dev/gps0", others: others) { $0 == "/dev/gps0" ? path : $0 }
  }

  private static func device(_ path: String, isActive: Bool = true) -> GPSDReport {
    .device(GPSDReport.Device(path: path, isActive: isActive))
  }

  private static func fix(_ device: String) -> GPSDReport {
    .fix(Fix(mode: .fix3D, device: device))
  }

  @Test func reportsHaveTheConfiguredName() {
    var names = Self.names(leadingTo: "/dev/ttyACM0")
    #expect(names.named(Self.device("/dev/ttyACM0")) == Self.device("/dev/gps0"))
    #expect(names.named(Self.fix("/dev/ttyACM0")) == Self.fix("/dev/gps0"))
    #expect(names.named(Self.fix("/dev/ttyACM1")) == Self.fix("/dev/ttyACM1"))
    #expect(names.named(Self.fix("/dev/gps0")) == Self.fix("/dev/gps0"))
  }

  @Test func listOfReceiversIsCompared() {
    var names = Self.names(leadingTo: "/dev/ttyACM0")
    let list = ["/dev/ttyS0", "/dev/ttyACM0"].map { GPSDReport.Device(path: $0, isActive: true) }
    guard case .devices(let named) = names.named(.devices(list)) else { return }
    #expect(named.map(\.path) == ["/dev/ttyS0", "/dev/gps0"])
  }

  @Test func unpluggedReceiverKeepsItsName() {
    var names = Self.names(leadingTo: nil, others: ["/dev/ttyACM0"])
    let gone = Self.device("/dev/ttyACM0", isActive: false)
    #expect(names.named(gone) == Self.device("/dev/gps0", isActive: false))
  }

  @Test func pathOfAnotherReceiverIsForgotten() {
    var names = Self.names(leadingTo: "/dev/ttyACM1", others: ["/dev/ttyACM0"])
    #expect(names.named(Self.device("/dev/ttyACM0")) == Self.device("/dev/ttyACM0"))
    #expect(names.named(Self.fix("/dev/ttyACM0")) == Self.fix("/dev/ttyACM0"))
    #expect(names.named(Self.device("/dev/ttyACM1")) == Self.device("/dev/gps0"))
    #expect(names.others == ["/dev/ttyACM1"])
  }

  @Test func lateLinkIsFoundByTheReports() {
    var names = Self.names(leadingTo: "/dev/ttyACM0")
    let reports = (0..<12).map { _ in names.named(Self.fix("/dev/ttyACM0")) }
    #expect(reports.first == Self.fix("/dev/ttyACM0"))
    #expect(reports.last == Self.fix("/dev/gps0"))
  }

  @Test func replayFollowsNoLink() {
    var names = DeviceNames("/dev/gps0")
    #expect(names.named(Self.device("/dev/ttyACM0")) == Self.device("/dev/ttyACM0"))
    names.others = ["/dev/ttyACM0"]
    #expect(names.named(Self.fix("/dev/ttyACM0")) == Self.fix("/dev/gps0"))
  }

  @Test func missingLinkNamesNoReceiver() {
    var names = Self.names(leadingTo: nil)
    #expect(names.named(Self.device("/dev/ttyACM0")) == Self.device("/dev/ttyACM0"))
  }

  @Test func pathTrustsFixesOfTheLink() {
    var path = FixPath(
      filter: FixFilter(device: "/dev/gps0"), names: Self.names(leadingTo: "/dev/ttyACM0"),
      decider: Survey())
    for (index, line) in [
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}"#,
      Epoch.ride[0].report(device: "/dev/ttyACM0"),
    ].enumerated() {
      _ = path.receive(.whole(Array(line.utf8)), .live(Instant(.seconds(index))))
    }
    #expect(path.reception == .fix3D)
    #expect(path.decider.count == 1)
  }
}
