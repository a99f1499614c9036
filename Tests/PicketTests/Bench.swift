import Board
import Geofence
import Picket

/// A panel on a clock of milliseconds, with a buzzer and a light called `led`.
final class Bench {
  static let start = Instant(.seconds(77))

  private(set) var panel: Panel
  private var held: HeldOutputs
  private(set) var milliseconds = 0

  var now: Instant { Self.start.advanced(by: .milliseconds(milliseconds)) }

  init(
    quiet: QuietSettings = QuietSettings(),
    _ change: (inout [Output]) -> Void = { _ in },
    offset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) {
    var configuration = Configuration()
    configuration.outputs.quiet = quiet
    change(&configuration.outputs.list)
    panel = Panel(configuration.outputs, offset: offset)
    held = HeldOutputs(configuration.outputs.list)
  }

  func at(_ milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  func play(_ name: String, _ patterns: [String: String], event: Int? = nil) -> [String] {
    guard let signal = try? Signal(name, patterns) else { return ["no pattern"] }
    return panel.play(signal, event: event, at: now).map(\.text)
  }

  func acknowledge() -> [String] { panel.acknowledge(pressed: now, at: now).map(\.text) }
  func cue(_ sound: CueSound?) -> [String] { panel.play(sound, at: now).map(\.text) }
  func show(_ status: LightStatus) -> [String] { panel.show(status, at: now).map(\.text) }
  func hold(_ classes: [String?]) -> [String] {
    hold(inside: classes)
  }
  /// Holds the outputs for a carrier inside and outside of regions of these classes.
  func hold(inside: [String?], outside: [String] = [], isSure: Bool = true) -> [String] {
    let places =
      inside.map { Presence.Place(id: "a", category: $0, side: .inside, isSure: isSure) }
      + outside.map { Presence.Place(id: "b", category: $0, side: .outside, isSure: isSure) }
    _ = held.update(Presence(places), at: now)
    return panel.hold(held.sides, at: now).map(\.text)
  }
  func mute(until end: Int? = nil) -> [String] {
    let end = end.map { Self.start.advanced(by: .milliseconds($0)) }
    return panel.mute(until: end, at: now).map(\.text)
  }
  func unmute() -> [String] { panel.unmute(at: now).map(\.text) }
  /// Sets the clock as a fix does.
  func set(_ time: String) -> [String] {
    guard let time = Timestamp(rfc3339: time) else { return ["no time"] }
    return panel.set(WallClock(time, at: now), at: now).map(\.text)
  }
  func apply(_ configuration: Configuration) -> [String] {
    panel.adopt(configuration.outputs, at: now).map(\.text)
  }
  func stop() -> [String] { panel.stop().map(\.text) }

  /// Calls the panel at each deadline until nothing is due, or until a time.
  func run(until end: Int = .max) -> [String] {
    var changes: [String] = []
    while let deadline = panel.deadline {
      let due = Int((Self.start.duration(to: deadline) / .milliseconds(1)).rounded(.up))
      guard due <= end else { break }
      milliseconds = max(milliseconds, due)
      changes += panel.deadlineReached(at: now).map { "\(milliseconds) \($0.text)" }
    }
    if end < .max { milliseconds = max(milliseconds, end) }
    return changes
  }
}
