internal import Notation

extension Configuration {
  /// The folder of the walks.
  package var walkDirectory: String { walks.directory ?? "\(state.directory)/walks" }

  /// Reads the table [walks].
  mutating func readWalks(_ top: inout TOMLSection) {
    var section = top.section("walks")
    if let directory = section.string("directory", expected: "the path of a folder") {
      walks.directory = directory.resolved(besides: top.file)
    }
    walks.record = section.choice("record", WalkRecording.self) ?? walks.record
    walks.size = section.integer("size", in: 1_000_000...1_000_000_000_000) ?? walks.size
    top.add(section.finished())
  }
}
