package mutations

import (
	"math/rand/v2"
	"strings"

	"sleight/runtime/lua"
)

// meanings change valid content into other valid content. No static check can
// know that it is not meant; tests can.
var meanings = []operator{
	{"a line of YAML is left out", eachLine(func(l row) []edit {
		if strings.HasSuffix(l.text, ":") || opensBlock.MatchString(l.text) {
			return nil
		}
		return []edit{{from: l.from, to: l.to + 1}}
	}), true},
	{"a number of YAML is another", plain(isNumeric, func(n string, r *rand.Rand) string { return n + string(rune('0'+r.IntN(10))) }), true},
	{"a statement is left out", func(w *writing) (out []edit) {
		for _, l := range w.lines {
			text := strings.TrimSpace(l.text)
			if strings.HasSuffix(w.path, ".lua") && !l.blank && strings.HasSuffix(text, ")") && l.indent > 0 && !strings.HasPrefix(text, "local ") && !strings.HasPrefix(text, "return") && strings.Count(text, "(") == strings.Count(text, ")") && !strings.Contains(text, "function") {
				out = append(out, edit{from: l.from, to: l.to + 1})
			}
		}
		return out
	}, true},
	{"a statement stands twice", func(w *writing) (out []edit) {
		for _, l := range w.lines {
			text := strings.TrimSpace(l.text)
			if strings.HasSuffix(w.path, ".lua") && !l.blank && strings.HasSuffix(text, ")") && l.indent > 0 && !strings.HasPrefix(text, "return") && strings.Count(text, "(") == strings.Count(text, ")") && !strings.Contains(text, "function") {
				out = append(out, insert(l.from, l.text+"\n"))
			}
		}
		return out
	}, true},
	{"a number of Lua is one more", tokens(func(c cursor) []edit {
		if c.at().Kind != lua.NumberToken || len(c.text()) != 1 || c.text() == "9" {
			return nil
		}
		return c.replace(string(c.text()[0] + 1))
	}), true},
	{"a comparison is another", tokens(func(c cursor) []edit {
		other := map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "~=", "~=": "=="}[c.text()]
		if other == "" {
			return nil
		}
		return c.replace(other)
	}), true},
	{"and for or", symbol("and", "or"), true},
	{"or for and", symbol("or", "and"), true},
	{"+ for -", symbol("+", "-"), true},
	{"not is forgotten", symbol("not", ""), true},
	{"true for false", symbol("false", "true"), true},
}
