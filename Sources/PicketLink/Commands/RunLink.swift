import ArgumentParser
import Base
import Dispatch
import Glibc
import Records

/// `picket-link run`: the link, in the foreground.
struct RunLink: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Send every event of this board to the broker, in order.",
    discussion: """
      Runs in the foreground until SIGTERM or SIGINT. It needs the journal of the controller and \
      its control socket; nothing of the controller waits for it. A Signal K server is told which \
      regions the board is inside, with a broker or without.

        picket-link run
        picket-link run --config link.toml
      """)

  @OptionGroup var file: SettingsOption

  func run() throws {
    FaultMessage.install(for: [SIGABRT]) { number in
      FaultMessage.end(
        with: number,
        """
        picket-link: ended by SIGABRT; if the line above has log__printf, libmosquitto has ended it, since \
        the broker sent a property that MQTT 5 does not have: update the broker and libmosquitto

        """)
    }
    // Before there is a second thread.
    ProcessSignals.hold(Self.signals)
    Heap.keepTogether()
    let settings = try file.settings()
    let queue = DispatchQueue(label: "picket-link")
    let cursorFile = try openCursor(settings)
    let link = try settings.broker.map { address in
      let cursor = try beginning(settings, cursorFile)
      return try Problem.orEnd69 {
        try Link(settings, at: address, from: cursor, in: cursorFile, on: queue)
      }
    }
    let signalK = settings.signalK.map {
      SignalKLink(
        $0, of: settings.board, settings.controller, unsureAfter: settings.unsureAfter, on: queue)
    }
    let socket = try listen(at: settings.statusPath, on: queue)
    link?.start()
    signalK?.start()
    socket.start {
      var line = link?.report.json ?? JSONLine()
      if let signalK { line.add("signalk", signalK.report) }
      return line.text
    }
    Systemd.notify("READY=1")
    _ = ProcessSignals.next(of: Self.signals)
    Systemd.notify("STOPPING=1")
    socket.close()
    link?.finish(within: 2)
    Systemd.finish(within: 1)
  }

  private static let signals = [SIGTERM, SIGINT, SIGHUP]

  /// Locks the file of the cursor, or ends with 69 or 74.
  private func openCursor(_ settings: LinkSettings) throws -> CursorFile {
    do {
      try Directory.make(settings.directory)
      return try CursorFile("\(settings.directory)/cursor")
    } catch is CursorFile.Held {
      Log.write(
        .error,
        "\(settings.directory) is held by another picket-link; stop that, or name another "
          + "directory in [link]")
      throw ExitCode(69)
    } catch {
      Log.write(.error, "\(error); name another directory in [link], or let this user write it")
      throw ExitCode(74)
    }
  }

  /// The place behind the last event that the broker has.
  private func beginning(_ settings: LinkSettings, _ file: CursorFile) throws -> Cursor {
    do throws(Problem) {
      if let cursor = try file.read() { return cursor }
    } catch {
      // The cursor is never guessed: all events are sent again, with their numbers.
      Log.write(
        .warning,
        "\(error.file): \(error.wrong); \(SetAside.move(error.file)); sending every event of the "
          + "journal again")
      return .start
    }
    guard settings.from == .now else { return .start }
    var follower = JournalFollower(directory: settings.controller.state, from: .start)
    do throws(SystemError) {
      try follower.skip()
    } catch {
      guard error.code == ENOENT else {
        Log.write(.error, "\(error); be root or of the group picket")
        throw ExitCode(1)
      }
    }
    do throws(SystemError) {
      try file.write(follower.cursor)
    } catch {
      Log.write(.error, "\(error); make room, or name another directory in [link]")
      throw ExitCode(74)
    }
    return follower.cursor
  }

  private func listen(at path: String, on queue: DispatchQueue) throws -> StatusSocket {
    do {
      return try StatusSocket(path: path, on: queue)
    } catch {
      Log.write(.error, "\(error)")
      throw ExitCode(69)
    }
  }
}

extension Problem {
  /// Runs some work; a failure is logged and ends the command with 69.
  fileprivate static func orEnd69<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch {
      Log.write(
        .error,
        "\(error); the descriptors or threads of picket-link are limited (ulimit -n, -u): allow "
          + "more")
      throw ExitCode(69)
    }
  }
}
