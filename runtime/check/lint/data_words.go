package lint

import (
	"regexp"
	"slices"
	"sync"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// dataWords finds words in data: that are probably misspelt: nothing else in the content
// has them, and an id or a declared name differs by a slip; or nothing else has them under
// the same key, and a word that several others have there differs by a slip.
func dataWords(p *pass) {
	var known []string // ids and declared names, sorted
	values := sync.OnceValue(func() map[string]*keyWords { return valuesByKey(p.all) })
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
			if count[n.Text()] > 1 || p.isNameOrInLua(n.Text(), known) {
				return
			}
			near, ok := values()[keyOf(n)].near(n.Text())
			problem := diag.New("content/doubt", n.Place(), "nothing else is called %q", n.Text())
			if p.inOtherData(n.Text(), x) {
				problem = diag.New("content/doubt", n.Place(), "no other value of %s is %q", keyOf(n), n.Text())
			} else if !ok {
				if near, ok = diag.Nearest(n.Text(), known); !ok {
					near, ok = diag.Nearest(n.Text(), repeatedBeside(n))
				}
			}
			if ok {
				p.report(problem.WithHint("did you mean %q?", near))
			}
		})
	}
}

// keyWords are the words that definitions have as values of a key: how often each is
// written, and those that are written more than once.
type keyWords struct {
	count  map[string]int
	common []string
}

// valuesByKey gathers the words that definitions have as values, by key. It leaves out tests
// and texts for people.
func valuesByKey(all []*def.Definition) map[string]*keyWords {
	out, counted := map[string]*keyWords{}, map[diag.Place]bool{}
	var visit func(key string, n *def.Node)
	visit = func(key string, n *def.Node) {
		if n.Type() == def.Text && likeID.MatchString(n.Text()) && !counted[n.Place()] { // else it is inherited
			counted[n.Place()] = true
			k := out[key]
			if k == nil {
				k = &keyWords{count: map[string]int{}}
				out[key] = k
			}
			if k.count[n.Text()]++; k.count[n.Text()] == 2 {
				k.common = append(k.common, n.Text())
			}
		}
		for _, f := range n.Fields() {
			if f.Key != "tests" && f.Key != "lua" && !slices.Contains(prose, f.Key) {
				visit(f.Key, f.Value)
			}
		}
		for _, item := range n.Items() {
			visit(key, item)
		}
	}
	for _, x := range all {
		visit("", x.Data)
	}
	return out
}

// keyOf returns the key that a value or the list that it is in has.
func keyOf(n *def.Node) string {
	for in := n.In(); in != nil; n, in = in, in.In() {
		if i := int(n.Position().Index); in.Type() == def.Map && i < len(in.Fields()) {
			return in.Fields()[i].Key
		}
	}
	return ""
}

// near returns the word that is written several times of which another word, written only
// once, is a misspelling: the first in alphabetical order.
func (k *keyWords) near(word string) (near string, ok bool) {
	if k == nil || k.count[word] != 1 {
		return "", false
	}
	for _, other := range k.common {
		if isTypo(word, other) && (!ok || other < near) {
			near, ok = other, true
		}
	}
	return near, ok
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

// isNameOrInLua reports whether a word is a name, or a script has it.
func (p *pass) isNameOrInLua(word string, known []string) bool {
	_, ok := slices.BinarySearch(known, word)
	return ok || p.index.texts[word] || len(p.index.fields[word]) > 0 || p.index.tableKeys[word] || p.index.has(p.index.keys, word) || p.index.builds(word)
}

// inOtherData reports whether a definition other than x has a word as a value.
func (p *pass) inOtherData(word string, x *def.Definition) bool {
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
