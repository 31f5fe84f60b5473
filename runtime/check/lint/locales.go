package lint

import (
	"slices"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// locales finds mistakes in translations.
func locales(c *rules.Content) diag.List {
	if len(c.Catalog.Locales) == 0 {
		return nil
	}
	return locale.Check(c.Catalog, Speech(c))
}

// saying lists the functions whose first argument is a text for players.
var saying = []string{"say", "warn", "refuse", "win", "lose"}

// Speech collects the sentences that the Lua of each pack says.
func Speech(c *rules.Content) map[string]*locale.Speech {
	all := map[string]*locale.Speech{}
	for _, code := range c.Code() {
		s := all[code.Pack]
		if s == nil {
			s = &locale.Speech{}
			all[code.Pack] = s
		}
		facts := code.Program.Facts()
		for _, t := range facts.Texts {
			s.Quote(t.Text)
		}
		for _, call := range facts.Calls {
			if text, ok := call.Texts[0]; ok && slices.Contains(saying, call.Function) {
				s.Add(text, call.Place)
			}
		}
		for _, sentence := range facts.Sentences {
			s.Add(sentence.Text, sentence.Place)
		}
	}
	return all
}
