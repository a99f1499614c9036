import Foundation
import Glibc
import Records
import Testing

/// Many clients at a time, half of which never read.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CrowdTests {
  @Test func silentClientsDelayNeitherOthersNorSignals() async throws {
    let alone = try await ride(readers: 0, others: 0)
    let crowd = try await ride(readers: 25, others: 25)
    #expect(alone.events == ["enter ring", "exit ring"])
    #expect(crowd.events == alone.events)
    #expect(crowd.beeps == alone.beeps)
    #expect(crowd.rejected == [])
    #expect(crowd.fixes == Array(repeating: Self.epochs.count, count: 25))
    #expect(crowd.watched == Array(repeating: ["enter", "exit"], count: 25))
    #expect(crowd.hasReason)
    // 256 kB for each client that does not read, and some more for the others.
    let (before, most) = try (#require(crowd.before), #require(crowd.most))
    #expect(!most.hasGrown(by: 16_384, since: before), "from \(before) to \(most)")
    print("50 clients: from \(before) to \(most) at most")
  }

  /// A ride through the ring with 100 fixes a second.
  private static let epochs = (0...4000).map { number in
    Epoch(second: Double(number) * 0.015, east: -150 + 0.075 * Double(number))
  }

  private struct Ride {
    var events: [String] = []
    var beeps: [String] = []
    var fixes: [Int] = []
    var rejected: [String] = []
    var watched: [[String]] = []
    var before: PicketProcess.Memory?
    // The largest.
    var most: PicketProcess.Memory?
    var hasReason = false
  }

  private func ride(readers: Int, others: Int) async throws -> Ride {
    let gpsd = FakeGPSD()
    let picket = try ControlTests.picket("[blind]\nlimit = 3600", port: gpsd.port)
    await gpsd.accept()
    let reading = await ControlTalk.clients(readers, of: picket)
    let silent = await ControlTalk.clients(others, of: picket)
    for talk in reading { #expect(try talk.ask(#"{"do":"watch","fixes":true}"#).refusal == nil) }
    for talk in silent { talk.sendLine(#"{"do":"watch","fixes":true}"#) }
    // After their answers, all clients watch.
    for talk in reading { _ = try talk.ask(#"{"do":"status"}"#) }
    var ride = Ride()
    ride.fixes = Array(repeating: 0, count: readers)
    ride.watched = Array(repeating: [], count: readers)
    func read() {
      for (number, talk) in reading.enumerated() {
        for line in talk.linesSoFar() {
          let reply = Reply(line)
          switch reply?.text("fix") {
          case "trusted": ride.fixes[number] += 1
          case nil: break
          default: ride.rejected.append(line)
          }
          // A server that gets no processor for a second leaves fixes out, and says how many.
          if let count = reply?.number("left_out") { ride.fixes[number] += Int(count) }
          if reply?.number("seq") != nil { ride.watched[number] += [reply?.text("event") ?? ""] }
        }
      }
    }
    // One of the silent clients reads at last, within the half minute before it is closed.
    func readReason() {
      guard !ride.hasReason, let talk = silent.first, picket.log.contains("was cut off") else {
        return
      }
      var last = ""
      while let line = talk.next(within: 1) { last = line }
      ride.hasReason = last.contains("more than 256 kB wait to be read here; read faster")
    }
    let before = try picket.memory()
    var most = before
    for (number, epoch) in Self.epochs.enumerated() {
      gpsd.report(epoch)
      guard number % 50 == 49 else { continue }
      // As fast as this machine can send and the reading clients can read.
      if readers > 0 {
        await eventually("fixes are reported") {
          read()
          return ride.fixes.allSatisfy { $0 >= number - 49 }
        }
      }
      let now = try picket.memory()
      if now.kilobytes > most.kilobytes { most = now }
      readReason()
    }
    await eventually("both events") { picket.events.count == 2 }
    if readers > 0 {
      await eventually("all events are reported") {
        read()
        return ride.fixes.allSatisfy { $0 == Self.epochs.count }
          && ride.watched.allSatisfy { $0.count == 2 }
      }
      await eventually("silent clients are disconnected") {
        picket.log.contains("was cut off the control socket: more than 256 kB wait")
      }
      readReason()
    }
    func beeps() -> [String] {
      picket.output.split(separator: "\n").map(String.init).filter { $0.hasSuffix("active") }
    }
    // The signals ready, sighted, enter and exit.
    await eventually("all signals have ended") {
      beeps().count { $0.contains("led") } == 10 && beeps().last?.hasSuffix("inactive") == true
    }
    ride.events = picket.events
    ride.beeps = beeps()
    (ride.before, ride.most) = (before, most)
    #expect(picket.end().status == 0)
    return ride
  }
}
