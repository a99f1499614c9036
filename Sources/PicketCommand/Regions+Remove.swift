import ArgumentParser
import Desk
import Notation

extension Regions {
  /// `picket regions remove`: no longer there.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a region.",
      discussion: """
        Its state and a crossing that is pending go with it: it gives no exit. While other \
        regions exclude it, it stays.
        """)

    @Argument(help: "The identifier of the region.", completion: .regions)
    var id: String

    @Flag(help: "Also take it out of the exclude of other regions.")
    var force = false

    @OptionGroup var files: SettingsOptions

    func run() throws {
      let configuration = try files.configuration()
      var users: [String] = []
      try files.change(configuration) { document throws(Problems) in
        users = try document.remove(id, isForced: force)
      } said: { _ in
        ["removed \(id)"]
          + (users.isEmpty ? [] : ["no longer excluded by \(users.joined(separator: ", "))"])
      }
    }
  }

  /// `picket regions enable`: watched again.
  struct Enable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Watch a region that was disabled.",
      discussion: "It begins anew: whoever is inside of it by now gives no entry.")

    @Argument(help: "The identifier of the region.", completion: .regions)
    var id: String

    @OptionGroup var files: SettingsOptions

    func run() throws {
      try files.set(id, isEnabled: true)
    }
  }

  /// `picket regions disable`: there, and not watched.
  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "No longer watch a region, and keep it in the file.",
      discussion: """
        Its state and a crossing that is pending go, as if it was removed. Regions that exclude \
        it go on doing so.
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
    try change(try configuration()) { document throws(Problems) in
      _ = try document.setEnabled(id, isEnabled)
    } said: { outcome in
      [outcome.isChanged ? "\(word) \(id)" : "\(id) was \(word) before"]
    }
  }
}
