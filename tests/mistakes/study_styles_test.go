package mistakes

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/lua/syntax"
)

// styles are other ways to write the same content. A finding in any of them is
// a false alarm.
var styles = []operator{
	{"line ends of Windows", whole("", func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }), false},
	{"blanks at the ends of lines", eachLine(func(l row) []edit {
		if opensBlock.MatchString(l.text) {
			return nil
		}
		return []edit{insert(l.to, "  ")}
	}), false},
	{"%YAML 1.2", whole(".yaml", func(text string) string { return "%YAML 1.2\n---\n" + text }), false},
	{"a document that is opened and closed", whole(".yaml", func(text string) string { return "---\n" + text + "...\n" }), false},
	{"a comment behind a value", eachLine(func(l row) []edit {
		if strings.ContainsAny(l.text, `"'#|>`) || strings.HasSuffix(l.text, "\\") {
			return nil
		}
		return []edit{insert(l.to, " # as in the design")}
	}), false},
	{"an empty line", eachLine(func(l row) []edit { return []edit{insert(l.from, "\n")} }), false},
	{"a word in quotes", plain(isName, wrap(`"`, `"`)), false},
	{"a word in single quotes", plain(isName, wrap("'", "'")), false},
	{"a blank before a colon", inLines(`^ *[a-z_]+(:) [a-z0-9]`, " :"), false},
	{"blanks within braces", inLines(`[:,-] (\{)[a-z]`, "{ "), false},
	{"no newline at the end", whole("", func(text string) string { return strings.TrimRight(text, "\n") }), false},
	{"a semicolon behind a statement", tokens(func(c cursor) []edit {
		if !isAPI(c) || c.f.expression || c.next(-1).Line == c.at().Line {
			return nil
		}
		if end := c.closing(1).End(); c.w.text[end] == '\n' {
			return []edit{insert(end, ";")}
		}
		return nil
	}), false},
	{"a condition in parentheses", tokens(func(c cursor) []edit {
		if c.text() != "if" {
			return nil
		}
		for n := 1; c.next(n).Line == c.at().Line; n++ {
			if c.is(n, "then") {
				return []edit{{from: c.next(1).Offset, to: c.next(n).Offset, text: "(" + strings.TrimSpace(c.w.text[c.next(1).Offset:c.next(n).Offset]) + ") "}}
			}
		}
		return nil
	}), false},
	{"a text in the other quotes", tokens(func(c cursor) []edit {
		if !isWordText(c) || c.f.expression {
			return nil
		}
		return c.replace("'" + strings.Trim(c.text(), `"'`) + "'")
	}), false},
	{"a text in long brackets", tokens(func(c cursor) []edit {
		if !isWordText(c) || c.is(-1, "[") {
			return nil
		}
		return c.replace("[[" + strings.Trim(c.text(), `"'`) + "]]")
	}), false},
	{"a field in brackets", tokens(func(c cursor) []edit {
		if !isField(c) || c.f.expression || c.is(-2, "vars") || c.is(-2, "game") || c.is(-2, "self") || c.next(-2).Kind != syntax.NameToken {
			return nil
		}
		return []edit{{from: c.next(-1).Offset, to: c.at().End(), text: `["` + c.text() + `"]`}}
	}), false},
	{"a long comment", tokens(func(c cursor) []edit {
		if c.text() != "local" || !strings.HasSuffix(c.w.path, ".lua") {
			return nil
		}
		return []edit{insert(c.at().Offset, "--[[ why\nso ]] ")}
	}), false},
	{"a comma behind the last field", whole(".lua", func(text string) string {
		return regexp.MustCompile(`(?m)^(  end)\n\}`).ReplaceAllString(text, "$1,\n}")
	}), false},
	{"blanks around parentheses", tokens(func(c cursor) []edit {
		if c.text() != "(" || c.is(1, ")") || c.f.expression {
			return nil
		}
		return []edit{insert(c.at().End(), " ")}
	}), false},
	{"a do block", tokens(func(c cursor) []edit {
		if !isAPI(c) || c.f.expression || c.next(-1).Line == c.at().Line {
			return nil
		}
		close := c.closing(1)
		return []edit{{from: c.at().Offset, to: close.End(), text: "do " + c.w.text[c.at().Offset:close.End()] + " end"}}
	}), false},
	{"a number in another form", tokens(func(c cursor) []edit {
		if c.at().Kind != syntax.NumberToken || len(c.text()) > 1 || c.f.expression {
			return nil
		}
		return c.replace("0x" + c.text())
	}), false},
}

// whole rewrites whole files.
func whole(ending string, change func(string) string) func(*writing) []edit {
	return func(w *writing) []edit {
		if !strings.HasSuffix(w.path, ending) {
			return nil
		}
		return []edit{{from: 0, to: len(w.text), text: change(w.text)}}
	}
}

// TestCorrectStylesAreNotReported writes content in other valid styles and expects
// no findings.
func TestCorrectStylesAreNotReported(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	var all []*writing
	for _, name := range packs {
		all = append(all, writings(newGarden(t, name))...)
	}
	made := 0
	for _, op := range styles {
		var sites []placed
		for _, w := range all {
			for _, e := range op.edits(w) {
				sites = append(sites, placed{e, w})
			}
		}
		if len(sites) == 0 {
			t.Errorf("%s: it cannot be written anywhere", op.name)
			continue
		}
		for range 8 {
			e := sites[r.IntN(len(sites))]
			text, _, ok := e.apply(e.w.text, r)
			if !ok {
				continue
			}
			made++
			if problems := e.w.garden.with(mistake{files: map[string]string{e.w.path: text}}); len(problems) > 0 {
				t.Errorf("%s: %s:%d: %v", op.name, e.w.path, line(e.w.text, e.from), problems[0])
			}
		}
	}
	t.Logf("%d files in %d other styles", made, len(styles))
}
