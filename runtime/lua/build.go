package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// Limits for a function. Those for the text of a source are syntax's.
const (
	maxLocals   = 200 // at once, as in PUC Lua
	maxCaptured = 60  // outer locals that it uses, as in PUC Lua
)

// builder compiles a checked chunk into Go closures, one for each expression and
// statement. It adds up their cost, so that all operations of a block are charged
// for at once.
//
// Helpers that return closures are marked go:noinline where it pays: if such a
// helper is inlined, Go inlines almost nothing into its closure.
type builder struct {
	origin         *origin
	globals        []string // the names of the host and the library that the chunk uses
	fn             *funcState
	cost           int64 // of the block being built
	line           int32 // of the statement being built
	problem        *diag.Diagnostic
	names          analysis.Bindings
	constantFields map[string]int // indexes among the globals of fields that never change
	kept           names
	probes         *probing // nil unless this is for a debugger
}

// funcState is the state of a function being compiled, as in PUC Lua.
type funcState struct {
	outer  *funcState
	depth  int // the number of enclosing functions
	proto  *proto
	locals int // those in scope
	hidden int // the hidden locals that PUC Lua has in loops and for ...
	top    int // the next free slot
	level  int32
	seen   []named // the locals in scope; only for a debugger
}

// local is the location of a local at run time: a slot, or a cell of its own in
// that slot.
type local struct {
	slot  int
	boxed bool
}

// build builds the main function of a chunk with resolved names. It keeps the
// texts of the chunk. If probes is not nil, statements are recorded there and
// call the debugger.
func build(o *origin, chunk []ast.Stmt, meant analysis.Bindings, kept names, probes *probing) (*proto, []string, *diag.Diagnostic) {
	b := &builder{origin: o, names: meant, kept: kept, probes: probes, constantFields: map[string]int{}}
	p := b.function(&ast.FunctionExpr{ParList: &ast.ParList{}, Stmts: chunk})
	return p, b.globals, b.problem
}

// function builds a function of the source.
func (b *builder) function(fn *ast.FunctionExpr) *proto {
	p := &proto{origin: b.origin, line: int32(fn.Line()), vararg: fn.ParList.HasVargs}
	b.fn = b.fn.inner(p)
	p.levels = callLevels
	b.probes.name(p)
	params := b.names.Declared[fn] // self is the first parameter of a method
	p.params = len(params)
	if p.vararg {
		b.fn.hidden++ // arg
	}
	for _, param := range params {
		if v := b.declare(param); v.boxed {
			p.boxed = append(p.boxed, v.slot)
		}
	}
	if p.only = b.asExpression(fn.Stmts); p.only == nil {
		p.body = b.block(fn.Stmts)
	}
	p.plain = !p.vararg && len(p.boxed) == 0
	b.fn = b.fn.outer
	return p
}

// inner starts building a nested function; fn is nil for the chunk itself.
func (fn *funcState) inner(p *proto) *funcState {
	if fn == nil {
		return &funcState{proto: p}
	}
	return &funcState{outer: fn, depth: fn.depth + 1, proto: p}
}

// declare assigns the next free slot to a local.
func (b *builder) declare(v *analysis.Binding) local {
	v.Slot = b.take(1)
	b.fn.locals++
	b.probes.see(b.fn, v)
	if b.fn.locals+b.fn.hidden > maxLocals {
		b.tooMany("the function has more than %d locals at once, including those of loops", maxLocals)
	}
	return local{v.Slot, v.Captured}
}

// tooMany reports a function that is too large.
func (b *builder) tooMany(format string, limit int) {
	if b.problem == nil {
		d := diag.New("script/too-large", b.origin.at(b.line), format, limit).WithHint("split it into several functions")
		b.problem = &d
	}
}

// take reserves slots and returns the first.
func (b *builder) take(n int) int {
	at := b.fn.top
	b.fn.top += n
	b.fn.proto.size = max(b.fn.proto.size, b.fn.top)
	return at
}

// deeper records that whatever is built until the returned function is called
// is nested one level deeper.
func (b *builder) deeper() (leave func()) {
	fn := b.fn
	fn.level++
	fn.proto.levels = max(fn.proto.levels, callLevels+fn.level)
	return func() { fn.level-- }
}

// inScope builds something and then releases the locals and temporary slots that
// it used.
func (b *builder) inScope(job func()) {
	locals, top, seen := b.fn.locals, b.fn.top, len(b.fn.seen)
	job()
	b.fn.locals, b.fn.top, b.fn.seen = locals, top, b.fn.seen[:seen]
}

// costOf builds something and returns the cost of its operations separately
// from that of the surrounding code.
func (b *builder) costOf(job func()) int64 {
	before := b.cost
	b.cost = 0
	job()
	cost := b.cost
	b.cost = before
	return cost
}

// lookup returns the local that a name refers to, or nil for a name of the host
// or the library. here reports whether the local belongs to this function.
func (b *builder) lookup(id *ast.IdentExpr) (v *analysis.Binding, here bool) {
	v, known := b.names.Uses[id]
	if !known {
		panic("script: the name " + id.Value + " has not been resolved")
	}
	return v, v != nil && v.Depth == b.fn.depth
}

// capture returns the index of a captured local among the cells of fn; write
// marks an assignment.
func (b *builder) capture(fn *funcState, v *analysis.Binding, write bool, line int) int {
	above, here := v.Slot, v.Depth == fn.outer.depth
	if !here {
		above = b.capture(fn.outer, v, write, line)
	}
	p := fn.proto
	if write && p.outerAssignment.name == "" {
		p.outerAssignment.name, p.outerAssignment.line = v.Name, int32(line)
	}
	for i, c := range p.upvalues {
		if c.local == here && c.index == above {
			return i
		}
	}
	p.upvalues = append(p.upvalues, capture{here, above})
	b.probes.captures(p, v)
	if len(p.upvalues) > maxCaptured {
		b.tooMany("the function uses more than %d locals of enclosing functions", maxCaptured)
	}
	return len(p.upvalues) - 1
}

// global returns the index of a name among the globals of the chunk.
func (b *builder) global(name string) int {
	if i := slices.Index(b.globals, name); i >= 0 {
		return i
	}
	b.globals = append(b.globals, name)
	return len(b.globals) - 1
}

// block builds statements with locals of their own. They are charged for at
// once, nested statements when they are reached.
func (b *builder) block(stmts []ast.Stmt) statement { return sequence(b.parts(stmts)) }

// parts builds the statements of a block, and returns what they cost together.
func (b *builder) parts(stmts []ast.Stmt) (p price, list []statement) {
	b.probes.block()
	cost := b.costOf(func() {
		b.inScope(func() {
			for _, st := range stmts {
				list = append(list, b.statement(st))
			}
		})
	})
	return price{max(1, cost), b.lineOf(stmts)}, list
}

// lineOf returns the line of the first of some statements or, if there are
// none, of the enclosing statement.
func (b *builder) lineOf(stmts []ast.Stmt) int32 {
	if len(stmts) > 0 {
		b.line = int32(stmts[0].Line())
	}
	return b.line
}

// price is the cost of operations, and the line to blame if the budget does not
// cover it.
type price struct {
	cost int64
	line int32
}

func (f *frame) charge(p price) {
	if !metered {
		return
	}
	vm := f.vm
	if vm.left -= p.cost; vm.left < 0 {
		f.line = p.line
		vm.exhausted()
	}
}

// sequence runs statements one after another.
//
//go:noinline
func sequence(p price, list []statement) statement {
	s := &steps{price: p}
	copy(s.first[:], list)
	switch n := len(list); {
	case n == 0:
		return func(f *frame) signal {
			f.charge(s.price)
			return signalNone
		}
	case n == 1:
		return func(f *frame) signal {
			f.charge(s.price)
			return s.first[0](f)
		}
	case n == 2:
		return func(f *frame) signal {
			f.charge(s.price)
			if done := s.first[0](f); done != signalNone {
				return done
			}
			return s.first[1](f)
		}
	case n == 3:
		return func(f *frame) signal {
			f.charge(s.price)
			if done := s.first[0](f); done != signalNone {
				return done
			}
			if done := s.first[1](f); done != signalNone {
				return done
			}
			return s.first[2](f)
		}
	case n > 10: // quarters, so that a long block takes little of Go's stack
		for i := range s.first {
			s.first[i] = sequence(price{}, list[i*n/4:(i+1)*n/4])
		}
	case n > 4:
		s.first[3] = sequence(price{}, list[3:])
	}
	return func(f *frame) signal {
		f.charge(s.price)
		if done := s.first[0](f); done != signalNone {
			return done
		}
		if done := s.first[1](f); done != signalNone {
			return done
		}
		if done := s.first[2](f); done != signalNone {
			return done
		}
		return s.first[3](f)
	}
}

// steps are the statements of a sequence. Its closures capture only a pointer to
// it, so that Go keeps one variable across the calls in them instead of all that
// they need.
type steps struct {
	price price
	first [4]statement // or statements that run several of them
}
