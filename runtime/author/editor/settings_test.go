package editor

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestCommentsBecomeBlanks checks the text that results from JSON with
// comments: of the same length, with the same lines, and without the commas
// that JSON does not allow.
func TestCommentsBecomeBlanks(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"{}":                    "{}",
		"{} // x":               "{}     ",
		"// a\n{} // b\n":       "    \n{}     \n",
		"/* a\nb */{}":          "    \n    {}",
		"/**/{}":                "    {}",
		"/*/ {} */[]":           "         []",
		"{ /* open":             "{        ",
		"/*":                    "  ",
		"//":                    "  ",
		`{"a": "// no"}`:        `{"a": "// no"}`,
		`{"a": "\"// no"}`:      `{"a": "\"// no"}`,
		`{"a": "\\"} // x`:      `{"a": "\\"}     `,
		`"open`:                 `"open`,
		`"open\`:                `"open\`,
		`{"a": 1,}`:             `{"a": 1 }`,
		"{\"a\": [1, 2,\n],\n}": "{\"a\": [1, 2 \n] \n}",
		`[1,, ]`:                `[1,  ]`,
		`[1, /* x */ ]`:         `[1          ]`,
		`[1, 2]`:                `[1, 2]`,
		`{"a": 1, "b": 2}`:      `{"a": 1, "b": 2}`,
		`[,"a"]`:                `[,"a"]`,
		`[]],}`:                 `[]] }`,
		`]`:                     `]`,
		`,]`:                    ` ]`,
		`[[1,]]`:                `[[1 ]]`,
		`["a",]`:                `["a" ]`,
		`[1,!]`:                 `[1,!]`,
	} {
		if got := string(uncommented([]byte(text))); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}

// TestSettingsContainOthers checks when a user's setting contains all required
// values.
func TestSettingsContainOthers(t *testing.T) {
	parse := func(text string) (v any) {
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for texts, want := range map[string]bool{
		"1 ⊇ 1": true, "1 ⊇ 2": false, `"a" ⊇ "a"`: true, "null ⊇ 1": false, "[1, 2] ⊇ [2]": true, "[1] ⊇ [1, 2]": false, "[] ⊇ []": true, "1 ⊇ []": false, "{} ⊇ {}": true, "[] ⊇ {}": false, "[1] ⊇ [[1]]": false,
		`{"a": 1, "b": 2} ⊇ {"a": 1}`: true, `{"a": 1} ⊇ {"a": 1, "b": 2}`: false, `{"a": [1, 2]} ⊇ {"a": [2]}`: true, `{"a": 2} ⊇ {"a": 1}`: false, `[{"a": 1, "b": 2}] ⊇ [{"b": 2}]`: true, `[2, {"a": 1}] ⊇ [{"b": 2}]`: false,
	} {
		now, wanted, _ := strings.Cut(texts, " ⊇ ")
		if got := contains(parse(now), parse(wanted)); got != want {
			t.Errorf("%s: got %v", texts, got)
		}
	}
}

// TestKindsInUseAreFound checks which kinds files hold: the first of each, once,
// sorted; files that cannot be read or name no kind have none.
func TestKindsInUseAreFound(t *testing.T) {
	w := over(map[string]string{
		"content/p/a.yaml": "kind: relic\n---\nkind: die\n", "content/p/b.yaml": "# x\nkind:  \"card\"\n", "content/p/c.yaml": "kind: relic\n", "content/p/d.yaml": "  kind: enemy\n", "content/p/e.yaml": "kinds: x\n",
	})
	w.YAML = append(w.YAML, "content/p/none.yaml")
	d := &changeSet{Workspace: w, texts: map[string][]byte{}}
	if got := strings.Join(d.modelines(), " "); got != "card relic" || len(d.texts) != 3 {
		t.Errorf("got %s, and %d files change", got, len(d.texts))
	}
	d.write("content/p/a.yaml", []byte("kind: relic\n---\nkind: die\n"))
	before := string(d.texts["content/p/a.yaml"])
	d.write("content/p/new.yaml", nil)
	if _, there := d.texts["content/p/new.yaml"]; !there || !strings.HasPrefix(before, "# yaml-language-server") {
		t.Errorf("an empty file is not written, or one as it is: %q", before)
	}
}
