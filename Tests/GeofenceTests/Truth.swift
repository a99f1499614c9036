#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import Geofence

/// Numbers that other programs computed: the files in `Truth`.
enum Truth {
  /// A shape with the true depth of some positions.
  struct Case: Sendable {
    let shape: Shape
    let depths: [(position: Coordinate, depth: Double)]

    var kind: String {
      switch shape {
      case .circle: "circle"
      case .polygon: "polygon"
      case .corridor: "corridor"
      case .band: "band"
      case .difference: "difference"
      }
    }
  }

  /// Random shapes by Karney's geodesics: see `make-depths.py`.
  static let cases: [Case] = {
    var bytes = Bytes(read("depths.bin"))
    var cases: [Case] = []
    while let one = bytes.one() { cases.append(one) }
    return cases
  }()

  /// Geodesics from GeodTest-100.dat: latitude, longitude and azimuth of both ends, and metres.
  static let geodesics: [(start: Coordinate, end: Coordinate, distance: Double)] =
    String(decoding: read("GeodTest-100.dat"), as: UTF8.self).split(separator: "\n").map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return (
        Coordinate(latitude: numbers[0], longitude: numbers[1]),
        Coordinate(latitude: numbers[3], longitude: numbers[4]), numbers[6]
      )
    }

  private static func read(_ name: String, file: String = #filePath) -> [UInt8] {
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    guard let stream = fopen("\(folder)/Truth/\(name)", "r") else { return [] }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  private struct Bytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() -> Int { Int(rest.removeFirst()) }

    mutating func number() -> Int32 {
      Int32(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(byte()) << (8 * UInt32($1)) })
    }

    mutating func coordinate() -> Coordinate {
      let latitude = Double(number()) / 1e7
      return Coordinate(latitude: latitude, longitude: Double(number()) / 1e7)
    }

    mutating func one() -> Case? {
      guard !rest.isEmpty else { return nil }
      let kind = byte()
      let counts = (0..<byte()).map { _ in byte() }
      let chains = counts.map { count in (0..<count).map { _ in coordinate() } }
      let metres = Double(UInt32(bitPattern: number())) / 1000
      let depths = (0..<byte()).map { _ in
        (position: coordinate(), depth: Double(number()) / 10_000)
      }
      let shape: Shape =
        switch kind {
        case 0: .circle(Circle(center: chains[0][0], radius: metres)!)
        case 1: .polygon(Polygon(parts: [chains.map { $0 + [$0[0]] }])!)
        default: .corridor(Corridor(lines: chains, width: metres)!)
        }
      return Case(shape: shape, depths: depths)
    }
  }
}
