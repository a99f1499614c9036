import Foundation
import Glibc
import Testing

extension VirtualBoard {
  /// A passive buzzer on a PWM channel of the kernel.
  @Suite(.enabled(if: SimulatedBuzzer.isSupported, "no pwm-gpio: Tests/Rigs/virtual/test has it"))
  struct PWMTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// A tone of 700 Hz for as long as a test may need it, unless the test gives other values.
    private func configuration(
      _ pattern: String = "10000", device: String = SimulatedBuzzer.device, channel: Int = 0
    ) -> String {
      """
      [output.tone]
      pwm = "\(device)"
      channel = \(channel)
      pitch = 700
      \(LightTests.silence)
      [signal.enter]
      tone = "\(pattern)"
      """
    }

    /// Starts picket and rides into the ring.
    private func ride(
      _ gpsd: FakeGPSD, _ configuration: String, in folder: TemporaryFolder? = nil
    ) async throws -> PicketProcess {
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10, configuration: configuration,
        outputs: nil, in: folder,
        // A backtrace would need minutes here to find the names of functions.
        environment: ["SWIFT_BACKTRACE": "enable=no"])
      try await gpsd.accept(from: picket)
      for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
      return picket
    }

    /// The message of `picket run` with this configuration, whose channel is not available.
    private func refusal(_ configuration: String) async throws -> String {
      let picket = try PicketProcess(
        port: 1, regions: Epoch.regions(), configuration: configuration, outputs: nil)
      await eventually("it ends") { !picket.isRunning }
      #expect(picket.end(0).status == 69)
      return picket.log
    }

    /// Expects that the PWM is off, that its line is at rest, and that both stay so.
    private func expectSilence(
      _ buzzer: SimulatedBuzzer, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let trace = ToneTrace()
      #expect(buzzer.isEnabled != true, sourceLocation: sourceLocation)
      #expect(buzzer.level == 0, sourceLocation: sourceLocation)
      usleep(30_000)
      #expect(!trace.hasSounded, sourceLocation: sourceLocation)
    }

    @Test func patternIsPlayedAtItsPitches() async throws {
      let buzzer = try SimulatedBuzzer()
      let gpsd = FakeGPSD()
      let trace = ToneTrace()
      try await trace.record {
        let picket = try await ride(gpsd, configuration("150/100 200/100@440 100@2700"))
        await eventually("the entry") { picket.events == ["enter ring"] }
        await eventually("it has ended") {
          (trace.tones().last?.pitch ?? 0) > 2000 && buzzer.isEnabled == false
        }
        #expect(buzzer.isEnabled == false)
        #expect(picket.end().status == 0)
        gpsd.hangUp()
      }
      trace.expect(played: (150, 700), (200, 440), (100, 2700))
      expectSilence(buzzer)
      #expect(!buzzer.isExported)
    }

    @Test(arguments: ["100@500 100@1500", "100@1500 100@500"])
    func pitchesMayFollowWithoutAPause(_ pattern: String) async throws {
      let buzzer = try SimulatedBuzzer()
      let gpsd = FakeGPSD()
      let trace = ToneTrace()
      try await trace.record {
        let picket = try await ride(gpsd, configuration(pattern))
        await eventually("the entry") { picket.events == ["enter ring"] }
        await eventually("it has ended") { trace.hasSounded && buzzer.isEnabled == false }
        #expect(picket.end().status == 0)
        #expect(!picket.log.contains("tone"), "\(picket.log)")
        gpsd.hangUp()
      }
      let tones = trace.tones()
      #expect(tones.count == 1)
      let tone = try #require(tones.first)
      #expect(abs(tone.milliseconds - 200) <= 20)
      // 0.5 periods a millisecond at the lower pitch, and 1.5 at the higher.
      let higher = Double(tone.rises.count) - tone.milliseconds / 2
      #expect(abs(higher - 100) <= 20, "\(higher) ms at the higher pitch")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func endDuringAToneIsSilent(_ signal: Int32) async throws {
      let buzzer = try SimulatedBuzzer()
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, configuration())
      await eventually("it sounds") { buzzer.isEnabled == true }
      let end = picket.end(signal)
      #expect(end.status == 0)
      #expect(end.seconds < 2)
      #expect(!buzzer.isExported)
      expectSilence(buzzer)
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS])
    func faultDuringAToneIsSilent(_ fault: Int32) async throws {
      let buzzer = try SimulatedBuzzer()
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, configuration())
      await eventually("it sounds") { buzzer.isEnabled == true }
      #expect(picket.end(fault).status == fault)
      #expect(buzzer.isEnabled == false)
      // A driver may keep the level that it has when it is switched off.
      #expect(try buzzer.text(of: "pwm0/duty_cycle") == "0")
      expectSilence(buzzer)
    }

    // MARK: SIGKILL

    /// A line without an owner may become an input; a PWM continues.
    @Test func outputsOffSilencesAToneAfterSIGKILL() async throws {
      let buzzer = try SimulatedBuzzer()
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, configuration())
      await eventually("it sounds") { buzzer.isEnabled == true }
      picket.end(SIGKILL)
      let trace = ToneTrace()
      await eventually("it still sounds") { trace.tones().contains { $0.milliseconds > 200 } }
      let off = try PicketCommandRun(
        "outputs", "off", "--config", picket.file("picket.toml").path)
      #expect(off.status == 0, "\(off.log)")
      let chip = try buzzer.path
      #expect(off.output == "tone: inactive, channel 0 of \(chip) (pwm-buzzer)\n")
      expectSilence(buzzer)
    }

    @Test func startAfterSIGKILLIsSilent() async throws {
      let buzzer = try SimulatedBuzzer()
      let gpsd = FakeGPSD()
      let first = try await ride(gpsd, configuration())
      await eventually("it sounds") { buzzer.isEnabled == true }
      first.end(SIGKILL)
      gpsd.hangUp()
      #expect(buzzer.isEnabled == true)

      let second = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10, configuration: configuration(),
        outputs: nil, in: first.folder)
      await eventually("it is silent") { buzzer.isEnabled == false }
      try await gpsd.accept(from: second)
      expectSilence(buzzer)
      #expect(second.end().status == 0)
      expectSilence(buzzer)
    }

    // MARK: Other users of the channel

    @Test func soundingChannelStaysExported() async throws {
      let buzzer = try SimulatedBuzzer()
      let trace = ToneTrace()
      try await trace.record {
        try buzzer.startTone()
        await eventually("it sounds") { trace.hasSounded }
        let test = try PicketCommandRun(
          "outputs", "test", "--config", try file(configuration()), "--pattern", "0/100 100@2000")
        #expect(test.status == 0, "\(test.log)")
      }
      let pitches = trace.tones().map { Int(($0.pitch / 100).rounded()) * 100 }
      #expect(pitches == [1000, 2000])
      #expect(buzzer.isExported)
      expectSilence(buzzer)
    }

    /// Releasing a channel does not end its tone.
    @Test func soundingUnexportedChannelIsSilenced() async throws {
      let buzzer = try SimulatedBuzzer()
      try buzzer.startTone()
      try buzzer.write("0", to: "unexport")
      let trace = ToneTrace()
      await eventually("it sounds") { trace.hasSounded }
      let off = try PicketCommandRun("outputs", "off", "--config", try file(configuration()))
      #expect(off.status == 0, "\(off.log)")
      #expect(!buzzer.isExported)
      expectSilence(buzzer)
    }

    /// The other export comes after picket has checked the channel and before it exports it.
    @Test func concurrentlyExportedChannelIsUsed() async throws {
      let buzzer = try SimulatedBuzzer()
      let disk = try FaultyDisk(
        "\(try buzzer.path)/export", "open", at: 1, .delay(milliseconds: 1000), in: folder)
      let picket = try PicketProcess(
        port: 1, regions: Epoch.regions(), configuration: configuration(), outputs: nil,
        environment: disk.environment)
      await eventually("it is about to export it") { disk.hasHappened }
      try buzzer.write("0", to: "export")
      await eventually("it starts") { picket.log.contains("gpsd") || !picket.isRunning }
      #expect(picket.end().status == 0, "\(picket.log)")
      #expect(buzzer.isExported)
    }

    @Test func inversedChannelRestsHigh() async throws {
      let buzzer = try SimulatedBuzzer()
      try buzzer.write("0", to: "export")
      try buzzer.write("inversed", to: "pwm0/polarity")
      let trace = ToneTrace()
      try await trace.record {
        let test = try PicketCommandRun(
          "outputs", "test", "--config", try file(configuration()), "--pattern", "0/200 100@2000")
        #expect(test.status == 0, "\(test.log)")
      }
      // The trace also has the edge that sets the level at rest.
      let pitches = trace.tones().map { Int($0.pitch.rounded()) }
      #expect(pitches.contains { abs($0 - 2000) <= 40 }, "\(pitches)")
      #expect(buzzer.isEnabled == false)
      #expect(buzzer.level == 1)
      #expect(try buzzer.text(of: "pwm0/polarity") == "inversed")
    }

    @Test func secondRunNamesTheFirst() async throws {
      let buzzer = try SimulatedBuzzer()
      let gpsd = FakeGPSD()
      let first = try await ride(gpsd, configuration())
      await eventually("it sounds") { buzzer.isEnabled == true }
      let reason = try await refusal(configuration())
      #expect(reason.contains("is held by 'picket', a running controller; stop it first"))
      #expect(buzzer.isEnabled == true)
      #expect(buzzer.isExported)
      #expect(first.end().status == 0)
      expectSilence(buzzer)
    }

    @Test func channelOfADriverIsRefused() async throws {
      let buzzer = try SimulatedBuzzer()
      let reason = try await refusal(configuration(device: SimulatedBuzzer.lightDevice))
      #expect(reason.contains("output 'tone': channel 0 of /sys/class/pwm/pwmchip"))
      #expect(reason.contains("is held by a driver of the kernel; choose another channel"))
      withExtendedLifetime(buzzer) {}
    }

    @Test(arguments: [
      ("pwm-buzer", 0, "no PWM chip is on the device 'pwm-buzer'"),
      ("pwm-buzer", 0, "did you mean 'pwm-buzzer'?"),
      (SimulatedBuzzer.device, 1, "(pwm-buzzer) has channel 0 only"),
    ])
    func missingChannelIsRefused(device: String, channel: Int, text: String) async throws {
      let buzzer = try SimulatedBuzzer()
      let reason = try await refusal(configuration(device: device, channel: channel))
      #expect(reason.contains(text), "\(reason)")
      withExtendedLifetime(buzzer) {}
    }

    @Test func missingPWMChipIsReported() async throws {
      #expect(try await refusal(configuration()).contains("there is no PWM chip in /sys/class/pwm"))
    }

    // MARK: Permissions

    /// Starts picket as a user who may read all files and write only those that everyone may write.
    private func startAsOtherUser(
      port: Int = 1, _ configuration: String? = nil
    ) throws -> PicketProcess {
      chmod(folder.path, 0o777)
      return try PicketProcess(
        port: port, regions: Epoch.regions(), speed: 10,
        configuration: configuration ?? self.configuration(), outputs: nil, in: folder,
        through: [
          "/usr/bin/setpriv", "--reuid", "65534", "--clear-groups", "--inh-caps",
          "+dac_read_search", "--ambient-caps", "+dac_read_search",
        ])
    }

    /// Makes the files of a new chip writable, as udev does.
    private func makeWritable(_ buzzer: SimulatedBuzzer) throws {
      for name in ["export", "unexport"] { chmod("\(try buzzer.chip)/\(name)", 0o666) }
    }

    /// Makes the files of a channel writable some time after its export, as udev does.
    private func makeChannelWritable(of buzzer: SimulatedBuzzer) async throws {
      await eventually("it is exported") { buzzer.isExported }
      usleep(200_000)
      for name in ["period", "duty_cycle", "enable"] {
        chmod("\(try buzzer.chip)/pwm0/\(name)", 0o666)
      }
    }

    @Test func filesMayBecomeWritableLater() async throws {
      let buzzer = try SimulatedBuzzer()
      try makeWritable(buzzer)
      let picket = try startAsOtherUser()
      try await makeChannelWritable(of: buzzer)
      await eventually("it starts") { picket.log.contains("gpsd") }
      #expect(picket.end().status == 0, "\(picket.log)")
      #expect(!buzzer.isExported)
    }

    @Test(arguments: [[], ["export", "unexport"]])
    func unwritableChannelIsRefusedWithARemedy(given: [String]) async throws {
      let buzzer = try SimulatedBuzzer()
      for name in given { chmod("\(try buzzer.chip)/\(name)", 0o666) }
      let picket = try startAsOtherUser()
      await eventually("it ends") { !picket.isRunning }
      #expect(picket.end(0).status == 69)
      let file = "\(try buzzer.path)/\(given.isEmpty ? "export" : "pwm0/enable")"
      #expect(picket.log.contains("\(file) may not be written; give it to the group gpio"))
      #expect(!buzzer.isExported)
    }

    // MARK: Removed chips

    @Test func returnedChipIsUsed() async throws {
      let buzzer = try SimulatedBuzzer()
      let gpsd = FakeGPSD()
      let trace = ToneTrace()
      let picket = try await ride(
        gpsd, configuration("100") + "\n[signal.exit]\ntone = \"100@1500\"")
      await eventually("the entry has sounded") { trace.hasSounded && buzzer.isEnabled == false }
      try buzzer.remove()
      trace.forget()
      for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
      await eventually("the loss is reported") { picket.log.contains("tone: ") }
      await eventually("the exit") { picket.events == ["enter ring", "exit ring"] }
      #expect(!trace.hasSounded)
      try buzzer.restore()
      await eventually("it works again") { picket.log.contains("tone works again") }
      expectSilence(buzzer)
      #expect(picket.end().status == 0)
      #expect(!buzzer.isExported)
    }

    /// The user of the unit gets a channel some time after it was exported.
    @Test func returnedChipIsUsedOnceWritable() async throws {
      let buzzer = try SimulatedBuzzer()
      try makeWritable(buzzer)
      let gpsd = FakeGPSD()
      let trace = ToneTrace()
      let picket = try startAsOtherUser(
        port: gpsd.port, configuration("100") + "\n[signal.exit]\ntone = \"100\"")
      try await makeChannelWritable(of: buzzer)
      try await gpsd.accept(from: picket)
      for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
      await eventually("the entry has sounded") { trace.hasSounded && buzzer.isEnabled == false }
      try buzzer.remove()
      for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
      await eventually("the loss is reported") { picket.log.contains("tone: ") }
      try buzzer.restore()
      try makeWritable(buzzer)
      try await makeChannelWritable(of: buzzer)
      await eventually("it works again") { picket.log.contains("tone works again") }
      expectSilence(buzzer)
      #expect(picket.end().status == 0)
      #expect(!buzzer.isExported)
    }

    // MARK: Commands

    @Test func testEndsInSilence() async throws {
      let buzzer = try SimulatedBuzzer()
      let trace = ToneTrace()
      try await trace.record {
        let test = try PicketCommandRun(
          "outputs", "test", "--config", try file(configuration()), "--pattern", "150/100@880 150")
        #expect(test.status == 0, "\(test.log)")
      }
      trace.expect(played: (150, 880), (150, 700))
      #expect(!buzzer.isExported)
      expectSilence(buzzer)
    }

    @Test func listShowsTheChannelAndItsUse() throws {
      let buzzer = try SimulatedBuzzer()
      let list = try PicketCommandRun("outputs", "list", "--config", try file(configuration()))
      #expect(list.status == 0, "\(list.log)")
      #expect(list.output.contains("\(try buzzer.path)  pwm-buzzer  1 channel\n"))
      #expect(list.output.contains("        0  no        output tone\n"), "\(list.output)")
      // The consumer that the driver gave to the line.
      #expect(list.output.contains("PASSIVE"))
    }

    private func file(_ configuration: String) throws -> String {
      try folder.write(configuration, to: "picket.toml")
    }
  }
}
