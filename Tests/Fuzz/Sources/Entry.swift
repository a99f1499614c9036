@testable import Base

/// The function that libFuzzer calls with each input; `--target=NAME` selects the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  target.check(bytes)
  // One in eight: thousands of pieces cost as much as many inputs.
  if Checksum.crc32(bytes) % 8 == 0 { target.check(Repetition.input(bytes)) }
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
