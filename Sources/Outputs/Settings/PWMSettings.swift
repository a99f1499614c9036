/// A channel for pulse-width modulation, which makes a tone on a passive buzzer.
package struct PWMSettings: Hashable, Sendable {
  /// The device of the chip, such as `fe20c000.pwm`, because the chip's number may change.
  package var device: String

  /// The channel of the chip.
  package var channel = 0

  /// The pitch in hertz of patterns without one.
  package var pitch = 2700

  /// Creates a channel.
  package init(device: String, channel: Int = 0, pitch: Int = 2700) {
    self.device = device
    self.channel = channel
    self.pitch = pitch
  }
}
