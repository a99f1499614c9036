@testable import Board
import Testing

struct PatternTests {
  @Test(
    arguments: [
      ("short", [(100, 150)]),
      ("long", [(500, 150)]),
      ("pause short", [(0, 500), (100, 150)]),
      ("short short long", [(100, 150), (100, 150), (500, 150)]),
      ("2000", [(2000, 0)]),
      ("  100/200   50 ", [(100, 200), (50, 0)]),
      ("100/100 x3", [(100, 100), (100, 100), (100, 100)]),
      ("0/100 5 x2", [(0, 100), (5, 0), (0, 100), (5, 0)]),
      ("10000/10000", [(10_000, 10_000)]),
      ("0 0/0 5", [(5, 0)]),
    ] as [(String, [(Int, Int)])])
  func itemsMakeTheSteps(_ text: String, _ steps: [(Int, Int)]) throws {
    let pattern = try Pattern(text)
    #expect(
      pattern.steps
        == steps.map {
          Pattern.Step(active: .milliseconds($0.0), inactive: .milliseconds($0.1))
        })
  }

  @Test(
    arguments: [
      ("short@880", [(100, 150, 880)]),
      ("200/100@1200 50", [(200, 100, 1200), (50, 0, nil)]),
      (
        "100@20 long@20000 pause x2",
        [
          (100, 0, 20), (500, 150, 20_000), (0, 500, nil), (100, 0, 20), (500, 150, 20_000),
          (0, 500, nil),
        ]
      ),
    ] as [(String, [(Int, Int, Int?)])])
  func itemMayHaveAPitch(_ text: String, _ steps: [(Int, Int, Int?)]) throws {
    #expect(
      try Pattern(text).steps
        == steps.map {
          Pattern.Step(
            active: .milliseconds($0.0), inactive: .milliseconds($0.1), pitch: $0.2)
        })
  }

  @Test(
    arguments: [
      ("", "it is empty"),
      ("   ", "it is empty"),
      ("x5", "it is empty"),
      ("pause", "it is never active"),
      ("0/100 x5", "it is never active"),
      ("shrot", "\"shrot\" is not an item; did you mean \"short\"?"),
      (
        "beep",
        """
        \"beep\" is not an item (items: short, long, pause, ON or ON/OFF in milliseconds, each with \
        @HZ if needed, and xN at the end)
        """
      ),
      ("x2 short", "\"x2\" is not the last item"),
      ("short x0", "\"x0\" does not repeat 1 to 100 times"),
      ("short x101", "\"x101\" does not repeat 1 to 100 times"),
      ("short x99999999999999999999", "\"x99999999999999999999\" does not repeat 1 to 100 times"),
      ("short xx", "\"xx\" does not repeat 1 to 100 times"),
      ("10001", "\"10001\" is not a whole number of milliseconds from 0 to 10000"),
      ("100/10001", "\"10001\" is not a whole number of milliseconds from 0 to 10000"),
      ("1.5", "\"1.5\" is not a whole number of milliseconds from 0 to 10000"),
      ("100/", "\"100/\" is not an item"),
      ("-100", "\"-100\" is not an item"),
      ("short@", "\"short@\" has no pitch from 20 to 20000 Hz after the @"),
      ("short@19", "\"short@19\" has no pitch from 20 to 20000 Hz after the @"),
      ("100@20001", "\"100@20001\" has no pitch from 20 to 20000 Hz after the @"),
      ("100@880@440", "\"100@880@440\" has no pitch from 20 to 20000 Hz after the @"),
      ("100@-5", "\"100@-5\" has no pitch from 20 to 20000 Hz after the @"),
      ("100 pause@880", "\"pause@880\" has a pitch, but is never active"),
      ("shrot@880", "\"shrot@880\" is not an item; did you mean \"short\"?"),
      ("100@880/50", "\"100@880/50\" has no pitch from 20 to 20000 Hz after the @"),
      ("@880", "\"@880\" is not an item"),
      ("1/2/3", "\"1/2/3\" is not an item"),
      ("10000 10000 10001", "\"10001\" is not a whole number of milliseconds from 0 to 10000"),
      ("10000 10000 10000 1", "it lasts 30.001 s, longer than the 30 s allowed"),
      ("10000 x100", "it lasts 1000 s, longer than the 30 s allowed"),
    ] as [(String, String)])
  func invalidPatternHasAReason(_ text: String, _ reason: String) {
    do throws(Pattern.Mistake) {
      let pattern = try Pattern(text)
      Issue.record("\(pattern) was read")
    } catch {
      #expect(error.description.hasPrefix(reason))
    }
  }

  @Test(
    arguments: [
      ("short", "0+ 100-"),
      ("100 100", "0+ 200-"),
      ("pause 100/50 0/50 10", "0- 500+ 600- 700+ 710-"),
      ("100@880 100@880 100 50/50", "0+880 200+ 350-"),
    ] as [(String, String)])
  func edgesAreChangesOfLevel(_ text: String, _ edges: String) throws {
    let edgesFound = try Pattern(text).edges.map { edge in
      let milliseconds = Int(edge.after / .milliseconds(1))
      return switch edge.level {
      case .inactive: "\(milliseconds)-"
      case .active(let pitch): "\(milliseconds)+\(pitch.map(String.init) ?? "")"
      }
    }
    #expect(edgesFound.joined(separator: " ") == edges)
  }

  @Test func durationIsTheSumOfItsSteps() throws {
    #expect(try Pattern("short short").duration == .milliseconds(500))
    #expect(try Pattern("10000 x3").duration == Pattern.longest)
  }
}
