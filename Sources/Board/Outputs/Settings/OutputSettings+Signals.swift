internal import Base

extension OutputSettings {
  /// Reads the tables [signal.NAME], after the outputs.
  mutating func readSignals(_ top: inout TOMLSection, outputsAreConfigured areConfigured: Bool) {
    var tables = top.section("signal", expected: "a table [signal.NAME] for each signal")
    var given: [String: Signal] = [:]
    for name in tables.keys {
      var section = tables.section(name, expected: "a table [signal.NAME] for each signal")
      given[name] = signal(name, &section, areConfigured: areConfigured)
      tables.add(section.finished())
    }
    top.add(tables.finished())
    readRest(&top)

    let named = Set(given.values.flatMap(\.patterns.keys))
    if !areConfigured {
      list += named.subtracting(list.map(\.name)).sorted().map { Output(name: $0) }
    }
    let there = Set(list.lazy.filter { !$0.kind.isSwitch }.map(\.name))
    signals = Signal.defaults.mapValues { signal in
      Signal(name: signal.name, patterns: signal.patterns.filter { there.contains($0.key) })
    }
    signals.merge(given) { $1 }
  }

  private mutating func readRest(_ top: inout TOMLSection) {
    var section = top.section("signals")
    if let pause = section.integer("rest", in: 0...5000) { rest = .milliseconds(pause) }
    for name in section.keys where section.isTable(name) {
      section.accept(name)
      section.note(
        name, "unknown table [signals.\(name)]", remedy: "call it [signal.\(name)], without an s")
    }
    top.add(section.finished())
  }

  private func signal(
    _ name: String, _ section: inout TOMLSection, areConfigured: Bool
  ) -> Signal {
    let title = section.title ?? name
    let names = list.map(\.name)
    var patterns: [String: Pattern] = [:]
    for output in section.keys {
      if areConfigured, !names.contains(output) {
        section.note(
          output, "unknown output '\(output)' in \(title)",
          remedy: Spelling.nearest(to: output, in: names).map { "did you mean '\($0)'?" }
            ?? "known: \(names.listed())")
      }
      if let kind = list.first(where: { $0.name == output })?.kind, kind.isSwitch {
        section.note(
          output, "\(title) names '\(output)', a \(kind.rawValue), which plays no signal",
          remedy: "remove it: the regions of [output.\(output)] switch it")
      }
      let example = "a pattern such as \"short short long\" or \"100/100 x5\""
      if let pattern = section.pattern(output, expected: example) { patterns[output] = pattern }
    }
    return Signal(name: name, patterns: patterns)
  }
}
