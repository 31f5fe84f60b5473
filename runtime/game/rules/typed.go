package rules

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
)

// Typed is the file name of a source typed at a prompt.
const Typed = "(typed)"

// typed is its place.
var typed = diag.Place{File: Typed, Line: 1, Column: 1}

// Compile compiles a source typed at a prompt: an expression, or else
// statements. The hook it returns is not part of the game. Its index follows
// those of the game, so a host must forget the previous one before it runs this
// one.
func (g *Game) Compile(source string) (*api.Hook, *diag.Diagnostic) {
	return g.CompileWith(source, []string{"self"})
}

// CompileWith is Compile for a source that sees the given names.
func (g *Game) CompileWith(source string, params []string) (*api.Hook, *diag.Diagnostic) {
	if strings.TrimSpace(source) == "" {
		d := diag.New("script/syntax", typed, "there is nothing to evaluate").WithHint("for instance: lua vars")
		return nil, &d
	}
	programs := g.rules.content.programs
	modules := resolver{programs, g.Definition.Pack, nil}
	p, problems := lua.CompileExpr(source, params, typed, programs.surface, modules)
	if problems.Failed() {
		var other diag.List
		p, other = lua.CompileStatements(source, params, typed, programs.surface, modules)
		if other.Failed() {
			// A typed if is a statement, so why it is not an expression does not matter.
			isIf := strings.HasPrefix(strings.TrimSpace(source), "if ")
			if len(other) > 0 && (isIf || other[0].Code != "script/syntax") {
				problems = other
			}
			return nil, &problems[0]
		}
	}
	return &api.Hook{Index: len(g.hooks), Program: p, Script: g.rules.nextScript, Place: typed}, nil
}
