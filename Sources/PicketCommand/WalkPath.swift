import Desk
import Glibc
import Notation
import Picket
import System

/// Finds walks by the names that `picket walk` gave them.
enum WalkPath {
  /// The path of a walk or recording: what is given if it is there, or a walk of that name.
  static func found(_ given: String, config: String?) throws -> String {
    guard given != "-", access(given, F_OK) != 0 else { return given }
    let reason = SystemError("open").reason
    guard !given.isEmpty, !given.contains("/") else {
      throw Problem(
        file: given, wrong: reason,
        remedy: "give a recording, or a walk: picket walk list shows which there are")
    }
    let directory = folder(config)
    guard access("\(directory)/\(given)", F_OK) != 0 else { return "\(directory)/\(given)" }
    guard errno == EACCES else {
      throw Problem(
        file: given, wrong: "\(reason), nor is there a walk of this name in \(directory)",
        remedy: "picket walk list shows which there are")
    }
    throw Problem(
      file: "\(directory)/\(given)", wrong: SystemError("open").reason,
      remedy: "be root or of the group that may read it")
  }

  /// The path of the last walk, which is said.
  static func last(config: String?) throws -> String {
    let directory = folder(config)
    let name: String?
    do throws(SystemError) {
      name = try WalkList.last(in: directory)
    } catch {
      throw Problem(
        file: directory, wrong: error.reason, remedy: "be root or of the group that may read it")
    }
    guard let name else {
      throw Problem(
        file: directory, wrong: "there is no walk in it",
        remedy: "give a recording, or record a walk: picket walk start")
    }
    Log.write(.info, "the last walk: \(name)")
    return "\(directory)/\(name)"
  }

  /// Where walks are, also when something else in the configuration is wrong.
  private static func folder(_ config: String?) -> String {
    Configuration.check(named: config).configuration.walkDirectory
  }
}
