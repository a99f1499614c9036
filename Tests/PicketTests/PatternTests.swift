import Testing

@testable import Picket

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
  func isWhatItsItemsSay(_ text: String, _ steps: [(Int, Int)]) throws {
    let pattern = try Pattern(text)
    #expect(
      pattern.steps
        == steps.map {
          Pattern.Step(active: .milliseconds($0.0), inactive: .milliseconds($0.1))
        })
  }

  @Test(
    arguments: [
      ("", "it is empty"),
      ("   ", "it is empty"),
      ("x5", "it is empty"),
      ("pause", "it is never active"),
      ("0/100 x5", "it is never active"),
      ("shrot", "\"shrot\" is no item; did you mean \"short\"?"),
      (
        "beep",
        """
        \"beep\" is no item (items: short, long, pause, ON or ON/OFF in milliseconds, \
        and xN at the end)
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
      ("100/", "\"100/\" is no item"),
      ("-100", "\"-100\" is no item"),
      ("1/2/3", "\"1/2/3\" is no item"),
      ("10000 10000 10001", "\"10001\" is not a whole number of milliseconds from 0 to 10000"),
      ("10000 10000 10000 1", "it lasts 30.001 s, longer than the 30 s allowed"),
      ("10000 x100", "it lasts 1000 s, longer than the 30 s allowed"),
    ] as [(String, String)])
  func saysWhyItIsNone(_ text: String, _ reason: String) {
    do throws(Pattern.Mistake) {
      let pattern = try Pattern(text)
      Issue.record("\(pattern) was read")
    } catch {
      #expect(error.description.hasPrefix(reason))
    }
  }

  @Test func lastsAsLongAsItsSteps() throws {
    #expect(try Pattern("short short").duration == .milliseconds(500))
    #expect(try Pattern("10000 x3").duration == Pattern.longest)
  }
}
