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
  func expect(_ microseconds: Double, sourceLocation: SourceLocation = #_sourceLocation) {
    trace.forget()
    var found: [(width: Double, period: Double)] = []
    // It keeps its thread, and looks every 10 ms.
    let limit = ContinuousClock.now + .seconds(240)
    while found.count < 40, .now < limit {
      usleep(10_000)
      found = pulses
    }
    #expect(found.count >= 40, "there are 40 pulses in time", sourceLocation: sourceLocation)
    guard !found.isEmpty else { return }
    let width = found.map(\.width).sorted()[found.count / 2]
    let period = found.map(\.period).sorted()[found.count / 2]
    print("    \(found.count) pulses of \(Int(width)) µs, each \(Int(period)) µs")
    // Positions are 1000 µs apart, and a busy host has made the median of 40 pulses 115 µs longer.
    #expect(abs(width - microseconds) <= 200, sourceLocation: sourceLocation)
    #expect(abs(period - 20_000) <= 200, sourceLocation: sourceLocation)
  }
}
