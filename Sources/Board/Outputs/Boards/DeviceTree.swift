internal import Base

/// The description of the machine that the firmware passes to the kernel.
package struct DeviceTree: Hashable, Sendable {
  /// The model, such as `Raspberry Pi 4 Model B Rev 1.4`.
  package var model: String

  /// The boards and processors that the machine is compatible with, the most specific first.
  package var compatible: [String]

  /// The folders in which a kernel shows the device tree.
  package static let roots = ["/proc/device-tree", "/sys/firmware/devicetree/base"]
}

extension DeviceTree {
  /// Reads the description of this machine; `nil` without a device tree, as on a PC.
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
  /// Whether a machine is a board of this kind.
  package func matches(_ machine: DeviceTree) -> Bool {
    if identity.compatible.contains(where: machine.compatible.contains) { return true }
    return identity.models.contains { model in
      // A "Raspberry Pi 500" must not match "Raspberry Pi 5".
      machine.model.hasPrefix(model)
        && machine.model.dropFirst(model.count).first.map { $0 == " " } != false
    }
  }
}
