internal import Base
import Glibc

/// A channel whose files the kernel shows for as long as this object lives.
///
/// The export and the channel are two types, because udev lets this user write the files only some
/// time after they have appeared.
final class PWMExport {
  let chip: PWMChip
  let channel: Int

  /// The first words of a message about a fault of the channel.
  let subject: String

  /// Whether the files stay when this object is gone, because the wave must go on.
  var isKept = false

  private let isExportedHere: Bool

  /// Finds a channel and makes its files appear, unless they are there already.
  ///
  /// - Parameters:
  ///   - owner: The part that uses the channel, such as `output 'buzzer'`.
  ///   - root: The folder in which the kernel shows the chips.
  /// - Throws: `LineFault` when the channel does not exist or cannot be exported.
  init(
    _ settings: PWMSettings, for owner: String, in root: String
  ) throws(LineFault) {
    chip = try PWMChip.find(settings, for: owner, in: root)
    channel = settings.channel
    subject = "\(owner): channel \(channel) of \(chip.path) (\(chip.device))"
    isExportedHere = try Self.export(channel, of: chip, subject)
  }

  deinit {
    if isExportedHere, !isKept { try? PWMFile("\(chip.path)/unexport").write(channel) }
  }

  /// The folder of the channel's files.
  var folder: String { chip.folder(of: channel) }

  /// Whether the files are still there: they disappear with their chip.
  var isPresent: Bool { chip.isExported(channel) }

  /// Makes the files of a channel appear, and returns whether they were missing before.
  private static func export(
    _ channel: Int, of chip: PWMChip, _ subject: String
  ) throws(LineFault) -> Bool {
    // A controller that was killed leaves the files.
    guard !chip.isExported(channel) else { return false }
    do throws(SystemError) {
      try PWMFile("\(chip.path)/export").write(channel)
      return true
    } catch {
      switch error.code {
      // Another Picket, or another program, was faster.
      case EBUSY where chip.isExported(channel): return false
      case EBUSY:
        throw LineFault(
          "\(subject) is held by a driver of the kernel; choose another channel")
      case EACCES, EPERM: throw denial(subject, "\(chip.path)/export")
      default: throw LineFault("\(subject): \(error)")
      }
    }
  }

  /// The fault that a file of a channel may not be written, with the remedy.
  static func denial(_ subject: String, _ path: String) -> LineFault {
    LineFault(
      """
      \(subject): \(path) may not be written; give it to the group gpio with the udev rule \
      SUBSYSTEM=="pwm", ACTION=="add|change", \
      RUN+="/bin/sh -c 'chgrp -R gpio /sys%p; chmod -R g=u /sys%p'" in \
      /etc/udev/rules.d/60-pwm.rules, and join the group: usermod -aG gpio USER
      """)
  }
}

/// A file of sysfs, kept open: a number written to its start is a command.
final class PWMFile {
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
