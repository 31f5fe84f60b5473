package editor

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"sleight/schemas"
)

// over returns a workspace with the given texts.
func over(files map[string]string) Workspace {
	w := Workspace{Schemas: map[string][]byte{}, Read: func(name string) ([]byte, bool) {
		text, ok := files[name]
		if !ok {
			return nil, false
		}
		return []byte(text), true
	}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "content/") {
			w.YAML = append(w.YAML, name)
		}
	}
	entries, _ := schemas.Files.ReadDir(".")
	for _, e := range entries {
		w.Schemas[e.Name()], _ = schemas.Files.ReadFile(e.Name())
	}
	return w
}

// apply makes the changes and returns how many there were.
func apply(files map[string]string) (int, []string) {
	changes, notes := Changes(over(files))
	for _, c := range changes {
		files[c.Name] = string(c.After)
	}
	return len(changes), notes
}

// TestSetTwice checks that a second run changes nothing more, and all generated
// files are valid.
func TestSetTwice(t *testing.T) {
	files := map[string]string{
		"content/p/dice/d6.yaml":      "# A die.\r\nkind: die\r\nid: d6\r\nsides: 6\r\n",
		"content/p/game.yaml":         "\xef\xbb\xbfkind: game\nid: p\n",
		"content/p/odd.yaml":          "kind: [\n",
		"content/p/own.yaml":          "kind: weather\nid: rain\n",
		"schemas/weather.schema.json": `{"type": "object"}`,
	}
	if n, notes := apply(files); n == 0 || len(notes) > 0 {
		t.Fatalf("%d changes, %v", n, notes)
	}
	if n, notes := apply(files); n > 0 || len(notes) > 0 {
		t.Errorf("the second time: %d changes, %v", n, notes)
	}
	for name, want := range map[string]string{
		"content/p/dice/d6.yaml": "# yaml-language-server: $schema=../../../schemas/die.schema.json\r\n# A die.\r\nkind: die\r\nid: d6\r\nsides: 6\r\n",
		"content/p/game.yaml":    "\xef\xbb\xbf# yaml-language-server: $schema=../../schemas/game.schema.json\nkind: game\nid: p\n",
		"content/p/odd.yaml":     "kind: [\n",
		"content/p/own.yaml":     "# yaml-language-server: $schema=../../schemas/weather.schema.json\nkind: weather\nid: rain\n",
	} {
		if files[name] != want {
			t.Errorf("%s: %q", name, files[name])
		}
	}
	for _, name := range []string{settingsFile, extensionsFile, luaFile, "schemas/envelope.schema.json", "schemas/die.schema.json"} {
		if !json.Valid([]byte(files[name])) {
			t.Errorf("%s: %q", name, files[name])
		}
	}
	if files["schemas/joker.schema.json"] != "" {
		t.Error("the schema of a kind that is not in use was written")
	}
}

// TestUserSettingsAreKept checks that what users wrote is kept byte for byte;
// what cannot be added is reported.
func TestUserSettingsAreKept(t *testing.T) {
	for before, want := range map[string]struct {
		notes int
		adds  bool
	}{
		"{}":   {0, true},
		"{\n}": {0, true},
		"{\n  // mine\n  \"editor.tabSize\": 4, /* four */\n}\n":                                      {0, true},
		"// about \"{\"\n{ \"yaml.validate\": true, }\n":                                              {0, true},
		"{\"yaml.validate\": false}":                                                                  {1, true},
		"{\"yaml.schemas\": {\"./schemas/game.schema.json\": \"content/*/game.yaml\", \"x\": \"y\"}}": {0, true},
		"{ \"a\": 1":                   {1, false},
		"[1]":                          {1, false},
		"":                             {1, false},
		"{\"a\": \"//no comment, }\"}": {0, true},
	} {
		files := map[string]string{"content/p/game.yaml": "kind: game\n", settingsFile: before}
		_, notes := apply(files)
		if len(notes) != want.notes {
			t.Errorf("%q: notes %q", before, notes)
		}
		after := files[settingsFile]
		if (after != before) != want.adds {
			t.Errorf("%q became %q", before, after)
		}
		if want.adds {
			plain := uncommented([]byte(after))
			if !json.Valid(plain) {
				t.Errorf("%q became %q", before, after)
			}
			brace := strings.IndexByte(string(uncommented([]byte(before))), '{')
			if !strings.HasPrefix(after, before[:brace+1]) || !strings.HasSuffix(after, before[brace+1:]) {
				t.Errorf("%q lost something: %q", before, after)
			}
		}
	}
}

// TestBrokenSettingsAreLocated checks that a syntax error in settings is
// reported with its line.
func TestBrokenSettingsAreLocated(t *testing.T) {
	_, notes := apply(map[string]string{"content/p/game.yaml": "kind: game\n", settingsFile: "{\n  \"a\": 1\n  \"b\": 2\n}\n"})
	if len(notes) != 1 || !strings.HasPrefix(notes[0], settingsFile+":3") {
		t.Errorf("%q", notes)
	}
}
