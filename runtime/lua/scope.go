package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// binding is a local of a script. The resolver makes one where it is declared
// and finds out who uses it; the builder gives it a slot.
type binding struct {
	name     string
	depth    int  // how many functions it is in; 0 is the chunk
	captured bool // a function within its own uses it
	slot     int
	// module is the name of the module that it holds from its declaration to its
	// end; nil if it holds something else, or is assigned to.
	module *ast.StringExpr
}

// holds returns the name of the module that a local holds, or nil. A name that
// is not a local has a nil binding.
func (v *binding) holds() *ast.StringExpr {
	if v == nil {
		return nil
	}
	return v.module
}

// bindings is what the names of a chunk mean.
type bindings struct {
	// uses are the locals that names stand for; nil for names of the host and of
	// the library.
	uses map[*ast.IdentExpr]*binding
	// declared are the locals that statements and functions declare, in the order
	// in which they are written.
	declared map[any][]*binding
}

// scopes are the blocks around what is being resolved, the innermost last, each
// with its locals by name.
type scopes struct {
	bindings
	blocks []map[string]*binding
	depth  int // how many functions we are in; 0 is the chunk
}

func newScopes() scopes {
	return scopes{bindings: bindings{uses: map[*ast.IdentExpr]*binding{}, declared: map[any][]*binding{}}}
}

func (s *scopes) open() { s.blocks = append(s.blocks, map[string]*binding{}) }

func (s *scopes) close() { s.blocks = s.blocks[:len(s.blocks)-1] }

// declare adds locals that a statement or function declares.
func (s *scopes) declare(by any, names ...string) {
	for _, n := range names {
		v := &binding{name: n, depth: s.depth}
		s.blocks[len(s.blocks)-1][n] = v
		s.declared[by] = append(s.declared[by], v)
	}
}

// lookup returns the depth of the function that declares the local which a name
// stands for, and notes that it is used here.
func (s *scopes) lookup(id *ast.IdentExpr) (depth int, ok bool) {
	for _, block := range slices.Backward(s.blocks) {
		if v := block[id.Value]; v != nil {
			v.captured = v.captured || v.depth < s.depth
			s.uses[id] = v
			return v.depth, true
		}
	}
	s.uses[id] = nil
	return 0, false
}

// localNames lists the locals that can be seen, in alphabetical order.
func (s *scopes) localNames() []string {
	var out []string
	for _, block := range s.blocks {
		for n := range block {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
