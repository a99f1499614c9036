/// What several parts of the decision assume of receivers and carriers.
enum Usual {
  // MARK: Receivers

  /// The deviation of the error that the fixes of a good receiver share, in metres.
  static let error = 3.0

  /// The factor by which the truth may exceed what was said or seen of it: an error what a receiver
  /// claims, a speed what it measures or the carrier's top speed so far.
  static let optimism = 1.25

  /// The speed at which errors slide, in metres per second; so averaged Doppler noise is no more.
  static let drift = 0.1

  /// The error of the Doppler velocity, in metres per second.
  static let dopplerNoise = 0.3

  /// The metres by which an error slides before it shows.
  ///
  /// Positions and a right velocity differ by no more, and a longer run is no error. From 16 to 20 m little
  /// changes.
  static let slide = 17.0

  /// The seconds over which errors are averaged.
  static let memory = 30.0

  /// The seconds over which what may change soon is averaged: a fix's own error, a pace.
  static var recent: Double { memory / 2 }

  /// The seconds for which something must last before it is believed.
  static let proof = 20.0

  /// The seconds that a bad stretch lasts: real receivers were kilometres off for 20 s.
  static var badStretch: Double { optimism * proof }

  /// The seconds that a receiver's first fixes, or a single bad one, are not believed.
  static let settling = 2.0

  /// Over more than this many seconds without a fix, the carrier may have gone anywhere, and a step from
  /// fix to fix shows nothing.
  static let longestStep = 5.0

  /// The deviations that an error hardly exceeds.
  static let deviations = 3.0

  // MARK: Carriers

  /// Above this probability of standing the carrier stands; below the next one it moves.
  static let standing = 0.8
  static var moving: Double { 1 - standing }

  /// The pace of somebody who walks, in metres per second: every carrier may move this fast.
  static let walking = 1.5

  /// A carrier that is slower than this stands or nearly stands, in metres per second.
  static var slow: Double { walking / 3 }

  /// A carrier does not go at this many times its usual speed while no fix shows it.
  static let margin = 4.0

  /// The seconds after which what a carrier did before says little of what it does now.
  static let halt = 60.0

  /// The seconds after which a carrier that stays has gone to where it is.
  static var stay: Double { 2 * halt }

  /// The seconds over which the top speed of a carrier is forgotten.
  static let trip = 600.0
}
