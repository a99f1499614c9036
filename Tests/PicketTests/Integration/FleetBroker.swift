import Foundation
import Glibc
import Testing

/// A real broker with the sample configuration of deploy/fleet, and certificates by its script.
final class FleetBroker {
  let port = Port.free()
  let folder: TemporaryFolder
  private let process = Process()

  static var root: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Starts a broker whose certificate is of this host, valid from now unless it has expired.
  ///
  /// - Parameter boards: The boards, of which all but the last are in the group `a`.
  init(
    host: String = "127.0.0.1", boards: [String] = ["b1", "b2"], isExpired: Bool = false
  ) async throws {
    folder = try TemporaryFolder()
    try certificates("authority", path)
    try certificates("broker", path, host)
    var rights = try Self.sample("acl")
    for board in boards {
      let group = board == boards.last ? [] : ["--group", "a"]
      let lines = try certificates(["board", path, board] + group)
      rights += lines.components(separatedBy: ":\n").dropFirst().joined()
    }
    try certificates("user", path, "desk")
    try certificates("user", path, "reader")
    if isExpired { try expire() }
    let acl = try folder.write(rights, to: "acl")
    var settings = try Self.sample("mosquitto.conf")
      .replacing("/etc/mosquitto/certs", with: path)
      .replacing("/etc/mosquitto/picket.acl", with: acl)
      .replacing("listener 8883", with: "listener \(port) 127.0.0.1")
    // The key of the broker belongs to whoever runs the tests.
    if geteuid() == 0 { settings += "user root\n" }
    settings += "log_dest file \(path)/broker.log\n"
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/mosquitto")
    process.arguments = ["-c", try folder.write(settings, to: "mosquitto.conf")]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    await eventually("the broker listens") { Port.isOpen(port) || !process.isRunning }
    try #require(process.isRunning, "it ended: \(log)")
  }

  deinit {
    guard process.isRunning else { return }
    // mosquitto blocks other signals while no data arrives.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The folder of the certificates.
  var path: String { folder.path }

  var log: String { (try? String(contentsOfFile: "\(path)/broker.log", encoding: .utf8)) ?? "" }

  private static func sample(_ name: String) throws -> String {
    try String(
      contentsOf: root.appendingPathComponent("deploy/fleet/\(name)"), encoding: .utf8)
  }

  @discardableResult
  private func certificates(_ arguments: String...) throws -> String {
    try certificates(arguments)
  }

  private func certificates(_ arguments: [String]) throws -> String {
    let run = try ProgramOutput(
      Self.root.appendingPathComponent("deploy/fleet/certificates").path, arguments)
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }

  /// Replaces the broker's certificate by an expired one of the same key.
  private func expire() throws {
    let settings = try folder.write(
      """
      [ca]
      default_ca = a
      [a]
      database = \(path)/index.txt
      new_certs_dir = \(path)
      certificate = \(path)/ca.pem
      private_key = \(path)/ca.key
      default_md = sha256
      unique_subject = no
      rand_serial = yes
      policy = p
      [p]
      commonName = supplied
      [broker]
      subjectAltName = IP:127.0.0.1
      """, to: "expired.cnf")
    let request = try ProgramOutput(
      "/usr/bin/openssl",
      ["req", "-new", "-key", "\(path)/broker.key", "-subj", "/CN=old", "-out", "\(path)/old.csr"])
    try #require(request.status == 0, "\(request.errors)")
    let made = try ProgramOutput(
      "/usr/bin/openssl",
      [
        "ca", "-batch", "-notext", "-config", settings, "-extensions", "broker", "-startdate",
        "20200101000000Z", "-enddate", "20200201000000Z", "-in", "\(path)/old.csr", "-out",
        "\(path)/broker.pem",
      ])
    try #require(made.status == 0, "\(made.errors)")
  }

  /// The settings of a link under a name, with further lines in [link] and the controller.
  func settings(
    _ name: String, _ link: String = "", picket: PicketProcess? = nil, host: String = "127.0.0.1",
    ca: String? = nil
  ) throws -> String {
    // Without a controller of the test it must not be the one of this machine.
    let controller = picket?.folder.path ?? path
    return try folder.write(
      """
      [picket]
      state = "\(controller)/state"
      configuration = "\(controller)/picket.toml"
      [broker]
      host = "\(host)"
      port = \(port)
      tls = true
      ca = "\(ca ?? "\(path)/ca.pem")"
      certificate = "\(path)/\(name).pem"
      key = "\(path)/\(name).key"
      [link]
      board = "\(name)"
      directory = "\(path)/link-\(name)"
      \(link)
      """, to: "\(name).toml")
  }

  /// Runs one of mosquitto's clients under a name.
  ///
  /// - Parameter seconds: The longest time that it may run.
  func client(
    _ program: String, as name: String?, within seconds: Int = 10, _ arguments: String...
  ) throws -> ProgramOutput {
    let identity = name.map { ["--cert", "\(path)/\($0).pem", "--key", "\(path)/\($0).key"] } ?? []
    // Some of them wait without end although -W sets a limit.
    return try ProgramOutput(
      "/usr/bin/timeout",
      [
        "-s", "KILL", "\(seconds)", "/usr/bin/\(program)", "-V", "5", "-h", "127.0.0.1", "-p",
        "\(port)",
        "--cafile", "\(path)/ca.pem",
      ] + identity + arguments)
  }

  /// Publishes a retained message as the desk.
  func publish(_ topic: String, _ text: String) throws {
    let run = try client("mosquitto_pub", as: "desk", "-q", "1", "-r", "-t", topic, "-m", text)
    #expect(run.status == 0, "\(run.errors)")
  }
}

/// A program that has ended.
struct ProgramOutput {
  let status: Int32
  let output: String
  let errors: String

  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let files = try ["out", "err"].map { name in
      try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write("", to: name)))
    }
    process.standardOutput = files[0]
    process.standardError = files[1]
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOfFile: "\(folder.path)/out", encoding: .utf8)
    errors = try String(contentsOfFile: "\(folder.path)/err", encoding: .utf8)
  }
}

/// A real `picket-link run`.
final class FleetLink {
  private let process = Process()
  private let folder: TemporaryFolder

  static var executable: URL {
    PicketProcess.executable.deletingLastPathComponent().appendingPathComponent("picket-link")
  }

  /// Starts it.
  ///
  /// - Parameter wrapper: A command that runs the command which is appended to it.
  init(_ settings: String, through wrapper: [String] = []) throws {
    folder = try TemporaryFolder()
    let command = wrapper + [Self.executable.path, "run", "--config", settings]
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(
      forWritingTo: URL(fileURLWithPath: try folder.write("", to: "err")))
    try process.run()
  }

  deinit { end() }

  func end() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  var log: String { (try? String(contentsOfFile: "\(folder.path)/err", encoding: .utf8)) ?? "" }

  /// Waits until its log contains some words.
  func waits(for words: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await eventually("\(words): \(log)", sourceLocation: sourceLocation) { log.contains(words) }
  }
}
