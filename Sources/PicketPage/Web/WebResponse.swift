/// The answer to a request.
struct WebResponse: Sendable {
  let status: Int
  let type: String
  let body: [UInt8]
  /// Further headers.
  let fields: [Denial.Field]
  /// The rights of the page in a browser: its `Content-Security-Policy`.
  var policy = WebResponse.policyOfPage
  /// The source that is sent in place of the body.
  var source: (any WebSource & Sendable)?
  /// The size of the source in bytes; `nil` when it is not known.
  var size: Int?

  init(status: Int = 200, type: String, body: [UInt8], fields: [Denial.Field] = []) {
    self.status = status
    self.type = type
    self.body = body
    self.fields = fields
  }

  /// A line of JSON.
  init(status: Int = 200, json: String, fields: [Denial.Field] = []) {
    self.init(
      status: status, type: "application/json", body: Array("\(json)\n".utf8), fields: fields)
  }

  /// A file of the page, packed for whoever can unpack it.
  init(_ asset: Asset, for head: RequestHead) {
    if head.allowsPacking, let packed = asset.packed {
      self.init(
        type: asset.type, body: packed,
        fields: [Denial.Field(name: "Content-Encoding", value: "gzip")])
    } else {
      self.init(type: asset.type, body: asset.bytes)
    }
  }

  /// The answer to a request that is not carried out.
  init(_ denial: Denial) {
    self.init(status: denial.status, json: denial.json, fields: denial.field.map { [$0] } ?? [])
  }

  /// All headers but the type.
  var allFields: [Denial.Field] {
    [Denial.Field(name: "Content-Security-Policy", value: policy)] + Self.commonFields + fields
  }

  /// The policy of the page: it may load nothing from elsewhere, nor be embedded in another page.
  static let policyOfPage =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  // No answer stays in a cache, since it shows where somebody is.
  private static let commonFields = [
    Denial.Field(name: "X-Content-Type-Options", value: "nosniff"),
    Denial.Field(name: "X-Frame-Options", value: "DENY"),
    Denial.Field(name: "Referrer-Policy", value: "no-referrer"),
    Denial.Field(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    Denial.Field(name: "Cache-Control", value: "no-store"),
  ]
}
