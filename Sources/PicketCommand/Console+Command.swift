import ArgumentParser
import Glibc
import System

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
