import Base

/// The Signal K server that is told the regions and the health of the board.
struct SignalKSettings: Hashable, Sendable {
  /// The way to the server.
  enum Transport: String, CaseIterable, Hashable, Sendable {
    case tcp, udp
  }

  /// Its name or address.
  var host: String

  /// Its port: that of the server's own stream by TCP, or that of a data connection by UDP.
  var port: Int

  /// The way to it.
  var transport = Transport.tcp

  /// The regions that are an alarm while the board is inside; `*` for all.
  var inside: [String] = []

  /// The regions that are an alarm while the board is outside; `*` for all.
  var outside: [String] = []

  /// The region that is the anchor watch.
  var anchor = "anchor"

  /// The server, for a person.
  var address: String { "\(host), port \(port) (\(transport.rawValue))" }

  /// Reads the table [signalk]; `nil` when there is none.
  init?(_ top: inout TOMLSection) {
    var section = top.section("signalk")
    guard section.exists else { return nil }
    let expected = "the name or the address of a Signal K server"
    host = section.string("host", expected: expected) ?? ""
    if host.isEmpty, !section.has("host") {
      section.note("host", "there is no host in [signalk]", remedy: "give \(expected)")
    }
    transport = section.choice("transport", Transport.self) ?? .tcp
    port = section.integer("port", in: 1...65_535) ?? Self.standardPort
    if transport == .udp, !section.has("port") {
      section.note(
        "port", "UDP in [signalk] needs port", remedy: "give that of the server's data connection")
    }
    inside = section.regions("inside")
    outside = section.regions("outside")
    for id in inside where outside.contains(id) {
      section.note(
        "outside",
        "inside and outside in [signalk] have \(id.quoted), which would always be an alarm",
        remedy: "give it once")
    }
    anchor = section.string("anchor", expected: "the identifier of a region") ?? anchor
    top.add(section.finished())
  }

  /// Creates the settings of a server.
  init(host: String, port: Int, transport: Transport = .tcp) {
    self.host = host
    self.port = port
    self.transport = transport
  }

  // The port of signalk-server's own stream.
  private static let standardPort = 8375
}

extension TOMLSection {
  /// A list of regions.
  fileprivate mutating func regions(_ key: String) -> [String] {
    let expected = "a list of identifiers of regions, or \"*\" for all"
    let names = strings(key, expected: expected, orNone: true) ?? []
    for name in names where name.hasPrefix("class:") {
      note(key, "\(key) in [signalk] has \(name.quoted), a class", remedy: "give \(expected)")
    }
    return names
  }
}
