package lint

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// isData reports whether a value is a field that definitions have and no script ever
// makes, so that it cannot be a function.
func (t *typeChecker) isData(of analysis.StaticType) bool {
	name := of.Of[strings.LastIndexByte(of.Of, '.')+1:]
	if !t.index.has(t.index.keys, name) || t.index.tableKeys[name] {
		return false
	}
	if slices.ContainsFunc(t.index.fields[name], func(f field) bool { return f.Write }) {
		return false
	}
	return !slices.ContainsFunc(t.code, func(c rules.Code) bool {
		return slices.ContainsFunc(c.Program.Hooks(), func(h analysis.Hook) bool { return h.Name == name })
	})
}

// listViews finds views whose value is a list or table, which no front end can show.
func listViews(p *pass) {
	for _, v := range p.game.Views {
		if kind := v.Value.Program.Facts().Result.Kind; kind == analysis.StaticList || kind == analysis.StaticTable {
			p.report(diag.New("script/type", v.Value.Place, "the value of the view %s is %s, but a view shows a number, a text or true or false", v.Name, kindWord(kind)).
				WithHint("are there braces around it? an expression is written without them"))
		}
	}
}

// layoutTwice finds names that the layout of a game shows in two places.
func layoutTwice(p *pass) {
	first := map[string]*def.Node{}
	for _, group := range p.data.All("layout") {
		for _, n := range group.All("of") {
			if other := first[n.Text()]; other != nil && n.Type() == def.Text {
				p.report(diag.New("content/doubt", n.Place(), "%s is in the layout twice", n.Text()).WithHint("remove one of them").WithNote(other.Place(), "it is here too"))
				continue
			}
			first[n.Text()] = n
		}
	}
}

// strangeDataKeys finds keys of data: that are probably misspelt: no script reads them and
// no other definition has them, but scripts read a similar key that others have.
func strangeDataKeys(p *pass) {
	var uses map[string]int
	for i := range p.index.notes {
		x := p.index.notes[i].of
		data := ownPart(x, "data")
		if data == nil {
			continue
		}
		for _, f := range data.Fields() {
			if len(p.index.fields[f.Key]) > 0 || p.index.texts[f.Key] || p.index.tableKeys[f.Key] || p.index.builds(f.Key) || shows(x.Data, f.Key) {
				continue
			}
			if uses == nil {
				uses = p.dataKeys()
			}
			if uses[f.Key] > 1 {
				continue
			}
			if near, ok := diag.Nearest(f.Key, p.readKeys(uses)); ok && data.Get(near) == nil {
				p.report(diag.New("content/doubt", f.KeyPlace(), "nothing reads %q, and no other definition has it", f.Key).WithHint("did you mean %q?", near))
			}
		}
	}
}

// dataKeys counts the definitions that have each key of data:.
func (p *pass) dataKeys() map[string]int {
	uses := map[string]int{}
	for i := range p.index.notes {
		for _, f := range p.index.notes[i].of.Data.Each("data") {
			uses[f.Key]++
		}
	}
	return uses
}

// readKeys lists those of the keys that scripts read.
func (p *pass) readKeys(uses map[string]int) (out []string) {
	for key := range uses {
		if len(p.index.fields[key]) > 0 {
			out = append(out, key)
		}
	}
	return out
}

// strangeTags finds tags that are probably misspelt: only one definition has the tag, and
// nothing else in the content has the word, but a similar one is a tag of others or a word
// that scripts test for.
func strangeTags(p *pass) {
	uses, known := map[string]int{}, []string{}
	for _, x := range p.all {
		for _, n := range x.Data.All("tags") {
			uses[n.Text()]++
		}
	}
	for tag, n := range uses {
		if n > 1 || p.index.texts[tag] {
			known = append(known, tag)
		}
	}
	for _, x := range p.all {
		for _, n := range x.Data.All("tags") {
			if uses[n.Text()] > 1 || n.File() != x.Place.File || p.index.texts[n.Text()] || len(p.index.fields[n.Text()]) > 0 || p.index.builds(n.Text()) || p.data.Get("properties").Get(x.Kind).Get(n.Text()) != nil {
				continue
			}
			if near, ok := diag.Nearest(n.Text(), known); ok && !slices.ContainsFunc(x.Data.All("tags"), func(o *def.Node) bool { return o.Text() == near }) {
				p.report(diag.New("content/doubt", n.Place(), "nothing else has or tests the tag %q", n.Text()).WithHint("did you mean %q?", near))
			}
		}
	}
}
