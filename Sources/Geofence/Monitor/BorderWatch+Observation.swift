extension BorderWatch {
  /// One fix with regard to the region.
  struct Observation: Codable {
    /// The depth of the filtered position in metres.
    var depth: Double
    /// The depth of the fix itself in metres; only needed past the border.
    var rawDepth: Double?
    /// The standard deviation of the filtered position in metres.
    var sigma: Double
    /// The standard deviation of the fix's own error in metres.
    var own = 0.7
    /// The way inwards in metres since the last look, by the velocity alone; `nil` where that is
    /// not known, or the border is too far away.
    var advance: Double?
    /// Whether the receiver reported a velocity; otherwise it was derived from positions.
    var velocityKnown = true
    /// The least error of the receiver in thousandths of the usual one; `nil` for all of it.
    ///
    /// A small type, since the copies of an observation are a quarter of a fix's cost.
    var thousandths: UInt16?
    /// The probability that the carrier stands.
    var stands = 0.05
    /// The metres by which fixes wander here; `nil` for none.
    var wander: Double?
    /// Whether the fixes can be believed now.
    var isTrusted = true
    var instant: Instant
    /// The time without a trusted fix before this one, if it was too long.
    var unseen: Duration?

    /// The unit of all metres that the receiver's error makes necessary: 1 unless it is precise.
    var unit: Double { thousandths.map { Double($0) / 1000 } ?? 1 }
  }

  /// A passage of the border that may become an event.
  struct Passage: Codable, Hashable, Sendable {
    /// The instant at which the filtered position passed, where that was seen.
    var instant: Instant?
    /// The instant of the first look at which the position was past the border.
    var noticed: Instant
    /// The time without a trusted fix during the passage, if it was too long.
    var unseen: Duration?
  }

  /// The result of a look.
  enum SideChange {
    case nothing
    /// The border was crossed.
    case crossed
    /// The first side was a guess and turned out to be wrong.
    case corrected
  }
}
