package import Notation

extension Configuration {
  /// Reads the tables [state] and [journal].
  package mutating func readState(_ top: inout TOMLSection) {
    var section = top.section("state")
    if let directory = section.string("directory", expected: "the path of a folder") {
      state.directory = directory.resolved(besides: top.file)
    }
    state.writesPerHour =
      section.integer("max_writes_per_hour", in: 10...36_000) ?? state.writesPerHour
    state.unsounded = section.choice("unsounded", Unsounded.self) ?? state.unsounded
    state.anyOwner = section.boolean("any_owner") ?? state.anyOwner
    top.add(section.finished())

    section = top.section("journal")
    journal.size = section.integer("size", in: 100_000...1_000_000_000) ?? journal.size
    journal.positions = section.choice("positions", Positions.self) ?? journal.positions
    top.add(section.finished())
  }
}
