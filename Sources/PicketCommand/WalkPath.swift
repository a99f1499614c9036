import Base
import Desk
import Glibc
import Picket

/// Finds walks by the names that `picket walk` gave them.
enum WalkPath {
  /// The path of a walk or recording: the given path if it exists, or the walk of that name.
  static func found(_ given: String, config: String?) throws -> String {
    guard given != "-", access(given, F_OK) != 0 else { return given }
    let reason = SystemError("open").reason
    guard !given.isEmpty, !given.contains("/") else {
      throw Problem(
        file: given, wrong: reason,
        remedy: "give a recording, or a walk: picket walk list prints their names")
    }
    let directory = folder(config)
    guard access("\(directory)/\(given)", F_OK) != 0 else { return "\(directory)/\(given)" }
    guard errno == EACCES else {
      throw Problem(
        file: given, wrong: "\(reason), and there is no walk of this name in \(directory)",
        remedy: "picket walk list prints their names")
    }
    throw Problem(
      file: "\(directory)/\(given)", wrong: SystemError("open").reason,
      remedy: "run this as root or as a member of its group")
  }

  /// The path of the last walk, whose name is logged.
  static func last(config: String?) throws -> String {
    let directory = folder(config)
    let name: String?
    do throws(SystemError) {
      name = try WalkList.last(in: directory)
    } catch {
      throw Problem(
        file: directory, wrong: error.reason,
        remedy: "run this as root or as a member of its group")
    }
    guard let name else {
      throw Problem(
        file: directory, wrong: "there is no walk in it",
        remedy: "give a recording, or record a walk: picket walk start")
    }
    Log.write(.info, "the last walk: \(name)")
    return "\(directory)/\(name)"
  }

  /// The folder of the walks, also when another part of the configuration is wrong.
  private static func folder(_ config: String?) -> String {
    Configuration.check(named: config).configuration.walkDirectory
  }
}
