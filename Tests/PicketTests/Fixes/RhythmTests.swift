import Geofence
import Testing

@testable import Picket

struct RhythmTests {
  /// What gpsd 3.25 sends of each fix of a receiver that sees twenty satellites.
  private static let sky = [72, 96, 1650]
  private static let fix = 378
  private static let half = 176

  /// A rhythm after so many fixes, a tenth of a second apart unless it is said how far.
  private func rhythm(after count: Int, apart interval: Duration = .milliseconds(100)) -> Rhythm {
    var rhythm = Rhythm()
    for number in 0..<count {
      rhythm.take(Self.sky + [Self.fix], fixAt: Instant(interval * number))
    }
    return rhythm
  }

  @Test func withoutAFixWhateverComesIsRead() {
    #expect(Rhythm().enough == 1)
    var rhythm = rhythm(after: 10)
    rhythm.take(90)
    rhythm.takeReport(isFix: false, at: Instant(.seconds(2)))
    #expect(rhythm == Rhythm())
  }

  @Test func whatAnnouncesAFixIsReadWithIt() {
    let enough = rhythm(after: 2).enough
    #expect(enough > Self.sky.reduce(0, +))
    #expect(enough <= Self.sky.reduce(0, +) + Self.fix / 2)
  }

  @Test func theFirstFixSaysNothingYetOfWhatAnnouncesIt() {
    #expect(rhythm(after: 1).enough == Self.half)
  }

  @Test func aFixAloneIsNeverWaitedForTwice() {
    var rhythm = rhythm(after: 10)
    for number in 11...40 {
      rhythm.take([Self.fix], fixAt: Instant(.milliseconds(100) * number))
      // All that comes is the fix: what is left of it without half, in steps of 64.
      #expect(rhythm.enough == 192)
    }
  }

  @Test func whatIsReadBeforeTheFixIsNotWaitedForAgain() {
    var rhythm = rhythm(after: 10)
    rhythm.take(1650)
    #expect(rhythm.enough <= 72 + 96 + Self.fix - Self.fix / 2)
    for line in [72, 96] { rhythm.take(line) }
    #expect(rhythm.enough == Self.half)
  }

  @Test func afterAFixAloneItTakesSomeTimeToTrustTheSkyAgain() {
    var rhythm = rhythm(after: 10)
    rhythm.take([Self.fix], fixAt: Instant(.seconds(1)))
    var fixes = 0
    repeat {
      fixes += 1
      rhythm.take(
        Self.sky + [Self.fix], fixAt: Instant(.milliseconds(1100 + 100 * fixes)))
    } while rhythm.enough == Self.half && fixes < 1000
    #expect((300...500).contains(fixes))
  }

  @Test func aFixThatComesWithLessIsATenthOfASecondLate() {
    #expect(rhythm(after: 3).patience == .milliseconds(200))
    #expect(rhythm(after: 3, apart: .seconds(1)).patience == .milliseconds(1100))
    #expect(rhythm(after: 3, apart: .seconds(5)).patience == .milliseconds(1100))
  }

  @Test func aDigitMoreOrLessChangesNothing() {
    var rhythm = rhythm(after: 10)
    let enough = rhythm.enough
    for number in 11...100 {
      rhythm.take(
        Self.sky + [Self.fix + number % 3], fixAt: Instant(.milliseconds(100) * number))
      #expect(rhythm.enough == enough)
    }
  }

  @Test func reportsOfNoLengthAreWaitedFor() {
    var rhythm = Rhythm()
    for second in 0..<3 {
      rhythm.take([1], fixAt: Instant(.seconds(second)))
      #expect(rhythm.enough == 1)
    }
  }

  /// An hour of satellites that come and go, each of them 75 bytes of the sky.
  @Test func fewFixesAreLateHoweverTheSkyChanges() {
    var chance = SeededGenerator(seed: 7)
    var rhythm = Rhythm()
    var (satellites, late, read) = (16, 0, 0)
    for second in 0..<3600 {
      satellites = min(20, max(6, satellites + Int.random(in: -2...2, using: &chance)))
      var waiting: [Int] = []
      for line in [96, 150 + 75 * satellites, Int.random(in: 370...380, using: &chance)] {
        waiting.append(line)
        guard waiting.reduce(0, +) >= rhythm.enough else { continue }
        read += 1
        for line in waiting { rhythm.take(line) }
        waiting = []
      }
      if !waiting.isEmpty { late += 1 }
      rhythm.take(waiting, fixAt: Instant(.seconds(second)))
    }
    #expect(late < 36)
    #expect(read < 2 * 3600)
  }
}

extension Rhythm {
  /// Takes in lines of so many bytes, of which the last is the report of a fix.
  fileprivate mutating func take(_ lines: [Int], fixAt arrival: Instant) {
    for line in lines { take(line) }
    takeReport(isFix: true, at: arrival)
  }
}
