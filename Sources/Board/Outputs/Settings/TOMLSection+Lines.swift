internal import Base

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

  /// Reads the order to drop an anchor: `drop` and its name.
  mutating func drop(_ key: String) -> String? {
    let expected = "\"drop\" and the name of an anchor, such as \"drop anchor\""
    guard let text = string(key, expected: expected) else { return nil }
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == "drop" else {
      note(key, "\(key) in \(title ?? "") is \(text.quoted)", remedy: "give \(expected)")
      return nil
    }
    return String(words[1])
  }

  /// Reads a channel for pulse-width modulation.
  ///
  /// - Parameter isServo: Whether a servo is on it, which has no pitch.
  mutating func pwm(isServo: Bool) -> PWMSettings? {
    refuse(
      ["line", "chip", "offset", "active_low", "drive", "bias"], "and a pwm",
      remedy: "remove one of them")
    let device = string("pwm", expected: "the device of a PWM chip, such as \"fe20c000.pwm\"")
    var pwm = PWMSettings(device: device ?? "")
    pwm.channel = integer("channel", in: 0...63) ?? pwm.channel
    if isServo {
      refuse(["pitch"], "and is a servo", remedy: "remove it")
    } else {
      pwm.pitch = integer("pitch", in: Pattern.pitches) ?? pwm.pitch
    }
    return device == nil ? nil : pwm
  }

  /// Reads the classes of the regions of a light: any, one, or a list.
  mutating func classes(_ key: String) -> RegionChoice {
    let expected = "\"any\", a class of regions, or a list of classes"
    guard let names = strings(key, expected: expected) else { return .none }
    return names.contains("any") ? .any : .some(classes: Set(names))
  }

  /// Reads the regions of a relay or a servo: any, one, or a list of identifiers and classes.
  mutating func regions(_ key: String) -> RegionChoice {
    let expected = "\"any\", a region, \"class:\" and a class of regions, or a list of these"
    guard let names = strings(key, expected: expected) else { return .none }
    let prefix = "class:"
    if names.contains(prefix) {
      note(
        key, "\(key) in \(title ?? "") has \(prefix.quoted) without a class",
        remedy: "add the class")
      return .none
    }
    guard !names.contains("any") else { return .any }
    let classes = names.filter { $0.hasPrefix(prefix) }
    return .some(
      ids: Set(names).subtracting(classes), classes: Set(classes.map { String($0.dropFirst(6)) }))
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
