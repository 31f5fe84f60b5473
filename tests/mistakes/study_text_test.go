package mistakes

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/syntax"
)

// edit is one change to one file. An operator lists all its possible edits; the
// study draws some of them.
type edit struct {
	from, to int // the bytes that are replaced
	text     string
	// random, if set, makes the replacement from the replaced text.
	random func(old string, r *rand.Rand) string
	// remedy holds alternatives: a finding names the right remedy if its
	// message or hint contains one. If there are none, only a fix that restores
	// the file counts.
	remedy []string
}

// operator is a sort of change that could be made to any content.
type operator struct {
	name  string
	edits func(*writing) []edit
	// quiet means that nobody can tell from the file what it said before.
	quiet bool
}

// writing is one file of a pack, split into its parts.
type writing struct {
	garden *garden
	path   string
	text   string
	lines  []row
	// code holds the Lua in it: all of a script, the lua: texts and expressions
	// of a YAML file.
	code  []fragment
	spots []spot // the values of a YAML file
}

// row is one line, as bytes of the file without the line's end.
type row struct {
	from, to int
	indent   int
	text     string
	// inside means that it belongs to a text of several lines, blank that it
	// has no content except a comment.
	inside, blank bool
}

// fragment is a piece of Lua with its tokens, whose offsets are those of the
// file.
type fragment struct {
	from, to   int
	tokens     []syntax.Token
	expression bool
}

var opensBlock = regexp.MustCompile(`(^|[:\-] )[|>][+-]?[0-9]?\s*(#.*)?$`)

// writings splits the files of a pack into their parts.
func writings(g *garden) []*writing {
	var out []*writing
	expressions := map[string]map[int]bool{} // lines of expressions by file
	for _, c := range g.sound.Code() {
		if c.Expression {
			at := c.Program.Place()
			if expressions[at.File] == nil {
				expressions[at.File] = map[int]bool{}
			}
			expressions[at.File][at.Line] = true
		}
	}
	for _, path := range append(g.paths(".yaml"), g.paths(".lua")...) {
		w := &writing{garden: g, path: path, text: g.files[path]}
		w.split()
		if strings.HasSuffix(path, ".lua") {
			w.code = []fragment{newFragment(w.text, 0, len(w.text), false)}
		} else {
			w.readValues(expressions[path])
		}
		out = append(out, w)
	}
	return out
}

func newFragment(text string, from, to int, expression bool) fragment {
	f := fragment{from: from, to: to, tokens: syntax.Tokens(text[from:to]), expression: expression}
	for i := range f.tokens {
		f.tokens[i].Offset += from
	}
	return f
}

func (w *writing) split() {
	at, block := 0, -1 // the indentation of the key of a text of several lines
	for text := range strings.Lines(w.text) {
		line := row{from: at, text: strings.TrimRight(text, "\r\n"), indent: depth(text)}
		line.to = at + len(line.text)
		at += len(text)
		trimmed := strings.TrimSpace(line.text)
		line.blank = trimmed == "" || trimmed[0] == '#' || strings.HasPrefix(trimmed, "--")
		if block >= 0 && (trimmed == "" || line.indent > block) {
			line.inside = true
		} else if block = -1; opensBlock.MatchString(line.text) && !line.blank {
			block = line.indent
		}
		w.lines = append(w.lines, line)
	}
}

// readValues finds the values of a YAML file, and the Lua in it.
func (w *writing) readValues(expressions map[int]bool) {
	for _, d := range w.garden.catalog.All() {
		if d.Place.File != w.path {
			continue
		}
		walk(d, d.Data, nil, d.Place, func(s spot) {
			if s.node.Place().File != w.path || s.node.Place().Column == 0 {
				return
			}
			w.spots = append(w.spots, s)
			if s.node.Type() != def.Text || s.node.TextLine() == 0 {
				return
			}
			from := w.offset(int(s.node.TextLine()), int(s.node.TextColumn()))
			switch {
			case s.path[len(s.path)-1] == "lua":
				first := int(s.node.Place().Line) // the lines after it
				last := first
				for last < len(w.lines) && w.lines[last].inside {
					last++
				}
				if last > first {
					w.code = append(w.code, newFragment(w.text, w.lines[first].from, w.lines[last-1].to, false))
				}
			case expressions[s.node.Place().Line] && strings.HasPrefix(w.text[from:], s.node.Text()) && !strings.Contains(s.node.Text(), "\n"):
				skip := len(s.node.Text()) - len(strings.TrimPrefix(s.node.Text(), "="))
				f := newFragment(w.text, from+skip, from+len(s.node.Text()), true)
				if isCode(f) {
					w.code = append(w.code, f)
				}
			}
		})
	}
}

// isCode reports whether a text where expressions are allowed is one: it has an
// operator, a call or a field.
func isCode(f fragment) bool {
	for _, t := range f.tokens {
		if t.Kind == syntax.SymbolToken && t.Text != "," || t.Kind == syntax.KeywordToken {
			return len(f.tokens) > 2
		}
	}
	return false
}

// offset returns the byte offset of a line and a column in characters, both
// counted from 1.
func (w *writing) offset(line, column int) int {
	row := w.lines[min(line, len(w.lines))-1]
	for at := range row.text {
		if column--; column == 0 {
			return row.from + at
		}
	}
	return row.to
}

// line returns the line of a byte offset, counted from 1.
func line(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

// apply returns the file with the edit made; ok is false if it changes nothing.
func (e edit) apply(text string, r *rand.Rand) (changed, replacement string, ok bool) {
	replacement = e.text
	if e.random != nil {
		replacement = e.random(text[e.from:e.to], r)
	}
	return text[:e.from] + replacement + text[e.to:], replacement, text[e.from:e.to] != replacement
}

// typo makes one typing mistake in a word.
func typo(word string, r *rand.Rand) string {
	letters := []rune(word)
	if len(letters) < 2 {
		return word + word
	}
	i := r.IntN(len(letters) - 1)
	switch r.IntN(5) {
	case 0: // two letters exchanged
		letters[i], letters[i+1] = letters[i+1], letters[i]
	case 1: // one omitted
		letters = append(letters[:i:i], letters[i+1:]...)
	case 2: // one doubled
		letters = append(letters[:i+1:i+1], letters[i:]...)
	case 3: // the neighbour on the keyboard
		letters[i] = neighbour(letters[i])
	default: // singular for plural, or the reverse
		if short, ok := strings.CutSuffix(word, "s"); ok {
			return short
		}
		return word + "s"
	}
	return string(letters)
}

func neighbour(letter rune) rune {
	for _, keys := range []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"} {
		if i := strings.IndexRune(keys, letter); i >= 0 {
			return rune(keys[(i+1)%len(keys)])
		}
	}
	return 'x'
}

// camel writes max_hp as maxHp, and hp as Hp.
func camel(word string) string {
	parts := strings.Split(word, "_")
	for i, p := range parts {
		if p != "" && (i > 0 || len(parts) == 1) {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}
