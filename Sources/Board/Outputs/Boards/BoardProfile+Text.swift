internal import Base
internal import Geofence

extension BoardProfile {
  /// The profile as text for a person, one string a line.
  package var lines: [String] {
    var notes = Notes()
    var text = [title] + (note.map { Self.wrapped($0) } ?? [])
    text += ["", "Wiring (board/wiring/\(name).svg draws it)"] + wiringTable(&notes)
    text +=
      ["", "In /etc/picket/picket.toml"] + settings(&notes).map { $0.isEmpty ? "" : "    " + $0 }
    text += ["", "The receiver's port is \(uart.device)\(notes.mark(uart.evidence))"]
    text += setupLines(&notes)
    if !traps.isEmpty { text += ["", "Beware"] }
    for trap in traps {
      text += Self.wrapped(trap.text + notes.mark(trap.evidence), first: "  - ", rest: "    ")
    }
    notes.add(identity.evidence)
    text += ["", "Sources"]
    for (index, evidence) in notes.list.enumerated() {
      let doubt = evidence.doubt.map { " NOT CONFIRMED: \($0)" } ?? ""
      let number = "[\(index + 1)] "
      text += Self.wrapped(
        evidence.source + doubt, first: "  \(number)",
        rest: String(repeating: " ", count: number.count + 2))
    }
    return text
  }

  /// The table of the parts and their pins.
  private func wiringTable(_ notes: inout Notes) -> [String] {
    var rows = [["part", "pin", "line", "chip and offset", "also"]]
    for (part, pin) in connections {
      let offset = pin.offset.map { "\(pin.chip ?? "") \($0)" } ?? ""
      rows.append([
        part, pin.name, pin.line ?? "", pin.chip == nil ? "" : offset, pin.function ?? "",
      ])
    }
    for header in headers { notes.add(header.evidence) }
    notes.add(wiring.evidence)
    return Table.lines(of: rows, indent: 2) { _ in false } + [
      "  Q1's collector goes to BZ1 -. Do not leave R2 out: without it the buzzer may sound while",
      "  the board starts.",
    ]
  }

  /// The lines for the configuration, ready to be pasted.
  package var settings: [String] {
    var notes = Notes()
    return settings(&notes)
  }

  private func settings(_ notes: inout Notes) -> [String] {
    var text = ["[output.buzzer]"] + Self.line(wiring.buzzer)
    text += ["", "[output.led]"] + Self.line(wiring.led) + ["status = true"]
    text += ["", "[button]"] + Self.line(wiring.button)
    text.append(
      wiring.pullsUpInside
        ? "bias = \"pull-up\"" : "bias = \"as-is\"          # the 10 kΩ to 3V3 pull it up")
    // With this line, a receiver at USB would not count.
    text += [
      "", "# [gpsd]            # only where gpsd has several receivers: the one to follow",
      "# device = \"\(uart.device)\"",
    ]
    if let pwm {
      let overlay = pwm.overlay.map { "; config.txt: \($0)" } ?? ""
      text += [
        "", "# A passive buzzer, on pin \(pwm.pin.name)\(notes.mark(pwm.evidence))\(overlay):",
        "# [output.buzzer]", "# pwm = \"\(pwm.device)\"", "# channel = \(pwm.channel)",
      ]
    }
    return text
  }

  /// The keys that give a pin's line.
  private static func line(_ pin: Pin) -> [String] {
    let place = pin.chip.flatMap { chip in pin.offset.map { "chip = \"\(chip)\", offset = \($0)" } }
    guard let line = pin.line else {
      return pin.chip.flatMap { chip in
        pin.offset.map { ["chip = \"\(chip)\"", "offset = \($0)"] }
      } ?? []
    }
    return ["line = \"\(line)\"" + (place.map { "         # or: \($0)" } ?? "")]
  }

  private func setupLines(_ notes: inout Notes) -> [String] {
    var text: [String] = []
    for setup in setups {
      let mark = notes.mark(setup.evidence)
      switch setup.step {
      case .lines(let lines, let file):
        text += Self.wrapped("In \(file): \(setup.why)\(mark)", first: "  ", rest: "  ")
        text += lines.map { "    " + $0 }
      case .command(let command):
        text += ["  \(command)"] + Self.wrapped(setup.why + mark, first: "    ", rest: "    ")
      }
    }
    text += [
      "  In /etc/default/gpsd:", "    DEVICES=\"\(uart.device)\"", "    GPSD_OPTIONS=\"-n\"",
    ]
    return text
  }

  /// The evidence, each item numbered once and listed at the end.
  private struct Notes {
    private(set) var list: [Evidence] = []

    mutating func add(_ evidence: Evidence) {
      _ = mark(evidence)
    }

    /// The number of an item, with a question mark when it is doubtful.
    mutating func mark(_ evidence: Evidence) -> String {
      if !list.contains(evidence) { list.append(evidence) }
      let number = (list.firstIndex(of: evidence) ?? 0) + 1
      return " [\(number)\(evidence.doubt == nil ? "" : "?")]"
    }
  }

  /// The text in lines of at most 88 characters.
  private static func wrapped(_ text: String, first: String, rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + word.count + 1 > 88 {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }

  private static func wrapped(_ text: String) -> [String] {
    wrapped(text, first: "", rest: "")
  }
}

extension BoardProfile {
  /// The pin of each part; the parts have the names that the picture gives them.
  var connections: [(part: String, pin: Pin)] {
    var list = [
      ("BZ1 (buzzer) +", wiring.supply5V),
      ("R1 (1 kΩ), to Q1's base", wiring.buzzer),
      ("R2 (10 kΩ), to Q1's base", wiring.grounds.buzzer),
      ("Q1's emitter", wiring.grounds.buzzer),
      ("R3 (470 Ω), to D2 (LED) +", wiring.led),
      ("D2 (LED) -", wiring.grounds.led),
      ("S1 (button)", wiring.button),
      ("S1, other side", wiring.grounds.button),
    ]
    if !wiring.pullsUpInside { list.append(("R4 (10 kΩ), to S1's line", wiring.supply3V3)) }
    return list + [
      ("receiver's RX", wiring.transmit),
      ("receiver's TX", wiring.receive),
      ("receiver's VCC", wiring.supply3V3),
      ("receiver's GND", wiring.grounds.receiver),
    ]
  }
}
