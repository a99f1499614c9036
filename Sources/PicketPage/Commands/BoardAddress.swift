import Glibc

/// The addresses and names under which a phone finds the board.
enum BoardAddress {
  /// The hosts for a link, the best one first.
  static func names(for configuration: PageConfiguration) -> [String] {
    let listening = configuration.listening
    // A certificate is issued for a name.
    if configuration.certificate != nil, let name = configuration.names.first { return [name] }
    if listening.isLoopback { return [listening.address] }
    let isAny = ["0.0.0.0", "::"].contains(listening.address)
    let addresses = isAny ? networkAddresses : [listening.address]
    let hasAvahi = access("/run/avahi-daemon/socket", F_OK) == 0
    let name = PageConfiguration.hostName
    return hosts(addresses: addresses, name: name, hasAvahi: hasAvahi)
  }

  /// The hosts of a board in a network; a name from Avahi stays when the address changes.
  static func hosts(addresses: [String], name: String, hasAvahi: Bool) -> [String] {
    guard hasAvahi, !name.isEmpty else { return addresses.isEmpty ? [name] : addresses }
    // Avahi announces the first part of a long name.
    return ["\(name.prefix { $0 != "." }).local"] + addresses
  }

  /// The addresses of IPv4 in networks; the corresponding C function is `getifaddrs`.
  private static var networkAddresses: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
        IPAddress(address)?.isLoopback == false
      else { continue }
      var buffer = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
      let text = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
        inet_ntop(AF_INET, &pointer.pointee.sin_addr, &buffer, socklen_t(buffer.count))
      }
      if let text { addresses.append(String(cString: text)) }
    }
    return addresses
  }
}
