internal import Base
internal import CGPS
internal import Geofence
internal import Glibc

/// Decodes lines of gpsd's JSON with libgps and keeps what belongs to the next fix.
///
/// It owns one `gps_data_t`, of 24 kB, for its whole life.
package struct ReportDecoder: ~Copyable {
  private let memory: Memory
  private let data: UnsafeMutablePointer<gps_data_t>
  // The device of the last fix, and its bytes in a line: a text for each fix would be allocated.
  private var device: (path: String?, bytes: [UInt8]) = (nil, [0])
  // The line for libgps, which needs a zero at its end.
  private var text: [UInt8] = []

  /// The sigmas of the last GST of each device, which belong to the TPV after it.
  package var sigmas: [String: Double] = [:]

  /// The strength of the signals in the last SKY of each device, which belongs to the TPVs after it.
  package var strengths: [String: Double] = [:]

  /// The driver of each device that gpsd has reported with one.
  package var drivers: [String: DeviceDriver] = [:]

  /// The API version of libgps at compile time; the library does not report its release.
  package static let version = "API \(GPSD_API_MAJOR_VERSION).\(GPSD_API_MINOR_VERSION)"

  /// Creates a decoder without sigmas and drivers.
  package init() {
    memory = Memory()
    data = memory.data
  }

  /// The memory that libgps writes to.
  private final class Memory {
    let data: UnsafeMutablePointer<gps_data_t>

    init() {
      // libgps reads fields that it never set, so all bytes start as zero. Most are never used, and
      // fresh zero pages take no memory until then; `calloc` writes to pages that it has had before.
      let pages = mmap(
        nil, MemoryLayout<gps_data_t>.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
        -1, 0)
      // Without memory Swift's own allocations end the process, too.
      guard let pages, pages != MAP_FAILED else { fatalError("there is no memory for a decoder") }
      data = pages.bindMemory(to: gps_data_t.self, capacity: 1)
    }

    deinit {
      munmap(data, MemoryLayout<gps_data_t>.size)
    }
  }

  /// Decodes a complete line, without its line end.
  ///
  /// The corresponding C function is `gps_unpack`. It decodes TPV, GST and SKY only:
  /// releases up to 3.27 never return from a DEVICES with more than four devices.
  package mutating func decode(_ line: [UInt8]) -> GPSDReport {
    guard line.first == UInt8(ascii: "{"), Self.trimmed(line).last == UInt8(ascii: "}") else {
      return .unreadable("not a JSON object")
    }
    guard !line.holds(0) else { return .unreadable("a zero byte") }
    let line = line.starts(with: Self.start) ? line : Self.withoutSpaces(line)
    guard let name = Self.className(of: line) else { return .unreadable("no class") }
    switch name {
    case "TPV": return decodeFix(Self.trimmed(line))
    case "GST":
      guard unpack(Self.trimmed(line), as: picket_gps_is_gst) else {
        return .unreadable("a GST that libgps cannot read")
      }
      storeSigma()
      return .other
    case "SKY":
      guard Satellites.isListed(in: line) else { return .other }
      guard unpack(Self.trimmed(line), as: picket_gps_is_sky) else {
        return .unreadable("a SKY that libgps cannot read")
      }
      let satellites = satellites()
      if strengths.count > 100 { strengths.removeAll() }
      strengths[satellites.device ?? ""] = satellites.strength
      return .sky(satellites)
    case "DEVICES", "DEVICE", "VERSION", "ERROR":
      guard let report = Self.object(in: line).flatMap(Self.report) else {
        return .unreadable("a report that differs from gpsd_json(5)")
      }
      storeDrivers(report)
      return report
    default: return .other
    }
  }

  // MARK: libgps

  /// Decodes a TPV, after a look at what libgps would get wrong.
  private mutating func decodeFix(_ report: ArraySlice<UInt8>) -> GPSDReport {
    if PlainReport.isPlain(report), unpack(report, as: picket_gps_is_tpv) { return .fix(fix()) }
    if let mistake = FieldMistake(in: report) { return .mistyped(mistake) }
    guard unpack(PlainReport.rewritten(report)?[...] ?? report, as: picket_gps_is_tpv) else {
      return .unreadable("a TPV that libgps cannot read")
    }
    return .fix(fix())
  }

  private mutating func unpack(
    _ line: ArraySlice<UInt8>, as isClass: (UnsafePointer<gps_data_t>) -> CInt
  ) -> Bool {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: line)
    // gps_unpack never returns from "device":{"class":"TPV"} or "sep":"class":"TPV".
    guard text.count(of: "\"class\"", upTo: 2) == 1 else { return false }
    text.append(0)
    let result = text.withUnsafeBytes { text in
      picket_gps_unpack(text.baseAddress?.assumingMemoryBound(to: CChar.self), data)
    }
    return result >= 0 && isClass(data) != 0
  }

  private mutating func fix() -> Fix {
    let raw = data.pointee.fix
    var fix = Fix(mode: Fix.Mode(rawValue: Int(raw.mode)) ?? .notSeen, device: reporter())
    fix.time = Self.timestamp(raw.time)
    fix.coordinate = Self.coordinate(Self.known(raw.latitude), Self.known(raw.longitude))
    fix.eph = Self.known(raw.eph)
    fix.speed = Self.known(raw.speed)
    fix.track = Self.known(raw.track)
    fix.solution = Fix.Solution(rawValue: Int(raw.status))
    addAccuracy(to: &fix)
    return fix
  }

  /// The device of the last report.
  private mutating func reporter() -> String? {
    let isSame = withUnsafeBytes(of: &data.pointee.dev.path) { path in
      device.bytes.withUnsafeBytes { known in
        guard let start = path.baseAddress, let other = known.baseAddress else { return false }
        return memcmp(start, other, known.count) == 0
      }
    }
    if !isSame {
      let path = withUnsafeBytes(of: &data.pointee.dev.path) { Array($0.prefix { $0 != 0 }) }
      // With its zero, so that no other path only begins with it.
      device = (path.isEmpty ? nil : String(decoding: path, as: UTF8.self), path + [0])
    }
    return device.path
  }

  private static func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Adds what is known about the accuracy from other reports.
  private mutating func addAccuracy(to fix: inout Fix) {
    let device = fix.device ?? ""
    // Most receivers send no GST.
    if !sigmas.isEmpty { fix.sigma = sigmas[device] }
    if !strengths.isEmpty { fix.strength = strengths[device] }
    if let eph = fix.eph, let basis = basis(of: eph, from: device) { fix.ephBasis = basis }
  }

  /// The basis of an eph, from the driver of the device.
  private mutating func basis(of eph: Double, from device: String) -> EphBasis? {
    guard !drivers.isEmpty, let before = drivers[device] else { return nil }
    var driver = before
    let basis = driver.basis(of: eph)
    // A change in place would allocate three times for each fix.
    if driver != before { drivers[device] = driver }
    return basis
  }

  /// Combines the two sigmas of a GST into one, sqrt((lat² + lon²) / 2).
  ///
  /// Receivers send a GST without sigmas while they do not know their error: after one with sigmas
  /// it is 0 then.
  private mutating func storeSigma() {
    let gst = data.pointee.gst
    let latitude = gst.lat_err_deviation
    let longitude = gst.lon_err_deviation
    let device = reporter() ?? ""
    guard latitude.isFinite, longitude.isFinite, latitude > 0 || longitude > 0 else {
      if sigmas[device] != nil { sigmas[device] = 0 }
      return
    }
    // A flood of made-up device names must not use up memory.
    if sigmas.count > 100 { sigmas.removeAll() }
    sigmas[device] = ((latitude * latitude + longitude * longitude) / 2).squareRoot()
  }

  /// The satellites of the last SKY.
  private mutating func satellites() -> Satellites {
    var satellites = Satellites(device: reporter())
    withUnsafeBytes(of: &data.pointee.skyview) { bytes in
      // libgps leaves what a report does not list without a strength, and unused.
      for one in bytes.assumingMemoryBound(to: satellite_t.self) {
        satellites.add(one.ss, isUsed: one.used)
      }
    }
    return satellites
  }

  /// Keeps the drivers of a DEVICES, which lists all devices, or of a DEVICE.
  private mutating func storeDrivers(_ report: GPSDReport) {
    // A device that was opened again may report no satellites.
    strengths = [:]
    switch report {
    case .devices(let devices):
      let before = drivers
      drivers = [:]
      for device in devices { store(device, before: before[device.path]) }
    case .device(let device): store(device, before: drivers[device.path])
    default: break
    }
  }

  private mutating func store(_ device: GPSDReport.Device, before: DeviceDriver?) {
    guard device.isActive, let name = device.driver else {
      return drivers[device.path] = nil
    }
    if drivers.count > 100 { drivers.removeAll() }
    drivers[device.path] = before?.name == name ? before : DeviceDriver(name)
  }

  private static func known(_ value: Double) -> Double? {
    value.isFinite ? value : nil
  }

  /// The time of a report to the microsecond, which is the most that gpsd prints.
  private static func timestamp(_ time: timespec) -> Timestamp? {
    // gps_unpack returns -2209075200 for a time that it cannot read.
    guard time.tv_sec > 0, time.tv_sec < 1 << 33 else { return nil }
    let microseconds = (Int64(time.tv_nsec) + 500) / 1000
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + microseconds * 1000)
  }

  // MARK: JSON

  /// The beginning of each report of gpsd.
  private static let start = Array(#"{"class":""#.utf8)

  /// The line without trailing carriage returns and spaces.
  private static func trimmed(_ line: [UInt8]) -> ArraySlice<UInt8> {
    let last = line.lastIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: " ") }
    return line[...(last ?? -1)]
  }

  /// The line without the spaces between its parts.
  ///
  /// libgps searches for `"class":"TPV"` byte by byte, but a capture that
  /// another program has written may have a space after each colon.
  private static func withoutSpaces(_ bytes: [UInt8]) -> [UInt8] {
    var isInText = false
    var isEscaped = false
    return bytes.filter { byte in
      if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return isInText || byte > 0x20
    }
  }

  /// The value of `class`, which gpsd puts first.
  private static func className(of line: [UInt8]) -> ClassName? {
    if line.starts(with: start) {
      let name = line[start.count...]
      return ClassName(bytes: name.prefix { $0 != UInt8(ascii: "\"") })
    }
    return object(in: line)?["class"]?.string.map { ClassName(bytes: Array($0.utf8)[...]) }
  }

  /// The class of a report as bytes, because a `String` would be allocated for each line.
  private struct ClassName {
    let bytes: ArraySlice<UInt8>

    static func ~= (name: StaticString, other: ClassName) -> Bool {
      name.withUTF8Buffer { other.bytes.elementsEqual($0) }
    }
  }

  /// The fields of a line.
  private static func object(in bytes: [UInt8]) -> [String: JSON]? {
    (try? JSON.parse(String(decoding: bytes, as: UTF8.self)))?.object
  }

  /// The report of a class that libgps does not decode; `nil` when a required field is missing.
  private static func report(_ fields: [String: JSON]) -> GPSDReport? {
    switch fields["class"]?.string {
    case "DEVICES":
      guard let list = fields["devices"]?.array else { return nil }
      let devices = list.compactMap(device)
      return devices.count == list.count ? .devices(devices) : nil
    case "DEVICE": return device(.object(fields)).map { .device($0) }
    case "VERSION": return fields["release"]?.string.map { .version($0) }
    case "ERROR": return fields["message"]?.string.map { .error($0) }
    default: return nil
    }
  }

  /// A device; `activated` as the number 0, which libgps ignores, means that it is gone.
  private static func device(_ entry: JSON) -> GPSDReport.Device? {
    guard let fields = entry.object, let path = fields["path"]?.string else { return nil }
    return GPSDReport.Device(
      path: path, isActive: fields["activated"] != .number(0), driver: fields["driver"]?.string,
      speed: fields["bps"]?.integer)
  }
}
