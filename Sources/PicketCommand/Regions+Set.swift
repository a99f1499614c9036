import ArgumentParser
import Base
import RegionFiles

extension Regions {
  /// `picket regions set`: properties of a region.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set or remove properties of a region.",
      discussion: """
        The properties are those of a regions file: one with its value, or several as \
        property=value, all of them or none. A list is given with commas. A time is in \
        seconds, or has its unit: 90, 90s, 5m, 1h30m. A name that is nearly that of a property is \
        refused; --as-is writes it.

          picket regions set orchard note "Ladders are by the gate"
          picket regions set orchard dwell 5m
          picket regions set orchard remind=60 remindSide=inside sense=quiet
          picket regions set orchard exclude pond,shed
          picket regions set finish heading 315-45
          picket regions set core offset -- -20
          picket regions set orchard dwell remind --unset
        """)

    @Argument(help: "The identifier of the region.", completion: .regions)
    var id: String

    @Argument(
      help: ArgumentHelp(
        "A property and its value, or property=value for each of several.", valueName: "property"),
      completion: .properties)
    var words: [String]

    @Flag(help: "Remove the properties.")
    var unset = false

    @Flag(help: "Write a property whose name is nearly that of another.")
    var asIs = false

    @OptionGroup var files: SettingsOptions

    /// The properties and their values, which are `nil` for those that are removed.
    private func changes() throws -> [(key: String, value: String?)] {
      if unset, words.count == 2, RegionProperty(rawValue: words[1]) == nil {
        throw ValidationError("give a value or --unset, not both")
      }
      if unset { return words.map { ($0, nil) } }
      guard let first = words.first, first.contains("=") else {
        guard words.count != 1 else { throw ValidationError("give a value, or --unset") }
        guard words.count == 2 else {
          throw ValidationError(
            "give one property and its value, or property=value for each, such as \(words[0])=\(words[1])"
          )
        }
        return [(words[0], words[1])]
      }
      var changes: [(key: String, value: String?)] = []
      for word in words {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
          throw ValidationError("\(word): give property=value, such as dwell=5m")
        }
        guard !changes.contains(where: { $0.key == parts[0] }) else {
          throw ValidationError("\(parts[0]) is there twice; give it once")
        }
        changes.append((String(parts[0]), String(parts[1])))
      }
      return changes
    }

    func validate() throws { _ = try changes() }

    func run() throws {
      let changes = try changes()
      try files.change(try files.configuration(), of: [id]) { document throws(Problems) in
        for (key, value) in changes { try document.set(id, key, to: value, isAsIs: asIs) }
      } messages: { outcome in
        changes.map { key, value in
          guard outcome.isChanged else {
            return value.map { "\(key) of \(id) was \($0) before" } ?? "\(id) had no \(key) before"
          }
          guard let value else { return "removed \(key) from \(id)" }
          return "set \(key) of \(id) to \(RegionsDocument.written(key, value))"
        }
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
      try files.change(try files.configuration(), of: [old]) { document throws(Problems) in
        users = try document.rename(old, to: new)
      } messages: { _ in
        ["renamed \(old) to \(new)"] + users.renaming
      }
    }
  }
}
