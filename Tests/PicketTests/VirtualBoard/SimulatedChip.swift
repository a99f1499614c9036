import Foundation
import Glibc

/// A GPIO chip that the kernel simulates: gpio-sim, made through configfs.
///
/// Programs use it as any other chip. The levels of its lines can be read from outside, and their
/// pulls can be set there. The chip is removed with its object.
final class SimulatedChip {
  let label: String
  private let names: [String?]
  private let folder: String

  /// Whether this kernel can make chips and this process may do so.
  static var isSupported: Bool {
    access("/sys/kernel/config/gpio-sim", W_OK) == 0 && geteuid() == 0
  }

  /// Makes a chip.
  ///
  /// - Parameter names: The names of its lines in their order; `nil` for a line without a name.
  init(label: String, lines names: [String?]) throws {
    self.label = label
    self.names = names
    folder = "/sys/kernel/config/gpio-sim/\(label)"
    try Self.make("\(folder)/bank0")
    try Self.write(label, to: "\(folder)/bank0/label")
    try Self.write("\(names.count)", to: "\(folder)/bank0/num_lines")
    for (offset, name) in names.enumerated() {
      guard let name else { continue }
      try Self.make("\(folder)/bank0/line\(offset)")
      try Self.write(name, to: "\(folder)/bank0/line\(offset)/name")
    }
    try restore()
  }

  deinit {
    try? remove()
    for offset in names.indices { rmdir("\(folder)/bank0/line\(offset)") }
    rmdir("\(folder)/bank0")
    rmdir(folder)
  }

  /// Removes the chip, as if it were unplugged, even while its lines are held.
  func remove() throws { try Self.write("0", to: "\(folder)/live") }

  /// Restores the chip; it may have another number then.
  func restore() throws { try Self.write("1", to: "\(folder)/live") }

  /// The name that the kernel gave the chip: gpiochip and a number.
  private var name: String { Self.text("\(folder)/bank0/chip_name") }

  /// The path of the chip's device.
  var path: String { "/dev/\(name)" }

  /// The line with a name, also after the chip's number has changed.
  subscript(name: String) -> Line { self[offset: names.firstIndex(of: name) ?? names.count] }

  /// The line at an offset, also after the chip's number has changed.
  subscript(offset offset: Int) -> Line {
    let device = Self.text("\(folder)/dev_name")
    return Line(
      name: names.indices.contains(offset) ? names[offset] ?? "\(offset)" : "\(offset)",
      offset: offset, chip: path,
      folder: "/sys/devices/platform/\(device)/\(name)/sim_gpio\(offset)")
  }

  /// A line, seen from outside.
  struct Line: Sendable {
    let name: String
    let offset: Int
    let chip: String
    fileprivate let folder: String

    /// The file with the line's level.
    var valueFile: String { "\(folder)/value" }

    /// The level, 1 for high and 0 for low, whichever side drives the line.
    var level: Int? { Int(SimulatedChip.text(valueFile)) }

    /// Pulls the line up or down from outside, as a button does, and as a resistor does for a line
    /// that is not driven.
    func pull(_ level: Int) throws {
      try SimulatedChip.write(level == 1 ? "pull-up" : "pull-down", to: "\(folder)/pull")
    }

    /// Holds the line as an output of another consumer, as long as the returned object lives.
    func held(by consumer: String) throws -> HeldLine { try HeldLine(self, consumer: consumer) }
  }

  private static func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  fileprivate static func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    guard descriptor >= 0, Glibc.write(descriptor, text, text.utf8.count) >= 0 else {
      throw Refused(path: path, text: text, reason: String(cString: strerror(errno)))
    }
  }

  fileprivate static func text(_ path: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let count = max(0, read(descriptor, &buffer, buffer.count))
    return String(decoding: buffer[..<count], as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The kernel refused a written value.
  struct Refused: Error {
    let path: String
    let text: String
    let reason: String
  }
}

/// A line that is an output of another consumer, through the kernel's own interface.
final class HeldLine {
  private let descriptor: Int32

  init(_ line: SimulatedChip.Line, consumer: String) throws {
    let chip = open(line.chip, O_RDWR)
    defer { close(chip) }
    // struct gpiohandle_request of linux/gpio.h: 64 offsets, flags, 64 values, a label of 32
    // bytes, the number of lines, and the returned descriptor.
    var request = [UInt8](repeating: 0, count: 364)
    let result = request.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: UInt32(line.offset), toByteOffset: 0, as: UInt32.self)
      bytes.storeBytes(of: 1 << 1, toByteOffset: 256, as: UInt32.self)  // output
      bytes[324..<356].copyBytes(from: consumer.utf8.prefix(31))
      bytes.storeBytes(of: 1, toByteOffset: 356, as: UInt32.self)
      guard let address = bytes.baseAddress,
        ioctl(chip, 0xC16C_B403, address) == 0  // GPIO_GET_LINEHANDLE_IOCTL
      else { return Int32(-1) }
      return bytes.load(fromByteOffset: 360, as: Int32.self)
    }
    guard result >= 0 else {
      throw SimulatedChip.Refused(
        path: line.chip, text: line.name, reason: String(cString: strerror(errno)))
    }
    descriptor = result
  }

  deinit {
    close(descriptor)
  }
}
