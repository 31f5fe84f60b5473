package lint

import (
	"sleight/runtime/diag"
	"sleight/runtime/engine"
)

// locales finds what is wrong with texts in other languages.
func locales(c *engine.Content) diag.List {
	var problems diag.List
	for _, l := range c.Catalog.Locales {
		_, faults := l.Read()
		problems = append(problems, faults...)
	}
	return problems
}
