import Base
@testable import Board
@testable import Desk
import Geofence
import Records
import Testing

/// Broken set-ups as values, each with the line that names its fault.
struct ExaminationTests {
  /// A set-up with a single fault.
  struct SetUp: CustomTestStringConvertible {
    let testDescription: String
    let check: Diagnosis.Check
    let found: String
    let remedy: String
    let spoil: @Sendable (inout Examination) -> Void

    init(
      _ name: String, _ check: Diagnosis.Check, _ found: String, _ remedy: String,
      _ spoil: @escaping @Sendable (inout Examination) -> Void
    ) {
      testDescription = name
      self.check = check
      self.found = found
      self.remedy = remedy
      self.spoil = spoil
    }
  }

  private static let noon = Timestamp(nanoseconds: 1_780_000_000_000_000_000)

  private static let gate = Region(
    id: "gate", shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 20)!)
  )

  private static func unit(
    _ active: String = "active", file: String = "enabled", result: String = "success",
    sub: String = "running", status: Int = 0, load: String = "loaded", code: Int = 1,
    restarts: Int = 0
  ) -> Unit {
    .known(
      UnitState(
        """
        LoadState=\(load)
        ActiveState=\(active)
        SubState=\(sub)
        UnitFileState=\(file)
        Result=\(result)
        NRestarts=\(restarts)
        ExecMainCode=\(code)
        ExecMainStatus=\(status)
        """, keepsCores: true))
  }

  private static func status(_ more: String = #""monitors":true,"sight":"sighted""#)
    -> ControllerState
  {
    StatusAnswer(#"{"ok":true,\#(more)}"#).map { .status($0) } ?? .absent("unreadable")
  }

  private static var account: ReceiverAccount {
    var settings = GPSDSettings()
    settings.device = "/dev/ttyS0"
    var account = ReceiverAccount(settings)
    account.isConnected = true
    account.release = "3.25"
    account.devices = [.init(path: "/dev/ttyS0", isActive: true, driver: "u-blox", speed: 9600)]
    account.reports = 3
    account.mode = .fix3D
    account.satellites = sky(used: 7, of: 9)
    account.clocks = .init(receiver: noon, machine: noon.advanced(by: .milliseconds(200)))
    account.trusted = 2
    return account
  }

  private static func sky(used: Int, of seen: Int) -> Satellites {
    var satellites = Satellites(device: nil)
    for number in 0..<seen { satellites.add(44, isUsed: number < used) }
    return satellites
  }

  private static func use(_ holder: BoardListing.Use.Holder) -> BoardListing.Use {
    .init(
      owner: Reason("owner.output", ["name": .text("buzzer")]),
      place: Reason(
        "place.named",
        [
          "number": .count(17), "name": .text("GPIO17"), "device": .text("/dev/gpiochip0"),
          "label": .text("pinctrl-bcm2711"),
        ]), isChannel: false, holder: holder)
  }

  /// A set-up in which nothing is wrong.
  private static var sound: Examination {
    Examination(
      files: SettingsFiles(
        configurationPath: "/etc/picket/picket.toml",
        regionsPath: "/etc/picket/regions.geojson", regions: [gate]),
      outputs: BoardOutputs(kind: .gpiod, uses: [use(.picket)]),
      membership: Membership(
        user: "pi", session: ["pi", "picket"], listed: ["pi", "picket"],
        unit: ["picket", "gpio"]),
      rights: [
        FileRights(
          path: "/etc/picket/regions.geojson", owner: "root", group: "picket", mode: 0o640)
      ],
      unit: unit(), controller: status(), defaults: GPSDDefaults(devices: ["/dev/ttyS0"]),
      receiver: account,
      clock: BoardClock(zone: "/usr/share/zoneinfo/Europe/Vienna", needsZone: true),
      console: SerialConsole(consoles: ["tty1"], logins: [], receivers: ["ttyS0"]),
      folder: StateFolder(
        path: "/var/lib/picket", place: .disk(Disk(freeBytes: 1 << 30, freeFiles: 10_000))),
      power: PowerSupply(bits: 0), companions: [Companion(.link, unit: nil)], now: noon)
  }

  @Test func unreadConfigurationBlamesNoRegions() {
    var examination = Self.sound
    examination.files.regions = []
    examination.files.problems = [
      Problem(file: "/etc/picket/picket.toml", wrong: "this is not TOML")
    ]
    let regions = examination.diagnoses.first { $0.check == .regions }
    #expect(regions?.result == .unknown)
    #expect(regions?.found.text == "the configuration cannot be used")
  }

  @Test func soundSetUpHasNothingWrong() {
    let diagnoses = Self.sound.diagnoses
    for diagnosis in diagnoses {
      #expect([.ok, .unused].contains(diagnosis.result), "\(diagnosis.text(.log))")
    }
    #expect(diagnoses.summary.text == "nothing is wrong")
    #expect(diagnoses.map(\.check) == Diagnosis.Check.allCases.filter { $0 != .page })
  }

  private static let setUps: [SetUp] = [
    SetUp("a region that has expired", .regions, "1 region, all disabled or expired", "enable") {
      $0.files.regions[0].expires = Self.noon
    },
    SetUp("a line of another program", .outputs, "is held by 'fan'", "choose another line") {
      $0.outputs.uses = [Self.use(.other("fan"))]
    },
    SetUp("a line that the controller lost", .outputs, "is free, so the running", "restart") {
      $0.outputs.uses = [Self.use(.none)]
    },
    SetUp("an output that fails", .outputs, "could not be switched", "journalctl") {
      $0.controller = Self.status(#""monitors":true,"outputs":[{"output":"buzzer","faulty":true}]"#)
    },
    SetUp("a missing line", .outputs, "output 'buzzer': no line is named 'GPOI17'", "did you mean")
    {
      $0.outputs.faults = [
        "output 'buzzer': no line is named 'GPOI17'; did you mean 'GPIO17'?"
      ]
    },
    SetUp("regions for root alone", .access, "regions.geojson may not be read by", "chown") {
      $0.rights = [
        FileRights(path: "/etc/picket/regions.geojson", owner: "root", group: "root", mode: 0o600)
      ]
    },
    SetUp("no right to GPIO chips", .access, "is not in the group gpio", "adduser picket gpio") {
      $0.membership.unit = ["picket"]
    },
    SetUp("a user without the group", .group, "pi is not in", "adduser pi picket") {
      $0.membership.session = ["pi"]
      $0.membership.listed = ["pi"]
    },
    SetUp("a new member of the group", .group, "from the next login on", "log out") {
      $0.membership.session = ["pi"]
    },
    SetUp("no package", .unit, "is not installed", "deploy/install") {
      $0.unit = Self.unit("inactive", load: "not-found")
      $0.controller = .absent("nothing listens")
    },
    SetUp("never started", .unit, "is not started", "enable --now picket") {
      $0.unit = Self.unit("inactive", file: "disabled")
      $0.controller = .absent("nothing listens")
    },
    SetUp("not enabled", .unit, "will not after a restart", "enable --now picket") {
      $0.unit = Self.unit(file: "disabled")
    },
    SetUp("masked", .unit, "is masked", "unmask") {
      $0.unit = Self.unit("inactive", load: "masked")
    },
    SetUp("a mistake in a file", .unit, "ended with status 1", "picket check; then start it") {
      $0.unit = Self.unit("failed", result: "exit-code", status: 1)
    },
    SetUp("given up by systemd", .unit, "ended too often", "reset-failed picket") {
      $0.unit = Self.unit("failed", result: "start-limit-hit", status: 69)
    },
    SetUp("ended by a signal", .unit, "has failed (core-dump, SIGSEGV)", "coredumpctl info picket")
    {
      $0.unit = Self.unit("failed", result: "core-dump", status: 11, code: 3)
    },
    SetUp("hung up", .unit, "has failed (signal, SIGHUP)", "journalctl -u picket") {
      $0.unit = Self.unit("failed", result: "signal", status: 1, code: 2)
    },
    SetUp(
      "crashes at its start", .unit, "it ended with SIGSEGV after 29 restarts", "coredumpctl info"
    ) {
      $0.unit = Self.unit("failed", result: "signal", status: 11, code: 2, restarts: 29)
    },
    SetUp(
      "crashes now and then", .unit, "SIGBUS, and is started again and again (4 restarts)",
      "coredumpctl"
    ) {
      $0.unit = Self.unit(
        "activating", result: "core-dump", sub: "auto-restart", status: 7, code: 3, restarts: 4)
    },
    SetUp("no real-time priority", .unit, "214/SETSCHEDULER", "CPUSchedulingPolicy=other") {
      $0.unit = Self.unit("failed", result: "exit-code", status: 214)
    },
    SetUp("started again and again", .unit, "with status 69, and is", "journalctl -u picket") {
      $0.unit = Self.unit("activating", result: "exit-code", sub: "auto-restart", status: 69)
    },
    SetUp("no gpsd program", .gpsd, "Connection refused", "sudo apt install gpsd") {
      $0.receiver.isConnected = false
      $0.receiver.failure = "127.0.0.1:2947: Connection refused"
      $0.defaults.isInstalled = false
    },
    SetUp("a port that is missing", .device, "gpsd has no receiver", "/dev/ttyUSB7 in DEVICES") {
      $0.receiver.devices = []
      $0.defaults = GPSDDefaults(devices: ["/dev/ttyUSB7"], missing: ["/dev/ttyUSB7"])
    },
    SetUp("a port in use", .device, "gpsd has no receiver", "sudo fuser -v /dev/ttyS0") {
      $0.receiver.devices = []
    },
    SetUp("a receiver that was unplugged", .device, "gpsd has closed /dev/ttyS0", "plug it in") {
      $0.receiver.devices?[0].isActive = false
    },
    SetUp("no antenna", .satellites, "0 used of 0 received", "antenna") {
      $0.receiver.mode = .noFix
      $0.receiver.satellites = Self.sky(used: 0, of: 0)
    },
    SetUp("a clock without a battery", .clock, "ahead of the receiver's", "set-ntp true") {
      $0.receiver.clocks = .init(
        receiver: Self.noon, machine: Self.noon.advanced(by: .seconds(9_000_000)))
    },
    SetUp("no time zone", .zone, "no time zone is set", "set-timezone") { $0.clock.zone = nil },
    SetUp("a kernel's console", .console, "the kernel's console is on /dev/ttyS0", "raspi-config") {
      $0.console.consoles = ["ttyS0", "tty1"]
    },
    SetUp("a login on the port", .console, "a login program uses /dev/ttyS0", "disable --now") {
      $0.console.logins = ["ttyS0"]
    },
    SetUp("a read-only card", .disk, "is read-only", "new card") {
      $0.folder = StateFolder(
        path: "/var/lib/picket",
        place: .disk(Disk(freeBytes: 1 << 30, freeFiles: nil, isReadOnly: true)))
    },
    SetUp("a full card", .disk, "only 3 MB free", "make room") {
      $0.folder = StateFolder(
        path: "/var/lib/picket", place: .disk(Disk(freeBytes: 3_000_000, freeFiles: nil)))
    },
    SetUp("no inodes", .disk, "room for only 5 files", "remove files") {
      $0.folder = StateFolder(
        path: "/var/lib/picket", place: .disk(Disk(freeBytes: 1 << 30, freeFiles: 5)))
    },
    SetUp("a journal that fails", .journal, "not written: write journal", "make room") {
      $0.controller = Self.status(
        #""monitors":true,"storage":{"faults":["write journal.1.jsonl: No space left"]}"#)
    },
    SetUp("too little power", .power, "was too low since the start", "cable") {
      $0.power = PowerSupply(bits: 0x5_0000)
    },
    SetUp("too hot", .power, "too hot", "air") { $0.power = PowerSupply(bits: 0x8_0000) },
    SetUp("a link without a broker", .link, "is not connected: broker  ", "picket-link status") {
      $0.companions = [
        Companion(
          .link, unit: UnitState("LoadState=loaded\nActiveState=active\nUnitFileState=enabled"),
          answer: ProgramResult(status: 1, text: "broker     not connected\n"))
      ]
    },
    SetUp("a page that failed", .page, "has failed (exit-code, status 74)", "-u picket-page") {
      $0.companions = [
        Companion(
          .page,
          unit: UnitState(
            "LoadState=loaded\nActiveState=failed\nResult=exit-code\nExecMainStatus=74"))
      ]
    },
  ]

  @Test(arguments: setUps) func faultIsNamed(_ setUp: SetUp) throws {
    var examination = Self.sound
    setUp.spoil(&examination)
    let diagnoses = examination.diagnoses
    let named = try #require(
      diagnoses.first { $0.check == setUp.check && $0.result == .wrong },
      "\(diagnoses.map { $0.text(.log) }.joined(separator: "\n"))")
    #expect(named.found.text.contains(setUp.found), "\(named.text(.log))")
    #expect(named.remedy?.text.contains(setUp.remedy) == true, "\(named.text(.log))")
  }

  @Test(arguments: setUps) func faultIsNamedInEachLanguage(_ setUp: SetUp) throws {
    var examination = Self.sound
    setUp.spoil(&examination)
    for language in [Language.german, .french, .spanish] {
      let speech = Speech(Voice(language))
      for diagnosis in examination.diagnoses {
        let line = diagnosis.text(speech)
        // Paths stay, and what the system or an earlier controller has written.
        let plain = line.replacing(/\/[\w\/.\-]+|No space left/, with: "")
        let english = try plain.firstMatch(of: SpokenLanguagesTests.english)
        #expect(english == nil, "\(language): \(line)")
        #expect(line != diagnosis.text(.log) || diagnosis.found.verbatim != nil, "\(line)")
      }
    }
  }

  @Test func missingUnitIsFineWhilePicketRuns() {
    var examination = Self.sound
    examination.unit = Self.unit("inactive", load: "not-found")
    #expect(examination.diagnoses.summary.text == "nothing is wrong")
  }

  @Test func missingGPSDLeavesItsReceiverUnknown() {
    var examination = Self.sound
    examination.receiver = ReceiverAccount(GPSDSettings())
    let results = examination.diagnoses.filter {
      [.device, .driver, .sentences, .fix, .satellites, .time, .trust].contains($0.check)
    }
    #expect(results.count == 7 && results.allSatisfy { $0.result == .unknown })
  }

  @Test func quietHoursAreNotWrong() {
    var examination = Self.sound
    examination.controller = Self.status(#""monitors":true,"quiet":true"#)
    #expect(examination.diagnoses.summary.text == "nothing is wrong")
  }

  @Test func personJudgesHoursInUTC() {
    var examination = Self.sound
    examination.clock.zone = "/usr/share/zoneinfo/Etc/UTC"
    #expect(examination.diagnoses.summary.text == "nothing is wrong; 1 not known")
  }

  @Test func usbReceiverHasNoConsole() {
    let console = SerialConsole(consoles: ["ttyUSB0"], receivers: ["ttyUSB0", "ttyACM0"])
    #expect(console.diagnosis.result == .unused)
  }
}
