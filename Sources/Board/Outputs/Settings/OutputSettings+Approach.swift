internal import Base

extension OutputSettings {
  /// Reads the table [approach], after the outputs and the signals.
  mutating func readApproach(_ top: inout TOMLSection, outputsAreConfigured areConfigured: Bool) {
    var section = top.section("approach")
    defer { top.add(section.finished()) }
    // This key is read with the regions.
    section.accept("longest")
    let names = list.map(\.name)
    var patterns: [String: [Pattern]] = [:]
    for output in section.keys where output != "longest" {
      if areConfigured, !names.contains(output) {
        section.note(
          output, "unknown output '\(output)' in [approach]",
          remedy: Spelling.nearest(to: output, in: names + ["longest"]).map {
            "did you mean '\($0)'?"
          }
            ?? "known: longest, \(names.listed())")
      } else if !names.contains(output) {
        list.append(Output(name: output))
      } else if let kind = list.first(where: { $0.name == output })?.kind, kind.isSwitch {
        section.note(
          output, "[approach] names '\(output)', a \(kind.rawValue), which plays no cue",
          remedy: "remove it")
      }
      patterns[output] = section.tempo(output, isBuzzer: isBuzzer(output))
    }
    let there = Set(list.map(\.name))
    cue.patterns = patterns.isEmpty ? cue.patterns.filter { there.contains($0.key) } : patterns
  }

  private func isBuzzer(_ name: String) -> Bool {
    list.first { $0.name == name }?.kind == .buzzer
  }
}

extension TOMLSection {
  /// Reads the patterns of an output, one for each step.
  fileprivate mutating func tempo(_ key: String, isBuzzer: Bool) -> [Pattern]? {
    let example =
      "\(CueSettings.steps) patterns, such as [\"60/940\", \"60/440\", \"60/190\", \"60/65\"]"
    guard let texts = strings(key, expected: example) else { return nil }
    guard texts.count == CueSettings.steps else {
      note(
        key, "\(key) in [approach] has \(texts.count.counted("pattern"))", remedy: "give \(example)"
      )
      return nil
    }
    var patterns: [Pattern] = []
    for text in texts {
      do throws(Pattern.Mistake) {
        let pattern = try Pattern(text)
        patterns.append(pattern)
        // The pattern is repeated for as long as the carrier comes nearer.
        if isBuzzer, !pattern.steps.contains(where: { $0.inactive > .zero }) {
          note(
            key, "\(key) in [approach] is \(text.quoted), which has no pause",
            remedy: "give the milliseconds without sound too, such as \"60/65\"")
        }
      } catch {
        note(key, "\(text.quoted) in [approach] is not a pattern: \(error)", remedy: nil)
      }
    }
    return patterns.count == texts.count ? patterns : nil
  }
}
