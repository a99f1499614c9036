internal import Base
import Glibc

/// The GPIO chips of this machine.
struct GPIOChips {
  /// The chips that could be opened, in the order of their numbers.
  let chips: [GPIOChip]

  /// The paths of the chips that this user may not open.
  let denied: [String]

  /// Opens every chip that can be opened and skips the others.
  init() {
    var chips: [GPIOChip] = []
    var denied: [String] = []
    var seen: Set<dev_t> = []
    for path in Self.paths() {
      // Raspberry Pi OS has links to chips under their former numbers.
      guard let device = Self.device(path), seen.insert(device).inserted else { continue }
      do throws(SystemError) {
        chips.append(try GPIOChip(path: path))
      } catch {
        if error.code == EACCES || error.code == EPERM { denied.append(path) }
      }
    }
    self.chips = chips
    self.denied = denied
  }

  /// A line and the chip that it is on.
  typealias Place = (chip: GPIOChip, offset: Int)

  /// Finds a line.
  ///
  /// - Parameter owner: The part that uses the line, such as `output 'buzzer'`.
  /// - Throws: `LineFault` when there is no such line or more than one.
  func find(_ line: LineAddress, for owner: String) throws(LineFault) -> Place {
    guard !chips.isEmpty else { throw noChips(owner) }
    switch line {
    case .name(let name): return try find(name, owner)
    case .offset(let offset, let chip):
      let chip = try find(chip: chip, owner)
      guard offset >= 0, offset < chip.lineCount else {
        throw LineFault(
          """
          \(owner): \(chip.path) (\(chip.label)) has lines 0 to \(chip.lineCount - 1), \
          not \(offset); picket outputs list shows them
          """)
      }
      return (chip, offset)
    }
  }

  private func find(_ name: String, _ owner: String) throws(LineFault) -> Place {
    let found = chips.flatMap { chip in
      chip.lines.filter { $0.name == name }.map { (chip: chip, offset: $0.offset) }
    }
    guard let first = found.first else { throw noLine(name, owner) }
    guard found.count == 1 else {
      let places = found.map { "\($0.chip.path) (\($0.chip.label)) offset \($0.offset)" }
      throw LineFault(
        """
        \(owner): more than one line is named '\(name)': \(places.listed()); \
        give chip and offset instead
        """)
    }
    return first
  }

  private func find(chip name: String, _ owner: String) throws(LineFault) -> GPIOChip {
    // Any path of the device is accepted, links included.
    let device = name.hasPrefix("/") ? Self.device(name) : nil
    let found = chips.filter { chip in
      chip.path == name || chip.label == name || (device != nil && Self.device(chip.path) == device)
    }
    guard let first = found.first else {
      for path in denied where path == name || device != nil && Self.device(path) == device {
        throw LineFault("\(owner): \(Self.denial(of: path))")
      }
      throw noChip(name, owner)
    }
    guard found.count == 1 else {
      throw LineFault(
        """
        \(owner): more than one chip has the label '\(name)': \(found.map(\.path).listed()); \
        give the path of one
        """)
    }
    return first
  }

  // MARK: Devices

  /// The paths of all chips in the order of their numbers, links last.
  private static func paths() -> [String] {
    let names = ((try? Directory.names(in: "/dev")) ?? []).filter { $0.hasPrefix("gpiochip") }
    let found = names.map { name in
      var status = stat()
      let isLink = lstat("/dev/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      return (path: "/dev/\(name)", isLink: isLink)
    }
    return found.sorted {
      ($0.isLink ? 1 : 0, $0.path.utf8.count, $0.path)
        < ($1.isLink ? 1 : 0, $1.path.utf8.count, $1.path)
    }.map(\.path)
  }

  /// The number of the device at a path, links followed.
  private static func device(_ path: String) -> dev_t? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return status.st_rdev
  }
}
