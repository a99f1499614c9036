import Foundation
import Glibc
import Synchronization
import Testing

/// A gpsd that sends too much, the wrong thing, or nothing at all.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct HostileTests {
  // MARK: Floods

  @Test func newestFixIsUsedDuringAFlood() async throws {
    let gpsd = FakeGPSD()
    let folder = try TemporaryFolder()
    let manager = NotifySocket(in: folder)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder,
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "500000"])
    await gpsd.accept()
    gpsd.report(Epoch.ride[0])
    await eventually("it is sighted") { picket.output.contains("sighted") }
    // Lines in the server's own buffer do not count: it is small.
    var size: Int32 = 65_536
    setsockopt(gpsd.client, SOL_SOCKET, SO_SNDBUF, &size, 4)
    // The first flood makes picket allocate the memory that floods need.
    let first = Flood(over: gpsd.client) { Self.crowd($0) }
    await first.wait(for: 5000)
    _ = first.end()
    let before = try picket.memory()
    let fed = manager.messages.count { $0 == "WATCHDOG=1" }
    let flood = Flood(over: gpsd.client) { Self.crowd(10_000 + $0) }
    let start = ContinuousClock.now
    await eventually("the watchdog is fed throughout") {
      manager.messages.count { $0 == "WATCHDOG=1" } >= fed + 12
    }
    let sent = flood.end()
    let end = ContinuousClock.now
    // Two messages are half the watchdog's time apart.
    let took = start.duration(to: end) / .seconds(1)
    #expect(took < 6, "\(took) s for 12 of them")
    // Fixes of a standing carrier prove that the receiver's clock is 1000 s ahead: a carrier cannot
    // move in no time.
    for second in 990..<1000 { gpsd.report(Epoch(second: Double(second), east: -150, speed: 0)) }
    // The fixes are a second apart and come all at once: the clock of the receiver counts.
    for second in 0...60 {
      gpsd.report(Epoch(second: 1000 + Double(second), east: -150 + 5 * Double(second)))
    }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    let late = end.duration(to: .now)
    print(
      "a flood of \(Int(Double(sent) / took)) lines a second; the newest fix \(late) after its end"
    )
    let after = try picket.memory()
    #expect(!after.hasGrown(by: 4096, since: before), "from \(before) to \(after)")
    #expect(late < .seconds(after.isInstrumented ? 60 : 1))
    #expect(picket.end().status == 0)
  }

  @Test(arguments: ["position", "rubbish", "devices"])
  func floodedRunEndsQuicklyAndWritesLittle(_ kind: String) async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await gpsd.accept()
    gpsd.report(Epoch.ride[0])
    await eventually("it is sighted") { picket.output.contains("sighted") }
    let flood = Flood(over: gpsd.client) { number in
      switch kind {
      case "rubbish":
        String(repeating: "{}\nx\n{\"class\":\"ERROR\",\"message\":\"no\"}\n", count: 10)
      case "devices":
        String(
          repeating: """
            {"class":"DEVICES","devices":[]}
            {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/gps","activated":1}]}

            """, count: 10)
      default: Self.crowd(number)
      }
    }
    // The beginning of the flood makes picket allocate the memory that floods need.
    await flood.wait(for: 5000)
    let before = try picket.memory()
    await flood.wait(for: 10_000)
    let after = try picket.memory()
    #expect(!after.hasGrown(by: 4096, since: before), "from \(before) to \(after)")
    let (status, seconds) = picket.end()
    #expect(status == 0)
    #expect(seconds < (after.isInstrumented ? 60 : 1))
    _ = flood.end()
    #expect(picket.log.split(separator: "\n").count < 200)
    #expect(picket.text(of: "state/journal.1.jsonl").split(separator: "\n").count < 200)
  }

  @Test func staleFixesAreDecidedInOrder() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    await gpsd.accept()
    gpsd.report(Epoch(second: 0, east: -150))
    await eventually("it is sighted") { picket.output.contains("sighted") }
    picket.send(SIGSTOP)
    let start = ContinuousClock.now
    // A ride through the ring with ten fixes a second.
    for tenth in 1...600 {
      let second = Double(tenth) / 10
      gpsd.report(Epoch(second: second, east: -150 + 5 * second))
    }
    // Long enough that the reports are old when they are read.
    await eventually("it has paused for three seconds") {
      picket.isStopped && start.duration(to: .now) >= .seconds(3)
    }
    picket.send(SIGCONT)
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    let times = picket.eventLines.compactMap { field("time", of: $0) }
    #expect(times == times.sorted())
    #expect(picket.end().status == 0)
    // Some fixes after the last event may be unread when the run ends.
    #expect(picket.output.contains(" trusted, 0 rejected"))
  }

  // MARK: Wrong reports

  @Test func invalidReportsNeitherEndNorGrowPicket() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await gpsd.accept()
    gpsd.report(Epoch.ride[0])
    await eventually("it is sighted") { picket.output.contains("sighted") }
    for line in Self.hostile { gpsd.send(line) }
    let before = try picket.memory()
    for _ in 0..<20 { for line in Self.hostile { gpsd.send(line) } }
    for epoch in Epoch.ride.dropFirst() { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    let after = try picket.memory()
    #expect(!after.hasGrown(by: 4096, since: before), "from \(before) to \(after)")
    #expect(picket.end().status == 0)
  }

  @Test func firstDeviceWithAFixIsFollowed() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    let devices = (0..<200).map { #"{"class":"DEVICE","path":"/dev/gps\#($0)"}"# }
    await gpsd.accept(devices: devices.joined(separator: ","))
    for epoch in Epoch.ride {
      gpsd.report(epoch, device: "/dev/gps7")
      for other in 100..<110 {
        gpsd.report(Epoch(second: epoch.second, east: 5000), device: "/dev/gps\(other)")
      }
    }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.end().status == 0)
  }

  @Test func twoPicketsReportTheSameEvents() async throws {
    let gpsd = try await GPSDaemon()
    let pickets = try (0..<2).map { _ in
      try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    }
    // gpsd may greet a client long before it reads its requests.
    var second = -3600.0
    await eventually("both receive its reports") {
      second += 1
      gpsd.send(Epoch(second: second, east: nil).sentences)
      return pickets.allSatisfy { $0.log.contains("no fix") }
    }
    gpsd.play(Epoch.ride, speed: 10, from: .now)
    for picket in pickets {
      await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
      #expect(picket.end().status == 0)
    }
    #expect(pickets[0].eventLines == pickets[1].eventLines)
  }

  // MARK: No reports

  @Test func silentGPSDIsReportedAndReconnected() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    await gpsd.accept(silently: true)
    await eventually("the silence is reported") {
      picket.log.contains("is not gpsd: it sends nothing")
    }
    #expect(gpsd.hasClient(within: 5))
    gpsd.hangUp()
    await gpsd.accept()
    gpsd.report(Epoch.ride[0])
    await eventually("it is sighted") { picket.output.contains("sighted") }
    #expect(picket.end().status == 0)
  }

  @Test func attemptsBecomeRarerAfterResets() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    let start = ContinuousClock.now
    var attempts = 0
    while start.duration(to: .now) < .seconds(4) {
      guard gpsd.hasClient(within: 0.1) else { continue }
      await gpsd.accept(silently: true)
      gpsd.reset()
      attempts += 1
    }
    // After 0, 0.5, 1.5, 3.5 s.
    #expect((3...5).contains(attempts), "\(attempts) attempts in 4 s")
    await gpsd.accept()
    gpsd.report(Epoch.ride[0])
    await eventually("it is sighted") { picket.output.contains("sighted") }
    #expect(picket.end().status == 0)
  }

  @Test func interruptedLineDoesNotJoinTheNext() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await gpsd.accept()
    for epoch in Epoch.ride[..<10] { gpsd.report(epoch) }
    let whole = Epoch.ride[10].report(device: "/dev/gps")
    gpsd.send(Array(whole.utf8.prefix(60)))
    gpsd.hangUp()
    await gpsd.accept()
    gpsd.send(Array(whole.utf8.dropFirst(60)) + [0x0a])
    for epoch in Epoch.ride[11...] { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.end().status == 0)
    #expect(picket.output.contains("1 that could not be read"))
  }

  // MARK: Lines

  /// Twenty fixes a hundredth of a second apart, at one of two places.
  private static func crowd(_ number: Int) -> String {
    // The carrier stands: fixes that do not move as their speed says would not be believed.
    let epoch = Epoch(second: 1 + Double(number) / 100, east: -150 + Double(number % 2), speed: 0)
    let report = epoch.report(device: "/dev/gps")
    return String(repeating: "\(report)\n", count: 20)
  }

  private static let hostile: [[UInt8]] = {
    func tpv(_ fields: String) -> String {
      #"{"class":"TPV","device":"/dev/gps","mode":3,"time":"2026-06-03T09:00:00.500Z",\#(fields)}"#
    }
    let lines = [
      String(repeating: "[", count: 100_000), String(repeating: "[", count: 30_000),
      String(repeating: #"{"a":"#, count: 6000),
      #"{"class":"# + String(repeating: "[", count: 30_000),
      #"{"class":"DEVICES","devices":"# + String(repeating: "[", count: 15_000)
        + String(repeating: "]", count: 15_000) + "}",
      tpv(#""lat":1e999,"lon":15.0"#), tpv(#""lat":NaN,"lon":Infinity"#),
      tpv(#""lat":-Infinity,"lon":nan"#), tpv(#""lat":"47.0","lon":"15.0""#),
      tpv(#""lat":47.0,"lat":-47.0,"lon":15.0,"lon":-15.0"#),
      tpv(#""lat":47.0,"lon":15.0,"mode":2,"mode":99999999999999999999"#),
      tpv(#""lat":91,"lon":181"#), tpv(#""lat":0,"lon":0"#), tpv(#""lat":"#), tpv(#""eph":-1e300"#),
      tpv(#""lat":47.0,"lon":15.0,"speed":1e300,"track":1e300,"eph":1e-300"#),
      #"{"class":"TPV","mode":3,"time":"9999-99-99T99:99:99Z","lat":47,"lon":15}"#,
      #"{"class":"TPV","mode":3,"time":-1e300,"lat":47,"lon":15}"#,
      #"{"class":"GST","device":"/dev/gps","lat":1e999,"lon":-1}"#,
      #"{"class":"DEVICE","path":"\#(String(repeating: "x", count: 20_000))","activated":0}"#,
      #"{"class":"DEVICE","path":17}"#, #"{"class":"VERSION","release":{}}"#,
      #"{"class":"\u0000\ud800\udfff"}"#, #"{"class":"TPV""#, "}{", "{}", "\"", "\\",
      // Other years are rejected, as no later fix agrees with them.
      Epoch(second: 0.6, east: -150).report(device: "/dev/gps")
        .replacingOccurrences(of: "2026", with: "1970"),
    ]
    return lines.map { Array($0.utf8) + [0x0a] } + [
      [0, 0, 0, 0x0a], [0xff, 0xfe, 0xc0, 0x80, 0x0a], Array(#"{"class":"TPV\#0"}"#.utf8) + [0x0a],
      Array(#"{"class":"ERROR","message":""#.utf8) + [0xed, 0xa0, 0x80, 0x22, 0x7d, 0x0a],
    ]
  }()
}

/// Lines that a thread sends as fast as the socket accepts them.
private final class Flood: Sendable {
  private let isOver = Atomic(false)
  private let count = Atomic(0)
  private let done = DispatchSemaphore(value: 0)

  /// Starts to send.
  ///
  /// - Parameter lines: The line for a number, counted from 0.
  init(over descriptor: Int32, _ lines: @escaping @Sendable (Int) -> String) {
    let thread = Thread { [self] in
      var number = 0
      while !isOver.load(ordering: .relaxed) {
        let some = Array(lines(number).utf8)
        number += 1
        guard Self.send(some, over: descriptor) else { break }
        count.add(some.count { $0 == 0x0a }, ordering: .relaxed)
      }
      done.signal()
    }
    thread.start()
  }

  /// Waits until this many lines were sent.
  func wait(for lines: Int) async {
    await eventually("\(lines) lines are sent") { count.load(ordering: .relaxed) >= lines }
  }

  /// Ends the flood.
  ///
  /// - Returns: the number of sent lines.
  func end() -> Int {
    isOver.store(true, ordering: .relaxed)
    done.wait()
    return count.load(ordering: .relaxed)
  }

  private static func send(_ bytes: [UInt8], over descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}
