// Package lua compiles Lua, confines it, counts what it costs and calls it.
//
// Layer lua. It imports gopher-lua's parser, diag and def. It may not know games,
// state or the API functions: the names that scripts may use are given
// to it as a Surface when it compiles and as values when it makes a VM.
//
// The way of a source: scan (bounds, block structure, positions) → parse →
// resolve (names, arguments, hooks, kept state) → build (Go functions, with
// what each block costs). The result, a Program, is immutable and shared by
// every VM and goroutine.
//
// The way of a call: VM.Protect sets a budget → VM.Call → Lua → API functions,
// which may VM.Charge, VM.Fail or ask VM.Where → the failure, if any, as one
// located diagnostic.
//
// A function that runs has its locals, and the values on their way to calls, in
// slots of one stack. A local that another function captures is in a cell
// that its slot holds.
package lua
