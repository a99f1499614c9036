import Foundation
import Glibc
import Testing

/// A small file system in a separate mount namespace, which ends with the test.
///
/// Only root can mount it, and only where the system allows that.
final class SmallDisk {
  /// Its path for processes in the namespace.
  let path: String
  private let holder = Process()
  private let line = Pipe()

  /// Whether it can be mounted on this machine.
  static let isAvailable = {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    return withExtendedLifetime(folder) { (try? SmallDisk(at: folder.path)) != nil }
  }()

  /// Mounts the disk over a folder.
  init(at path: String, size: String = "64k") throws {
    self.path = path
    let answer = Pipe()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    let mount = #"mount -t tmpfs -o "size=$2" tmpfs "$1" && echo ready && exec cat"#
    holder.arguments = ["--mount", "sh", "-c", mount, "sh", path, size]
    // The process ends with this pipe, also after a crash of the tests.
    holder.standardInput = line
    holder.standardOutput = answer
    holder.standardError = FileHandle.nullDevice
    try holder.run()
    let bytes = answer.fileHandleForReading.availableData
    guard String(decoding: bytes, as: UTF8.self) == "ready\n" else { throw NotMounted() }
  }

  private struct NotMounted: Error {}

  deinit {
    try? line.fileHandleForWriting.close()
    holder.waitUntilExit()
  }

  /// The command that runs a program with this disk.
  var wrapper: [String] {
    ["/usr/bin/nsenter", "--target", "\(holder.processIdentifier)", "--mount", "--"]
  }

  /// The path of a file on it for processes outside the namespace.
  func file(_ name: String) -> String {
    "/proc/\(holder.processIdentifier)/root\(path)/\(name)"
  }

  /// Mounts it again as `ro` or `rw`.
  func remount(_ mode: String) throws {
    let command = wrapper + ["mount", "-o", "remount,\(mode)", path]
    let process = try Process.run(
      URL(fileURLWithPath: command[0]), arguments: Array(command.dropFirst()))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "remount \(mode)")
  }

  /// Fills it to the last byte.
  func fill() {
    let filler = open(file("filler"), O_WRONLY | O_CREAT, 0o600)
    defer { close(filler) }
    // Whole blocks first, then the rest of the last block.
    for size in [4096, 64, 1] {
      let bytes = [UInt8](repeating: 0x78, count: size)
      while write(filler, bytes, size) > 0 {}
    }
  }

  /// Makes room again.
  func clear() {
    unlink(file("filler"))
  }
}
