import ArgumentParser
import Base
import Commands
import Glibc
import Picket
import Records

/// `picket follow`: a program for each event.
struct Follow: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a program for each event, in order and without gaps.",
    discussion: """
      The program gets the event as a line of JSON on standard input, and in PICKET_EVENT \
      (such as enter), PICKET_REGION, PICKET_SEQ, PICKET_TIME, PICKET_NOTE, PICKET_CLASS, \
      PICKET_LAT, PICKET_LON, PICKET_DEPTH, PICKET_SPEED and PICKET_TRACK. When it has ended \
      with status 0, the cursor is written and the next event begins; otherwise it is run again \
      after 1 s, 2 s, and so on up to 5 minutes. After a crash an event may be repeated, \
      with the same PICKET_SEQ. --notes adds other lines of the journal, in PICKET_EVENT and \
      PICKET_TEXT, in order and at least once, too. No controller need run: the events are read from the journal.

        picket follow --cursor sms.cursor -- ./send-sms +385991234567
        picket follow --cursor sms.cursor --notes blind,sighted -- ./send-sms +385991234567
        picket follow --cursor all.cursor --from start -- sh -c 'cat >>events.jsonl'
      """)

  @OptionGroup var file: ConfigurationOption

  @Option(
    help: ArgumentHelp(
      "The file that records which events are done; made if it is missing.", valueName: "file"),
    completion: .file())
  var cursor: String

  /// The place at which to begin without a cursor.
  enum Beginning: String, ExpressibleByArgument, CaseIterable {
    case now, start
  }

  @Option(help: "Without a cursor: only new events, or all that the journal has.")
  var from = Beginning.now

  @Option(
    help: ArgumentHelp(
      "The time until the program is ended, such as 90s; 60s if not given.", valueName: "time"),
    transform: TimeArgument.read)
  var timeout = TimeArgument(seconds: 60)

  @Option(
    help: ArgumentHelp("After this many failures an event is skipped.", valueName: "count"))
  var attempts = 20

  @Option(
    help: ArgumentHelp(
      "Other lines of the journal to give the program, such as blind,sighted,reminder,fault.",
      valueName: "kinds"),
    transform: FollowedNotes.read)
  var notes = FollowedNotes(kinds: [])

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program and its arguments, after --.", valueName: "program"))
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("give a program after --, such as: -- sh -c 'cat >>events.jsonl'")
    }
    guard !cursor.isEmpty else { throw ValidationError("--cursor is empty; give a file") }
    guard 0.1...86_400 ~= timeout.seconds else {
      throw ValidationError("--timeout \(timeout) is not between 0.1 and 86400 seconds")
    }
    guard attempts >= 1 else { throw ValidationError("--attempts \(attempts): give 1 or more") }
  }

  func run() throws {
    let program = try Program.ofCommand(command)
    let directory = try file.configuration().state.directory
    let cursorFile = try lock()
    let signals = try SignalInbox.ofCommand(EventProgram.signals)
    var follower = JournalFollower(
      directory: directory, from: try Problem.orEnd { try cursorFile.read() } ?? .start,
      notes: notes.kinds)
    do throws(EventProgram.Failure) {
      try begin(&follower, cursorFile, directory)
      try follow(program, follower, cursorFile, directory, signals)
    } catch {
      switch error {
      case .journal(let error):
        Log.write(.error, "\(error); run this as root or as a member of its group")
        throw ExitCode(1)
      case .file(let error):
        Log.write(.error, "\(error); make room, or give another file with --cursor")
        throw ExitCode(74)
      }
    }
  }

  /// Locks the cursor, or ends with 69 or 74.
  private func lock() throws -> CursorFile {
    do {
      return try CursorFile(cursor)
    } catch let error as CursorFile.Held {
      Log.write(.error, error.description)
      throw ExitCode(69)
    } catch {
      Log.write(.error, "\(error); give another file with --cursor")
      throw ExitCode(74)
    }
  }

  /// Writes the first cursor, so that a failure to write is reported before a program is run.
  private func begin(
    _ follower: inout JournalFollower, _ file: CursorFile, _ directory: String
  ) throws(EventProgram.Failure) {
    if from == .now, follower.cursor == .start, access(cursor, F_OK) != 0 {
      do throws(SystemError) {
        try follower.skip()
      } catch {
        guard error.code == ENOENT else { throw .journal(error) }
        Log.write(.notice, "\(directory): there is no journal here yet; waiting for it")
      }
    }
    do throws(SystemError) {
      try file.write(follower.cursor)
    } catch {
      throw .file(error)
    }
  }

  private func follow(
    _ program: Program, _ follower: JournalFollower, _ file: CursorFile, _ directory: String,
    _ signals: SignalInbox
  ) throws(EventProgram.Failure) {
    let runner: EventProgram
    do throws(SystemError) {
      runner = try EventProgram(
        program, directory: directory, follower: follower, file: file,
        limit: .milliseconds(Int64(timeout.seconds * 1000)), attempts: attempts, signals: signals)
    } catch {
      throw .journal(error)
    }
    try runner.run()
  }
}

/// The kinds of notes that a program gets besides events.
struct FollowedNotes: CustomStringConvertible {
  let kinds: Set<Note.Kind>

  var description: String { kinds.map(\.rawValue).sorted().joined(separator: ",") }

  /// Reads names with commas between them.
  static func read(_ text: String) throws -> FollowedNotes {
    var kinds: Set<Note.Kind> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      switch name {
      case "fault": kinds.formUnion([.output, .storage])
      // These are events, which the program gets anyway.
      case "speeding": break
      default:
        guard let kind = Note.Kind(rawValue: name) else {
          let known = (Note.Kind.allCases.map(\.rawValue) + ["fault", "speeding"]).sorted()
          let near = Spelling.nearest(to: name, in: known)
          throw ValidationError(
            "there is no note \(name.quoted); "
              + (near.map { "did you mean \($0.quoted)?" } ?? "known: \(known.listed())"))
        }
        kinds.insert(kind)
      }
    }
    return FollowedNotes(kinds: kinds)
  }
}
