package import Geofence
package import Notation
internal import Outputs

extension Configuration {
  /// Doubts about signals that nothing plays and whose names are nearly those of others.
  ///
  /// - Parameter file: The path of the configuration.
  package func signalDoubts(of regions: [Region], file: String) -> [Problem] {
    let named = Set(regions.compactMap(\.signal))
    return outputs.signals.keys.sorted().compactMap { name in
      guard Signal.defaults[name] == nil, !named.contains(name),
        let near = Spelling.nearest(to: name, in: Signal.defaults.keys)
      else { return nil }
      return Problem(
        file: file, wrong: "nothing plays [signal.\(name)]",
        remedy: "did you mean [signal.\(near)]? otherwise name it as the signal of a region",
        severity: .warning)
    }
  }
}
