import ArgumentParser
import Base
import Glibc
import Records

extension Console {
  /// The console of a command; a write error ends the command with 74.
  ///
  /// - Parameter eventsPath: A new file for the events, a line of JSON each.
  static func ofCommand(json: Bool, eventsPath: String? = nil) throws -> Console {
    do {
      let console = try Console(json: json, eventsPath: eventsPath)
      console.start { part, error, _ in
        guard let error else { return }
        let remedy = part == .events ? "give another file with --events" : "print elsewhere"
        Log.write(.error, "\(error); make room, or \(remedy)")
        exit(74)
      }
      return console
    } catch {
      Log.write(.error, "\(error); give another file with --events")
      throw ExitCode(74)
    }
  }
}

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

extension JournalReader {
  /// Runs some work on the journal in a folder; a failure is logged and ends the command with 1.
  static func orEnd(in directory: String, _ work: () throws(SystemError) -> Void) throws {
    do throws(SystemError) {
      try work()
    } catch {
      let words =
        switch error.code {
        case ENOENT:
          "\(directory): there is no journal here yet; name the configuration with --config"
        case ENOTDIR: "\(directory): this is not a folder; give the folder of the journal"
        default: "\(error); run this as root or as a member of its group"
        }
      Log.write(.error, words)
      throw ExitCode(1)
    }
  }
}
