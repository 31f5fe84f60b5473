package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// Limits for what one source may declare and use. Those for its text are
// syntax's.
const (
	maxRequires = 50
	maxLocals   = 200 // of a function at once, as in PUC Lua
	maxCaptured = 60  // outer locals that a function uses, as in PUC Lua
)

// binding is a local of a script. The resolver creates it at the declaration
// and finds out who uses it; the builder gives it a slot.
type binding struct {
	name     string
	depth    int  // the number of enclosing functions; 0 is the chunk
	captured bool // a nested function uses it
	slot     int
	number   bool // it is proven to hold numbers, and not captured
	// module is the name of the module that it holds throughout its scope; nil
	// if it holds something else, or is assigned to.
	module *ast.StringExpr
	// filled is set for a table that gets fields under computed names.
	filled bool
}

// holds returns the name of the module that a local holds, or nil. The binding
// of a name that is not a local is nil.
func (v *binding) holds() *ast.StringExpr {
	if v == nil {
		return nil
	}
	return v.module
}

// bindings are the meanings of the names in a chunk.
type bindings struct {
	// uses are the locals that names refer to; nil for names of the host and
	// the library.
	uses map[*ast.IdentExpr]*binding
	// declared are the locals that statements and functions declare, in the
	// order of the source.
	declared map[any][]*binding
	// fixed are the values of the host whose fields never change.
	fixed []string
}

// scopes holds the locals in scope at the current position, the innermost last.
type scopes struct {
	bindings
	locals []*binding
	blocks []int // the number of locals before each block around us
	depth  int   // the number of functions around us; 0 is the chunk
}

func newScopes() scopes {
	return scopes{bindings: bindings{uses: map[*ast.IdentExpr]*binding{}, declared: map[any][]*binding{}}}
}

func (s *scopes) open() { s.blocks = append(s.blocks, len(s.locals)) }

func (s *scopes) close() {
	last := len(s.blocks) - 1
	s.locals, s.blocks = s.locals[:s.blocks[last]], s.blocks[:last]
}

// declare adds locals that a statement or function declares.
func (s *scopes) declare(by any, names ...string) {
	if len(names) == 0 {
		return
	}
	made, declared := make([]binding, len(names)), slices.Grow(s.declared[by], len(names))
	for i, n := range names {
		made[i] = binding{name: n, depth: s.depth}
		s.locals, declared = append(s.locals, &made[i]), append(declared, &made[i])
	}
	s.declared[by] = declared
}

// lookup returns the depth of the function that declares the local which a name
// refers to, and records the use.
func (s *scopes) lookup(id *ast.IdentExpr) (depth int, ok bool) {
	for _, v := range slices.Backward(s.locals) {
		if v.name == id.Value {
			v.captured = v.captured || v.depth < s.depth
			s.uses[id] = v
			return v.depth, true
		}
	}
	s.uses[id] = nil
	return 0, false
}

// localNames lists the locals in scope, in alphabetical order.
func (s *scopes) localNames() []string {
	var out []string
	for _, v := range s.locals {
		out = append(out, v.name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
