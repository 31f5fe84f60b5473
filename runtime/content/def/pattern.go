package def

import (
	"slices"
	"strconv"
	"strings"
)

// HasPattern reports whether a step of the path is a pattern: one with a star,
// such as price_* or [*].
func (p Path) HasPattern() bool {
	return slices.ContainsFunc(p, func(s Step) bool { return strings.Contains(s.Name, "*") })
}

// Expand returns the paths in n that match a path with patterns, in the order
// of n. A star matches any characters of a key or entry name; a step that
// exists literally in n matches only itself. Steps after the last pattern need
// not exist. Entries without a name are matched by position.
func (p Path) Expand(n *Node) []Path {
	last := -1
	for i, s := range p {
		if strings.Contains(s.Name, "*") {
			last = i
		}
	}
	var out []Path
	var walk func(done Path, n *Node)
	walk = func(done Path, n *Node) {
		if len(done) > last {
			out = append(out, append(slices.Clone(done), p[len(done):]...))
			return
		}
		if n == nil {
			return
		}
		s := p[len(done)]
		if next := child(n, s); next != nil || !strings.Contains(s.Name, "*") {
			walk(append(slices.Clip(done), s), next)
			return
		}
		for _, name := range stepNames(n, s.Entry) {
			if matches(s.Name, name.text) {
				walk(append(slices.Clip(done), name.step), child(n, name.step))
			}
		}
	}
	walk(nil, n)
	return out
}

// stepName is a step with the text that a pattern is matched against.
type stepName struct {
	step Step
	text string
}

func stepNames(n *Node, entries bool) (out []stepName) {
	if !entries {
		for _, f := range n.Fields() {
			out = append(out, stepName{Step{Name: f.Key}, f.Key})
		}
		return out
	}
	for i, item := range n.Items() {
		name := entryName(item)
		step := Step{name, true}
		if name == "" || entryOf(n, name) != i { // another entry has this name
			step.Name = strconv.Itoa(i)
		}
		out = append(out, stepName{step, name})
	}
	return out
}

// matches reports whether a name matches a pattern.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	name, ok := strings.CutPrefix(name, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(name, part)
		if !found {
			return false
		}
		name = after
	}
	return strings.HasSuffix(name, parts[len(parts)-1])
}
