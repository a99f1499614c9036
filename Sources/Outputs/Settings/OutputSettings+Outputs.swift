internal import Notation

extension OutputSettings {
  /// Reads the key `outputs` and the tables [output.NAME].
  mutating func readOutputs(_ tables: inout TOMLSection, _ top: inout TOMLSection) {
    kind = top.choice("outputs", Kind.self) ?? (tables.keys.isEmpty ? .terminal : .gpiod)
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

  private func output(
    _ name: String, _ section: inout TOMLSection, in tables: inout TOMLSection
  ) -> Output {
    var output = Output(name: name)
    if section.has("pwm") {
      output.pwm = section.pwm()
    } else {
      section.refuse(
        ["pwm", "channel", "pitch"], "without a pwm",
        remedy: "add the pwm, or remove it")
      output.line = section.line()
      output.isActiveLow = section.boolean("active_low") ?? false
      output.drive = section.choice("drive", LineDrive.self) ?? .pushPull
      output.bias = section.choice("bias", LineBias.self) ?? .asIs
    }
    let title = section.title ?? name
    if !section.hasLine, !section.has("pwm"), kind == .gpiod, section.exists {
      tables.note(
        name, "\(title) has no line", remedy: "give line = \"GPIO17\", or chip and offset")
    }
    readUse(of: &output, &section)
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

  /// Reads the kind of an output and the states that it shows while no signal plays.
  private func readUse(of output: inout Output, _ section: inout TOMLSection) {
    let kind = section.choice("kind", Output.Kind.self)
    let isKindValid = kind != nil || !section.has("kind")
    output.kind = kind ?? (section.has("pwm") ? .buzzer : output.kind)
    output.showsStatus = section.boolean("status") ?? false
    output.holdsInside = section.classes("inside")
    output.holdsOutside = section.classes("outside")
    for side in RegionSide.allCases { readPattern(of: side, for: &output, &section) }
    readDoubt(of: &output, &section)
    let title = section.title ?? output.name
    if kind == .light, section.has("pwm") {
      section.note(
        "kind", "\(title) is a light on a pwm, which makes tones",
        remedy: "give its line, or kind = \"buzzer\"")
    }
    if output.kind == .buzzer, isKindValid {
      let uses = [
        ("status", output.showsStatus), ("inside", output.holdsInside != .none),
        ("outside", output.holdsOutside != .none),
      ]
      for (key, isGiven) in uses where isGiven {
        section.note(
          key, "\(title) is a buzzer and has \(key): it would sound without end",
          remedy: "give kind = \"light\" if it is one, or remove \(key)")
        output.showsStatus = false
        output.holdsInside = .none
        output.holdsOutside = .none
      }
    } else if output.showsStatus, output.holds {
      let key = output.holdsInside != .none ? "inside" : "outside"
      section.note(
        key, "\(title) has both status and \(key)",
        remedy: key == "inside"
          ? "remove one: a light with status shows inside too, for any region" : "remove one")
    }
  }

  /// Reads what a light shows while the state of a region may no longer hold.
  private func readDoubt(of output: inout Output, _ section: inout TOMLSection) {
    guard let choice = section.choice("unsure", Doubted.self) else { return }
    output.holdsUnsure = choice == .hold
    guard !output.holds else { return }
    section.note(
      "unsure", "\(section.title ?? output.name) has unsure without inside and outside",
      remedy: "add one of them, or remove unsure")
  }

  /// What a light shows while the state of a region may no longer hold.
  private enum Doubted: String, CaseIterable {
    case hold, off
  }

  /// Reads the pattern that a light repeats on one side of its regions.
  private func readPattern(
    of side: RegionSide, for output: inout Output, _ section: inout TOMLSection
  ) {
    let key = "\(side.rawValue)_pattern"
    guard let pattern = section.pattern(key, expected: "a pattern such as \"100/900\"") else {
      return
    }
    let classes = side == .inside ? output.holdsInside : output.holdsOutside
    if classes == .none {
      section.note(
        key, "\(section.title ?? output.name) has \(key) without \(side.rawValue)",
        remedy: "add \(side.rawValue) = \"any\", or remove it")
    }
    if side == .inside { output.insidePattern = pattern } else { output.outsidePattern = pattern }
  }

  /// Warns of outputs in the file that nothing makes active.
  func noteUnused(_ tables: inout TOMLSection) {
    let used = Set(signals.values.flatMap(\.patterns.keys)).union(cue.patterns.keys)
    for output in list
    where !used.contains(output.name) && !output.showsStatus && !output.holds {
      tables.note(
        output.name, "[output.\(output.name)] is in no signal",
        remedy: "name it in one, such as [signal.enter] \(output.name) = \"short\"",
        severity: .warning)
    }
  }
}
