import Foundation
import Testing

/// Wrong uses of relays, servos and the anchor of a button, as `picket check` reports them.
struct WrongSwitchTests {
  /// The tables of a configuration, and the line about them.
  private static let uses: [(String, String)] = [
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\ninside = 'zone'",
      #"picket.toml:5:1: [output.x] is a relay without unsure, its level while the carrier's side is not sure; give unsure = "off", "on", or "hold" for that of the last sure side"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'",
      #"picket.toml:5:1: [output.x] is a relay without inside, outside and speeding: nothing would switch it; give the regions inside which it is on, such as inside = ["shed", "class:yard"]"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'maybe'\ninside = 'zone'",
      #"picket.toml:6:1: unsure in [output.x] is "maybe"; give "hold", "on" or "off""#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = []",
      #"picket.toml:7:1: inside in [output.x] is empty; give "any", a region, "class:" and a class of regions, or a list of these"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 7",
      #"picket.toml:7:1: inside in [output.x] is an integer; give "any", a region, "class:" and a class of regions, or a list of these"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'class:'",
      #"picket.toml:7:1: inside in [output.x] has "class:" without a class; add the class"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\noutside = ['field', 'zone']",
      #"picket.toml:8:1: [output.x] names "zone" in inside and in outside: it would always be on; remove it from one of them"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\nat_end = 'hold'",
      #"picket.toml:8:1: at_end in [output.x] is "hold"; give "off" or "on""#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\non_delay = -1",
      #"picket.toml:8:1: on_delay in [output.x] is -1; give seconds from 0 to 86400"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\noff_delay = 100000",
      #"picket.toml:8:1: off_delay in [output.x] is 100000; give seconds from 0 to 86400"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\nstatus = true",
      #"picket.toml:8:1: [output.x] has status and is a relay, which does not blink; remove it"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\non_us = 1000",
      #"picket.toml:8:1: [output.x] has on_us and is a relay; give kind = "servo" if it is one, or remove it"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zonne'",
      #"picket.toml: warning: inside in [output.x] names "zonne", which is no region; did you mean "zone"?"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'class:yrad'",
      #"picket.toml: warning: inside in [output.x] names "yrad", a class of no region; did you mean "yard"?"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'yard'",
      #"picket.toml: warning: inside in [output.x] names "yard", which is no region; for the class write "class:yard""#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\nspeeding = 'zone'",
      #"picket.toml: warning: speeding in [output.x] names "zone", which has no limit of speed; give it "maxSpeed": 30, in km/h, or name another region"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\nspeeding = 'any'",
      #"picket.toml: warning: speeding in [output.x] names "any", and no region has a limit of speed; give one "maxSpeed": 30, in km/h"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relais'\nunsure = 'off'\ninside = 'zone'\non_delay = 3",
      #"picket.toml:5:1: kind in [output.x] is "relais"; give "buzzer", "light", "relay" or "servo""#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\nunsur = 'on'",
      #"picket.toml:8:1: unknown key 'unsur' in [output.x]; did you mean 'unsure'?"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\npwm = 'p'",
      #"picket.toml:4:1: [output.x] has line and a pwm; remove one of them"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\n[signal.enter]\nx = 'short'",
      #"picket.toml:9:1: [signal.enter] names 'x', a relay, which plays no signal; remove it: the regions of [output.x] switch it"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\n[approach]\nx = ['5/5', '5/5', '5/5', '5/5']",
      #"picket.toml:9:1: [approach] names 'x', a relay, which plays no cue; remove it"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'zone'\n[output.y]\nline = 'GPIO5'\nkind = 'light'\ninside = 'any'",
      #"picket.toml:8:9: [output.y] is on the same line as [output.x], GPIO5; give each output a line of its own"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\noutside = 'gate'",
      #"picket.toml: warning: outside in [output.x] names "gate", which is a gate; name a region with an inside"#
    ),
    (
      "[output.x]\nline = 'GPIO5'\nkind = 'relay'\nunsure = 'off'\ninside = 'gate'",
      #"picket.toml: warning: inside in [output.x] names "gate", which is a gate; name a region with an inside"#
    ),
    (
      "[output.x]\nkind = 'servo'\ninside = 'zone'\nunsure = 'off'\nline = 'GPIO5'\non_us = 900\noff_us = 1900",
      #"picket.toml:4:1: [output.x] is a servo without a pwm; give the device of its PWM chip, such as pwm = "fe20c000.pwm""#
    ),
    (
      "[output.x]\nkind = 'servo'\ninside = 'zone'\nunsure = 'off'\npwm = 'p'\noff_us = 1900",
      #"picket.toml:4:1: [output.x] is a servo without on_us; give the microseconds of its pulse, such as on_us = 2000"#
    ),
    (
      "[output.x]\nkind = 'servo'\ninside = 'zone'\nunsure = 'off'\npwm = 'p'\non_us = 1900",
      #"picket.toml:4:1: [output.x] is a servo without off_us; give the microseconds of its pulse, such as off_us = 1000"#
    ),
    (
      "[output.x]\nkind = 'servo'\ninside = 'zone'\nunsure = 'off'\npwm = 'p'\non_us = 1900\noff_us = 1900",
      #"picket.toml:9:1: on_us and off_us in [output.x] are the same: it would not move; give the pulses of its two positions"#
    ),
    (
      "[output.x]\nkind = 'servo'\ninside = 'zone'\nunsure = 'off'\npwm = 'p'\non_us = 190\noff_us = 1900",
      #"picket.toml:8:1: on_us in [output.x] is 190; give an integer from 400 to 2600"#
    ),
    (
      "[output.x]\nkind = 'servo'\ninside = 'zone'\nunsure = 'off'\npwm = 'p'\non_us = 900\noff_us = 1900\npitch = 50",
      #"picket.toml:10:1: [output.x] has pitch and is a servo; remove it"#
    ),
    (
      "[output.x]\nkind = 'servo'\ninside = 'zone'\nunsure = 'off'\npwm = 'p'\non_us = 900\noff_us = 1900\nactive_low = true",
      #"picket.toml:10:1: [output.x] has active_low and a pwm; remove one of them"#
    ),
    (
      "[output.z]\nline = 'GPIO6'\nkind = 'light'\ninside = 'any'\nat_end = 'on'",
      #"picket.toml:7:1: [output.z] has at_end and is a light; give kind = "relay" if it switches something, or remove it"#
    ),
    (
      "[button]\nline = 'GPIO22'\ndouble = 'drop'",
      #"picket.toml:5:1: double in [button] is "drop"; give "drop" and the name of an anchor, such as "drop anchor""#
    ),
    (
      "[button]\nline = 'GPIO22'\ndouble = 'drop zone'",
      #"picket.toml: warning: double in [button] drops "zone", which is a region of the files; give the anchor another name"#
    ),
    (
      "[button]\nline = 'GPIO22'\ndouble = 'mark'",
      #"picket.toml:5:1: double in [button] is "mark"; give "drop" and the name of an anchor, such as "drop anchor""#
    ),
    (
      "[button]\ndouble = 'drop anchor'",
      #"picket.toml:3:2: [button] has no line; give line = "GPIO22", or chip and offset"#
    ),
    (
      "[button]\nline = 'GPIO22'\ndouble = 2",
      #"picket.toml:5:1: double in [button] is an integer; give "drop" and the name of an anchor, such as "drop anchor""#
    ),
  ]

  @Test(arguments: uses)
  func wrongUseHasOneLine(_ tables: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(WrongRegionTests.regions(), to: "regions.geojson")
    let file = try folder.write("[gpsd]\nport = 2947\n\(tables)\n", to: "picket.toml")
    let run = try PicketCommandRun("check", "--config", file)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.log == "\(folder.path)/\(words)\n")
  }

  @Test(arguments: [
    (["drop", "--radius", "2"], "--radius: give 5 to 5000 metres"),
    (["drop", "--rode", "0", "--bearing", "9"], "--rode: give 1 to 1000 metres"),
    (["drop", "--rode", "30"], "--rode and --bearing go together"),
    (["drop", "--bearing", "30"], "--rode and --bearing go together"),
    (["drop", "--rode", "30", "--bearing", "400"], "--bearing: give 0 to 360 degrees"),
    (
      ["drop", "--radius", "30", "--rode", "30", "--bearing", "4"],
      "give --radius, or --rode with --bearing"
    ),
    (["regions", "add", "x", "--around", "zone"], "--around needs an --offset in metres"),
    (
      ["regions", "add", "x", "--circle", "46,14,10", "--speed-linger", "5"],
      "--speed-linger needs --max-speed"
    ),
    (
      ["regions", "add", "x", "--circle", "46,14,10m"],
      "--circle 46,14,10m: give latitude, longitude and radius, such as 51.501,-0.142,60"
    ),
  ])
  func wrongOptionHasOneLine(_ arguments: [String], _ words: String) throws {
    let run = try PicketCommandRun(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.log.hasPrefix("picket: \(words); see picket "), "\(run.log)")
    #expect(run.log.hasSuffix(" --help\n"))
    #expect(run.log.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (["rename", "field", "meadow"], #"names "field", which is no region"#),
    (["remove", "field"], #"names "field", which is no region"#),
  ])
  func releasedOutputIsReported(_ change: [String], _ words: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"field","properties":{"radius":50},
      "geometry":{"type":"Point","coordinates":[14,46]}},
      {"type":"Feature","id":"pond","properties":{"radius":50},
      "geometry":{"type":"Point","coordinates":[14.1,46]}}]}
      """, to: "regions.geojson")
    let config = try folder.write(
      """
      [state]
      directory = "state"
      [output.lock]
      kind = "relay"
      line = "GPIO5"
      inside = "field"
      unsure = "off"
      """, to: "picket.toml")
    let run = try PicketCommandRun(["regions"] + change + ["--config", config])
    #expect(run.status == 0)
    #expect(run.log.contains("warning: inside in [output.lock] \(words)"), "\(run.log)")
    // A change that holds it still is not reported.
    let other = try PicketCommandRun(["regions", "undo", "--config", config])
    #expect(other.status == 0)
    #expect(other.log.isEmpty, "\(other.log)")
  }

  @Test(arguments: [
    (["maxSpeed", "fast"], "maxSpeed is \"fast\"; give km/h from 0.5 to 540"),
    (["latch", "maybe"], "latch is a string; give true or false"),
    (["mute", "600"], "mute is a number; give true or false"),
    (["once", "2"], "once is a number; give true or false"),
    (
      ["radius", "20"],
      "radius is for a circle, and this is a Polygon; remove the region, and add it again as a circle"
    ),
    (
      ["width", "20"],
      "width is for a corridor, and this is a Polygon; remove the region, and add it again as a corridor"
    ),
    (["after", "field"], "after names the region itself; give the id of another feature"),
    (
      ["gate", "true"],
      "gate is for a line, and this is a Polygon; remove the region, and add it again as a line"
    ),
    (
      ["afer", "field"],
      #"unknown property "afer"; did you mean "after"? --as-is writes it as it is"#
    ),
  ])
  func wrongChangeIsNotWritten(_ change: [String], _ words: String) throws {
    let folder = try TemporaryFolder()
    let text = WrongRegionTests.regions()
    let file = try folder.write(text, to: "regions.geojson")
    let run = try PicketCommandRun(["regions", "set", "field"] + change + ["--regions", file])
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.log == "\(file): feature 1 (\"field\"): \(words)\n")
    let now = try String(contentsOfFile: file, encoding: .utf8)
    #expect(now == text)
  }
}
