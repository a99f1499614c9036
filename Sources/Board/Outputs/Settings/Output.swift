/// A named output and its line.
package struct Output: Hashable, Sendable {
  /// The name by which signals refer to the output.
  package var name: String

  /// The line; `nil` on a terminal and for an output on a PWM channel.
  package var line: LineAddress?

  /// The PWM channel of a passive buzzer or a servo, in place of a line.
  package var pwm: PWMSettings?

  /// The kind of the output, such as a buzzer or a relay.
  package var kind: Kind

  /// Whether a light shows how well fixes are received while no signal plays on it.
  package var showsStatus = false

  /// The regions inside which the output is held on.
  package var holdsInside = RegionChoice.none

  /// The regions outside all of which the output is held on.
  package var holdsOutside = RegionChoice.none

  /// The regions whose limit of speed holds the output on while the carrier exceeds it.
  package var holdsSpeeding = RegionChoice.none

  /// The pattern that a light repeats inside; steady when `nil`.
  package var insidePattern: Pattern?

  /// The pattern that a light repeats outside; steady when `nil`.
  package var outsidePattern: Pattern?

  /// The level of a held output while its regions may be on either side.
  package var doubt = Doubt.hold

  /// The time for which the reason to be on must last before the output is on.
  package var onDelay = Duration.zero

  /// The time for which the output stays on after its reason.
  package var offDelay = Duration.zero

  /// The time for which a doubt must last before it switches a relay or a servo whose side was sure.
  package var doubtDelay = Duration.seconds(5)

  /// Whether the output is left active when no controller drives it.
  package var endsActive = false

  /// The regions that may hold the output on, by the key that names them.
  package var holders: [(key: String, regions: RegionChoice)] {
    [("inside", holdsInside), ("outside", holdsOutside), ("speeding", holdsSpeeding)]
  }

  /// Whether the output is held on by the carrier's side of regions, or its speed in them.
  package var holds: Bool { holders.contains { $0.regions != .none } }

  /// Whether a region may hold the output on.
  package func isHeld(by region: String, class category: String?) -> Bool {
    holders.contains { $0.regions.has(region, class: category) }
  }

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
    /// An output that switches something: it is held, and plays no signal.
    case relay
    /// A servo on a PWM channel, which is held like a relay.
    case servo

    /// Whether the output only is held, and no mute, signal or status changes it.
    package var isSwitch: Bool { self == .relay || self == .servo }
  }

  /// The level of a held output while the side of a region is unsure or unknown, or all are blind.
  package enum Doubt: String, CaseIterable, Hashable, Sendable {
    /// That of the side that was confirmed last.
    case hold
    case on, off
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

  /// The pulses of a servo; `nil` for a buzzer.
  package var pulses: ServoPulses?
}

/// The lengths of a servo's pulses in microseconds, 50 a second.
package struct ServoPulses: Hashable, Sendable {
  /// The pulse of the position that the servo has while it is on.
  package var on: Int

  /// The pulse of the position that the servo has while it is off.
  package var off: Int

  /// The lengths that servos accept.
  package static let lengths = 400...2600
}

/// A side of the border of regions.
package enum RegionSide: String, CaseIterable, Hashable, Sendable {
  case inside, outside
}

/// A choice of regions by their identifiers and classes.
package enum RegionChoice: Hashable, Sendable {
  /// No region.
  case none
  /// Every region, with a class or without.
  case any
  /// The regions with these identifiers, and those of these classes.
  case some(ids: Set<String> = [], classes: Set<String> = [])

  /// Whether a region is one of these.
  func has(_ id: String, class category: String?) -> Bool {
    switch self {
    case .none: false
    case .any: true
    case .some(let ids, let classes):
      ids.contains(id) || (category.map(classes.contains) ?? false)
    }
  }

  /// The identifiers and classes, for a person.
  var words: String {
    switch self {
    case .none: "no region"
    case .any: "any"
    case .some(let ids, let classes):
      (ids.sorted() + classes.sorted().map { "class:\($0)" }).joined(separator: ", ")
    }
  }
}
