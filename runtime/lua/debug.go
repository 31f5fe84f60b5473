package lua

import (
	"slices"
	"strings"
	"sync"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/syntax"
)

// Probe holds the callbacks of a debugger. They may inspect the VM, and end the
// protected section by calling VM.Fail.
type Probe struct {
	// Statement is called before each statement, except while a script is being
	// loaded.
	Statement func(*Statement)
	// Failure is called when a protected section has failed, while the calls in
	// progress can still be inspected.
	Failure func(*diag.Diagnostic)
}

// SetProbe attaches a debugger to the VM. Programs that the VM loads from now on
// are compiled a second time, to call it before each statement; their results
// and their fuel are the same. Functions of programs loaded before must not be
// called any more.
func (vm *VM) SetProbe(p Probe) {
	vm.probe = p
	clear(vm.instances)
	vm.required = [16]cachedModule{}
}

// Statement is a statement of a program compiled for a debugger.
type Statement struct {
	origin *origin
	line   int32
	proto  *proto
	locals []named // in scope before the statement
	first  bool    // of its block
}

// Place returns where the statement is.
func (s *Statement) Place() diag.Place { return s.origin.at(s.line) }

// File and Line are those of Place.
func (s *Statement) File() string { return s.origin.file }

// Line counts from 1.
func (s *Statement) Line() int { return int(s.line) + s.origin.line }

// StartsBlock reports whether the statement is the first of its block: all of
// its block have then just been charged for.
func (s *Statement) StartsBlock() bool { return s.first }

// named is a local of a function with its name.
type named struct {
	name string
	local
}

// debugNames are the names in a function, for a debugger.
type debugNames struct {
	function string
	upvalues []string // of captured locals
}

// probing collects what a debugger needs to know about a program. A nil
// *probing collects nothing.
type probing struct {
	src    *syntax.Source
	points []*Statement
	last   int  // index of the token of the function built last
	begins bool // a block
}

// of sets the source.
func (ps *probing) of(src *syntax.Source) *probing {
	if ps != nil {
		ps.src, ps.last = src, -1
	}
	return ps
}

// see records that a local is in scope from now on.
func (ps *probing) see(fn *funcState, v *analysis.Binding) {
	if ps != nil {
		fn.seen = append(fn.seen, named{v.Name, local{v.Slot, v.Captured}})
	}
}

// block records the start of a block.
func (ps *probing) block() {
	if ps != nil {
		ps.begins = true
	}
}

// captures records the name of a captured local.
func (ps *probing) captures(p *proto, v *analysis.Binding) {
	if ps != nil {
		p.debug.upvalues = append(p.debug.upvalues, v.Name)
	}
}

// name finds the name of the next function to be built, among the tokens around
// the word function. Functions are built in the order of the source.
func (ps *probing) name(p *proto) {
	if ps == nil {
		return
	}
	p.debug = &debugNames{}
	if p.line == 0 {
		return // the chunk
	}
	tokens := ps.src.Tokens
	for i := ps.last + 1; i < len(tokens) && tokens[i].Line <= int(p.line); i++ {
		if t := tokens[i]; t.Line == int(p.line) && t.Kind == syntax.KeywordToken && t.Text == "function" {
			ps.last = i
			p.debug.function = ps.nameAt(i)
			return
		}
	}
}

// nameAt returns the name of the function whose word function is token i.
func (ps *probing) nameAt(i int) string {
	tokens, name := ps.src.Tokens, ""
	for j := i + 1; j < len(tokens) && (tokens[j].Kind == syntax.NameToken || strings.Contains(".:", tokens[j].Text)); j++ {
		name += tokens[j].Text
	}
	if name == "" && i > 1 && tokens[i-1].Text == "=" && tokens[i-2].Kind == syntax.NameToken {
		name = tokens[i-2].Text
	}
	return name
}

// probe builds a statement that calls the debugger first.
func (b *builder) probe(st ast.Stmt) statement {
	p := &Statement{origin: b.origin, line: int32(st.Line()), proto: b.fn.proto, locals: slices.Clone(b.fn.seen), first: b.probes.begins}
	b.probes.begins = false
	b.probes.points = append(b.probes.points, p)
	run := b.unprobed(st)
	return func(f *frame) signal {
		if vm := f.vm; vm.probe.Statement != nil && vm.loading == 0 {
			f.point = p
			f.top = f.base + len(f.slots)
			vm.atPoint = true
			vm.probe.Statement(p)
			vm.atPoint = false
		}
		return run(f)
	}
}

// debugBuild is a program compiled for a debugger, on first request.
type debugBuild struct {
	once    sync.Once
	program *Program
	points  []*Statement
}

// debugged returns the program compiled for a debugger.
func (p *Program) debugged() *Program {
	p.debugBuild.once.Do(func() {
		found := &probing{}
		p.debugBuild.program = p
		if p.recompile != nil {
			if again, _ := p.recompile(found); again != nil {
				p.debugBuild.program, p.debugBuild.points = again, found.points
			}
		}
	})
	return p.debugBuild.program
}

// Module returns a module that the program requires.
func (p *Program) Module(name string) (*Program, diag.List) { return p.requiresAsWritten[name], nil }

// Names returns nothing: Module knows every name in the source.
func (p *Program) Names() []string { return nil }

// File returns the file that the program is in.
func (p *Program) File() string { return p.origin.file }

// Lines lists the lines of the program's file, in order, at which a debugger
// can stop.
func (p *Program) Lines() []int {
	p.debugged()
	var out []int
	for _, at := range p.debugBuild.points {
		if at.proto.line > 0 { // statements outside functions only load the script
			out = append(out, at.Line())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
