import ArgumentParser

/// A length of time as an argument: 90s, 10m, 2h or 3d.
struct Stretch: ExpressibleByArgument {
  let seconds: Double

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = argument.last.flatMap({ units[$0] }),
      let number = Double(argument.dropLast()), number >= 0, number < 1e6
    else { return nil }
    seconds = number * unit
  }
}
