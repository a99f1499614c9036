import Base
import Foundation
import Records
import Testing

/// Certificates, passwords and shared secrets, with a real mosquitto.
@Suite(.timeLimit(.minutes(20)))
struct LinkSecurityTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var journal = Journal(directory: "\(folder.path)/state", size: 400_000, next: 1)
    let event =
      #"{"seq":1,"event":"enter","region":"gate","time":"2026-06-03T09:14:31.000Z"}"#
    try journal.add(event, sequence: 1)
    try openssl(
      "req -x509 -newkey rsa:2048 -nodes -subj /CN=ca -keyout ca.key -out ca.pem -days 99")
  }

  func openssl(_ arguments: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl \(arguments)")
  }

  /// Makes a certificate: NAME.pem and NAME.key.
  func certificate(_ name: String, for host: String, days: Int = 99) throws {
    _ = try folder.write("subjectAltName=DNS:\(host)\n", to: "\(name).ext")
    try openssl(
      "req -newkey rsa:2048 -nodes -subj /CN=\(host) -keyout \(name).key -out \(name).csr")
    try openssl(
      "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days \(days) "
        + "-extfile \(name).ext -out \(name).pem")
  }

  func broker(_ more: String = "allow_anonymous true") async throws -> TestBroker {
    try await TestBroker(
      """
      cafile \(folder.path)/ca.pem
      certfile \(folder.path)/server.pem
      keyfile \(folder.path)/server.key
      \(more)
      """, in: folder, subscriber: nil)
  }

  static let secure = "tls = true\nca = \"ca.pem\""

  func link(_ broker: TestBroker, _ settings: String = secure) throws -> LinkProcess {
    try LinkProcess(port: broker.port, host: "localhost", broker: settings, in: folder)
  }

  func cursor() -> Int? {
    let bytes = try? OpenFile("\(folder.path)/link/cursor", O_RDONLY).contents(limit: 1000)
    return bytes.flatMap { try? Cursor(line: $0).sequence }
  }

  /// Runs a link that cannot connect, and returns its one line about that.
  func refusal(_ broker: TestBroker, _ settings: String = secure) async throws -> String {
    let link = try link(broker, settings)
    let reason = { link.log.split(separator: "\n").filter { $0.contains("trying again in") } }
    await eventually("it reports that") { !reason().isEmpty }
    #expect(reason().count == 1)
    #expect(link.end().status == 0)
    #expect(cursor() ?? 0 == 0)
    return reason().first.map(String.init) ?? ""
  }

  @Test func certificateOfTheBrokerIsChecked() async throws {
    try certificate("server", for: "localhost")
    let broker = try await broker()
    let link = try link(broker)
    await eventually("the event is there") { cursor() == 1 }
    #expect(try link.statusCommand().output.contains(", encrypted since "))
    link.end()
  }

  @Test func expiredCertificateIsNamed() async throws {
    try certificate("server", for: "localhost", days: 0)
    #expect(
      try await refusal(broker()).contains(
        "the certificate of the broker has expired; renew it at the broker"))
  }

  @Test func certificateOfAnotherHostIsNamed() async throws {
    try certificate("server", for: "other.example")
    #expect(
      try await refusal(broker()).contains("the certificate of the broker is not for localhost;"))
  }

  @Test func certificateOfAnotherAuthorityIsNamed() async throws {
    try certificate("server", for: "localhost")
    try openssl(
      "req -x509 -newkey rsa:2048 -nodes -subj /CN=x -keyout x.key -out other.pem -days 9")
    #expect(
      try await refusal(broker(), "tls = true\nca = \"other.pem\"").contains(
        "the certificate of the broker is not signed by the authority in ca:"))
  }

  @Test func brokerWithoutEncryptionIsNamed() async throws {
    let plain = try await TestBroker(in: folder, subscriber: nil)
    let line = try await refusal(plain)
    #expect(line.contains("expect tls"))
  }

  @Test func certificateOfTheBoardIsItsName() async throws {
    try certificate("server", for: "localhost")
    try certificate("board", for: "b")
    let broker = try await broker("require_certificate true\nuse_identity_as_username true")
    #expect(try await refusal(broker).contains("a certificate of this board"))
    let link = try link(
      broker, Self.secure + "\ncertificate = \"board.pem\"\nkey = \"board.key\"")
    await eventually("the event is there") { cursor() == 1 }
    link.end()
  }

  @Test func wrongPasswordIsNamed() async throws {
    _ = try folder.write("u:right\n", to: "users")
    let hash = Process()
    hash.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_passwd")
    hash.arguments = ["-U", "\(folder.path)/users"]
    try hash.run()
    hash.waitUntilExit()
    let broker = try await TestBroker(
      "allow_anonymous false\npassword_file \(folder.path)/users", in: folder, subscriber: nil)
    let settings = "user = \"u\"\npassword_file = \"secret\""
    _ = try folder.write("wrong\n", to: "secret")
    let line = try await refusal(broker, settings)
    #expect(line.contains("let this board connect") || line.contains("user or the password"))
    _ = try folder.write("right\n", to: "secret")
    let link = try link(broker, settings)
    await eventually("the event is there") { cursor() == 1 }
    link.end()
  }

  @Test func sharedSecretIsEnough() async throws {
    _ = try folder.write("b:0123456789abcdef\n", to: "secrets")
    _ = try folder.write("0123456789abcdef\n", to: "psk")
    let broker = try await TestBroker(
      "psk_hint x\npsk_file \(folder.path)/secrets\nallow_anonymous true", in: folder,
      subscriber: nil)
    let link = try link(
      broker, "tls = true\npsk_identity = \"b\"\npsk_file = \"psk\"")
    await eventually("the event is there") { cursor() == 1 }
    link.end()
  }

  /// A report of gpsd with the time of now.
  private var report: String {
    let now = Date.now.ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true))
    return #"{"class":"TPV","device":"/dev/gps","mode":3,"time":"\#(now)","lat":47,"lon":15,"#
      + #""track":90,"speed":1,"eph":5}"#
  }

  @Test func boardWithoutAClockWaitsForAFix() async throws {
    try certificate("server", for: "localhost")
    let broker = try await broker()
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: folder)
    try await gpsd.accept(from: picket)
    let link = try LinkProcess(
      port: broker.port, host: "localhost", broker: Self.secure, in: folder,
      environment: [
        "LD_PRELOAD": Interposer.build("old-clock"),
        "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0",
      ])
    await eventually("it waits") { link.log.contains("waiting for the time of a fix") }
    #expect(cursor() ?? 0 == 0)
    var sent = ContinuousClock.now
    await eventually("the event is there") {
      if sent.duration(to: .now) > .milliseconds(500) {
        gpsd.sendLine(report)
        sent = .now
      }
      return cursor() == 1
    }
    #expect(link.count(of: "waiting for the time of a fix") == 1)
    link.end()
  }
}
