/// The outputs of a board, or what stands in for them.
///
/// Used on the controller's queue only.
package protocol OutputLines: AnyObject {
  /// Sets one output to a level.
  ///
  /// - Throws: `SystemError` when the line cannot be set.
  func set(_ output: String, to level: Level) throws
}
