package load

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/yaml"
)

// TestEncodings checks that a file that is not plain UTF-8 text is refused at
// the bad place; a byte order mark and Windows line endings are accepted.
func TestEncodings(t *testing.T) {
	const good = "kind: die\nid: d6\nsides: 6\n"
	for name, c := range map[string]struct{ text, want string }{
		"plain":          {good, ""},
		"mark":           {"\xef\xbb\xbf" + good, ""},
		"windows":        {strings.ReplaceAll(good, "\n", "\r\n"), ""},
		"utf-16":         {"\xff\xfek\x00i\x00", "f.yaml: error: the file is UTF-16 [file/encoding]; save it as UTF-8"},
		"latin-1":        {"kind: die\nname: W\xfcrfel\n", "f.yaml:2:8: error: this byte (0xfc) is not UTF-8 [file/encoding]; save the file as UTF-8"},
		"nul":            {"kind: die\nid: ü\x00\n", "f.yaml:2:6: error: this is an invisible character (U+0000) [file/encoding]; remove it"},
		"escape":         {"id: \x1b[31m", "f.yaml:1:5: error: this is an invisible character (U+001B) [file/encoding]; remove it"},
		"old mac":        {"kind: die\rid: d6\r", "f.yaml:1:10: error: this is an unusual line ending (U+000D) [file/encoding]; save the file with Unix or Windows line endings"},
		"line separator": {"a: \u2028", "f.yaml:1:4: error: this is an unusual line ending (U+2028) [file/encoding]; save the file with Unix or Windows line endings"},
		"later mark":     {"a: \ufeffx", "f.yaml:1:4: error: this is an invisible character (U+FEFF) [file/encoding]; remove it"},
	} {
		_, problems := loadMap(map[string]string{"content/p/f.yaml": c.text})
		if got := strings.ReplaceAll(problems.Error(), "content/p/", ""); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// TestHostileFiles checks that files made to cost time or memory quickly give a
// problem.
func TestHostileFiles(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'j'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	for name, c := range map[string]struct{ text, code string }{
		"aliases":   {bomb, "content/yaml-feature"},
		"itself":    {"a: &a [*a]", "content/yaml-feature"},
		"lists":     {strings.Repeat("[", 1<<19), "content/depth"},
		"mappings":  {strings.Repeat("{a: ", 1<<17), "content/depth"},
		"block":     {nested(300), "content/depth"},
		"deep":      {strings.Repeat("[", 100) + strings.Repeat("]", 100), "content/depth"},
		"keys":      {manyKeys(100_001), "file/too-large"},
		"same keys": {strings.Repeat("a: 1\n", 1<<16), "content/duplicate-key"},
		"size":      {strings.Repeat("#", yaml.MaxBytes+1), "file/too-large"},
		"documents": {strings.Repeat("---\na: 1\n", 1<<16), "file/too-large"},
		"unclosed":  {"a: \"" + strings.Repeat("x ", 1<<18), "content/yaml"},
		"quotes":    {strings.Repeat("\"a\"", 1<<17), "content/yaml"},
		"comments":  {strings.Repeat("# x\n", 1<<16) + "a: [", "content/yaml"},
	} {
		if testing.Short() && len(c.text) > 1<<18 { // the race detector takes ten times as long, on one goroutine
			continue
		}
		_, problems := loadMap(map[string]string{"content/p/f.yaml": c.text})
		found := false
		for _, d := range problems {
			found = found || d.Code == c.code && d.Place.File != ""
		}
		if !found || len(problems) > yaml.MaxProblems+2 {
			t.Errorf("%s: want %s among %d problems, got %.300s", name, c.code, len(problems), problems.Error())
		}
	}
}

// TestDigestsDistinguishValues checks that definitions that differ in one value
// have different digests, and so have their catalogs: saves and reloads rely on
// them.
func TestDigestsDistinguishValues(t *testing.T) {
	texts := []string{
		"", "tags: [a]", "tags: [a, b]", "tags: [ab]", "tags: [b, a]", "script: a.lua", "script: b.lua", `lua: "return {}"`, `lua: "return { }"`, "params: {a: 1}", "params: {a: {default: 1}}",
	}
	for _, value := range []string{
		"true", "false", "null", "0", "1", "-1", "0.5", `"0"`, `"1"`, `"true"`, `""`, "[]", "{}", "[0]", "[1]", "[0, 1]", "[1, 0]", "[[0], 1]", "[[0, 1]]",
		"{a: 0}", "{a: 1}", "{b: 0}", "{a: 0, b: 1}", "{b: 1, a: 0}", "{a: {b: 0}}", `"ab"`, `["a", "b"]`, `["ab"]`, `{a: "b"}`, `{ab: ""}`,
	} {
		texts = append(texts, "data: {v: "+value+"}")
	}
	of := map[string]string{}
	for _, text := range texts {
		c := mustLoad(t, NewLoader(Root{FS: newWorkspace(map[string]string{
			"scripts/p/a.lua": "return {}\n", "scripts/p/b.lua": "return {}\n", "content/p/a.yaml": "kind: relic\nid: a\n" + text + "\n",
		})}))
		for _, digest := range []string{c.Digest, get(t, c, "relic/a").Digest} {
			if other, twice := of[digest]; twice {
				t.Errorf("%q has the digest of %q", text, other)
			}
			of[digest] = text
		}
	}
}

// TestUnreadableLocales checks that a locale that is not a text is reported when it
// is read, and the content is played without it.
func TestUnreadableLocales(t *testing.T) {
	c := mustLoad(t, NewLoader(Root{FS: newWorkspace(map[string]string{"content/p/a.yaml": "{kind: die, id: d6, sides: 6}\n", "content/p/locales/de.yaml": "kind: locale\nid: \xff\n"})}))
	n, problems := c.Locales[0].Read()
	if got, want := problems.Error(), "content/p/locales/de.yaml:2:5: error: this byte (0xff) is not UTF-8 [file/encoding]; save the file as UTF-8"; got != want || n != nil {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPlacesInFoldedTexts checks where a problem in a folded text is reported: at the
// gap, if it is at most 50 lines below the line that it would be in without folding.
func TestPlacesInFoldedTexts(t *testing.T) {
	for lines, want := range map[int]string{1: "5:7+7", 49: "53:7+7", 50: "54:7+7", 51: "3:7+0", 60: "3:7+0"} {
		text := "kind: relic\nid: a\ntext: >\n" + strings.Repeat("  word\n", lines) + "  and {other}\n"
		_, problems := loadMap(map[string]string{"content/p/a.yaml": text})
		if len(problems) != 1 || !strings.HasSuffix(extent(problems[0].Place), ".yaml:"+want) {
			t.Errorf("%d lines: %v at %s, want %s", lines, problems, extent(problems[0].Place), want)
		}
	}
}

func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func manyKeys(n int) string {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "k%d: 1\n", i)
	}
	return b.String()[:min(b.Len(), yaml.MaxBytes)]
}
