package import Base
internal import Geofence

extension BoardProfile {
  /// The profiles of all boards, by name, which are compiled into the program.
  package static func all() throws(Problem) -> [BoardProfile] {
    var boards: [BoardProfile] = []
    for file in PackageResources.all {
      let text = try TextFile.text(file.bytes(), path: file.name)
      boards.append(try BoardProfile(profile: text, name: String(file.name.dropLast(5))))
    }
    return boards
  }

  /// The names that a person may have meant, the nearest first.
  package static func names(near name: String, in boards: [BoardProfile]) -> [String] {
    func distance(_ board: BoardProfile) -> Int {
      let plain = Spelling.plain(name)
      return [board.name, board.title].map(Spelling.plain).map { known in
        known.contains(text: plain) || plain.contains(text: known)
          ? 0 : Spelling.distance(plain, known)
      }
      .min() ?? .max
    }
    let near = boards.map { (name: $0.name, distance: distance($0)) }
      .filter { $0.distance <= max(2, name.utf8.count / 3) }
    // A board whose name contains the text is preferred to one whose name resembles it.
    let least = near.contains { $0.distance == 0 } ? near.filter { $0.distance == 0 } : near
    return least.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }
}

extension BoardProfile {
  /// Reads a profile.
  ///
  /// - Parameter name: The name of the profile's file without the extension.
  package init(profile text: String, name: String) throws(Problem) {
    var profile = try ProfileTable(text: text, file: "\(name).toml")
    self.name = name
    title = try profile.string("title")
    note = try profile.optionalString("note")
    identity = try Self.identity(profile.table("identity"))
    headers = try Self.headers(profile.table("header"))
    let pins = headers.flatMap(\.pins)
    wiring = try Self.wiring(profile.table("wiring"), pins)
    uart = try Self.uart(profile.table("uart"))
    pwm =
      if let table = try profile.optionalTable("pwm") { try Self.pwm(table, pins) } else { nil }
    setups = []
    for table in try profile.tables("setup") { setups.append(try Self.setup(table)) }
    traps = []
    for table in try profile.tables("trap") { traps.append(try Self.trap(table)) }
    try profile.finish()
  }

  private static func evidence(_ table: inout ProfileTable) throws(Problem) -> Evidence {
    let isConfirmed = try table.optionalBoolean("confirmed") ?? true
    let evidence = Evidence(
      source: try table.string("source"), doubt: try table.optionalString("doubt"))
    guard isConfirmed == (evidence.doubt == nil) else {
      throw table.problem("confirmed = false and a doubt go together")
    }
    return evidence
  }

  private static func identity(_ table: consuming ProfileTable) throws(Problem) -> Identity {
    let identity = Identity(
      models: try table.strings("models"), compatible: try table.strings("compatible"),
      evidence: try evidence(&table))
    try table.finish()
    return identity
  }

  private static func headers(_ table: consuming ProfileTable) throws(Problem) -> [Header] {
    var headers: [Header] = []
    for name in table.keys {
      var header = try table.table(name)
      let prefix = try header.optionalString("prefix") ?? ""
      let chip = try header.optionalString("chip")
      var rows = try header.table("pins")
      var pins: [Pin] = []
      for number in rows.keys {
        var row = try rows.table(number)
        let offset = try row.optionalIndex("offset")
        pins.append(
          Pin(
            name: prefix + number, line: try row.optionalString("line"),
            chip: try row.optionalString("chip") ?? (offset == nil ? nil : chip), offset: offset,
            function: try row.optionalString("function")))
        try row.finish()
      }
      headers.append(Header(name: name, pins: pins, evidence: try evidence(&header)))
      try header.finish()
    }
    return headers
  }

  private static func wiring(
    _ table: consuming ProfileTable, _ pins: [Pin]
  ) throws(Problem) -> Wiring {
    let inside = try table.string("pull_up")
    guard ["internal", "external"].contains(inside) else {
      throw table.problem("pull_up is neither \"internal\" nor \"external\"")
    }
    let wiring = Wiring(
      buzzer: try pin("buzzer", &table, pins), led: try pin("led", &table, pins),
      button: try pin("button", &table, pins), transmit: try pin("uart_tx", &table, pins),
      receive: try pin("uart_rx", &table, pins), supply3V3: try pin("power_3v3", &table, pins),
      supply5V: try pin("power_5v", &table, pins),
      grounds: Grounds(
        buzzer: try pin("ground_buzzer", &table, pins), led: try pin("ground_led", &table, pins),
        button: try pin("ground_button", &table, pins),
        receiver: try pin("ground_receiver", &table, pins)),
      pullsUpInside: inside == "internal", evidence: try evidence(&table))
    try table.finish()
    return wiring
  }

  private static func uart(_ table: consuming ProfileTable) throws(Problem) -> UART {
    let uart = UART(device: try table.string("device"), evidence: try evidence(&table))
    try table.finish()
    return uart
  }

  private static func pwm(_ table: consuming ProfileTable, _ pins: [Pin]) throws(Problem) -> PWM {
    let pwm = PWM(
      device: try table.string("device"), channel: try table.optionalIndex("channel") ?? 0,
      pin: try pin("pin", &table, pins), overlay: try table.optionalString("overlay"),
      evidence: try evidence(&table))
    try table.finish()
    return pwm
  }

  private static func setup(_ table: consuming ProfileTable) throws(Problem) -> Setup {
    let step: Setup.Action =
      if let file = try table.optionalString("file") {
        .lines(try table.strings("lines"), file: file)
      } else {
        .command(try table.string("command"))
      }
    let setup = Setup(step: step, why: try table.string("why"), evidence: try evidence(&table))
    try table.finish()
    return setup
  }

  private static func trap(_ table: consuming ProfileTable) throws(Problem) -> Trap {
    let trap = Trap(text: try table.string("text"), evidence: try evidence(&table))
    try table.finish()
    return trap
  }

  /// The pin that the value of a key names.
  private static func pin(
    _ key: String, _ table: inout ProfileTable, _ pins: [Pin]
  ) throws(Problem) -> Pin {
    let name = try table.string(key)
    guard let pin = pins.first(where: { $0.name == name }) else {
      throw table.problem("\(key) is pin \(name), which is on no header")
    }
    return pin
  }
}
