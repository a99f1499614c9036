@testable import Board
import Picket
import Testing

extension ConfigurationTests {
  @Test func kindsOfOutputsAreRead() throws {
    let (configuration, problems) = Configuration.check(
      """
      [output.buzzer]
      pwm = "fe20c000.pwm"
      channel = 1
      pitch = 3000
      [output.led]
      line = "GPIO27"
      status = true
      [output.lamp]
      line = "GPIO5"
      kind = "light"
      inside = ["school", "camp"]
      [output.beacon]
      line = "GPIO6"
      kind = "light"
      inside = "any"
      [output.torch]
      line = "GPIO13"
      kind = "light"
      inside = "farm"
      """, file: "picket.toml")
    #expect(problems.isEmpty)
    let outputs = configuration.outputs.list
    #expect(
      outputs[0].pwm == PWMSettings(device: "fe20c000.pwm", channel: 1, pitch: 3000))
    #expect(outputs[0].line == nil)
    #expect(outputs.map(\.kind) == [.buzzer, .light, .light, .light, .light])
    #expect(outputs.map(\.showsStatus) == [false, true, false, false, false])
    #expect(
      outputs.map(\.holdsInside)
        == [.none, .none, .some(classes: ["school", "camp"]), .any, .some(classes: ["farm"])])
  }

  @Test func sidesOfLightsAreRead() throws {
    let (configuration, problems) = Configuration.check(
      """
      [output.lamp]
      line = "GPIO5"
      kind = "light"
      inside = ["school"]
      inside_pattern = "1000/1000"
      outside = "any"
      outside_pattern = "50/950"
      """, file: "picket.toml")
    #expect(problems.isEmpty)
    let lamp = try #require(configuration.outputs.list.first)
    #expect(lamp.holdsInside == .some(classes: ["school"]))
    #expect(lamp.holdsOutside == .any)
    let (inside, outside) = (try Pattern("1000/1000"), try Pattern("50/950"))
    #expect(lamp.insidePattern == inside && lamp.outsidePattern == outside)
  }

  @Test(arguments: [
    ("kind = 'buzzer'\noutside = 'any'", "is a buzzer and has outside"),
    ("kind = 'light'\nstatus = true\noutside = 'any'", "has both status and outside"),
    (
      "kind = 'light'\ninside = 'any'\noutside_pattern = '50'",
      "has outside_pattern without outside"
    ),
    (
      "kind = 'light'\noutside = 'any'\noutside_pattern = 'blnk'",
      "outside_pattern in [output.lamp] is not"
    ),
  ])
  func mistakeOfASideIsReported(_ keys: String, _ words: String) {
    let problems = Configuration.check("[output.lamp]\nline = 'GPIO5'\n\(keys)", file: "a").problems
    #expect(problems.contains { $0.description.contains(words) }, "\(problems)")
  }

  @Test func buttonIsRead() throws {
    let (configuration, problems) = Configuration.check(
      """
      [button]
      chip = "gpiochip0"
      offset = 22
      active_low = false
      bias = "pull-down"
      debounce = 35
      long = 0.8
      very_long = 3
      """, file: "picket.toml")
    #expect(problems.isEmpty)
    var button = ButtonSettings(line: .offset(22, chip: "gpiochip0"))
    button.isActiveLow = false
    button.bias = .pullDown
    button.debounce = .milliseconds(35)
    button.long = .milliseconds(800)
    button.veryLong = .seconds(3)
    #expect(configuration.outputs.button == button)
    #expect(
      Configuration.check("[button]\nline = 'GPIO22'", file: "a").configuration.outputs.button
        == ButtonSettings(line: .name("GPIO22")))
    #expect(Configuration().outputs.button == nil)
  }

  @Test func statusAndQuietHoursAreRead() throws {
    let (configuration, problems) = Configuration.check(
      """
      [status]
      no_gpsd = "20/20"
      inside = "500/500"
      [quiet]
      from = "22:00"
      to = "6:30"
      """, file: "picket.toml")
    #expect(problems.isEmpty)
    let noGPSD = try Pattern("20/20")
    #expect(configuration.outputs.status[.noGPSD] == noGPSD)
    let inside = try Pattern("500/500")
    #expect(configuration.outputs.status[.inside] == inside)
    #expect(configuration.outputs.status[.fix3D] == LightStatus.defaults[.fix3D])
    let hours = try #require(configuration.outputs.quiet.hours)
    #expect(hours.from.minutes == 1320)
    #expect(hours.to.minutes == 390)
    #expect(!configuration.outputs.quiet.isAlways)
    let always = Configuration.check("[quiet]\nmute = true", file: "a").configuration.outputs.quiet
    #expect(always.isAlways)
    #expect(always.hours == nil)
  }

  @Test(
    arguments: [
      (
        "[output.led]\nline = 'GPIO5'\nkind = 'lamp'\nstatus = true",
        "3:1: kind in [output.led] is \"lamp\"; give \"buzzer\", \"light\", "
          + "\"relay\" or \"servo\""
      ),
      (
        "[output.buzzer]\nline = 'GPIO5'\nstatus = true",
        """
        3:1: [output.buzzer] is a buzzer and has status: it would sound without end; \
        give kind = \"light\" if it is one, or remove status
        """
      ),
      (
        "[output.buzzer]\nline = 'GPIO5'\ninside = 'any'",
        """
        3:1: [output.buzzer] is a buzzer and has inside: it would sound without end; \
        give kind = \"light\" if it is one, \"relay\" if it switches something, or remove inside
        """
      ),
      (
        "[output.led]\nline = 'GPIO5'\ninside = 'any'\nstatus = true",
        """
        3:1: [output.led] has both status and inside; \
        remove one: a light with status shows inside too, for any region
        """
      ),
      (
        "[output.led]\nline = 'GPIO5'\ninside = []",
        """
        3:1: inside in [output.led] is empty; \
        give \"any\", a class of regions, or a list of classes
        """
      ),
      (
        "[output.led]\nline = 'GPIO5'\ninside = ['a', 5]",
        """
        3:1: inside in [output.led] is an integer; \
        give \"any\", a class of regions, or a list of classes
        """
      ),
      (
        "[output.led]\nline = 'GPIO5'\nstate = true",
        "3:1: unknown key 'state' in [output.led]; did you mean 'status'?"
      ),
      (
        "[output.buzzer]\nline = 'GPIO5'\npitch = 880",
        """
        3:1: [output.buzzer] has pitch without a pwm; \
        add the pwm, or remove it
        """
      ),
      (
        "[output.buzzer]\nline = 'GPIO5'\npwm = 'fe20c000.pwm'",
        "2:1: [output.buzzer] has line and a pwm; remove one of them"
      ),
      (
        "[output.buzzer]\npwm = 'fe20c000.pwm'\npitch = 10",
        "3:1: pitch in [output.buzzer] is 10; give an integer from 20 to 20000"
      ),
      (
        "[output.buzzer]\npwm = 5",
        """
        2:1: pwm in [output.buzzer] is an integer; \
        give the device of a PWM chip, such as \"fe20c000.pwm\"
        """
      ),
      (
        "[output.led]\npwm = 'fe20c000.pwm'\nkind = 'light'",
        """
        3:1: [output.led] is a light on a pwm, which makes tones; \
        give its line, or kind = \"buzzer\"
        """
      ),
      (
        "[output.buzzer]\npwm = 'a'\n[output.led]\npwm = 'a'\nchannel = 0",
        """
        3:9: [output.led] is on the same channel as [output.buzzer], a 0; \
        give each output a channel of its own
        """
      ),
      ("[button]", "1:2: [button] has no line; give line = \"GPIO22\", or chip and offset"),
      (
        "[button]\noffset = 5",
        "2:1: [button] has an offset without a chip; give both chip and offset, or line"
      ),
      (
        "[button]\nline = 'GPIO22'\ndebounce = 2000",
        "3:1: debounce in [button] is 2000; give an integer from 0 to 1000"
      ),
      (
        "[button]\nline = 'GPIO22'\nlong = 5",
        """
        3:1: a very long press of 4 s is not longer than a long one of 5 s; \
        give very_long more seconds than long
        """
      ),
      (
        "[button]\nline = 'GPIO22'\nlong = 0",
        "3:1: long in [button] is 0; give seconds from 0.2 to 60"
      ),
      (
        "[output.led]\nline = 'GPIO17'\n[button]\nline = 'GPIO17'",
        """
        3:2: [button] is on the same line as [output.led], GPIO17; \
        give the button a line of its own
        """
      ),
      (
        "[status]\nno_fix = 'shrt'",
        "2:1: no_fix in [status] is not a pattern: \"shrt\" is not an item; did you mean \"short\"?"
      ),
      ("[status]\nnofix = '50'", "2:1: unknown key 'nofix' in [status]; did you mean 'no_fix'?"),
      (
        "[quiet]\nfrom = '22:00'",
        """
        2:1: [quiet] has from without to; \
        give both, such as from = \"22:00\" and to = \"06:00\"
        """
      ),
      (
        "[quiet]\nfrom = '22:00'\nto = '24:00'",
        "3:1: to in [quiet] is \"24:00\"; give a time of day in quotes, such as \"22:00\""
      ),
      (
        "[quiet]\nfrom = 22:00:00\nto = '06:00'",
        """
        2:1: from in [quiet] is a date or time; \
        give a time of day in quotes, such as \"22:00\"
        """
      ),
      (
        "[quiet]\nfrom = '6:00'\nto = '06:00'",
        "3:1: [quiet] ends when it begins; for silence at all times give mute = true"
      ),
      (
        "[signals]\nrest = -1",
        "2:1: rest in [signals] is -1; give an integer from 0 to 5000"
      ),
    ] as [(String, String)])
  func problemsOfOutputsAndButtonHavePlaces(_ text: String, _ line: String) {
    let (_, problems) = Configuration.check(text, file: "picket.toml")
    #expect(problems.map(\.description) == ["picket.toml:" + line])
  }

  @Test func sampleHasTheDefaults() throws {
    var path = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    path = "/\(path)/deploy/picket.toml"
    let (configuration, problems) = Configuration.check(path: path)
    #expect(problems.isEmpty)
    let defaults = Configuration()
    #expect(configuration.outputs.signals == defaults.outputs.signals)
    #expect(configuration.outputs.status == defaults.outputs.status)
    #expect(configuration.outputs.quiet == defaults.outputs.quiet)
    #expect(configuration.outputs.cue == defaults.outputs.cue)
    #expect(configuration.outputs.list.map(\.kind) == defaults.outputs.list.map(\.kind))
    // The systemd unit of the package grants rights that other users do not have.
    #expect(configuration.fixedSections(differingIn: defaults) == ["process"])
  }

  @Test func lightWithStatusIsInUse() {
    for use in ["status = true", "inside = 'any'"] {
      let text = "[output.lamp]\nline = 'GPIO5'\nkind = 'light'\n\(use)"
      #expect(Configuration.check(text, file: "picket.toml").problems.isEmpty)
    }
  }

  @Test func classOfNoRegionIsAWarning() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "[output.led]\nline = 'GPIO5'\ninside = ['school', 'scool', 'harbour']", to: "picket.toml")
    _ = try folder.write(
      """
      {"type":"FeatureCollection","features":[
      \(feature("Point", "[0,0]", #""radius": 5, "class": "school""#))]}
      """, to: "regions.geojson")
    let (_, problems) = Settings.check(configurationPath: path, regionsPath: nil)
    #expect(
      problems.map(\.description) == [
        """
        \(path): warning: inside in [output.led] names "harbour", a class of no region; \
        give the regions it is for "class": "harbour"
        """,
        """
        \(path): warning: inside in [output.led] names "scool", a class of no region; \
        did you mean "school"?
        """,
      ])
    // A file that cannot be read has no classes, and that is another problem.
    let (_, others) = Settings.check(configurationPath: path, regionsPath: folder.path + "/none")
    #expect(others.count == 1)
  }

  @Test func reloadReportsChangedSettings() throws {
    var other = Configuration()
    other.outputs.status[.noFix] = try Pattern("100/100")
    other.outputs.quiet.isAlways = true
    other.outputs.signals["enter"] = try Signal("enter", ["buzzer": "long"])
    #expect(Configuration().fixedSections(differingIn: other).isEmpty)
    other.outputs.button = ButtonSettings(line: .name("GPIO22"))
    other.outputs.list[1].showsStatus = true
    #expect(Configuration().fixedSections(differingIn: other) == ["output", "button"])
  }
}
