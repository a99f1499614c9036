import Foundation

/// The value of a text field in a line of JSON.
func field(_ name: String, of line: String) -> String? {
  guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
  else { return nil }
  return object[name] as? String
}
