import Base
import Dispatch
import Glibc
import Picket
import Records
import Synchronization
import Testing

struct ControlSocketTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/picket.sock" }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func onlyStaleSocketsAreReplaced() throws {
    let first = try ControlSocket(path: path)
    #expect(throws: ControlSocket.Held.self) { try ControlSocket(path: path) }
    withExtendedLifetime(first) {}
    let stale = try folder.write("", to: "other")
    #expect(throws: ControlSocket.Held.self) { try ControlSocket(path: stale) }
  }

  @Test func staleSocketIsReplaced() throws {
    // The file stays when the socket is released without being removed.
    do { _ = try ControlSocket(path: path) }
    #expect(access(path, F_OK) == 0)
    let second = try ControlSocket(path: path)
    second.remove()
    #expect(access(path, F_OK) != 0)
  }

  @Test func onlyOneOfManyListens() throws {
    for _ in 0..<30 {
      // All of them try to replace the stale socket.
      do { _ = try ControlSocket(path: path) }
      let sockets = Mutex<[ControlSocket]>([])
      let refused = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 8) { [path] _ in
        do {
          let socket = try ControlSocket(path: path)
          sockets.withLock { $0.append(socket) }
        } catch is ControlSocket.Held {
          refused.add(1, ordering: .relaxed)
        } catch {
          Issue.record(error)
        }
      }
      #expect(sockets.withLock { $0.count } == 1)
      #expect(refused.load(ordering: .relaxed) == 7)
    }
  }

  @Test func socketOfAnotherProcessIsNotRemoved() throws {
    let first = try ControlSocket(path: path)
    unlink(path)
    let second = try ControlSocket(path: path)
    first.remove()
    #expect(access(path, F_OK) == 0)
    withExtendedLifetime(second) {}
  }

  @Test func tooLongPathIsAnError() throws {
    let long = "\(folder.path)/\(String(repeating: "x", count: 100))"
    #expect(throws: SystemError("socket \(long)", code: ENAMETOOLONG)) {
      try ControlSocket(path: long)
    }
  }

  @Test func defaultPathFollowsTheStateFolder() {
    var configuration = Configuration()
    #expect(configuration.socketPath == "/run/picket/picket.sock")
    configuration.state.directory = "/tmp/walk"
    #expect(configuration.socketPath == "/tmp/walk/control.sock")
    configuration.control.socket = "/tmp/other"
    #expect(configuration.socketPath == "/tmp/other")
  }

  @Test func configurationSetsPathAndClients() {
    let (configuration, problems) = Configuration.check(
      "[control]\nsocket = \"run/a.sock\"\nclients = 3", file: "/etc/picket/picket.toml")
    #expect(problems.isEmpty)
    #expect(configuration.socketPath == "/etc/picket/run/a.sock")
    #expect(configuration.control.clients == 3)
    let long = String(repeating: "x", count: 108)
    let (_, wrong) = Configuration.check(
      "[control]\nsocket = \"/\(long)\"\nclients = 0", file: "c")
    #expect(wrong.count == 2)
    #expect(wrong.first?.description.contains("at most 107") == true)
  }
}
