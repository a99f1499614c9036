package import Base

extension JSONSource {
  /// The source of a value that a program sent.
  ///
  /// - Parameter old: The value that is replaced: equal parts keep their spelling, and members keep
  ///   their order.
  package init(_ json: JSON, like old: JSONSource? = nil) {
    if let old, old.json == json {
      self = old
      return
    }
    switch json {
    case .object(let members):
      self = .object(
        Self.order(of: members, like: old).compactMap { name in
          members[name].map {
            Member(name: name, value: JSONSource($0, like: old?[name]))
          }
        })
    case .array(let elements):
      let others = old?.elements ?? []
      self = .array(
        elements.enumerated().map { index, element in
          JSONSource(element, like: index < others.count ? others[index] : nil)
        })
    default: self = .leaf(json.text)
    }
  }

  /// The names of members: those of the old value, then those that Picket reads, then others.
  private static func order(of members: [String: JSON], like old: JSONSource?) -> [String] {
    let first = (old?.members ?? []).map(\.name).filter { members[$0] != nil }
    let known = Self.usual.filter { members[$0] != nil && !first.contains($0) }
    let named = Set(first + known)
    return first + known + members.keys.filter { !named.contains($0) }.sorted()
  }

  private static let usual = ["type"] + RegionProperty.names + ["properties", "geometry"]
}
