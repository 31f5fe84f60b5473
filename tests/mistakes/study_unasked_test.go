package mistakes

import (
	"math/rand/v2"
	"strings"

	"sleight/runtime/content/def"
)

// unasked are changes that no check was written for: a line, key, block or id as a whole
// is moved, repeated or taken from elsewhere.
var unasked = []operator{
	{"two neighbouring lines are swapped", neighbours, true},
	{"a line is replaced by another from the file", otherLines, true},
	{"a key is repeated with another value", doubledKeys, false},
	{"a key with its block is moved one level up", blocksMoved(-2), false},
	{"a key with its block is moved one level down", blocksMoved(2), false},
	{"an id is replaced by one of another kind", otherKinds, true},
	{"an end is missing", linesOf("end", func(l row) edit { return edit{from: l.from, to: l.to + 1, remedy: []string{"end"}} }), false},
	{"an end is repeated", linesOf("end", func(l row) edit { return edit{from: l.from, to: l.from, text: l.text + "\n", remedy: []string{"end"}} }), false},
}

// neighbours exchanges two lines that follow each other, of YAML or of a script.
func neighbours(w *writing) (out []edit) {
	for i := 1; i < len(w.lines); i++ {
		if a, b := w.lines[i-1], w.lines[i]; isCopied(a) && isCopied(b) {
			out = append(out, edit{from: a.from, to: b.to, text: b.text + "\n" + a.text})
		}
	}
	return out
}

// otherLines replaces a line by another one of the file, as it is.
func otherLines(w *writing) (out []edit) {
	for _, l := range w.lines {
		if !isCopied(l) {
			continue
		}
		e := edit{from: l.from, to: l.to}
		e.random = func(_ string, r *rand.Rand) string { return w.lines[r.IntN(len(w.lines))].text }
		out = append(out, e)
	}
	return out
}

// isCopied reports whether people move a line: it is not blank, and is more
// than end.
func isCopied(l row) bool {
	text := strings.Trim(strings.TrimSpace(l.text), "end,})")
	return !l.blank && l.text != "---" && text != ""
}

// doubledKeys repeats lines with a key and a plain value, which becomes that of another
// such line.
func doubledKeys(w *writing) (out []edit) {
	var lines []row
	for _, l := range w.lines {
		if key, value, ok := keyOf(l); ok && strings.HasSuffix(w.path, ".yaml") && value != "" && key != "" {
			lines = append(lines, l)
		}
	}
	for _, l := range lines {
		key, _, _ := keyOf(l)
		e := insert(l.to, "")
		e.remedy = []string{key}
		e.random = func(_ string, r *rand.Rand) string {
			_, other, _ := keyOf(lines[r.IntN(len(lines))])
			return "\n" + strings.Repeat(" ", l.indent) + key + ": " + other
		}
		out = append(out, e)
	}
	return out
}

// keyOf splits a line that is a key, with or without a value.
func keyOf(l row) (key, value string, ok bool) {
	if !l.isSolid() {
		return "", "", false
	}
	key, value, ok = strings.Cut(l.text[l.indent:], ":")
	if !ok || !aName.MatchString(key) || opensBlock.MatchString(l.text) || value != "" && value[0] != ' ' {
		return "", "", false
	}
	return key, strings.TrimSpace(value), true
}

// blocksMoved changes the indentation of a key with everything below it.
func blocksMoved(by int) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		for i, l := range w.lines {
			key, value, ok := keyOf(l)
			if !ok || value != "" || !strings.HasSuffix(w.path, ".yaml") || l.indent+by < 0 || by > 0 && i == 0 {
				continue
			}
			last := i
			for last+1 < len(w.lines) && (w.lines[last+1].indent > l.indent || w.lines[last+1].inside) {
				last++
			}
			var text []string
			for _, moved := range w.lines[i : last+1] {
				if by > 0 && moved.text != "" {
					text = append(text, strings.Repeat(" ", by)+moved.text)
				} else {
					text = append(text, moved.text[min(max(-by, 0), moved.indent):])
				}
			}
			out = append(out, edit{from: l.from, to: w.lines[last].to, text: strings.Join(text, "\n"), remedy: []string{"indent", key}})
		}
		return out
	}
}

// otherKinds replaces the id of a definition by that of a definition of another kind.
func otherKinds(w *writing) (out []edit) {
	kinds, ids := map[string]string{}, []string{}
	for _, d := range w.garden.catalog.All() {
		if d.Pack == w.garden.pack {
			kinds[d.ID] = d.Kind
			ids = append(ids, d.ID)
		}
	}
	for _, s := range w.spots {
		text, ok := w.raw(s)
		if !ok || s.node.Type() != def.Text || kinds[text] == "" || s.path[len(s.path)-1] == "id" {
			continue
		}
		from := w.offset(s.node.Place().Line, s.node.Place().Column)
		out = append(out, edit{from: from, to: from + len(text), random: func(old string, r *rand.Rand) string {
			for range 100 {
				if id := ids[r.IntN(len(ids))]; kinds[id] != kinds[old] {
					return id
				}
			}
			return old
		}})
	}
	return out
}

// linesOf edits the lines of Lua that consist of one word.
func linesOf(word string, make func(row) edit) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		for _, f := range w.code {
			for _, l := range w.lines {
				if !f.expression && l.from >= f.from && l.to < f.to && strings.TrimSpace(l.text) == word {
					out = append(out, make(l))
				}
			}
		}
		return out
	}
}
