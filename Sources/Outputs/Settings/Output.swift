/// A named output and the line that it is on.
package struct Output: Hashable, Sendable {
  /// The name by which signals call it.
  package var name: String

  /// The line; `nil` on a terminal, and for an output that is on a PWM channel.
  package var line: LineAddress?

  /// The PWM channel that a passive buzzer is on, in place of a line.
  package var pwm: PWMSettings?

  /// What a person takes it for.
  package var kind: Kind

  /// Whether it shows how well fixes are received while no signal plays on it; a light only.
  package var showsStatus = false

  /// The classes of regions inside which it is active while no signal plays on it; a light only.
  package var holdsInside = RegionClasses.none

  /// Whether the line is active when its level is low.
  package var isActiveLow = false

  /// How the line is driven.
  package var drive = LineDrive.pushPull

  /// What pulls the line while nothing drives it.
  package var bias = LineBias.asIs

  /// Creates an output that is like any other: one called `led` is a light.
  package init(name: String, line: LineAddress? = nil) {
    self.name = name
    self.line = line
    kind = name == "led" ? .light : .buzzer
  }

  /// What an output is for a person.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It sounds: it can be muted, and never goes on for longer than a pattern may last.
    case buzzer
    /// It shines: it may be active for as long as it takes.
    case light
  }
}
