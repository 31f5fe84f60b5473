package locales_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/tests/shipped"
)

// sentencesOf collects the sentences of front ends: arguments of Say and Translate of
// a translator, and of say in the studio's page.
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
			if !ok || f.Sel.Name != "Say" && f.Sel.Name != "Translate" || len(call.Args) == 0 {
				return
			}
			if text, ok := literal(call.Args[0]); ok {
				out[text] = file
			}
		})
	}
	said := regexp.MustCompile(`(?:\bsay\(|data-say=)"([^"]+)"`)
	for _, file := range pages(t) {
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

// pages returns the files of the studio that players may see.
func pages(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"page/*.js", "pages/*.html"} {
		files, err := filepath.Glob("../../runtime/ui/studio/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		out = append(out, files...)
	}
	return out
}

// each walks the syntax of Go files that are not tests.
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

// TestFrontEndsAreTranslated checks that every sentence of the front ends has a
// German translation.
func TestFrontEndsAreTranslated(t *testing.T) {
	german, _ := locale.Parse("de-AT")
	words, _ := locale.FrontEndTexts(shipped.Content(t).Catalog, german)
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

// TestNoTranslationIsLeftOver checks that each translated sentence of the front ends
// is still written somewhere: a sentence that has been reworded in English alone
// would be shown in English.
func TestNoTranslationIsLeftOver(t *testing.T) {
	written := map[string]bool{}
	add := func(_ string, n ast.Node) {
		e, ok := n.(ast.Expr)
		if !ok {
			return
		}
		if text, ok := literal(e); ok {
			written[strings.ReplaceAll(text, "_", " ")] = true // the name of a property
			keys, what, _ := strings.Cut(text, "  ")           // a line of the help
			written[keys], written[strings.TrimSpace(what)] = true, true
		}
	}
	for _, folder := range []string{"game/board", "game/rules", "game/session", "game/state", "ui/play", "ui/repl", "server/host", "server/protocol"} {
		each(t, "../../runtime/"+folder+"/*.go", add)
	}
	var scripts strings.Builder
	for _, file := range pages(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scripts.Write(text)
	}
	for _, text := range locale.BuiltInSentences() {
		if !written[text] && !strings.Contains(scripts.String(), `"`+text+`"`) && !slices.Contains(locale.EngineSentences(), text) {
			t.Errorf("runtime/content/locale/own/de.json has %q, which is written nowhere", text)
		}
	}
}

// TestEngineTextsAreTranslated checks that every refusal and prompt of the engine
// has a German translation, with the same {names}, and that there are no
// translations of anything else.
func TestEngineTextsAreTranslated(t *testing.T) {
	said := []string{"Select {thing}…", "Continue?", "{window}: react or pass.", rules.Hint("").Format}
	for _, r := range rules.Refusals() {
		if r.Code != rules.ByRules {
			said = append(said, r.Format)
		}
	}
	german := locale.EngineSentences()
	for _, text := range said {
		if !slices.Contains(german, text) {
			t.Errorf("the engine says %q, which runtime/content/locale/own/de.json lacks", text)
		}
	}
	for _, text := range german {
		if !slices.Contains(said, text) {
			t.Errorf("runtime/content/locale/own/de.json has %q, which the engine does not say", text)
		}
	}
	c := shipped.Content(t)
	lang, _ := locale.Parse("de")
	translator := locale.Open(c.Catalog, c.Games()[0].Definition, lang)
	for _, c := range []struct {
		m    *diag.Message
		want string
	}{
		{rules.Refuse("takes-targets", "Play", 3, diag.Literal(`"x"`)), `Play braucht 3 Ziele; "x" ist eins zu viel.`},
		{rules.Refuse("unknown-action", diag.Literal("rol")).With(rules.Hint("roll")), "Es gibt keine Aktion rol. Meintest du roll?"},
	} {
		if got := translator.Message(c.m); got != c.want {
			t.Errorf("%s became %q, expected %q", c.m, got, c.want)
		}
	}
}
