import Foundation
import Glibc
import Testing

/// A connection to a page that sends any bytes and reads only when asked.
final class PageTalk {
  private let descriptor = socket(AF_INET, SocketKind.stream, 0)
  private let port: Int
  private var rest: [UInt8] = []
  private var body: [UInt8] = []
  private(set) var hasEnded = false

  /// The status and the headers of an answer, and its body.
  struct Answer {
    let status: Int
    let fields: [String: String]
    let body: String
  }

  /// A request without an answer.
  struct NoAnswer: Error {
    let request: String
    let log: String
  }

  /// A message of a stream.
  struct Message: Equatable {
    var kind = ""
    var id: String?
    var data = ""
  }

  convenience init(_ page: PageProcess) { self.init(port: page.port) }

  init(port: Int) { self.port = port }

  deinit { close(descriptor) }

  /// Connects; returns whether that was possible.
  ///
  /// - Parameter source: The own address, of the loopback network.
  @discardableResult
  func connect(within seconds: Double = 60, from source: UInt32 = 0x7f00_0001) -> Bool {
    let microseconds = Int(seconds * 1e6)
    var limit = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    Port.bind(descriptor, to: 0, of: source)
    var address = Port.loopback(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// Sends a text; returns the number of bytes that the other side accepted.
  @discardableResult
  func send(_ text: String) -> Int { send(Array(text.utf8)) }

  /// Sends bytes; returns the number that the other side accepted.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Closes the sending side of the connection.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends a request.
  func request(
    _ method: String, _ path: String, _ fields: [String: String] = [:], body: String? = nil
  ) {
    var fields = fields
    if fields["Host"] == nil { fields["Host"] = "127.0.0.1:\(port)" }
    if let body {
      let length = ["Content-Length": String(body.utf8.count), "Content-Type": "application/json"]
      fields.merge(length) { given, _ in given }
    }
    let head = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
    send("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body ?? "")")
  }

  /// Sends a request over a separate connection and returns the answer.
  static func ask(
    _ page: PageProcess, _ method: String, _ path: String, _ fields: [String: String] = [:],
    body: String? = nil
  ) throws -> Answer {
    guard let answer = ask(page.port, method, path, fields, body: body) else {
      throw NoAnswer(request: "\(method) \(path)", log: page.log)
    }
    return answer
  }

  /// Sends a request to a port; `nil` without an answer.
  static func ask(
    _ port: Int, _ method: String, _ path: String, _ fields: [String: String] = [:],
    body: String? = nil
  ) -> Answer? {
    let talk = PageTalk(port: port)
    guard talk.connect() else { return nil }
    talk.request(method, path, fields, body: body)
    return talk.answer()
  }

  /// The next answer; `nil` when the connection has ended before the answer's end.
  func answer() -> Answer? {
    guard let (status, fields) = head() else { return nil }
    if fields["transfer-encoding"] == "chunked" {
      body = []
      while chunk() {}
      guard !hasEnded else { return nil }
      return Answer(status: status, fields: fields, body: String(decoding: body, as: UTF8.self))
    }
    let size = fields["content-length"].flatMap(Int.init) ?? 0
    while rest.count < size {
      guard read() else { return nil }
    }
    let body = String(decoding: rest.prefix(size), as: UTF8.self)
    rest.removeFirst(size)
    return Answer(status: status, fields: fields, body: body)
  }

  /// The status and the headers of the next answer.
  func head() -> (Int, [String: String])? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let place = Self.place(of: end, in: rest) {
        let lines = String(decoding: rest[..<place], as: UTF8.self)
          .components(separatedBy: "\r\n")
        rest.removeFirst(place + end.count)
        let words = lines[0].split(separator: " ")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
          guard let colon = line.firstIndex(of: ":") else { continue }
          fields[line[..<colon].lowercased()] =
            line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return words.count > 1 ? Int(words[1]).map { ($0, fields) } : nil
      }
      guard read() else { return nil }
    }
  }

  /// Opens the stream; returns the status.
  func stream(_ path: String = "/events", _ fields: [String: String] = [:]) -> Int? {
    request("GET", path, fields)
    return head()?.0
  }

  /// The next message of a stream; `nil` when it has ended.
  func message() -> Message? {
    let end = Array("\n\n".utf8)
    while true {
      if let place = Self.place(of: end, in: body) {
        let lines = String(decoding: body[..<place], as: UTF8.self).split(separator: "\n")
        body.removeFirst(place + end.count)
        var message = Message()
        for line in lines {
          if line.hasPrefix("event: ") { message.kind = String(line.dropFirst(7)) }
          if line.hasPrefix("id: ") { message.id = String(line.dropFirst(4)) }
          if line.hasPrefix("data: ") { message.data += line.dropFirst(6) }
        }
        if !message.kind.isEmpty { return message }
        continue
      }
      guard chunk() else { return nil }
    }
  }

  /// The next message of a kind.
  func message(_ kind: String) -> Message? {
    while let message = message() {
      if message.kind == kind { return message }
    }
    return nil
  }

  /// Moves the next chunk of a body to `body`: RFC 9112, section 7.1.
  private func chunk() -> Bool {
    let line = Array("\r\n".utf8)
    while true {
      if let place = Self.place(of: line, in: rest),
        let size = Int(String(decoding: rest[..<place], as: UTF8.self), radix: 16),
        rest.count >= place + size + 4
      {
        body += rest[(place + 2)..<(place + 2 + size)]
        rest.removeFirst(place + size + 4)
        return size > 0
      }
      guard read() else { return false }
    }
  }

  private static func place(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= part.count else { return nil }
    return (0...(bytes.count - part.count)).first { start in
      bytes[start..<(start + part.count)].elementsEqual(part)
    }
  }

  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else {
      hasEnded = count == 0 || errno == ECONNRESET
      return false
    }
    rest += buffer[..<count]
    return true
  }

  /// Drops everything until the other side ends the connection; returns the number of bytes.
  func readToEnd() -> Int {
    var count = rest.count
    rest = []
    while read() {
      count += rest.count
      rest = []
    }
    return count
  }

  /// Waits until the other side ends the connection; returns whether it did.
  func waitForEnd() -> Bool {
    while read() {}
    return hasEnded
  }
}
