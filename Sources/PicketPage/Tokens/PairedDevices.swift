/// The devices that may visit the page.
struct PairedDevices: Hashable, Sendable {
  private(set) var all: [PairedDevice] = []

  /// The number of lines of the file that could not be read.
  private(set) var damaged = 0

  /// The most devices: the token of each request is compared with all of them.
  static let most = 100

  init() {}

  /// Reads the lines of the file.
  init(text: String) {
    for line in text.split(separator: "\n") {
      if let device = PairedDevice(line: String(line)) {
        all.append(device)
      } else {
        damaged += 1
      }
    }
  }

  /// The file with these devices.
  var text: String { all.map { "\($0.json.text)\n" }.joined() }

  /// The device that has a token; `nil` when there is none.
  ///
  /// The duration of this search does not depend on the token.
  func device(with token: String) -> PairedDevice? {
    let digest = Array(Token.digest(of: token).utf8)
    var found: PairedDevice?
    for device in all where Self.isEqual(Array(device.digest.utf8), digest) { found = device }
    return found
  }

  private static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether a device is still paired.
  func has(_ device: PairedDevice) -> Bool { all.contains { $0.digest == device.digest } }

  /// A name that no device has: `phone`, `phone 2` and so on.
  var freeName: String {
    let names = Set(all.map(\.name))
    let numbered = (2...all.count + 2).lazy.map { "phone \($0)" }
    return (["phone"] + numbered).first { !names.contains($0) } ?? "phone"
  }

  /// Adds a device.
  mutating func add(_ device: PairedDevice) { all.append(device) }

  /// Gives a device another name, unless another device has that.
  ///
  /// - Returns: Whether the device has the name now.
  mutating func rename(_ device: PairedDevice, to name: String) -> Bool {
    guard let index = all.firstIndex(where: { $0.digest == device.digest }),
      !all.contains(where: { $0.name == name && $0.digest != device.digest })
    else { return false }
    all[index] = PairedDevice(
      name: name, scope: device.scope, digest: device.digest, made: device.made)
    return true
  }

  /// Removes the devices with a name.
  ///
  /// - Returns: Whether there was one.
  mutating func remove(named name: String) -> Bool {
    let count = all.count
    all.removeAll { $0.name == name }
    return all.count < count
  }

  /// Removes the devices with these numbers in the list, from 1.
  ///
  /// - Returns: The numbers that no device has.
  mutating func remove(numbers: [Int]) -> [Int] {
    let missing = numbers.filter { $0 < 1 || $0 > all.count }
    all = all.enumerated().filter { !numbers.contains($0.offset + 1) }.map(\.element)
    return missing
  }

  /// Removes all devices.
  mutating func removeAll() { all = [] }
}
