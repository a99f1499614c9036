internal import Notation
internal import System

/// What the firmware told the kernel about the machine.
package struct DeviceTree: Hashable, Sendable {
  /// What the machine is called, such as `Raspberry Pi 4 Model B Rev 1.4`.
  package var model: String

  /// What it is compatible with, the most special first.
  package var compatible: [String]

  /// Where a kernel shows it.
  package static let roots = ["/proc/device-tree", "/sys/firmware/devicetree/base"]

  /// Creates what a machine is.
  package init(model: String, compatible: [String]) {
    self.model = model
    self.compatible = compatible
  }

  /// Reads what the machine is; `nil` when it has no device tree, as a PC has none.
  package init?(roots: [String] = Self.roots) {
    func texts(_ name: String) -> [String] {
      for root in roots {
        guard
          let text = try? TextFile.read(path: "\(root)/\(name)", limit: 65_536, remedy: "")
        else { continue }
        // Each text ends with a NUL.
        return text.split(separator: "\0").map(String.init)
      }
      return []
    }
    let model = texts("model").first
    let compatible = texts("compatible")
    guard model != nil || !compatible.isEmpty else { return nil }
    self.init(model: model ?? compatible[0], compatible: compatible)
  }
}

extension BoardProfile {
  /// Whether the machine is such a board.
  package func matches(_ machine: DeviceTree) -> Bool {
    if identity.compatible.contains(where: machine.compatible.contains) { return true }
    return identity.models.contains { model in
      // "Raspberry Pi 5" is no Raspberry Pi 500.
      machine.model.hasPrefix(model)
        && machine.model.dropFirst(model.count).first.map { $0 == " " } != false
    }
  }
}
