package lint

import (
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
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
	all := map[string]*locale.ScriptTexts{}
	for _, code := range c.Code() {
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
