import Base
import Board
import FoundationEssentials
import Glibc
@testable import Picket
import Testing

struct ConfigurationTests {
  @Test func defaultsApplyWithoutAFile() {
    let configuration = Configuration()
    #expect(configuration.gpsd.host == "127.0.0.1")
    #expect(configuration.gpsd.port == 2947)
    #expect(configuration.gpsd.device == nil)
    #expect(configuration.regions.file == "/etc/picket/regions.geojson")
    #expect(configuration.regions.sense == .even)
    #expect(configuration.blind.limit == .seconds(10))
    #expect(configuration.outputs.kind == .terminal)
    #expect(configuration.outputs.list.map(\.name) == ["buzzer", "led"])
    #expect(configuration.outputs.signals == Signal.defaults)
    #expect(configuration.state.directory == "/var/lib/picket")
    #expect(configuration.process == Configuration.Process())
  }

  @Test(arguments: ["", "\n", "# Nothing.\r\n", "\u{FEFF}"])
  func emptyFileMeansRegionsInItsFolder(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "picket.toml")
    let (configuration, problems) = Configuration.check(path: path)
    var expected = Configuration()
    expected.regions.file = folder.path + "/regions.geojson"
    #expect(configuration == expected)
    #expect(problems.isEmpty)
  }

  @Test func regionsMayBeInTheFolderOfTheState() throws {
    let folder = try TemporaryFolder()
    for name in ["etc", "etc/state"] { mkdir("\(folder.path)/\(name)", 0o700) }
    let path = try folder.write("[state]\ndirectory = \".\"\n", to: "etc/picket.toml")
    let named = try folder.write("[regions]\nfile = \"regions.geojson\"\n", to: "etc/named.toml")
    let saved = try folder.write("{}", to: "etc/state/regions.geojson")
    let state = try folder.write("[state]\ndirectory = \"state\"\n", to: "etc/state.toml")
    let own = folder.path + "/etc/regions.geojson"
    func file(_ path: String) -> String {
      Configuration.check(path: path).configuration.regions.file
    }
    #expect(file(path) == own)
    #expect(file(state) == saved)
    #expect(file(named) == own)
    // An earlier set-up has them next to its configuration.
    _ = try folder.write("{}", to: "etc/regions.geojson")
    #expect(file(state) == own)
  }

  @Test func everyKeyIsRead() throws {
    let (configuration, problems) = Configuration.check(
      """
      outputs = "gpiod"
      [gpsd]
      host = "::1"
      port = 2948
      device = "/dev/serial0"
      [regions]
      file = "walks/garden.geojson"
      max_radius = 500.5
      max_count = 20
      cushion = 3
      linger = 1.5
      [decision]
      sense = "quiet"
      [blind]
      limit = 20
      [output.buzzer]
      line = "GPIO17"
      active_low = true
      drive = "open-drain"
      bias = "pull-up"
      [output.led]
      chip = "pinctrl-rp1"
      offset = 18
      [signal.enter]
      buzzer = "long"
      [signal.siren]
      buzzer = "short long x3"
      led = "100"
      [state]
      directory = "state"
      [process]
      priority = 40
      lock_memory = true
      """, file: "/etc/picket/picket.toml")
    #expect(problems.isEmpty)
    #expect(configuration.outputs.kind == .gpiod)
    #expect(configuration.gpsd.host == "::1")
    #expect(configuration.gpsd.port == 2948)
    #expect(configuration.gpsd.device == "/dev/serial0")
    #expect(configuration.regions.file == "/etc/picket/walks/garden.geojson")
    #expect(configuration.regions.maxRadius == 500.5)
    #expect(configuration.regions.maxCount == 20)
    #expect(configuration.regions.cushion == 3)
    #expect(configuration.regions.linger == .milliseconds(1500))
    #expect(configuration.regions.sense == .quiet)
    #expect(configuration.blind.limit == .seconds(20))
    var buzzer = Output(name: "buzzer", line: .name("GPIO17"))
    buzzer.isActiveLow = true
    buzzer.drive = .openDrain
    buzzer.bias = .pullUp
    let led = Output(name: "led", line: .offset(18, chip: "pinctrl-rp1"))
    #expect(configuration.outputs.list == [buzzer, led])
    let long = try Pattern("long")
    #expect(configuration.outputs.signals["enter"]?.patterns == ["buzzer": long])
    #expect(configuration.outputs.signals["exit"] == Signal.defaults["exit"])
    #expect(configuration.outputs.signals["siren"]?.patterns.count == 2)
    #expect(configuration.state.directory == "/etc/picket/state")
    #expect(configuration.process.priority == 40)
    #expect(configuration.process.lockMemory)
  }

  @Test func outputWithALineMeansGPIOD() {
    let (configuration, problems) = Configuration.check(
      "[output.led]\nline = \"GPIO18\"", file: "picket.toml")
    #expect(problems.isEmpty)
    #expect(configuration.outputs.kind == .gpiod)
    #expect(configuration.regions.file == "regions.geojson")
    for signal in configuration.outputs.signals.values {
      #expect(Array(signal.patterns.keys) == ["led"])
    }
  }

  @Test func signalsDefineOutputsWhenNoneAreConfigured() {
    let (configuration, problems) = Configuration.check(
      "[signal.enter]\nbell = \"short\"\n", file: "picket.toml")
    #expect(problems.isEmpty)
    #expect(configuration.outputs.list.map(\.name) == ["buzzer", "led", "bell"])
  }

  @Test(
    arguments: [
      ("[gpsd]\nhots = 'a'", "2:1: unknown key 'hots' in [gpsd]; did you mean 'host'?"),
      ("[gpsd]\nspeed = 1", "2:1: unknown key 'speed' in [gpsd]; known: host, port and device"),
      (
        "port = 5",
        """
        1:1: unknown key 'port' outside any table; known: gpsd, regions, decision, approach, \
        blind, output, outputs, signal, signals, button, status, quiet, state, journal, walks, \
        control and process
        """
      ),
      ("[gspd]", "1:2: unknown table [gspd]; did you mean [gpsd]?"),
      ("output_s = 1", "1:1: unknown key 'output_s' outside any table; did you mean 'outputs'?"),
      ("[gpsd.more]", "1:7: unknown table [gpsd.more]; known: host, port and device"),
      ("gpsd = 5", "1:1: gpsd is an integer; give a table [gpsd]"),
      ("[[gpsd]]", "1:3: gpsd is an array; give a table [gpsd]"),
      ("[gpsd]\nhost = 5", "2:1: host in [gpsd] is an integer; give the name or address of a host"),
      (
        "[gpsd]\nhost = \"\"\"\nlocalhost\n\"\"\"",
        "2:1: host in [gpsd] is \"localhost\\n\"; give the name or address of a host alone"
      ),
      (
        "[gpsd]\nhost = 'desk:2947'",
        "2:1: host in [gpsd] is \"desk:2947\"; give the name or address of a host alone"
      ),
      (
        "[gpsd]\nhost = '[::1]'",
        "2:1: host in [gpsd] is \"[::1]\"; give the name or address of a host alone"
      ),
      (
        "[state]\ndirectory = '~/picket'",
        "2:1: directory in [state] is \"~/picket\"; give the whole path, without ~"
      ),
      (
        "[control]\nsocket = '~/socket'",
        "2:1: socket in [control] is \"~/socket\"; give the whole path, without ~"
      ),
      ("[gpsd]\nhost = ''", "2:1: host in [gpsd] is empty; give the name or address of a host"),
      ("[gpsd]\nport = '2947'", "2:1: port in [gpsd] is a string; give an integer from 1 to 65535"),
      ("[gpsd]\nport = 29.5", "2:1: port in [gpsd] is a float; give an integer from 1 to 65535"),
      ("[gpsd]\nport = 70000", "2:1: port in [gpsd] is 70000; give an integer from 1 to 65535"),
      (
        "[gpsd]\n  port = -9223372036854775808",
        "2:3: port in [gpsd] is -9223372036854775808; give an integer from 1 to 65535"
      ),
      (
        "[regions]\nmax_radius = 0",
        "2:1: max_radius in [regions] is 0; give metres from 1 to 20040000"
      ),
      (
        "[regions]\nmax_radius = inf",
        "2:1: max_radius in [regions] is inf; give metres from 1 to 20040000"
      ),
      (
        "[regions]\nmax_count = 0",
        "2:1: max_count in [regions] is 0; give an integer from 1 to 1000000"
      ),
      (
        "[regions]\ncushion = -1.5",
        "2:1: cushion in [regions] is -1.5; give metres from 0 to 1000"
      ),
      ("[regions]\nlinger = nan", "2:1: linger in [regions] is nan; give seconds from 0 to 3600"),
      (
        "[regions]\nlinger = 2026-06-03",
        "2:1: linger in [regions] is a date or time; give seconds from 0 to 3600"
      ),
      (
        "[decision]\nsense = 'loud'",
        "2:1: sense in [decision] is \"loud\"; give \"quick\", \"even\" or \"quiet\""
      ),
      (
        "[decision]\nsense = 2",
        "2:1: sense in [decision] is an integer; give \"quick\", \"even\" or \"quiet\""
      ),
      (
        "[decision]\nsens = 'quiet'",
        "2:1: unknown key 'sens' in [decision]; did you mean 'sense'?"
      ),
      ("[decison]", "1:2: unknown table [decison]; did you mean [decision]?"),
      (
        "[blind]\nlimit = \"2h\"",
        "2:1: limit in [blind] is \"2h\"; give seconds from 1 to 3600, or a time such as \"90s\" or \"10m\""
      ),
      ("[blind]\nlimit = 0.5", "2:1: limit in [blind] is 0.5; give seconds from 1 to 3600"),
      (
        "[process]\npriority = 100",
        "2:1: priority in [process] is 100; give an integer from 0 to 99"
      ),
      (
        "[process]\nlock_memory = 1",
        "2:1: lock_memory in [process] is an integer; give true or false"
      ),
      (
        "[state]\ndirectory = ['a']",
        "2:1: directory in [state] is an array; give the path of a folder"
      ),
      (
        "outputs = 'gpio'",
        "1:1: outputs is \"gpio\"; give \"gpiod\" or \"terminal\""
      ),
      (
        "outputs = 'gpiod'",
        """
        1:1: outputs is \"gpiod\", but there is no output; \
        add a table [output.buzzer] with its line, or give \"terminal\"
        """
      ),
      (
        "[output.led]",
        "1:9: [output.led] has no line; give line = \"GPIO17\", or chip and offset"
      ),
      (
        "output.led = 5",
        "1:8: led in [output] is an integer; give a table [output.NAME] for each output"
      ),
      (
        "[output.led]\nline = 'GPIO18'\nchip = 'gpiochip0'\noffset = 3",
        "3:1: [output.led] has a line and a chip; give either line, or chip and offset"
      ),
      (
        "[output.led]\nline = 'GPIO18'\noffset = 3",
        "3:1: [output.led] has a line and an offset; give either line, or chip and offset"
      ),
      (
        "[output.led]\nchip = 'gpiochip0'",
        "2:1: [output.led] has a chip without an offset; give both chip and offset, or line"
      ),
      (
        "[output.led]\noffset = 3",
        "2:1: [output.led] has an offset without a chip; give both chip and offset, or line"
      ),
      (
        "[output.led]\nline = 'GPIO18'\ndrive = 'open'",
        """
        3:1: drive in [output.led] is \"open\"; \
        give \"push-pull\", \"open-drain\" or \"open-source\"
        """
      ),
      (
        "[output.buzzer]\nline = 'GPIO17'\n[output.led]\nline = 'GPIO17'",
        """
        3:9: [output.led] is on the same line as [output.buzzer], GPIO17; \
        give each output a line of its own
        """
      ),
      (
        """
        [output.buzzer]\nchip = 'gpiochip0'\noffset = 3\n\
        [output.led]\nchip = '/dev/gpiochip0'\noffset = 3
        """,
        """
        4:9: [output.led] is on the same line as [output.buzzer], /dev/gpiochip0 offset 3; \
        give each output a line of its own
        """
      ),
      (
        "[output.bell]\nline = 'GPIO17'",
        """
        1:9: warning: [output.bell] is in no signal; \
        name it in one, such as [signal.enter] bell = \"short\"
        """
      ),
      (
        "[output.led]\nline = 'GPIO17'\n[signal.enter]\nlef = 'short'",
        "4:1: unknown output 'lef' in [signal.enter]; did you mean 'led'?"
      ),
      (
        "[output.led]\nline = 'GPIO17'\n[signal.enter]\nbuzzer = 'short'",
        "4:1: unknown output 'buzzer' in [signal.enter]; known: led"
      ),
      (
        "[output.led]\nline = 'GPIO17'\n[approach]\nlef = ['1/1', '1/1', '1/1', '1/1']",
        "4:1: unknown output 'lef' in [approach]; did you mean 'led'?"
      ),
      (
        "[approach]\nled = '60/940'",
        """
        2:1: led in [approach] has 1 pattern; \
        give 4 patterns, such as [\"60/940\", \"60/440\", \"60/190\", \"60/65\"]
        """
      ),
      (
        "[approach]\nbuzzer = ['60/940', '60/440', '60/190', '1000']",
        """
        2:1: buzzer in [approach] is \"1000\", which has no pause; \
        give the milliseconds without sound too, such as \"60/65\"
        """
      ),
      (
        "[approach]\nlongest = 0",
        "2:1: longest in [approach] is 0; give seconds from 1 to 300"
      ),
      (
        "signal.enter = 'short'",
        "1:8: enter in [signal] is a string; give a table [signal.NAME] for each signal"
      ),
      (
        "[signal.enter]\nbuzzer = 500",
        """
        2:1: buzzer in [signal.enter] is an integer; \
        give a pattern such as \"short short long\" or \"100/100 x5\"
        """
      ),
      (
        "[outputs.buzzer]\nline = 'GPIO17'",
        "1:2: [outputs] is not a table; call each [output.NAME], without an s"
      ),
      (
        "[signals.enter]\nbuzzer = 'short'",
        "1:10: unknown table [signals.enter]; call it [signal.enter], without an s"
      ),
      (
        "[signal.enter]\nbuzzer = 'shot'",
        """
        2:1: buzzer in [signal.enter] is not a pattern: \
        \"shot\" is not an item; did you mean \"short\"?
        """
      ),
    ] as [(String, String)])
  func problemsHavePlacesAndRemedies(_ text: String, _ line: String) {
    let (_, problems) = Configuration.check(text, file: "picket.toml")
    #expect(problems.map(\.description) == ["picket.toml:" + line])
  }

  @Test(
    arguments: [
      ("[gpsd", "picket.toml:1:6: this is not TOML: "),
      ("[=", "picket.toml:1:2: this is not TOML: "),
      ("[gpsd.]", "picket.toml:1:7: this is not TOML: "),
      ("[gpsd]\nport = 1\nport = 2", "picket.toml:3:"),
      ("a = [[[[[[[[[[[[1]]]]]]]]]]]]", "picket.toml:1:"),
      ("a = 99999999999999999999", "picket.toml:1:"),
      ("a = 1 b = 2", "picket.toml:1:"),
      (String(repeating: "a.", count: 100_000) + "a = 1", "picket.toml:1:1001: "),
      ("\na = '" + String(repeating: "x", count: 1000) + "'", "picket.toml:2:1001: "),
    ] as [(String, String)])
  func syntaxErrorHasItsPlace(_ text: String, _ line: String) throws {
    let (_, problems) = Configuration.check(text, file: "picket.toml")
    #expect(problems.count == 1)
    let problem = try #require(problems.first)
    #expect(problem.description.hasPrefix(line))
    #expect(problem.description.contains("this is not TOML: "))
    #expect(!problem.description.contains("\n"))
  }

  private static let quotes =
    "write a text in quotes, such as \"GPIO17\" or \"22:00\"; "
    + "only numbers such as 2.5, true and false have none"

  @Test(
    arguments: [
      ("[gpsd]\nhost = localhost", quotes), ("[gpsd]\nhost = “localhost”", quotes),
      ("[gpsd]\nhost = 127.0.0.1", quotes), ("[gpsd]\nhost = 127.0.0.1:2947", quotes),
      ("[quiet]\nfrom = 22:00\nto = 06:00", quotes), ("[blind]\nlimit = 90s", quotes),
      ("[blind]\nlimit = 1.5s", quotes), ("[quiet]\nmute = True", quotes),
      ("[quiet]\nmute = no", quotes),
      (
        "[blind]\nlimit = 2,5",
        "a number has a point, such as 2.5; several values stand in brackets: [\"a\", \"b\"]"
      ),
      (
        "[blind]\nlimit = 90 s",
        "only a comment may follow a value; write a text in quotes, such as \"90 s\""
      ),
      ("[gpsd]\nhost = \"gps\nport = 1", "end the text on its line, with the quote that began it"),
      ("[gpsd]\nhost = 'gps\nport = 1", "end the text on its line, with the quote that began it"),
      ("[gpsd]\nhost = \"gps", "end the text on its line, with the quote that began it"),
      (
        "[output.buzzer]\nline = 'GPIO17'\n# [output.led]\nline = 'GPIO27'",
        "each key may appear once in its table; is the [table] above it still a comment?"
      ),
      (
        "[gpsd]\nport = 1\n[gpsd]\nport = 2",
        "each [table] may appear once: put these keys below the first one"
      ),
    ] as [(String, String)])
  func usualSlipHasARemedy(_ text: String, _ remedy: String) {
    let (_, problems) = Configuration.check(text, file: "picket.toml")
    #expect(problems.map(\.remedy) == [remedy])
  }

  @Test func problemsFollowTheOrderOfTheFile() {
    let (_, problems) = Configuration.check(
      "zebra = 1\n[process]\npriority = 'high'\n[gpsd]\nport = 0\nhots = 'a'", file: "a.toml")
    #expect(
      problems.map(\.place) == [
        .text(line: 1, column: 1), .text(line: 3, column: 1), .text(line: 5, column: 1),
        .text(line: 6, column: 1),
      ])
  }

  @Test func unreadableFileIsAProblem() throws {
    let folder = try TemporaryFolder()
    func line(_ path: String) -> String {
      Configuration.check(path: path).problems.map(\.description).joined(separator: "|")
    }
    let missing = folder.path + "/none.toml"
    #expect(
      line(missing)
        == "\(missing): there is no such file; name another with --config, or go without")
    #expect(line(folder.path) == "\(folder.path): this is a directory; give the path of a file")
    let latin = try folder.write(
      Data("# x\n# caf\u{E9}".unicodeScalars.map { UInt8($0.value) }), to: "l")
    #expect(line(latin) == "\(latin):2:6: this is not UTF-8; save the file as UTF-8")
    let long = try folder.write(String(repeating: "\n", count: 70_000), to: "long")
    #expect(line(long) == "\(long): the file is longer than 64 KiB; give a shorter one")
    let secret = try folder.write("", to: "secret")
    chmod(secret, 0)
    if getuid() != 0 {
      #expect(
        line(secret)
          == "\(secret): the file may not be read; use sudo, or let this user read it")
    }
  }

  @Test func warningsDoNotPreventReading() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[output.bell]\nline = \"GPIO17\"\n", to: "picket.toml")
    let regions = try folder.write(
      "{\"type\":\"FeatureCollection\",\"features\":[]}", to: "regions.geojson")
    let settings = try Settings.read(configurationPath: path, regionsPath: regions)
    #expect(settings.warnings.count == 1)
    let bad = try folder.write("[gpsd]\nport = 0\n", to: "bad.toml")
    #expect(throws: Problems.self) {
      try Settings.read(configurationPath: bad, regionsPath: regions)
    }
  }
}
