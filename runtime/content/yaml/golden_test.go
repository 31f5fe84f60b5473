package yaml

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/tests/golden"
)

// snippets are texts with every feature that distinguishes the two readers.
var snippets = []string{
	// what most content looks like
	"a: 1\nb: -0.5\nc: true\nd: false\ne: text and more\nf: \"quoted\"\ng: 'single'\n",
	"# first\n\na_b-c9: x # note\n\n# last\n",
	"a:\n  b:\n    c: 1\n  d: 2\ne: 3\n",
	"a:\n- b\n- c: 1\n  d: 2\n-   e\nf:\n  - [1, [2], {}, []]\n  - {g: 1, h: [x , y ], i: {j: -0}}\n",
	"a: |\n  one\n   two\n\n  three\n\n\nb: |-\n  # no comment\n  x\nc: 1\n",
	"é: 1\n", "a: é\nb: ünd\nc: [é, 'ü', {d: ö}] # ß\ne:\n  - é: 1\n", "a: (x\nb: + y\nc: -1\nd: 0\n", "a: x: y\n", "A_Z: 1\nZa0: 2\n",
	// what fastParser leaves to the library
	"", "\n# nothing\n", " a: 1\n", "a: 1\r\n", "a:\t1\n", "a:\n", "a:\nb: 1\n", "a: |\n  x", "a: |\nb: 1\n", "a: |\n\n  x\n", "a: x\r\nb: 'y'\r\n", "%YAML 1.2\r\n---\r\na: 1\r\n", "a: \"\"\nb: ''\n", "a: |\n  x\n   \n  y\n", "a: |+\n  x\n", "a: >\n  x\n  y\n",
	"a: 'it''s'\n", "a: \"x\\ty\"\n", "a: '\\'\n", "a: \"open\n", "a: yes\nb: No\nc: on\n", "yes: 1\nnull: 2\n", "a: null\nb: ~\n", "a: y\nb: n\n", "a: 01\nb: 1_0\nc: 0x1f\n", "a: 1e3\nb: +1\nc: .5\n", "a: 1.\nb: -\n",
	"a: 123456789012345\nb: 1234567890123456\nc: 9007199254740991\nd: 9007199254740992\ne: 1e400\n", "a: -\n", "a: .nan\nb: .inf\nc: 0.0\nd: -0.0\n",
	"a: {b: 1\n  , c: 2}\n", "a: {b: }\n", "a: {b: 1,}\n", "a: [1,\n", "a: [x?]\n", "a: {b: \"c\", d?: 1}\n", "a: [x: y]\n", "a: {b: 1}}\n", "a: [1]]\n", "a: [\"b\" c]\n", "a: \"b\" c\n", "a: 'b' # c\nd: 'e'#f\n", "a: x#y\nb: x #y\n",
	"a: 1\na: 2\n", "a:\n  b: 1\n  b: 2\n", "kind: die\nid: x\nkind: die\nid: y\n", "a: {b: 1, b: 2}\n", "? a\n: b\n", "\"a b\": 1\n", "1: 2\ntrue: 3\n1.5: 4\n", ": 1\n", "[a]: 1\n", "{a: 1}: 1\n",
	"a: 1\n  b: 2\n", "a:\n    b: 1\n  c: 2\n", "a: 1\n b\n", "- a\n- b\n", "text\n", "a:\n- \n- 1\n", "a:\n- # x\n  b\n", "a:\n- - 1\n  - 2\n", "a:\n -b\n", "a:\n  - b\n - c\n", "a:\n - b\n  - c\n",
	"a: 1\n---\nb: 2\n", "---\n---\na: 1\n...\n", "a: &x 1\nb: *x\n", "a: !t 1\nb: !!str 2\n", "<<: {a: 1}\n", "a: <<\n", "a: 2001-01-01\n", "&k a: 1\n", "a: *none\n", "a: &\n", "a: @x\n", "a: `x`\n", "a: %x\n", "a: x\n\tb: 1\n", "%TAG ! x\n---\na: 1\n",
	// mistakes
	"name Coin\nid: x\n", "name:Coin\nid: x\n", "a: b: c\n", "a: b\n  c: d\n", "a:\n  b\n  c: d\n", "a: {b: 1\nc: 2\n", "a: [1, 2\nb: 3\n", "a: \"x\nb: 1\n", "a: 'x\nb: \"y\"\n", "a: [1 2]\n", "a: {b c: 1}\n", "a: ]\n", "a: }\n", "a: ,\n", "- a\nb: 1\n", "a:\n  - b\n  c: 1\n", "a\n", "a: \"\\q\"\n", "a: *\n", "a: !\n", "x: [é, ü: {\n", "- name:Coin\n  id: x\n", "a: |x\n  b\n", "a: [1, 'b?', c?, d]\n", "a: {b: c?}\n",
	"a: 1\n#b c\nd: e: f\n", "x y\nz: 1\n", "\n\nx y\nz: 1\n", "a:\n  x y\n  z: 1\n", "x\n  y: 1\n", "a: &é-x 1\n", "[a, *", "a: \"x\n", "a: [\n", "a: x: [1,\n", "- x\n- y: z: 1\n",
	"#a\nb c\nd: 1\n", "a-b c\nd: e\n", "- a\nb\n- c: d\n",
	"a: \"é\\u00e9\"\nb: 'é''é'\nc: |2\n    x\nd: >-\n\n  folded\ne: \"two\n  lines\"\n",
	"a: \x01\n", "\ufeffa: 1\n", "a: \u2028\n",
	// the manner of other formats, and mistakes that fail further down
	"// note\na: [\n", "a: 1\n  // note\nb: [\n", "a: [\nb: 1\n// far\n", "a: [\n// near\n", "a: http://x\nb: [\n", "\u00a0a: 1\nb: [\n", "a:\u00a0b: c\n", "-\u00a0a\nb: [\n", " -  \u3000a\nb: [\n", "a: é\u00a0c\nd: [\n", "é: \u200bx\nb: [\n",
	"<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x\n", "```yaml\na: 1\n```\n",
	"a: 1,\n  b: 2\n", "- a: 'x';\n   b: 1\n", "a: \"x\" ,\n b: 2\n", "a: x.y-z;\n\n# note\n b: 1\n", "a: {b:1, c: 2\nd: 1\n", "a: {b: 1, c:[2]}\nd: [\n", "a: {b: \"x,c:1\", d: 2\ne: 1\n", "a: {b: 1, c:\"x\"}\n",
	"a: \"x\nb: \"y\"\nc: d\n", "- \"x\n- y\n- \"z\"\n", "a: [\"b\nc: 1\nd: 2\ne: 3\nf: 4\ng: 5\nh: 6\ni: 7\nj: 8\nk: 9\nl: 10\nm: \"n\"]\n", "a: [\"b\nc: 1\nd: 2\ne: 3\nf: 4\ng: 5\nh: 6\ni: 7\nj: 8\nk: 9\nl: 10\n\nm: \"n\"]\n", "a: \"x\\\"\nb: \"y\"\nc: d\n", "a: 'x\n",
	"a: {b: 1,5, c: 2}\n", "a: {1,5: 2}\n", "{a: 1, 5: 2}\n", "a: {b: 0,9}\n", "a: {b: 9,0}\n", "a: {b: x,5: 1}\n", "a: {5: 1}\n", "{é: 1,2.5: 3}\n", "a: {b: :,5: 1}\n", "a: {b: /,5: 1}\n",
	"a: {: 1}\n", "\"\": 1\n", "'': 1\n", "a: {\"\": 1}\n", "''\n", "&a\n", "\"\"\n---\na: 1\n", "# x\n---\n# y\n", "a: 0x\nb: 1e5x\nc: 1e+\nd: .e\n", "a: 0b1\nb: 0o7\nc: ._1\n", "a: 1e309\n", "a: -9007199254740992\nb: -9007199254740991\n",
	"a: >\n  x \n  y\n", "a: >\n  x\n   y\n", "a: >\n  x\n\n  y\n", "a: >-\n  x\n  y\n\nb: 1\n", "a: |\n    x\n  y\n", "a: |\n  x\n      \nb: 1\n", "a: |\n\tx\n",
	"a: 1.0.0\nb: 15 gold\nc: 1.0\nd: 15 é\n", "a: 1..0\n", "a: 1.x.0\n", "a: 1.0.\n", "a: 15 .\n", "a: -15 gold\n", "a: +x\n", "a: +{x}\nb: $\n", "a: +\n", "a: x:\n", "a: {b: [1, {c: d}, \"e\"], f: g/h.i@j}\n", "a: {b: [}\n", "a: {b: 1 c: 2}\n", "a: {,}\n", "a: {a: 1, , b: 2}\n", "a: [, 1]\n", "a: [1, , 2]\n", "a: [1, 2,]\n",
	"x: 1\n\n   # note\n  y: 2\n", "a: b\nc d e\n\n\nf: g\n", "a: \"\\x4\"\n", "a: \"\\ud800\"\n", "a: |12\n  x\n", "a: |0\n  x\n", "a: >x\n", "? [a]\n: b\n", "? a\n", "a: ? b\n", "[a]: b: c\n", strings.Repeat("k", 1100) + ": 1\n", "a: %\n", "%FOO x\n---\na: 1\n", "a: 1\n--- b\n...\nc\n", "a: \"x\n---\nb: 1\n", "a: !<x> 1\n", "a: !a!b 1\n", "a: !!int x\n", "!!map {a: 1}\n", "a: \"é\\q\"\n", "a: [é, @x]\n", "é: [ü\nb: 1\n", "{a: 1\n", "[1, 2\n", "a: {b: {c: 1}\nd: 2\n", "a: [[1, 2], [3]\nd: 2\n",
}

// damages are inserted before each character of a file; "" removes it.
var damages = []string{"", "\n", " ", "\t", "-", ":", "\"", "'", "[", "}", ",", "#", "&", "?"}

// TestDamagedFilesAreReported damages a file at each of its characters and
// compares the result: a digest of the values, or the place and the number of
// the report, all of which are listed at the end.
func TestDamagedFilesAreReported(t *testing.T) {
	const sample = "# note\nkind: card\nid: ace\nname: \"The Ace\"\ntags: [red, 'it''s']\ndata: {a: 1.5, b: [x, {c: -2}]}\nuse:\n  targets:\n    - name: foe # who\n      from: foes\n    - {name: n, from: [1]}\nlua: |\n  return {\n    use = 1,\n  }\ntext: >-\n  Två lines,\n  folded.\n---\nkind: die\nid: d6\nsides: 6\n"
	var out strings.Builder
	var reports []string
	for at := range sample {
		_, size := utf8.DecodeRuneInString(sample[at:])
		line, column := Position([]byte(sample), at)
		fmt.Fprintf(&out, "%d:%d %q", line, column, sample[at:at+size])
		for _, more := range damages {
			text := sample[:at] + more + sample[at:]
			if more == "" {
				text = sample[:at] + sample[at+size:]
			}
			nodes, problems := Parse("f", []byte(text))
			var read strings.Builder
			for _, n := range nodes {
				dump(&read, n, 0)
			}
			fmt.Fprintf(&out, " %.2x", sha256.Sum256([]byte(read.String())))
			for _, d := range problems {
				report := fmt.Sprintf("%s %s; %s", d.Code, d.Message, d.Hint)
				i := slices.Index(reports, report)
				if i < 0 {
					i = len(reports)
					reports = append(reports, report)
				}
				fmt.Fprintf(&out, "/%d:%d:%d", i, d.Place.Line, d.Place.Column)
				for _, n := range d.Notes {
					fmt.Fprintf(&out, "+%d:%d", n.Place.Line, n.Place.Column)
				}
			}
		}
		out.WriteString("\n")
	}
	for i, report := range reports {
		fmt.Fprintf(&out, "%d %s\n", i, report)
	}
	golden.Check(t, "testdata/damage.golden", out.String())
}

// TestBothReadersAgreeOnEverySnippet checks the whole result for each snippet,
// with every place, all problems, and which of the two readers read it; and
// that they agree where both can.
func TestBothReadersAgreeOnEverySnippet(t *testing.T) {
	var out strings.Builder
	for _, text := range snippets {
		src, problem := Clean("f", []byte(text))
		if problem != nil {
			fmt.Fprintf(&out, "%q is not clean: %v\n", text, *problem)
			continue
		}
		roots, quickly := readFast("f", src, nil)
		fmt.Fprintf(&out, "%q quickly: %v\n", text, quickly)
		nodes, problems := Parse("f", src)
		out.WriteString(dumped(nodes...))
		for _, d := range problems {
			fmt.Fprintf(&out, "  %v\n", d)
			for _, n := range d.Notes {
				fmt.Fprintf(&out, "    %s (%s)\n", n.Message, n.Place)
			}
		}
		if quickly {
			if slowly, problems, ambiguous := readByLibrary("f", src); dumped(slowly...) != dumped(roots...) || len(problems)+len(ambiguous) > 0 {
				t.Errorf("%q: the library reads something else", text)
			}
		}
	}
	golden.Check(t, "testdata/snippets.golden", out.String())
}

// dumped writes all that can be read from nodes.
func dumped(nodes ...*def.Node) string {
	var out strings.Builder
	for _, n := range nodes {
		dump(&out, n, 1)
	}
	return out.String()
}

// dump writes a node with its places.
func dump(out *strings.Builder, n *def.Node, depth int) {
	at := n.Place()
	fmt.Fprintf(out, "%s%d:%d+%d %s %d %q %v %v text at %d:%d\n", strings.Repeat("  ", depth), at.Line, at.Column, at.Length, at.Path, n.Type(), n.Text(), n.Number(), n.Bool(), n.TextLine(), n.TextColumn())
	for _, item := range n.Items() {
		dump(out, item, depth+1)
	}
	for _, f := range n.Fields() {
		key := f.KeyPlace()
		fmt.Fprintf(out, "%s%d:%d+%d key %s\n", strings.Repeat("  ", depth), key.Line, key.Column, key.Length, f.Key)
		dump(out, f.Value, depth+1)
	}
}

// TestLimitsOfFiles checks the largest size that is read and the smallest that
// is not, with its problem.
func TestLimitsOfFiles(t *testing.T) {
	list := func(n int) string { return "a: [" + strings.Repeat("1, ", n-1) + "1]\n" }
	lines := func(n int) string { return strings.Repeat("- 1\n", n) }
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }
	mappings := func(n int) string { return strings.Repeat("{a: ", n) + "1" + strings.Repeat("}", n) + "\n" }
	for name, x := range map[string]struct{ text, want string }{
		"values on one line":   {list(maxNodes - 2), ""},
		"two more":             {list(maxNodes), "f:1:149999: error: the file contains more than 50000 values [file/too-large]; split it into several files"},
		"values on many lines": {lines(maxNodes - 1), ""},
		"two more lines":       {lines(maxNodes + 1), "f:50000:3: error: the file contains more than 50000 values [file/too-large]; split it into several files"},
		"marks":                {strings.Repeat("\n", 2*maxNodes), ""},
		"one more mark":        {strings.Repeat("\n", 2*maxNodes+1), "f: error: the file contains more than 50000 values [file/too-large]; split it into several files"},
		"levels":               {nested(maxDepth), ""},
		"mappings":             {mappings(maxDepth - 1), ""},
		"one more mapping":     {mappings(maxDepth), "f:1:257: error: values are nested more than 64 deep [content/depth]"},
		"one more level":       {nested(maxDepth + 1), "f:1:65: error: values are nested more than 64 deep [content/depth]"},
	} {
		_, problems := Parse("f", []byte(x.text))
		if got := problems.Error(); got != x.want {
			t.Errorf("%s:\n got %.300s\nwant %s", name, got, x.want)
		}
	}
	_, problems := Parse("f", []byte(strings.Repeat("- <<\n", MaxProblems+1)))
	if len(problems) != MaxProblems {
		t.Errorf("%d problems are reported", len(problems))
	}
	_, problems = Parse("f", []byte(strings.Repeat("- yes\n", MaxProblems+1)))
	if len(problems) != MaxProblems {
		t.Errorf("%d ambiguous values are reported", len(problems))
	}
}

// TestFastParserReadsLargeFiles checks how large a mapping, how deep a nesting and
// how long a key fastParser reads.
func TestFastParserReadsLargeFiles(t *testing.T) {
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d: 1\n", i)
		}
		return b.String()
	}
	pairs := func(n int) string {
		return "a: {" + strings.TrimSuffix(strings.ReplaceAll(keys(n), "\n", ", "), ", ") + "}\n"
	}
	deep := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return b.String() + strings.Repeat(" ", n) + "a: 1\n"
	}
	dashes := func(n int) string {
		return "a:\n" + strings.Repeat("  ", 1) + "- " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n"
	}
	for _, x := range []struct {
		name, text string
		quick      bool
	}{
		{"keys", keys(201), true},
		{"too many keys", keys(202), false},
		{"pairs", pairs(201), true},
		{"too many pairs", pairs(202), false},
		{"levels", deep(30), true},
		{"too many levels", deep(31), false},
		{"brackets", dashes(29), true},
		{"too many brackets", dashes(30), false},
		{"a key", strings.Repeat("k", 100) + ": 1\n", true},
		{"too long a key", strings.Repeat("k", 101) + ": 1\n", false},
		{"after levels", "a:\n" + strings.Repeat("  - [[[[[1]]]]]\n  - {a: {b: {c: 1}}}\n  - a: {b: 1}\n", 20), true},
	} {
		if got := agree(t, "f", []byte(x.text)); got != x.quick {
			t.Errorf("%s: read quickly: %v", x.name, got)
		}
	}
}

// TestSingleFiles checks the allowed contents of a file that is not part of a
// pack.
func TestSingleFiles(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\n":                        "",
		"":                              "f:1:1: error: the file contains 0 documents, expected one [content/yaml]",
		"a: 1\n---\nb: 1\n":             "f:1:1: error: the file contains 2 documents, expected one [content/yaml]",
		"a: \x01":                       "f:1:4: error: this is an invisible character (U+0001) [file/encoding]; remove it",
		"a: *b\n":                       "f:1:4: error: an alias (*b) cannot be used in content [content/yaml-feature]; write the value out, or use extends; a text that starts with * needs quotes",
		strings.Repeat("#", MaxBytes-1): "f:1:1: error: the file contains 0 documents, expected one [content/yaml]",
		strings.Repeat("#", MaxBytes):   "f:1:1: error: the file contains 0 documents, expected one [content/yaml]",
		strings.Repeat("#", MaxBytes+1): "f: error: the file has 1048577 bytes; at most 1048576 are read [file/too-large]; split it into several files",
	} {
		n, problems := ReadOne("f", []byte(text))
		if got := problems.Error(); got != want && !strings.HasPrefix(text, "a: *") || (n == nil) != (want != "") {
			t.Errorf("%.20q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestForbiddenBytes checks each byte that content may not contain, and its
// place.
func TestForbiddenBytes(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\r\nc\n": "", "é\u007e": "", "\ufeffa": "", "\ufffd": "",
		"\xff\xfea": "f: error: the file is UTF-16 [file/encoding]; save it as UTF-8",
		"\xfe\xffa": "f: error: the file is UTF-16 [file/encoding]; save it as UTF-8",
		"é\n\xff":   "f:2:1: error: this byte (0xff) is not UTF-8 [file/encoding]; save the file as UTF-8",
		"a\x80":     "f:1:2: error: this byte (0x80) is not UTF-8 [file/encoding]; save the file as UTF-8",
		"é\rb":      "f:1:2: error: this is an unusual line ending (U+000D) [file/encoding]; save the file with Unix or Windows line endings",
		"a\r":       "f:1:2: error: this is an unusual line ending (U+000D) [file/encoding]; save the file with Unix or Windows line endings",
		"a\u0085":   "f:1:2: error: this is an unusual line ending (U+0085) [file/encoding]; save the file with Unix or Windows line endings",
		"a\u2029":   "f:1:2: error: this is an unusual line ending (U+2029) [file/encoding]; save the file with Unix or Windows line endings",
		"a\x7f":     "f:1:2: error: this is an invisible character (U+007F) [file/encoding]; remove it",
		"a\ufeff":   "f:1:2: error: this is an invisible character (U+FEFF) [file/encoding]; remove it",
		"\ufffe":    "f:1:1: error: this is an invisible character (U+FFFE) [file/encoding]; remove it",
		"\uffff":    "f:1:1: error: this is an invisible character (U+FFFF) [file/encoding]; remove it",
	} {
		data, problem := Clean("f", []byte(text))
		got := ""
		if problem != nil {
			got = problem.Error()
		} else if string(data) != strings.TrimPrefix(text, "\ufeff") {
			t.Errorf("%q became %q", text, data)
		}
		if got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}
