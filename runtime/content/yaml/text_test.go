package yaml

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
)

// TestTabs checks that a tab is reported where it indents, and only there.
func TestTabs(t *testing.T) {
	for text, want := range map[string]string{
		"kind: die\n\tid: x\n":                    "f:2:1: error: this line is indented with a tab [content/yaml]; indent YAML with spaces",
		"data:\n\ta: 1\n":                         "f:2:1: error: this line is indented with a tab [content/yaml]; indent YAML with spaces",
		"kind: die\ndata:\n  a: 1\n \tb: 1\n":     "f:4:2: error: this line is indented with a tab [content/yaml]; indent YAML with spaces",
		"lua: |\n  return {\n  \tuse = 1,\n  }\n": "",
		"name: a\tb\n":                            "",
		"data: {\n\ta: 1}\n":                      "",
	} {
		_, problems := Parse("f", []byte(text))
		if got := problems.Error(); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestTextOffsets checks that a position inside a text maps back to the file
// (promise 5).
func TestTextOffsets(t *testing.T) {
	src := "a: plain\nb:   \"quoted\"\nc: 'single'\nd: |\n  first\n    second\n\n  fourth\ne:\n  - |2-\n      indented\nf: >\n  folded\n  on\ng: {h: [x, \"y\"]}\nü: |\n\n  after a blank\n"
	lines := Lines([]byte(src))
	nodes, problems := Parse("f", []byte(src))
	if len(problems) > 0 || len(nodes) != 1 {
		t.Fatal(problems)
	}
	seen := 0
	walk(nodes[0], func(n *def.Node) {
		if n.Type() != def.Text {
			return
		}
		for i, text := range strings.Split(strings.TrimSuffix(n.Text(), "\n"), "\n") {
			if text == "" {
				continue
			}
			seen++
			line := []rune(string(lines[int(n.TextLine())+i]))
			if text = strings.TrimSuffix(text, " on"); !strings.HasPrefix(string(line[n.TextColumn():]), text) {
				t.Errorf("%s: %q is not at %d:%d", n.Place().Path, text, int(n.TextLine())+i+1, n.TextColumn()+1)
			}
		}
	})
	if seen != 11 {
		t.Errorf("%d texts", seen)
	}
}

func walk(n *def.Node, visit func(*def.Node)) {
	visit(n)
	for _, item := range n.Items() {
		walk(item, visit)
	}
	for _, f := range n.Fields() {
		walk(f.Value, visit)
	}
}

func TestPlaces(t *testing.T) {
	nodes, _ := Parse("f", []byte("# note\nuse:\n  targets:\n    - {name: \"dié\", from: dice}\n\"a b\": [1, {c: x}]\n"))
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

// TestNumbers checks that a word such as e5 is a text, though a number may have
// one at its end.
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
	nodes, problems := Parse("f", []byte("[e5, E12, .e1]"))
	for i, item := range nodes[0].Items() {
		if item.Type() != def.Text || problems != nil {
			t.Errorf("item %d is %s, with %v", i, item.Type(), problems)
		}
	}
}

// TestPositions checks the line and column of offsets in, before and after a text.
func TestPositions(t *testing.T) {
	for offset, want := range map[int]string{-1: "1:1", 0: "1:1", 1: "1:2", 3: "1:3", 4: "2:1", 5: "2:2", 6: "2:2"} {
		if line, column := Position([]byte("aé\nb"), offset); fmt.Sprintf("%d:%d", line, column) != want {
			t.Errorf("offset %d is at %d:%d, want %s", offset, line, column, want)
		}
	}
}

// TestValuesPastTheLimitAreEmpty checks that a file with too many values is not
// read further.
func TestValuesPastTheLimitAreEmpty(t *testing.T) {
	nodes, problems := Parse("f", []byte(strings.Repeat("- 1\n", maxNodes+1)))
	items := nodes[0].Items()
	if len(problems) != 1 || items[maxNodes-2].Show() != "1" || items[maxNodes-1].Show() != "~" || items[maxNodes].Show() != "~" {
		t.Errorf("%d problems; the last values are %s, %s and %s", len(problems), items[maxNodes-2].Show(), items[maxNodes-1].Show(), items[maxNodes].Show())
	}
}
