import Base
import Foundation
import Records
import Testing

/// `picket` with a link as the device.
@Suite(.timeLimit(.minutes(5)))
struct DeviceLinkTests {
  @Test func linkToTheReceiverIsFollowed() async throws {
    let folder = try TemporaryFolder()
    for name in ["ttyACM0", "ttyACM1"] { _ = try folder.write("", to: name) }
    let link = "\(folder.path)/gps0"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "\(folder.path)/ttyACM0")
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), device: link)
    func status() async -> Reply? { try? await ControlTalk(picket).ask(#"{"do":"status"}"#) }
    func device(_ name: String, _ activated: String = #""2026-06-03T09:00:00Z""#) -> String {
      #"{"class":"DEVICE","path":"\#(folder.path)/\#(name)","activated":\#(activated)}"#
    }
    await gpsd.accept(devices: device("ttyACM0"))
    gpsd.sendLine(Epoch.ride[0].report(device: "\(folder.path)/ttyACM0"))
    await eventually("the fix is trusted") { await status()?.text("device") == link }
    #expect(await status()?.text("sight") == "sighted")

    // A hotplug brings the receiver under the other name.
    gpsd.sendLine(device("ttyACM0", "0"))
    await eventually("its end is recognised") {
      await status()?.object("gpsd")?.text("reception")?.contains("lost the receiver") ?? false
    }
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "\(folder.path)/ttyACM1")
    gpsd.sendLine(device("ttyACM1"))
    gpsd.sendLine(Epoch.ride[1].report(device: "\(folder.path)/ttyACM1"))
    await eventually("it is followed again") {
      await status()?.object("gpsd")?.text("reception")?.contains("fix") ?? false
    }
    #expect(picket.end().status == 0)
  }
}
