// Package lua compiles Lua, confines it, counts its cost and calls it.
//
// Layer lua. It imports syntax and analysis, gopher-lua's syntax trees, diag and
// def. It may not know games, state or the API functions: the names that scripts
// may use are passed as a Surface at compilation and as values to a new VM.
//
// A source is compiled in three steps: parse (package syntax) → analyze (package
// analysis: names, arguments, hooks, kept state, types) → build (Go closures,
// with the cost of each block). The result, a Program, is immutable and shared by all VMs
// and goroutines.
//
// A call takes these steps: VM.Protect sets a budget → VM.Call → Lua → API
// functions, which may call VM.Charge, VM.Fail or VM.Where → the failure, if
// any, as one located diagnostic.
//
// A running function has its locals and temporaries in slots of one stack. A
// local that a closure captures is in a cell that its slot holds.
package lua
