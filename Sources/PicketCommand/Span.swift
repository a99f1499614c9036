import ArgumentParser

/// How long something takes: 90s, 10m, 2h, 3d, or a number of seconds.
struct Span: ExpressibleByArgument {
  let seconds: Double

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()), number >= 0,
      number < 1e6
    else { return nil }
    seconds = number * (unit ?? 1)
  }
}
