@testable import Board
@testable import Picket
import Records
import Testing

/// Programs that answer in gpsd's place, and receivers in place of the configured one.
struct StrangerTests {
  private static func session(_ device: String? = nil) -> SessionRide {
    var configuration = Configuration()
    configuration.gpsd.device = device
    let ride = SessionRide(SessionRide.settings(configuration))
    _ = ride.session.receive(.connected, at: ride.now)
    return ride
  }

  @Test(arguments: [
    ("$GPRMC,120000.00,A,5000.00000,N,01000.00000,E,0.0,,030626,,,A*00", Stranger.nmea),
    ("HTTP/1.1 400 Bad Request", .web), ("SSH-2.0-OpenSSH_9.2", .unknown),
  ])
  func lineOfAnotherProgramIsRecognised(_ line: String, _ stranger: Stranger) {
    let ride = Self.session()
    ride.receive(line)
    #expect(ride.session.receiving.path.reception == .stranger(stranger))
    #expect(ride.performed().contains { $0.contains("is not gpsd: \(stranger.said.text)") })
    // It stays the reason when that program closes the connection, and for the next one.
    _ = ride.session.receive(.lost("gpsd closed the connection"), at: ride.now)
    _ = ride.session.receive(.connected, at: ride.now)
    #expect(ride.session.receiving.path.reception == .stranger(stranger))
    ride.receive(
      #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
    #expect(ride.session.receiving.path.reception == .connected)
  }

  @Test func programThatSaysNothingIsNotGPSD() {
    let ride = Self.session()
    _ = ride.session.receive(.silent, at: ride.now)
    #expect(ride.session.receiving.path.reception == .stranger(.silent))
  }

  @Test func unreadableLineOfGPSDIsNotAStranger() {
    let ride = Self.session()
    ride.ride(0..<1)
    ride.receive("$GPRMC")
    #expect(ride.session.receiving.path.reception == .fix3D)
  }

  @Test func otherReceiverInPlaceOfTheConfiguredIsNamed() {
    let ride = Self.session("/dev/serial0")
    ride.ride(0..<9)
    #expect(ride.session.receiving.path.reception == .connected)
    ride.ride(9..<12)
    #expect(
      ride.session.receiving.path.reception == .otherDevice("/dev/a", configured: "/dev/serial0"))
    ride.receive(Epoch.ride[12].report(device: "/dev/serial0"))
    #expect(ride.session.receiving.path.reception == .fix3D)
    ride.ride(13..<40)
    #expect(ride.session.receiving.path.reception == .fix3D)
  }

  @Test func missingConfiguredReceiverIsNamedWithTheOthers() {
    let ride = Self.session("/dev/serial0")
    ride.receive(
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","activated":1}]}"#)
    #expect(
      ride.session.receiving.path.reception
        == .otherDevice("/dev/ttyACM0", configured: "/dev/serial0"))
  }
}
