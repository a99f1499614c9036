internal import Geofence
import Glibc

extension Socket {
  /// Connects to a host: to the first of its addresses that answers.
  ///
  /// The call waits, so it belongs on a thread of its own: for the name server as long as libc does, and
  /// for each address up to a limit.
  ///
  /// - Parameters:
  ///   - host: A name or address.
  ///   - port: The port.
  ///   - seconds: The time that an address has to answer.
  ///   - open: Starts to connect to an address.
  /// - Throws: `Unreached`; the corresponding C functions are `getaddrinfo`, `connect` and `poll`.
  package static func dial(
    _ host: String, port: Int, within seconds: Int, open: (Address) throws -> Socket
  ) throws(Unreached) -> Socket {
    var failure = "it has no address"
    for address in try addresses(of: host, port: port) {
      do {
        let socket = try open(address)
        if try !socket.wait(for: POLLOUT, until: MonotonicClock.now.advanced(by: .seconds(seconds)))
        {
          failure = "no answer in \(seconds) s"
        } else if let error = socket.error(of: "connect") {
          failure = error.reason
        } else {
          return socket
        }
      } catch {
        failure = "\(error)"
      }
    }
    throw Unreached(description: "\(host):\(port): \(failure)")
  }
}
