// The forms in which Picket keeps and lends values that cannot be copied. Each must end each value once.
internal import Dispatch

/// A member whose end can be counted: a class, since only classes may have a `deinit` (see refused.swift).
final class Member {
  nonisolated(unsafe) static var ended = 0
  deinit { Member.ended += 1 }
}

struct Inner: ~Copyable {
  let member = Member()
  var texts = ["a"]
  mutating func add() { texts.append("b") }
}

struct Outer: ~Copyable {
  var inner = Inner()
  var count = 0
  /// As `Session.monitor`.
  var lent: Inner { _read { yield inner } }
  mutating func add() {
    count += 1
    inner.add()
  }
}

struct State: ~Copyable {
  var outer = Outer()
  var list: [Int] = []
  var text: String?
}

struct Path<Part: ~Copyable>: ~Copyable {
  var part: Part
  init(_ part: consuming Part) { self.part = part }
}

@inline(never) func count(_ inner: borrowing Inner) -> Int { inner.texts.count }
@inline(never) func end(_ outer: consuming Outer) -> Int { outer.count }

nonisolated(unsafe) var isWrong = false

/// Prints whether the work ended this many members.
@inline(never) func expect(_ form: String, _ number: Int, _ work: () -> Void) {
  let before = Member.ended
  work()
  let ended = Member.ended - before
  if ended != number { isWrong = true }
  print(ended == number ? "right" : "WRONG", "\(form): ended \(ended) of \(number)")
}

@main struct Main {
  static func main() {
    let queue = DispatchQueue(label: "queue")
    expect("a state that a queue owns", 1) {
      let confined = Confined(State(), on: queue)
      queue.sync {
        // As `Controller.startOnQueue`, which assigned a member first.
        confined.value.text = "text"
        confined.value.list = [1]
        for _ in 0..<5 { confined.value.outer.add() }
        confined.value.list.append(count(confined.value.outer.lent))
        if confined.value.list != [1, 6] { isWrong = true }
      }
    }
    expect("a state that is replaced", 2) {
      let confined = Confined(State(), on: queue)
      queue.sync {
        confined.value.outer = Outer()
        confined.value.outer.add()
      }
    }
    expect("a member lent by a member", 1) {
      var outer = Outer()
      for _ in 0..<5 { outer.add() }
      if count(outer.lent) != 6 { isWrong = true }
    }
    expect("a generic owner", 1) {
      var path = Path(Outer())
      path.part.add()
      if path.part.count != 1 { isWrong = true }
    }
    expect("a value that is handed over", 1) {
      if end(Outer()) != 0 { isWrong = true }
    }
    expect("an early end", 1) {
      var outer = Outer()
      guard CommandLine.arguments.count > 5 else { return }
      outer.add()
    }
    if isWrong { fatalError("a form that Picket uses cannot be trusted with this compiler") }
  }
}
