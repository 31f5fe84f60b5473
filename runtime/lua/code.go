package lua

import "sleight/runtime/diag"

// code is the executable part of a program.
type code struct {
	proto   *proto
	globals []string // names of the host and the library that it uses
	texts   names    // strings of the source
}

// DropCode drops a program's functions, which take more memory than everything
// else about it. The first VM that loads the program compiles it again. A
// workspace may have many thousands of programs, few of which run in one
// process. DropCode must be called before the program is shared.
func (p *Program) DropCode() { p.code.Store(nil) }

// codeOf returns a program's code, and compiles it again if it was dropped.
func (vm *VM) codeOf(p *Program) *code {
	if c := p.code.Load(); c != nil {
		return c
	}
	again, problems := p.recompile(nil)
	if again == nil { // it compiled before, so this is a fault of the engine
		vm.Fail(diag.New("engine/internal", p.Place(), "the engine failed to compile this script again: %v", problems))
	}
	p.code.CompareAndSwap(nil, again.code.Load()) // another VM may have been first
	return p.code.Load()
}

// holds reports whether a function is part of the program.
func (p *Program) holds(fn *Function) bool {
	c := p.code.Load()
	return c != nil && fn.proto.origin == c.proto.origin
}
