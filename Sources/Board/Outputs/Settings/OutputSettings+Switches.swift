internal import Base

extension OutputSettings {
  /// Reads the regions, the delays and the end of a relay or a servo.
  func readSwitch(_ output: inout Output, _ section: inout TOMLSection) {
    let title = section.title ?? output.name
    let kind = output.kind.rawValue
    section.refuse(
      ["status", "inside_pattern", "outside_pattern"], "and is a \(kind), which does not blink",
      remedy: "remove it")
    output.holdsInside = section.regions("inside")
    output.holdsOutside = section.regions("outside")
    output.holdsSpeeding = section.regions("speeding")
    if !output.holds, !output.holders.contains(where: { section.has($0.key) }) {
      section.note(
        "kind",
        "\(title) is a \(kind) without inside, outside and speeding: nothing would switch it",
        remedy:
          "give the regions inside which it is on, such as inside = [\"shed\", \"class:yard\"]")
    }
    if case .some(let inner, let innerClasses) = output.holdsInside,
      case .some(let outer, let outerClasses) = output.holdsOutside,
      let both = inner.intersection(outer).min()
        ?? innerClasses.intersection(outerClasses).min().map({ "class:\($0)" })
    {
      section.note(
        "outside", "\(title) names \(both.quoted) in inside and in outside: it would always be on",
        remedy: "remove it from one of them")
    }
    if let doubt = section.choice("unsure", Output.Doubt.self) {
      output.doubt = doubt
    } else if !section.has("unsure") {
      section.note(
        "kind",
        "\(title) is a \(kind) without unsure, its level while the carrier's side is not sure",
        remedy: "give unsure = \"off\", \"on\", or \"hold\" for that of the last sure side")
    }
    output.onDelay = section.seconds("on_delay", in: 0...86_400) ?? .zero
    output.offDelay = section.seconds("off_delay", in: 0...86_400) ?? .zero
    output.doubtDelay = section.seconds("unsure_delay", in: 0...86_400) ?? output.doubtDelay
    output.endsActive = section.choice("at_end", End.self) == .on
    readPulses(of: &output, &section)
  }

  /// The level in which a relay or a servo is left when no controller drives it.
  private enum End: String, CaseIterable {
    case off, on
  }

  private func readPulses(of output: inout Output, _ section: inout TOMLSection) {
    let title = section.title ?? output.name
    guard output.kind == .servo else {
      section.refuse(
        ["on_us", "off_us"], "and is a relay",
        remedy: "give kind = \"servo\" if it is one, or remove it")
      // A line and a pwm are noted already.
      guard section.has("pwm"), !section.hasLine else { return }
      return section.note(
        "pwm", "\(title) is a relay on a pwm", remedy: "give its line, or kind = \"servo\"")
    }
    if !section.has("pwm") {
      section.note(
        "kind", "\(title) is a servo without a pwm",
        remedy: "give the device of its PWM chip, such as pwm = \"fe20c000.pwm\"")
    }
    let on = section.integer("on_us", in: ServoPulses.lengths)
    let off = section.integer("off_us", in: ServoPulses.lengths)
    for key in ["on_us", "off_us"] where !section.has(key) {
      section.note(
        "kind", "\(title) is a servo without \(key)",
        remedy:
          "give the microseconds of its pulse, such as \(key) = \(key == "on_us" ? 2000 : 1000)")
    }
    guard let on, let off else { return }
    if on == off {
      section.note(
        "off_us", "on_us and off_us in \(title) are the same: it would not move",
        remedy: "give the pulses of its two positions")
    }
    output.pwm?.pulses = ServoPulses(on: on, off: off)
  }
}
