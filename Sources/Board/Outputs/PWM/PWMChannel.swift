internal import Base
internal import Geofence
import Glibc

/// A channel of a chip for pulse-width modulation, which makes a passive buzzer sound or moves a servo.
///
/// The channel is held for as long as this object lives, at first and at the end at the level of its
/// end: a buzzer silent, a servo in one of its positions. An advisory lock on its files keeps other
/// programs of Picket from using it.
final class PWMChannel {
  private let export: PWMExport
  private let levels: PWMLevels
  private let period: PWMFile
  private let duty: PWMFile
  private let enable: PWMFile

  /// The current period in nanoseconds.
  private var current = 0

  /// Finds the channel of an output and requests it.
  ///
  /// - Parameters:
  ///   - root: The folder in which the kernel shows the chips.
  ///   - patience: The time that udev may take to let this user write the channel's files.
  /// - Throws: `LineFault` when the channel is missing, held by another program or forbidden.
  convenience init(
    _ output: Output, _ settings: PWMSettings, in root: String = PWMChip.root,
    patience: Duration = .seconds(1)
  ) throws(LineFault) {
    try self.init(
      PWMExport(settings, for: GPIOLine.title(output), in: root), PWMLevels(output, settings),
      patience: patience)
  }

  /// Opens a channel whose files have appeared.
  ///
  /// - Parameter patience: The time that udev may take to let this user write the channel's files.
  /// - Throws: `LineFault` when the channel is not available.
  init(_ export: PWMExport, _ levels: PWMLevels, patience: Duration) throws(LineFault) {
    self.export = export
    self.levels = levels
    (period, duty, enable) = try Self.open(
      export.folder, until: MonotonicClock.now.advanced(by: patience), export.subject)
    let end = levels.wave(of: levels.end)
    // In this order, as in `silence`.
    GPIOChip.writeOnFault(end?.duty ?? 0, to: duty.descriptor)
    GPIOChip.writeOnFault(end == nil ? 0 : 1, to: enable.descriptor)
    do throws(SystemError) {
      try prepare()
    } catch {
      throw LineFault("\(export.subject): \(error)")
    }
    // A servo without pulses would move by its load; the kernel makes them without a program.
    export.isKept = levels.isServo
  }

  deinit {
    try? apply(levels.end)
    // All files are open here: an object that is not fully initialised has no deinit.
    GPIOChip.endWritingOnFault(to: duty.descriptor)
    GPIOChip.endWritingOnFault(to: enable.descriptor)
  }

  /// The channel and its chip, for a person.
  var place: String {
    "channel \(export.channel) of \(export.chip.path) (\(export.chip.device))"
  }

  /// Sounds at a pitch or stops, or moves a servo.
  ///
  /// - Throws: `SystemError` when the chip is gone or refuses.
  func set(_ level: Level) throws(SystemError) {
    guard level == levels.end || GPIOChip.mayBecomeActive() else {
      throw SystemError("set \(place)", code: EIO)
    }
    try apply(level)
  }

  private func apply(_ level: Level) throws(SystemError) {
    guard let wave = levels.wave(of: level) else { return try silence() }
    if wave.period != current {
      // The kernel refuses a period shorter than the duty cycle.
      try duty.write(0)
      try self.period.write(wave.period)
      current = wave.period
    }
    try duty.write(wave.duty)
    try enable.write(1)
  }

  private func silence() throws(SystemError) {
    // A disabled channel may keep its level, so the level is made low first.
    try duty.write(0)
    try enable.write(0)
  }

  /// Sets the period, without which the kernel refuses even to disable a channel.
  private func prepare() throws(SystemError) {
    let usual = levels.usualPeriod
    // A servo keeps its position where a controller before left it.
    if !levels.isServo || PWMChip.text(period.path).flatMap({ Int($0) }) != usual {
      do throws(SystemError) {
        try duty.write(0)
      } catch {
        guard error.code == EINVAL else { throw error }
      }
      try period.write(usual)
    }
    current = usual
    try apply(levels.end)
  }

  // MARK: Opening

  /// Opens the files of a channel, as soon as udev has permitted it.
  private static func open(
    _ folder: String, until limit: Instant, _ subject: String
  ) throws(LineFault) -> (period: PWMFile, duty: PWMFile, enable: PWMFile) {
    while true {
      do throws(SystemError) {
        let files = (
          try PWMFile("\(folder)/period"), try PWMFile("\(folder)/duty_cycle"),
          try PWMFile("\(folder)/enable")
        )
        try FileLock.acquire(files.2.descriptor, of: "\(folder)/enable")
        return files
      } catch {
        if error.code == EWOULDBLOCK {
          throw LineFault(
            """
            \(subject) is held by 'picket', a running controller; \
            stop it first: systemctl stop picket
            """)
        }
        guard MonotonicClock.now >= limit else {
          usleep(20_000)
          continue
        }
        if error.code == EACCES || error.code == EPERM {
          throw PWMExport.denial(subject, "\(folder)/enable")
        }
        throw LineFault("\(subject): \(error)")
      }
    }
  }
}
