extension Problem {
  /// The problem as an object for a program.
  package var json: JSONLine {
    var line = JSONLine()
    line.add("problem", wrong)
    line.add("remedy", remedy)
    line.add("severity", severity == .warning ? "warning" : "error")
    line.add("file", file)
    switch place {
    case .file: break
    case .text(let number, let column):
      line.add("line", number)
      line.add("column", column)
    case .feature(let index, let id):
      line.add("feature", index)
      line.add("region", id)
    }
    return line
  }
}
