import Dispatch
import Geofence
import Glibc
import Synchronization

/// What becomes of crossings with made receivers, and of receivers that claim more than is true.
struct MadeTable {
  /// The lines of both tables in Markdown; a seed determines the directions and the errors.
  static func markdown(seed: UInt64) -> [String] {
    let (receivers, lives) = (MadeReceiver.all, MadeReceiver.lives)
    let rows = all(receivers.count + lives.count) { index in
      index < receivers.count
        ? MadeRow(receivers[index], seed: seed).line
        : liar(lives[index - receivers.count], seed: seed)
    }
    var lines = [
      "| receiver | exit at 0.3, 1 and 3 m/s, past the border | missed "
        + "| 3 m out, and stays: exit after | visits of 1 m: events of 10 | false |",
      "|---|---:|---:|---:|---:|---:|",
    ]
    lines += rows.prefix(receivers.count)
    lines += [
      "", "| error of 3 m that lives | claims 3 m | claims 2 cm | claims 2 cm, fixed |",
      "|---|---:|---:|---:|",
    ]
    return lines + rows.dropFirst(receivers.count)
  }

  /// The rows in order, made on all processors.
  private static func all(_ count: Int, _ row: @Sendable (Int) -> String) -> [String] {
    let made = Mutex([Int: String]())
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let line = row(index)
      made.withLock { $0[index] = line }
    }
    return made.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Claims

  /// The false events of a receiver on the inside, for each of its claims, without a velocity and
  /// with two.
  private static func liar(_ life: Double, seed: UInt64) -> String {
    let claims: [(Double, Fix.Solution?)] = [(3, nil), (0.02, nil), (0.02, .fixed)]
    let cells = claims.map { claim, solution in
      [nil, 0.03, 0.3].map { doppler in
        var random = MadeRandom(seed: seed)
        var wrong = 0
        for _ in 0..<liarWays {
          let receiver = MadeReceiver(
            name: "", error: 3, claim: claim, life: life, doppler: doppler, own: 0.003,
            solution: solution)
          wrong += receiver.events(on: pacing(&random), &random).count
        }
        return "\(wrong)"
      }.joined(separator: " / ")
    }
    let name = life < 60 ? "\(life.fixed(0)) s" : "\((life / 60).fixed(0)) min"
    return "| \(name) | \(cells.joined(separator: " | ")) |"
  }

  /// The ways of a receiver with each claim and velocity.
  private static let liarWays = 20

  /// A way that stays 5 m inside and more: standing, to and fro, and standing.
  private static func pacing(_ random: inout MadeRandom) -> MadeWay {
    let outwards = random.direction()
    let (near, deep) = (outwards * (MadeWay.radius - 5), outwards * (MadeWay.radius - 25))
    var way = MadeWay(from: near, for: 600)
    for _ in 0..<15 {
      way.go(to: deep, 1)
      way.go(to: near, 1)
    }
    way.wait(600)
    return way
  }
}
