import ArgumentParser
import Notation
import RegionFiles

extension Regions {
  /// `picket regions set`: a property of a region.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set or remove a property of a region.",
      discussion: """
        The properties are those of a regions file. A list is given with commas. A time is in \
        seconds, or has its unit: 90, 90s, 5m, 1h30m. A name that is nearly that of a property is \
        refused; --as-is writes it.

          picket regions set orchard note "Ladders are by the gate"
          picket regions set orchard dwell 5m
          picket regions set orchard sense quiet
          picket regions set orchard remind 60
          picket regions set orchard exclude pond,shed
          picket regions set core offset -- -20
          picket regions set orchard dwell --unset
        """)

    @Argument(help: "The identifier of the region.", completion: .regions)
    var id: String

    @Argument(help: "The property.", completion: .list(RegionsDocument.properties))
    var key: String

    @Argument(help: "The value of the property.", completion: .propertyValues)
    var value: String?

    @Flag(help: "Remove the property.")
    var unset = false

    @Flag(help: "Write a property whose name is nearly that of another.")
    var asIs = false

    @OptionGroup var files: SettingsOptions

    func validate() throws {
      guard (value == nil) == unset else {
        throw ValidationError(
          value == nil ? "give a value, or --unset" : "give a value or --unset, not both")
      }
    }

    func run() throws {
      try files.change(try files.configuration(), of: id) { document throws(Problems) in
        try document.set(id, key, to: value, isAsIs: asIs)
      } messages: { outcome in
        guard outcome.isChanged else {
          return [value.map { "\(key) of \(id) was \($0) before" } ?? "\(id) had no \(key) before"]
        }
        guard let value else { return ["removed \(key) from \(id)"] }
        return ["set \(key) of \(id) to \(RegionsDocument.written(key, value))"]
      }
    }
  }

  /// `picket regions rename`: another identifier.
  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give a region another identifier, also where others name it.",
      discussion: """
        A running controller treats it as a new region: its state starts anew.

          picket regions rename 0 orchard
        """)

    @Argument(help: "The identifier of the region.", completion: .regions)
    var old: String

    @Argument(help: "The new identifier.")
    var new: String

    @OptionGroup var files: SettingsOptions

    func run() throws {
      var users = RegionUsers()
      try files.change(try files.configuration(), of: old) { document throws(Problems) in
        users = try document.rename(old, to: new)
      } messages: { _ in
        ["renamed \(old) to \(new)"] + users.renaming
      }
    }
  }
}
