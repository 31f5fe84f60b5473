package engine

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// typed is the place of what somebody typed at a prompt.
var typed = diag.Place{File: "(typed)", Line: 1, Column: 1}

// Look evaluates a Lua expression without changing anything and returns what
// it gives as text. Several values stand beside each other.
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
	s.settlePhases()
}

// compile reads an expression, or else statements.
func (s *Session) compile(source string) (*api.Hook, *diag.Diagnostic) {
	if strings.TrimSpace(source) == "" {
		d := diag.New("script/syntax", typed, "there is nothing to evaluate").WithHint("for instance: lua vars")
		return nil, &d
	}
	pack := s.game.Definition.Pack
	modules := resolver{s.content.programs, pack}
	p, problems := lua.CompileExpr(source, []string{"self"}, typed, s.content.programs.surface, modules)
	if problems.Failed() {
		var other diag.List
		p, other = lua.CompileStatements(source, typed, s.content.programs.surface, modules)
		if other.Failed() {
			if len(other) > 0 && other[0].Code != "script/syntax" {
				problems = other
			}
			return nil, &problems[0]
		}
	}
	// It is no hook of the game, so it gets a number after all of those.
	hook := &api.Hook{Index: len(s.game.hooks), Program: p, Place: typed}
	s.host.Forget(hook)
	return hook, nil
}

// Cause tells which definition, hook and place a change is put down to.
func (s *Session) Cause(c state.Change) (owner, hook string, at diag.Place) {
	if h := s.game.byIndex(int(c.Cause) - 1); h != nil {
		return h.Owner.Key(), h.Name, h.Place
	}
	return "", "", diag.Place{}
}
