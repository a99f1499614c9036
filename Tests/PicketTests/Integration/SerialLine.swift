import Glibc

/// A serial line with a receiver at its other end: a pseudo-terminal.
final class SerialLine {
  /// Its path, for gpsd.
  let path: String

  private let receiver: Int32
  // Without it, the line would end whenever gpsd closes it.
  private let kept: Int32

  init?() {
    receiver = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var (number, lock): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN: ioctl_tty(2).
    guard receiver >= 0, ioctl(receiver, 0x4004_5431, &lock) == 0,
      ioctl(receiver, 0x8004_5430, &number) == 0
    else { return nil }
    path = "/dev/pts/\(number)"
    kept = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var settings = termios()
    tcgetattr(kept, &settings)
    cfmakeraw(&settings)
    tcsetattr(kept, TCSANOW, &settings)
    // gpsd opens its devices as another user.
    chmod(path, 0o666)
  }

  deinit {
    close(receiver)
    close(kept)
  }

  /// Sends sentences, and drops the questions that gpsd has asked.
  func send(_ sentences: [String]) {
    var questions = [UInt8](repeating: 0, count: 4096)
    while read(receiver, &questions, questions.count) > 0 {}
    let bytes = sentences.flatMap { Array("\($0)\r\n".utf8) }
    _ = write(receiver, bytes, bytes.count)
  }
}
