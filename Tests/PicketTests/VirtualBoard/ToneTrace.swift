import Testing

/// The tones on lines, from the kernel's trace of each change with its time.
///
/// Reading a line from outside is too slow for a tone.
final class ToneTrace {
  /// A tone without a pause in it.
  struct Tone {
    /// The times of the first rise and the last fall, in seconds on the monotonic clock.
    let start: Double
    var end: Double
    var rises: [Double]

    var milliseconds: Double { (end - start) * 1000 }

    /// The pitch in hertz, from all periods.
    var pitch: Double {
      guard let last = rises.last, rises.count > 1 else { return 0 }
      return Double(rises.count - 1) / (last - start)
    }
  }

  private let trace = LineTrace()
  private var edges: [LineTrace.Edge] { trace.edges }

  /// Forgets all tones so far.
  func forget() { trace.forget() }

  /// Whether the board stood still for 10 ms during a tone: the kernel, which sets each edge itself,
  /// then makes up for all that it missed at once, at more than 10 kHz.
  private var stoodStill: Bool {
    let rises = edges.filter { $0.level == 1 }.map(\.seconds)
    return rises.indices.dropFirst().dropLast(3).contains { index in
      rises[index] - rises[index - 1] > 0.01 && rises[index + 3] - rises[index] < 0.0003
    }
  }

  /// Records what is played, again while the board stood still meanwhile, 20 times at the most.
  ///
  /// The times of picket are tested, not those of a host that has no processor for the board.
  func record(_ play: () async throws -> Void) async rethrows {
    for _ in 1...20 {
      forget()
      // Its thread has the highest priority: what delays it by 15 ms delays a tone, too.
      let clock = LineRecorder()
      try await play()
      guard stoodStill || clock.slowest > 15 else { return }
      print("    the board stood still")
    }
  }

  /// Whether a line was set high since the trace began or since `forget`.
  var hasSounded: Bool { edges.contains { $0.level == 1 } }

  /// The tones so far.
  ///
  /// - Parameter pause: Seconds without a rise that end a tone.
  func tones(apartBy pause: Double = 0.06) -> [Tone] {
    var tones: [Tone] = []
    for edge in edges {
      if edge.level == 0 {
        // The last level is set more than once.
        guard let tone = tones.last, edge.seconds - tone.end < pause else { continue }
        tones[tones.count - 1].end = edge.seconds
      } else if let tone = tones.last, edge.seconds - tone.end < pause {
        tones[tones.count - 1].rises.append(edge.seconds)
        tones[tones.count - 1].end = edge.seconds
      } else {
        tones.append(Tone(start: edge.seconds, end: edge.seconds, rises: [edge.seconds]))
      }
    }
    return tones
  }

  /// Expects that only these tones were played.
  ///
  /// - Parameters:
  ///   - expected: The milliseconds and the pitch of each tone.
  ///   - tolerance: The greatest deviation of each time, in milliseconds.
  func expect(
    played expected: (milliseconds: Double, pitch: Double)..., within tolerance: Double = 20,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let tones = tones()
    let isSame =
      tones.count == expected.count
      && zip(tones, expected).allSatisfy { tone, wanted in
        abs(tone.milliseconds - wanted.milliseconds) <= tolerance
          && abs(tone.pitch - wanted.pitch) <= wanted.pitch / 50
      }
    let played = tones.map { tone in
      "\(Int(tone.milliseconds.rounded())) ms at \(Int(tone.pitch.rounded())) Hz"
    }
    #expect(isSame, "played \(played) in place of \(expected)", sourceLocation: sourceLocation)
    print("    played \(played)")
  }
}
