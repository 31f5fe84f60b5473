package yaml

import (
	"fmt"
	"strings"
	"testing"
)

// TestStylesThatFastParserReads checks the values of texts that fastParser reads
// without the library. agree compares their places with the library's.
func TestStylesThatFastParserReads(t *testing.T) {
	for text, want := range map[string]string{
		"\r\na: 1\r\n": "{a: 1}", "a: 1": "{a: 1}", "---\na: 1\n---\n": "{a: 1}",
		"{a: 1}\n": "{a: 1}", "\n# x\n{a: 1}  # y\n\n# z\n": "{a: 1}", "{}\n": "{}",
		"a: 1\n---\n{b: 2}\n---\n# none\n---\n{c: [ ]}\n---\nd: 1":      "{a: 1} {b: 2} {c: []} {d: 1}",
		"a:\n  b:\n    - c\n    - d\n  e: 1\n":                          "{a: {b: [c, d], e: 1}}",
		"a:\n- b\nc: 1\n":                                               "{a: [b], c: 1}",
		"a:\n  - b: 1\n    c:\n      - 2\n    d: 3\n  - e: 4\nf: 5\n":   "{a: [{b: 1, c: [2], d: 3}, {e: 4}], f: 5}",
		"a:\n  -   b: 1\n      c: 2\n":                                  "{a: [{b: 1, c: 2}]}",
		"a:\n  - - b\n":                                                 "",
		"a: [b, [c, 1], {d: e}]  # f\n":                                 "{a: [b, [c, 1], {d: e}]}",
		"a: [ b , c ]\nd: { e: 1 , f: g }\n":                            "{a: [b, c], d: {e: 1, f: g}}",
		"a: { }\nb: [ ]\n":                                              "{a: {}, b: []}",
		"a: [\"b, c\", 'd ]', é]\n":                                     "{a: [\"b, c\", \"d ]\", é]}",
		"a: \"b # c\"  # d\ne: f#g # h\ni: 'j'   \nk: l   \n":           "{a: \"b # c\", e: \"f#g\", i: j, k: l}",
		"a: é\nb: ä: ö\n":                                               "",
		"\"a b\": 1\n'c: d': 2\ne-f/g.h@i[0]: 3\n_j9: 4\n":              "{a b: 1, c: d: 2, e-f/g.h@i[0]: 3, _j9: 4}",
		"{\"a b\": 1, 'c': 2, e-f/g.h@i: 3}\n":                          "{a b: 1, c: 2, e-f/g.h@i: 3}",
		"a: 0\nb: -0\nc: -0.25\nd: 10.50\ne: 123456789012345\n":         "{a: 0, b: 0, c: -0.25, d: 10.5, e: 123456789012345}",
		"a: true\nfalsey: false\nc: truest\nd: trueish y\ne: falsely\n": "{a: true, falsey: false, c: truest, d: trueish y, e: falsely}",
		"a: 1.2.3\nb: 12 é\nc: -3.5 mm\nd: -1.0 x\ne: 0 a b\n":          "{a: 1.2.3, b: 12 é, c: -3.5 mm, d: -1.0 x, e: 0 a b}",
		"a: .b\nc: (d)\ne: $f\ng: + h\ni: +{j}\nk: .inform\n":           "{a: .b, c: (d), e: $f, g: + h, i: \"+{j}\", k: .inform}",
		"a: |\n  b\n\n   c\nd: |-\n  # e\n\n# f\ng: 1\n":                "{a: \"b\\n\\n c\\n\", d: \"# e\", g: 1}",
		"a: >\n  b\n  c\nd: >-\n  e\n  f\n\ng: 1\n":                     "{a: \"b c\\n\", d: e f, g: 1}",
		"a:\n  - |\n    b\n  - >-\n    c\n    d\n  - # e\n    f: 1\n":   "{a: [\"b\\n\", c d, {f: 1}]}",
		"# a\nb: # c\n\n  # d\n  e: 1\n\n  # f\n  g: 2\n# h\n":          "{b: {e: 1, g: 2}}",
	} {
		roots, _ := readFast("f", []byte(text), nil)
		var got []string
		for _, root := range roots {
			got = append(got, root.Show())
		}
		if quickly := agree(t, "f", []byte(text)); strings.Join(got, " ") != want || quickly != (want != "") {
			t.Errorf("%q:\n got %s\nwant %s", text, strings.Join(got, " "), want)
		}
	}
}

// TestTextsLeftToTheLibrary checks that fastParser refuses what is ambiguous or wrong.
func TestTextsLeftToTheLibrary(t *testing.T) {
	for _, text := range []string{
		"", "# a\n", "---\n", " a: 1\n", "a: 1\n b: 2\n", "a:\n    b: 1\n  c: 2\n", "a: b\n  c: 1\n", "a:\n", "a:\nb: 1\n", "a:", "a:\n\n# b\n", "[a]\n", "- a\n", "a\n", "\"a\"\n",
		"{a: 1}\nb: 2\n", "{a: 1} b\n", "{a: 1}#\n", "{a: 1", " {a: 1}\n", "{a: 1, a: 2}\n", "{a: }\n", "{a:}\n", "{a:", "{a: ", "{a: 1 b: 2}\n", "{a: 1]\n", "{a}\n", "{a: b: 1}\n", "{a: 1,}\n", "{a[0]: 1}\n",
		"a: [\n", "a: [1\n", "a: [1,\n", "a: [1, \n", "a: [1}\n", "a: [1 , , 2]\n", "a: [b #]\n", "a: [b: c]\n", "a: [b?]\n", "a: [b] c\n", "a: [b]#\n", "a: [\"b\n", "a: [\"b\"\n", "a: {b: 'c'\n", "a: [b\n  ]\n",
		"a: \"b\n", "a: 'b''c'\n", "a: \"b\\n\"\n", "a: \"b\" c\n", "a: \"b\"'c'\n", "a: 'b'#c\n", "'a\\b: 1\n", "\"a\\b\": 1\n", "\"<<\": 1\n", "'a' : 1\n", "'a':1\n", "a : 1\n", "a:1\n", "9a: 1\n", "-a: 1\n", "false: 1\n", "True: 1\n", "nUll: 1\n",
		"a: 1x gold\n", "a: 1.x gold\n", "a: 01\n", "a: -\n", "a: -b\n", "a: 1.\n", "a: 1e3\n", "a: 1.0.\n", "a: 1..0\n", "a: 1.0.0.0\n", "a: 15 -\n", "a: 15  gold\n", "a: 1234567890123456\n", "a: 0.12345678901234\n",
		"a: .\n", "a: .5\n", "a: .INF\n", "a: .NaN\n", "a: +\n", "a: +b\n", "a: &b\n", "a: *b\n", "a: !b\n", "a: @b\n", "a: `b`\n", "a: %b\n", "a: b: c\n", "a: b:\n", "a: b: # c\n", "a: ~\n", "a: Y\n", "a: NO\n", "a: ofF\n", "a: Null\n", "a: TRUE\n", "a: [n]\n",
		"a: |\n", "a: |", "a: |\nb: 1\n", "a: |\n  b", "a: |\n\n  b\n", "a: |\n  b\n     \n", "a: |+\n  b\n", "a: |2\n  b\n", "a: >\n  b\n\n  c\n", "a: >\n  b \n  c\n", "a: >\n  b\n   c\n", "a: | # b\n  c\n", "a:\n  - |\n  b\n",
		"a:\n -b\n", "a:\n  -\n", "a:\n  - \n", "a:\n  - # b\n  - c\n", "a:\n  - b\n    c\n", "a:\n  - b\n   - c\n", "a:\n  - b\n c: 1\n", "a:\n  - b: 1\n   c: 2\n", "a:\n  b\n", "a: 1\n- b\n", "a:\n- b\n- c: 1\n b: 1\n", "a: 1\na: 2\n", "a:\n  b: 1\n  'b': 2\n",
		"a: b\tc\n", "a: 1\rb: 2\n",
	} {
		if agree(t, "f", []byte(text)) {
			t.Errorf("%q is read quickly", text)
		}
	}
}

// TestFastParserReadsUpToTheLimit checks that fastParser reads as many values as the
// library, and that what is closed does not count as depth.
func TestFastParserReadsUpToTheLimit(t *testing.T) {
	ones := func(n int) string { return strings.Repeat("1, ", n-1) + "1" }
	var lists, maps, rows strings.Builder
	for i := range 40 {
		fmt.Fprintf(&lists, "a%d:\n  - b\n  - c\n", i)
		fmt.Fprintf(&maps, "a%d:\n  b:\n    c: 1\n", i)
		fmt.Fprintf(&rows, "a%d: [[b], {c: d}]\n", i)
	}
	for _, x := range []struct {
		name, text string
		quick      bool
	}{
		{"values of a row", "a: [" + ones(maxNodes-2) + "]\n", true},
		{"too many of a row", "a: [" + ones(maxNodes-1) + "]\n", false},
		{"values in braces", "{a: [" + ones(maxNodes-2) + "]}\n", true},
		{"values of lines", "a:\n" + strings.Repeat("- 1\n", maxNodes-2), true},
		{"too many of lines", "a:\n" + strings.Repeat("- 1\n", maxNodes-1), false},
		{"texts in blocks", "a: [" + ones(maxNodes-3) + "]\nb: |\n  c\n", true},
		{"too many texts in blocks", "a: [" + ones(maxNodes-2) + "]\nb: |\n  c\n", false},
		{"lists in mappings", "a:" + alternating(15) + " 1\n", true},
		{"too many lists in mappings", "a:" + alternating(16) + " 1\n", false},
		{"many lists", lists.String(), true},
		{"many mappings", maps.String(), true},
		{"many rows", rows.String(), true},
	} {
		if _, quickly := readFast("f", []byte(x.text), nil); quickly != x.quick {
			t.Errorf("%s: read quickly: %v", x.name, quickly)
		}
	}
}

// alternating returns n lists with a mapping in each, one inside the other.
func alternating(n int) (text string) {
	for i := range n {
		text += "\n" + strings.Repeat("  ", i) + "- a:"
	}
	return text
}
