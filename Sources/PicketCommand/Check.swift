import ArgumentParser

struct Check: ParsableCommand {}
