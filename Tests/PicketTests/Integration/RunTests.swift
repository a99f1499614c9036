import Base
import Foundation
import Glibc
import Testing

/// The whole controller with a real gpsd, or with a server that misbehaves in its place.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct RunTests {
  @Test func rideThroughARingHasTwoEvents() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    gpsd.play(Epoch.ride, speed: 10, from: .now)
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.log.contains("3D fix"))
    #expect(picket.output.contains("buzzer active"))
    #expect(picket.end().status == 0)
    #expect(picket.output.contains("region   ring: 1 enter, 1 exit"))
  }

  @Test func signalIsOneLine() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, showsLines: false)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    gpsd.play(Epoch.ride, speed: 10, from: .now)
    await eventually("both signals") {
      picket.output.contains("♪ short short · led 2 s (enter ring)\n")
        && picket.output.contains("♪ long · led 1 s (exit ring)\n")
    }
    #expect(!picket.output.contains(" active"))
    #expect(picket.end().status == 0)
  }

  @Test func driverIsKnownInALiveRun() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    gpsd.play(Epoch.ride, speed: 10, from: .now)
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    let status = try await ControlTalk(picket).ask(#"{"do":"status"}"#)
    #expect(status.text("accuracy_from") == "hdop")
    #expect(picket.end().status == 0)
  }

  @Test func gpsdPlaysTheReportsOfAWalk() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    // As gpsfake sends the lines of reports.json.
    for epoch in Epoch.ride {
      gpsd.send([epoch.report(device: "/dev/gps")])
      usleep(20_000)
    }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.end().status == 0)
  }

  @Test func replayGivesTheEventsOfTheRun() async throws {
    let gpsd = try await GPSDaemon()
    let regions = Epoch.regions(#","linger":2.5,"dwell":7.3"#)
    let picket = try PicketProcess(port: gpsd.port, regions: regions, speed: 10)
    let recorder = GPSDRecorder(port: gpsd.port)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    gpsd.play(Epoch.ride, speed: 10, from: .now)
    await eventually("the exit") { picket.events.last == "exit ring" }
    #expect(picket.end().status == 0)
    let capture = picket.file("ride.json")
    try recorder.reports().write(to: capture)

    let replayed = picket.file("replayed.jsonl")
    let replay = Process()
    replay.executableURL = PicketProcess.executable
    replay.arguments = [
      "replay", capture.path, "--regions", picket.file("regions.geojson").path, "--events",
      replayed.path,
    ]
    replay.standardOutput = FileHandle.nullDevice
    try replay.run()
    replay.waitUntilExit()
    #expect(replay.terminationStatus == 0)
    #expect(picket.text(of: "replayed.jsonl") == picket.text(of: "events.jsonl"))
    #expect(picket.events == ["enter ring", "dwell ring", "exit ring"])
  }

  @Test func restartedGPSDCostsNoCrossing() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 5)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    let start = ContinuousClock.now
    gpsd.play(Epoch.ride[..<15], speed: 5, from: start)
    gpsd.kill()
    await eventually("the loss is reported") { picket.log.contains("no gpsd:") }
    // The border is passed in the 20th second, while there is no gpsd.
    await eventually("the 28th second") { start.duration(to: .now) > .seconds(5.6) }
    try await gpsd.start()
    await eventually("picket is connected again") {
      picket.log.components(separatedBy: "connected to gpsd").count == 3
    }
    gpsd.play(Epoch.ride, speed: 5, from: start)
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    // Reported once for all attempts.
    #expect(picket.log.components(separatedBy: "no gpsd:").count == 2)
    let entry = try #require(picket.eventLines.first)
    #expect(entry.contains(#""blind":"#))
    #expect(!entry.contains(#""crossed":"#))
    #expect(picket.end().status == 0)
  }

  @Test func silentReceiverMakesPicketBlind() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    let start = ContinuousClock.now
    gpsd.play(Epoch.ride[..<10], speed: 10, from: start)
    await eventually("blind") {
      picket.output.contains("blind: no fix that can be trusted since 2026-06-03T09:00:")
    }
    gpsd.play(Epoch.ride[40...], speed: 10, from: start)
    await eventually("sighted") { picket.output.contains("sighted at 2026-06-03T09:00:4") }
    #expect(picket.output.contains(" after 3"))
    #expect(picket.end().status == 0)
  }

  @Test func missingFixIsReported() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    gpsd.play((0..<5).map { Epoch(second: Double($0), east: nil) }, speed: 10, from: .now)
    await eventually("no fix") { picket.log.contains("no fix; the receiver needs to see the sky") }
    gpsd.play(Epoch.ride[..<10], speed: 10, from: .now)
    await eventually("a fix") { picket.log.contains("3D fix") }
    #expect(picket.end().status == 0)
  }

  @Test func garbageIsIgnored() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await gpsd.accept()
    gpsd.report(Epoch.ride[0])
    gpsd.sendLine("this is not JSON")
    gpsd.sendLine(#"{"class":"TPV","mode":3,"#)
    gpsd.sendLine(#"{"class":"TPV","mode":"three","lat":{}}"#)
    gpsd.send([0, 1, 2, 0xff, 0x0a])
    gpsd.sendLine(#"{"class":"TPV","note":""# + String(repeating: "x", count: 100_000) + #""}"#)
    for epoch in Epoch.ride.dropFirst() { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.log.contains("longer than 32 kB"))
    #expect(picket.log.contains("cannot be read: not a JSON object"))
    #expect(picket.log.contains("a report cannot be used: lat is an object; gpsd sends a number"))
    #expect(picket.end().status == 0)
    #expect(picket.output.contains("5 that could not be read"))
  }

  @Test func sevenDevicesDoNotStopTheRun() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    let devices = (0..<9).map { #"{"class":"DEVICE","path":"/dev/gps\#($0)"}"# }
    await gpsd.accept(devices: devices.joined(separator: ","))
    for epoch in Epoch.ride { gpsd.report(epoch, device: "/dev/gps7") }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.end().status == 0)
  }

  @Test func unfinishedLineCountsAsSilence() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    await gpsd.accept()
    gpsd.report(Epoch.ride[0])
    await eventually("a fix") { picket.log.contains("3D fix") }
    gpsd.send(Array(#"{"class":"TPV","mode":3,"ti"#.utf8))
    #expect(gpsd.hasClient(within: 20))
    gpsd.hangUp()
    await gpsd.accept()
    await eventually("the silence is reported") {
      picket.log.contains("its receiver reports nothing")
    }
    gpsd.report(Epoch(second: 14, east: -150))
    await eventually("it goes on") { picket.output.contains(" after ") }
    #expect(picket.end().status == 0)
  }

  @Test func connectionIsLoggedAgainAfterALoss() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    func connections() -> Int { picket.log.components(separatedBy: "connected to gpsd").count - 1 }
    await gpsd.accept()
    await eventually("it is connected") { connections() == 1 }
    // The receiver reports nothing, so picket connects again.
    #expect(gpsd.hasClient(within: 20))
    gpsd.hangUp()
    await gpsd.accept()
    gpsd.report(Epoch.ride[0])
    await eventually("it is sighted") { picket.output.contains("sighted") }
    #expect(connections() == 1)
    gpsd.hangUp()
    await gpsd.accept()
    await eventually("it is connected again") { connections() == 2 }
    #expect(picket.end().status == 0)
  }

  @Test func eachLossHasItsOwnMessage() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await gpsd.accept(devices: "")
    await eventually("no receiver") { picket.log.contains("gpsd has no receiver; plug one in") }
    gpsd.sendLine(#"{"class":"DEVICE","path":"/dev/gps","activated":"2026-06-03T09:00:00Z"}"#)
    gpsd.report(Epoch(second: 0, east: nil))
    await eventually("no fix") { picket.log.contains("no fix;") }
    gpsd.sendLine(#"{"class":"DEVICE","path":"/dev/gps","activated":0}"#)
    await eventually("the receiver is lost") { picket.log.contains("lost the receiver /dev/gps") }
    gpsd.hangUp()
    await eventually("gpsd is lost") { picket.log.contains("no gpsd: ") }
    #expect(picket.end().status == 0)
  }

  @Test func onlyTheConfiguredDeviceCounts() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, device: "/dev/mine")
    await gpsd.accept()
    for epoch in Epoch.ride { gpsd.report(epoch, device: "/dev/other") }
    gpsd.report(Epoch.ride[0], device: "/dev/mine")
    await eventually("the configured receiver is used") { picket.output.contains("sighted") }
    #expect(picket.events.isEmpty)
    #expect(picket.end().status == 0)
    #expect(picket.output.contains("61 another device"))
  }

  @Test func sigtermDuringAPatternEndsIt() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[signal.enter]\nbuzzer = \"10000\"\nled = \"10000\"")
    await gpsd.accept()
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("the pattern plays") {
      picket.events == ["enter ring"] && picket.output.hasSuffix("led active\n")
    }
    let (status, seconds) = picket.end()
    #expect(status == 0)
    #expect(seconds < 1)
    for output in ["buzzer", "led"] {
      let last = picket.output.split(separator: "\n").last { $0.contains(output + " ") }
      #expect(last?.hasSuffix("inactive") == true)
    }
    let state = picket.text(of: "state/state")
    #expect(state.contains(#""ring":{"since":"2026-06-03T09:00:"#))
    #expect(state.contains(#""unsounded":[1]"#))
  }

  @Test func endedSignalIsSavedAsSounded() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      // The last change comes before the end of the signal.
      configuration: "[signal.enter]\nled = \"100/300\"")
    await gpsd.accept()
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("the entry") { picket.events == ["enter ring"] }
    await eventually("its signal has ended") {
      let state = picket.text(of: "state/state")
      return state.contains(#""next":2"#) && state.contains(#""unsounded":[]"#)
    }
    #expect(picket.isRunning)
    #expect(picket.end().status == 0)
  }

  @Test func exitWhileOffIsReportedOnce() async throws {
    let gpsd = FakeGPSD()
    let first = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await gpsd.accept()
    // In one piece: between two pieces, the timer could confirm the entry a fix earlier.
    let reports = Epoch.ride[..<30].map { $0.report(device: "/dev/gps") }
    gpsd.sendLine(reports.joined(separator: "\n"))
    await eventually("the entry") { first.events == ["enter ring"] }
    #expect(first.end().status == 0)
    gpsd.hangUp()

    let second = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, in: first.folder)
    await gpsd.accept()
    gpsd.report(Epoch(second: 600, east: 900))
    await eventually("the exit") { second.events == ["exit ring"] }
    let exit = try #require(second.eventLines.first)
    #expect(exit.contains(#""seq":2"#))
    // The first run may have ended before it read the fixes after the entry.
    #expect((571...577).contains { exit.contains("\"blind\":\($0)}") }, "\(exit)")
    #expect(second.log.contains("inside when last seen: ring"))
    gpsd.report(Epoch(second: 601, east: 905))
    #expect(second.end().status == 0)
    #expect(second.events == ["exit ring"])
  }

  @Test func sighupReloadsOnlyValidFiles() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await gpsd.accept()
    for epoch in Epoch.ride[..<10] { gpsd.report(epoch) }
    await eventually("the ring is known") { picket.log.contains("ring: outside") }
    try "{".write(to: picket.file("regions.geojson"), atomically: false, encoding: .utf8)
    picket.send(SIGHUP)
    await eventually("the bad file is reported") {
      picket.log.contains("this is not JSON") && picket.log.contains("regions are kept")
    }
    let moved = Epoch.regions(#","note":"moved""#)
    try moved.write(to: picket.file("regions.geojson"), atomically: false, encoding: .utf8)
    picket.send(SIGHUP)
    await eventually("the good file is applied") {
      picket.log.contains("reloaded: watching 1 region")
    }
    for epoch in Epoch.ride[10...] { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.eventLines.first?.contains(#""note":"moved""#) == true)
    #expect(picket.end().status == 0)
  }

  @Test func reloadDatesADueDwellNow() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(#","dwell":600"#), speed: 10,
      // However long the reload takes: a blind picket confirms no dwell.
      configuration: "[blind]\nlimit = 3600")
    await gpsd.accept()
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    for second in 30...90 { gpsd.report(Epoch(second: Double(second), east: 0, speed: 0)) }
    await eventually("the entry") { picket.events == ["enter ring"] }
    await eventually("the last fix is read") {
      (try? await ControlTalk(picket).ask(#"{"do":"status"}"#).text("time"))??.hasPrefix(
        "2026-06-03T09:01:3") == true
    }
    try Epoch.regions(#","dwell":20"#).write(
      to: picket.file("regions.geojson"), atomically: false, encoding: .utf8)
    picket.send(SIGHUP)
    await eventually("it is applied") { picket.log.contains("reloaded: watching 1 region") }
    // However long the reload takes: what is due when the next fix is late waits for a fix.
    var second = 90.0
    await eventually("the dwell") {
      second += 1
      gpsd.report(Epoch(second: second, east: 0, speed: 0))
      return picket.events == ["enter ring", "dwell ring"]
    }
    let dwell = try #require(picket.eventLines.last)
    // Not at the time at which the shorter stay would have been over.
    let time = try #require(dwell.firstMatch(of: #/"time":"2026-06-03T09:([^"]*)"/#)?.output.1)
    #expect(time >= "01:30", "\(dwell)")
    #expect(picket.end().status == 0)
  }

  @Test func layeredRegionsAreWatchedAtOnce() async throws {
    let gpsd = FakeGPSD()
    let features = (0..<9).flatMap { layer in
      (0..<10).map { index in
        let names = (0..<10).map { "\"\(layer + 1)-\($0)\"" }.joined(separator: ",")
        return """
          {"type":"Feature","id":"\(layer)-\(index)",
          "properties":{"radius":\(100 + layer),"exclude":[\(layer < 8 ? names : "")]},
          "geometry":{"type":"Point","coordinates":[15.0,47.0]}}
          """
      }
    }
    let regions =
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let picket = try PicketProcess(port: gpsd.port, regions: regions, speed: 10)
    await eventually("it watches them") { picket.log.contains("watching 90 regions") }
    await gpsd.accept()
    for epoch in Epoch.ride { gpsd.report(epoch) }
    // Layer 8 leaves nothing of layer 7, which then leaves all of layer 6, and so on.
    await eventually("entries and exits of every second layer") { Set(picket.events).count == 100 }
    picket.send(SIGHUP)
    await eventually("it reads them again") { picket.log.contains("reloaded: watching 90") }
    #expect(picket.end().status == 0)
  }

  @Test func serviceManagerIsNotified() async throws {
    let gpsd = FakeGPSD()
    let folder = try TemporaryFolder()
    let manager = NotifySocket(in: folder)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder,
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
    await gpsd.accept()
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("it is ready") { manager.messages.contains("READY=1") }
    await eventually("the status names the place") {
      manager.messages.contains("STATUS=3D fix; inside ring")
    }
    await eventually("it feeds the watchdog") {
      manager.messages.filter { $0 == "WATCHDOG=1" }.count > 3
    }
    picket.send(SIGHUP)
    await eventually("it reloads") {
      manager.messages.contains { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") }
    }
    #expect(picket.end().status == 0)
    #expect(manager.messages.last == "STOPPING=1")
  }

  @Test func refusedPriorityDoesNotEndTheRun() async throws {
    let gpsd = FakeGPSD()
    // Root without these capabilities has only the rights of other users.
    let capabilities = "-sys_nice,-ipc_lock,-sys_resource"
    let wrapper = [
      "/usr/bin/setpriv", "--inh-caps=\(capabilities)", "--bounding-set=\(capabilities)",
    ]
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[process]\npriority = 20\nlock_memory = true",
      through: geteuid() == 0 ? wrapper : [])
    await gpsd.accept()
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    let refusals = picket.log.split(separator: "\n").filter { $0.contains("continuing without") }
    #expect(refusals.first?.contains("SCHED_FIFO 20: Operation not permitted") == true)
    #expect(refusals.count <= 2)
    #expect(picket.end().status == 0)
  }

  @Test func invalidRegionsEndTheRunWithOne() async throws {
    let picket = try PicketProcess(port: 1, regions: "{}")
    await eventually("it ends") { !picket.isRunning }
    #expect(picket.end(0).status == 1)
    #expect(picket.log.contains("regions.geojson: "))
  }
}
