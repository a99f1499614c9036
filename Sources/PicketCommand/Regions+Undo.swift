import ArgumentParser
import Base
import RegionFiles

extension Regions {
  /// `picket regions undo`: the file before the last change.
  struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take the last change of the regions back.",
      discussion: """
        Each change by a command or by a phone keeps the version before it as FILE~, next to the \
        file. A second undo takes the first one back. An editor's change since then is undone, \
        too. Regions that come back start anew: their state is not known until the next fix.

          picket regions undo
        """)

    @OptionGroup var files: SettingsOptions

    func run() throws {
      let configuration = try files.configuration()
      let fleet = files.fleet(configuration)
      try files.edit(configuration, messages: { $0.difference?.lines ?? [] }) {
        edit, reload throws(RegionsEdit.Refusal) in
        try edit.undo { before, after throws(Problems) in
          try fleet?.checkAdditions(to: before, in: after)
        } reload: {
          reload()
        }
      }
    }
  }
}
