@testable import Board
@testable import Picket
import Testing

/// Relays and servos in the configuration.
extension ConfigurationTests {
  @Test func relayIsRead() throws {
    let (configuration, problems) = Configuration.check(
      """
      [output.lock]
      kind = "relay"
      line = "GPIO5"
      inside = ["shed", "class:yard"]
      outside = "zone"
      speeding = ["road", "class:lane"]
      unsure = "on"
      on_delay = 2
      off_delay = "1m"
      unsure_delay = 7
      at_end = "on"

      [output.flap]
      kind = "servo"
      pwm = "fe20c000.pwm"
      channel = 1
      inside = "any"
      unsure = "hold"
      on_us = 2000
      off_us = 1000
      """, file: "picket.toml")
    #expect(problems.isEmpty, "\(problems)")
    let (lock, flap) = (configuration.outputs.list[0], configuration.outputs.list[1])
    #expect(lock.kind == .relay && lock.doubt == .on && lock.endsActive)
    #expect(lock.holdsInside == .some(ids: ["shed"], classes: ["yard"]))
    #expect(lock.holdsOutside == .some(ids: ["zone"]))
    #expect(lock.holdsSpeeding == .some(ids: ["road"], classes: ["lane"]))
    #expect(lock.onDelay == .seconds(2) && lock.offDelay == .seconds(60))
    #expect(lock.doubtDelay == .seconds(7) && flap.doubtDelay == .seconds(5))
    #expect(flap.kind == .servo && flap.doubt == .hold && !flap.endsActive)
    #expect(flap.holdsInside == .any)
    #expect(flap.pwm?.pulses == ServoPulses(on: 2000, off: 1000))
  }

  @Test(arguments: [
    ("inside = 'shed'", "3:1: [output.x] is a relay without unsure"),
    ("unsure = 'off'", "is a relay without inside, outside and speeding: nothing would switch it"),
    ("unsure = 'maybe'\ninside = 'a'", #"is "maybe"; give "hold", "on" or "off""#),
    ("unsure = 'off'\ninside = []", "inside in [output.x] is empty"),
    ("unsure = 'off'\ninside = 7", "inside in [output.x] is an integer"),
    ("unsure = 'off'\ninside = 'class:'", #"has "class:" without a class; add the class"#),
    (
      "unsure = 'off'\ninside = 'a'\noutside = ['b', 'a']",
      #"names "a" in inside and in outside: it would always be on"#
    ),
    ("unsure = 'off'\ninside = 'a'\nat_end = 'hold'", #"is "hold"; give "off" or "on""#),
    ("unsure = 'off'\ninside = 'a'\non_delay = -1", "on_delay in [output.x] is -1; give seconds"),
    ("unsure = 'off'\ninside = 'a'\noff_delay = 100000", "give seconds from 0 to 86400"),
    ("unsure = 'off'\ninside = 'a'\nunsure_delay = 'soon'", "unsure_delay in [output.x]"),
    ("unsure = 'off'\ninside = 'a'\nstatus = true", "has status and is a relay"),
    ("unsure = 'off'\ninside = 'a'\ninside_pattern = '5'", "has inside_pattern and is a relay"),
    (
      "unsure = 'off'\ninside = 'a'\non_us = 1000",
      #"has on_us and is a relay; give kind = "servo""#
    ),
  ])
  func mistakeOfARelayIsReported(_ keys: String, _ words: String) {
    let text = "[output.x]\nline = 'GPIO5'\nkind = 'relay'\n\(keys)"
    let problems = Configuration.check(text, file: "a").problems
    #expect(problems.contains { $0.description.contains(words) }, "\(problems)")
  }

  @Test(arguments: [
    ("line = 'GPIO5'\non_us = 900\noff_us = 1900", "is a servo without a pwm"),
    ("pwm = 'p'\noff_us = 1900", "is a servo without on_us; give the microseconds"),
    ("pwm = 'p'\non_us = 1900", "is a servo without off_us"),
    ("pwm = 'p'\non_us = 1900\noff_us = 1900", "are the same: it would not move"),
    ("pwm = 'p'\non_us = 190\noff_us = 1900", "give an integer from 400 to 2600"),
    ("pwm = 'p'\non_us = 900\noff_us = 1900\npitch = 50", "has pitch and is a servo"),
    ("pwm = 'p'\non_us = 900\noff_us = 1900\nactive_low = true", "has active_low and a pwm"),
  ])
  func mistakeOfAServoIsReported(_ keys: String, _ words: String) {
    let text = "[output.x]\nkind = 'servo'\ninside = 'a'\nunsure = 'off'\n\(keys)"
    let problems = Configuration.check(text, file: "a").problems
    #expect(problems.contains { $0.description.contains(words) }, "\(problems)")
  }

  @Test(arguments: [
    ("[output.y]\nline = 'GPIO5'\nkind = 'light'\ninside = 'any'", "is on the same line as"),
    ("[signal.enter]\nx = 'short'", "[signal.enter] names 'x', a relay, which plays no signal"),
    ("[approach]\nx = ['5/5', '5/5', '5/5', '5/5']", "names 'x', a relay, which plays no cue"),
    (
      "[output.z]\nline = 'GPIO6'\nkind = 'light'\ninside = 'any'\nat_end = 'on'",
      #"has at_end and is a light; give kind = "relay""#
    ),
    ("[output.z]\nline = 'GPIO6'\non_delay = 1", "has on_delay and is a buzzer"),
    ("[output.z]\nline = 'GPIO6'\nkind = 'relay'\npwm = 'p'", "has line and a pwm"),
    ("[output.z]\nkind = 'relay'\nunsure = 'on'\ninside = 'a'\npwm = 'p'", "is a relay on a pwm"),
    ("[output.z]\nkind = 'relay'\nunsure = 'on'\ninside = 'a'", "[output.z] has no line"),
  ])
  func mistakeBesidesARelayIsReported(_ keys: String, _ words: String) {
    let text = """
      [output.x]
      line = 'GPIO5'
      kind = 'relay'
      inside = 'a'
      unsure = 'off'
      \(keys)
      """
    let problems = Configuration.check(text, file: "a").problems
    #expect(problems.contains { $0.description.contains(words) }, "\(problems)")
  }

  @Test func regionOfARelayMustExist() throws {
    let text = """
      [output.lock]
      line = "GPIO5"
      kind = "relay"
      inside = ["rink", "yard", "barn", "class:yarn"]
      unsure = "off"
      """
    let (configuration, problems) = Configuration.check(text, file: "a")
    #expect(problems.isEmpty)
    var ring = SessionRide.ring()
    ring.category = "yard"
    let missing = configuration.heldMissing(in: [ring], file: "a").map(\.description)
    #expect(
      missing == [
        #"a: warning: inside in [output.lock] names "barn", which is no region; draw that region, or name one that is there: picket regions list"#,
        #"a: warning: inside in [output.lock] names "rink", which is no region; did you mean "ring"?"#,
        #"a: warning: inside in [output.lock] names "yard", which is no region; for the class write "class:yard""#,
        #"a: warning: inside in [output.lock] names "yarn", a class of no region; did you mean "yard"?"#,
      ])
  }
}
