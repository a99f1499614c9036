internal import ArgumentParser
package import Notation
internal import System

extension Problem {
  /// Runs some work; a problem is logged and ends the command with 1.
  package static func orEnd<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let problem as Problem {
      Log.write(problem)
      throw ExitCode(1)
    }
  }
}
