internal import Notation

/// The keys that outputs and buttons have in common.
extension TOMLSection {
  /// Whether a line is given, valid or not.
  var hasLine: Bool { has("line") || has("chip") || has("offset") }

  /// Reads a line by its name, or by its chip and offset.
  package mutating func line() -> LineAddress? {
    let hasChip = has("chip")
    let hasOffset = has("offset")
    let name = string("line", expected: "the name of a line, such as \"GPIO17\"")
    let chip = string("chip", expected: "the path or label of a GPIO chip")
    let offset = integer("offset", in: 0...65_535)
    let title = title ?? ""
    if has("line"), hasChip || hasOffset {
      note(
        hasChip ? "chip" : "offset", "\(title) has a line and \(hasChip ? "a chip" : "an offset")",
        remedy: "give either line, or chip and offset")
    } else if hasChip != hasOffset {
      note(
        hasChip ? "chip" : "offset",
        hasChip ? "\(title) has a chip without an offset" : "\(title) has an offset without a chip",
        remedy: "give both chip and offset, or line")
    }
    if let name { return .name(name) }
    if let chip, let offset { return .offset(offset, chip: chip) }
    return nil
  }

  /// Reads a channel for pulse-width modulation.
  mutating func pwm() -> PWMSettings? {
    refuse(
      ["line", "chip", "offset", "active_low", "drive", "bias"], "and a pwm",
      remedy: "remove one of them")
    let device = string("pwm", expected: "the device of a PWM chip, such as \"fe20c000.pwm\"")
    var pwm = PWMSettings(device: device ?? "")
    pwm.channel = integer("channel", in: 0...63) ?? pwm.channel
    pwm.pitch = integer("pitch", in: Pattern.pitches) ?? pwm.pitch
    return device == nil ? nil : pwm
  }

  /// Reads classes of regions: any, one, or a list.
  package mutating func classes(_ key: String) -> RegionClasses {
    let expected = "\"any\", a class of regions, or a list of classes"
    guard let names = strings(key, expected: expected) else { return .none }
    return names.contains("any") ? .any : .some(Set(names))
  }

  /// Notes each of these keys that is present: none of them is allowed here.
  package mutating func refuse(_ keys: [String], _ why: String, remedy: String) {
    for key in keys {
      accept(key)
      guard has(key) else { continue }
      note(key, "\(title ?? "") has \(key) \(why)", remedy: remedy)
    }
  }
}
