internal import CGPIOD
import Glibc

/// Lines of GPIO chips, held as outputs for as long as this object lives.
///
/// Each is requested inactive and set inactive again before it is let go: some
/// kernels keep an output at its level when its owner is gone.
package final class GPIOLines: OutputLines {
  private var chips: [Chip] = []
  private var requests: [String: UnsafeMutablePointer<picket_gpio_request>] = [:]

  /// A chip that stays open for as long as its lines are held: libgpiod 1 asks for that.
  private struct Chip {
    let handle: OpaquePointer
    let path: String
    let label: String
    let lines: UInt32
  }

  /// Requests the lines of the outputs, all inactive.
  ///
  /// - Throws: `LineFault` when there is no such line or it cannot be had.
  package init(_ outputs: [Configuration.Output]) throws {
    chips = Self.openChips()
    guard !chips.isEmpty else { throw Self.noChip() }
    for output in outputs {
      let (chip, offset) = try find(output)
      var settings = picket_gpio_settings(
        offset: offset, active_low: output.isActiveLow ? 1 : 0,
        drive: Self.code(output.drive), bias: Self.code(output.bias))
      guard let request = picket_gpio_request_output(chip.handle, &settings, "picket") else {
        throw Self.refused(output, chip, offset, SystemError("request \(chip.path) \(offset)"))
      }
      requests[output.name] = request
    }
  }

  deinit {
    for request in requests.values {
      _ = picket_gpio_set(request, 0)
      picket_gpio_release(request)
    }
    for chip in chips { gpiod_chip_close(chip.handle) }
  }

  /// Sets one output to a level; the C function is `gpiod_line_set_value`.
  package func set(_ output: String, to level: Level) throws {
    guard let request = requests[output] else { return }
    guard picket_gpio_set(request, level.isActive ? 1 : 0) == 0 else {
      throw SystemError("gpiod_line_set_value \(output)")
    }
  }

  // MARK: Chips

  /// Opens every chip that can be opened; one that cannot is somebody else's.
  private static func openChips() -> [Chip] {
    guard let folder = opendir("/dev") else { return [] }
    defer { closedir(folder) }
    var paths: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("gpiochip") { paths.append("/dev/\(name)") }
    }
    return paths.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.compactMap { path in
      guard let handle = gpiod_chip_open(path) else { return nil }
      return Chip(
        handle: handle, path: path,
        label: text(64) { picket_gpio_chip_label(handle, $0, $1) } ?? "",
        lines: picket_gpio_chip_lines(handle))
    }
  }

  private static func noChip() -> LineFault {
    let exists = access("/dev/gpiochip0", F_OK) == 0
    return LineFault(
      exists
        ? """
        /dev/gpiochip0: \(SystemError("gpiod_chip_open", code: EACCES).reason); add the user to \
        the group gpio, or run with --outputs terminal
        """
        : "/dev: no GPIO chip here; run with --outputs terminal, or enable GPIO in the kernel")
  }

  // MARK: Lines

  private func find(_ output: Configuration.Output) throws -> (Chip, UInt32) {
    switch output.line {
    case nil: throw LineFault("output '\(output.name)' has no line")
    case .name(let name)?:
      for chip in chips {
        for offset in 0..<chip.lines where Self.info(chip, offset)?.name == name {
          return (chip, offset)
        }
      }
      throw LineFault(
        """
        output '\(output.name)': no line is named '\(name)'\(nearest(to: name)); \
        gpioinfo lists the lines
        """)
    case .offset(let offset, let name)?:
      guard let chip = chips.first(where: { $0.path == name || $0.label == name }) else {
        throw LineFault(
          """
          output '\(output.name)': no chip '\(name)'; there are \
          \(chips.map { "\($0.path) (\($0.label))" }.joined(separator: ", "))
          """)
      }
      guard offset >= 0, offset < chip.lines else {
        throw LineFault(
          """
          output '\(output.name)': \(chip.path) has lines 0 to \(Int(chip.lines) - 1), \
          not \(offset)
          """)
      }
      return (chip, UInt32(offset))
    }
  }

  private func nearest(to name: String) -> String {
    let names = chips.flatMap { chip in
      (0..<chip.lines).compactMap { Self.info(chip, $0)?.name }.filter { !$0.isEmpty }
    }
    guard let near = Spelling.nearest(to: name, in: names) else { return "" }
    return "; did you mean '\(near)'?"
  }

  private static func info(
    _ chip: Chip, _ offset: UInt32
  ) -> (name: String, consumer: String, isUsed: Bool)? {
    var info = picket_gpio_info()
    guard picket_gpio_line_info(chip.handle, offset, &info) == 0 else { return nil }
    return (string(&info.name), string(&info.consumer), info.used != 0)
  }

  private static func refused(
    _ output: Configuration.Output, _ chip: Chip, _ offset: UInt32, _ error: SystemError
  ) -> LineFault {
    let line = "output '\(output.name)': line \(offset) of \(chip.path)"
    guard error.code == EBUSY else { return LineFault("\(line): \(error.reason)") }
    let consumer = info(chip, offset)?.consumer ?? ""
    let holder = consumer.isEmpty ? "another program or the kernel" : "'\(consumer)'"
    return LineFault("\(line) is held by \(holder); stop that, or choose another line")
  }

  private static func code(_ drive: Configuration.Drive) -> Int32 {
    switch drive {
    case .pushPull: 0
    case .openDrain: 1
    case .openSource: 2
    }
  }

  private static func code(_ bias: Configuration.Bias) -> Int32 {
    switch bias {
    case .asIs: 0
    case .disabled: 1
    case .pullUp: 2
    case .pullDown: 3
    }
  }

  // MARK: Texts

  private static func string<T>(_ bytes: inout T) -> String {
    withUnsafeBytes(of: &bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func text(
    _ size: Int, _ fill: (UnsafeMutablePointer<CChar>, Int) -> Int32
  ) -> String? {
    var buffer = [CChar](repeating: 0, count: size)
    let filled = buffer.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { fill($0, buffer.count) } ?? -1
    }
    guard filled == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
