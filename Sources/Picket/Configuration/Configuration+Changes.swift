extension Configuration {
  /// The names of the tables that are only read at the start and that differ in another
  /// configuration.
  package func fixedSections(differingIn other: Configuration) -> [String] {
    [
      ("gpsd", gpsd == other.gpsd),
      ("blind", blind == other.blind),
      ("output", outputs.list == other.outputs.list && outputs.kind == other.outputs.kind),
      ("button", outputs.button == other.outputs.button),
      ("state", state == other.state),
      ("journal", journal == other.journal),
      ("walks", walks == other.walks),
      ("control", control == other.control),
      ("process", process == other.process),
    ].compactMap { $0.1 ? nil : $0.0 }
  }
}
