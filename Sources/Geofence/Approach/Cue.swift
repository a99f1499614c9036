/// An approach cue that plays: the carrier will reach the border of a region soon.
public struct Cue: Codable, Hashable, Sendable {
  /// The identifier of the region.
  public let region: String

  /// The step of its tempo, from 1 far from the border to `steps` at the border.
  public let step: Int

  /// The seconds to the border at the last fix that led towards it.
  public let seconds: Double

  /// The number of steps.
  ///
  /// With noisy data people read three or four tempos better than a continuous one.
  public static let steps = 4

  // `nil` for false, as in walks of older releases.
  private let overspeed: Bool?

  /// Whether it sounds because of the region's limit of speed, and not because of its border.
  public var isSpeed: Bool { overspeed ?? false }

  /// The cue, if it is of an approach: that of a limit of speed says nothing about the border.
  package var ofApproach: Cue? { isSpeed ? nil : self }

  /// Creates a cue.
  public init(region: String, step: Int, seconds: Double, isSpeed: Bool = false) {
    self.region = region
    self.step = step
    self.seconds = seconds
    overspeed = isSpeed ? true : nil
  }

  /// Whether both cues sound the same.
  func sounds(like other: Cue) -> Bool {
    region == other.region && step == other.step && isSpeed == other.isSpeed
  }
}

/// The reason for which no approach cue plays for a region.
public enum CueSilence: String, Codable, Hashable, Sendable {
  /// The carrier comes from the other side, or the side is not known yet.
  case otherSide
  /// The region's hours are over.
  case hours
  /// It is not yet or no longer the region's turn in a course.
  case order
  /// The border is too far away.
  case far
  /// The carrier moves away from the border.
  case away
  /// The carrier moves along the border.
  case along
  /// The carrier stands.
  case still
  /// The fixes cannot be believed, or none has come for some seconds.
  case unseen
  /// The cue has lasted as long as it may; the carrier has not turned back since.
  case lasted
  /// The carrier has acknowledged the cue and has not turned back since.
  case acknowledged
}
