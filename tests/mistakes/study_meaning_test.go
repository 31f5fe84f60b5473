package mistakes

import (
	"math/rand/v2"
	"strings"

	"sleight/runtime/lua/syntax"
)

// meanings change valid content into other valid content. No static check can
// know that it is not meant; tests can.
var meanings = []operator{
	{"a line of YAML is missing", eachLine(func(l row) []edit {
		if strings.HasSuffix(l.text, ":") || opensBlock.MatchString(l.text) {
			return nil
		}
		return []edit{{from: l.from, to: l.to + 1}}
	}), true},
	{"a number in YAML is changed", plain(isNumeric, func(n string, r *rand.Rand) string { return n + string(rune('0'+r.IntN(10))) }), true},
	{"a statement is missing", func(w *writing) (out []edit) {
		for _, l := range w.lines {
			text := strings.TrimSpace(l.text)
			if strings.HasSuffix(w.path, ".lua") && !l.blank && strings.HasSuffix(text, ")") && l.indent > 0 && !strings.HasPrefix(text, "local ") && !strings.HasPrefix(text, "return") && strings.Count(text, "(") == strings.Count(text, ")") && !strings.Contains(text, "function") {
				out = append(out, edit{from: l.from, to: l.to + 1})
			}
		}
		return out
	}, true},
	{"a statement is repeated", func(w *writing) (out []edit) {
		for _, l := range w.lines {
			text := strings.TrimSpace(l.text)
			if strings.HasSuffix(w.path, ".lua") && !l.blank && strings.HasSuffix(text, ")") && l.indent > 0 && !strings.HasPrefix(text, "return") && strings.Count(text, "(") == strings.Count(text, ")") && !strings.Contains(text, "function") {
				out = append(out, insert(l.from, l.text+"\n"))
			}
		}
		return out
	}, true},
	{"a number in Lua is one higher", tokens(func(c cursor) []edit {
		if c.at().Kind != syntax.NumberToken || len(c.text()) != 1 || c.text() == "9" {
			return nil
		}
		return c.replace(string(c.text()[0] + 1))
	}), true},
	{"a comparison operator is changed", tokens(func(c cursor) []edit {
		other := map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "~=", "~=": "=="}[c.text()]
		if other == "" {
			return nil
		}
		return c.replace(other)
	}), true},
	{"and instead of or", symbol("and", "or"), true},
	{"or instead of and", symbol("or", "and"), true},
	{"+ instead of -", symbol("+", "-"), true},
	{"not is missing", symbol("not", ""), true},
	{"true instead of false", symbol("false", "true"), true},
}
