import Foundation
import Glibc

/// The socket on which a service manager gets the messages of its service: sd_notify(3).
final class NotifySocket {
  let path: String
  private let descriptor = socket(AF_UNIX, SocketKind.datagram, 0)
  private var received: [String] = []

  init(in folder: TemporaryFolder) {
    path = "\(folder.path)/notify"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  deinit {
    close(descriptor)
  }

  /// All messages so far.
  var messages: [String] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return received }
      received.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }
}
