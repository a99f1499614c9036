internal import Base

/// The times at which an output is active; a pattern always ends by itself.
package struct Pattern: Hashable, Sendable {
  /// An active time, and the inactive time that follows it.
  package struct Step: Hashable, Sendable {
    /// The time for which the output is active.
    package let active: Duration

    /// The time for which the output is inactive afterwards.
    package let inactive: Duration

    /// The pitch in hertz; the output's own pitch when `nil` or when it can make no other.
    package let pitch: Int?

    /// Creates a step.
    package init(active: Duration, inactive: Duration = .zero, pitch: Int? = nil) {
      self.active = active
      self.inactive = inactive
      self.pitch = pitch
    }
  }

  /// The reason why a text is not a pattern.
  package struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, in words.
    package let description: String
  }

  /// The longest duration of a pattern; no configuration can exceed it.
  package static let longest: Duration = .seconds(30)

  /// The possible pitches in hertz.
  package static let pitches = 20...20_000

  /// The steps, with repetitions written out.
  package let steps: [Step]

  /// The duration of the whole pattern.
  package var duration: Duration {
    steps.reduce(.zero) { $0 + $1.active + $1.inactive }
  }

  /// Reads a pattern such as `short short long`, `2000` or `100/100 x5`.
  ///
  /// Items are separated by spaces. Each is a name (`short`, `long`, `pause`)
  /// or the milliseconds active, with `/` and the milliseconds inactive if
  /// any. An item may end in its pitch in hertz, such as `short@880`. An item
  /// `x5` at the end plays the whole pattern five times.
  package init(_ text: String) throws(Mistake) {
    var items = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var repetitions = 1
    if let last = items.last, last.hasPrefix("x") {
      repetitions = try Self.repetitions(last)
      items.removeLast()
    }
    guard !items.isEmpty else { throw Mistake(description: "it is empty") }
    var steps: [Step] = []
    for item in items {
      let step = try Self.step(item)
      // Steps of no duration are left out, so the duration bounds the number of steps.
      if step != Step(active: .zero) { steps.append(step) }
    }
    guard steps.contains(where: { $0.active > .zero }) else {
      throw Mistake(description: "it is never active")
    }
    let once = steps.reduce(Duration.zero) { $0 + $1.active + $1.inactive }
    guard once * repetitions <= Self.longest else {
      let milliseconds = (once * repetitions) / Duration.milliseconds(1)
      throw Mistake(
        description: "it lasts \((milliseconds / 1000).plain) s, longer than the 30 s allowed")
    }
    self.steps = (0..<repetitions).flatMap { _ in steps }
  }

  private static func step(_ item: String) throws(Mistake) -> Step {
    let parts = item.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let beep = try beep(String(parts[0]), item: item)
    guard parts.count == 2 else { return beep }
    guard parts[1].allSatisfy(\.isASCIIDigit), let pitch = Int(parts[1]), pitches ~= pitch else {
      throw Mistake(
        description: "\(item.quoted) has no pitch from \(pitches.lowerBound) "
          + "to \(pitches.upperBound) Hz after the @")
    }
    guard beep.active > .zero else {
      throw Mistake(description: "\(item.quoted) has a pitch, but is never active")
    }
    return Step(active: beep.active, inactive: beep.inactive, pitch: pitch)
  }

  /// An item without its pitch.
  private static func beep(_ text: String, item: String) throws(Mistake) -> Step {
    if let named = names[text] { return named }
    if item.first == "x", item.dropFirst().allSatisfy(\.isASCIIDigit) {
      throw Mistake(description: "\(item.quoted) is not the last item")
    }
    let times = text.split(separator: "/", omittingEmptySubsequences: false)
    guard times.count <= 2, times.allSatisfy({ $0.first?.isASCIIDigit ?? false }) else {
      let meant = Spelling.nearest(to: text, in: names.keys)
      throw Mistake(
        description: "\(item.quoted) is not an item"
          + (meant.map { "; did you mean \($0.quoted)?" }
            ?? """
             (items: short, long, pause, ON or ON/OFF in milliseconds, each with @HZ \
            if needed, and xN at the end)
            """))
    }
    return Step(
      active: try milliseconds(times[0]),
      inactive: times.count == 2 ? try milliseconds(times[1]) : .zero)
  }

  private static func milliseconds(_ text: Substring) throws(Mistake) -> Duration {
    guard text.allSatisfy(\.isASCIIDigit), let number = Int(text), number <= 10_000 else {
      throw Mistake(
        description: "\(String(text).quoted) is not a whole number of milliseconds from 0 to 10000")
    }
    return .milliseconds(number)
  }

  private static func repetitions(_ item: String) throws(Mistake) -> Int {
    let text = item.dropFirst()
    guard text.allSatisfy(\.isASCIIDigit), let number = Int(text), 1...100 ~= number else {
      throw Mistake(description: "\(item.quoted) does not repeat 1 to 100 times")
    }
    return number
  }

  static let names = [
    "short": Step(active: .milliseconds(100), inactive: .milliseconds(150)),
    "long": Step(active: .milliseconds(500), inactive: .milliseconds(150)),
    "pause": Step(active: .zero, inactive: .milliseconds(500)),
  ]
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9") ~= self && isASCII }
}

extension Pattern {
  /// A moment at which an output changes its level.
  struct LevelChange: Hashable, Sendable {
    /// The time since the start of the pattern.
    let after: Duration
    /// The level from then on.
    let level: Level
  }

  /// The level at the start and each later change of the level.
  ///
  /// The last edge is inactive, at the end of the last active step.
  var edges: [LevelChange] {
    var edges: [LevelChange] = []
    func add(_ after: Duration, _ level: Level) {
      // Two active steps in a row are one, or two pitches without a gap.
      if edges.last?.after == after { edges.removeLast() }
      if edges.last?.level != level { edges.append(LevelChange(after: after, level: level)) }
    }
    var after = Duration.zero
    for step in steps {
      if step.active > .zero { add(after, .active(pitch: step.pitch)) }
      add(after + step.active, .inactive)
      after += step.active + step.inactive
    }
    return edges
  }
}

extension Pattern {
  /// The pattern as its owner may have written it: `short short long`, `100/400 x3`; a single step in
  /// seconds or milliseconds.
  package var words: String {
    if steps.count == 1, steps[0].pitch == nil, steps[0].inactive == .zero {
      return Self.text(steps[0].active)
    }
    let items = steps.map(Self.item)
    // The shortest beginning whose repetition is the whole.
    for length in 1...items.count where items.count.isMultiple(of: length) {
      let count = items.count / length
      let unit = items[..<length]
      guard count > 1, items.indices.allSatisfy({ items[$0] == unit[$0 % length] }) else {
        continue
      }
      // Two or three beeps read better one by one.
      if length == 1, count <= 3, Self.names.keys.contains(items[0]) { break }
      return "\(unit.joined(separator: " ")) x\(count)"
    }
    return items.joined(separator: " ")
  }

  private static func item(_ step: Step) -> String {
    let pitch = step.pitch.map { "@\($0)" } ?? ""
    let plain = Step(active: step.active, inactive: step.inactive)
    if let name = names.first(where: { $0.value == plain })?.key { return name + pitch }
    let (on, off) = (step.active / .milliseconds(1), step.inactive / .milliseconds(1))
    return step.inactive == .zero ? "\(on.plain)\(pitch)" : "\(on.plain)/\(off.plain)\(pitch)"
  }

  private static func text(_ duration: Duration) -> String {
    duration < .seconds(1)
      ? "\((duration / .milliseconds(1)).plain) ms" : "\((duration / .seconds(1)).plain) s"
  }
}
