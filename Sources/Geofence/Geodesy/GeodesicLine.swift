#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The shortest line on the ellipsoid from one position to another.
///
/// T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid"
/// (1975), with the series in u² that is right to 0.1 mm.
struct GeodesicLine {
  /// The length in metres.
  let length: Double

  private let start: Coordinate
  private let azimuth: Double
  private let sine: Double
  private let cosine: Double

  /// The line between two positions.
  ///
  /// - Returns: `nil` when they are nearly opposite on the earth, where the
  ///   shortest line depends on their last digits, or are one position.
  init?(from start: Coordinate, to end: Coordinate) {
    self.start = start
    let (f, b) = (Ellipsoid.f, Ellipsoid.b)
    sine = Self.reduced(start.latitude).sine
    cosine = Self.reduced(start.latitude).cosine
    let (sine2, cosine2) = Self.reduced(end.latitude)
    let difference =
      (end.longitude - start.longitude).remainder(dividingBy: 360) * .pi / 180
    var lambda = difference
    for _ in 0..<200 {
      let east = cosine2 * sin(lambda)
      let north = cosine * sine2 - sine * cosine2 * cos(lambda)
      let sinSigma = (east * east + north * north).squareRoot()
      guard sinSigma > 0 else { return nil }
      let cosSigma = sine * sine2 + cosine * cosine2 * cos(lambda)
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cosine * cosine2 * sin(lambda) / sinSigma
      let square = 1 - sinAlpha * sinAlpha
      let middle = square > 0 ? cosSigma - 2 * sine * sine2 / square : 0
      let c = f / 16 * square * (4 + f * (4 - 3 * square))
      let before = lambda
      lambda =
        difference + (1 - c) * f * sinAlpha
        * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)))
      guard abs(lambda) <= .pi else { return nil }
      if abs(lambda - before) < 1e-13 {
        let series = Series(square)
        length =
          b * series.a * (sigma - series.correction(sinSigma, cosSigma, middle))
        azimuth = atan2(east, north)
        return
      }
    }
    return nil
  }

  /// The position this many metres along the line.
  func position(at distance: Double) -> Coordinate {
    let (f, b) = (Ellipsoid.f, Ellipsoid.b)
    let (sinAzimuth, cosAzimuth) = (sin(azimuth), cos(azimuth))
    let sigma1 = atan2(sine, cosine * cosAzimuth)
    let sinAlpha = cosine * sinAzimuth
    let square = 1 - sinAlpha * sinAlpha
    let series = Series(square)
    let first = distance / (b * series.a)
    var sigma = first
    for _ in 0..<20 {
      let before = sigma
      sigma = first + series.correction(sin(sigma), cos(sigma), cos(2 * sigma1 + sigma))
      if abs(sigma - before) < 1e-14 { break }
    }
    let (sinSigma, cosSigma, middle) = (sin(sigma), cos(sigma), cos(2 * sigma1 + sigma))
    let across = sine * sinSigma - cosine * cosSigma * cosAzimuth
    let latitude = atan2(
      sine * cosSigma + cosine * sinSigma * cosAzimuth,
      (1 - f) * (sinAlpha * sinAlpha + across * across).squareRoot())
    let lambda = atan2(
      sinSigma * sinAzimuth, cosine * cosSigma - sine * sinSigma * cosAzimuth)
    let c = f / 16 * square * (4 + f * (4 - 3 * square))
    let longitude =
      lambda - (1 - c) * f * sinAlpha
      * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)))
    return Coordinate(
      latitude: latitude * 180 / .pi,
      longitude: (start.longitude + longitude * 180 / .pi).remainder(dividingBy: 360))
  }

  /// The sine and the cosine of the latitude on the auxiliary sphere.
  private static func reduced(_ latitude: Double) -> (sine: Double, cosine: Double) {
    guard abs(latitude) < 90 else { return (latitude < 0 ? -1 : 1, 0) }
    let tangent = (1 - Ellipsoid.f) * tan(latitude * .pi / 180)
    let cosine = 1 / (1 + tangent * tangent).squareRoot()
    return (tangent * cosine, cosine)
  }

  /// Vincenty's A and B.
  private struct Series {
    let a: Double
    let b: Double

    init(_ square: Double) {
      let minor = Ellipsoid.b * Ellipsoid.b
      let u = square * (Ellipsoid.a * Ellipsoid.a - minor) / minor
      a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
      b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
    }

    func correction(_ sinSigma: Double, _ cosSigma: Double, _ middle: Double) -> Double {
      let even = cosSigma * (2 * middle * middle - 1)
      let odd = middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)
      return b * sinSigma * (middle + b / 4 * (even - b / 6 * odd))
    }
  }
}
