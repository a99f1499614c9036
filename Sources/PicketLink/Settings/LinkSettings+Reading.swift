import Base
import Geofence
import Glibc

extension LinkSettings {
  /// Reads the settings in a file and finds all their problems.
  ///
  /// - Returns: The settings, `nil` when there are errors.
  static func check(path: String) -> (settings: LinkSettings?, problems: [Problem]) {
    do throws(Problem) {
      let text = try TextFile.read(
        path: path, limit: 1 << 16,
        remedy: "copy link.toml from /usr/share/doc/picket-link/examples, or name another with "
          + "--config")
      return check(text, file: path, host: hostName)
    } catch {
      return (nil, [error])
    }
  }

  /// Reads a text as the settings in a file of this path, and finds all their problems.
  ///
  /// - Parameter host: The name of this host, the default for that of the board.
  static func check(
    _ text: String, file: String, host: String
  ) -> (settings: LinkSettings?, problems: [Problem]) {
    let root: TOMLValue
    do throws(TOMLValue.Mistake) {
      root = try TOMLValue.parse(text)
    } catch {
      return (nil, [error.problem(file: file)])
    }
    guard case .table(let members) = root.kind else { return (nil, []) }
    var top = TOMLSection(file: file, title: nil, members: members)
    var settings = LinkSettings(broker: nil, board: host)
    settings.readController(&top)
    settings.signalK = SignalKSettings(&top)
    // Without a Signal K server a file without a broker says what is missing.
    if settings.signalK == nil || top.has("broker") {
      var broker = BrokerSettings(host: "", port: 0)
      broker.read(&top)
      settings.broker = broker
    }
    settings.readLink(&top)
    let problems = top.finished().inOrder
    return (problems.contains { $0.severity == .error } ? nil : settings, problems)
  }

  /// The name of this host; the corresponding C function is `gethostname`.
  static var hostName: String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let isKnown = buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return gethostname(start.assumingMemoryBound(to: CChar.self), bytes.count - 1) == 0
    }
    return isKnown ? String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) : ""
  }

  private mutating func readController(_ top: inout TOMLSection) {
    var section = top.section("picket")
    if let path = section.path("state", expected: "the path of a folder") {
      controller.state = path
    }
    if let path = section.path("socket", expected: "the path of a socket") {
      controller.socket = path
    }
    if let path = section.path("configuration", expected: "the path of a file") {
      controller.configuration = path
    }
    top.add(section.finished())
  }

  private mutating func readLink(_ top: inout TOMLSection) {
    var section = top.section("link")
    if let text = section.string("prefix", expected: "levels of a topic, such as picket") {
      prefix = text
      section.checkTopic("prefix", text, isOneLevel: false)
    }
    if let text = section.string("board", expected: "a name, such as orchard-3") {
      board = text
      section.checkTopic("board", text, isOneLevel: true)
    } else if Topics.fault(in: board, isOneLevel: true) != nil {
      section.note(
        "board", "the name of this host, \(board.quoted), cannot be a level of a topic",
        remedy: "give board in [link]")
    }
    position = readPosition(&section)
    homeAssistant = section.boolean("home_assistant") ?? false
    ownTracks = section.boolean("owntracks") ?? false
    regions = section.boolean("regions") ?? false
    if let text = section.string("group", expected: "the name of a group of boards") {
      group = text
      section.checkTopic("group", text, isOneLevel: true)
    }
    trustedKeys =
      section.strings("trusted_keys", expected: "public keys", orNone: true) ?? []
    for key in trustedKeys where PublicKey(key) == nil {
      section.note(
        "trusted_keys", "trusted_keys in [link] has \(key.quoted), which is not a public key",
        remedy: "give one as picket-link sign prints it: 44 characters of Base64")
    }
    unsureAfter = section.seconds("unsure_after", in: 0...86_400) ?? unsureAfter
    readOrders(&section)
    if let path = section.path("directory", expected: "the path of a folder") {
      directory = path
    }
    from = section.choice("from", Beginning.self) ?? from
    top.add(section.finished())
  }

  private func readPosition(_ section: inout TOMLSection) -> Position? {
    if section.isBoolean("position") {
      return section.boolean("position") == true ? Position() : nil
    }
    var table = section.section("position", expected: "false, or { every = 10, metres = 20 }")
    var position = Position()
    position.every = table.seconds("every", in: 1...86_400) ?? position.every
    position.metres = table.number("metres", in: 0...1_000_000, of: "metres") ?? position.metres
    let exists = table.exists
    section.add(table.finished())
    return exists ? position : nil
  }

  private mutating func readOrders(_ section: inout TOMLSection) {
    let names = Order.allCases.map(\.rawValue)
    let expected = "a list of \(names.map(\.quoted).listed("or"))"
    for name in section.strings("orders", expected: expected, orNone: true) ?? [] {
      guard let order = Order(rawValue: name) else {
        section.note("orders", "there is no order \(name.quoted)", remedy: "give \(expected)")
        continue
      }
      orders.insert(order)
    }
  }
}

extension BrokerSettings {
  /// Reads the table [broker].
  fileprivate mutating func read(_ top: inout TOMLSection) {
    var section = top.section("broker")
    let expected = "the name or the address of a broker"
    if let text = section.host("host", expected: expected) {
      host = text
    } else if !section.has("host") {
      section.note("host", "there is no host in [broker]", remedy: "give \(expected)")
    }
    isSecure = section.boolean("tls") ?? false
    port = section.integer("port", in: 1...65_535) ?? (isSecure ? 8883 : 1883)
    authorities = section.path("ca")
    certificate = section.path("certificate")
    key = section.path("key")
    user = section.string("user", expected: "a name")
    passwordFile = section.path("password_file")
    sharedIdentity = section.string("psk_identity", expected: "a name")
    sharedKeyFile = section.path("psk_file")
    check(&section)
    top.add(section.finished())
  }

  /// Notes keys that make no sense without others.
  private func check(_ section: inout TOMLSection) {
    for (one, other) in [
      ("certificate", "key"), ("key", "certificate"), ("password_file", "user"),
      ("psk_identity", "psk_file"), ("psk_file", "psk_identity"),
    ] where section.has(one) && !section.has(other) {
      section.note(one, "\(one) in [broker] needs \(other)", remedy: "give both")
    }
    for name in ["ca", "certificate", "psk_file"] where section.has(name) && !isSecure {
      section.note(name, "\(name) in [broker] needs tls = true", remedy: "add tls = true")
    }
    for name in ["ca", "certificate"] where section.has(name) && section.has("psk_file") {
      section.note(
        name, "\(name) in [broker] has no effect with psk_file", remedy: "give one of them")
    }
    if section.has("password_file"), !isSecure, !["localhost", "127.0.0.1", "::1"].contains(host) {
      section.note(
        "password_file", "the password would go over the network unencrypted",
        remedy: "add tls = true", severity: .warning)
    }
  }
}

extension TOMLSection {
  /// The path of a file, relative to that of the settings.
  fileprivate mutating func path(_ key: String) -> String? {
    path(key, expected: "the path of a file")
  }

  /// Notes why a text cannot be a part of a topic.
  fileprivate mutating func checkTopic(_ key: String, _ text: String, isOneLevel: Bool) {
    guard let fault = Topics.fault(in: text, isOneLevel: isOneLevel) else { return }
    note(
      key, "\(key) in [link] \(fault)",
      remedy: isOneLevel ? "give letters, digits, - and _" : "give letters, digits, -, _ and /")
  }
}

extension [Problem] {
  /// The line and the column of a problem, for sorting.
  private func place(_ problem: Problem) -> (Int, Int) {
    if case .text(let line, let column) = problem.place { (line, column) } else { (0, 0) }
  }

  fileprivate var inOrder: [Problem] { sorted { place($0) < place($1) } }
}
