package fix

import (
	"slices"
	"strings"
	"unicode/utf8"

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
		for _, e := range d.Edits {
			if old, now, ok := renamed(e); ok && isAboutNames(d.Code) {
				counts[old], counts[now] = 0, 0
				reported[old]++
			}
		}
	}
	if len(counts) > 0 {
		for _, file := range files {
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

func notInWord(c rune) bool { return c >= utf8.RuneSelf || !inWord(byte(c)) }

func inWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// countWords counts the words of a text that are keys of counts.
func countWords(text []byte, counts map[string]int) {
	for i := 0; i < len(text); i++ {
		from := i
		for i < len(text) && inWord(text[i]) {
			i++
		}
		if n, ok := counts[string(text[from:i])]; ok && i > from {
			counts[string(text[from:i])] = n + 1
		}
	}
}
