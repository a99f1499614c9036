extension Configuration {
  /// Reads what outputs are and the tables [output.NAME].
  mutating func takeOutputs(_ tables: inout TOMLSection, _ top: inout TOMLSection) {
    let kind = top.choice("outputs", OutputKind.self)
    outputKind = kind ?? (tables.keys.isEmpty ? .terminal : .gpiod)
    if tables.keys.isEmpty {
      if outputKind == .gpiod {
        top.note(
          "outputs", "outputs is \"gpiod\", but there is no output",
          remedy: "add a table [output.buzzer] with its line, or give \"terminal\"")
      }
      return
    }
    outputs = []
    for name in tables.keys {
      var section = tables.section(name, expected: "a table [output.NAME] for each output")
      if name.isEmpty { tables.note(name, "the name of an output is empty", remedy: nil) }
      outputs.append(output(name, &section, in: &tables))
      tables.add(section.finished())
    }
  }

  private func output(
    _ name: String, _ section: inout TOMLSection, in tables: inout TOMLSection
  ) -> Output {
    var output = Output(name: name)
    let hasName = section.has("line")
    let hasChip = section.has("chip")
    let hasOffset = section.has("offset")
    let lineName = section.string("line", expected: "the name of a line, such as \"GPIO17\"")
    let chip = section.string("chip", expected: "the path, name or label of a GPIO chip")
    let offset = section.integer("offset", in: 0...65_535)
    output.isActiveLow = section.boolean("active_low") ?? false
    output.drive = section.choice("drive", Drive.self) ?? .pushPull
    output.bias = section.choice("bias", Bias.self) ?? .asIs
    output.line =
      if let lineName { .name(lineName) } else if let chip, let offset {
        .offset(offset, chip: chip)
      } else { nil }

    let title = section.title ?? name
    if hasName, hasChip || hasOffset {
      section.note(
        hasChip ? "chip" : "offset", "\(title) has a line and \(hasChip ? "a chip" : "an offset")",
        remedy: "give either line, or chip and offset")
    } else if hasChip != hasOffset {
      section.note(
        hasChip ? "chip" : "offset",
        hasChip ? "\(title) has a chip without an offset" : "\(title) has an offset without a chip",
        remedy: "give both chip and offset, or line")
    } else if !hasName, !hasChip, outputKind == .gpiod, section.isThere {
      tables.note(
        name, "\(title) has no line", remedy: "give line = \"GPIO17\", or chip and offset")
    }
    if let line = output.line,
      let other = outputs.first(where: { $0.line?.isSame(as: line) == true })
    {
      tables.note(
        name, "\(title) is on the same line as [output.\(other.name)], \(line)",
        remedy: "give each output a line of its own")
    }
    return output
  }

  /// Warns of the outputs in the file that no signal ever makes active.
  func noteUnused(_ tables: inout TOMLSection) {
    let used = Set(signals.values.flatMap(\.patterns.keys))
    for output in outputs where !used.contains(output.name) {
      tables.note(
        output.name, "[output.\(output.name)] is in no signal",
        remedy: "name it in one, such as [signal.enter] \(output.name) = \"short\"",
        severity: .warning)
    }
  }
}
