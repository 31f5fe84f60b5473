package lint

import (
	"maps"
	"slices"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
)

// checkLocales finds mistakes in translations.
func (l *Linter) checkLocales(c *rules.Content) diag.List {
	if len(c.Catalog.Locales) == 0 {
		return nil
	}
	if l.Once {
		return locale.Check(c.Catalog, ScriptTexts(c))
	}
	return l.locales.Check(c.Catalog, ScriptTexts(c))
}

// sayFunctions lists the functions that take a text for players, and which argument
// that is, from 0.
var sayFunctions = []struct {
	function string
	text     int
}{{"say", 0}, {"warn", 0}, {"refuse", 0}, {"win", 0}, {"lose", 0}, {"tell", 1}}

// ScriptTexts collects the sentences that the Lua of each pack says.
func ScriptTexts(c *rules.Content) map[string]*locale.ScriptTexts {
	all, packs := map[string]*locale.ScriptTexts{}, map[*lua.Program]string{}
	for _, code := range c.Code() {
		packs[code.Program] = code.Pack
		s := all[code.Pack]
		if s == nil {
			s = &locale.ScriptTexts{}
			all[code.Pack] = s
		}
		facts := code.Program.Facts()
		for _, t := range facts.Texts {
			s.Quote(t.Text)
		}
		for _, call := range facts.Calls {
			for _, f := range sayFunctions {
				if f.function == call.Function {
					s.Add(call.Texts[f.text], call.Place)
				}
			}
		}
		for _, sentence := range facts.Sentences {
			s.Add(sentence.Text, sentence.Place)
		}
	}
	for _, g := range c.Games() {
		addFigures(all, packs, g)
	}
	for _, d := range c.Catalog.Kind("game") {
		if _, built := c.Game(d.ID); !built { // because of errors, perhaps in other packs
			s := all[d.Pack]
			if s == nil {
				s = &locale.ScriptTexts{}
				all[d.Pack] = s
			}
			s.Incomplete = true
		}
	}
	return all
}

// addFigures adds the words that views and details of a game show: the texts that their
// expressions return, or the functions of modules that these call. packs holds the pack of
// each program; an expression of the game that is in none is of the game's own.
func addFigures(all map[string]*locale.ScriptTexts, packs map[*lua.Program]string, g *rules.Game) {
	var values []*api.Hook
	for _, v := range g.Views {
		if g.Definition.Data.Get("views").Get(v.Name).BoolOr("show", true) {
			values = append(values, v.Value)
		}
	}
	labelled := map[string]bool{}
	for _, zone := range slices.Sorted(maps.Keys(g.Details)) {
		for _, d := range g.Details[zone] {
			values = append(values, d.Value)
			for word := range d.Labels {
				labelled[word] = true
			}
		}
	}
	add := func(from *lua.Program, returned []analysis.Excerpt) {
		pack, ok := packs[from]
		if !ok {
			pack = g.Definition.Pack
		}
		for _, word := range returned {
			if s := all[pack]; s != nil && !labelled[word.Text] {
				s.Add(word.Text, word.Place)
			}
		}
	}
	for _, hook := range values {
		if hook == nil {
			continue
		}
		facts := hook.Program.Facts()
		add(hook.Program, facts.Returned)
		for _, f := range facts.Fields {
			module, ok := f.Module.(*lua.Program)
			if !ok || f.Write {
				continue
			}
			add(module, slices.DeleteFunc(slices.Clone(module.Facts().Returned), func(r analysis.Excerpt) bool {
				return analysis.Around(r.Place.Line, module.Hooks()) != f.Name
			}))
		}
	}
}
