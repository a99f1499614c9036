import ArgumentParser
import Base

/// `picket-page revoke`: ends pairings.
struct Revoke: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "End the pairing of devices, at once.",
    discussion: """
      A page that is open on such a device ends, too.

        sudo picket-page revoke "Ann's phone"
        sudo picket-page revoke --number 2
        sudo picket-page revoke --all
      """)

  @OptionGroup var page: PageOption

  @Argument(help: "The names of the devices.")
  var names: [String] = []

  @Option(
    name: .customLong("number"),
    help: ArgumentHelp("A device by its number in the list of picket-page devices.", valueName: "n")
  )
  var numbers: [Int] = []

  @Flag(help: "All devices.")
  var all = false

  func validate() throws {
    guard all != !(names.isEmpty && numbers.isEmpty) else {
      throw ValidationError("give the names or the numbers of devices, or --all")
    }
  }

  func run() throws {
    let configuration = try page.configuration()
    let file = DeviceFile(folder: configuration.directory)
    try PageOption.orEnd {
      try file.change { devices in
        if all { return devices.removeAll() }
        if let missing = devices.remove(numbers: numbers).first {
          throw Problem(
            file: file.path, wrong: "there is no device \(missing); nothing was revoked",
            remedy: "see picket-page devices")
        }
        for name in names where !devices.remove(named: name) {
          let known = devices.all.map(\.name)
          let near = Spelling.nearest(to: name, in: known).map { "did you mean \($0.quoted)?" }
          throw Problem(
            file: file.path, wrong: "no device is called \(name.quoted); nothing was revoked",
            remedy: near ?? "see picket-page devices")
        }
      }
    }
  }
}
