/// A request about the files of the regions.
enum FilesRequest: Sendable {
  /// Read the files again, if this file of regions is watched.
  case reload(file: String?)
  /// Put this update in place of the fleet's regions at this path.
  case fleet(FleetUpdate, path: String)
  /// Make this change of the regions.
  case edit(RegionsEditing)
  /// Answer with the features of this file from this index on, without a reload.
  case document(from: Int, path: String)
}
