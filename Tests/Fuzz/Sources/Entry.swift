/// The function that libFuzzer calls with each input; `--target=NAME` selects the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.check(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

private let target: Target = {
  // libFuzzer leaves arguments with two dashes to the program.
  let names = CommandLine.arguments.filter { $0.hasPrefix("--target=") }.map { $0.dropFirst(9) }
  guard let target = names.last.flatMap({ Target(rawValue: String($0)) }) else {
    fatalError("--target= one of \(Target.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  return target
}()
