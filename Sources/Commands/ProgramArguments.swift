/// The arguments of a program, as its parser needs them.
package enum ProgramArguments {
  /// Joins each option with a negative number behind it: the parser would take `-1` for an option.
  package static func joined(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    for (index, argument) in arguments.enumerated() {
      guard argument != "--" else { return joined + arguments[index...] }
      if isNegative(argument), let option = joined.last, isOption(option) {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }

  /// The first negative number that belongs to no option; `nil` without one.
  package static func loneNegative(in arguments: [String]) -> String? {
    joined(arguments).prefix { $0 != "--" }.first(where: isNegative)
  }

  private static func isNegative(_ argument: String) -> Bool {
    let digit = argument.dropFirst().first { $0 != "." }
    return argument.first == "-" && digit?.isASCII == true && digit?.isNumber == true
  }

  private static func isOption(_ argument: String) -> Bool {
    argument.first == "-" && !argument.contains("=") && !isNegative(argument)
  }
}
