// A form that Picket must not use: Swift 6.0.3 leaves out the `deinit` of a value that cannot be copied,
// where it is optimised. Tests/Rigs/house/run --check refuses it in Sources: a class frees what such a value owns.
struct Owner: ~Copyable {
  nonisolated(unsafe) static var ended = 0
  var texts = ["a"]
  deinit { Owner.ended += 1 }
}

struct Holder: ~Copyable {
  var owner = Owner()
  var count = 0
}

@inline(never) func count(_ owner: borrowing Owner) -> Int { owner.texts.count }

@inline(never) func use() -> Int {
  var holder = Holder()
  holder.count += 1
  return count(holder.owner)
}

@main struct Main {
  static func main() {
    _ = use()
    let verdict = Owner.ended == 1 ? "right" : "wrong, as with Swift 6.0.3:"
    print(verdict, "a deinit of a value that cannot be copied")
  }
}
