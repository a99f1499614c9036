/// The response of a session to a request that it does not refuse.
enum Response: Sendable {
  /// The answer.
  case fields(Answer.Fields)
  /// The owner is to begin a walk of this name; the answer comes after that.
  case startWalk(WalkName)
  /// The owner is to end the walk; the answer comes after that.
  case stopWalk
  /// The owner is to remove the walk of this name; the answer comes after that.
  case removeWalk(String)
  /// The owner is to answer with the folder of the walks.
  case walks
  /// The owner is to read the files again, if this file of regions is watched; the answer comes
  /// after that.
  case reload(file: String?)
  /// The owner is to have this update take the place of the fleet's regions; the answer comes after
  /// that.
  case fleet(FleetUpdate)
  /// The owner is to read the file of the regions and answer with those from this one on.
  case document(from: Int)
  /// The owner is to make this change of the regions; the answer comes after that.
  case edit(RegionsEditing)
}
