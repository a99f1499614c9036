internal import Geofence
package import Notation

/// The depth over the explained time, for a drawing.
extension WhyAnswer {
  /// The most steps of a drawing: a phone shows no more points side by side.
  private static var mostSteps: Int { 240 }

  /// The steps, each as `[seconds before the last one, depth, depth at which it counts as crossed]`.
  ///
  /// Of a long time each part has the step that was furthest past the border, so that no approach is
  /// left out. The last number is `null` while the state is not known.
  package var drawnSteps: JSON {
    guard let end = steps.last?.instant else { return .array([]) }
    let length = (steps.count + Self.mostSteps - 1) / Self.mostSteps
    let parts = stride(from: 0, to: steps.count, by: length).compactMap { start in
      steps[start..<min(start + length, steps.count)].max { $0.evidence.past < $1.evidence.past }
    }
    return .array(
      parts.map { step in
        let ago = step.instant.duration(to: end).inSeconds
        let numbers = [ago, step.evidence.depth].map { JSON.number(($0 * 10).rounded() / 10) }
        let crossed = step.evidence.crossedAt.map { JSON.number(($0 * 10).rounded() / 10) }
        return .array(numbers + [crossed ?? .null])
      })
  }
}

extension Evidence {
  /// The depth at which the border counts as crossed, after the run so far.
  fileprivate var crossedAt: Double? {
    let past = run >= Self.wholeRun ? neededAfterRun : needed
    return switch state {
    case .inside: -past
    case .outside: past
    default: nil
    }
  }
}
