import Geofence
import Testing

@testable import Picket

@Suite struct HindsightTests {
  @Test(arguments: [0, 0.01, 0.4, -0.4, 1.5, 19.99, 20.47, -20.48, 132.7, 4096, 670_000, -99_999])
  func metresKeepACentimetreOrAThousandth(_ metres: Double) {
    let packed = PackedMetres(metres)
    #expect(abs(packed.metres - metres) <= max(0.0101, abs(metres) / 1000))
  }

  @Test func roundedMetresStayTheSame() {
    for metres in stride(from: 0.001, to: 20, by: 0.0037) {
      let packed = PackedMetres(metres).metres
      #expect((packed * 10).rounded() == (metres * 10).rounded())
    }
  }

  @Test(arguments: [1e9, .infinity, .greatestFiniteMagnitude])
  func longDistancesStayLong(_ metres: Double) {
    #expect(PackedMetres(metres).metres > 600_000)
    #expect(PackedMetres(-metres).metres < -600_000)
  }

  @Test func metresNeverDecreaseWhenPacked() {
    let packed = stride(from: 0, to: 2000, by: 0.037).map { PackedMetres($0).metres }
    #expect(zip(packed, packed.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func observationHasSixteenBytes() {
    #expect(MemoryLayout<PackedObservation>.stride == 16)
    #expect(MemoryLayout<Hindsight.Moment>.stride <= 48)
  }

  @Test func identifierKeepsItsNumber() {
    var regions = RegionNumbers()
    let first = ["a", "b", "c"].map { regions.number(of: $0) }
    let again = ["c", "a", "c", "b"].map { regions.number(of: $0) }
    #expect(first == [0, 1, 2])
    #expect(again == [2, 0, 2, 1])
    #expect(regions[1] == "b")
  }

  @Test func identifiersOfRemovedRegionsAreForgotten() {
    var hindsight = Hindsight()
    // Each fix is near twenty regions that are new.
    for second in 0..<500 {
      let regions = (0..<20).map { number in
        Region(
          id: "\(second) \(number)",
          shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 50)!))
      }
      var monitor = RegionMonitor(regions: regions)
      let fix = TrustedFix(
        time: Timestamp(nanoseconds: Int64(second) * 1_000_000_000),
        instant: Instant(.seconds(second)), coordinate: Coordinate(latitude: 47, longitude: 15),
        sigma: 3, speed: 0, track: nil)
      _ = monitor.receive(fix)
      hindsight.receive(fix, &monitor)
    }
    #expect(hindsight.regionCount <= 2 * 4096 + 20)
    let kept = hindsight.moments.places.suffix(200).map { hindsight.moments[$0] }
    for moment in kept {
      let second = Int(moment.time.nanoseconds / 1_000_000_000)
      let regions = Set(hindsight.observations(of: moment).map(\.region))
      #expect(regions == Set((0..<20).map { "\(second) \($0)" }))
    }
  }
}
