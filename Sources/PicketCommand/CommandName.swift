import ArgumentParser
import Notation
import Picket

/// Finds the subcommand that was meant by a name that is not known.
enum CommandName {
  /// What is wrong with the names of subcommands at the front; `nil` when they are known.
  static func mistake(in arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = PicketCommand.self
    var path = ["picket"]
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    // An option may have a value, which is no name.
    for word in words.prefix(while: { !$0.hasPrefix("-") }) {
      let known = command.configuration.subcommands
      let names = known.map { $0._commandName }
      guard !known.isEmpty else { return nil }
      guard let place = names.firstIndex(of: word) else {
        if word == "help" { return nil }
        let near = Spelling.candidates(for: word, in: names)
        let remedy =
          near.isEmpty
          ? "see \(path.joined(separator: " ")) --help" : "did you mean \(near.listed("or"))?"
        return "there is no command \((path + [word]).joined(separator: " ").quoted); \(remedy)"
      }
      command = known[place]
      path.append(word)
    }
    return nil
  }
}
