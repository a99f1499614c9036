import ArgumentParser
import Base
import Desk
import RegionFiles

extension Regions {
  /// `picket regions remove`: deletes a region from the file.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a region.",
      discussion: """
        Its state and a pending crossing are removed with it: there is no exit event. A region \
        that others exclude, or that others come after, is not removed without --force. The circles \
        that --exclude has made for it go with it.
        """)

    @Argument(help: "The identifier of the region.", completion: .regions)
    var id: String

    @Flag(help: "Also remove it from the exclude and the after of other regions.")
    var force = false

    @OptionGroup var files: SettingsOptions

    func run() throws {
      let configuration = try files.configuration()
      var users = RegionUsers()
      try files.change(configuration, of: [id]) { document throws(Problems) in
        users = try document.remove(id, isForced: force)
      } messages: { _ in
        ["removed \(id)"] + users.removal
      }
    }
  }

  /// `picket regions enable`: watches a region again.
  struct Enable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Watch a region that was disabled.",
      discussion: "Its state starts anew: a carrier that is already inside causes no entry event.")

    @Argument(help: "The identifier of the region.", completion: .regions)
    var id: String

    @OptionGroup var files: SettingsOptions

    func run() throws {
      try files.set(id, isEnabled: true)
    }
  }

  /// `picket regions disable`: keeps a region in the file, but does not watch it.
  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stop watching a region, but keep it in the file.",
      discussion: """
        Its state and a pending crossing are removed. Regions that exclude it still do.
        """)

    @Argument(help: "The identifier of the region.", completion: .regions)
    var id: String

    @OptionGroup var files: SettingsOptions

    func run() throws {
      try files.set(id, isEnabled: false)
    }
  }
}

extension SettingsOptions {
  fileprivate func set(_ id: String, isEnabled: Bool) throws {
    let word = isEnabled ? "enabled" : "disabled"
    try change(try configuration(), of: [id]) { document throws(Problems) in
      _ = try document.setEnabled(id, isEnabled)
    } messages: { outcome in
      [outcome.isChanged ? "\(word) \(id)" : "\(id) was \(word) before"]
    }
  }
}
