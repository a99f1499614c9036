internal import Base

/// A line that is held as an output, alone or with others of its chip.
struct GPIOLine {
  /// The request that holds the line.
  let outputs: GPIOChip.Outputs

  /// The place of the line in its request.
  let index: Int

  /// The line and its chip, for a person.
  let place: String

  /// Sets the line.
  ///
  /// - Throws: `SystemError` when its chip is gone or refuses.
  func set(isActive: Bool) throws(SystemError) {
    try outputs.set(index, isActive: isActive)
  }

  /// Finds and requests the lines of outputs, all inactive unless they end active.
  ///
  /// With libgpiod 2, all lines of a chip are requested together. With libgpiod 1,
  /// only those that are driven alike are: its requests have one polarity, drive
  /// and bias for all of their lines.
  ///
  /// - Throws: `LineFault` when a line is missing, held by another program or forbidden; then no
  ///   line is held.
  static func request(
    _ outputs: [Output], on chips: GPIOChips
  ) throws(LineFault) -> [String: GPIOLine] {
    var held: [String: GPIOLine] = [:]
    for group in try groups(of: outputs, on: chips) {
      let request = try group.request()
      for (index, member) in group.members.enumerated() {
        held[member.output.name] = GPIOLine(
          outputs: request, index: index, place: group.place(of: member))
      }
    }
    return held
  }

  /// The lines of outputs in groups that are requested together.
  private static func groups(
    of outputs: [Output], on chips: GPIOChips
  ) throws(LineFault) -> [Group] {
    var groups: [Group] = []
    for output in outputs {
      guard let line = output.line else {
        throw LineFault("\(title(output)) has no line; give line = \"GPIO17\", or chip and offset")
      }
      let (chip, offset) = try chips.find(line, for: title(output))
      let member = Member(output: output, offset: offset)
      for group in groups where group.chip === chip {
        guard let other = group.members.first(where: { $0.offset == offset }) else { continue }
        throw LineFault(
          """
          \(title(output)) is on the same line as \(title(other.output)), \
          \(group.place(of: member)); give each a line of its own
          """)
      }
      if let index = groups.firstIndex(where: { $0.accepts(member, on: chip) }) {
        groups[index].members.append(member)
      } else {
        groups.append(Group(chip: chip, members: [member]))
      }
    }
    return groups
  }

  /// The name of the output in messages.
  static func title(_ output: Output) -> String { "output '\(output.name)'" }

  /// An output and the offset of its line.
  private struct Member {
    let output: Output
    let offset: Int

    var settings: GPIOChip.Settings {
      GPIOChip.Settings(
        offset: offset, isActiveLow: output.isActiveLow, drive: output.drive, bias: output.bias,
        endsActive: output.endsActive)
    }
  }

  /// Lines that are requested together.
  private struct Group {
    let chip: GPIOChip
    var members: [Member]

    func accepts(_ member: Member, on chip: GPIOChip) -> Bool {
      chip === self.chip && members.count < GPIOChip.longestRequest
        && (GPIOChip.mixesSettings || members[0].settings.isDriven(like: member.settings))
    }

    /// The line of a member and its chip, for a person.
    func place(of member: Member) -> String {
      GPIOChips.text(chip, member.offset, chip.line(member.offset)?.name ?? "")
    }

    func request() throws(LineFault) -> GPIOChip.Outputs {
      do throws(SystemError) {
        return try GPIOChip.Outputs(members.map(\.settings), of: chip)
      } catch {
        // The kernel does not name the line: the first held line is reported.
        let culprit = members.first { chip.line($0.offset)?.isUsed == true } ?? members[0]
        throw GPIOChips.refusal(
          GPIOLine.title(culprit.output), (chip, culprit.offset), error)
      }
    }
  }
}
