/// The outputs of a board, or what stands in for them.
///
/// Used on the controller's queue only.
package protocol OutputLines: AnyObject {
  /// Makes one output active or inactive.
  ///
  /// - Throws: `SystemError` when the line cannot be set.
  func set(_ output: String, active: Bool) throws
}
