import Foundation
import Glibc

/// A passive buzzer on the kernel's pwm-gpio, which drives a line of gpio-sim.
///
/// The device tree of the virtual board describes it (Tests/Rigs/virtual/board.dts). Programs use it as
/// any other PWM. It is connected while this object lives. A light is on another PWM, which a
/// driver of the kernel holds.
final class SimulatedBuzzer {
  /// The value of `pwm` in the configuration.
  static let device = "pwm-buzzer"
  /// The PWM that a driver of the kernel holds.
  static let lightDevice = "pwm-light"

  private static let drivers = "/sys/bus/platform/drivers"

  /// Whether this kernel has the buzzer in its device tree.
  static var isSupported: Bool {
    access("/sys/bus/platform/devices/\(device)", F_OK) == 0 && geteuid() == 0
  }

  /// Connects the buzzer, whose channel is not exported and has never sounded.
  init() throws {
    try Self.write("buzzer-lines", to: "\(Self.drivers)/gpio-sim/bind")
    try restore()
    try Self.write(Self.lightDevice, to: "\(Self.drivers)/pwm-gpio/bind")
    try Self.write("backlight", to: "\(Self.drivers)/leds_pwm/bind")
  }

  deinit {
    try? Self.write("backlight", to: "\(Self.drivers)/leds_pwm/unbind")
    try? Self.write(Self.lightDevice, to: "\(Self.drivers)/pwm-gpio/unbind")
    try? remove()
    try? Self.write("buzzer-lines", to: "\(Self.drivers)/gpio-sim/unbind")
  }

  /// Removes the PWM, as if its driver were unloaded, even while it is in use.
  func remove() throws { try Self.write(Self.device, to: "\(Self.drivers)/pwm-gpio/unbind") }

  /// Restores the PWM.
  func restore() throws { try Self.write(Self.device, to: "\(Self.drivers)/pwm-gpio/bind") }

  /// The folder of the PWM chip.
  var chip: String {
    get throws {
      let folder = "/sys/devices/platform/\(Self.device)/pwm"
      return "\(folder)/\(try FileManager.default.contentsOfDirectory(atPath: folder).joined())"
    }
  }

  /// The path of the chip as picket names it.
  var path: String {
    get throws { "/sys/class/pwm/\((try chip as NSString).lastPathComponent)" }
  }

  /// Whether the channel is exported in sysfs.
  var isExported: Bool { (try? access("\(chip)/pwm0", F_OK) == 0) ?? false }

  /// Whether the PWM is switched on; `nil` while the channel is not exported.
  var isEnabled: Bool? { (try? text(of: "pwm0/enable")).map { $0 == "1" } }

  /// The text of a file of the chip.
  func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(chip)/\(name)", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Writes to a file of the chip, as another program does.
  func write(_ text: String, to name: String) throws {
    try Self.write(text, to: "\(chip)/\(name)")
  }

  /// The level of the buzzer's line, 1 for high and 0 for low.
  var level: Int? {
    let folder = "/sys/devices/platform/buzzer-lines"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.first { $0.hasPrefix("gpiochip") }.flatMap { name in
      (try? String(contentsOfFile: "\(folder)/\(name)/sim_gpio0/value", encoding: .utf8))
        .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
  }

  /// Starts a tone of 1 kHz, as a script would.
  func startTone() throws {
    if !isExported { try write("0", to: "export") }
    try write("1000000", to: "pwm0/period")
    try write("500000", to: "pwm0/duty_cycle")
    try write("1", to: "pwm0/enable")
  }

  private static func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    guard descriptor >= 0, Glibc.write(descriptor, text, text.utf8.count) >= 0 else {
      throw SimulatedChip.Refused(path: path, text: text, reason: String(cString: strerror(errno)))
    }
  }
}
