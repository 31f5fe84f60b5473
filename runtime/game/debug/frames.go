package debug

import (
	"fmt"
	"strconv"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Frame is one entry of the stack of a stopped game.
type Frame struct {
	// Name is what runs: a function, a hook with its definition, or the command.
	Name  string
	Place diag.Place
	// Call is the number of the Lua call, counted from 0, the innermost; -1 for
	// the command.
	Call int
}

// Stack lists what runs, the innermost first, and last the command.
func (st *Stop) Stack() []Frame {
	s := st.run.session
	vm, hooks := s.VM(), s.Hooks()
	var out []Frame
	for i := vm.Depth() - 1; i >= 0; i-- {
		f := vm.Frame(i)
		name := f.Function()
		if name == "" {
			name = "function at line " + fmt.Sprint(f.Begins().Line)
		} else {
			name += "()"
		}
		for _, h := range hooks {
			if h.Frame != i {
				continue
			}
			name = hookOf(h)
			if h.Self.Entity != state.None {
				name += " of " + s.Label(h.Self.Entity)
			}
		}
		out = append(out, Frame{Name: name, Place: f.Place(), Call: len(out)})
	}
	return append(out, Frame{Name: st.Command(), Call: -1})
}

// hookOf names a hook by its definition; typed code has none.
func hookOf(h api.Running) string {
	name := h.Hook.Name
	if name == "" {
		name = "expression"
	}
	if h.Hook.Owner == nil {
		return "typed " + name
	}
	return h.Hook.Owner.Key() + " " + name
}

// Command describes the running command.
func (st *Stop) Command() string {
	if st.Turn == 0 {
		return "start of the game"
	}
	return fmt.Sprintf("command %d: %s", st.Turn, st.run.session.Running())
}

// frame returns a Lua call, counted from 0, the innermost.
func (r *run) frame(call int) (lua.Frame, bool) {
	vm := r.session.VM()
	if call < 0 || call >= vm.Depth() {
		return lua.Frame{}, false
	}
	return vm.Frame(vm.Depth() - 1 - call), true
}

// Local is a local variable with its value as text.
type Local struct {
	lua.Variable
	Text string
}

// Locals lists the locals that a Lua call sees, those it has captured last.
func (st *Stop) Locals(call int) []Local {
	f, ok := st.run.frame(call)
	if !ok {
		return nil
	}
	all := f.Variables()
	if extra := f.Extra(); len(extra) > 0 {
		t := lua.NewTable()
		for _, v := range extra {
			t.Append(v)
		}
		all = append(all, lua.Variable{Name: "...", Value: t.Value()})
	}
	values := make([]lua.Value, len(all))
	for i, v := range all {
		values[i] = v.Value
	}
	out := make([]Local, len(all))
	for i, text := range Texts(st.run.session, values) {
		out[i] = Local{all[i], text}
	}
	return out
}

// Texts writes Lua values for people.
func Texts(s *session.Session, values []lua.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.String()
		id, entity := s.Entity(v)
		switch {
		case entity:
			out[i] = s.Label(id)
		case v.Type() == lua.TypeTable || v.Type() == lua.TypeObject:
			_ = s.EvaluateWith("it", []string{"it"}, []lua.Value{v}, func(_ lua.Value, text string) { out[i] = text })
		case v.Type() == lua.TypeText:
			out[i] = strconv.Quote(out[i])
		}
	}
	return out
}

// Binding is a value of the game under a name that an expression sees.
type Binding struct {
	Name  string
	Value state.Value
}

// Evaluate evaluates a Lua expression that sees what a Lua call sees, the
// innermost being 0. It changes neither the game nor the values of the running
// scripts.
func (st *Stop) Evaluate(call int, source string) (v lua.Value, text string, problem *diag.Diagnostic) {
	return st.run.evaluate(call, source, nil)
}

func (r *run) evaluate(call int, source string, more []Binding) (v lua.Value, text string, problem *diag.Diagnostic) {
	var names []string
	var values []lua.Value
	own := false
	if f, ok := r.frame(call); ok {
		for _, local := range f.Variables() {
			names, values = append(names, local.Name), append(values, local.Value)
			own = own || local.Name == "self"
		}
	}
	if !own {
		names, values = append(names, "self"), append(values, r.session.Self(r.self(call)))
	}
	for _, m := range more {
		names, values = append(names, m.Name), append(values, r.session.Lua(m.Value))
	}
	problem = r.session.EvaluateWith(source, names, values, func(found lua.Value, written string) { v, text = found, written })
	return v, text, problem
}

// self returns what runs in a Lua call.
func (r *run) self(call int) (self session.Self) {
	depth := r.session.VM().Depth() - 1 - call
	for _, h := range r.session.Hooks() {
		if h.Frame <= depth {
			self = h.Self
		}
	}
	return self
}

// Assign gives a local of a Lua call another value, or changes the state by a
// statement such as vars.gold = 5. Copies of the game repeat the change when they
// reach this moment.
func (st *Stop) Assign(call int, name, source string) *diag.Diagnostic {
	if st.Past {
		d := diag.New("script/read-only", diag.Place{}, "the past cannot be changed")
		return &d
	}
	apply := func(r *run) *diag.Diagnostic { return r.assign(call, name, source) }
	problem := apply(st.run)
	if problem == nil {
		d := st.run.debugger
		d.amended = append(d.amended, amendment{st.Position, apply})
		st.run.session.MarkAmended()
	}
	return problem
}

func (r *run) assign(call int, name, source string) *diag.Diagnostic {
	f, ok := r.frame(call)
	if name == "" {
		var names []string
		var values []lua.Value
		if ok {
			for _, local := range f.Variables() {
				names, values = append(names, local.Name), append(values, local.Value)
			}
		}
		return r.session.Amend(source, names, values)
	}
	v, _, problem := r.evaluate(call, source, nil)
	if problem == nil && (!ok || !f.Set(name, v)) {
		d := diag.New("script/read-only", diag.Place{}, "%s cannot be changed here", name)
		problem = &d
	}
	return problem
}
