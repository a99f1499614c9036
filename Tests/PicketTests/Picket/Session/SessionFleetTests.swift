@testable import Picket
import Testing

struct SessionFleetTests {
  private func ride(fleet number: Int? = nil, file: String? = "/s/fleet.geojson") -> SessionRide {
    var settings = SessionRide.settings()
    settings.fleet = number.map { Settings.Fleet(version: FleetSample.version($0), count: 1) }
    settings.fleetFile = file
    return SessionRide(settings)
  }

  private func request(_ number: Int, hash: String = FleetSample.hash) -> String {
    """
    {"do":"fleet","file":"/l/a","source":"fleet/a","version":\(number),"sha256":"\(hash)"}
    """
  }

  @Test func versionIsAnswered() throws {
    #expect(try ride().fields(#"{"do":"fleet"}"#) == #"{"watched":1}"#)
    #expect(
      try ride(fleet: 4).fields(#"{"do":"fleet"}"#)
        == #"{"source":"fleet/a","version":4,"sha256":"\#(FleetSample.hash)","regions":1,"watched":1}"#
    )
    #expect(
      try ride(fleet: 4).fields(#"{"do":"regions"}"#)?
        .contains(#""fleet":{"source":"fleet/a","version":4"#) == true)
  }

  @Test func newerUpdateIsPassedOn() throws {
    guard case .success(.files(.fleet(let update, _))) = try ride(fleet: 4).ask(request(5)) else {
      Issue.record("not applied")
      return
    }
    #expect(update == FleetUpdate(file: "/l/a", version: FleetSample.version(5)))
  }

  @Test func olderUpdateIsRefused() throws {
    #expect(
      try ride(fleet: 4).refusal(request(3))
        == "version 3 of fleet/a is older than version 4, which the board has")
  }

  @Test func sameUpdateIsAnsweredAtOnce() throws {
    #expect(try ride(fleet: 4).fields(request(4))?.contains(#""version":4"#) == true)
  }

  @Test(arguments: [
    #"{"do":"fleet","file":"/l/a","source":"fleet/a","version":1.5,"sha256":"HASH"}"#,
    #"{"do":"fleet","file":"/l/a","source":"fleet/a","version":0,"sha256":"HASH"}"#,
    #"{"do":"fleet","file":"/l/a","source":"fleet/a","version":1,"sha256":"abc"}"#,
    #"{"do":"fleet","file":"/l/a","source":"","version":1,"sha256":"HASH"}"#,
    #"{"do":"fleet","file":"/l/a","version":1,"sha256":"HASH"}"#,
    #"{"do":"fleet","file":"/l/a","source":"fleet/a","sha256":"HASH"}"#,
    #"{"do":"fleet","file":7}"#,
  ])
  func incompleteUpdateIsRefused(_ line: String) throws {
    #expect(try ride().refusal(line.replacing("HASH", with: FleetSample.hash)) != nil)
  }

  @Test func updateWithoutAFleetFileIsRefused() throws {
    #expect(
      try ride(file: nil).refusal(request(5))
        == "this picket watches the file of --regions alone; start it without that option")
  }

  @Test func updatesHaveABudget() throws {
    let ride = ride()
    for _ in 0..<60 { _ = try ride.ask(request(5)) }
    #expect(try ride.refusal(request(5))?.hasPrefix("too many requests such as fleet") == true)
  }

  @Test func otherVersionIsNoted() throws {
    let ride = ride(fleet: 4)
    var settings = SessionRide.settings()
    settings.fleet = Settings.Fleet(version: FleetSample.version(5), count: 1)
    ride.session.adopt(ReloadedFiles(.success(settings), watched: ""), at: ride.now)
    #expect(
      ride.performed().contains(
        "note configuration: reloaded: watching 1 region, 1 of them by version 5 of fleet/a"))
  }
}
