import Foundation
@testable import PicketLink
import Testing

struct LinkSettingsTests {
  private func check(_ text: String) -> (LinkSettings?, [String]) {
    let (settings, problems) = LinkSettings.check(text, file: "/etc/picket/link.toml", host: "pi")
    return (settings, problems.map(\.description))
  }

  @Test func malformedTrustedKeyIsRefused() {
    let (settings, problems) = LinkSettings.check(
      "[broker]\nhost = \"b\"\n[link]\nboard = \"b\"\ntrusted_keys = [\"x\"]\n", file: "link.toml",
      host: "h")
    #expect(settings == nil)
    #expect(problems.map(\.wrong).contains { $0.contains("which is not a public key") })
  }

  @Test func hostAloneIsEnough() throws {
    let (settings, problems) = check("[broker]\nhost = \"b\"")
    #expect(problems.isEmpty)
    let found = try #require(settings)
    #expect(found.broker == BrokerSettings(host: "b", port: 1883))
    #expect(found.board == "pi")
    #expect(found.prefix == "picket")
    #expect(found.from == .start)
    #expect(found.position == nil)
    #expect(found.controller.socketPath == "/run/picket/picket.sock")
    #expect(found.statusPath == "/run/picket-link/link.sock")
  }

  @Test func allKeysAreRead() throws {
    let (settings, problems) = check(
      """
      [picket]
      state = "/s"
      configuration = "p.toml"
      [broker]
      host = "b"
      tls = true
      ca = "ca.pem"
      certificate = "c.pem"
      key = "k.pem"
      user = "u"
      password_file = "pw"
      [link]
      prefix = "a/b"
      board = "orchard-3"
      position = { every = 5, metres = 7.5 }
      home_assistant = true
      owntracks = true
      from = "now"
      directory = "d"
      regions = true
      group = "rangers"
      trusted_keys = ["11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="]
      unsure_after = "1m"
      orders = ["mark", "walk"]
      """)
    #expect(problems.isEmpty)
    let found = try #require(settings)
    #expect(found.controller.socketPath == "/s/control.sock")
    #expect(found.controller.configuration == "/etc/picket/p.toml")
    #expect(found.broker?.port == 8883)
    #expect(found.broker?.authorities == "/etc/picket/ca.pem")
    #expect(found.broker?.passwordFile == "/etc/picket/pw")
    #expect(found.position == LinkSettings.Position(every: .seconds(5), metres: 7.5))
    #expect(found.homeAssistant && found.ownTracks && found.regions)
    #expect(found.group == "rangers")
    #expect(found.trustedKeys == ["11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="])
    #expect(found.unsureAfter == .seconds(60))
    #expect(found.orders == [.mark, .walk])
    #expect(found.statusPath == "/etc/picket/d/link.sock")
  }

  @Test func listsMayBeEmpty() {
    #expect(check("[broker]\nhost = \"b\"\n[link]\ntrusted_keys = []\norders = []").1.isEmpty)
  }

  @Test func positionMayBeTrueOrFalse() {
    #expect(
      check("[broker]\nhost = \"b\"\n[link]\nposition = true").0?.position
        == LinkSettings.Position())
    #expect(check("[broker]\nhost = \"b\"\n[link]\nposition = false").0?.position == nil)
  }

  @Test(arguments: [
    (
      "",
      "/etc/picket/link.toml: there is no host in [broker]; give the name or the address of a broker"
    ),
    (
      "[broker]\nhost = \"b\"\nca = \"x\"",
      "/etc/picket/link.toml:3:1: ca in [broker] needs tls = true; add tls = true"
    ),
    (
      "[broker]\nhost = \"b\"\ntls = true\nkey = \"x\"",
      "/etc/picket/link.toml:4:1: key in [broker] needs certificate; give both"
    ),
    (
      "[broker]\nhost = \"b\"\n[link]\nboard = \"a/b\"",
      "/etc/picket/link.toml:4:1: board in [link] has a /, which separates levels; give letters, digits, - and _"
    ),
    (
      "[broker]\nhost = \"b\"\n[link]\nprefix = \"$SYS\"",
      "/etc/picket/link.toml:4:1: prefix in [link] begins with $, which brokers reserve; give letters, digits, -, _ and /"
    ),
    (
      "[broker]\nhost = \"b\"\n[link]\norders = [\"reboot\"]",
      "/etc/picket/link.toml:4:1: there is no order \"reboot\"; give a list of \"mark\", \"mute\", \"acknowledge\" or \"walk\""
    ),
    (
      "[broker]\nhost = \"b\"\n[link]\nposition = 7",
      "/etc/picket/link.toml:4:1: position in [link] is an integer; give false, or { every = 10, metres = 20 }"
    ),
    (
      "[broker]\nhost = \"b\"\nprot = 1",
      "/etc/picket/link.toml:3:1: unknown key 'prot' in [broker]; did you mean 'port'?"
    ),
  ])
  func mistakeHasPlaceAndRemedy(_ text: String, _ problem: String) {
    let (settings, problems) = check(text)
    #expect(settings == nil)
    #expect(problems == [problem])
  }

  @Test func unencryptedPasswordGivesAWarning() {
    let (settings, problems) = check(
      "[broker]\nhost = \"b\"\nuser = \"u\"\npassword_file = \"x\"")
    #expect(settings != nil)
    #expect(problems.count == 1)
    #expect(problems.first?.contains("unencrypted") == true)
  }

  private func sample() throws -> String {
    let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    return try String(contentsOfFile: "/\(root)/deploy/link.toml", encoding: .utf8)
  }

  @Test func sampleLacksOnlyTheBroker() throws {
    let (settings, problems) = check(try sample())
    #expect(settings == nil)
    #expect(problems.count == 1)
    #expect(problems.first?.contains("there is no host in [broker]") == true)
  }

  @Test func aSignalKServerNeedsNoBroker() throws {
    let (settings, problems) = check(
      """
      [signalk]
      host = "sk"
      inside = ["shoal"]
      outside = "*"
      anchor = "here"
      """)
    #expect(problems.isEmpty)
    let found = try #require(settings)
    #expect(found.broker == nil)
    var expected = SignalKSettings(host: "sk", port: 8375)
    expected.inside = ["shoal"]
    expected.outside = ["*"]
    expected.anchor = "here"
    #expect(found.signalK == expected)
  }

  @Test(arguments: [
    ("[signalk]", "there is no host in [signalk]"),
    ("[signalk]\nhost = \"h\"\ntransport = \"udp\"", "UDP in [signalk] needs port"),
    ("[signalk]\nhost = \"h\"\ntransport = \"ws\"", "\"ws\""),
    ("[signalk]\nhost = \"h\"\ninside = [\"class:a\"]", "\"class:a\", a class"),
    ("[signalk]\nhost = \"h\"\ninside = \"a\"\noutside = \"a\"", "always be an alarm"),
    ("[signalk]\nhost = \"h\"\nhots = 1", "hots"),
    ("[signalk]\nhost = \"h\"\n[broker]\nport = 1", "there is no host in [broker]"),
  ])
  func mistakesInSignalKAreNamed(text: String, said: String) {
    let (settings, problems) = check(text)
    #expect(settings == nil)
    #expect(problems.count == 1)
    #expect(problems.first?.contains(said) == true)
  }

  @Test func sampleHasTheDefaults() throws {
    let text = try sample().replacingOccurrences(of: "# host =", with: "host =")
    let (settings, problems) = check(text)
    #expect(problems.isEmpty)
    let broker = BrokerSettings(host: "broker.example", port: 8883)
    var expected = LinkSettings(broker: broker, board: "pi")
    expected.broker?.isSecure = true
    #expect(settings == expected)
  }
}
