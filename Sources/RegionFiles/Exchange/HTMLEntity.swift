/// Entities of HTML, which descriptions have and XML does not.
enum HTMLEntity {
  /// The text of an entity, from its name without `&` and `;`, such as `nbsp` or `#160`.
  static func text(of name: String) -> String? {
    if let text = named[name] { return text }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "ndash": "–",
    "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "deg": "°", "copy": "©", "reg": "®",
    "trade": "™", "euro": "€", "pound": "£", "sect": "§", "times": "×", "frac12": "½", "sup2": "²",
    "laquo": "«", "raquo": "»", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "auml": "ä",
    "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "ecirc": "ê", "agrave": "à", "aacute": "á", "acirc": "â", "ccedil": "ç",
    "ntilde": "ñ", "oacute": "ó", "iacute": "í", "uacute": "ú", "ocirc": "ô", "aring": "å",
    "aelig": "æ", "oslash": "ø", "Aring": "Å", "Oslash": "Ø", "Eacute": "É",
  ]
}
