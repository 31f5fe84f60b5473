package yaml

import (
	"fmt"
	"strings"
	"testing"
)

// reported parses a text and returns all that it results in: the documents, and
// under them each problem with its length and its notes.
func reported(text string) string {
	nodes, problems := Parse("f", []byte(text))
	var out strings.Builder
	for _, n := range nodes {
		fmt.Fprintln(&out, n.Show())
	}
	for _, d := range problems {
		at := d.Place
		fmt.Fprintf(&out, "%d:%d+%d %s: %s", at.Line, at.Column, at.Length, d.Code, d.Message)
		if !d.Hint.IsZero() {
			fmt.Fprintf(&out, "; %s", d.Hint)
		}
		fmt.Fprintln(&out)
		for _, n := range d.Notes {
			fmt.Fprintf(&out, "  %d:%d+%d %s\n", n.Place.Line, n.Place.Column, n.Place.Length, n.Message)
		}
	}
	return out.String()
}

// report is a text with what reported returns for it.
type report struct{ text, want string }

var rep = strings.Repeat

// compare fails for each report that differs.
func compare(t *testing.T, reports []report) {
	t.Helper()
	for _, r := range reports {
		if got := reported(r.text); got != r.want {
			t.Errorf("%.80q:\n%s\nwant\n%s", r.text, got, r.want)
		}
	}
}

// TestFeaturesOutsideJSONAreReported checks the place, length and hint of anchors,
// aliases, tags and directives, and of keys and values that are neither texts nor numbers
// in JSON.
func TestFeaturesOutsideJSONAreReported(t *testing.T) {
	compare(t, featureReports)
}

var featureReports = []report{
	{"a: &one 1\nb: *one\n*one : 3\n&three c: 4\nd: !!str 5\n? !t e\n: 6\nf: &x\n  g: 1\n", `{a: ~, b: ~, d: ~, f: ~}
1:4+4 content/yaml-feature: an anchor (&one) cannot be used in content; remove it; a text that starts with & needs quotes
2:4+4 content/yaml-feature: an alias (*one) cannot be used in content; write the value out, or use extends; a text that starts with * needs quotes
3:1+4 content/yaml-feature: an alias (*one) cannot be used in content; write the value out, or use extends; a text that starts with * needs quotes
4:1+6 content/yaml-feature: an anchor (&three) cannot be used in content; remove it; a text that starts with & needs quotes
5:4+1 content/yaml-feature: a tag (!!str) cannot be used in content; remove it; a text that starts with ! needs quotes
6:3+1 content/yaml-feature: a tag (!t) cannot be used in content; remove it; a text that starts with ! needs quotes
8:4+2 content/yaml-feature: an anchor (&x) cannot be used in content; remove it; a text that starts with & needs quotes
`},
	{"a: &b", `{a: ~}
1:4+2 content/yaml-feature: an anchor (&b) cannot be used in content; remove it; a text that starts with & needs quotes
`},
	{"- a: !t", `[{a: ~}]
1:6+0 content/yaml-feature: a tag (!t) cannot be used in content; remove it; a text that starts with ! needs quotes
`},
	{"<<: 1\na: <<\nb: 2020-01-01\n", `{a: ~, b: ~}
1:1+2 content/yaml-feature: merge keys (<<) cannot be used in content; use extends, or write the keys out
2:4+2 content/yaml-feature: << cannot be used here; put quotes around it
3:4+10 content/value: 2020-01-01 is a date, which content cannot use; put quotes around it
`},
	{"? \n: 1\n", `{}
1:2+0 content/value: a key is missing before the colon; write a key before the colon
`},
	{"{5: 1}\n", `{}
1:2+1 content/value: the key 5 is not a text; write "5":
`},
	{"{true: 1, 2020-01-01: 2, null: 3, ~: 4}", `{}
1:2+4 content/value: the key true is not a text; write "true":
1:11+10 content/value: the key 2020-01-01 is not a text; write "2020-01-01":
1:26+4 content/value: the key null is not a text; write "null":
1:35+1 content/value: the key ~ is not a text; write "~":
`},
	{"[{1,5: 2}, {1 , 5: 3}, {x,5: 3}]\n", `[{}, {}, {x: ~}]
1:3+1 content/value: the key 1 is not a text; write "1":
1:5+1 content/value: the number 5 follows a comma here; write a decimal point instead of the comma, or {key: value} for a mapping
1:13+1 content/value: the key 1 is not a text; write "1":
1:17+1 content/value: the key 5 is not a text; write "5":
1:27+1 content/value: the key 5 is not a text; write "5":
`},
	{"{a: 9,5.5: 1}", `{a: 9}
1:7+3 content/value: the number 5.5 follows a comma here; write a decimal point instead of the comma, or {key: value} for a mapping
`},
	{"? {a: 1}\n: 2\n", `{}
1:3+0 content/value: a key must be a text; a text in { } needs quotes
`},
	{"%YAML 1.2\r\n%TAG ! x\r\n---\r\na: 1\r\n", `2:1+0 content/yaml-feature: a directive (%) cannot be used in content; remove it; a text that starts with % needs quotes
`},
	{"a: 1\n...\n%", `3:1+0 content/yaml-feature: a directive (%) cannot be used in content; remove it; a text that starts with % needs quotes
`},
	{"a: \"x\n%y\n%z\"\n", `{a: x %y %z}
`},
	{"# x\n%YAML 1.2\n# y\n---\na: 1\n...\n\n%YAML 1.1\n---\nb: 1\n", `{a: 1}
{b: 1}
`},
	{"%YAML 1.2\n...\n%YAML 1.2\n---\na: 1\n", `3:9+0 content/yaml: this is outside the definition; check the indentation, or put --- between two definitions
`},
	{"a: 1e+5\nb: 1e-5\nc: 1e16\nd: 9007199254740993.0\ne: 1e400\nf: -1e400\ng: .e\nh: 1E5\n", `{a: 100000, b: 0.00001, c: 10000000000000000, d: 9007199254740992, e: 0, f: 0, g: .e, h: 100000}
5:4+5 content/value: 1e400 is too large to be kept exactly; whole numbers go up to ±9007199254740991
6:4+6 content/value: -1e400 is too large to be kept exactly; whole numbers go up to ±9007199254740991
`},
	{"a: 0x10\nb: -.inf\nc: 1_000\nd: .5\ne: 5.\nf: 9007199254740992\ng: -9007199254740993\n", `{a: 0, b: 0, c: 0, d: 0.5, e: 5, f: 0, g: 0}
1:4+4 content/value: 0x10 is not a number that content may use; write it with the digits 0 to 9 alone, or put quotes around it if it is a text
2:4+5 content/value: -.inf is not a number that content may use; write a number
3:4+5 content/value: 1_000 is not a number that content may use; write it with the digits 0 to 9 alone, or put quotes around it if it is a text
6:4+16 content/value: 9007199254740992 is too large to be kept exactly; whole numbers go up to ±9007199254740991
7:4+17 content/value: -9007199254740993 is too large to be kept exactly; whole numbers go up to ±9007199254740991
`},
	{"a: yes\nb: OFF\nc: \"on\"\nd: No way\nkind: x\nkind: y\nb: z\n", `{a: yes, b: OFF, c: on, d: No way, kind: x}
1:4+3 content/value: yes means true to some programs and a text to others; write true, or put quotes around it if it is a text
2:4+3 content/value: OFF means false to some programs and a text to others; write false, or put quotes around it if it is a text
6:1+4 content/duplicate-key: duplicate key "kind" in this mapping; put --- on a line of its own between two definitions
  5:1+4 first defined here
`},
	{"a: {b: 1, b: 2}\nkind: x\n---\nkind: y\na: 1\na: 2\n", `{a: {b: 1}, kind: x}
{kind: y, a: 1}
1:11+1 content/duplicate-key: duplicate key "b" in this mapping; remove one of them
  1:5+1 first defined here
6:1+1 content/duplicate-key: duplicate key "a" in this mapping; remove one of them
  5:1+1 first defined here
`},
	{"a: {kind: x, kind: y, b: 1}\n", `{a: {kind: x, b: 1}}
1:14+4 content/duplicate-key: duplicate key "kind" in this mapping; remove one of them
  1:5+4 first defined here
`},
	{"[\n1,5: 2]\n", `[1, {}]
2:3+1 content/value: the number 5 follows a comma here; write a decimal point instead of the comma, or {key: value} for a mapping
`},
	{"\"\n%y\"\n", `" %y"
`},
}

// TestSlipsInBracketsAreReported checks the reports on brackets that are not closed,
// closed twice, or hold what YAML does not accept.
func TestSlipsInBracketsAreReported(t *testing.T) {
	compare(t, bracketReports)
}

var bracketReports = []report{
	{"a: {b: {c: 1, d: 2}\nlua: |\n  return {}\n", `1:4+0 content/yaml: this { is not closed; add the missing }; the lines below it belong to it until then
`},
	{"x: {}\n---\na: [1, \"]\",\n  {b: 2}\nc: >\n  d\n", `{x: {}}
3:4+0 content/yaml: this [ is not closed; add the missing ]; the lines below it belong to it until then
`},
	{"x: [\n]\na: {b: |}\n", `3:8+0 content/yaml: a text cannot start with |; put quotes around the text
`},
	{"a: [{b: c, d: Which?: now}]\n", `1:21+0 content/yaml: between brackets a text cannot contain ": "; put quotes around the text
`},
	{"a: {b: 1, c", `1:4+0 content/yaml: this mapping is not closed, or a comma is missing in it; write {a: 1, b: 2}; a text with a comma or ? goes into quotes
`},
	{"a: [1,\n\n", `2:1+0 content/yaml: a value is missing here; write a value, or remove the comma; a text that starts with ] or } needs quotes
`},
	{"{a: 1, : 2}", `1:8+0 content/yaml: a value is missing here; write a value, or remove the comma; a text that starts with ] or } needs quotes
`},
	{",5: 1\n", `1:1+0 content/yaml: a value is missing here; write a value, or remove the comma; a text that starts with ] or } needs quotes
`},
	{"a: [x #1, y]\nb: 2\n", `1:4+0 content/yaml: this list is not closed, or a comma is missing in it; write [a, b, c]
`},
	{"a: {x: #1}\nb: 2\n", `1:8+0 content/yaml: the line ends here for YAML: after a space, # begins a comment; put the text in quotes
`},
	{"a: {x: [ #]1}\nb: 2\n", `1:10+0 content/yaml: the line ends here for YAML: after a space, # begins a comment; put the text in quotes
`},
	{"a: [x] # ]\nb: [\n", `2:4+0 content/yaml: a value is missing here; write a value, or remove the comma; a text that starts with ] or } needs quotes
`},
	{"a: [{x # }\n]\nb: 2\n", `1:5+0 content/yaml: this mapping is not closed, or a comma is missing in it; write {a: 1, b: 2}; a text with a comma or ? goes into quotes
`},
	{"a: {b: 1, c: é, d?: ü}", `1:4+0 content/yaml: this mapping is not closed, or a comma is missing in it; write {a: 1, b: 2}; a text with a comma or ? goes into quotes
`},
	{"a: {b: ?, c: …}\n", `1:8+0 content/yaml: ? alone begins a key in YAML; write "?"
`},
	{"a: é\nb: {c: d, e: ? }\n", `2:14+0 content/yaml: ? alone begins a key in YAML; write "?"
`},
	{"a: [\"?\", ?, b]\n", `1:10+0 content/yaml: ? alone begins a key in YAML; write "?"
`},
	{"a: ?\nb: 1\n", `1:4+0 content/yaml: ? alone begins a key in YAML; write "?"
`},
	{"a: >=2\n", `1:4+0 content/yaml: a text cannot start with >; put quotes around the text
`},
	{"a: > one\n", `1:6+0 content/yaml: nothing may follow | or > on its line; start the text on the next line, indented
`},
	{"a: [b?]\n", `1:6+0 content/yaml: between brackets a text cannot end with ?; put quotes around the text
`},
	{"a: [\"b?\", é, c? ]\n", `1:15+0 content/yaml: between brackets a text cannot end with ?; put quotes around the text
`},
	{"a: [b ?]\n", `1:4+0 content/yaml: this list is not closed, or a comma is missing in it; write [a, b, c]
`},
	{"a: {b: c?}\n", `1:9+0 content/yaml: between brackets a text cannot end with ?; put quotes around the text
`},
	{"a: [b\nc: d\n  e: f\n", `1:4+0 content/yaml: this list is not closed, or a comma is missing in it; write [a, b, c]
`},
	{"a: {b: {c: d}, e: [1}\n", `1:19+0 content/yaml: this list is not closed, or a comma is missing in it; write [a, b, c]
`},
	{"a: {b: 1}}\n", `1:10+0 content/yaml: there are more } than { on this line; brackets come in pairs: [a, b] for a list, {a: 1} for a mapping
`},
	{"a: [[1], 2]]\n", `1:12+0 content/yaml: there are more ] than [ on this line; brackets come in pairs: [a, b] for a list, {a: 1} for a mapping
`},
	{"a: [[1, [2], 3\nb: 1\n", `1:5+0 content/yaml: this list is not closed, or a comma is missing in it; write [a, b, c]
`},
	{rep("[", 10001), `1:65+0 content/depth: values are nested too deep
`},
	{"# ]]\n" + rep("[{", 5001), `2:65+0 content/depth: values are nested too deep
`},
	{"a: " + rep("[]", 70), `1:6+0 content/yaml: this does not fit into the mapping around it; check the indentation of this line, and that quotes are closed: inside '…' a ' is written twice
`},
	{"a: \"" + rep("]", 70) + "\"\nb: " + rep("[", 10001), `2:68+0 content/depth: values are nested too deep
`},
}

// TestFaultsAreFoundBeforeWideCharacters checks that a problem has the same place
// however many characters of several bytes follow it.
func TestFaultsAreFoundBeforeWideCharacters(t *testing.T) {
	for n := range 300 {
		src := "a: 1\nb: {c: [, d: …}\n" + rep("# …\n", n)
		if got := reported(src); !strings.HasPrefix(got, "2:9+0 ") {
			t.Errorf("with %d characters: %s", n, got)
		}
	}
}

// TestSlipsOfLinesAreReported checks the reports on colons, dashes, quotes, tabs
// and indentation.
func TestSlipsOfLinesAreReported(t *testing.T) {
	compare(t, lineReports)
}

var lineReports = []report{
	{"a: 1\n\nb: c: d\n", `3:5+0 content/yaml: there is a second ": " on this line; put quotes around a text that contains ": ", or start the key on a line of its own
`},
	{"a\n\nb: c: d\n", `3:2+0 content/yaml: this line is indented deeper than the key above allows; keys of one mapping have the same indentation; a key with keys below it has no value of its own
`},
	{"#x\nb: c: d\n", `2:5+0 content/yaml: there is a second ": " on this line; put quotes around a text that contains ": ", or start the key on a line of its own
`},
	{"  a\n  b: c\n", `1:3+0 content/yaml: this line is not "key: value"; write a colon and a space after the key; indent a text that continues the line above
`},
	{"- a\n- b: c: d\n", `2:7+0 content/yaml: there is a second ": " on this line; put quotes around a text that contains ": ", or start the key on a line of its own
`},
	{"x\n # y\nb: c\n", `x
3:1+0 content/yaml: this is outside the definition; check the indentation, or put --- between two definitions
`},
	{"a: x: y", `1:5+0 content/yaml: there is a second ": " on this line; put quotes around a text that contains ": ", or start the key on a line of its own
`},
	{"a:1\nb: 2\n", `1:2+0 content/yaml: a space is missing after the colon; write "key: value"
`},
	{"x: 1\na:1\nb: 2\n", `2:1+0 content/yaml: this line is not "key: value"; write a colon and a space after the key; indent a text that continues the line above
`},
	{"- é: 1\n  a:1\n  b: 2\n", `2:3+0 content/yaml: this line is not "key: value"; write a colon and a space after the key; indent a text that continues the line above
  1:1+0 or is this line not indented as it should be?
`},
	{"a: b\n\tc: d\n", `2:1+0 content/yaml: this line is indented with a tab; indent YAML with spaces
`},
	{"\ta: b\n", `1:1+0 content/yaml: this line is indented with a tab; indent YAML with spaces
`},
	{"a:\n \tb: c\n", `2:2+0 content/yaml: this line is indented with a tab; indent YAML with spaces
  1:1+0 or is this line not indented as it should be?
`},
	{"a: *é\n", `1:4+0 content/yaml: a text cannot start with & or *; put quotes around the text
`},
	{"é: [x, &]\n", `1:8+0 content/yaml: a text cannot start with & or *; put quotes around the text
`},
	{"é: @x\n", `1:4+0 content/yaml: a text cannot start with @; put quotes around the text
`},
	{"é: \"x\" \"y\"\n", `1:10+0 content/yaml: this does not fit into the mapping around it; check the indentation of this line, and that quotes are closed: inside '…' a ' is written twice
`},
	{"a: 'é''x' y\n", `1:11+0 content/yaml: this does not fit into the mapping around it; check the indentation of this line, and that quotes are closed: inside '…' a ' is written twice
`},
	{"a: \"\\\"é\" y\n", `1:10+0 content/yaml: this does not fit into the mapping around it; check the indentation of this line, and that quotes are closed: inside '…' a ' is written twice
`},
	{"a: '" + rep("\"", 49), `1:4+0 content/yaml: this quoted text is not closed; add the missing quote
`},
	{"a: '" + rep("\"", 50), `1:0+0 content/yaml: this quoted text is not closed; add the missing quote
`},
	{"a: \"b:\n" + rep("- b\n", 10) + "c: d: e\n", `1:4+0 content/yaml: this quoted text is not closed; add the missing quote
`},
	{"a: \"b\n" + rep("c: 1\n", 10) + "d: \"e\" f\n", `1:4+0 content/yaml: this quoted text is not closed; add the missing quote
`},
	{"a: \"b\n" + rep("c: 1\n", 11) + "d: \"e\" f\n", `13:5+0 content/yaml: this does not fit into the mapping around it; check the indentation of this line, and that quotes are closed: inside '…' a ' is written twice
`},
	{rep("k", 1024) + ": 1\n", `{` + rep("k", 1024) + `: 1}
`},
	{rep("k", 1025) + ": 1\n", `1:1+0 content/yaml: this key is longer than 1024 characters; a key is a short name; write a long text behind it, as its value
`},
	{"a: 1\n- " + rep("k", 1025) + ": 1\n", `2:3+0 content/yaml: this key is longer than 1024 characters; a key is a short name; write a long text behind it, as its value
`},
	{"é: {b: 1, " + rep("k", 1030) + ": 1}\n", `1:11+0 content/yaml: this key is longer than 1024 characters; a key is a short name; write a long text behind it, as its value
`},
	{"  " + rep("k", 1030) + ": 1\n", `1:3+0 content/yaml: this key is longer than 1024 characters; a key is a short name; write a long text behind it, as its value
`},
	{"'" + rep("k", 1030) + "': 1\n", `1:1+0 content/yaml: this key is longer than 1024 characters; a key is a short name; write a long text behind it, as its value
`},
	{rep("kk ", 400) + "k: 1\n", `1:1+0 content/yaml: this key is longer than 1024 characters; a key is a short name; write a long text behind it, as its value
`},
	{"a: b: [c?]\n", `1:5+0 content/yaml: there is a second ": " on this line; put quotes around a text that contains ": ", or start the key on a line of its own
`},
	{"{" + rep("k", 1030) + ": 1}\n", `1:2+0 content/yaml: this key is longer than 1024 characters; a key is a short name; write a long text behind it, as its value
`},
	{"a: |\n", `{a: ""}
`},
	{"a: |+\n\n\n", `{a: "\n\n"}
`},
	{"é: x\nb: !a,b\n", `{é: x, b: ~}
2:4+0 content/yaml-feature: a tag (!a,b) cannot be used in content; remove it; a text that starts with ! needs quotes
`},
	{"b: x\né: !b{c}\n", `2:4+0 content/yaml-feature: a text cannot start with !; put quotes around the text; Lua writes not
`},
	{"a: \"x\\u12\"\n", `1:7+0 content/yaml: this escape needs more digits; double the backslash, or use single quotes: '…'
`},
	{"b:\n  a: \"\\q\"\n", `2:7+0 content/yaml: this character cannot follow a backslash; double the backslash, or use single quotes: '…'
  1:1+0 or is this line not indented as it should be?
`},
	{"a: |12\n  b\n", `1:6+0 content/yaml: nothing may follow | or > on its line; start the text on the next line, indented
`},
	{"a: ? b\n", `1:4+0 content/yaml: a key cannot start here; start it on a line of its own; a text that starts with ? needs quotes
`},
	{"a: - b\n", `1:4+0 content/yaml: a list entry cannot start here; start the list on the line below its key
`},
	{"- a\nb\n- c\n", `2:1+0 content/yaml: this line is not "key: value"; write a colon and a space after the key; indent a text that continues the line above
`},
	{"a: [1\n--- \nb: 1\n", `1:4+0 content/yaml: this list is not closed, or a comma is missing in it; write [a, b, c]
`},
	{"a: 'b\n---\nc: 'd'\n", `1:4+0 content/yaml: this quoted text is not closed; add the missing quote
`},
	{"&a b: c\n  d: e\n", `2:4+0 content/yaml: this line is indented deeper than the key above allows; keys of one mapping have the same indentation; a key with keys below it has no value of its own
  1:1+0 or is this line not indented as it should be?
`},
}

// TestSlipsBelowTheStartOfADocument checks that a directive or --- changes neither the
// place nor the kind of a report.
func TestSlipsBelowTheStartOfADocument(t *testing.T) {
	compare(t, []report{
		{"%YAML 1.2\n---\na: [1\nb: 2\n", `3:4+0 content/yaml: this list is not closed, or a comma is missing in it; write [a, b, c]
`},
		{"%YAML 1.2\n---\na: 1\nb: *\n", `4:4+0 content/yaml: a text cannot start with & or *; put quotes around the text
`},
		{"%YAML 1.2\n---\na: 'b\n", `3:4+0 content/yaml: this quoted text is not closed; add the missing quote
`},
		{"%YAML 1.2\n---\na: b: c\n", `3:5+0 content/yaml: there is a second ": " on this line; put quotes around a text that contains ": ", or start the key on a line of its own
`},
		{"a: 1\n--- # x\nb: c: d\n", `{a: 1}
3:5+0 content/yaml: there is a second ": " on this line; put quotes around a text that contains ": ", or start the key on a line of its own
`},
	})
}

// TestRepeatedKeysOfLongMappings checks that a key of a long mapping is
// compared with all keys before it.
func TestRepeatedKeysOfLongMappings(t *testing.T) {
	text := ""
	for i := range 40 {
		text += fmt.Sprintf("k%d: 1\n", i)
	}
	_, problems := Parse("f", []byte(text+"k38: 1\nk5: 1\n"))
	const want = `f:41:1: error: duplicate key "k38" in this mapping [content/duplicate-key]; remove one of them
f:42:1: error: duplicate key "k5" in this mapping [content/duplicate-key]; remove one of them`
	if got := problems.Error(); got != want || problems[0].Notes[0].Place.Line != 39 || problems[1].Notes[0].Place.Line != 6 {
		t.Errorf("%s\nwant\n%s\nwith notes %v and %v", got, want, problems[0].Notes, problems[1].Notes)
	}
}
