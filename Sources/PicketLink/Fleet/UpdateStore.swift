import Base
import Dispatch
import Geofence
import Records
import RegionFiles

/// Puts an update together on the disk, and has the controller watch it.
///
/// The disk, the hash and the controller may take long: that work is done on another queue, and the
/// answers arrive on the queue of the owner.
final class UpdateStore: Sendable {
  /// The controller's answer to an update.
  typealias Outcome = Result<FleetController.Effect, ControlConnection.Unavailable>

  /// The update that the controller watches.
  typealias Watched = Result<
    (version: FleetVersion?, regions: Int?), ControlConnection.Unavailable
  >

  private let folder: String
  private let controller: FleetController
  private let newestFile: NewestUpdate
  private let queue: DispatchQueue
  private let work = DispatchQueue(label: "picket-link.fleet")

  private let file: Confined<UpdateFile?>

  /// Creates a store that answers on a queue.
  init(_ settings: LinkSettings, on queue: DispatchQueue) {
    folder = settings.directory
    controller = FleetController(socket: settings.controller.socketPath)
    newestFile = NewestUpdate(in: settings.directory)
    self.queue = queue
    file = Confined(nil, on: work)
  }

  // MARK: The file

  /// Begins a file, in place of the previous one.
  ///
  /// - Parameter failed: Called with the reason when the file cannot be made.
  func begin(_ failed: @escaping @Sendable (_ reason: String) -> Void) {
    change(failed) { [self] () throws(SystemError) in
      // The previous file is removed first: it has the same name.
      file.value = nil
      file.value = try UpdateFile(in: folder, readableBy: controller.socket)
    }
  }

  /// Writes a part at its place.
  ///
  /// - Parameter failed: Called with the reason when the part cannot be written.
  func write(
    _ bytes: [UInt8], at place: Int, _ failed: @escaping @Sendable (_ reason: String) -> Void
  ) {
    change(failed) { [self] () throws(SystemError) in try file.value?.write(bytes, at: place) }
  }

  /// Removes the file.
  func drop() {
    work.async { [self] in file.value = nil }
  }

  private func change(
    _ failed: @escaping @Sendable (_ reason: String) -> Void,
    _ body: @escaping @Sendable () throws(SystemError) -> Void
  ) {
    work.async { [queue, folder] in
      do throws(SystemError) {
        try body()
      } catch {
        queue.async { failed("\(error); make room in \(folder)") }
      }
    }
  }

  // MARK: The controller

  /// Finds the update that the controller watches.
  func findWatched(_ found: @escaping @Sendable (Watched) -> Void) {
    work.async { [self] in
      let answer = Result { () throws(ControlConnection.Unavailable) in try controller.watched() }
      queue.async { found(answer) }
    }
  }

  /// Checks the file, and has the controller watch it.
  func apply(_ version: FleetVersion, _ ended: @escaping @Sendable (Outcome) -> Void) {
    work.async { [self] in
      let outcome = outcome(of: version)
      queue.async { ended(outcome) }
    }
  }

  private func outcome(of version: FleetVersion) -> Outcome {
    guard let file = file.value else {
      return .success(.init(problem: "its file could not be written"))
    }
    do throws(SystemError) {
      let hash = try file.hash()
      guard hash == version.sha256 else {
        return .success(
          .init(
            problem: "the parts have the SHA-256 \(hash), and \(version.sha256) was announced; "
              + "publish it again"))
      }
    } catch {
      return .success(.init(problem: "\(error)"))
    }
    return Result { () throws(ControlConnection.Unavailable) in
      try controller.apply(version, file: file.path)
    }
  }

  // MARK: The newest update

  /// Reads the newest update of this board, at the start.
  func newest() -> FleetVersion? {
    let (version, notice) = newestFile.read()
    if let notice { Log.write(.warning, notice) }
    return version
  }

  /// Writes the newest update of this board.
  func keep(_ version: FleetVersion) {
    work.async { [newestFile] in
      do throws(SystemError) {
        try newestFile.write(version)
      } catch {
        Log.write(.error, "\(error); only the controller has a record of \(version.words)")
      }
    }
  }
}

/// The newest update that was ever applied on this board, in a separate file.
///
/// The controller stores it with the regions. If their file is lost, an older update is still
/// refused.
struct NewestUpdate: Sendable {
  private let path: String

  /// Names the file in a folder, which may not exist yet.
  init(in folder: String) {
    path = "\(folder)/newest-update.json"
  }

  /// Reads the newest update, and a line for the log about a file that cannot be read.
  func read() -> (version: FleetVersion?, notice: String?) {
    guard FleetFile.exists(path) else { return (nil, nil) }
    let text = try? TextFile.read(path: path, limit: 4096, remedy: "")
    let fields = text.flatMap { try? JSON.parse($0).object }
    if let version = fields.flatMap({ FleetVersion($0) }) { return (version, nil) }
    return (
      nil,
      "\(path) cannot be read: only the controller has a record of the newest update of the fleet"
    )
  }

  /// Writes the newest update; after a power cut the file has the old or the new one.
  func write(_ version: FleetVersion) throws(SystemError) {
    try FileReplacement(path).replace(with: Array("\(version.json.text)\n".utf8))
  }
}
