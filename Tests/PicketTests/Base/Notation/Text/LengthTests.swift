import Testing

struct LengthTests {
  @Test(arguments: [
    (3.24, "3.2 m"), (99.96, "100 m"), (240.4, "240 m"), (999.4, "999 m"),
    (1250, "1.25 km"), (-2000, "-2 km"),
  ])
  func distanceHasASuitableUnit(metres: Double, text: String) {
    #expect(metres.distanceText() == text)
  }

  @Test func unitsCanBeginElsewhere() {
    #expect(412.34.distanceText(tenthsBelow: 1000) == "412.3 m")
    #expect(9400.0.distanceText(kilometresFrom: 10_000, decimals: 1) == "9400 m")
    #expect(12_340.0.distanceText(kilometresFrom: 10_000, decimals: 1) == "12.3 km")
  }

  @Test func depthNamesItsSide() {
    #expect(12.34.depthText() == "12.3 m inside")
    #expect((-0.5).depthText() == "0.5 m outside")
    #expect((-1949.0).depthText(tenthsBelow: 1000, decimals: 1) == "1.9 km outside")
  }

  @Test func metresHaveTheGivenDecimals() {
    #expect(12.34.metresText() == "12.3 m")
    #expect(12.34.metresText(decimals: 0) == "12 m")
    #expect((-0.04).metresText() == "0 m")
  }

  @Test(arguments: [(359.96, 1, 0.0), (359.94, 1, 359.9), (359.6, 0, 0), (0.2, 0, 0), (90, 1, 90)])
  func courseIsBelowAFullTurn(_ course: Double, _ decimals: Int, _ rounded: Double) {
    #expect(course.course(decimals: decimals) == rounded)
  }

  @Test func degreesHaveAllTheirDecimals() {
    #expect(51.501.degreesText(decimals: 6) == "51.501000")
    #expect((-0.142).degreesText(decimals: 6) == "-0.142000")
    #expect((-0.0000001).degreesText(decimals: 6) == "0.000000")
    #expect(Double.infinity.degreesText(decimals: 1) == "360.0")
  }
}
