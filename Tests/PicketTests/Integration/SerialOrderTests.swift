import Glibc
import Testing

/// The whole controller with a real gpsd and a receiver at a serial line that starts cold.
@Suite(.timeLimit(.minutes(5)))
struct SerialOrderTests {
  /// gpsd reports their epochs in parts: 3.22 in two, 3.25 in up to four.
  @Test(arguments: ["GGA GSA GSV RMC VTG", "GLL GGA RMC"])
  func orderOfSentencesChangesNoEvent(_ order: String) async throws {
    let line = try #require(SerialLine())
    let gpsd = try await GPSDaemon(line)
    let picket = try PicketProcess(port: gpsd.port, regions: OrderedRide.regions, speed: 10)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    let start = ContinuousClock.now
    for (number, epoch) in OrderedRide(order: order, start: .cold, rate: 1).epochs.enumerated() {
      let wait = ContinuousClock.now.duration(to: start + .milliseconds(100 * number))
      if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
      gpsd.send(epoch)
    }
    let wanted = ["speeding yard", "enter ring", "exit ring", "speedOK yard"]
    await eventually("all events") { picket.events.count >= wanted.count }
    #expect(picket.events == wanted)
    #expect(picket.end().status == 0)
  }
}
