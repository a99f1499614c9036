import Notation

extension String {
  /// The text as a value in JSON.
  var jsonText: String { JSONLine.quoted(self) }
}
