package import Base
internal import CGPIOD
internal import Geofence
import Glibc

/// A GPIO chip of the kernel, open for as long as this object or a request for its lines lives.
package final class GPIOChip {
  /// The path of the chip's device; the number in it may change when the machine starts again.
  package let path: String

  /// The label that the driver gives the chip.
  package let label: String

  /// The number of lines of the chip.
  let lineCount: Int

  private let handle: OpaquePointer

  /// Whether the kernel debounces the edges of a line.
  static let debouncesEdges = picket_gpio_debounces() != 0

  /// Whether the lines of one request may be driven in different ways.
  static let mixesSettings = picket_gpio_mixes_settings() != 0

  /// The largest number of lines in one request.
  static let longestRequest = Int(PICKET_GPIO_LINES_MAX)

  /// The release of libgpiod.
  package static let version = picket_gpio_version().map { String(cString: $0) }

  /// The consumer that other programs see on Picket's lines.
  static let consumer = "picket"

  /// A line as the kernel describes it.
  package struct Line {
    /// The place of the line on the chip.
    package let offset: Int
    /// The name of the line on this board; empty without one.
    package let name: String
    /// The program or driver that holds the line; empty when it is unnamed or the line is free.
    let consumer: String
    /// Whether a program or driver holds the line.
    let isUsed: Bool
    /// Whether the line is an output now.
    let isOutput: Bool
    /// Whether the line is active when its level is low.
    let isActiveLow: Bool
  }

  /// The settings that a line is requested with.
  package struct Settings: Hashable {
    /// The place of the line on the chip.
    package let offset: Int
    var isActiveLow = false
    var drive = LineDrive.pushPull
    var bias = LineBias.asIs
    // Its level before it is first set, and when it is released.
    var endsActive = false

    /// Whether both can share a request that has one polarity, drive and bias.
    func isDriven(like other: Settings) -> Bool {
      isActiveLow == other.isActiveLow && drive == other.drive && bias == other.bias
    }

    fileprivate var plain: picket_gpio_settings {
      picket_gpio_settings(
        offset: UInt32(offset), active_low: isActiveLow ? 1 : 0,
        drive: drive == .openDrain ? 1 : drive == .openSource ? 2 : 0,
        bias: bias == .disabled ? 1 : bias == .pullUp ? 2 : bias == .pullDown ? 3 : 0,
        ends_active: endsActive ? 1 : 0)
    }
  }

  /// Opens a chip.
  ///
  /// - Throws: `SystemError`; the corresponding C function is `gpiod_chip_open`.
  package init(path: String) throws(SystemError) {
    guard let handle = gpiod_chip_open(path) else { throw SystemError("gpiod_chip_open \(path)") }
    self.handle = handle
    self.path = path
    lineCount = Int(picket_gpio_chip_lines(handle))
    label =
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let base = buffer.baseAddress,
          picket_gpio_chip_label(handle, base, buffer.count) == 0
        else { return nil }
        return String(cString: base)
      } ?? ""
  }

  deinit {
    gpiod_chip_close(handle)
  }

  /// Whether the chip's device still exists.
  package var isPresent: Bool { access(path, F_OK) == 0 }

  /// The line at an offset; `nil` when the chip is gone or has no such line.
  package func line(_ offset: Int) -> Line? {
    var info = picket_gpio_info()
    guard offset >= 0, offset < lineCount,
      picket_gpio_line_info(handle, UInt32(offset), &info) == 0
    else { return nil }
    return Line(
      offset: offset, name: Self.string(&info.name), consumer: Self.string(&info.consumer),
      isUsed: info.used != 0, isOutput: info.output != 0, isActiveLow: info.active_low != 0)
  }

  /// All lines of the chip.
  package var lines: [Line] { (0..<lineCount).compactMap(line) }

  private static func string<T>(_ bytes: inout T) -> String {
    withUnsafeBytes(of: &bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  // MARK: Outputs

  /// Lines that are held as outputs, at first and when they are released at the level of their end.
  package final class Outputs {
    /// The chip of the lines.
    package let chip: GPIOChip
    private let request: OpaquePointer

    /// Requests lines together, each at the level of its end.
    ///
    /// - Throws: `SystemError`; the corresponding C functions are
    ///   `gpiod_line_request_bulk` and `gpiod_chip_request_lines`.
    package init(_ settings: [Settings], of chip: GPIOChip) throws(SystemError) {
      let plain = settings.map(\.plain)
      guard
        let request = picket_gpio_request_outputs(
          chip.handle, plain, UInt32(plain.count), GPIOChip.consumer)
      else { throw SystemError("request lines of \(chip.path)") }
      self.request = request
      self.chip = chip
    }

    deinit {
      picket_gpio_release(request)
    }

    /// Sets the line at an index of the request.
    ///
    /// - Throws: `SystemError`; the corresponding C functions are
    ///   `gpiod_line_set_value_bulk` and `gpiod_line_request_set_value`.
    package func set(_ index: Int, isActive: Bool) throws(SystemError) {
      // The queue may be on another thread each time.
      picket_fault_cover_thread()
      guard picket_gpio_set(request, UInt32(index), isActive ? 1 : 0) == 0 else {
        throw SystemError("set a line of \(chip.path)")
      }
    }
  }

  // MARK: Edges

  /// A change of a line that is watched.
  struct Edge: Hashable {
    /// Whether the line became active.
    let isActive: Bool
    /// The instant at which the line changed.
    let instant: Instant
  }

  /// A line that is held as an input; the kernel keeps its edges until they are read.
  package final class Watch {
    private let chip: GPIOChip
    private let watch: OpaquePointer

    /// The descriptor, readable when an edge has arrived; valid for as long as this object lives.
    package let descriptor: Int32

    /// The number of edges that the kernel keeps.
    package static let capacity = Int(PICKET_GPIO_EDGES_MAX)

    /// Requests a line with its rising and falling edges.
    ///
    /// - Parameter debounce: The time to wait for a steady line, where the kernel can debounce.
    /// - Throws: `SystemError`; the corresponding C functions are
    ///   `gpiod_line_request_both_edges_events_flags` and `gpiod_chip_request_lines`.
    package init(_ settings: Settings, debounce: Duration, of chip: GPIOChip) throws(SystemError) {
      var plain = settings.plain
      let microseconds = UInt32(clamping: Int(debounce / .microseconds(1)))
      guard
        let watch = picket_gpio_watch_line(chip.handle, &plain, microseconds, GPIOChip.consumer)
      else { throw SystemError("watch line \(settings.offset) of \(chip.path)") }
      self.watch = watch
      self.chip = chip
      descriptor = picket_gpio_watch_descriptor(watch)
    }

    deinit {
      picket_gpio_watch_end(watch)
    }

    /// Whether the device of the line's chip still exists.
    package var isPresent: Bool { chip.isPresent }

    /// Whether the line is active now.
    ///
    /// - Throws: `SystemError`; the corresponding C functions are
    ///   `gpiod_line_get_value` and `gpiod_line_request_get_value`.
    package func isActive() throws(SystemError) -> Bool {
      let value = picket_gpio_watch_value(watch)
      guard value >= 0 else { throw SystemError("read a line of \(chip.path)") }
      return value == 1
    }

    /// Reads the edges that have arrived, at most `capacity`, without waiting for any.
    ///
    /// - Throws: `SystemError`; the corresponding C functions are
    ///   `gpiod_line_event_read_multiple` and `gpiod_line_request_read_edge_events`.
    func edges() throws(SystemError) -> [Edge] {
      var edges = [picket_gpio_edge](repeating: picket_gpio_edge(), count: Self.capacity)
      let count = picket_gpio_watch_read(watch, &edges)
      guard count >= 0 else { throw SystemError("read edges of a line of \(chip.path)") }
      guard count > 0 else { return [] }
      let now = MonotonicClock.now
      let lead = now.offset - .microseconds(MonotonicClock.microseconds)
      return edges.prefix(Int(count)).map { edge in
        let instant = Instant(
          .nanoseconds(Int64(clamping: edge.nanoseconds)) + lead)
        // Before Linux 5.7 the kernel gave the wall-clock time.
        let isPlausible = instant.duration(to: now) < .seconds(60)
        return Edge(isActive: edge.active != 0, instant: isPlausible ? min(instant, now) : now)
      }
    }
  }

  // MARK: Faults

  /// Makes the handler of faults write a number to an open file when it switches the lines off.
  static func writeOnFault(_ number: Int, to descriptor: Int32) {
    picket_fault_hold_descriptor(descriptor, UInt32(clamping: number))
  }

  /// Whether a line may become active, unlike after a fault; also covers the calling thread.
  static func mayBecomeActive() -> Bool {
    // The queue may be on another thread each time.
    picket_fault_cover_thread()
    return picket_fault_is_on() == 0
  }

  /// Undoes `writeOnFault`, before the file is closed.
  static func endWritingOnFault(to descriptor: Int32) {
    picket_fault_let_go_descriptor(descriptor)
  }
}
