internal import Geofence
import Glibc
internal import Notation
internal import RegionFiles
internal import System

/// A channel of the kernel's pulse-width modulation, which makes a passive buzzer sound.
///
/// It is held for as long as this object lives, silent at first and at the end.
/// An advisory lock on its files tells others of Picket that it is held.
final class PWMChannel {
  private let chip: PWMChip
  private let channel: Int
  private let pitch: Int
  private let isExportedHere: Bool
  private let period: File
  private let duty: File
  private let enable: File

  /// The period that is set, in nanoseconds.
  private var current = 0

  /// Finds a channel and makes it ours.
  ///
  /// - Parameters:
  ///   - owner: What it is for, such as `output 'buzzer'`.
  ///   - root: The folder in which the kernel shows the chips.
  ///   - patience: How long udev may take to let this user write its files.
  /// - Throws: `LineFault` when it is not there or cannot be had.
  init(
    _ settings: PWMSettings, for owner: String, in root: String = PWMChip.root,
    patience: Duration = .seconds(1)
  ) throws(LineFault) {
    chip = try Self.find(settings, owner, root)
    channel = settings.channel
    pitch = settings.pitch
    let subject = "\(owner): channel \(channel) of \(chip.path) (\(chip.device))"
    isExportedHere = try Self.export(channel, of: chip, subject)
    do throws(LineFault) {
      (period, duty, enable) = try Self.open(
        chip.folder(of: channel), until: MonotonicClock.now.advanced(by: patience), subject)
    } catch {
      if isExportedHere { Self.unexport(channel, of: chip) }
      throw error
    }
    GPIOChip.silenceOnFault(enable.descriptor)
    do throws(SystemError) {
      try prepare()
    } catch {
      throw LineFault("\(subject): \(error)")
    }
  }

  deinit {
    try? silence()
    // Not initialised in full, there is no deinit; here all files are open.
    GPIOChip.endSilenceOnFault(enable.descriptor)
    if isExportedHere { Self.unexport(channel, of: chip) }
  }

  /// Where the channel is.
  var place: String { "channel \(channel) of \(chip.path) (\(chip.device))" }

  /// Sounds at a pitch, or ends.
  ///
  /// - Throws: `SystemError` when the chip is gone or does not obey.
  func set(_ level: Level) throws(SystemError) {
    guard case .active(let pitch) = level else { return try silence() }
    let period = 1_000_000_000 / max(1, pitch ?? self.pitch)
    if period != current {
      // The kernel refuses a period that is shorter than the duty.
      try duty.write(0)
      try self.period.write(period)
      current = period
    }
    try duty.write(period / 2)
    try enable.write(1)
  }

  private func silence() throws(SystemError) {
    // A driver may keep the level that it has when it is disabled: low first.
    try duty.write(0)
    try enable.write(0)
  }

  /// Gives a channel its period, without which the kernel refuses even to be disabled.
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

  // MARK: Finding

  /// The chip that a channel is on.
  static func find(
    _ settings: PWMSettings, _ owner: String, _ root: String
  ) throws(LineFault) -> PWMChip {
    let chips = PWMChip.all(in: root)
    guard !chips.isEmpty else {
      throw LineFault(
        """
        \(owner): there is no PWM chip in \(root); on a Raspberry Pi \
        dtoverlay=pwm in config.txt makes one
        """)
    }
    let found = chips.filter { $0.isOn(settings.device) }
    guard let chip = found.first else {
      let known = chips.map(\.device)
      let near = Spelling.nearest(to: settings.device, in: known)
      throw LineFault(
        """
        \(owner): no PWM chip is on the device '\(settings.device)'; there \
        \(known.count == 1 ? "is" : "are") \(known.listed())\
        \(near.map { "; did you mean '\($0)'?" } ?? "")
        """)
    }
    guard found.count == 1 else {
      throw LineFault(
        """
        \(owner): more than one PWM chip is on the device '\(settings.device)': \
        \(found.map(\.path).listed()); give more of the device's path
        """)
    }
    guard settings.channel >= 0, settings.channel < chip.channelCount else {
      let channels =
        switch chip.channelCount {
        case ...0: "no channels"
        case 1: "channel 0 only"
        default: "channels 0 to \(chip.channelCount - 1)"
        }
      throw LineFault("\(owner): \(chip.path) (\(chip.device)) has \(channels)")
    }
    return chip
  }

  // MARK: Exporting

  /// Makes the files of a channel appear, and tells whether they were not there before.
  private static func export(
    _ channel: Int, of chip: PWMChip, _ subject: String
  ) throws(LineFault) -> Bool {
    // A controller that was killed has left them.
    guard !chip.isExported(channel) else { return false }
    do throws(SystemError) {
      try File("\(chip.path)/export").write(channel)
      return true
    } catch {
      switch error.code {
      case EBUSY:
        throw LineFault(
          "\(subject) is held by a driver of the kernel; choose another channel")
      case EACCES, EPERM: throw denial(subject, "\(chip.path)/export")
      default: throw LineFault("\(subject): \(error)")
      }
    }
  }

  private static func unexport(_ channel: Int, of chip: PWMChip) {
    try? File("\(chip.path)/unexport").write(channel)
  }

  /// Opens the files of a channel, as soon as udev has made them ours.
  private static func open(
    _ folder: String, until limit: Instant, _ subject: String
  ) throws(LineFault) -> (period: File, duty: File, enable: File) {
    while true {
      do throws(SystemError) {
        let files = (
          try File("\(folder)/period"), try File("\(folder)/duty_cycle"),
          try File("\(folder)/enable")
        )
        guard flock(files.2.descriptor, LOCK_EX | LOCK_NB) == 0 else {
          throw SystemError("flock \(folder)/enable")
        }
        return files
      } catch {
        if error.code == EWOULDBLOCK {
          throw LineFault(
            """
            \(subject) is held by 'picket', a controller that runs; \
            stop it first: systemctl stop picket
            """)
        }
        guard MonotonicClock.now >= limit else {
          usleep(20_000)
          continue
        }
        if error.code == EACCES || error.code == EPERM {
          throw denial(subject, "\(folder)/enable")
        }
        throw LineFault("\(subject): \(error)")
      }
    }
  }

  private static func denial(_ subject: String, _ path: String) -> LineFault {
    LineFault(
      """
      \(subject): \(path) may not be written; give it to the group gpio with the udev rule \
      SUBSYSTEM=="pwm", ACTION=="add|change", \
      RUN+="/bin/sh -c 'chgrp -R gpio /sys%p; chmod -R g=u /sys%p'" in \
      /etc/udev/rules.d/60-pwm.rules, and join that: usermod -aG gpio USER
      """)
  }

  // MARK: Files

  /// A file of sysfs, kept open: a number written to its start is a command.
  private final class File {
    let path: String
    let descriptor: Int32

    init(_ path: String) throws(SystemError) {
      descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError("open \(path)") }
      self.path = path
    }

    deinit {
      close(descriptor)
    }

    /// Writes a number; the corresponding C function is `pwrite`.
    func write(_ number: Int) throws(SystemError) {
      var text = "\(number)\n"
      let count = text.withUTF8 { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
      guard count == text.utf8.count else { throw SystemError("write \(path)") }
    }
  }
}
