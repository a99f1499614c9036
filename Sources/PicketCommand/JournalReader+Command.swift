import ArgumentParser
import Glibc
import Records
import System

extension JournalReader {
  /// Runs some work on the journal in a folder; a failure is logged and ends the command with 1.
  static func orEnd(in directory: String, _ work: () throws(SystemError) -> Void) throws {
    do throws(SystemError) {
      try work()
    } catch {
      Log.write(
        .error,
        error.code == ENOENT
          ? "\(directory): there is no journal here yet; name the configuration with --config"
          : "\(error); run this as root or as a member of its group")
      throw ExitCode(1)
    }
  }
}
