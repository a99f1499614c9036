internal import Base
internal import Geofence

/// A second account on a page, for comparison: of another walk, rule or sense.
package struct Comparison: Sendable {
  /// The other account.
  let account: Account

  /// The names of the page's own account, and of the other.
  let names: (own: String, other: String)

  /// The seconds to add to an offset of the other account to get an offset of the page's own.
  let shift: Double

  /// Whether both walks were at the same time, by the receivers' clocks.
  let isSimultaneous: Bool

  /// Compares an account with another; where their times overlap, equal times coincide.
  package init(_ account: Account, named other: String, beside own: Account, named name: String) {
    self.account = account
    names = (name, other)
    func base(_ account: Account) -> Timestamp? {
      account.moments.first { $0.rejection == nil }?.time
    }
    guard let first = base(own), let second = base(account) else {
      (shift, isSimultaneous) = (0, false)
      return
    }
    let apart = first.duration(to: second).inSeconds
    let (span, otherSpan) = (own.span, account.span)
    isSimultaneous = otherSpan.start + apart < span.end && otherSpan.end + apart > span.start
    shift = isSimultaneous ? apart : 0
  }

  /// The index of the region with this identifier among the other account's regions.
  func place(of region: String) -> Int? {
    account.regions.firstIndex { $0.id == region }.flatMap {
      account.histories[$0].isNear ? $0 : nil
    }
  }

  /// The events of both accounts; two of one kind and region within two minutes are a pair.
  func pairs(with own: Account) -> [Pair] {
    var rest = account.events
    var pairs: [Pair] = own.events.map { event in
      let near = rest.indices.filter {
        rest[$0].event.kind == event.event.kind && rest[$0].event.region == event.event.region
          && abs(rest[$0].offset + shift - event.offset) < Self.longest
      }.min {
        abs(rest[$0].offset + shift - event.offset) < abs(rest[$1].offset + shift - event.offset)
      }
      return Pair(own: event, other: near.map { rest.remove(at: $0) })
    }
    pairs += rest.map { Pair(own: nil, other: $0) }
    return pairs.sorted { $0.offset(shift) < $1.offset(shift) }
  }

  /// An event of one account, or of both.
  struct Pair: Sendable {
    let own: Account.PlacedEvent?
    let other: Account.PlacedEvent?

    func offset(_ shift: Double) -> Double { own?.offset ?? ((other?.offset ?? 0) + shift) }
  }

  private static let longest = 120.0
}
