import ArgumentParser
import Base
import Commands

/// `picket-page devices`: lists the paired devices.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the paired devices.")

  @OptionGroup var page: PageOption

  @Flag(help: "Print a line of JSON for each.")
  var json = false

  func run() throws {
    let configuration = try page.configuration()
    let devices = try PageOption.orEnd { try DeviceFile(folder: configuration.directory).read() }
    guard !json else {
      for (index, device) in devices.all.enumerated() {
        var line = JSONLine()
        line.add("number", index + 1)
        line.add("name", device.name)
        line.add("scope", device.scope.rawValue)
        line.add("made", device.made)
        StandardOutput.print(json: line.text)
      }
      return
    }
    if devices.all.isEmpty {
      StandardOutput.print("no device is paired; pair one with picket-page pair")
    }
    for (index, device) in devices.all.enumerated() {
      let scope = device.scope == .view ? "may look" : "may look and send orders"
      StandardOutput.print("\(index + 1). \(device.name): \(scope), since \(device.made)")
    }
  }
}
