internal import Base
import Dispatch
import Glibc

/// Reports when a GPIO chip appears, disappears or changes its group, with inotify on /dev.
final class BoardWatch {
  private let source: any DispatchSourceRead

  /// Starts to watch; `nil` when the kernel grants no further watch.
  init?(on queue: DispatchQueue, _ changed: @escaping () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    // udev first creates a device and then gives it to its group.
    let events = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM)
    guard inotify_add_watch(descriptor, "/dev", events) >= 0 else {
      close(descriptor)
      return nil
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      if Self.isAboutChips(descriptor) { changed() }
    }
    source.setCancelHandler { close(descriptor) }
    self.source = source
    source.resume()
  }

  deinit {
    source.cancel()
  }

  /// Reads the events and returns whether one of them is about a chip.
  private static func isAboutChips(_ descriptor: Int32) -> Bool {
    var isAboutChip = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        let header = MemoryLayout<inotify_event>.size
        while offset + header <= count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          let end = min(count, offset + header + Int(event.len))
          let name = buffer[(offset + header)..<end].prefix { $0 != 0 }
          let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
          if isLost || name.starts(with: "gpiochip".utf8) { isAboutChip = true }
          offset = offset + header + Int(event.len)
        }
      }
    }
    return isAboutChip
  }
}
