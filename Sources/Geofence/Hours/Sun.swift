#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The times of sunrise and sunset at a place.
///
/// The equations are those of NOAA's solar calculator, after Meeus, Astronomical Algorithms
/// (https://gml.noaa.gov/grad/solcalc/calcdetails.html): right to a minute up to 72 degrees of
/// latitude, and to ten minutes beyond. The sun rises and sets when its upper edge is on a flat
/// horizon, with the usual refraction: 90.833 degrees from the zenith.
struct Sun: Hashable, Sendable {
  /// A passage of the sun through the horizon.
  enum Passage: String, Hashable, Sendable {
    case sunrise
    case sunset
  }

  /// The place of the observer.
  let place: Coordinate

  /// The time of sunrise or sunset, in seconds since 1970, on the day whose noon is nearest to a
  /// time.
  ///
  /// If the sun does not set on that day, the day lasts from one solar midnight to the next. If the
  /// sun does not rise, the day has no length: both times are at noon.
  func time(of passage: Passage, near time: Int) -> Int {
    let noon = noon(near: Double(time))
    let sign = passage == .sunrise ? -1.0 : 1.0
    var found = noon
    // The declination must be the one at the result, which the first round only approximates.
    for _ in 0..<3 {
      guard let half = halfDay(at: found) else {
        // From one solar noon to the next is not exactly 24 hours.
        let other = self.noon(near: noon + sign * 86_400)
        return Int(((noon + other) / 2).rounded())
      }
      found = noon + sign * half
    }
    return Int(found.rounded())
  }

  /// The solar noon that is nearest to a time, in seconds since 1970.
  private func noon(near time: Double) -> Double {
    let mean = 43_200 - place.longitude * 240
    let day = ((time - mean) / 86_400).rounded()
    let middle = day * 86_400 + mean
    return middle - Self.equationOfTime(at: middle)
  }

  /// Half the length of the day in seconds, by the declination at a time; `nil` if the sun does not
  /// set.
  private func halfDay(at time: Double) -> Double? {
    let latitude = place.latitude.radians
    let declination = Self.declination(at: time)
    let cosine =
      (cos(90.833.radians) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))
    return cosine <= -1 ? nil : acos(min(1, cosine)) * 43_200 / .pi
  }

  // MARK: NOAA's equations

  private static func centuries(_ time: Double) -> Double { (time - 946_728_000) / 3_155_760_000 }

  private static func meanLongitude(_ t: Double) -> Double {
    280.46646 + t * (36000.76983 + t * 0.0003032)
  }

  private static func meanAnomaly(_ t: Double) -> Double {
    (357.52911 + t * (35999.05029 - 0.0001537 * t)).radians
  }

  private static func obliquity(_ t: Double) -> Double {
    let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
    let mean = 23 + (26 + seconds / 60) / 60
    return (mean + 0.00256 * cos((125.04 - 1934.136 * t).radians)).radians
  }

  private static func declination(at time: Double) -> Double {
    let t = centuries(time)
    let anomaly = meanAnomaly(t)
    let center =
      sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
      + sin(2 * anomaly) * (0.019993 - 0.000101 * t) + sin(3 * anomaly) * 0.000289
    let node = (125.04 - 1934.136 * t).radians
    let longitude = meanLongitude(t) + center - 0.00569 - 0.00478 * sin(node)
    return asin(sin(obliquity(t)) * sin(longitude.radians))
  }

  /// The number of seconds by which the sun is ahead of the mean sun.
  private static func equationOfTime(at time: Double) -> Double {
    let t = centuries(time)
    let longitude = meanLongitude(t).radians
    let anomaly = meanAnomaly(t)
    let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    let tangent = tan(obliquity(t) / 2)
    let y = tangent * tangent
    let angle =
      y * sin(2 * longitude) - 2 * eccentricity * sin(anomaly)
      + 4 * eccentricity * y * sin(anomaly) * cos(2 * longitude)
      - 0.5 * y * y * sin(4 * longitude) - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    return angle * 43_200 / .pi
  }
}

extension Double {
  fileprivate var radians: Double { self * .pi / 180 }
}
