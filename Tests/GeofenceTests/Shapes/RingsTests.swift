@testable import Geofence
import Testing

struct RingsTests {
  @Test func numbersAreKeptToTheLastBit() {
    var others = 0
    for index in 0..<20_000 {
      // All digits of a map, and a seventh of these is no number of ten-millionths.
      let scale = index % 7 == 0 ? 10_001_000.0 : 1e7
      let latitude = Double(index * 89_989 - 899_890_000) / 1e7
      let longitude = Double(index * 179_993 - 1_799_930_000) / scale
      let ring = Self.ring(Coordinate(latitude: latitude, longitude: longitude))
      let parts = Rings([[ring]]).parts
      let same = zip(parts[0][0], ring).allSatisfy {
        $0.latitude.bitPattern == $1.latitude.bitPattern
          && $0.longitude.bitPattern == $1.longitude.bitPattern
      }
      if parts != [[ring]] || !same { others += 1 }
    }
    #expect(others == 0)
  }

  @Test func ringOfShortNumbersIsStoredInLittleMemory() {
    let numbers = [(-0.1415926, true), (180, true), (0.14159265, false), (-0.0, false)]
    for (longitude, isShort) in numbers {
      let ring = Self.ring(Coordinate(latitude: -90, longitude: longitude))
      if case .ring = Rings([[ring]]) { #expect(isShort) } else { #expect(!isShort) }
    }
  }

  @Test func zeroAndItsNegativeAreEqual() {
    let zero = Rings([[Self.ring(Coordinate(latitude: 5, longitude: 0))]])
    let negative = Rings([[Self.ring(Coordinate(latitude: 5, longitude: -0.0))]])
    #expect(zero == negative && zero.hashValue == negative.hashValue)
    #expect(zero != Rings([[Self.ring(Coordinate(latitude: 5, longitude: 1))]]))
  }

  @Test func partsAndHolesKeepTheirPlaces() {
    let ring = Self.ring(Coordinate(latitude: 5, longitude: 6))
    for parts in [[[ring, ring], [ring]], [[ring], [ring]], [[ring]]] {
      #expect(Rings(parts).parts == parts && Rings(parts).first == ring[0])
    }
  }

  private static func ring(_ first: Coordinate) -> [Coordinate] {
    [first, Coordinate(latitude: 1, longitude: 2), Coordinate(latitude: 1.5, longitude: 2), first]
  }
}
