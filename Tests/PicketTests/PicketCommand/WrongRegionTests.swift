import Testing

/// Wrong uses of bands, limits of speed, courses, gates and `latch`, as `picket check` reports them.
struct WrongRegionTests {
  private static let circle = #"{"type":"Point","coordinates":[14,46]}"#
  private static let line = #"{"type":"LineString","coordinates":[[14,46],[14.001,46]]}"#
  private static let square =
    #"{"type":"Polygon","coordinates":[[[14,46],[14.01,46],[14.01,46.01],[14,46.01],[14,46]]]}"#

  /// The properties and the geometry of a region, and the line about it.
  private static let uses: [(String, String, String)] = [
    (
      #""border":"zone""#, "null",
      #"border needs an offset; add "offset": 500, the metres outside that border; negative inside"#
    ),
    (
      #""border":"zone","offset":"far""#, "null",
      #"offset is "far"; give metres from -100000 to 100000"#
    ),
    (
      #""border":"zone","offset":1e9"#, "null",
      #"offset is 1000000000; give metres from -100000 to 100000"#
    ),
    (
      #""border":"zoen","offset":5"#, "null",
      #"border names "zoen", which is not in the file; did you mean "zone"?"#
    ),
    (
      #""border":"x","offset":5"#, "null",
      #"border names the region itself; give the id of another feature"#
    ),
    (
      #""border":"band","offset":5"#, "null",
      #"border names "band", which has a border itself; give "zone" and the offset 14"#
    ),
    (
      #""border":"gate","offset":5"#, "null",
      #"border names "gate", which is a gate; give a region with an inside"#
    ),
    (
      #""border":"zone","offset":-60"#, "null",
      #"offset -60 leaves nothing of "zone", whose border is at most 60 m from any place in it; give an offset nearer to 0"#
    ),
    (
      #""border":"field","offset":-900"#, "null",
      #"offset -900 leaves nothing of "field", whose border is at most 386 m from any place in it; give an offset nearer to 0"#
    ),
    (
      #""border":"zone","offset":5"#, circle,
      #"it has a border and a geometry; remove border and offset, or the geometry"#
    ),
    (
      #""offset":5,"radius":5"#, circle,
      #"warning: offset without border has no effect; add "border": "orchard", the region around whose border a band lies"#
    ),
    (#""border":5,"offset":5"#, "null", #"border is a number; give a text"#),
    (
      #""gate":true"#, square,
      #"gate is for lines, and this is a Polygon; draw a LineString, or remove gate"#
    ),
    (
      #""gate":true,"radius":5"#, circle,
      #"gate is for lines, and this is a Point; draw a LineString, or remove gate"#
    ),
    (#""gate":true,"dwell":5"#, line, #"warning: dwell has no effect on a gate; remove it"#),
    (#""gate":"yes""#, line, #"gate is a string; give true or false"#),
    (#""radius":5,"maxSpeed":0"#, circle, #"maxSpeed is 0; give km/h from 0.5 to 540"#),
    (
      #""radius":5,"maxSpeed":"20 km/h""#, circle,
      #"maxSpeed is "20 km/h"; give km/h from 0.5 to 540"#
    ),
    (
      #""radius":5,"speedLinger":5"#, circle,
      #"warning: speedLinger without maxSpeed has no effect; add "maxSpeed": 30, in km/h"#
    ),
    (
      #""radius":5,"maxSpeed":20,"speedLinger":-1"#, circle,
      #"speedLinger is -1; give seconds from 0 to 3600"#
    ),
    (#""gate":true,"maxSpeed":20"#, line, #"warning: maxSpeed has no effect on a gate; remove it"#),
    (
      #""radius":5,"after":"zonne""#, circle,
      #"after names "zonne", which is not in the file; did you mean "zone"?"#
    ),
    (
      #""radius":5,"after":"x""#, circle,
      #"after names the region itself; give the id of another feature"#
    ),
    (#""radius":5,"after":7"#, circle, #"after is a number; give a text"#),
    (
      #""radius":5,"heading":[45]"#, circle,
      #"heading is not two numbers; give two courses in degrees, clockwise, such as [45, 135]; [315, 45] is northwards"#
    ),
    (
      #""radius":5,"heading":[45,361]"#, circle,
      #"heading has 361, which is not from 0 to 360; give two courses in degrees, clockwise, such as [45, 135]; [315, 45] is northwards"#
    ),
    (
      #""radius":5,"heading":90"#, circle,
      #"heading is a number; give two courses in degrees, clockwise, such as [45, 135]; [315, 45] is northwards"#
    ),
    (
      #""radius":5,"heading":["N","E"]"#, circle,
      #"heading is not two numbers; give two courses in degrees, clockwise, such as [45, 135]; [315, 45] is northwards"#
    ),
    (#""radius":5,"once":"yes""#, circle, #"once is a string; give true or false"#),
    (
      #""radius":5,"maxspeed":30"#, circle,
      #"warning: unknown property "maxspeed"; did you mean "maxSpeed"?"#
    ),
    (#""radius":5,"latch":"yes""#, circle, #"latch is a string; give true or false"#),
    (
      #""radius":5,"latch":true,"notifyOnEntry":false,"notifyOnExit":false"#, circle,
      #"latch needs an event that begins the alarm; remove notifyOnEntry or notifyOnExit, or remove latch"#
    ),
    (#""gate":true,"latch":true"#, line, #"warning: latch has no effect on a gate; remove it"#),
    (
      #""radius":5,"lach":true"#, circle,
      #"warning: unknown property "lach"; did you mean "latch"?"#
    ),
    (
      #""radius":5,"aftr":"zone""#, circle,
      #"warning: unknown property "aftr"; did you mean "after"?"#
    ),
    (
      #""radius":5,"ofset":5"#, circle,
      #"warning: unknown property "ofset"; did you mean "offset"?"#
    ),
    (
      #""radius":5,"heading":[90,90]"#, circle,
      #"warning: heading is from a course to itself, so only crossings in exactly that course are reported; give two courses in degrees, clockwise, such as [45, 135]; [315, 45] is northwards"#
    ),
    (
      #""radius":5,"latch":true,"signal":"siren""#, circle,
      #"signal "siren" is not in the configuration; known: again, backlog, blind, cross, dwell, enter, exit, fault, inside, last_reminder, mark, outside, ready, reminder, sighted, speedOK, speeding and unknown"#
    ),
    (#""radius":5,"gate":true"#, "null", #"geometry is null; draw the LineString of the gate"#),
  ]

  private static func feature(_ id: String, _ properties: String, _ geometry: String) -> String {
    #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"geometry":\#(geometry)}"#
  }

  /// The regions that the wrong ones name, and further ones after them.
  static func regions(_ more: String...) -> String {
    let features = [
      feature("zone", #""radius":60,"class":"yard""#, circle), feature("field", "", square),
      feature("band", #""border":"zone","offset":9"#, "null"),
      feature("gate", #""gate":true"#, line),
    ]
    return
      #"{"type":"FeatureCollection","features":[\#((features + more).joined(separator: ","))]}"#
  }

  @Test(arguments: uses)
  func wrongUseHasOneLine(_ properties: String, _ geometry: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    let regions = Self.regions(Self.feature("x", properties, geometry))
    let file = try folder.write(regions, to: "regions.geojson")
    let run = try PicketCommandRun("check", "--regions", file)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.log == "\(file): feature 4 (\"x\"): \(words)\n")
  }
}
