internal import Base
internal import Geofence

/// The reports of a receiver besides its position, over time, as rows that a page shows on demand.
struct Readings: Sendable {
  /// The speed over ground in metres per second.
  private(set) var speed = Profile()

  /// The altitude in metres.
  private(set) var altitude = Profile()

  /// The number of satellites that the fix uses.
  private(set) var used = Profile()

  /// The mean carrier-to-noise density of the used satellites in dBHz.
  private(set) var strength = Profile()

  /// gpsd's own estimate of the horizontal error in metres.
  private(set) var eph = Profile()

  /// The altitude of a fix whose offset is not known yet.
  private var present: Double?

  /// Notes a line of gpsd, at the offset of the last fix before it.
  mutating func noteSky(of line: LineSplitter.Line, at offset: Double?) {
    guard case .whole(let bytes) = line else { return }
    present = SkyView.altitude(of: bytes)
    guard let offset, let sky = SkyView(bytes) else { return }
    used.note(Double(sky.used), at: offset)
    if let mean = sky.strength { strength.note(mean, at: offset) }
  }

  /// Notes a trusted fix.
  mutating func note(_ fix: TrustedFix, at offset: Double, isAfterGap: Bool) {
    if isAfterGap {
      for path in [\Readings.speed, \.altitude, \.eph] { self[keyPath: path].lift() }
    }
    if let value = fix.speed { speed.note(value, at: offset) }
    if let value = present { altitude.note(value, at: offset) }
    if let value = fix.eph { eph.note(value, at: offset) }
  }
}
