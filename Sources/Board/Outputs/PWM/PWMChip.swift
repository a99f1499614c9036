internal import Base
import Glibc

/// A chip for pulse-width modulation, as the kernel shows it in sysfs.
struct PWMChip {
  /// The path of the chip's folder; the number in it may change when the machine starts again.
  let path: String

  /// The last component of the path of its device, such as `fe20c000.pwm`.
  let device: String

  /// The number of channels of the chip.
  let channelCount: Int

  /// The folder in which the kernel shows the chips.
  static let root = "/sys/class/pwm"

  /// All chips in a folder, in the order of their numbers.
  static func all(in root: String) -> [PWMChip] {
    let names = ((try? Directory.names(in: root)) ?? []).filter { $0.hasPrefix("pwmchip") }
    return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { name in
      let path = "\(root)/\(name)"
      let device = Path.real("\(path)/device")?.split(separator: "/").last
      return PWMChip(
        path: path, device: device.map(String.init) ?? "",
        channelCount: text("\(path)/npwm").flatMap { Int($0) } ?? 0)
    }
  }

  /// Whether the chip is on a device, given by its last component or by the end of its path in
  /// sysfs or the device tree.
  func isOn(_ device: String) -> Bool {
    if device == self.device { return true }
    let end = device.hasPrefix("/") ? device : "/\(device)"
    return ["device", "device/of_node"].contains { link in
      Path.real("\(path)/\(link)")?.hasSuffix(end) ?? false
    }
  }

  /// The path of a channel's folder, which exists while the channel is exported.
  func folder(of channel: Int) -> String { "\(path)/pwm\(channel)" }

  /// Whether a channel is exported, as it is while a program holds it through sysfs.
  func isExported(_ channel: Int) -> Bool { access(folder(of: channel), F_OK) == 0 }

  /// The first line of a short file.
  static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer.prefix(count).prefix { $0 != 10 }, as: UTF8.self)
    }
  }
}
