internal import Base
import Glibc

/// The file by which Avahi announces the page in the network: avahi.service(5).
struct Announcement: Sendable {
  /// The folder of Avahi's files; without Avahi it is missing.
  let folder: String

  /// The folder that Avahi reads.
  static let usualFolder = "/etc/avahi/services"

  /// The path of the file.
  var path: String { "\(folder)/picket-page.service" }

  /// Whether Avahi is installed.
  var isPossible: Bool { Directory.isFolder(folder) }

  /// The text of the file; `nil` for a page that no other device can reach.
  static func text(for configuration: PageConfiguration) -> String? {
    let listening = configuration.listening
    guard !listening.isLoopback else { return nil }
    let type = configuration.certificate == nil ? "_http._tcp" : "_https._tcp"
    return """
      <?xml version="1.0" standalone="no"?>
      <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
      <!-- Made by picket-page announce, and removed when the page ends. -->
      <service-group>
        <name replace-wildcards="yes">Picket on %h</name>
        <service>
          <type>\(type)</type>
          <port>\(listening.port)</port>
          <txt-record>path=/</txt-record>
        </service>
      </service-group>

      """
  }

  /// Writes the file, in one step: Avahi reads it at once.
  func write(_ text: String) throws(SystemError) {
    let draft = "\(path).new"
    unlink(draft)
    let file = try OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL)
    try file.write(Array(text.utf8), at: 0)
    // Avahi's own user reads it.
    guard chmod(draft, 0o644) == 0, rename(draft, path) == 0 else {
      throw SystemError("rename \(path)")
    }
  }

  /// Removes the file, if it is there.
  func remove() throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw SystemError("unlink \(path)")
    }
  }
}
