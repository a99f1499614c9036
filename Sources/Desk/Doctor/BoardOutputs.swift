internal import Base
package import Board

/// The lines and channels that the configuration names, as the board has them.
package struct BoardOutputs: Sendable {
  /// The kind of the outputs: lines of a GPIO chip, or text on a terminal.
  package var kind: OutputSettings.Medium

  /// Whether an output has a line or a channel that the kind leaves unused.
  package var hasUnusedLines = false

  /// The lines and channels that were found.
  package var uses: [BoardListing.Use]

  /// The reasons for which other lines and channels were not found.
  package var faults: [String]

  /// The reasons for which this user may not look at any chip.
  package var refusals: [String]

  /// Creates the findings.
  package init(
    kind: OutputSettings.Medium, uses: [BoardListing.Use] = [], faults: [String] = [],
    refusals: [String] = []
  ) {
    self.kind = kind
    self.uses = uses
    self.faults = faults
    self.refusals = refusals
  }

  /// Looks at the board.
  package init(_ settings: OutputSettings) {
    // On a terminal no line is used.
    guard settings.kind == .gpiod else {
      self.init(kind: settings.kind)
      hasUnusedLines = settings.hasLines
      return
    }
    let listing = BoardListing(settings)
    self.init(
      kind: .gpiod, uses: listing.uses, faults: listing.faults.map(\.description),
      refusals: listing.refusals)
  }

  /// The verdicts on the outputs.
  ///
  /// - Parameters:
  ///   - controller: The answer of the controller.
  ///   - isRoot: Whether this user is root.
  func diagnoses(_ controller: ControllerState, isRoot: Bool) -> [Diagnosis] {
    guard kind == .gpiod else {
      return [
        hasUnusedLines
          ? Diagnosis(.outputs, .wrong, "doctor.terminal", say: "do.removeLine")
          : Diagnosis(.outputs, .wrong, "doctor.noLine", say: "do.lines")
      ]
    }
    let denied = refusals.map {
      // The controller runs as another user, which may have access.
      Diagnosis(
        .outputs, isRoot ? .wrong : .unknown, "doctor.chips",
        message: isRoot ? $0 : "\($0), or: sudo picket doctor", say: "do.chips")
    }
    return denied
      + faults.map { Diagnosis(.outputs, .wrong, "doctor.fault", message: $0, say: "do.fault") }
      + uses.map { diagnosis(of: $0, controller) }
  }

  private func diagnosis(of use: BoardListing.Use, _ controller: ControllerState) -> Diagnosis {
    let values = ["owner": Reason.Value.reason(use.owner), "place": .reason(use.place)]
    if controller.faultyOutputs.contains(use.owner) {
      return Diagnosis(
        .outputs, .wrong, "doctor.unswitched", values, type: "journalctl -u picket")
    }
    switch use.holder {
    case .none:
      guard controller.isRunning, !use.isChannel else {
        return Diagnosis(.outputs, .ok, "doctor.free", values)
      }
      return Diagnosis(
        .outputs, .wrong, "doctor.unheld", values, type: "sudo systemctl restart picket")
    case .picket:
      return controller.isAbsent
        ? Diagnosis(.outputs, .wrong, "doctor.otherPicket", values, say: "do.stopPicket")
        : Diagnosis(.outputs, .ok, "doctor.held", values)
    case .other(let name):
      return Diagnosis(
        .outputs, .wrong, name.isEmpty ? "doctor.takenUnnamed" : "doctor.taken",
        values.merging(["name": .text(name)]) { $1 }, say: "do.otherLine")
    }
  }
}
