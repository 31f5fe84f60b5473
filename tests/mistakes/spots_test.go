package mistakes

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// spot is one value of a definition, or the key it is under.
type spot struct {
	of   *def.Definition
	path []string // keys and, for items of a list, "[]"
	key  diag.Place
	node *def.Node
}

// spots lists the values in the definitions of a pack under a path, in which *
// is any key and [] any item.
func (g *garden) spots(pattern string) []spot {
	var out []spot
	want := strings.Split(pattern, ".")
	for _, s := range g.everySpot() {
		if matches(s.path, want) && s.node.Place().File == s.of.Place.File {
			out = append(out, s)
		}
	}
	return out
}

func walk(d *def.Definition, n *def.Node, path []string, key diag.Place, f func(spot)) {
	if len(path) > 0 {
		f(spot{d, path, key, n})
	}
	for _, item := range n.Items() {
		walk(d, item, append(path[:len(path):len(path)], "[]"), diag.Place{}, f)
	}
	for _, field := range n.Fields() {
		walk(d, field.Value, append(path[:len(path):len(path)], field.Key), field.KeyPlace(), f)
	}
}

func matches(path, want []string) bool {
	if len(path) != len(want) {
		return false
	}
	for i, w := range want {
		if w != "*" && w != path[i] || w == "*" && path[i] == "[]" {
			return false
		}
	}
	return true
}

// at returns the start and end of a place in its line, in bytes.
func (g *garden) at(p diag.Place, length int) (from, to int) {
	line := []rune(strings.Split(g.files[p.File], "\n")[p.Line-1])
	from = len(string(line[:p.Column-1]))
	return from, from + len(string(line[p.Column-1:min(len(line), p.Column-1+length)]))
}

// misspeltKeys misspells the keys under some paths.
func misspeltKeys(patterns ...string) func(*garden) []mistake {
	return func(g *garden) (out []mistake) {
		for _, pattern := range patterns {
			for _, s := range g.spots(pattern) {
				name := s.path[len(s.path)-1]
				from, to := g.at(s.key, len([]rune(name)))
				if strings.Split(g.files[s.key.File], "\n")[s.key.Line-1][from:to] != name {
					continue // it is abbreviated or quoted there
				}
				out = append(out, g.replaced(s.key.File, s.key.Line, from, to, misspelt(name), name))
			}
		}
		return out
	}
}

// values replaces the plain values under some paths. The function returns the
// replacement and the hint to expect, or false to leave a value unchanged.
func values(change func(g *garden, s spot, text string) (to, hint string, ok bool), patterns ...string) func(*garden) []mistake {
	return func(g *garden) (out []mistake) {
		for _, pattern := range patterns {
			for _, s := range g.spots(pattern) {
				text, ok := s.raw(g)
				if !ok {
					continue
				}
				to, hint, ok := change(g, s, text)
				if !ok {
					continue
				}
				p := s.node.Place()
				from, end := g.at(p, len([]rune(text)))
				out = append(out, g.replaced(p.File, p.Line, from, end, to, hint))
			}
		}
		return out
	}
}

// raw returns a plain value as written in the file, and false for one in
// another style.
func (s spot) raw(g *garden) (string, bool) {
	line := []rune(strings.Split(g.files[s.node.Place().File], "\n")[s.node.Place().Line-1])
	rest := string(line[s.node.Place().Column-1:])
	switch s.node.Type() {
	case def.Text:
		if s.node.Text() != "" && strings.HasPrefix(rest, s.node.Text()) {
			return s.node.Text(), true
		}
	case def.Number, def.Bool:
		if end := strings.IndexAny(rest, " ,}]"); end >= 0 {
			rest = rest[:end]
		}
		return rest, rest != ""
	}
	return "", false
}

// slip misspells a one-word value; the hint names the right word.
func slip(_ *garden, _ spot, text string) (to, hint string, ok bool) {
	return misspelt(text), text, isWord(text) && len(text) > 2
}

func isWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz_0123456789") == "" && strings.Trim(text, "0123456789") != ""
}

// becomes replaces a value by a fixed text.
func becomes(to, hint string) func(*garden, spot, string) (string, string, bool) {
	return func(*garden, spot, string) (string, string, bool) { return to, hint, true }
}
