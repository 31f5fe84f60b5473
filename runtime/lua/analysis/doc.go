// Package analysis finds out what a parsed script does before it runs: which
// names mean what, which values may be where, and what is surely a mistake.
//
// Layer lua. It imports gopher-lua's syntax trees, syntax and diag, and does not
// know the compiler: the modules that a script requires are a Module each, and
// what a game offers is a Surface.
//
// Analyze takes these steps: resolve (names, calls of API functions, state that a
// script would keep) → hooks (the functions that the chunk returns) → infer (types,
// and from them doubtful code) → facts (what the checks of a whole pack need).
// Errors end it after the first two.
package analysis
