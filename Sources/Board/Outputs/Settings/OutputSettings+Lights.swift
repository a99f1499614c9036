internal import Base

extension OutputSettings {
  /// Reads the states that a light shows while no signal plays.
  func readUse(of output: inout Output, _ section: inout TOMLSection) {
    output.showsStatus = section.boolean("status") ?? false
    output.holdsInside = section.classes("inside")
    output.holdsOutside = section.classes("outside")
    for side in RegionSide.allCases { readPattern(of: side, for: &output, &section) }
    readDoubt(of: &output, &section)
    section.refuse(
      ["speeding", "on_delay", "off_delay", "unsure_delay", "at_end"],
      "and is a \(output.kind.rawValue)",
      remedy: "give kind = \"relay\" if it switches something, or remove it")
    section.refuse(
      ["on_us", "off_us"], "and is a \(output.kind.rawValue)",
      remedy: "give kind = \"servo\" if it is one, or remove it")
    let title = section.title ?? output.name
    if output.kind == .light, section.has("pwm") {
      section.note(
        "kind", "\(title) is a light on a pwm, which makes tones",
        remedy: "give its line, or kind = \"buzzer\"")
    }
    if output.kind == .buzzer {
      let uses = [
        ("status", output.showsStatus), ("inside", output.holdsInside != .none),
        ("outside", output.holdsOutside != .none),
      ]
      for (key, isGiven) in uses where isGiven {
        section.note(
          key, "\(title) is a buzzer and has \(key): it would sound without end",
          remedy: "give kind = \"light\" if it is one, "
            + (key == "status" ? "" : "\"relay\" if it switches something, ") + "or remove \(key)")
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
    guard let doubt = section.choice("unsure", Output.Doubt.self) else { return }
    output.doubt = doubt
    guard !output.holds else { return }
    section.note(
      "unsure", "\(section.title ?? output.name) has unsure without inside and outside",
      remedy: "add one of them, or remove unsure")
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
}
