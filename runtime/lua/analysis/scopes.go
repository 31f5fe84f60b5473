package analysis

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// MaxRequires is the maximum number of modules that a source may require.
const MaxRequires = 50

// Binding is a local of a script. The resolver creates it at the declaration
// and finds out who uses it.
type Binding struct {
	Name     string
	Depth    int  // the number of enclosing functions; 0 is the chunk
	Captured bool // a nested function uses it
	Slot     int  // given by the compiler
	Number   bool // it is proven to hold numbers, and not captured
	// Module is the name of the module that it holds throughout its scope; nil
	// if it holds something else, or is assigned to.
	Module *ast.StringExpr
	// used is set once its name occurs after the declaration.
	used bool
	// filled is set for a table that gets fields under computed names.
	filled bool
	inferred
}

// holds returns the name of the module that a local holds, or nil. The binding
// of a name that is not a local is nil.
func (b *Binding) holds() *ast.StringExpr {
	if b == nil {
		return nil
	}
	return b.Module
}

// Bindings are the meanings of the names in a chunk.
type Bindings struct {
	// Uses are the locals that names refer to; nil for names of the host and
	// the library.
	Uses map[*ast.IdentExpr]*Binding
	// Declared are the locals that statements and functions declare, in the
	// order of the source.
	Declared map[any][]*Binding
	// Fixed are the values of the host whose fields never change.
	Fixed []string
}

// scopes holds the locals in scope at the current position, the innermost last.
type scopes struct {
	Bindings
	locals []*Binding
	blocks []int // the number of locals before each block around us
	depth  int   // the number of functions around us; 0 is the chunk
}

func newBindings() Bindings {
	return Bindings{Uses: map[*ast.IdentExpr]*Binding{}, Declared: map[any][]*Binding{}}
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
	made, declared := make([]Binding, len(names)), slices.Grow(s.Declared[by], len(names))
	for i, n := range names {
		made[i] = Binding{Name: n, Depth: s.depth}
		s.locals, declared = append(s.locals, &made[i]), append(declared, &made[i])
	}
	s.Declared[by] = declared
}

// lookup returns the depth of the function that declares the local which a name
// refers to, and records the use.
func (s *scopes) lookup(id *ast.IdentExpr) (depth int, ok bool) {
	for _, v := range slices.Backward(s.locals) {
		if v.Name == id.Value {
			v.Captured = v.Captured || v.Depth < s.depth
			s.Uses[id], v.used = v, true
			return v.Depth, true
		}
	}
	s.Uses[id] = nil
	return 0, false
}

// localNames lists the locals in scope, in alphabetical order.
func (s *scopes) localNames() []string {
	var out []string
	for _, v := range s.locals {
		out = append(out, v.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
