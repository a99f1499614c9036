internal import Notation
internal import System

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
