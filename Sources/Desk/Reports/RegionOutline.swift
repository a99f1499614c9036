internal import Base
internal import Board
internal import Geofence
internal import Picket
internal import RegionFiles

/// One region of a map: its outline without invisible details and parts outside the map.
struct RegionOutline: Sendable {
  let region: Region

  /// The box around the region on the map, in metres.
  let box: MapFrame.Box

  private let approach: Double?
  private let frame: MapFrame
  private let whole: Contour
  private var outline: Contour

  /// The outline of a region.
  ///
  /// - Parameter approach: The least distance of the carrier, in metres; `nil` out of reach.
  init(_ region: Region, approach: Double?, on frame: MapFrame) {
    self.region = region
    self.approach = approach
    self.frame = frame
    whole = Contour(region.shape, on: frame)
    outline = whole
    var box = whole.box
    if case .corridor(let corridor) = region.shape { box = box.enlarged(by: corridor.width / 2) }
    self.box = box
  }

  /// The number of points.
  var count: Int { circle == nil ? outline.count : 1 }

  /// The order of importance, the least first: nearest to the track, then to the shown map.
  var rank: Double {
    let east = max(0, max(box.west - frame.view.east, frame.view.west - box.east))
    let north = max(0, max(box.south - frame.view.north, frame.view.south - box.north))
    return approach.map { min($0, 1e6) - 1e6 } ?? east + north
  }

  /// Leaves out points that make no visible difference.
  mutating func simplify(to tolerance: Double) {
    if circle == nil { outline = whole.simplified(to: tolerance) }
  }

  /// The circle of a region that is small enough to be round on the map.
  private var circle: Circle? {
    if case .circle(let circle) = region.shape, circle.radius < 3000 { circle } else { nil }
  }

  /// The region for the script that draws it, with the regions at these places cut out.
  func json(excluding others: [Int]) -> JSONLine {
    var line = JSONLine()
    line.add("id", region.id)
    line.add("note", region.note)
    line.add("strip", frame.length(2 * max(region.cushion, 4)))
    if !others.isEmpty { line.add("without", others) }
    if let circle {
      line.add("outline", columns([[frame.point(circle.center)]]))
      line.add("reach", frame.length(circle.radius))
    } else if case .corridor(let corridor) = region.shape {
      line.add("outline", columns(outline.borders(within: frame.limit)))
      line.add("reach", frame.length(corridor.width / 2))
    } else {
      line.add("isArea", true)
      line.add("outline", columns(outline.areas(within: frame.limit)))
      // The sides of the map, at which an area is cut, are no borders.
      if !frame.limit.contains(box) {
        line.add("border", columns(outline.borders(within: frame.limit)))
      }
    }
    return line
  }

  private func columns(_ lines: [[LocalMap.Point]]) -> JSONLine {
    var line = Columns.places(lines.joined().map(frame.place))
    line.add("counts", Columns.text(lines.map(\.count)))
    return line
  }
}

extension RegionOutline {
  /// The outlines on a map, the most important first, and what is left out.
  ///
  /// - Parameter approaches: The least distance of the carrier from each region, in metres.
  static func all(
    of regions: [Region], approaches: [Double?], on frame: MapFrame
  ) -> (outlines: [RegionOutline], omissions: [PageNote]) {
    var outlines = zip(regions, approaches).map {
      RegionOutline($0, approach: $1, on: frame)
    }.enumerated().filter { $1.box.touches(frame.limit) }
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    var omissions: [PageNote] = []
    if outlines.count > mostRegions {
      omissions.append(
        PageNote(
          "the map shows {shown} of {all:n} regions, the nearest to the track",
          ["shown": .count(mostRegions), "all": .count(regions.count)]))
      outlines.removeLast(outlines.count - mostRegions)
    }
    // Before zooming in, details of less than half a pixel are invisible.
    var tolerance = frame.unitsPerPixel * frame.unit / 4
    for index in outlines.indices { outlines[index].simplify(to: tolerance) }
    while outlines.reduce(0, { $0 + $1.count }) > mostCorners {
      tolerance *= 2
      for index in outlines.indices { outlines[index].simplify(to: tolerance) }
    }
    return (outlines, omissions)
  }

  private static let mostRegions = 250
  private static let mostCorners = 20_000
}
