internal import Base
internal import Board
internal import Geofence

/// The outputs that the carrier's side of the regions holds on: lights, relays and servos.
struct Holding: Sendable {
  private var outputs: HeldOutputs
  private let configured: [Output]

  // The sides that the owner was given last.
  private var shown: [String: RegionSide] = [:]
  // The grounds of the last decision besides the sides of the regions.
  private var hoursChange: Timestamp?
  private var lacksSpeed = false

  /// Creates it without a decision.
  ///
  /// - Parameter levels: The outputs that were on before a restart.
  init(_ configured: [Output], on levels: [String]) {
    self.configured = configured
    outputs = HeldOutputs(configured, on: levels)
  }

  /// Whether any output is held.
  var isUsed: Bool { outputs.isUsed }

  /// The outputs that are on, for the state file.
  var on: [String] { outputs.on }

  /// The outputs that are on, each for a side of its regions.
  var sides: [String: RegionSide] { outputs.sides }

  /// The counted instant at which something is due.
  var deadline: Instant? { outputs.deadline }

  // MARK: Decisions

  /// Holds the outputs as the present sides demand, after these or the regions may have changed.
  mutating func update(_ monitor: RegionMonitor, _ alarms: Alarms, _ turn: inout Turn) {
    guard outputs.isUsed else { return }
    (hoursChange, lacksSpeed) = (monitor.nextHoursChange, monitor.lacksSpeed)
    // All of them while an alarm goes on, which may do so although the carrier is back.
    let presence = Presence(
      of: monitor, needsAll: outputs.needsAll || alarms.areOn, alarm: { alarms.alarm(of: $0) })
    apply(outputs.update(presence, at: turn.present.counted), &turn)
  }

  /// Whether the hours or the lack of a speed have changed since the last decision.
  func isOutdated(_ monitor: RegionMonitor) -> Bool {
    hoursChange != monitor.nextHoursChange || lacksSpeed != monitor.lacksSpeed
  }

  /// Switches the outputs whose delays are over; most fixes have none.
  mutating func deadlineReached(_ turn: inout Turn) {
    guard let due = outputs.deadline, due <= turn.present.counted else { return }
    apply(outputs.deadlineReached(at: turn.present.counted), &turn)
  }

  private mutating func apply(_ changes: [HeldOutputs.Change], _ turn: inout Turn) {
    let sides = outputs.sides
    if sides != shown {
      shown = sides
      turn.append(.hold(sides))
    }
    for change in changes {
      turn.append(.announce(.notice, change.said.text))
      turn.note(.output, change.said, about: .switching)
    }
    // After a power cut, an output goes on from its last level.
    if !changes.isEmpty { turn.save() }
  }

  // MARK: Answers

  /// The reason for the level of each output.
  func reasons(at present: Present) -> [String: Reason] { outputs.reasons(at: present.counted) }

  /// The levels of the outputs that a region may hold, with their reasons.
  func words(of region: String, class category: String?, at present: Present) -> [Reason] {
    let (reasons, sides) = (reasons(at: present), outputs.sides)
    return configured.filter { $0.isHeld(by: region, class: category) }.map {
      Reason(
        sides[$0.name] == nil ? "held.isOff" : "held.isOn",
        ["region": .text($0.name), "reason": .reasons([reasons[$0.name]].compactMap { $0 })])
    }
  }
}
