package import Notation

/// A program that answers in gpsd's place and is not gpsd.
package enum Stranger: Hashable, Sendable {
  /// It sends a receiver's own sentences, as a serial server or a phone does.
  case nmea
  /// It answers as a web server.
  case web
  /// It sends nothing.
  case silent
  /// It sends something else.
  case unknown

  /// Recognises a program by a line that gpsd would not send.
  package init(_ line: LineSplitter.Line) {
    guard case .whole(let bytes) = line else {
      self = .unknown
      return
    }
    let start = String(decoding: bytes.prefix(8), as: UTF8.self)
    self =
      start.hasPrefix("$") || start.hasPrefix("!")
      ? .nmea : start.hasPrefix("HTTP/") || start.hasPrefix("<") ? .web : .unknown
  }

  /// What it does, for a person.
  package var words: String {
    switch self {
    case .nmea: "it sends NMEA, which gpsd has to decode: add its address to DEVICES of gpsd"
    case .web: "it is a web server"
    case .silent: "it sends nothing"
    case .unknown: "it sends something else than reports"
    }
  }
}
