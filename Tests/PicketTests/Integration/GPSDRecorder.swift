import Foundation
import Glibc

/// A client of gpsd that leaves the reports in its socket until the end.
final class GPSDRecorder {
  private let descriptor = socket(AF_INET, SocketKind.stream, 0)

  init(port: Int) {
    // Room for a minute of reports, so that gpsd never has to wait.
    var size: Int32 = 1 << 20
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    var address = Port.loopback(port)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    let request = Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8)
    _ = send(descriptor, request, request.count, 0)
  }

  deinit {
    close(descriptor)
  }

  /// All reports so far.
  func reports() -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}
