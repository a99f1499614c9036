extension String {
  /// The path as seen from the folder of a file, unless it is absolute.
  package func resolved(besides file: String) -> String {
    guard !hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return self }
    return file[...slash] + self
  }
}
