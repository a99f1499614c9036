package import Base
package import Geofence

extension RegionProperty {
  /// The value that a region has, as a file would have it; `nil` for its default.
  ///
  /// A threshold of the configuration is not distinguished from one of the region itself.
  package func value(of region: Region) -> JSON? {
    func flag(_ isSet: Bool, unless usual: Bool = false) -> JSON? {
      isSet == usual ? nil : .boolean(isSet)
    }
    func seconds(_ duration: Duration?) -> JSON? { duration.map { .number($0.inSeconds) } }
    return switch self {
    case .id: .string(region.id)
    case .note: region.note.map(JSON.string)
    case .notifyOnEntry: flag(region.notifyOnEntry, unless: true)
    case .notifyOnExit: flag(region.notifyOnExit, unless: true)
    case .dwell: seconds(region.dwell)
    case .cushion: .number(region.cushion)
    case .linger: seconds(region.linger)
    case .sense: .string(region.sense.rawValue)
    case .expires: region.expires.map { .string($0.rfc3339) }
    case .signal: region.signal.map(JSON.string)
    case .category: region.category.map(JSON.string)
    case .radius:
      if case .circle(let circle) = region.shape.drawn { .number(circle.radius) } else { nil }
    case .width:
      if case .corridor(let corridor) = region.shape.drawn, !region.isGate {
        .number(corridor.width)
      } else {
        nil
      }
    case .exclude: region.exclude.isEmpty ? nil : .array(region.exclude.map(JSON.string))
    case .enabled: flag(region.isEnabled, unless: true)
    case .active: region.active.map { .string($0.schedule.description) }
    case .atStart: flag(region.reportsStart)
    case .remind: seconds(region.reminder?.interval)
    case .remindSide: region.reminder.map { .string($0.side.rawValue) }
    case .remindAtMost: region.reminder.map { .number(Double($0.most)) }
    case .approach: seconds(region.approach?.limit)
    case .approachFrom: region.approach.map { .string($0.side.rawValue) }
    case .approachLongest: seconds(region.approach?.longest)
    case .border: region.band.map { .string($0.region) }
    case .offset: region.band.map { .number($0.offset) }
    case .latch: flag(region.latches)
    case .maxSpeed: region.speedRule.map { .number($0.limit) }
    case .speedLinger: seconds(region.speedRule?.linger)
    case .after: region.order.after.map(JSON.string)
    case .once: flag(region.order.isOnce)
    case .heading:
      region.order.heading.map { .array([.number($0.from), .number($0.to)]) }
    case .gate: flag(region.isGate)
    case .mute: flag(region.isMuted)
    }
  }
}

extension RegionProperty {
  /// Its name in a sentence: for a carrier the words of the form on a phone, where it has such words.
  var named: Reason.Value {
    switch self {
    case .id, .note, .notifyOnEntry, .notifyOnExit, .radius, .width, .enabled, .offset, .gate,
      .mute:
      .text(rawValue)
    default: .reason(Reason("fact.\(rawValue)"))
    }
  }

  /// The value that a region has, for a person; `nil` for none and for 0.
  func said(of region: Region) -> Reason? {
    switch value(of: region) {
    case .number(0)?, nil: nil
    case .number(let number)?:
      switch unit {
      case "seconds":
        Reason(
          number >= 120 && number.remainder(dividingBy: 60) == 0 ? "said.minutes" : "said.seconds",
          ["time": .number(number)])
      case "metres": .plain(number.metresText())
      case let unit: .plain([number.plain, unit].compactMap { $0 }.joined(separator: " "))
      }
    case .array(let courses)? where self == .heading:
      Reason(
        "said.courses",
        Dictionary(uniqueKeysWithValues: zip(["from", "to"], courses.map { .text($0.text) })))
    case .array(let values)?: .listed(values.map(Self.verbatim))
    case .boolean?: Reason("rule.\(rawValue)")
    case .string(let side)? where self == .remindSide || self == .approachFrom:
      Reason("side.\(side)")
    case let value?: Self.verbatim(value)
    }
  }

  private static func verbatim(_ value: JSON) -> Reason {
    Reason(verbatim: (value.string ?? value.text).onOneLine)
  }

  /// Whether the card on a phone says it: it has no defaults, and the note and the mute have a place
  /// of their own.
  func isOnCard(of region: Region) -> Bool {
    let value = value(of: region)
    return switch self {
    case .note, .mute, .offset: false
    case .approachLongest: value != .number(RegionSettings().approachLongest.inSeconds)
    default: value.map { $0.string ?? $0.text } != entry.standard
    }
  }
}

extension Shape {
  /// The shape in the file: without the exclusions of others.
  fileprivate var drawn: Shape {
    if case .difference(let difference) = self { difference.base.drawn } else { self }
  }
}
