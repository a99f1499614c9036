import Testing

/// The error of a type that some work throws; the test fails if it throws none or another.
///
/// The macro `expect(throws:)` returns the error only from Swift 6.1 on.
func thrown<E: Error, Value: ~Copyable>(
  _ type: E.Type, sourceLocation: SourceLocation = #_sourceLocation, by work: () throws -> Value
) -> E? {
  do {
    _ = try work()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let error as E {
    return error
  } catch {
    Issue.record(error, "it is not \(type)", sourceLocation: sourceLocation)
  }
  return nil
}
