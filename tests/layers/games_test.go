package layers

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"sleight/content"
	"sleight/runtime/content/load"
	"sleight/scripts"
)

// TestNoGameInGo enforces promise 6: no word of a shipped game is in Go code
// outside of tests. Words are the ids of all definitions and packs, and the
// names of variables; the test looks for them in string literals, in parts of
// literals that look like names, and in identifiers.
func TestNoGameInGo(t *testing.T) {
	words := gameWords(t)
	for name := range common {
		if _, ok := words[name]; !ok {
			t.Errorf("%q no longer occurs in a game: remove it from the list", name)
		}
		delete(words, name)
	}
	if len(words) < 100 {
		t.Fatalf("only %d words of games were found", len(words))
	}
	for _, s := range sources(t) {
		if s.test || strings.HasPrefix(s.path, "tests/") {
			continue
		}
		for name, at := range namesIn(s) {
			if from, ok := words[name]; ok {
				t.Errorf("%s: %q is a word of %s", at, name, from)
			}
		}
	}
}

// common lists words of games that are also used in Go code for other purposes.
var common = map[string]string{
	"add_die": "a function of the API", "d6": "the usual die, in examples", "hp": "a property of enemies",
	"block": "of statements or lines", "max_hp": "a property of enemies", "rarities": "of what can be found", "slack": "of a test",
	"stays": "English", "turning": "English", "blue": "a color", "gold": "a color", "green": "a color", "red": "a color", "white": "a color",
	"clone": "of a slice", "forward": "of the journal", "gap": "between keys", "lock": "of a mutex, and of dice",
	"reference": "between definitions", "rest": "what remains", "round": "of a search", "run": "of a test, or of dice",
	"three": "a number in words", "four": "a number in words", "five": "a number in words",
	"setup": "of a session", "source": "of a script", "time": "the package", "turn": "how many commands were done",
	"price": "of an action, or of fuel", "winner": "of a finished game",
	"ending": "the words a game ends with", "first": "English", "healed": "English", "holds": "English",
	"peek": "of a scanner", "pool": "of what lies about to be used again", "resolved": "English", "score": "English",
}

// gameWords returns the words of all shipped games, each with its pack.
func gameWords(t *testing.T) map[string]string {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	words := map[string]string{}
	for _, d := range catalog.All() {
		words[d.ID] = d.Pack
		words[d.Pack] = d.Pack
		for _, f := range d.Data.Each("variables") {
			words[f.Key] = d.Pack
		}
	}
	return words
}

// namesIn returns the names that occur in a file, in snake case, each with a
// place.
func namesIn(s *source) map[string]string {
	names := map[string]string{}
	note := func(name string, at token.Pos) {
		if name != "" {
			names[name] = s.set.Position(at).String()
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			note(snake(n.Name), n.Pos())
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				text, _ := strconv.Unquote(n.Value)
				note(text, n.Pos())
				for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
					note(word, n.Pos())
				}
			}
		}
		return true
	})
	return names
}

// snake turns MixedCaps into snake_case.
func snake(name string) string {
	var b strings.Builder
	for i, c := range name {
		if unicode.IsUpper(c) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
