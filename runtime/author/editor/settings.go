package editor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// setting is a key of a settings file, with its value as JSON.
type setting struct{ key, value string }

// settings returns the settings of Visual Studio Code for YAML. Files name their
// schema in their first line; for files without that line the schema is found by
// file name.
func settings(kinds []string) []setting {
	list := []setting{
		{"yaml.validate", "true"},
		{"yaml.completion", "true"},
		{"yaml.hover", "true"},
		{"[yaml]", `{"editor.insertSpaces": true, "editor.tabSize": 2, "editor.quickSuggestions": {"other": true, "strings": true}}`},
	}
	var named []string
	for _, f := range []struct{ kind, files string }{{"game", "content/*/game.yaml"}, {"locale", "content/*/locales/**/*.yaml"}, {"migration", "content/*/migrations.yaml"}} {
		if slices.Contains(kinds, f.kind) {
			named = append(named, `"./schemas/`+f.kind+`.schema.json": "`+f.files+`"`)
		}
	}
	if len(named) > 0 {
		list = append(list, setting{"yaml.schemas", "{" + strings.Join(named, ", ") + "}"})
	}
	return list
}

var extensions = []setting{
	{"recommendations", `["redhat.vscode-yaml", "sumneko.lua", "johnnymorganz.stylua"]`},
}

// luaSettings describe the dialect of scripts to Lua language servers: Lua 5.1
// with the API stubs and without the libraries that scripts lack.
var luaSettings = []setting{
	{"$schema", `"https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json"`},
	{"runtime.version", `"Lua 5.1"`},
	{"runtime.builtin", `{"bit": "disable", "bit32": "disable", "coroutine": "disable", "debug": "disable", "ffi": "disable", "io": "disable", "jit": "disable", "os": "disable", "package": "disable", "utf8": "disable"}`},
	{"runtime.path", `["?.lua"]`},
	{"workspace.library", `["` + stubsFolder + `"]`},
	{"diagnostics.disable", `["lowercase-global"]`},
}

// addSettings adds missing settings to a settings file. Existing text is kept as it
// is, including comments and layout: new keys come right after its opening
// brace. left lists the settings to which the file gives another value.
func addSettings(name string, text []byte, wanted []setting) (after []byte, left []setting, problem *diag.Diagnostic) {
	plain := uncommented(text)
	var has map[string]any
	if err := json.Unmarshal(plain, &has); err != nil {
		d := diag.New("content/value", diag.Place{File: name, Line: lineOf(plain, err)}, "these settings cannot be read: %v", err).
			WithHint("repair the file, or move it away; it was left unchanged")
		return nil, nil, &d
	}
	var add []setting
	for _, s := range wanted {
		var value any
		if err := json.Unmarshal([]byte(s.value), &value); err != nil {
			panic("editor: " + s.key + ": " + err.Error()) // one of our constants
		}
		now, there := has[s.key]
		switch {
		case !there:
			add = append(add, s)
		case !contains(now, value):
			left = append(left, s)
		}
	}
	if len(add) == 0 {
		return text, left, nil
	}
	brace := bytes.IndexByte(plain, '{')
	var b strings.Builder
	for i, s := range add {
		fmt.Fprintf(&b, "\n  %q: %s", s.key, s.value)
		if i < len(add)-1 || len(has) > 0 {
			b.WriteByte(',')
		}
	}
	after = append(after, text[:brace+1]...)
	after = append(after, b.String()...)
	return append(after, text[brace+1:]...), left, nil
}

// contains reports whether a setting already has the wanted value: the same, or a
// list or mapping that contains all of it.
func contains(now, wanted any) bool {
	switch w := wanted.(type) {
	case []any:
		list, ok := now.([]any)
		for _, item := range w {
			found := false
			for _, other := range list {
				found = found || contains(other, item)
			}
			ok = ok && found
		}
		return ok
	case map[string]any:
		all, ok := now.(map[string]any)
		for key, value := range w {
			ok = ok && contains(all[key], value)
		}
		return ok
	}
	return reflect.DeepEqual(now, wanted)
}

// uncommented returns a text of the same length in which comments and trailing
// commas are blanks, turning JSON with comments into JSON.
func uncommented(text []byte) []byte {
	out := bytes.Clone(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	comma := -1 // the last comma, if nothing has followed it yet
	for i := 0; i < len(out); {
		end := i + 1
		switch c := out[i]; {
		case c == '"':
			for end < len(out) && out[end] != '"' {
				if out[end] == '\\' {
					end++
				}
				end++
			}
			comma, end = -1, min(end+1, len(out))
		case bytes.HasPrefix(out[i:], []byte("//")):
			for end < len(out) && out[end] != '\n' {
				end++
			}
			blank(i, end)
		case bytes.HasPrefix(out[i:], []byte("/*")):
			end = len(out)
			if n := bytes.Index(out[i+2:], []byte("*/")); n >= 0 {
				end = i + 2 + n + 2
			}
			blank(i, end)
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case c > ' ':
			comma = -1
		}
		i = end
	}
	return out
}

// lineOf returns the line in which parsing failed, from 1.
func lineOf(text []byte, err error) int {
	if at, ok := err.(*json.SyntaxError); ok {
		return 1 + bytes.Count(text[:min(int(at.Offset), len(text))], []byte("\n"))
	}
	return 1
}
