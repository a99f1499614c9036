internal import Base
import Dispatch

/// The paired devices in their file, read again when it may have changed.
struct DeviceWatch {
  private let file: DeviceFile
  private let folder: FolderWatch?
  private var source: (any DispatchSourceRead)?

  /// Creates a watch of the file in a folder.
  init(in folder: String) {
    file = DeviceFile(folder: folder)
    self.folder = try? FolderWatch(folder)
  }

  /// Calls a handler on the queue when the file may have changed.
  ///
  /// - Returns: Whether the folder can be watched.
  mutating func start(on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void) -> Bool {
    guard let folder, folder.renew() else { return false }
    let source = DispatchSource.makeReadSource(fileDescriptor: folder.descriptor, queue: queue)
    source.setEventHandler { changed() }
    source.resume()
    self.source = source
    return true
  }

  /// Reads the devices after a change; none when the file cannot be read.
  func read() -> PairedDevices {
    _ = folder?.renew()
    do throws(Problem) {
      return try file.read()
    } catch {
      // A device that was revoked must not stay paired because the file cannot be read.
      Log.write(.error, "\(error); no device is paired until the file can be read")
      return PairedDevices()
    }
  }
}
