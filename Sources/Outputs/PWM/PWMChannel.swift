internal import Geofence
import Glibc
internal import Notation
internal import System

/// A channel of a chip for pulse-width modulation, which makes a passive buzzer sound.
///
/// The channel is held for as long as this object lives, silent at first and at the
/// end. An advisory lock on its files keeps other programs of Picket from using it.
final class PWMChannel {
  private let export: PWMExport
  private let pitch: Int
  private let period: PWMFile
  private let duty: PWMFile
  private let enable: PWMFile

  /// The current period in nanoseconds.
  private var current = 0

  /// Finds a channel and requests it.
  ///
  /// - Parameters:
  ///   - owner: The part that uses the channel, such as `output 'buzzer'`.
  ///   - root: The folder in which the kernel shows the chips.
  ///   - patience: The time that udev may take to let this user write the channel's files.
  /// - Throws: `LineFault` when the channel is missing, held by another program or forbidden.
  convenience init(
    _ settings: PWMSettings, for owner: String, in root: String = PWMChip.root,
    patience: Duration = .seconds(1)
  ) throws(LineFault) {
    try self.init(
      PWMExport(settings, for: owner, in: root), pitch: settings.pitch, patience: patience)
  }

  /// Opens a channel whose files have appeared.
  ///
  /// - Parameters:
  ///   - pitch: The pitch in hertz of a level that gives none.
  ///   - patience: The time that udev may take to let this user write the channel's files.
  /// - Throws: `LineFault` when the channel is not available.
  init(_ export: PWMExport, pitch: Int, patience: Duration) throws(LineFault) {
    self.export = export
    self.pitch = pitch
    (period, duty, enable) = try Self.open(
      export.folder, until: MonotonicClock.now.advanced(by: patience), export.subject)
    // In this order, as in `silence`.
    GPIOChip.silenceOnFault(duty.descriptor)
    GPIOChip.silenceOnFault(enable.descriptor)
    do throws(SystemError) {
      try prepare()
    } catch {
      throw LineFault("\(export.subject): \(error)")
    }
  }

  deinit {
    try? silence()
    // All files are open here: an object that is not fully initialised has no deinit.
    GPIOChip.endSilenceOnFault(duty.descriptor)
    GPIOChip.endSilenceOnFault(enable.descriptor)
  }

  /// The channel and its chip, for a person.
  var place: String {
    "channel \(export.channel) of \(export.chip.path) (\(export.chip.device))"
  }

  /// Sounds at a pitch, or stops.
  ///
  /// - Throws: `SystemError` when the chip is gone or refuses.
  func set(_ level: Level) throws(SystemError) {
    guard case .active(let pitch) = level else { return try silence() }
    guard GPIOChip.mayBecomeActive() else { throw SystemError("set \(place)", code: EIO) }
    let period = 1_000_000_000 / max(1, pitch ?? self.pitch)
    if period != current {
      // The kernel refuses a period shorter than the duty cycle.
      try duty.write(0)
      try self.period.write(period)
      current = period
    }
    try duty.write(period / 2)
    try enable.write(1)
  }

  private func silence() throws(SystemError) {
    // A disabled channel may keep its level, so the level is made low first.
    try duty.write(0)
    try enable.write(0)
  }

  /// Sets the period, without which the kernel refuses even to disable a channel.
  private func prepare() throws(SystemError) {
    do throws(SystemError) {
      try duty.write(0)
    } catch {
      guard error.code == EINVAL else { throw error }
    }
    let period = 1_000_000_000 / max(1, pitch)
    try self.period.write(period)
    current = period
    try silence()
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
