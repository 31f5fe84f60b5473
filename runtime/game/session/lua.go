package session

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// Look evaluates a Lua expression without changing anything and returns its
// value as text; several values are separated by commas.
func (s *Session) Look(source string) (text string, problem *diag.Diagnostic) {
	hook, problem := s.compile(source)
	if problem != nil {
		return "", problem
	}
	problem = s.look(func() { text = s.host.CallText(hook, s.self()) })
	return text, problem
}

// performLua carries out a debug statement inside a transaction.
func (s *Session) performLua() {
	hook, problem := s.compile(s.running.command.Lua)
	if problem != nil {
		s.host.VM.Fail(*problem)
	}
	if text := s.host.CallText(hook, s.self()); text != "" && text != "nil" {
		s.running.said = append(s.running.said, Message{Text: "= " + text})
	}
	s.settle()
}

// compile compiles a typed source. The host forgets the previous one.
func (s *Session) compile(source string) (*api.Hook, *diag.Diagnostic) {
	hook, problem := s.game.Compile(source)
	if problem == nil {
		s.host.Forget(hook)
	}
	return hook, problem
}

// Cause returns the definition, hook and place that a change is attributed to.
func (s *Session) Cause(c state.Change) (owner, hook string, at diag.Place) {
	if h := s.game.Hook(int(c.Cause) - 1); h != nil {
		return h.Owner.Key(), h.Name, h.Place
	}
	return "", "", diag.Place{}
}
