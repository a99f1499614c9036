package import Base

/// Something that matters to the carrier now, such as an alarm or the region around them.
package struct Matter: AnswerValue {
  /// The kinds in their order, from the one that matters most on.
  package enum Rank: String, CaseIterable, Sendable {
    case alarm, fault, blind, fast, unsure, anchor, inside, outside
  }

  /// Its kind; `nil` for one of a later release.
  package var kind: Rank?
  /// The region.
  package var region: String?
  /// The metres to the border, or from an anchor.
  package var metres: Double?
  /// For how long it has lasted, in seconds.
  package var seconds: Double?
  /// What ends it, such as `acknowledge`.
  package var end: String?
  /// What it says.
  package var words: Reason?

  package init() {}

  /// Creates a matter.
  init(
    _ kind: Rank, _ code: String, _ values: [String: Reason.Value] = [:], region: String? = nil,
    metres: Double? = nil, seconds: Double? = nil, end: String? = nil
  ) {
    (self.kind, self.region, self.seconds, self.end) = (kind, region, seconds, end)
    self.metres = metres?.magnitude
    var values = values
    if let region { values["region"] = .text(region) }
    if let metres { values["metres"] = .tenths(metres.magnitude) }
    words = Reason(code, values)
  }

  package mutating func pass(_ form: inout AnswerForm) {
    var name = kind?.rawValue
    form.text("kind", &name)
    kind = name.flatMap(Rank.init)
    form.text("region", &region)
    form.number("metres", &metres, decimals: 1)
    form.number("seconds", &seconds, decimals: 0)
    form.text("ends", &end)
    form.reason("text", &words)
  }

  /// The same without what changes with each fix, and without the nearest of many regions.
  package var lasting: Matter {
    var matter = self
    (matter.metres, matter.seconds, matter.words) = (nil, nil, nil)
    if kind != .alarm, kind != .fast, kind != .anchor { matter.region = nil }
    return matter
  }

  /// The same with the metres of a later fix, if its region is near.
  package func now(_ near: [RegionAnswer]) -> Matter {
    guard kind != .anchor, metres != nil, let words,
      let depth = near.first(where: { $0.region == region })?.depth
    else { return self }
    var matter = self
    matter.metres = depth.magnitude
    let values = words.values.merging(["metres": .tenths(depth.magnitude)]) { $1 }
    matter.words = Reason(words.code, values)
    return matter
  }
}
