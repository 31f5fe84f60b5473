package fix

import (
	"bytes"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// declaredNames are the codes of problems about names that content declares.
var declaredNames = [...]string{"script/unknown-name", "script/unknown-hook", "content/reference", "content/unknown-key", "locale/unknown", "migration/target"}

// namedElsewhere are further codes of problems about names, which content does not
// declare.
var namedElsewhere = [...]string{"test/invalid", "script/unknown-global", "content/condition"}

// Safe returns the problems whose fixes need no review: all that have a fix, except
// two kinds of renames. One would spread a misspelt declaration: its old name occurs
// several times, its new name only where it is declared. The other renames a word that
// also occurs where it is not a problem, and so may mean something else.
func Safe(list diag.List, files []string, source func(file string) ([]byte, bool)) diag.List {
	counts, reported := map[string]int{}, map[string]int{}
	for _, d := range list {
		if !isAboutNames(d.Code) {
			continue
		}
		for _, e := range d.Edits {
			if old, now, ok := renamed(e); ok {
				counts[old], counts[now] = 0, 0
				reported[old]++
			}
		}
	}
	for _, file := range files {
		if len(counts) > 0 { // no file is read otherwise
			text, _ := source(file)
			countWords(text, counts)
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(d diag.Diagnostic) bool {
		return len(d.Edits) == 0 || isAboutNames(d.Code) && slices.ContainsFunc(d.Edits, func(e diag.Edit) bool {
			old, now, ok := renamed(e)
			spreads := counts[now] == 1 && counts[old] > 1 && slices.Contains(declaredNames[:], d.Code)
			return ok && (spreads || counts[old] > reported[old]+1)
		})
	})
}

func isAboutNames(code string) bool {
	return slices.Contains(declaredNames[:], code) || slices.Contains(namedElsewhere[:], code)
}

// renamed returns the name that an edit replaces, alone or in a path such as
// vars.gold, and the new name; ok is false if the edit does anything else.
func renamed(e diag.Edit) (old, now string, ok bool) {
	was, is := strings.FieldsFunc(e.Old, notInWord), strings.FieldsFunc(e.New, notInWord)
	if len(was) != len(is) {
		return "", "", false
	}
	for i := range was {
		if was[i] != is[i] && ok {
			return "", "", false
		}
		if was[i] != is[i] {
			old, now, ok = was[i], is[i], true
		}
	}
	return old, now, ok
}

func notInWord(c rune) bool {
	return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
}

// countWords counts the words of a text that are keys of counts.
func countWords(text []byte, counts map[string]int) {
	for word := range bytes.FieldsFuncSeq(text, notInWord) {
		if n, ok := counts[string(word)]; ok {
			counts[string(word)] = n + 1
		}
	}
}
