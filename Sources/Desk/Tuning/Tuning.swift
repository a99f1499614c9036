internal import Dispatch
internal import Notation
internal import Outputs
internal import Picket
import Synchronization

/// Tries settings on walks, on all cores.
package struct Tuning: Sendable {
  /// The trials, one for each setting, in the given order.
  package let trials: [Trial]

  /// The number of walks.
  package let walks: Int

  /// The length of all walks together.
  package let length: Duration

  /// Tries all settings on all walks.
  ///
  /// - Parameter progress: Called on any thread with the share that is done, from 0 to 1.
  package init(
    _ walks: [TunedWalk], settings: [Setting], progress: @escaping @Sendable (Double) -> Void
  ) {
    let count = walks.count * settings.count
    let done = Atomic(0)
    let parts = Mutex([Int: Trial]())
    DispatchQueue.concurrentPerform(iterations: count) { index in
      var trial = Trial(settings[index / walks.count])
      trial.play(walks[index % walks.count])
      parts.withLock { $0[index] = trial }
      progress(Double(done.add(1, ordering: .relaxed).newValue) / Double(count))
    }
    let played = parts.withLock { $0 }
    trials = settings.indices.map { setting in
      var trial = Trial(settings[setting])
      for walk in walks.indices {
        if let part = played[setting * walks.count + walk] { trial.add(part) }
      }
      return trial
    }
    self.walks = walks.count
    length = walks.reduce(.zero) { $0 + $1.length }
  }

  /// The number and the total length of the walks, in words.
  var walked: String {
    "on \(walks.counted("walk")) of \((length.inSeconds / 3600).text(decimals: 1)) h"
  }

  /// The best of all trials.
  package var best: Trial? {
    trials.min { $0.isBetter(than: $1) }
  }
}
