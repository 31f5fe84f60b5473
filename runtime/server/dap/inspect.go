package dap

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/google/go-dap"

	"sleight/runtime/diag"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// valueTree is a list of values that an editor can expand.
type valueTree struct {
	list func() []dap.Variable
	// set writes a value of the list and returns its new form; nil if none can
	// be written.
	set func(name, value string) (string, error)
	// data is the name of a value of the list in breakpoints; nil if there is
	// none.
	data func(name string) string
}

// reference returns a reference for a list of values.
func (s *server) reference(p valueTree) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trees = append(s.trees, p)
	return len(s.trees)
}

func (s *server) tree(reference int) (valueTree, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if reference < 1 || reference > len(s.trees) {
		return valueTree{}, false
	}
	return s.trees[reference-1], true
}

// viewed returns the game as shown to the editor, which may be a moment in the past.
func (s *server) viewed() *session.Session {
	if view := s.debugger.View(); view != nil {
		return view.Session()
	}
	return s.debugger.Session()
}

func (s *server) stackTrace(head dap.Response) dap.Message {
	answer := &dap.StackTraceResponse{Response: head}
	view := s.debugger.View()
	if view == nil {
		answer.Body.StackFrames = []dap.StackFrame{{Id: 1, Name: "between two commands", PresentationHint: "label"}}
		answer.Body.TotalFrames = 1
		return answer
	}
	for i, f := range view.Stack() {
		frame := dap.StackFrame{Id: i + 1, Name: f.Name}
		if f.Call < 0 {
			frame.PresentationHint = "label"
		} else {
			frame.Source, frame.Line, frame.Column = s.sourceOf(f.Place.File), f.Place.Line, max(1, f.Place.Column)
		}
		answer.Body.StackFrames = append(answer.Body.StackFrames, frame)
	}
	answer.Body.TotalFrames = len(answer.Body.StackFrames)
	return answer
}

func (s *server) scopes(r *dap.ScopesRequest, head dap.Response) dap.Message {
	answer := &dap.ScopesResponse{Response: head}
	call := r.Arguments.FrameId - 1
	if view := s.debugger.View(); view != nil && call < len(view.Stack())-1 {
		for _, captured := range []bool{false, true} {
			name, hint := "Locals", "locals"
			if captured {
				name, hint = "Captured", ""
			}
			p := s.localsOf(view, call, captured)
			if captured && len(p.list()) == 0 {
				continue
			}
			answer.Body.Scopes = append(answer.Body.Scopes, dap.Scope{Name: name, PresentationHint: hint, VariablesReference: s.reference(p)})
		}
	}
	answer.Body.Scopes = append(answer.Body.Scopes,
		dap.Scope{Name: "Variables of the game", VariablesReference: s.reference(s.gameVariables(call))},
		dap.Scope{Name: "Zones", VariablesReference: s.reference(s.zones(call))})
	return answer
}

func (s *server) localsOf(view *debug.Stop, call int, captured bool) valueTree {
	p := valueTree{list: func() []dap.Variable {
		out := []dap.Variable{}
		for _, l := range view.Locals(call) {
			if l.Captured == captured {
				out = append(out, s.value(call, l.Name, l.Name, l.Text, l.Value))
			}
		}
		return out
	}}
	if !captured {
		p.set = func(name, value string) (string, error) {
			if problem := view.Assign(call, name, value); problem != nil {
				return "", asError(problem)
			}
			_, text, problem := view.Evaluate(call, name)
			return text, asError(problem)
		}
	}
	return p
}

// asError returns the message of a problem, without its place; nil if there is
// none.
func asError(problem *diag.Diagnostic) error {
	if problem == nil {
		return nil
	}
	return errors.New(problem.Message.String())
}

// value describes a Lua value and its contents; expression evaluates to it.
func (s *server) value(call int, name, expression, text string, v lua.Value) dap.Variable {
	out := dap.Variable{Name: name, Value: text, Type: v.Type().String(), EvaluateName: expression}
	if t := v.Table(); t != nil {
		if t.Len() > 0 || len(t.Names()) > 0 {
			out.VariablesReference = s.reference(valueTree{list: func() []dap.Variable { return s.items(call, expression, t) }})
		}
	} else if id, _ := s.viewed().Entity(v); s.viewed().State().Alive(id) {
		out.VariablesReference = s.reference(s.entity(call, id))
	}
	return out
}

// maxItems is the maximum number of listed items of a table.
const maxItems = 500

func (s *server) items(call int, expression string, t *lua.Table) []dap.Variable {
	var keys, values []lua.Value
	t.Each(func(k, v lua.Value) {
		if len(keys) < maxItems {
			keys, values = append(keys, k), append(values, v)
		}
	})
	out := []dap.Variable{}
	for i, text := range debug.Texts(s.viewed(), values) {
		name := keys[i].String()
		within := expression + "[" + name + "]"
		if key, ok := keys[i].Text(); ok {
			within = expression + "[" + session.LuaText(key) + "]"
		}
		out = append(out, s.value(call, name, within, text, values[i]))
	}
	return out
}

// entity lists the properties of something in play.
func (s *server) entity(call int, id state.ID) valueTree {
	played := s.viewed()
	label := played.Label(id)
	p := valueTree{data: func(name string) string { return label + "." + name }}
	p.list = func() []dap.Variable {
		out := []dap.Variable{{Name: "definition", Value: played.Definition(id).Key()}}
		for i, d := range played.State().Prototype(id).Kind.Props {
			out = append(out, s.stateVariable(call, d.Name, label+"."+d.Name, played.State().Prop(id, i)))
		}
		return out
	}
	p.set = func(name, value string) (string, error) {
		zone := played.State().ZoneOf(id)
		d, _ := played.State().Layout.ZoneDecl(zone)
		where := fmt.Sprintf("at(%q, %d)", d.Name, played.State().Index(id)+1)
		if err := s.setState(call, fmt.Sprintf("set(%s, %q, %s)", where, name, value)); err != nil {
			return "", err
		}
		i, _ := played.State().Prototype(id).Kind.Prop(name)
		return debug.Value(played, played.State().Prop(id, i)), nil
	}
	return p
}

// stateVariable describes a value of the game.
func (s *server) stateVariable(call int, name, expression string, v state.Value) dap.Variable {
	out := dap.Variable{Name: name, Value: debug.Value(s.viewed(), v), EvaluateName: expression}
	if id := v.ID(); v.Type == state.Ref && s.viewed().State().Alive(id) {
		out.VariablesReference = s.reference(s.entity(call, id))
	}
	return out
}

// setState changes the state, either as part of the command that has stopped or
// by a separate command.
func (s *server) setState(call int, statement string) error {
	if view := s.debugger.View(); view != nil {
		return asError(view.Assign(call, "", statement))
	}
	if s.attachment != nil {
		return errors.New("between two commands, change values where the game is played")
	}
	points := s.debugger.Points()
	s.debugger.SetPoints(nil) // nobody could let the game continue
	defer s.debugger.SetPoints(points)
	result := s.debugger.Session().Run("lua " + statement)
	if result.Refusal != nil {
		return errors.New(result.Refusal.String())
	}
	return asError(result.Problem)
}

func (s *server) gameVariables(call int) valueTree {
	played := s.viewed()
	p := valueTree{data: func(name string) string { return name }}
	p.list = func() []dap.Variable {
		out := []dap.Variable{}
		for slot := range played.State().Layout.VarSlots() {
			d, player := played.State().Layout.VarDecl(slot)
			expression := "vars." + d.Name
			if player > 0 {
				expression = fmt.Sprintf("var_of(%d, %q)", player, d.Name)
			}
			if !strings.HasPrefix(d.Name, "_") {
				out = append(out, s.stateVariable(call, state.Owned(d.Name, player), expression, played.State().Var(slot)))
			}
		}
		return out
	}
	p.set = func(name, value string) (string, error) {
		slot, ok := played.Variable(name)
		if !ok {
			return "", fmt.Errorf("unknown variable %q", name)
		}
		d, player := played.State().Layout.VarDecl(slot)
		statement := fmt.Sprintf("set(vars, %q, %s)", d.Name, value)
		if player > 0 {
			statement = fmt.Sprintf("set_var_of(%d, %q, %s)", player, d.Name, value)
		}
		if err := s.setState(call, statement); err != nil {
			return "", err
		}
		return debug.Value(played, played.State().Var(slot)), nil
	}
	return p
}

// zones lists the zones with their contents.
func (s *server) zones(call int) valueTree {
	played := s.viewed()
	return valueTree{list: func() []dap.Variable {
		out := []dap.Variable{}
		for slot := range played.State().Layout.ZoneSlots() {
			d, player := played.State().Layout.ZoneDecl(slot)
			name := d.Name
			if player > 0 {
				name = fmt.Sprintf("%s@%d", name, player)
			}
			ids := played.State().Zone(slot)
			zone := dap.Variable{Name: name, Value: fmt.Sprintf("%d in it", len(ids))}
			if len(ids) > 0 {
				zone.VariablesReference = s.reference(valueTree{list: func() []dap.Variable {
					out := []dap.Variable{}
					for _, id := range ids {
						v := dap.Variable{Name: played.Label(id), Value: played.Definition(id).Name}
						v.VariablesReference = s.reference(s.entity(call, id))
						out = append(out, v)
					}
					return out
				}})
			}
			out = append(out, zone)
		}
		return out
	}}
}

func (s *server) variables(r *dap.VariablesRequest, head dap.Response) (dap.Message, error) {
	p, ok := s.tree(r.Arguments.VariablesReference)
	if !ok {
		return nil, errors.New("the game has moved on since")
	}
	answer := &dap.VariablesResponse{Response: head}
	answer.Body.Variables = p.list()
	return answer, nil
}

func (s *server) setVariable(r *dap.SetVariableRequest, head dap.Response) (dap.Message, error) {
	p, ok := s.tree(r.Arguments.VariablesReference)
	if !ok || p.set == nil {
		return nil, fmt.Errorf("%s cannot be changed here", r.Arguments.Name)
	}
	text, err := p.set(r.Arguments.Name, r.Arguments.Value)
	if err != nil {
		return nil, err
	}
	answer := &dap.SetVariableResponse{Response: head}
	answer.Body.Value = text
	return answer, nil
}

func (s *server) dataInfo(r *dap.DataBreakpointInfoRequest, head dap.Response) dap.Message {
	answer := &dap.DataBreakpointInfoResponse{Response: head}
	name := r.Arguments.Name
	if p, ok := s.tree(r.Arguments.VariablesReference); ok && p.data != nil {
		name = p.data(name)
	} else if ok {
		answer.Body.Description = "only variables of the game and properties can be watched"
		return answer
	}
	if err := debug.Check(s.viewed(), &debug.Breakpoint{Kind: debug.Change, Name: name}); err != nil {
		answer.Body.Description = err.Error()
		return answer
	}
	answer.Body.DataId, answer.Body.Description, answer.Body.AccessTypes = name, name+" changes", []dap.DataBreakpointAccessType{"write"}
	return answer
}

func (s *server) exceptionInfo(head dap.Response) (dap.Message, error) {
	view := s.debugger.View()
	if view == nil || view.Text == "" {
		return nil, errors.New("nothing has failed here")
	}
	answer := &dap.ExceptionInfoResponse{Response: head}
	answer.Body.ExceptionId, answer.Body.Description, answer.Body.BreakMode = string(view.Reason), view.Text, "always"
	if view.Problem != nil {
		answer.Body.ExceptionId = view.Problem.Code
		answer.Body.Description = strings.TrimSpace(view.Problem.Message.String() + "\n" + view.Problem.Hint.String())
	}
	return answer, nil
}

var assigned = regexp.MustCompile(`^([A-Za-z_]\w*)\s*=([^=].*)$`)

// evaluate evaluates Lua where the game has stopped. In the console it also
// runs commands between two commands, back to NAME, and assignments to locals.
func (s *server) evaluate(r *dap.EvaluateRequest, head dap.Response) (dap.Message, error) {
	answer := &dap.EvaluateResponse{Response: head}
	text := strings.TrimSpace(r.Arguments.Expression)
	call := max(0, r.Arguments.FrameId-1)
	view := s.debugger.View()
	if r.Arguments.Context == "repl" {
		if name, ok := strings.CutPrefix(text, "back to "); ok {
			result, err := s.backTo(strings.TrimSpace(name))
			answer.Body.Result = result
			return answer, err
		}
		if view == nil && s.debugger.Session().IsCommand(text) && s.attachment != nil {
			return nil, errors.New("give commands where the game is played")
		}
		if view == nil && s.debugger.Session().IsCommand(text) {
			s.send(answer)
			s.setRunning()
			s.jobs <- func() { s.play(text) }
			return nil, nil
		}
		if parts := assigned.FindStringSubmatch(text); parts != nil && view != nil {
			if problem := view.Assign(call, parts[1], strings.TrimSpace(parts[2])); problem != nil {
				return nil, asError(problem)
			}
			text = parts[1]
		}
	}
	if view == nil {
		played := s.debugger.Session()
		problem := played.EvaluateWith(text, []string{"self"}, []lua.Value{played.Self(played.GameSelf())}, func(v lua.Value, written string) {
			answer.Body.Result = written
		})
		return answer, asError(problem)
	}
	v, written, problem := view.Evaluate(call, text)
	if problem != nil {
		return nil, asError(problem)
	}
	shown := s.value(call, "", text, written, v)
	answer.Body.Result, answer.Body.Type, answer.Body.VariablesReference = written, shown.Type, shown.VariablesReference
	return answer, nil
}
