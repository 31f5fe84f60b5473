package locales_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"sleight/runtime/content/locale"
)

// sentencesOf gathers the sentences that faces ask for, by Say and Put of a book
// or say of the studio's page.
func sentencesOf(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, face := range []string{"game/board", "ui/play", "ui/repl"} {
		each(t, "../../runtime/"+face+"/*.go", func(file string, n ast.Node) {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || f.Sel.Name != "Say" && f.Sel.Name != "Put" || len(call.Args) == 0 {
				return
			}
			if text, ok := literal(call.Args[0]); ok {
				out[text] = file
			}
		})
	}
	said := regexp.MustCompile(`\bsay\("([^"]+)"`)
	pages, err := filepath.Glob("../../runtime/ui/studio/page/*.js")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, file := range pages {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range said.FindAllSubmatch(text, -1) {
			out[string(m[1])] = file
		}
	}
	return out
}

// each walks the syntax of Go files that are no tests.
func each(t *testing.T, pattern string, f func(file string, n ast.Node)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			f(filepath.Base(file), n)
			return true
		})
	}
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// TestFacesSpeakGerman holds that all that faces say themselves is in German.
func TestFacesSpeakGerman(t *testing.T) {
	german, _ := locale.Parse("de-AT")
	words := locale.FaceWords(german)
	sentences := sentencesOf(t)
	for text, file := range sentences {
		if words[text] == "" {
			t.Errorf("%s says %q, which runtime/content/locale/own/de.json lacks", file, text)
		}
	}
	if len(sentences) < 40 {
		t.Errorf("only %d sentences were found", len(sentences))
	}
}

// TestTheEngineSpeaksGerman holds that what the engine says to players is in
// German: each text of the files that refuse and ask is part of a sentence.
func TestTheEngineSpeaksGerman(t *testing.T) {
	sentences := strings.Join(locale.EngineSentences(), "\n")
	found := 0
	for _, file := range []string{"choice", "command", "options", "perform"} {
		each(t, "../../runtime/game/session/"+file+".go", func(file string, n ast.Node) {
			lit, ok := n.(*ast.BasicLit)
			if !ok {
				return
			}
			text, ok := literal(lit)
			// Sentences begin with a capital, and what follows in them with a blank.
			if !ok || text == "" || text[0] != ' ' && !unicode.IsUpper(rune(text[0])) || !strings.Contains(strings.TrimSpace(text), " ") || !strings.ContainsFunc(text, unicode.IsLower) || strings.ContainsAny(text, "%") {
				return
			}
			found++
			if !strings.Contains(sentences, strings.TrimSpace(text)) {
				t.Errorf("%s says %q, which runtime/content/locale/own/de.json lacks", file, text)
			}
		})
	}
	if found < 20 {
		t.Errorf("only %d texts were found", found)
	}
}
