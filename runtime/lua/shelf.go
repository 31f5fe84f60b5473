package lua

import "sleight/runtime/diag"

// code is what a program consists of at run time.
type code struct {
	proto   *proto
	globals []string // the names of the host and the library that it uses
	texts   names    // of the source
}

// Shelve drops the functions of a program, which take more memory than all that
// is known about it. The first VM that loads the program compiles it again. A
// workspace may hold many thousand programs, few of which run in one process.
// It must be called before the program is shared.
func (p *Program) Shelve() { p.code.Store(nil) }

// codeOf returns the code of a program, which it compiles again if it was
// shelved.
func (vm *VM) codeOf(p *Program) *code {
	if c := p.code.Load(); c != nil {
		return c
	}
	again, problems := p.again(nil)
	if again == nil { // it compiled before, so this is a fault of the engine
		vm.Fail(diag.New("engine/internal", p.Place(), "the engine failed to compile this script again: %v", problems))
	}
	p.code.CompareAndSwap(nil, again.code.Load()) // another VM may have been faster
	return p.code.Load()
}

// holds reports whether a function is part of the program.
func (p *Program) holds(fn *Function) bool {
	c := p.code.Load()
	return c != nil && fn.proto.origin == c.proto.origin
}
