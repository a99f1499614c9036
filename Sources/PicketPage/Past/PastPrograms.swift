internal import Base
internal import Records

/// The commands of `picket` that read walks and the journal.
///
/// They run as separate programs, so that the page still runs if a walk makes one of them fail.
struct PastPrograms: Sendable {
  /// The folder of the journal.
  let state: String

  /// The most bytes of data of a command; the report of a walk of twelve hours needs 40 MB.
  static let memory = 96 << 20

  /// In seconds; a small board needs twenty times as long as a desktop computer.
  static let patience = 240.0

  /// The list of the walks.
  func walks(in folder: String) throws(Denial) -> ProgramSource {
    try start(["walk", "list", "--json", "--folder", folder])
  }

  /// The days of the journal.
  func days() throws(Denial) -> ProgramSource {
    try start(["events", "--journal", state, "--days", "--json"])
  }

  /// The content of a recording.
  ///
  /// - Parameter sent: What the device has sent, for a recording of its own.
  func source(
    of recording: PastRecord, in language: Language, on shelf: WalkShelf, _ sent: SentRecording?
  ) throws(Denial) -> any ByteSource {
    let page = ["--output", "-", "--language", language.rawValue]
    switch recording {
    case .walk(let name, .capture):
      return try FileSource("\(try shelf.path(of: name))/reports.json")
    case .walk(let name, let form):
      let path = try shelf.path(of: name)
      return try start(["report", path, "--format", form.rawValue] + page)
    case .recording(_, let form):
      guard let sent else { throw Denial(404, Reason("denied.noRecording")) }
      let regions = sent.regions.map { ["--regions=\($0)"] } ?? []
      return try start(
        ["report", "-", "--title=\(sent.name)", "--format", form.rawValue] + regions + page,
        sent.bytes)
    case .journal(let day, .html):
      return try start(["report", "--events", state] + page + Self.day(day))
    case .journal(let day, _):
      return try start(["events", "--journal", state, "--json"] + Self.day(day))
    }
  }

  private static func day(_ day: String?) -> [String] { day.map { ["--day", $0] } ?? [] }

  private func start(
    _ arguments: [String], _ input: [UInt8] = []
  ) throws(Denial) -> ProgramSource {
    do {
      let program = try Program([Self.path(of: "picket")] + arguments)
      return ProgramSource(run: try program.start(memory: Self.memory, input: input))
    } catch {
      throw Denial(503, "\(error)")
    }
  }

  /// The path of another program of Picket, which is in the folder of this one.
  static func path(of name: String) -> String { "\(folder)/\(name)" }

  private static let folder =
    Path.target(ofLink: "/proc/self/exe").map(Path.folder) ?? "/usr/bin"
}
