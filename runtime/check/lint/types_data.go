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
func listViews(d *pass) {
	for _, v := range d.game.Views {
		if kind := v.Value.Program.Facts().Result.Kind; kind == analysis.StaticList || kind == analysis.StaticTable {
			d.report(diag.New("script/type", v.Value.Place, "the value of the view %s is %s, but a view shows a number, a text or true or false", v.Name, kindWord(kind)).
				WithHint("are there braces around it? an expression is written without them"))
		}
	}
}

// layoutTwice finds names that the layout of a game shows in two places.
func layoutTwice(d *pass) {
	first := map[string]*def.Node{}
	for _, group := range d.data.All("layout") {
		for _, n := range group.All("of") {
			if other := first[n.Text()]; other != nil && n.Type() == def.Text {
				d.report(diag.New("content/doubt", n.Place(), "%s is in the layout twice", n.Text()).WithHint("remove one of them").WithNote(other.Place(), "it is here too"))
				continue
			}
			first[n.Text()] = n
		}
	}
}

// strangeDataKeys finds keys of data: that are probably misspelt: no script reads them and
// no other definition has them, but scripts read a similar key that others have.
func strangeDataKeys(d *pass) {
	var uses map[string]int
	for i := range d.index.notes {
		x := d.index.notes[i].of
		data := ownPart(x, "data")
		if data == nil {
			continue
		}
		for _, f := range data.Fields() {
			if len(d.index.fields[f.Key]) > 0 || d.index.texts[f.Key] || d.index.tableKeys[f.Key] || d.index.builds(f.Key) || shows(x.Data, f.Key) {
				continue
			}
			if uses == nil {
				uses = d.dataKeys()
			}
			if uses[f.Key] > 1 {
				continue
			}
			if near, ok := diag.Nearest(f.Key, d.readKeys(uses)); ok && data.Get(near) == nil {
				d.report(diag.New("content/doubt", f.KeyPlace(), "nothing reads %q, and no other definition has it", f.Key).WithHint("did you mean %q?", near))
			}
		}
	}
}

// dataKeys counts the definitions that have each key of data:.
func (d *pass) dataKeys() map[string]int {
	uses := map[string]int{}
	for i := range d.index.notes {
		for _, f := range d.index.notes[i].of.Data.Each("data") {
			uses[f.Key]++
		}
	}
	return uses
}

// readKeys lists those of the keys that scripts read.
func (d *pass) readKeys(uses map[string]int) (out []string) {
	for key := range uses {
		if len(d.index.fields[key]) > 0 {
			out = append(out, key)
		}
	}
	return out
}

// strangeTags finds tags that are probably misspelt: only one definition has the tag, and
// nothing else in the content has the word, but a similar one is a tag of others or a word
// that scripts test for.
func strangeTags(d *pass) {
	uses, known := map[string]int{}, []string{}
	for _, x := range d.all {
		for _, n := range x.Data.All("tags") {
			uses[n.Text()]++
		}
	}
	for tag, n := range uses {
		if n > 1 || d.index.texts[tag] {
			known = append(known, tag)
		}
	}
	for _, x := range d.all {
		for _, n := range x.Data.All("tags") {
			if uses[n.Text()] > 1 || n.File() != x.Place.File || d.index.texts[n.Text()] || len(d.index.fields[n.Text()]) > 0 || d.index.builds(n.Text()) || d.data.Get("properties").Get(x.Kind).Get(n.Text()) != nil {
				continue
			}
			if near, ok := diag.Nearest(n.Text(), known); ok && !slices.ContainsFunc(x.Data.All("tags"), func(o *def.Node) bool { return o.Text() == near }) {
				d.report(diag.New("content/doubt", n.Place(), "nothing else has or tests the tag %q", n.Text()).WithHint("did you mean %q?", near))
			}
		}
	}
}
