internal import Base

extension OutputSettings {
  /// Reads the key `outputs` and the tables [output.NAME].
  mutating func readOutputs(_ tables: inout TOMLSection, _ top: inout TOMLSection) {
    kind = tables.keys.isEmpty ? .terminal : .gpiod
    if top.isTable("outputs") {
      top.accept("outputs")
      top.note(
        "outputs", "[outputs] is not a table", remedy: "call each [output.NAME], without an s")
    } else if let medium = top.choice("outputs", Medium.self) {
      kind = medium
    }
    if tables.keys.isEmpty {
      if kind == .gpiod {
        top.note(
          "outputs", "outputs is \"gpiod\", but there is no output",
          remedy: "add a table [output.buzzer] with its line, or give \"terminal\"")
      }
      return
    }
    list = []
    for name in tables.keys {
      var section = tables.section(name, expected: "a table [output.NAME] for each output")
      if name.isEmpty { tables.note(name, "the name of an output is empty", remedy: nil) }
      list.append(output(name, &section, in: &tables))
      tables.add(section.finished())
    }
  }

  /// The keys for what an output does, of every kind.
  private static let useKeys = [
    "status", "inside", "outside", "inside_pattern", "outside_pattern", "unsure", "speeding",
    "on_delay", "off_delay", "unsure_delay", "at_end", "on_us", "off_us",
  ]

  private func output(
    _ name: String, _ section: inout TOMLSection, in tables: inout TOMLSection
  ) -> Output {
    var output = Output(name: name)
    let kind = section.choice("kind", Output.Kind.self)
    if let kind {
      output.kind = kind
    } else if section.has("pwm") {
      output.kind = .buzzer
    }
    if section.has("pwm") {
      output.pwm = section.pwm(isServo: kind == .servo)
    } else {
      // The pwm, which is not there, is a key that is known.
      section.refuse(
        ["pwm", "channel", "pitch"], "without a pwm", remedy: "add the pwm, or remove it")
      output.line = section.line()
      output.isActiveLow = section.boolean("active_low") ?? false
      output.drive = section.choice("drive", LineDrive.self) ?? .pushPull
      output.bias = section.choice("bias", LineBias.self) ?? .asIs
    }
    let title = section.title ?? name
    if !section.hasLine, !section.has("pwm"), self.kind == .gpiod, section.exists {
      tables.note(
        name, "\(title) has no line", remedy: "give line = \"GPIO17\", or chip and offset")
    }
    if kind == nil, section.has("kind") {
      // Which of them it may have depends on its kind, which is a mistake.
      Self.useKeys.forEach { section.accept($0) }
    } else if output.kind.isSwitch {
      readSwitch(&output, &section)
    } else {
      readUse(of: &output, &section)
    }
    noteConflicts(of: output, title, in: &tables)
    return output
  }

  /// Notes a line or a channel that another output already uses.
  private func noteConflicts(
    of output: Output, _ title: String, in tables: inout TOMLSection
  ) {
    if let line = output.line,
      let other = list.first(where: { $0.line?.isSame(as: line) == true })
    {
      tables.note(
        output.name, "\(title) is on the same line as [output.\(other.name)], \(line)",
        remedy: "give each output a line of its own")
    }
    if let pwm = output.pwm,
      let other = list.first(where: {
        $0.pwm?.device == pwm.device && $0.pwm?.channel == pwm.channel
      })
    {
      tables.note(
        output.name,
        "\(title) is on the same channel as [output.\(other.name)], \(pwm.device) \(pwm.channel)",
        remedy: "give each output a channel of its own")
    }
  }

  /// Warns of outputs in the file that nothing makes active.
  func noteUnused(_ tables: inout TOMLSection) {
    // A mistake in a table may be why its output seems to be unused.
    guard !tables.problems.contains(where: { $0.severity == .error }) else { return }
    let used = Set(signals.values.flatMap(\.patterns.keys)).union(cue.patterns.keys)
    for output in list
    where !used.contains(output.name) && !output.showsStatus && !output.holds
      && !output.kind.isSwitch
    {
      tables.note(
        output.name, "[output.\(output.name)] is in no signal",
        remedy: "name it in one, such as [signal.enter] \(output.name) = \"short\"",
        severity: .warning)
    }
  }
}
