// Package profiler measures where the scripts of simulated games spend their
// time, fuel and API calls: by hook and line.
//
// Layer sim. It probes sessions while commands run; what bots evaluate between
// two commands is not measured.
package profiler

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/pprof/profile"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/runtime/lua"
)

// Profile collects the measurements of several sessions. Its methods are safe
// for concurrent use, but the results may be read only after all games are
// over.
type Profile struct {
	mutex     sync.Mutex
	recorders []*recorder
}

// Probe returns a probe that measures one session.
func (p *Profile) Probe() *session.Probe {
	r := &recorder{root: &node{}, began: time.Now()}
	p.mutex.Lock()
	p.recorders = append(p.recorders, r)
	p.mutex.Unlock()
	return &session.Probe{
		Begins:    r.begins,
		Statement: r.statement,
		Call:      r.call,
		Called:    r.called,
		Failure:   func(*diag.Message, *diag.Diagnostic) { r.charge(r.root) },
		Ends:      func() *diag.Diagnostic { r.charge(r.root); return nil },
	}
}

// node is a place, with the call path that led there.
type node struct {
	parent   *node
	function string // the hook, function or API function
	file     string // empty for an API function
	line     int
	children map[key]*node
	spent    Cost
}

// key distinguishes the children of a node.
type key struct {
	point *lua.Statement
	hook  string
	call  string
}

// Cost is the cost of one place.
type Cost struct {
	Time  time.Duration
	Fuel  int64
	Calls int64 // of API functions
}

func (s *Cost) add(t Cost) {
	s.Time += t.Time
	s.Fuel += t.Fuel
	s.Calls += t.Calls
}

// recorder measures one session.
type recorder struct {
	session *session.Session
	root    *node
	current *node
	stack   []*node // the running statements, by call depth
	open    []openCall
	began   time.Time
	time    time.Duration
	fuel    int64
}

// openCall is an API call under way.
type openCall struct {
	node  *node
	depth int // of the Lua call that made it
}

func (r *recorder) begins(s *session.Session) {
	r.session, r.current = s, r.root
	r.stack, r.open = r.stack[:0], r.open[:0]
	r.time, r.fuel = time.Since(r.began), 0 // each command has its own budget
}

// charge charges the cost since its last call to the current node, then makes
// another node current.
func (r *recorder) charge(next *node) {
	now := time.Since(r.began)
	_, fuel := r.session.Spent()
	if r.current != nil {
		r.current.spent.Time += now - r.time
		r.current.spent.Fuel += max(0, fuel-r.fuel) // checking legality is refunded
	}
	r.current, r.time, r.fuel = next, now, fuel
}

func (r *recorder) statement(p *lua.Statement) *diag.Diagnostic {
	vm := r.session.VM()
	depth := vm.Depth()
	r.stack = r.stack[:min(len(r.stack), depth-1)]
	for len(r.stack) < depth-1 { // calls that have not reached a statement yet
		r.stack = append(r.stack, r.root)
	}
	for len(r.open) > 0 && r.open[len(r.open)-1].depth >= depth { // cut off by a failure
		r.open = r.open[:len(r.open)-1]
	}
	parent := r.root
	if depth > 1 {
		parent = r.stack[depth-2]
	}
	if n := len(r.open); n > 0 && r.open[n-1].depth == depth-1 {
		parent = r.open[n-1].node
	}
	hook := ""
	if owner, name, frame := r.session.Innermost(); frame == depth-1 {
		hook = strings.TrimSpace(owner + " " + name)
	}
	k := key{point: p, hook: hook}
	n := parent.children[k]
	if n == nil {
		n = parent.child(k, p.Place())
		if n.function = hook; hook == "" {
			n.function = vm.Frame(depth - 1).Function()
		}
		if n.function == "" {
			n.function = "function"
		}
	}
	r.stack = append(r.stack, n)
	if p.StartsBlock() { // the block has paid for its statements already
		_, fuel := r.session.Spent()
		n.spent.Fuel += max(0, fuel-r.fuel)
		r.fuel = fuel
	}
	r.charge(n)
	return nil
}

func (n *node) child(k key, at diag.Place) *node {
	if n.children == nil {
		n.children = map[key]*node{}
	}
	c := &node{parent: n, file: at.File, line: at.Line}
	n.children[k] = c
	return c
}

// call begins an API call.
func (r *recorder) call(function string) {
	depth := r.session.VM().Depth()
	at := r.root
	if depth > 0 && depth <= len(r.stack) {
		at = r.stack[depth-1]
	}
	k := key{call: function}
	n := at.children[k]
	if n == nil {
		n = at.child(k, diag.Place{})
		n.function = function
	}
	n.spent.Calls++
	r.open = append(r.open, openCall{n, depth})
	r.charge(n)
}

// called ends an API call.
func (r *recorder) called() {
	if len(r.open) == 0 {
		return
	}
	last := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	r.charge(last.node.parent)
}

// Frame is a place in the call tree, with its own cost and the cost of its
// whole subtree.
type Frame struct {
	Name     string
	Place    diag.Place // zero for API functions
	Own, All Cost
	Below    []*Frame
}

// Tree returns the call tree of all games together. Sibling frames are ordered
// by fuel, then by name, so that the tree does not depend on which worker
// played which game.
func (p *Profile) Tree() *Frame {
	root := &Frame{Name: "engine"}
	for _, r := range p.recorders {
		root.addNode(r.root)
	}
	root.sum()
	return root
}

func (f *Frame) addNode(n *node) {
	f.Own.add(n.spent)
	for _, c := range n.children {
		at := diag.Place{File: c.file, Line: c.line}
		i := slices.IndexFunc(f.Below, func(b *Frame) bool { return b.Name == c.function && b.Place == at })
		if i < 0 {
			i = len(f.Below)
			f.Below = append(f.Below, &Frame{Name: c.function, Place: at})
		}
		f.Below[i].addNode(c)
	}
}

func (f *Frame) sum() {
	f.All = f.Own
	for _, b := range f.Below {
		b.sum()
		f.All.add(b.All)
	}
	slices.SortFunc(f.Below, func(a, b *Frame) int {
		return cmp.Or(cmp.Compare(b.All.Fuel, a.All.Fuel), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
	})
}

// Write writes the profile in pprof format.
func (p *Profile) Write(w io.Writer) error {
	out := &profile.Profile{
		SampleType: []*profile.ValueType{
			{Type: "calls", Unit: "count"}, {Type: "fuel", Unit: "units"}, {Type: "time", Unit: "nanoseconds"},
		},
		DefaultSampleType: "time",
		PeriodType:        &profile.ValueType{Type: "time", Unit: "nanoseconds"},
		Period:            1,
	}
	x := &writer{out: out, locations: map[place]*profile.Location{}, functions: map[place]*profile.Function{}}
	x.frame(p.Tree(), nil)
	return out.Write(w)
}

type place struct {
	name, file string
	line       int
}

type writer struct {
	out       *profile.Profile
	locations map[place]*profile.Location
	functions map[place]*profile.Function
}

// frame adds samples; stack holds the locations above, innermost first.
func (x *writer) frame(f *Frame, stack []*profile.Location) {
	stack = append([]*profile.Location{x.location(f)}, stack...)
	if f.Own != (Cost{}) {
		x.out.Sample = append(x.out.Sample, &profile.Sample{Location: stack, Value: []int64{f.Own.Calls, f.Own.Fuel, f.Own.Time.Nanoseconds()}})
	}
	for _, b := range f.Below {
		x.frame(b, stack)
	}
}

func (x *writer) location(f *Frame) *profile.Location {
	at := place{f.Name, f.Place.File, f.Place.Line}
	if l := x.locations[at]; l != nil {
		return l
	}
	named := place{name: f.Name, file: f.Place.File}
	fn := x.functions[named]
	if fn == nil {
		fn = &profile.Function{ID: uint64(len(x.out.Function) + 1), Name: f.Name, SystemName: f.Name, Filename: f.Place.File}
		x.functions[named] = fn
		x.out.Function = append(x.out.Function, fn)
	}
	l := &profile.Location{ID: uint64(len(x.out.Location) + 1), Line: []profile.Line{{Function: fn, Line: int64(f.Place.Line)}}}
	x.locations[at] = l
	x.out.Location = append(x.out.Location, l)
	return l
}
