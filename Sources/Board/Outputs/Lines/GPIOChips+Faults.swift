internal import Base
import Glibc

/// Messages about lines that are missing, held by another program or forbidden.
extension GPIOChips {
  /// The fault that there is no chip, or none that this user may open.
  func noChips(_ owner: String) -> LineFault {
    if let path = denied.first { return LineFault("\(owner): \(Self.denial(of: path))") }
    return LineFault(
      """
      \(owner): there is no GPIO chip (/dev/gpiochip*) here; enable GPIO in the kernel, \
      or run with --outputs terminal
      """)
  }

  /// The fault that no line has this name.
  func noLine(_ name: String, _ owner: String) -> LineFault {
    let names = chips.flatMap { $0.lines.map(\.name) }.filter { !$0.isEmpty }
    var text = "\(owner): no line is named '\(name)'"
    if let near = Spelling.nearest(to: name, in: names) {
      text += "; did you mean '\(near)'?"
    } else {
      text += "; picket outputs list shows all lines"
    }
    if let path = denied.first { text += "; also, \(Self.denial(of: path))" }
    return LineFault(text)
  }

  /// The fault that no chip has this path or label.
  func noChip(_ name: String, _ owner: String) -> LineFault {
    let known = chips.map { "\($0.path) (\($0.label))" }
    var text = "\(owner): there is no chip '\(name)'"
    if let near = chips.first(where: { $0.path == "/dev/\(name)" })?.path
      ?? Spelling.nearest(to: name, in: chips.flatMap { [$0.label, $0.path] })
    {
      text += "; did you mean '\(near)'?"
    } else {
      text += "; there \(known.count == 1 ? "is" : "are") \(known.listed())"
    }
    if let path = denied.first { text += "; also, \(Self.denial(of: path))" }
    return LineFault(text)
  }

  /// The fault that a line exists, but could not be requested.
  static func refusal(
    _ owner: String, _ place: Place, _ error: SystemError
  ) -> LineFault {
    let (chip, offset) = place
    let line = chip.line(offset)
    let subject = "\(owner): \(Self.text(chip, offset, line?.name ?? ""))"
    switch error.code {
    case EBUSY:
      guard let consumer = line?.consumer, line?.isUsed == true else {
        return LineFault(
          "\(subject) is busy: the kernel may use its interrupt; choose another line")
      }
      guard consumer != GPIOChip.consumer else {
        return LineFault(
          """
          \(subject) is held by 'picket', a running controller; \
          stop it first: systemctl stop picket
          """)
      }
      let holder = consumer.isEmpty ? "a program or driver without a name" : "'\(consumer)'"
      return LineFault("\(subject) is held by \(holder); stop that, or choose another line")
    case EACCES, EPERM: return LineFault("\(owner): \(denial(of: chip.path))")
    case EINVAL, ENOTSUP:
      return LineFault(
        "\(subject) does not support its settings (\(error.reason)); try without drive and bias")
    default: return LineFault("\(subject): \(error.reason)")
    }
  }

  /// A line and its chip, for a person.
  static func text(_ chip: GPIOChip, _ offset: Int, _ name: String) -> String {
    "line \(offset)\(name.isEmpty ? "" : " (\(name))") of \(chip.path) (\(chip.label))"
  }

  /// The reason why this user may not open a chip, and the remedy.
  static func denial(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(path) may not be opened" }
    let group = name(ofGroup: status.st_gid)
    let rule = #"SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660""#
    let isShared = status.st_gid != 0 && status.st_mode & 0o060 == 0o060
    let subject = "\(path) may not be opened: it belongs to the group '\(group)'"
    return isShared
      ? "\(subject); join it: usermod -aG \(group) USER (the udev rule for it is \(rule))"
      : """
      \(subject); give it to the group gpio with the udev rule \(rule) in \
      /etc/udev/rules.d/60-gpio.rules, and join the group: usermod -aG gpio USER
      """
  }

  private static func name(ofGroup number: gid_t) -> String {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard getgrgid_r(number, &entry, buffer.baseAddress, buffer.count, &found) == 0,
        found != nil
      else { return String(number) }
      return String(cString: entry.gr_name)
    }
  }
}
