package lint

import (
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// neverOccurs reports a word that nothing else in the content contains, so that no
// value can be equal to it.
func (t *typeChecker) neverOccurs(u analysis.Use) {
	word := u.Word
	if field := u.Got.Of[strings.LastIndexByte(u.Got.Of, '.')+1:]; slices.Contains(prose, field) {
		return // a text for people, not a value
	}
	for w := range words(word) {
		if w != word {
			return // a sentence
		}
	}
	if t.index.quoted[word] > 1 || word == "" || strings.HasPrefix(u.Text, "type(") || t.contains(word) {
		return
	}
	known := t.names()
	hint := ""
	if near, ok := diag.Nearest(word, known); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	t.fixedCondition(u.Place, u.Name == "~=", fmt.Sprintf("nothing is ever %q", word), hint)
}

// contains reports whether data, declarations or names contain a word.
func (t *typeChecker) contains(word string) bool {
	return t.index.has(t.index.data, word) || t.index.has(t.index.keys, word) || t.index.tableKeys[word] || t.index.builds(word) || slices.Contains(t.names(), word)
}

// names lists the ids, kinds and packs of the content with the words that its
// data holds.
func (t *typeChecker) names() []string {
	if t.allNames == nil {
		for _, x := range t.all {
			t.allNames = append(t.allNames, x.ID, x.Kind, x.Pack)
		}
		t.allNames = append(t.allNames, t.fieldNames(map[string]bool{})...)
		for n, word := range t.index.vocabulary.words {
			if t.index.data[n] {
				t.allNames = append(t.allNames, word)
			}
		}
	}
	return t.allNames
}

// namesAndKinds lists the ids, the kinds and the names that the game declares, sorted.
func (t *typeChecker) namesAndKinds() []string {
	if t.declared == nil {
		t.declared = slices.Clone(t.declaredNames())
		for _, x := range t.all {
			t.declared = append(t.declared, x.Kind)
		}
		slices.Sort(t.declared)
	}
	return t.declared
}

// isName reports whether a word is a kind or the name of something declared.
func (t *typeChecker) isName(word string) bool {
	_, found := slices.BinarySearch(t.namesAndKinds(), word)
	return found || t.index.has(t.index.keys, word)
}

// quotedLocal reports a local in quotes, unless the content uses the word as a text. If
// the function never uses the local, only the use of the word as a name counts.
func (t *typeChecker) quotedLocal(q analysis.Quote) {
	if decl, before := t.listensTo(hookOf[q.Function] + q.First); hookOf[q.Function] != "" && decl != nil && q.Arg >= before && q.Arg-before < len(decl.Args) && decl.Args[q.Arg-before] == q.Text {
		t.report(diag.New("script/doubt", q.Place, "%s passes on the text %q here, but a local has that name", q.Function, q.Text).
			WithHint("remove the quotes: %s", q.Text).WithNote(decl.Place, "the argument %s is declared here", q.Text))
		return
	}
	if q.Read && t.common(q.Text) || t.isName(q.Text) {
		return
	}
	if q.Read {
		t.report(diag.New("script/doubt", q.Place, "%q is a text that nothing else contains, but a local has that name", q.Text).WithHint("remove the quotes: %s", q.Text))
		return
	}
	t.report(diag.New("script/doubt", q.Place, "%q is a text, but the local %s is never used", q.Text, q.Text).WithHint("remove the quotes: %s", q.Text))
}
