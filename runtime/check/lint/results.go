package lint

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// results finds expressions of a game whose value is certainly of another type than what
// reads it needs.
func (t *typeChecker) results() {
	number := []analysis.StaticKind{analysis.StaticNumber}
	check := func(what string, of *api.Hook, needs string, allowed []analysis.StaticKind) {
		if of == nil {
			return
		}
		got := t.kind(of.Program.Facts().Result, rules.Code{Owner: t.game.Definition, Expression: true})
		if got == analysis.StaticUnknown || got == analysis.StaticNil || got == analysis.StaticFunction || slices.Contains(allowed, got) {
			return // that of a function has been reported
		}
		t.report(diag.New("script/type", of.Place, "%s is %s, but must be %s", what, kindWord(got), needs))
	}
	for _, m := range t.game.Metrics {
		check("the metric "+m.Name, m.Value, "a number, or true or false", append(number, analysis.StaticBoolean))
	}
	check("winner", t.game.Winner, "the number of a player, or nil", number)
	check("ranks", t.game.Ranks, "a list of the players' ranks", []analysis.StaticKind{analysis.StaticList, analysis.StaticTable})
	check("heuristic", t.game.Heuristic, "a number", number)
}
