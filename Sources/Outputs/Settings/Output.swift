/// A named output and its line.
package struct Output: Hashable, Sendable {
  /// The name by which signals refer to the output.
  package var name: String

  /// The line; `nil` on a terminal and for an output on a PWM channel.
  package var line: LineAddress?

  /// The PWM channel of a passive buzzer, in place of a line.
  package var pwm: PWMSettings?

  /// The kind of the output, a buzzer or a light.
  package var kind: Kind

  /// Whether a light shows how well fixes are received while no signal plays on it.
  package var showsStatus = false

  /// The classes of regions inside which a light is active while no signal plays on it.
  package var holdsInside = RegionClasses.none

  /// The classes of regions outside of which a light is active while no signal plays on it.
  package var holdsOutside = RegionClasses.none

  /// The pattern that a light repeats inside; steady when `nil`.
  package var insidePattern: Pattern?

  /// The pattern that a light repeats outside; steady when `nil`.
  package var outsidePattern: Pattern?

  /// Whether a light goes on showing the last side of a region whose state may no longer hold.
  package var holdsUnsure = true

  /// Whether a light shows where the carrier is.
  package var holds: Bool { holdsInside != .none || holdsOutside != .none }

  /// Whether the line is active when its level is low.
  package var isActiveLow = false

  /// The levels to which the line is driven.
  package var drive = LineDrive.pushPull

  /// The resistor that pulls the line while nothing drives it.
  package var bias = LineBias.asIs

  /// Creates an output with default settings: an output named `led` is a light.
  package init(name: String, line: LineAddress? = nil) {
    self.name = name
    self.line = line
    kind = name == "led" ? .light : .buzzer
  }

  /// The kind of an output, for a person.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// An output that sounds: it can be muted, and is never active for longer than a pattern.
    case buzzer
    /// An output that shines: it may stay active.
    case light
  }
}

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

/// A side of the border of regions.
package enum RegionSide: String, CaseIterable, Hashable, Sendable {
  case inside, outside
}

/// A choice of regions by their class.
package enum RegionClasses: Hashable, Sendable {
  /// No region.
  case none
  /// Every region, with a class or without.
  case any
  /// The regions of these classes.
  case some(Set<String>)
}
