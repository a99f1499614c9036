import Base
import CAllocations
import Desk
import Geofence

/// The cost of one round of some work: the best of several runs, since the machine is shared.
struct Cost {
  let nanoseconds: Double
  let allocations: Double

  init(nanoseconds: Double, allocations: Double) {
    self.nanoseconds = nanoseconds
    self.allocations = allocations
  }

  /// Measures some work: this many rounds, or fewer if they take more than a second.
  ///
  /// - Parameter work: The work of one round; its argument is the number of the round.
  init(rounds: Int, _ work: (Int) -> Void) {
    let parts = 5
    var best = Double.infinity
    var next = 0
    let before = picket_allocations()
    for part in 1...parts {
      let first = next
      let watch = Stopwatch()
      while next < rounds * part / parts {
        work(next)
        next += 1
        // Reading the clock costs as much as a few regions, so it is not read every time.
        if next.isMultiple(of: 64) || rounds < 10_000, watch.seconds > 0.2 { break }
      }
      best = min(best, watch.seconds * 1e9 / Double(next - first))
    }
    nanoseconds = best
    allocations = Double(picket_allocations() - before) / Double(next)
  }
}

/// Measures the time since it was created.
struct Stopwatch {
  private let start = MonotonicClock.now

  /// The seconds since it was created.
  var seconds: Double { start.duration(to: MonotonicClock.now).inSeconds }
}
