internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// An event on the map: its number, next to the place where it was confirmed.
struct Pin: Hashable, Sendable {
  /// The number of the event.
  let number: Int
  let kind: Event.Kind
  let region: String

  /// The position where the event was confirmed, if known.
  let place: Coordinate?

  /// The width of the pin in pixels.
  var width: Double { Double(text.count) * 7.4 + 14 }

  /// The number of the event, and a short word for its kind.
  var text: String { "\(number) \(kind.short)" }
}

extension Pin {
  /// A pin for an event at a place.
  init(_ event: Event, at place: Coordinate) {
    self.init(number: event.sequence, kind: event.kind, region: event.region, place: place)
  }

  /// The pin with its number at an offset in pixels from the place; without an offset, a dot.
  func svg(at place: DrawnPath.Place, offset: (x: Double, y: Double)?) -> String {
    """
      <g class="pin \(kind.rawValue)" data-e="\(number)" transform="translate(\(place.x) \(place.y))">\
      <title>\(number) \(kind.rawValue) \(Markup.text(region))</title><g class="k">\
      \(offset.map { badge(at: $0.x, $0.y) } ?? "<circle class=\"spot\" r=\"3.5\"/>")</g></g>
    """
  }

  private func badge(at x: Double, _ y: Double) -> String {
    func short(_ value: Double) -> String { value.text(decimals: 0) }
    return """
      <path class="lead" d="M0 0L\(short(x)) \(short(y))"/><circle class="spot" r="3.5"/>\
      <rect x="\(short(x - width / 2))" y="\(short(y - 10))" width="\(short(width))" height="20" \
      rx="\(kind.isCrossing ? 10 : 3)"/><text x="\(short(x))" y="\(short(y + 4.5))">\(text)</text>
      """
  }
}

extension Event.Kind {
  /// A short word for the kind, such as in or out.
  var short: String {
    switch self {
    case .enter: "in"
    case .exit: "out"
    case .dwell: "dwell"
    case .speeding: "fast"
    case .speedOK: "slow"
    case .cross: "gate"
    }
  }
}
