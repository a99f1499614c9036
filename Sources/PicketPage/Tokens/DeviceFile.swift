internal import Base
import Glibc

/// The file of the paired devices, which only its owner may read.
struct DeviceFile: Sendable {
  /// The path of the file.
  let path: String

  // 100 devices need 25 kB.
  private static let limit = 1 << 18

  /// The file in a folder.
  init(folder: String) {
    path = "\(folder)/devices.jsonl"
  }

  /// Reads the devices; none when there is no file yet.
  ///
  /// The number of lines that cannot be read is logged.
  func read() throws(Problem) -> PairedDevices {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return PairedDevices() }
    let text = try TextFile.read(
      path: path, limit: Self.limit, remedy: "pair the devices again with picket-page pair")
    let devices = PairedDevices(text: text)
    if devices.damaged > 0 {
      Log.write(
        .warning,
        "\(path): \(devices.damaged.counted("line")) cannot be read; pair those devices again")
    }
    return devices
  }

  /// Changes the devices in the file, as the owner of its folder.
  ///
  /// - Throws: `Problem` when it cannot be read, `SystemError` when it cannot be written.
  func change<Result>(_ body: (inout PairedDevices) throws -> Result) throws -> Result {
    try becomeOwner()
    let replacement = try FileReplacement(path)
    var devices = try read()
    let result = try body(&devices)
    // A file that is replaced keeps its mode, so a new file is first made with this mode.
    if access(path, F_OK) != 0 { _ = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600) }
    guard chmod(path, 0o600) == 0 else { throw SystemError("chmod \(path)") }
    try replacement.replace(with: Array(devices.text.utf8))
    return result
  }

  /// Gives up the rights of root: the folder's owner could have put links there that lead elsewhere.
  private func becomeOwner() throws(SystemError) {
    let folder = Path.folder(of: path)
    var status = stat()
    guard stat(folder, &status) == 0 else { throw SystemError("open \(folder)") }
    guard geteuid() == 0, status.st_uid != 0 else { return }
    var group = status.st_gid
    guard setgroups(1, &group) == 0, setgid(group) == 0, setuid(status.st_uid) == 0 else {
      throw SystemError("setuid \(status.st_uid)")
    }
  }
}
