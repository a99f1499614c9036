import Foundation
import Glibc
import Synchronization
import Testing

/// Watches lines from outside and records the changes of their levels.
///
/// A thread reads the levels every two milliseconds; times have this accuracy, and are later
/// when the machine is busy.
final class LineRecorder: Sendable {
  /// A change of a line's level.
  struct Edge: Hashable, Sendable {
    /// The time of the change on the monotonic clock.
    let milliseconds: Double
    let line: String
    /// 1 high, 0 low; `nil` when the chip is gone.
    let level: Int?
  }

  private struct State {
    var edges: [Edge] = []
    var slowest = 0.0
    var isEnding = false
  }

  /// The record of the thread; it outlives the recorder by a moment.
  private final class Record: Sendable {
    let state = Mutex(State())
  }

  private let record = Record()

  /// Starts to watch lines; their first levels do not count as edges.
  init(_ lines: SimulatedChip.Line...) {
    let watched = lines.map(Watched.init)
    let thread = Thread { [record] in Self.watch(watched, record) }
    thread.start()
  }

  deinit {
    record.state.withLock { $0.isEnding = true }
  }

  /// All edges so far.
  var edges: [Edge] { record.state.withLock { $0.edges } }

  /// The longest time between two readings, in milliseconds.
  var slowest: Double { record.state.withLock { $0.slowest } }

  /// All edges of one line so far.
  func edges(of line: String) -> [Edge] { edges.filter { $0.line == line } }

  /// Forgets the edges so far.
  func forget() { record.state.withLock { $0.edges = [] } }

  /// The patterns that a line has played, each as the milliseconds active, inactive, active...
  ///
  /// - Parameter pause: Milliseconds without an edge that separate two patterns.
  func plays(of line: String, apartBy pause: Double = 800, active: Int = 1) -> [[Double]] {
    var plays: [[Double]] = []
    var last: Edge?
    for edge in edges(of: line) {
      let interval = edge.milliseconds - (last?.milliseconds ?? -.infinity)
      if edge.level == active, interval > pause {
        plays.append([])
      } else if !plays.isEmpty {
        plays[plays.count - 1].append(interval)
      }
      last = edge
    }
    return plays
  }

  /// Expects that a line has played only these patterns.
  ///
  /// - Parameters:
  ///   - patterns: Milliseconds active, inactive, active...; each ends with an active step.
  ///   - active: The level that is active.
  ///   - tolerance: The greatest deviation of each time, in milliseconds, besides the longest time
  ///     between two readings: a machine that stood still saw an edge later.
  func expect(
    _ line: String, played patterns: [Double]..., active: Int = 1, apartBy pause: Double = 800,
    within tolerance: Double = 20, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let edges = edges(of: line)
    let alternating = edges.indices.map { $0.isMultiple(of: 2) ? active : 1 - active }
    #expect(edges.map(\.level) == alternating, sourceLocation: sourceLocation)
    let plays = plays(of: line, apartBy: pause, active: active)
    let tolerance = tolerance + slowest
    let differences = zip(plays, patterns).flatMap { zip($0, $1).map { abs($0 - $1) } }
    let isSame =
      plays.map(\.count) == patterns.map(\.count) && differences.allSatisfy { $0 <= tolerance }
    let rounded = plays.map { $0.map { ($0 * 10).rounded() / 10 } }
    let looks = "looked at every \(Int(slowest.rounded(.up))) ms or sooner"
    #expect(
      isSame, "\(line) played \(rounded) in place of \(patterns), \(looks)",
      sourceLocation: sourceLocation)
    // Also printed after a success, to show the deviations.
    print("    \(line) played \(rounded), \(looks)")
  }

  /// The time on the clock of the edges.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  /// The file of a line's level, kept open.
  private struct Watched {
    let line: SimulatedChip.Line
    var descriptor: Int32
    var level: Int?

    init(_ line: SimulatedChip.Line) {
      self.line = line
      descriptor = open(line.valueFile, O_RDONLY)
      level = nil
      level = read()
    }

    mutating func read() -> Int? {
      // A chip that returns has its file in the same place.
      if descriptor < 0 { descriptor = open(line.valueFile, O_RDONLY) }
      var byte: UInt8 = 0
      guard descriptor >= 0, pread(descriptor, &byte, 1, 0) == 1 else {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        return nil
      }
      return byte == UInt8(ascii: "1") ? 1 : 0
    }
  }

  private static func watch(_ lines: [Watched], _ record: Record) {
    // Real-time priority where it is allowed, so that other processes do not make edges late.
    var parameters = sched_param()
    parameters.sched_priority = 50
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)

    var lines = lines
    var before = now
    while !record.state.withLock({ $0.isEnding }) {
      let now = now
      var edges: [Edge] = []
      for index in lines.indices {
        let level = lines[index].read()
        guard level != lines[index].level else { continue }
        lines[index].level = level
        edges.append(Edge(milliseconds: now, line: lines[index].line.name, level: level))
      }
      record.state.withLock { state in
        state.edges += edges
        state.slowest = max(state.slowest, now - before)
      }
      before = now
      usleep(1500)
    }
    for line in lines where line.descriptor >= 0 { close(line.descriptor) }
  }
}
