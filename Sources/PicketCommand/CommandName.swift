import ArgumentParser
import Notation
import Picket

/// Checks the names of subcommands, and suggests others for a name that does not exist.
enum CommandName {
  /// The mistake in the names at the front of the arguments; `nil` when all of them exist.
  static func mistake(in arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = PicketCommand.self
    var path = ["picket"]
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    // The value of an option is not a name: the names end at the first option.
    for word in words.prefix(while: { !$0.hasPrefix("-") }) {
      let known = command.configuration.subcommands
      guard !known.isEmpty else { return nil }
      guard let next = known.first(where: { $0._commandName == word }) else {
        if word == "help" { return nil }
        let near = Spelling.candidates(for: word, in: known.map { $0._commandName })
        let remedy =
          near.isEmpty
          ? "see \(path.joined(separator: " ")) --help" : "did you mean \(near.listed("or"))?"
        return "there is no command \((path + [word]).joined(separator: " ").quoted); \(remedy)"
      }
      command = next
      path.append(word)
    }
    return nil
  }
}
