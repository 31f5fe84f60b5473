package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// builder turns a chunk that has been checked into Go functions, one for
// each expression and statement. It adds up what they cost, so that a block
// pays once for all its operations.
type builder struct {
	origin  *origin
	globals []string // what the chunk uses of the host and of the library
	fn      *building
	cost    int64 // of the block that is being built
	line    int32 // of the statement that is being built
	problem *diag.Diagnostic
	names   bindings
	kept    names
	probes  *probing // nil unless this is for a debugger
}

// building is a function that is being built.
type building struct {
	outer  *building
	depth  int // how many functions it is in
	proto  *proto
	locals int // those that can be seen
	hidden int // locals that PUC Lua has besides, in loops and for ...
	top    int // the next free slot
	level  int32
	seen   []named // the locals that can be seen; only for a debugger
}

// local is where a local is at run time: in a slot, or in a cell of its own that
// the slot holds.
type local struct {
	slot  int
	boxed bool
}

// build makes the function that a chunk is, whose names mean what was found. It
// keeps the texts of the chunk. probes, if not nil, receives the statements,
// which then call the debugger.
func build(o *origin, chunk []ast.Stmt, meant bindings, kept names, probes *probing) (*proto, []string, *diag.Diagnostic) {
	b := &builder{origin: o, names: meant, kept: kept, probes: probes}
	p := b.function(&ast.FunctionExpr{ParList: &ast.ParList{}, Stmts: chunk})
	return p, b.globals, b.problem
}

// function builds a function of the source.
func (b *builder) function(fn *ast.FunctionExpr) *proto {
	p := &proto{origin: b.origin, line: int32(fn.Line()), vararg: fn.ParList.HasVargs}
	b.fn = b.fn.inner(p)
	p.levels = callLevels
	b.probes.name(p)
	params := b.names.declared[fn] // a method's self is the first
	p.params = len(params)
	if p.vararg {
		b.fn.hidden++ // arg
	}
	for _, param := range params {
		if v := b.declare(param); v.boxed {
			p.boxed = append(p.boxed, v.slot)
		}
	}
	if p.only = b.only(fn.Stmts); p.only == nil {
		p.body = b.block(fn.Stmts)
	}
	p.plain = !p.vararg && len(p.boxed) == 0
	b.fn = b.fn.outer
	return p
}

// inner begins a function within another; fn is nil around the chunk.
func (fn *building) inner(p *proto) *building {
	if fn == nil {
		return &building{proto: p}
	}
	return &building{outer: fn, depth: fn.depth + 1, proto: p}
}

// declare puts a local into the next free slot.
func (b *builder) declare(v *binding) local {
	v.slot = b.take(1)
	b.fn.locals++
	b.probes.see(b.fn, v)
	if b.fn.locals+b.fn.hidden > maxLocals {
		b.tooMany("the function has more than %d locals at once, those of loops included", maxLocals)
	}
	return local{v.slot, v.captured}
}

// tooMany notes that a function is too large.
func (b *builder) tooMany(format string, limit int) {
	if b.problem == nil {
		d := diag.New("script/too-large", b.origin.at(b.line), format, limit).WithHint("split it into several functions")
		b.problem = &d
	}
}

// take takes free slots and returns the first.
func (b *builder) take(n int) int {
	at := b.fn.top
	b.fn.top += n
	b.fn.proto.size = max(b.fn.proto.size, b.fn.top)
	return at
}

// deeper notes that what is built next is evaluated within something, until the
// result is called.
func (b *builder) deeper() (leave func()) {
	fn := b.fn
	fn.level++
	fn.proto.levels = max(fn.proto.levels, callLevels+fn.level)
	return func() { fn.level-- }
}

// within builds something whose locals, and slots for what is on the way, end
// with it.
func (b *builder) within(job func()) {
	locals, top, seen := b.fn.locals, b.fn.top, len(b.fn.seen)
	job()
	b.fn.locals, b.fn.top, b.fn.seen = locals, top, b.fn.seen[:seen]
}

// priced builds something and returns what its operations cost, apart from
// the code around it.
func (b *builder) priced(job func()) int64 {
	before := b.cost
	b.cost = 0
	job()
	cost := b.cost
	b.cost = before
	return cost
}

// lookup returns the local that a name stands for, or nil for a name of the host
// or of the library. It is in this function if here is set.
func (b *builder) lookup(id *ast.IdentExpr) (v *binding, here bool) {
	v, known := b.names.uses[id]
	if !known {
		panic("script: the name " + id.Value + " has not been resolved")
	}
	return v, v != nil && v.depth == b.fn.depth
}

// capture returns the place of a local of the functions around fn among those
// that fn uses; with write set, for an assignment.
func (b *builder) capture(fn *building, v *binding, write bool, line int) int {
	above, here := v.slot, v.depth == fn.outer.depth
	if !here {
		above = b.capture(fn.outer, v, write, line)
	}
	p := fn.proto
	if write && p.keeps.name == "" {
		p.keeps.name, p.keeps.line = v.name, int32(line)
	}
	for i, c := range p.ups {
		if c.local == here && c.index == above {
			return i
		}
	}
	p.ups = append(p.ups, capture{here, above})
	b.probes.captures(p, v)
	if len(p.ups) > maxCaptured {
		b.tooMany("the function uses more than %d locals of others", maxCaptured)
	}
	return len(p.ups) - 1
}

// global returns the place of a name among those that the chunk uses.
func (b *builder) global(name string) int {
	if i := slices.Index(b.globals, name); i >= 0 {
		return i
	}
	b.globals = append(b.globals, name)
	return len(b.globals) - 1
}

// block builds statements with locals of their own. It pays for all of them at
// once, and for those within them when they are reached.
func (b *builder) block(stmts []ast.Stmt) statement {
	var list []statement
	b.probes.block()
	cost := b.priced(func() {
		b.within(func() {
			for _, st := range stmts {
				list = append(list, b.statement(st))
			}
		})
	})
	return sequence(price{max(1, cost), b.lineOf(stmts)}, list)
}

// only builds the body of a function that does nothing but return one value. It
// returns nil for any other body, and for a debugger, which stops at statements.
func (b *builder) only(stmts []ast.Stmt) (value expression) {
	if len(stmts) != 1 || b.probes != nil {
		return nil
	}
	give, ok := stmts[0].(*ast.ReturnStmt)
	if !ok || len(give.Exprs) != 1 || isSeveral(give.Exprs[0]) {
		return nil
	}
	b.fn.proto.price.line = b.lineOf(stmts)
	b.fn.proto.price.cost = 1 + b.priced(func() {
		b.within(func() {
			defer b.deeper()() // the statement
			value = b.expr(give.Exprs[0])
		})
	})
	return value
}

// lineOf is the line of the first of some statements; where there are none,
// that of what they would be in.
func (b *builder) lineOf(stmts []ast.Stmt) int32 {
	if len(stmts) > 0 {
		b.line = int32(stmts[0].Line())
	}
	return b.line
}

// price is what operations cost, and the line at which that is too much.
type price struct {
	cost int64
	line int32
}

func (f *frame) pay(p price) {
	if !metered {
		return
	}
	if f.vm.left -= p.cost; f.vm.left < 0 {
		f.line = p.line
		f.vm.exhausted()
	}
}

// sequence carries out statements one after another.
func sequence(p price, list []statement) statement {
	switch len(list) {
	case 0:
		return func(f *frame) signal {
			f.pay(p)
			return goesOn
		}
	case 1:
		only := list[0]
		return func(f *frame) signal {
			f.pay(p)
			return only(f)
		}
	case 2:
		first, second := list[0], list[1]
		return func(f *frame) signal {
			f.pay(p)
			if s := first(f); s != goesOn {
				return s
			}
			return second(f)
		}
	}
	if len(list) == 3 {
		first, second, third := list[0], list[1], list[2]
		return func(f *frame) signal {
			f.pay(p)
			if s := first(f); s != goesOn {
				return s
			}
			if s := second(f); s != goesOn {
				return s
			}
			return third(f)
		}
	}
	return func(f *frame) signal {
		f.pay(p)
		for _, st := range list {
			if s := st(f); s != goesOn {
				return s
			}
		}
		return goesOn
	}
}
