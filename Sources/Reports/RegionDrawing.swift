internal import Geofence
internal import Notation
internal import Outputs
internal import Picket
internal import RegionFiles

/// One region on the map: its area, its border, and the strip around the border.
struct RegionDrawing: Sendable {
  /// The index of the region among all regions.
  let index: Int
  let region: Region

  /// The box around the region on the map, in metres.
  let box: MapFrame.Box

  private let approach: Double?
  private let frame: MapFrame
  private let whole: Contour
  private var outline: Contour

  /// Draws a region.
  ///
  /// - Parameter approach: The least distance of the carrier, in metres; `nil` out of reach.
  init(_ index: Int, _ region: Region, approach: Double?, on frame: MapFrame) {
    self.index = index
    self.region = region
    self.approach = approach
    self.frame = frame
    whole = Contour(region.shape, on: frame)
    outline = whole
    var box = whole.box
    if case .corridor(let corridor) = region.shape { box = box.enlarged(by: corridor.width / 2) }
    self.box = box
  }

  /// The greater side of the box, in metres.
  var size: Double { max(box.width, box.height) }

  /// The number of points of the drawing.
  var count: Int { isPlainCircle ? 1 : outline.count }

  /// The order of importance, the least first: nearest to the track, then to the shown map.
  var rank: Double {
    let east = max(0, max(box.west - frame.view.east, frame.view.west - box.east))
    let north = max(0, max(box.south - frame.view.north, frame.view.south - box.north))
    return approach.map { min($0, 1e6) - 1e6 } ?? east + north
  }

  /// Leaves out points that make no visible difference.
  mutating func simplify(to tolerance: Double) {
    if !isPlainCircle { outline = whole.simplified(to: tolerance) }
  }

  /// The outermost points that are shown, the northernmost first: places for the region's name.
  func extremes(in view: MapFrame.Box) -> [LocalMap.Point] {
    let shown = whole.lines.joined().filter(view.contains)
    return [
      shown.max { $0.north < $1.north }, shown.min { $0.north < $1.north },
      shown.min { $0.east < $1.east }, shown.max { $0.east < $1.east },
    ].compactMap { $0 }
  }

  /// Whether the region is a circle that is small enough to be round on the map.
  private var isPlainCircle: Bool { circle != nil }

  private var circle: Circle? {
    if case .circle(let circle) = region.shape, circle.radius < 3000 { circle } else { nil }
  }

  // MARK: Drawing

  /// The elements, with the regions at these indices cut out.
  func svg(excluding others: [Int]) -> String {
    let strip = frame.length(2 * max(region.cushion, 4))
    var body: String
    if case .corridor(let corridor) = region.shape {
      body = corridorBody(corridor.width, strip)
    } else {
      body = """
        <use href="#r\(index)" class="strip" stroke-width="\(strip)"/>\
        <use href="#r\(index)" class="edge"/>
        """
    }
    var mask = ""
    var masked = ""
    if !others.isEmpty {
      mask = """
        <mask id="m\(index)" \(all)><rect \(extent) fill="#fff"/>\
        \(others.map { "<use href=\"#f\($0)\" class=\"hole\"/>" }.joined())</mask>
        """
      masked = " mask=\"url(#m\(index))\""
    }
    let note = region.note.map { " - \(Markup.text($0))" } ?? ""
    let hidden = (area == nil ? "" : shape) + mask
    return """
      <g class="region"><title>\(Markup.text(region.id))\(note)</title>\
      \(hidden.isEmpty ? "" : "<defs>\(hidden)</defs>")\
      <g id="f\(index)" class="area"\(masked)>\(area ?? shape)</g>\(body)</g>
      """
  }

  /// The line of the border; for a corridor, its middle line.
  private var shape: String {
    if let circle {
      let place = frame.place(circle.center)
      return
        "<circle id=\"r\(index)\" cx=\"\(place.x)\" cy=\"\(place.y)\" r=\"\(frame.length(circle.radius))\"/>"
    }
    var path = DrawnPath()
    for line in outline.borders(within: frame.limit) {
      let isClosed = line.count > 2 && line.first == line.last
      path.line((isClosed ? line.dropLast() : line[...]).map(frame.place), isClosed: isClosed)
    }
    return "<path id=\"r\(index)\" d=\"\(path.data)\"/>"
  }

  /// The area, where its drawing differs from that of the border; otherwise `nil`.
  private var area: String? {
    if case .corridor(let corridor) = region.shape {
      return
        "<use href=\"#r\(index)\" class=\"lane\" stroke-width=\"\(frame.length(corridor.width))\"/>"
    }
    guard !isPlainCircle, !frame.limit.contains(box) || outline.lines.count > 1 else { return nil }
    var path = DrawnPath()
    for ring in outline.areas(within: frame.limit) {
      path.line(ring.map(frame.place), isClosed: true)
    }
    return "<path fill-rule=\"evenodd\" d=\"\(path.data)\"/>"
  }

  /// The border of a corridor: a wide line from which a slightly narrower one is cut out.
  private func corridorBody(_ width: Double, _ strip: Int) -> String {
    let lane = frame.length(width)
    func rim(_ id: String, _ outer: String, _ inner: String, _ style: String) -> String {
      """
      <mask id="\(id)\(index)" \(all)><use href="#r\(index)" class="cut" stroke="#fff" \
      style="stroke-width:\(outer)"/><use href="#r\(index)" class="cut" stroke="#000" \
      style="stroke-width:\(inner)"/></mask><rect \(extent) class="\(style)" \
      mask="url(#\(id)\(index))"/>
      """
    }
    return rim("strip", "\(lane + strip)px", "\(max(0, lane - strip))px", "rim-strip")
      + rim("edge", "calc(\(lane)px + 2px*var(--u))", "\(lane)px", "rim-edge")
  }

  /// The rectangle of the whole drawing.
  private var extent: String {
    let limit = frame.limit
    return """
      x="\(frame.length(limit.west))" y="\(frame.length(-limit.north))" \
      width="\(frame.length(limit.width))" height="\(frame.length(limit.height))"
      """
  }

  private var all: String { "maskUnits=\"userSpaceOnUse\" \(extent)" }
}
