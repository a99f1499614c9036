package import Base

/// Every GPIO line and PWM channel of this board, and which of them the configuration uses.
package struct BoardListing: Sendable {
  /// One line of a chip.
  private struct ListedLine {
    let chip: String
    let label: String
    let offset: Int
    let name: String
    let isOutput: Bool
    let isActiveLow: Bool
    let consumer: String?
    let use: String?
  }

  /// One channel of a PWM chip.
  private struct Channel {
    let chip: String
    let device: String
    let number: Int
    let isExported: Bool
    let use: String?
  }

  /// A line or channel that the configuration uses.
  package struct Use: Hashable, Sendable {
    /// The process or driver that holds a line.
    package enum Holder: Hashable, Sendable {
      case none
      /// A program of Picket.
      case picket
      /// Another program or driver; its name may be empty.
      case other(String)
    }

    /// The part that uses the line or channel: `output buzzer`, or `button`.
    package let owner: Reason
    /// The place of the line or channel, for a person.
    package let place: Reason
    /// Whether it is a PWM channel, whose holder the kernel does not name.
    package let isChannel: Bool
    /// The holder of the line or channel.
    package let holder: Holder
  }

  private let lines: [ListedLine]
  private let channels: [Channel]
  private let denied: [(path: String, reason: String)]

  /// The reasons why lines or channels of the configuration cannot be found.
  package let faults: [LineFault]

  /// Lists the board as it is now.
  package init(_ settings: OutputSettings) {
    self.init(settings, pwmRoot: PWMChip.root)
  }

  /// Lists the board as it is now, with the PWM chips of another folder.
  package init(_ settings: OutputSettings, pwmRoot: String) {
    let chips = GPIOChips()
    let (uses, lineFaults) = Self.uses(settings, on: chips)
    lines = chips.chips.flatMap { chip in
      chip.lines.map { line in
        ListedLine(
          chip: chip.path, label: chip.label, offset: line.offset, name: line.name,
          isOutput: line.isOutput, isActiveLow: line.isActiveLow,
          consumer: line.isUsed ? line.consumer : nil, use: uses["\(chip.path) \(line.offset)"])
      }
    }
    denied = chips.denied.map { ($0, GPIOChips.denial(of: $0)) }
    channels = PWMChip.all(in: pwmRoot).flatMap { Self.channels(of: $0, settings) }
    faults = lineFaults + Self.channelFaults(settings, in: pwmRoot)
  }

  /// The part that uses each line, by chip and offset, and the faults of lines that are not found.
  private static func uses(
    _ settings: OutputSettings, on chips: GPIOChips
  ) -> (uses: [String: String], faults: [LineFault]) {
    var uses: [String: String] = [:]
    var faults: [LineFault] = []
    func note(_ line: LineAddress, _ owner: String, _ use: String) {
      // When no chip may be opened, this is reported once, not for each output.
      guard !chips.chips.isEmpty || chips.denied.isEmpty else { return }
      do throws(LineFault) {
        let place = try chips.find(line, for: owner)
        uses["\(place.chip.path) \(place.offset)"] = use
      } catch {
        faults.append(error)
      }
    }
    for output in settings.list {
      guard let line = output.line, output.pwm == nil else { continue }
      note(line, GPIOLine.title(output), "output \(output.name)")
    }
    if let button = settings.button { note(button.line, "button", "button") }
    return (uses, faults)
  }

  private static func channels(of chip: PWMChip, _ settings: OutputSettings) -> [Channel] {
    (0..<max(0, chip.channelCount)).map { number in
      let user = settings.list.first { output in
        output.pwm.map { $0.channel == number && chip.isOn($0.device) } ?? false
      }
      return Channel(
        chip: chip.path, device: chip.device, number: number,
        isExported: chip.isExported(number), use: user.map { "output \($0.name)" })
    }
  }

  private static func channelFaults(_ settings: OutputSettings, in root: String) -> [LineFault] {
    settings.list.compactMap { output in
      guard let pwm = output.pwm else { return nil }
      do throws(LineFault) {
        _ = try PWMChip.find(pwm, for: GPIOLine.title(output), in: root)
        return nil
      } catch {
        return error
      }
    }
  }

  /// The lines and channels that the configuration uses.
  package var uses: [Use] {
    lines.compactMap { line in
      guard let use = line.use else { return nil }
      let holder: Use.Holder =
        switch line.consumer {
        case nil: .none
        case GPIOChip.consumer?: .picket
        case let name?: .other(name)
        }
      let place = Reason(
        line.name.isEmpty ? "place.line" : "place.named",
        [
          "number": .count(line.offset), "name": .text(line.name), "device": .text(line.chip),
          "label": .text(line.label),
        ])
      return Use(owner: Self.owner(use), place: place, isChannel: false, holder: holder)
    }
      + channels.compactMap { channel in
        guard let use = channel.use else { return nil }
        return Use(
          owner: Self.owner(use),
          place: Reason(
            "place.channel",
            ["number": .count(channel.number), "device": .text(channel.device)]),
          isChannel: true, holder: .none)
      }
  }

  /// Whether the board has no chip at all, counting the chips that may not be opened.
  package var isEmpty: Bool { lines.isEmpty && channels.isEmpty && denied.isEmpty }

  /// The reasons why no line is listed, when this user may not open any chip.
  package var refusals: [String] { lines.isEmpty ? denied.map(\.reason) : [] }

  /// The listing in columns, for a person.
  package var text: [String] {
    var text: [String] = []
    for (chip, lines) in Self.grouped(lines, by: \.chip) {
      text.append("\(chip)  \(lines[0].label)  \(lines.count.counted("line"))")
      text += Self.columns(
        ["offset", "name", "direction", "active", "held by", "used for"],
        lines.map { line in
          [
            String(line.offset), line.name, line.isOutput ? "output" : "input",
            line.isActiveLow ? "low" : "high",
            line.consumer.map { $0.isEmpty ? "?" : $0 } ?? "", line.use ?? "",
          ]
        })
    }
    for (chip, channels) in Self.grouped(channels, by: \.chip) {
      text.append("\(chip)  \(channels[0].device)  \(channels.count.counted("channel"))")
      text += Self.columns(
        ["channel", "exported", "used for"],
        channels.map { [String($0.number), $0.isExported ? "yes" : "no", $0.use ?? ""] })
    }
    return text + denied.map(\.reason)
  }

  /// The listing as one JSON object for each line and channel.
  package var json: [String] {
    var json: [String] = lines.map { line in
      var object = JSONLine()
      object.add("chip", line.chip)
      object.add("label", line.label)
      object.add("offset", line.offset)
      object.add("name", line.name.isEmpty ? nil : line.name)
      object.add("direction", line.isOutput ? "output" : "input")
      object.add("activeLow", line.isActiveLow)
      object.add("used", line.consumer != nil)
      object.add("consumer", line.consumer.flatMap { $0.isEmpty ? nil : $0 })
      Self.add(line.use, to: &object)
      return object.text
    }
    json += channels.map { channel in
      var object = JSONLine()
      object.add("pwm", channel.chip)
      object.add("device", channel.device)
      object.add("channel", channel.number)
      object.add("exported", channel.isExported)
      Self.add(channel.use, to: &object)
      return object.text
    }
    return json
      + denied.map { path, reason in
        var object = JSONLine()
        object.add("chip", path)
        object.add("denied", reason)
        return object.text
      }
  }

  private static func owner(_ use: String) -> Reason {
    use == "button"
      ? Reason("owner.button")
      : Reason("owner.output", ["name": .text(String(use.dropFirst("output ".count)))])
  }

  private static func add(_ use: String?, to object: inout JSONLine) {
    guard let use else { return }
    if use == "button" {
      object.add("button", true)
    } else {
      object.add("output", String(use.dropFirst("output ".count)))
    }
  }

  // MARK: Texts

  private static func grouped<Element>(
    _ list: [Element], by key: (Element) -> String
  ) -> [(String, [Element])] {
    var groups: [(String, [Element])] = []
    for element in list {
      if groups.last?.0 == key(element) {
        groups[groups.count - 1].1.append(element)
      } else {
        groups.append((key(element), [element]))
      }
    }
    return groups
  }

  /// Rows under a heading, the numbers in the first column flush right.
  private static func columns(_ heading: [String], _ rows: [[String]]) -> [String] {
    Table.lines(of: [heading] + rows, indent: 2) { $0 == 0 }
  }
}
