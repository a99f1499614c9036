package import Geofence
import Glibc

/// The time zones of the system: RFC 9636, in /usr/share/zoneinfo.
package enum ZoneFile {
  /// The reason why a name has no clock.
  package struct ZoneMistake: Error, Hashable {
    /// The problem.
    package let wrong: String
    /// The remedy.
    package let remedy: String
  }

  private static let folder = "/usr/share/zoneinfo"

  /// The clock of a name of the IANA database, such as `Europe/Berlin`, or of a rule of POSIX such
  /// as `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// A rule without summer needs angle brackets: people mean `UTC+2` with its sign, POSIX the other.
  package static func clock(_ name: String) throws(ZoneMistake) -> LocalClock {
    let bytes: [UInt8]
    // A name must not lead out of the folder.
    let isName =
      name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !name.isEmpty
      && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    guard isName else {
      throw ZoneMistake(wrong: "\(name.quoted) is not a time zone", remedy: remedy(for: name))
    }
    do throws(SystemError) {
      bytes = try OpenFile(file: "\(folder)/\(name)", O_RDONLY).contents(limit: 1 << 20)
    } catch {
      if let rule = ZoneRule(name), rule.hasSummer || name.hasPrefix("<") {
        return rule.clock(name: name)
      }
      if access("\(folder)/Etc", F_OK) != 0 {
        throw ZoneMistake(
          wrong: "this machine has no time zones in \(folder)", remedy: "apt-get install tzdata")
      }
      throw ZoneMistake(
        wrong: "\(name.quoted) is not a time zone of \(folder)", remedy: remedy(for: name))
    }
    guard let clock = clock(bytes, name: name) else {
      throw ZoneMistake(wrong: "\(folder)/\(name) is not a time zone", remedy: example)
    }
    return clock
  }

  private static let example = "give a name such as \"Europe/Berlin\"; timedatectl list-timezones"

  /// The remedy for a name, which may be an offset such as `UTC+2`, `GMT-5`, `+02:00`.
  private static func remedy(for name: String) -> String {
    var rest = name.uppercased()[...].filter { $0 != " " }[...]
    for prefix in ["UTC", "GMT", "Z"] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      break
    }
    guard let sign = rest.popFirst(), "+-−".contains(sign) else { return example }
    let parts = rest.split(separator: ":").map(String.init)
    let digits = parts.first.map { $0.count > 2 ? String($0.dropLast(2)) : $0 } ?? ""
    let isWhole = parts.dropFirst().allSatisfy { $0.allSatisfy { $0 == "0" } }
    guard let hours = Int(digits), isWhole, 1...(sign == "+" ? 14 : 12) ~= hours,
      (parts.first ?? "").count <= 2 || parts.first?.hasSuffix("00") == true
    else { return example }
    let (etc, side) = sign == "+" ? ("-", "ahead of") : ("+", "behind")
    return
      "give the place, such as \"Europe/Berlin\"; or \"Etc/GMT\(etc)\(hours)\", whose sign is the "
      + "other way round: \(hours) h \(side) UTC all year"
  }

  /// The clock of the board, as the C library finds it; UTC when there is none.
  package static var board: LocalClock {
    if let variable = getenv("TZ") {
      let name = String(cString: variable)
      let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
      return plain.hasPrefix("/")
        ? clock(at: plain) : (try? clock(plain)) ?? (try? clock(bracketed(plain))) ?? .utc
    }
    return clock(at: "/etc/localtime")
  }

  private static func clock(at path: String) -> LocalClock {
    guard let file = try? OpenFile(file: path, O_RDONLY),
      let bytes = try? file.contents(limit: 1 << 20)
    else { return .utc }
    let target = Path.resolved(path)
    if target.hasPrefix(folder + "/") {
      return clock(bytes, name: String(target.dropFirst(folder.count + 1))) ?? .utc
    }
    // A copy has no name, but its rule for the future can serve as one.
    return clock(bytes, name: rule(in: bytes).map(bracketed) ?? "UTC") ?? .utc
  }

  /// A rule of POSIX with its first name in angle brackets, as `clock` reads it without summer.
  private static func bracketed(_ rule: String) -> String {
    let name = rule.prefix { $0.isASCII && $0.isLetter }
    let isAlone = !rule.dropFirst(name.count).contains { $0.isLetter }
    return name.isEmpty || !isAlone ? rule : "<\(name)>\(rule.dropFirst(name.count))"
  }

  // MARK: Format

  /// Reads a file of a zone; `nil` if it is not one.
  static func clock(_ bytes: [UInt8], name: String) -> LocalClock? {
    // The first part has times of 32 bits and is for readers of 1988.
    guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2"),
      let header = Header(bytes, at: Header.size + old.size(of: 4))
    else { return nil }
    let start = 2 * Header.size + old.size(of: 4)
    let types = start + header.times * 8
    let offsets = types + header.times
    guard start + header.size(of: 8) <= bytes.count, header.types > 0 else { return nil }
    func offset(_ type: Int) -> Int? {
      type < header.types ? bytes.number(at: offsets + type * 6, size: 4) : nil
    }
    var changes: [LocalClock.Change] = []
    for place in 0..<header.times {
      guard let time = bytes.number(at: start + place * 8, size: 8),
        let offset = offset(Int(bytes[types + place]))
      else { return nil }
      // Some files begin at the big bang.
      changes.append(LocalClock.Change(time: max(time, -1 << 40), offset: offset))
    }
    guard let first = offset(0) else { return nil }
    if let rule = rule(in: bytes).flatMap(ZoneRule.init) {
      changes += rule.changes(after: changes.last?.time ?? -1 << 40)
    }
    return LocalClock(name: name, first: first, changes: changes)
  }

  /// The rule at the foot of a file, for the time after its last change.
  private static func rule(in bytes: [UInt8]) -> String? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard bytes.last == 0x0A, lines.count > 2 else { return nil }
    return String(validating: lines[lines.count - 2], as: UTF8.self)
  }

  private struct Header {
    static let size = 44
    let version: UInt8
    // The numbers of: isutc, isstd, leap seconds, changes, types, characters of names.
    private let counts: [Int]
    var times: Int { counts[3] }
    var types: Int { counts[4] }

    init?(_ bytes: [UInt8], at place: Int) {
      guard place + Self.size <= bytes.count, bytes[place...].starts(with: Array("TZif".utf8))
      else { return nil }
      version = bytes[place + 4]
      counts = (0..<6).compactMap { bytes.number(at: place + 20 + $0 * 4, size: 4) }
      guard counts.count == 6, counts.allSatisfy({ 0..<1 << 20 ~= $0 }) else { return nil }
    }

    /// The number of bytes after the header, for times of this many bytes.
    func size(of time: Int) -> Int {
      counts[0] + counts[1] + counts[2] * (time + 4) + counts[3] * (time + 1) + counts[4] * 6
        + counts[5]
    }
  }
}

extension [UInt8] {
  /// A signed number with its greatest byte first.
  fileprivate func number(at place: Int, size: Int) -> Int? {
    guard place >= 0, place + size <= count else { return nil }
    let bits = self[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(truncatingIfNeeded: bits))
  }
}
