internal import Base
internal import Geofence
internal import Records

/// A request about recorded walks.
enum WalkOrder: Hashable, Sendable {
  /// Begin a walk of this name, and end the automatic recording at this time.
  case start(WalkName, at: Timestamp?)
  /// End the walk at this time.
  case stop(at: Timestamp?)
  /// Remove the walk of this name.
  case remove(String)
  /// Answer with the folder of the walks.
  case list
}

extension WalkOrder {
  /// Reads the request `walk`: starts to record a walk under a name, stops recording, removes a walk,
  /// or names the folder of the walks.
  ///
  /// - Parameter time: The present time of day, if it is known.
  init(_ request: Request, at time: Timestamp?) throws(Refusal) {
    if let text = try request.text("start") {
      do throws(WalkName.NameMistake) {
        self = .start(try WalkName(text), at: time)
      } catch {
        throw Refusal(error.description)
      }
    } else if request.has("remove") {
      let name = try request.requiredText("remove")
      guard WalkRemoval.isName(name) else {
        throw Refusal("\(name.quoted.onOneLine) is not a name of a walk; see picket walk list")
      }
      self = .remove(name)
    } else if try request.flag("folder") {
      self = .list
    } else if try request.flag("stop") {
      self = .stop(at: time)
    } else {
      throw Refusal(
        "walk needs a name under start or remove, or stop with true, or folder with true")
    }
  }
}
