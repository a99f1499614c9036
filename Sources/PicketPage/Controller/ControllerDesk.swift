internal import Base
internal import Records

/// Has the controller answer questions and carry out orders.
///
/// - Important: Must only be accessed on the queue of its requests.
struct ControllerDesk {
  private let requests: ControllerRequests

  // A phone draws some thousand borders; the file of 10,000 polygons has 24 MB.
  static let longestRegions = 1 << 20

  init(_ requests: ControllerRequests) {
    self.requests = requests
  }

  /// Carries out the order that a body describes.
  ///
  /// - Parameter done: Called after the answer, unless the body is not an order.
  func carryOut(
    _ order: Route.Order, _ body: [UInt8], of sender: String, _ reply: WebReply,
    done: @escaping () -> Void
  ) {
    do throws(Denial) {
      var request = try order.request(body)
      // To the controller all phones are one user.
      request.add("share", sender)
      requests.send(request, of: sender, isOrder: true) { result in
        reply.give(Self.response(result))
        done()
      }
    } catch {
      reply.give(WebResponse(error))
    }
  }

  /// Answers a question.
  func answer(
    _ question: Route.Question, _ head: RequestHead, of sender: String, _ reply: WebReply
  ) {
    let request: JSONLine
    do throws(Denial) {
      request = try question.request(head.arguments)
    } catch {
      return reply.give(WebResponse(error))
    }
    requests.send(request, of: sender) { result in
      guard case .success(let answer) = result, answer.refusal == nil else {
        return reply.give(Self.response(result))
      }
      switch question {
      case .status, .settings, .why: reply.give(Self.response(result))
      case .regions: reply.give(Self.regions(RegionsAnswer(answer).file))
      case .fleet: reply.give(Self.regions(RegionsAnswer(answer).fleet?.file))
      }
    }
  }

  private static func response(_ result: Result<Reply, Denial>) -> WebResponse {
    switch result {
    case .success(let reply):
      let refusal = reply.refusal ?? ChangeAnswer(reply).refusal
      return WebResponse(status: refusal == nil ? 200 : 409, json: reply.text)
    case .failure(let denial): return WebResponse(denial)
    }
  }

  /// A file of watched regions, unchanged; without a path no regions.
  private static func regions(_ path: String?) -> WebResponse {
    guard let path else {
      return WebResponse(
        type: "application/geo+json",
        body: Array(#"{"type":"FeatureCollection","features":[]}"#.utf8))
    }
    do throws(Problem) {
      let bytes = try TextFile.bytes(
        path: path, limit: longestRegions, remedy: "see picket check",
        shorter: "the page draws at most \(longestRegions >> 20) MiB")
      // A change names the file on which it is based.
      let hash = Denial.Field(name: "ETag", value: "\"\(SHA256.hexadecimal(bytes))\"")
      return WebResponse(type: "application/geo+json", body: bytes, fields: [hash])
    } catch {
      return WebResponse(Denial(503, error.description))
    }
  }
}
