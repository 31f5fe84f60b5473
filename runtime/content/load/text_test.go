package load

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
)

// What is no plain UTF-8 text is refused at its place; a byte order mark and
// the line ends of Windows are not.
func TestEncodings(t *testing.T) {
	const good = "kind: die\nid: d6\nsides: 6\n"
	for name, c := range map[string]struct{ text, want string }{
		"plain":          {good, ""},
		"mark":           {"\xef\xbb\xbf" + good, ""},
		"windows":        {strings.ReplaceAll(good, "\n", "\r\n"), ""},
		"utf-16":         {"\xff\xfek\x00i\x00", "f.yaml: error: the file is UTF-16 [file/encoding]; save it as UTF-8"},
		"latin-1":        {"kind: die\nname: W\xfcrfel\n", "f.yaml:2:8: error: this byte (0xfc) is not UTF-8 [file/encoding]; save the file as UTF-8"},
		"nul":            {"kind: die\nid: ü\x00\n", "f.yaml:2:6: error: a character that cannot be seen (U+0000) stands here [file/encoding]; remove it"},
		"escape":         {"id: \x1b[31m", "f.yaml:1:5: error: a character that cannot be seen (U+001B) stands here [file/encoding]; remove it"},
		"old mac":        {"kind: die\rid: d6\r", "f.yaml:1:10: error: an unusual end of line (U+000D) stands here [file/encoding]; save the file with line ends of Unix or Windows"},
		"line separator": {"a: \u2028", "f.yaml:1:4: error: an unusual end of line (U+2028) stands here [file/encoding]; save the file with line ends of Unix or Windows"},
		"later mark":     {"a: \ufeffx", "f.yaml:1:4: error: a character that cannot be seen (U+FEFF) stands here [file/encoding]; remove it"},
	} {
		_, faults := loadMap(map[string]string{"content/p/f.yaml": c.text})
		if got := strings.ReplaceAll(faults.Error(), "content/p/", ""); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// A tab is named as the culprit where it indents, and nowhere else.
func TestTabs(t *testing.T) {
	for text, want := range map[string]string{
		"kind: die\n\tid: x\n":                    "f:2:1: error: a tab indents this line [content/yaml]; indent YAML with spaces",
		"data:\n\ta: 1\n":                         "f:2:1: error: a tab indents this line [content/yaml]; indent YAML with spaces",
		"kind: die\ndata:\n  a: 1\n \tb: 1\n":     "f:4:2: error: a tab indents this line [content/yaml]; indent YAML with spaces",
		"lua: |\n  return {\n  \tuse = 1,\n  }\n": "",
		"name: a\tb\n":                            "",
		"data: {\n\ta: 1}\n":                      "",
	} {
		_, faults := parseYAML("f", []byte(text))
		if got := faults.Error(); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// Promise 5: a position inside a text leads back to the file.
func TestTextOffsets(t *testing.T) {
	src := "a: plain\nb:   \"quoted\"\nc: 'single'\nd: |\n  first\n    second\n\n  fourth\ne:\n  - |2-\n      indented\nf: >\n  folded\n  on\ng: {h: [x, \"y\"]}\nü: |\n\n  after a blank\n"
	lines := splitLines([]byte(src))
	nodes, faults := parseYAML("f", []byte(src))
	if len(faults) > 0 || len(nodes) != 1 {
		t.Fatal(faults)
	}
	seen := 0
	walk(nodes[0], func(n *def.Node) {
		if n.Type != def.Text {
			return
		}
		for i, text := range strings.Split(strings.TrimSuffix(n.Text, "\n"), "\n") {
			if text == "" {
				continue
			}
			seen++
			line := []rune(string(lines[int(n.TextLine)+i]))
			if text = strings.TrimSuffix(text, " on"); !strings.HasPrefix(string(line[n.TextColumn:]), text) {
				t.Errorf("%s: %q is not at %d:%d", n.Place().Path, text, int(n.TextLine)+i+1, n.TextColumn+1)
			}
		}
	})
	if seen != 11 {
		t.Errorf("%d texts", seen)
	}
}

func walk(n *def.Node, visit func(*def.Node)) {
	visit(n)
	for _, item := range n.Items {
		walk(item, visit)
	}
	for _, f := range n.Fields {
		walk(f.Value, visit)
	}
}

func TestPlaces(t *testing.T) {
	nodes, _ := parseYAML("f", []byte("# note\nuse:\n  targets:\n    - {name: \"dié\", from: dice}\n\"a b\": [1, {c: x}]\n"))
	got := map[string]string{}
	walk(nodes[0], func(n *def.Node) {
		got[n.Place().Path] = fmt.Sprintf("%d:%d+%d", n.Place().Line, n.Place().Column, n.Place().Length)
	})
	for path, want := range map[string]string{
		"": "2:1+0", "use": "3:3+0", "use.targets": "4:5+0", "use.targets[0]": "4:7+0",
		"use.targets[0].name": "4:14+5", "use.targets[0].from": "4:27+4",
		`["a b"]`: "5:8+0", `["a b"][1].c`: "5:16+1",
	} {
		if got[path] != want {
			t.Errorf("%s: got %s, want %s", path, got[path], want)
		}
	}
}

// Files made to cost time or memory end in a problem, soon.
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
		"size":      {strings.Repeat("#", maxFile+1), "file/too-large"},
		"documents": {strings.Repeat("---\na: 1\n", 1<<16), "file/too-large"},
		"unclosed":  {"a: \"" + strings.Repeat("x ", 1<<18), "content/yaml"},
		"quotes":    {strings.Repeat("\"a\"", 1<<17), "content/yaml"},
		"comments":  {strings.Repeat("# x\n", 1<<16) + "a: [", "content/yaml"},
	} {
		_, faults := loadMap(map[string]string{"content/p/f.yaml": c.text})
		found := false
		for _, d := range faults {
			found = found || d.Code == c.code && d.Place.File != ""
		}
		if !found || len(faults) > maxFaults+2 {
			t.Errorf("%s: want %s among %d problems, got %.300s", name, c.code, len(faults), faults.Error())
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
	return b.String()[:min(b.Len(), maxFile)]
}

// A word such as e5 is a text, though a number may have one at its end.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-12": true, "+1": true, "1.5": true, ".5": true, "5.": true, "1e5": true, "1.5E-3": true,
		"": false, "-": false, "+-1": false, ".": false, "e5": false, ".e5": false, "1e": false, "1e+": false,
		"01": false, "0x1": false, "1_000": false, "1 ": false, "d6": false, "6d": false,
	} {
		if got := isNumber(text); got != want {
			t.Errorf("isNumber(%q) = %v", text, got)
		}
	}
	nodes, faults := parseYAML("f", []byte("[e5, E12, .e1]"))
	for i, item := range nodes[0].Items {
		if item.Type != def.Text || faults != nil {
			t.Errorf("item %d is %s, with %v", i, item.Type, faults)
		}
	}
}
