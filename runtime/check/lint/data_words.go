package lint

import (
	"regexp"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// dataWords finds words in data: that are probably misspelt ids: nothing else in
// the content has them, and an id or a declared name differs by a slip.
func dataWords(p *pass) {
	var known []string // ids and declared names, sorted
	for _, x := range p.all {
		data := ownPart(x, "data")
		if data == nil {
			continue
		}
		if known == nil {
			known = p.declaredNames()
		}
		count := map[string]int{}
		leaves(data, func(n *def.Node) { count[n.Text()]++ })
		p.capitalised(data)
		leaves(data, func(n *def.Node) {
			if count[n.Text()] > 1 || p.occursElsewhere(n.Text(), x, known) {
				return
			}
			near, ok := diag.Nearest(n.Text(), known)
			if !ok {
				near, ok = diag.Nearest(n.Text(), repeatedBeside(n))
			}
			if ok {
				p.report(diag.New("content/doubt", n.Place(), "nothing else is called %q", n.Text()).WithHint("did you mean %q?", near))
			}
		})
	}
}

// capitalised finds items of lists that are ids but for capital letters.
func (p *pass) capitalised(n *def.Node) {
	for _, f := range n.Fields() {
		p.capitalised(f.Value)
	}
	for _, item := range n.Items() {
		p.capitalised(item)
		if !p.isID(item.Text()) && !p.index.texts[item.Text()] && p.isID(snake(item.Text())) {
			p.report(diag.New("content/doubt", item.Place(), "nothing is called %q", item.Text()).WithHint("did you mean %q?", snake(item.Text())))
		}
	}
}

// repeatedBeside lists the words that are in the list of a value more than once.
func repeatedBeside(n *def.Node) (out []string) {
	if n.In().Type() != def.List {
		return nil
	}
	seen := map[string]int{}
	for _, item := range n.In().Items() {
		if seen[item.Text()]++; item.Type() == def.Text && seen[item.Text()] == 2 {
			out = append(out, item.Text())
		}
	}
	return out
}

// leaves calls a function for the texts in a value that look like ids.
func leaves(n *def.Node, visit func(*def.Node)) {
	if n.Type() == def.Text && likeID.MatchString(n.Text()) {
		visit(n)
	}
	for _, f := range n.Fields() {
		if !slices.Contains(prose, f.Key) {
			leaves(f.Value, visit)
		}
	}
	for _, item := range n.Items() {
		leaves(item, visit)
	}
}

// declaredNames adds what a game declares to ids, sorted.
func declaredNames(ids []string, game *def.Node) []string {
	out := slices.Clone(ids)
	for _, part := range declaring {
		for _, f := range game.Each(part) {
			out = append(out, f.Key)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// occursElsewhere reports whether a word of a definition's data occurs elsewhere:
// as a name, in Lua, or in another definition.
func (p *pass) occursElsewhere(word string, x *def.Definition, known []string) bool {
	if _, ok := slices.BinarySearch(known, word); ok || p.index.texts[word] || len(p.index.fields[word]) > 0 || p.index.tableKeys[word] || p.index.has(p.index.keys, word) || p.index.builds(word) {
		return true
	}
	number := p.index.vocabulary.numbers[word] // data has it, so it has a number
	for i := range p.index.notes {
		n := p.index.notes[i]
		if _, has := slices.BinarySearch(n.data, number); has && n.of != x {
			return true
		}
	}
	return false
}

var likeID = regexp.MustCompile(`^[a-z][a-z0-9_]{3,}$`)
