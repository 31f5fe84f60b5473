package contenttest

import (
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// notePatches adds notes to a failure about changes by other packs that are its likely
// cause: those to the definitions that the test is of or names; if there are none, those to
// the game and to what is in play; and if there are none either, any that the game sees. Of
// several changes to one part of a definition, such as a zone, it notes the first. A test of
// the game looks at the definitions that it names before the game, which is large.
func (t *test) notePatches(problem *diag.Diagnostic) {
	const most = 3
	type change struct{ pack, of, part string }
	var named []change
	note := func(d *def.Definition) {
		for _, ch := range d.Changes {
			this := change{ch.Pack, ch.Of, part(ch.Path)}
			if strings.HasPrefix(ch.Path, "tests") || ch.Place.File == problem.Place.File || len(named) == most ||
				slices.Contains(named, this) { // several definitions inherit it
				continue
			}
			named = append(named, this)
			if d == t.owner {
				*problem = problem.WithNote(ch.Place, "%s changes %s here; an intended change must also change this test", ch.Pack, ch.Path)
			} else {
				*problem = problem.WithNote(ch.Place, "%s changes %s of %s here, which may be the cause; an intended change must also change this test", ch.Pack, ch.Path, ch.Of)
			}
		}
	}
	if t.game == nil || t.owner != t.game.Definition {
		note(t.owner)
	}
	if t.game == nil {
		return
	}
	all := t.game.Catalog().All()
	words := t.words()
	for _, near := range []func(*def.Definition) bool{
		func(d *def.Definition) bool { return words[d.ID] },
		t.inPlay(),
		func(*def.Definition) bool { return true },
	} {
		for _, d := range all {
			if d != t.owner && len(d.Changes) > 0 && near(d) {
				note(d)
			}
		}
		if t.owner == t.game.Definition {
			note(t.owner)
		}
		if len(named) > 0 {
			return
		}
	}
}

// part returns the part of a definition that a path leads to: a zone, a parameter.
func part(path string) string {
	if steps := strings.SplitN(path, ".", 3); len(steps) > 2 {
		return steps[0] + "." + steps[1]
	}
	return path
}

var id = regexp.MustCompile(`[a-z][a-z0-9_]*`)

// words returns the words in a test that may be ids, except those in its name.
func (t *test) words() map[string]bool {
	out := map[string]bool{}
	var visit func(*def.Node)
	visit = func(n *def.Node) {
		for _, word := range id.FindAllString(n.Text(), -1) {
			out[word] = true
		}
		for _, f := range n.Fields() {
			if f.Key != "name" {
				out[f.Key] = true
				visit(f.Value)
			}
		}
		for _, item := range n.Items() {
			visit(item)
		}
	}
	visit(t.node)
	return out
}

// inPlay returns a function that reports whether a definition is the game, or there is an
// entity of it where the test has ended.
func (t *test) inPlay() func(*def.Definition) bool {
	keys := map[string]bool{}
	if t.session != nil {
		st := t.session.State()
		st.Entities(func(entity state.ID) { keys[st.Prototype(entity).Key] = true })
	}
	return func(d *def.Definition) bool { return d == t.game.Definition || keys[d.Key()] }
}
