package import Outputs

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
          ? Diagnosis(
            .outputs, .wrong, "outputs = \"terminal\" in picket.toml, so nothing sounds",
            "remove that line")
          : Diagnosis(
            .outputs, .wrong, "no output has a line, so nothing sounds",
            "picket board prints the lines for picket.toml; remove the # in front of yours")
      ]
    }
    let denied = refusals.map {
      // The controller runs as another user, which may have access.
      isRoot
        ? Diagnosis(.outputs, .wrong, message: $0)
        : Diagnosis(.outputs, .unknown, message: "\($0), or: sudo picket doctor")
    }
    return denied + faults.map { Diagnosis(.outputs, .wrong, message: $0) }
      + uses.map { diagnosis(of: $0, controller) }
  }

  private func diagnosis(of use: BoardListing.Use, _ controller: ControllerState) -> Diagnosis {
    let subject = "\(use.owner): \(use.place)"
    if controller.faultyOutputs.contains(use.owner) {
      return Diagnosis(
        .outputs, .wrong, "\(subject) could not be switched", "journalctl -u picket")
    }
    switch use.holder {
    case .none:
      guard controller.isRunning, !use.isChannel else {
        return Diagnosis(.outputs, .ok, "\(subject), free")
      }
      return Diagnosis(
        .outputs, .wrong, "\(subject) is free, so the running picket does not use it",
        "sudo systemctl restart picket")
    case .picket:
      guard controller.isAbsent else {
        return Diagnosis(.outputs, .ok, "\(subject), held by picket")
      }
      return Diagnosis(
        .outputs, .wrong, "\(subject) is held by a picket with another configuration",
        "stop that picket; ps -C picket shows it")
    case .other(let name):
      let holder = name.isEmpty ? "a program or driver without a name" : "'\(name)'"
      return Diagnosis(
        .outputs, .wrong, "\(subject) is held by \(holder)", "stop that, or choose another line")
    }
  }
}
