// Package lint finds probable mistakes in valid content: definitions that
// nothing uses, hooks that never run, conditions that are never true, texts
// that contradict their numbers. Each check has its own file.
//
// Layer check. It reads definitions and what their Lua says; it runs nothing and
// knows no game.
package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/content/parallel"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// definitionChecks lists the checks that examine a single definition: its data, and the text
// of its files. They know no game, and their findings are computed once for each definition.
var definitionChecks = []func(*reporter, *notes){neverTrue, textsAndNumbers, strangeBraces, safeRanges, lostQuotes, decimalCommas, reorderedTexts, keyOrder}

// checks lists every other check.
var checks = []func(*pass){
	definitionFindings,
	unusedScripts, unusedParams, unusedDefinitions, unusedNames, unusedLocals,
	uncalledHooks, eventArguments, misorderedHooks, phasesWithoutPath, endlessGames, revealingWindows,
	impossibleConditions, types, lostEquals, unknownFields, cutTexts, dataWords, dataValues, strangeWords, expectedViews, style,
	listViews, hiddenViews, layoutTwice, strangeDataKeys, strangeTags, readOnly,
}

// Run checks the packs of all games and the packs made for one game. It skips
// other packs, since their use is unknown. source returns a file's text by the
// name that places use. The list is sorted.
func Run(c *rules.Content, source func(file string) ([]byte, bool)) diag.List {
	return new(Linter).Run(c, source)
}

// Linter checks content repeatedly and caches what it knows about unchanged
// definitions. The zero Linter is ready to use; it is not safe for concurrent
// use.
type Linter struct {
	// Once means that nothing is kept for the next run.
	Once bool

	vocabulary *vocabulary
	games      map[string][]*notes
	partial    []*notes // of the definitions that RunPartial has checked last
	locales    locale.Checker
}

// Run checks content as the function Run does.
func (l *Linter) Run(c *rules.Content, source func(file string) ([]byte, bool)) diag.List {
	if l.vocabulary == nil {
		l.vocabulary = newVocabulary()
	}
	l.partial = nil
	found := make([]diag.List, 2)
	parallel.Each(2, func(i int) {
		if i == 0 {
			found[i] = l.checkGames(c, source)
		} else {
			found[i] = append(l.checkLocales(c), reorderedElsewhere(c, source)...)
		}
	})
	problems := slices.Concat(found...)
	problems.Sort()
	return problems
}

// checkGames checks what each game sees.
func (l *Linter) checkGames(c *rules.Content, source func(file string) ([]byte, bool)) (problems diag.List) {
	games, all := map[string][]*notes{}, newShared(c)
	for _, g := range c.Games() {
		notes := l.notes(g.Catalog().All(), l.games[g.ID()])
		if !l.Once {
			games[g.ID()] = notes
		}
		p := newPass(c, g, l.vocabulary, notes)
		p.shared = all
		p.source = source
		problems = append(problems, p.run()...)
	}
	l.games = games
	return problems
}

// notes returns the notes of definitions, reusing known ones.
func (l *Linter) notes(all []*def.Definition, known []*notes) []*notes {
	out := make([]*notes, len(all))
	at := map[*def.Definition]*notes{}
	if len(known) != len(all) { // otherwise nearly all are in the same place
		for i := range known {
			at[known[i].of] = known[i]
		}
	}
	var todo []*notes
	for i, d := range all {
		switch n := at[d]; {
		case i < len(known) && known[i].of == d:
			out[i] = known[i]
		case n != nil:
			out[i] = n
		default:
			out[i] = &notes{of: d}
			todo = append(todo, out[i])
		}
	}
	l.vocabulary.read(todo)
	return out
}

// reporter collects the problems that checks report, and returns the texts of
// files. It is all that a check of a single definition needs.
type reporter struct {
	source   func(file string) ([]byte, bool)
	guests   []*def.Pack // packs of the game that are at home in another
	problems diag.List
}

// pass holds a game and its packs while the checks run.
type pass struct {
	reporter
	content  *rules.Content
	game     *rules.Game
	data     *def.Node         // of the game
	all      []*def.Definition // that the game sees
	code     []rules.Code      // of the packs that it sees
	index    *index
	shared   *shared
	moveUses map[string]keyUse // see moves
	// What several checks need is computed for the first of them: the ids of all
	// definitions, sorted; these with the names that the game declares, sorted; and
	// see fieldKinds.
	ids, declaredNames func() []string
	fieldKinds         func() map[string]analysis.StaticKind
}

// run runs all checks, on all cores. Each reports to a copy of the pass, and none
// changes what the copies share.
func (p *pass) run() diag.List {
	found := make([]diag.List, len(checks))
	parallel.Each(len(checks), func(i int) {
		own := *p
		checks[i](&own)
		found[i] = own.problems
	})
	return withoutRepeats(slices.Concat(found...))
}

// withoutRepeats omits the report that no value has a field if another check says more about the
// same field: what the value is, or that it is a list.
func withoutRepeats(list diag.List) diag.List {
	at := func(p diag.Diagnostic, field string) string {
		return fmt.Sprint(p.Place.File, ":", p.Place.Line, ":", field)
	}
	doubted, unknown := map[string]bool{}, map[string]bool{}
	for _, p := range list {
		switch args := p.Message.Args; p.Message.Format {
		case analysis.HasNoField:
			doubted[at(p, args[1])] = true
		case nothingHas:
			unknown[at(p, args[0])] = true
		}
	}
	return slices.DeleteFunc(list, func(p diag.Diagnostic) bool {
		switch args := p.Message.Args; p.Message.Format {
		case nothingHas:
			return doubted[at(p, args[0])]
		case usedAs:
			field, _ := strconv.Unquote(strings.TrimSuffix(strings.TrimPrefix(args[2], readField), isRead))
			return unknown[at(p, field)]
		}
		return false
	})
}

func newPass(c *rules.Content, g *rules.Game, v *vocabulary, notes []*notes) *pass {
	p := &pass{content: c, game: g, data: g.Definition.Data, all: g.Catalog().All()}
	p.ids = sync.OnceValue(func() []string { return idsOf(p.all) })
	p.declaredNames = sync.OnceValue(func() []string { return declaredNames(p.ids(), p.data) })
	p.fieldKinds = sync.OnceValue(func() map[string]analysis.StaticKind { return fieldKinds(p.all) })
	seen := map[string]bool{}
	for _, id := range c.Catalog.PacksOf(g.Definition) {
		seen[id] = true
	}
	p.code = codeOf(c.Code(), seen)
	for _, pack := range g.Catalog().Packs() {
		if !c.Catalog.PackBelongsTo(pack.ID, g.Definition) {
			p.guests = append(p.guests, pack)
		}
	}
	p.index = newIndex(p, v, notes)
	return p
}

// codeOf returns the code of some packs.
func codeOf(all []rules.Code, packs map[string]bool) []rules.Code {
	count := 0
	for i := range all {
		if packs[all[i].Pack] {
			count++
		}
	}
	out := make([]rules.Code, 0, count)
	for i := range all {
		if packs[all[i].Pack] {
			out = append(out, all[i])
		}
	}
	return out
}

// report adds a problem. Problems in packs that belong to another game are
// reported there.
func (r *reporter) report(p diag.Diagnostic) {
	for _, guest := range r.guests {
		if guest.Holds(p.Place.File) {
			return
		}
	}
	r.problems = append(r.problems, p)
}

// calls finds the calls of API functions by name.
func (p *pass) calls(functions ...string) []call {
	var out []call
	for _, f := range functions {
		out = append(out, p.index.calls[f]...)
	}
	return out
}

// zonesOf lists the zones of the game that accept a kind.
func (p *pass) zonesOf(kind string) []def.Field {
	var out []def.Field
	for _, f := range p.data.Each("zones") {
		if slices.ContainsFunc(f.Value.All("of"), func(n *def.Node) bool { return n.Text() == kind }) {
			out = append(out, f)
		}
	}
	return out
}
