/// The kinds of sockets as numbers.
///
/// Swift 6.0 does not find SOCK_STREAM when several C modules import its header.
enum SocketKind {
  /// SOCK_STREAM on Linux.
  static let stream: Int32 = 1
  /// SOCK_DGRAM on Linux.
  static let datagram: Int32 = 2
}
