import ArgumentParser
import Desk
import Glibc
import Notation
import Outputs
import Picket
import System

/// `picket run`: the controller, in the foreground.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Watch regions: read fixes from gpsd, sound the buzzer, light the LED.",
    discussion: """
      Runs in the foreground until SIGTERM or SIGINT, which end it with the outputs off and the \
      state written. SIGHUP reads the configuration and the regions again.

        picket run --config /etc/picket/picket.toml
        picket run --regions walk.geojson --outputs terminal
      """)

  @OptionGroup var files: SettingsOptions

  /// What the outputs are.
  enum Outputs: String, ExpressibleByArgument, CaseIterable {
    case terminal, gpiod
  }

  @Option(help: "What the outputs are, in place of what the configuration says.")
  var outputs: Outputs?

  @Option(help: ArgumentHelp("Write each event to this file as JSON.", valueName: "file"))
  var events: String?

  @Flag(help: "Print events as JSON lines, and nothing else.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Fixes come so many times as fast as life: for a replay through gpsd.", valueName: "factor"))
  var speed = 1.0

  @OptionGroup var zone: ZoneOption

  func validate() throws {
    guard speed >= 0.1, speed <= 1000 else {
      throw ValidationError("--speed \(speed) is not between 0.1 and 1000")
    }
  }

  func run() throws {
    // Its action by default would be the end. Now it has the files, which may be read by then,
    // read again at once.
    ProcessSignals.hold([SIGHUP])
    zone.apply()
    Heap.keepTogether()
    let controller = try controller()
    controller.start()
    // What was read and parsed to come here is nearly all that is ever free again.
    Heap.giveBack()
    controller.serve()
  }

  /// Reads and opens all that a controller needs; the regions that were read are let go of with
  /// this, so that others may take their place.
  private func controller() throws -> Controller {
    let settings = try files.settings()
    let process = settings.configuration.process
    for refusal in Realtime.apply(priority: process.priority, lockMemory: process.lockMemory) {
      Log.write(.warning, refusal)
    }
    let directory = settings.configuration.state.directory
    try checkOwners(settings.configuration)
    let lock = try lock(directory)
    let control = try listen(on: settings.configuration.socketPath)
    let state = try savedState(directory)
    let console = try openConsole()
    try checkThreads()
    // Until here there is nothing to be left in order.
    ProcessSignals.hold(Controller.signals)
    let lines = try openLines(settings.configuration, console)
    return Controller(
      settings: settings, state: state, lines: lines, console: console, control: control,
      lock: lock, speed: speed
    ) { [files] in
      LocalTime.readAgain()
      do throws(Problems) {
        return .success(
          try Settings.read(configurationPath: files.config, regionsPath: files.regions))
      } catch {
        return .failure(error)
      }
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

  private func savedState(_ directory: String) throws -> SavedState {
    do {
      let found = try StateFile(directory: directory).read()
      let recorded = try Journal.recover(directory: directory)
      for notice in found.notices + recorded.notices { Log.write(.warning, notice) }
      var state = found.state ?? SavedState()
      state.take(recorded)
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
      Log.write(.error, "\(error); give the user of picket the right to read it")
      throw ExitCode(1)
    }
  }

  /// Keeps a second Picket out of the folder of the state; `nil` when that cannot be had.
  private func lock(_ directory: String) throws -> FolderLock? {
    do {
      return try FolderLock(directory: directory)
    } catch let error as FolderLock.Held {
      Log.write(.error, error.description)
      throw ExitCode(69)
    } catch {
      Log.write(.warning, "\(error); going on without keeping a second Picket out")
      return nil
    }
  }

  /// Listens for who wants to talk to it; `nil` when that cannot be done.
  private func listen(on path: String) throws -> ControlSocket? {
    do {
      return try ControlSocket(path: path)
    } catch let error as ControlSocket.Held {
      Log.write(.error, error.description)
      throw ExitCode(69)
    } catch {
      Log.write(
        .notice,
        "\(error); going on without a control socket: [control] socket names another path")
      return nil
    }
  }

  /// Ends with 69 when it would wait for threads that it cannot have.
  private func checkThreads() throws {
    do throws(SystemError) {
      try Threads.check()
    } catch {
      Log.write(
        .error,
        "\(error); its memory or its threads are limited (ulimit -v, -u): allow it more, or "
          + "watch fewer regions")
      throw ExitCode(69)
    }
  }

  private func openConsole() throws -> Console {
    do {
      return try Console(json: json, eventsPath: events, mostWaiting: 10_000)
    } catch {
      Log.write(.error, "\(error); give another file with --events")
      throw ExitCode(74)
    }
  }

  private func openLines(
    _ configuration: Configuration, _ console: Console
  ) throws -> any OutputLines {
    let isTerminal = outputs.map { $0 == .terminal } ?? (configuration.outputs.kind == .terminal)
    guard !isTerminal else {
      return TerminalLines(configuration.outputs.list.map(\.name), console: console)
    }
    do {
      return try BoardLines(configuration.outputs.list, button: configuration.outputs.button)
    } catch {
      Log.write(.error, "\(error)")
      throw ExitCode(69)
    }
  }
}
