import ArgumentParser
import Base
import Board
import Desk
import Glibc
import Picket
import Records

/// `picket run`: the controller, in the foreground.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Watch regions: read fixes from gpsd, sound the buzzer, light the LED.",
    discussion: """
      Runs in the foreground until SIGTERM or SIGINT. It ends with the outputs off and the state \
      written. On SIGHUP it reads the configuration and the regions again.

        picket run --config /etc/picket/picket.toml
        picket run --regions walk.geojson --outputs terminal
      """)

  @OptionGroup var files: SettingsOptions

  /// The kind of the outputs.
  enum Outputs: String, ExpressibleByArgument, CaseIterable {
    case terminal, gpiod
  }

  @Option(help: "The kind of the outputs, instead of the configured one.")
  var outputs: Outputs?

  @Flag(
    help: "On a terminal's outputs, print a line for each change of level, not for each signal.")
  var lines = false

  // The default now; scripts may still give it.
  @Flag(help: .hidden) var signals = false

  @Option(help: ArgumentHelp("Add each event to this file as JSON.", valueName: "file"))
  var events: String?

  @Flag(help: "Print events as JSON lines, and nothing else.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "The speed of the fixes relative to real time, for a replay through gpsd.",
      valueName: "factor"))
  var speed = 1.0

  @OptionGroup var zone: ZoneOption

  func validate() throws {
    guard speed >= 0.1, speed <= 1000 else {
      throw ValidationError("--speed \(speed) is not between 0.1 and 1000")
    }
  }

  func run() throws {
    // By default SIGHUP ends a process. It is held until the controller runs, which then reads
    // the files again: they may have been read before the signal.
    ProcessSignals.hold([SIGHUP])
    try checkDescriptors()
    zone.apply()
    Heap.keepTogether()
    let controller = try controller()
    controller.start()
    // This thread only waits for signals from now on: it needs little of its stack.
    Heap.giveBack()
    controller.serve()
  }

  /// Reads and opens all that a controller needs.
  ///
  /// The settings live no longer than this call: the controller can free its regions when others
  /// replace them.
  private func controller() throws -> Controller {
    let settings = try readSettings()
    let process = settings.configuration.process
    for refusal in Realtime.apply(priority: process.priority, lockMemory: process.lockMemory) {
      Log.write(.warning, refusal)
    }
    let directory = settings.configuration.state.directory
    try checkOwners(settings.configuration)
    let lock = try lock(directory)
    let control = try listen(on: settings.configuration.socketPath)
    admitReaders(settings.configuration, control)
    let state = try savedState(directory)
    let console = try openConsole()
    try checkThreads()
    // Before this point nothing has to be switched off or written at the end.
    ProcessSignals.hold(Controller.signals)
    let lines = try openLines(settings.configuration, console)
    // This process frees hardly any memory except after reading and parsing. Freed memory is given
    // back here, so that the controller does not reuse it for buffers that it fills in the first
    // quarter of an hour.
    Heap.giveBack()
    return Controller(
      settings: settings, state: state, lines: lines, console: console, control: control,
      lock: lock, speed: speed
    ) { [files] source in
      LocalTime.readAgain()
      do throws(Problems) {
        return .success(
          try Settings.read(
            configurationPath: files.config, regionsPath: files.regions, from: source))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Reads the files, or logs all of their problems and ends with 1.
  private func readSettings() throws -> Settings {
    do throws(Problems) {
      let (settings, leftOut) = try Settings.readToStart(
        configurationPath: files.config, regionsPath: files.regions)
      Log.write(leftOut)
      if !leftOut.isEmpty {
        Log.write(.error, "the regions of the fleet are left out; picket-link fetches them again")
      }
      Log.write(settings.warnings)
      return settings
    } catch {
      Log.write(error.list)
      throw ExitCode(1)
    }
  }

  /// Ends with 1 where root would write into a folder of another user.
  private func checkOwners(_ configuration: Configuration) throws {
    guard !configuration.state.anyOwner else { return }
    do throws(FolderOwner.Foreign) {
      for path in [configuration.state.directory, configuration.walkDirectory] {
        try FolderOwner.check(path)
      }
    } catch {
      Log.write(.error, error.description)
      throw ExitCode(1)
    }
  }

  /// Lets the group of the readers read the journal and the walks, and connect.
  private func admitReaders(_ configuration: Configuration, _ control: ControlSocket?) {
    do throws(SystemError) {
      for path in [configuration.state.directory, configuration.walkDirectory]
      where Directory.isFolder(path) {
        try Readers.admit(to: path)
      }
      if let control { try Readers.admit(toSocket: control.path) }
    } catch {
      Log.write(.notice, "\(error); only root and the group of picket can use this folder")
    }
  }

  private func savedState(_ directory: String) throws -> SavedState {
    do {
      let found = try StateFile(directory: directory).read()
      let recorded = try Journal.recover(directory: directory)
      for notice in found.notices + recorded.notices { Log.write(.warning, notice) }
      var state = found.state ?? SavedState()
      state.apply(recorded)
      return state
    } catch let error as StateFile.Newer {
      Log.write(.error, error.description)
      throw ExitCode(1)
    } catch let error as Journal.Newer {
      Log.write(.error, error.description)
      throw ExitCode(1)
    } catch let error as SystemError where error.code == ELOOP {
      Log.write(.error, "\(error); no link is followed there, put the file itself in its place")
      throw ExitCode(1)
    } catch {
      let code = (error as? SystemError)?.code ?? 0
      guard code != EACCES, code != EPERM else {
        Log.write(.error, "\(error); give the user of picket the right to read it")
        throw ExitCode(1)
      }
      guard code != ENOTDIR else {
        Log.write(.error, "\(error); name a folder in [state] directory")
        throw ExitCode(1)
      }
      // Such as too few descriptors or no room: a service manager tries again.
      Log.write(.error, "\(error); the files are not the cause: start picket again")
      throw ExitCode(69)
    }
  }

  /// Keeps a second Picket out of the folder of the state; `nil` when the folder cannot be locked.
  private func lock(_ directory: String) throws -> FolderLock? {
    do {
      return try FolderLock(directory: directory)
    } catch let error as FolderLock.Held {
      Log.write(.error, error.description)
      throw ExitCode(69)
    } catch {
      Log.write(
        .warning, "\(error); continuing, but a second Picket could use this folder meanwhile")
      return nil
    }
  }

  /// Listens for control clients; `nil` when that is not possible.
  private func listen(on path: String) throws -> ControlSocket? {
    do {
      return try ControlSocket(path: path)
    } catch let error as ControlSocket.Held {
      Log.write(.error, error.description)
      throw ExitCode(69)
    } catch {
      Log.write(
        .notice,
        "\(error); continuing without a control socket, which is tried again every 10 s; "
          + "set another path with [control] socket")
      return nil
    }
  }

  /// Ends with 69 when no threads can be created: the controller would wait for them forever.
  private func checkThreads() throws {
    do throws(SystemError) {
      try Threads.check()
    } catch {
      Log.write(
        .error,
        "\(error); memory or threads are limited (ulimit -v, -u): raise the limit, or watch fewer "
          + "regions")
      throw ExitCode(69)
    }
  }

  /// Ends with 69 when too few files can be open at a time: the queues could not be made.
  private func checkDescriptors() throws {
    let free = OpenFile.free(upTo: Self.neededFiles)
    guard free < Self.neededFiles else { return }
    Log.write(
      .error,
      "only \(free) more files may be open (ulimit -n), and picket needs \(Self.neededFiles): raise "
        + "the limit")
    throw ExitCode(69)
  }

  // Files and queues of a run without clients; a client needs one more.
  private static let neededFiles = 24

  private func openConsole() throws -> Console {
    do {
      return try Console(json: json, eventsPath: events, isAdding: true, mostWaiting: 10_000)
    } catch {
      let isPipe = (error as? SystemError)?.code == OpenFile.notAFile
      let reason = isPipe ? "\(events ?? ""): this is not a file" : "\(error)"
      Log.write(.error, "\(reason); give another file with --events")
      throw ExitCode(74)
    }
  }

  private func openLines(
    _ configuration: Configuration, _ console: Console
  ) throws -> any OutputLines {
    let isTerminal = outputs.map { $0 == .terminal } ?? (configuration.outputs.kind == .terminal)
    guard !isTerminal else {
      return TerminalLines(
        configuration.outputs.list, console: console, showsLines: lines)
    }
    do {
      return try BoardLines(configuration.outputs.list, button: configuration.outputs.button)
    } catch {
      Log.write(.error, "\(error)")
      throw ExitCode(69)
    }
  }
}
