import ArgumentParser
import Records
import System

extension Program {
  /// Finds the program that a command line names, or ends the command with 2.
  static func ofCommand(_ words: [String]) throws -> Program {
    do throws(UnusableFile) {
      return try Program(words)
    } catch {
      Log.write(.error, error.description)
      throw ExitCode(2)
    }
  }
}

extension SignalInbox {
  /// Collects the signals of a command that runs a program, or ends the command with 69.
  static func ofCommand(_ signals: [Int32]) throws -> SignalInbox {
    do {
      return try SignalInbox(signals)
    } catch {
      Log.write(.error, "\(error); its threads or files are limited (ulimit -u, -n): allow it more")
      throw ExitCode(69)
    }
  }
}
