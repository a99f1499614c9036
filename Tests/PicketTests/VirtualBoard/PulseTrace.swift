import Glibc
import Testing

/// The pulses of a servo on its line, from the kernel's trace of each change with its time.
///
/// While the host has no processor for the board, the kernel is late with an edge and then makes up for
/// it, so a pulse may be longer or shorter than it is set. Only pulses count that begin in time, as the
/// ones before and after them do, and of these the median.
final class PulseTrace {
  private let trace = LineTrace()

  /// The microseconds of each whole pulse that began in time, and from its rise to the next one.
  private var pulses: [(width: Double, period: Double)] {
    var rises: [(start: Double, end: Double?)] = []
    for edge in trace.edges {
      if edge.level == 1 {
        rises.append((edge.seconds, nil))
      } else if let last = rises.last, last.end == nil {
        rises[rises.count - 1].end = edge.seconds
      }
    }
    let periods = zip(rises, rises.dropFirst()).map { 1e6 * ($1.start - $0.start) }
    return periods.indices.dropFirst().compactMap { index in
      guard periods[(index - 1)...index].allSatisfy({ abs($0 - 20_000) <= 150 }) else { return nil }
      return rises[index].end.map { (1e6 * ($0 - rises[index].start), periods[index]) }
    }
  }

  /// Expects pulses of a length, 50 a second, from now on.
  ///
  /// They are measured again while the host moves edges, 20 times at the most: a wrong length stays wrong.
  func expect(_ microseconds: Double, sourceLocation: SourceLocation = #_sourceLocation) {
    var (width, period) = median()
    for _ in 1..<20 where abs(width - microseconds) > 60 { (width, period) = median() }
    #expect(abs(width - microseconds) <= 60, sourceLocation: sourceLocation)
    #expect(abs(period - 20_000) <= 200, sourceLocation: sourceLocation)
  }

  /// The median length and period of 40 pulses from now on; not a number when they do not come.
  ///
  /// It keeps its thread, and looks every 10 ms.
  private func median() -> (width: Double, period: Double) {
    trace.forget()
    let limit = ContinuousClock.now + .seconds(240)
    var found = pulses
    while found.count < 40, .now < limit {
      usleep(10_000)
      found = pulses
    }
    guard found.count >= 40 else { return (.nan, .nan) }
    let width = found.map(\.width).sorted()[found.count / 2]
    let period = found.map(\.period).sorted()[found.count / 2]
    print("    \(found.count) pulses of \(Int(width)) µs, each \(Int(period)) µs")
    return (width, period)
  }
}
