package editor

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/author/docs"
)

// report returns changes and notes as text; of schemas and stubs, the names only.
func report(changes []Change, notes []string) string {
	var out strings.Builder
	for _, c := range changes {
		was := ""
		if c.Before == nil {
			was = " (new)"
		}
		fmt.Fprintf(&out, "%s%s\n", c.Name, was)
		if strings.HasPrefix(c.Name, "schemas/") || strings.HasSuffix(c.Name, ".lua") {
			continue
		}
		for line := range strings.Lines(string(c.After)) {
			fmt.Fprintf(&out, "  | %s\n", strings.TrimRight(line, "\r\n"))
		}
	}
	for _, n := range notes {
		out.WriteString("note: " + n + "\n")
	}
	return out.String()
}

// TestSetInAnEmptyWorkspace compares everything that a workspace without any
// file for editors gets.
func TestSetInAnEmptyWorkspace(t *testing.T) {
	changes, notes := Changes(over(map[string]string{
		"content/p/game.yaml":          "kind: game\nid: p\n",
		"content/p/locales/de/de.yaml": "kind: locale\nid: de\n",
		"content/p/migrations.yaml":    "kind: migration\nid: one\n",
		"content/p/odd.yaml":           "kind: weather\nid: rain\n",
		"content/p/marked.yaml":        "# yaml-language-server: $schema=mine.json\nkind: card\nid: ace\n",
	}))
	const want = `
.luarc.json (new)
  | {
  |   "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
  |   "runtime.version": "Lua 5.1",
  |   "runtime.builtin": {"bit": "disable", "bit32": "disable", "coroutine": "disable", "debug": "disable", "ffi": "disable", "io": "disable", "jit": "disable", "os": "disable", "package": "disable", "utf8": "disable"},
  |   "runtime.path": ["?.lua"],
  |   "workspace.library": [".sleight/lua"],
  |   "diagnostics.disable": ["lowercase-global"]
  | }
.sleight/lua/sleight.lua (new)
.vscode/extensions.json (new)
  | {
  |   "recommendations": ["redhat.vscode-yaml", "sumneko.lua", "johnnymorganz.stylua"]
  | }
.vscode/settings.json (new)
  | {
  |   "yaml.validate": true,
  |   "yaml.completion": true,
  |   "yaml.hover": true,
  |   "[yaml]": {"editor.insertSpaces": true, "editor.tabSize": 2, "editor.quickSuggestions": {"other": true, "strings": true}},
  |   "yaml.schemas": {"./schemas/game.schema.json": "content/*/game.yaml", "./schemas/locale.schema.json": "content/*/locales/**/*.yaml", "./schemas/migration.schema.json": "content/*/migrations.yaml"}
  | }
content/p/game.yaml
  | # yaml-language-server: $schema=../../schemas/game.schema.json
  | kind: game
  | id: p
content/p/locales/de/de.yaml
  | # yaml-language-server: $schema=../../../../schemas/locale.schema.json
  | kind: locale
  | id: de
content/p/migrations.yaml
  | # yaml-language-server: $schema=../../schemas/migration.schema.json
  | kind: migration
  | id: one
schemas/card.schema.json (new)
schemas/envelope.schema.json (new)
schemas/game.schema.json (new)
schemas/locale.schema.json (new)
schemas/migration.schema.json (new)
`
	if got := report(changes, notes); got != want[1:] {
		t.Errorf("got:\n%s", got)
	}
	for _, c := range changes {
		if c.Name == stubsFolder+"/sleight.lua" && string(c.After) != string(docs.Stubs()) {
			t.Error("the stubs are others")
		}
	}
}

// TestSetBesideOtherSettings compares everything that is added to files that
// users have written, and what is left to them.
func TestSetBesideOtherSettings(t *testing.T) {
	changes, notes := Changes(over(map[string]string{
		"content/p/game.yaml": "# yaml-language-server: $schema=../../schemas/game.schema.json\nkind: game\nid: p\n",
		settingsFile: `// "a": {
{
  "yaml.validate": true, /* { */ "yaml.hover": false,
  "[yaml]": {"editor.tabSize": 4, "editor.insertSpaces": true},
}
`,
		extensionsFile: `{"recommendations": ["x", "sumneko.lua", "johnnymorganz.stylua"]}`,
		luaFile:        `{"runtime.version": "Lua 5.4", "runtime.builtin": [], "runtime.path": {"?.lua": 1}, "workspace.library": ["mine"], "diagnostics.disable": "lowercase-global"}`,
	}))
	const want = `
.luarc.json
  | {
  |   "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json","runtime.version": "Lua 5.4", "runtime.builtin": [], "runtime.path": {"?.lua": 1}, "workspace.library": ["mine"], "diagnostics.disable": "lowercase-global"}
.sleight/lua/sleight.lua (new)
.vscode/settings.json
  | // "a": {
  | {
  |   "yaml.completion": true,
  |   "yaml.schemas": {"./schemas/game.schema.json": "content/*/game.yaml"},
  |   "yaml.validate": true, /* { */ "yaml.hover": false,
  |   "[yaml]": {"editor.tabSize": 4, "editor.insertSpaces": true},
  | }
schemas/envelope.schema.json (new)
schemas/game.schema.json (new)
note: .vscode/settings.json has "yaml.hover" already; it should hold: true
note: .vscode/settings.json has "[yaml]" already; it should hold: {"editor.insertSpaces": true, "editor.tabSize": 2, "editor.quickSuggestions": {"other": true, "strings": true}}
note: .vscode/extensions.json has "recommendations" already; it should hold: ["redhat.vscode-yaml", "sumneko.lua", "johnnymorganz.stylua"]
note: .luarc.json has "runtime.version" already; it should hold: "Lua 5.1"
note: .luarc.json has "runtime.builtin" already; it should hold: {"bit": "disable", "bit32": "disable", "coroutine": "disable", "debug": "disable", "ffi": "disable", "io": "disable", "jit": "disable", "os": "disable", "package": "disable", "utf8": "disable"}
note: .luarc.json has "runtime.path" already; it should hold: ["?.lua"]
note: .luarc.json has "workspace.library" already; it should hold: [".sleight/lua"]
note: .luarc.json has "diagnostics.disable" already; it should hold: ["lowercase-global"]
`
	if got := report(changes, notes); got != want[1:] {
		t.Errorf("got:\n%s", got)
	}
}

// TestSetWithBrokenSettings compares the problems of files that cannot be read,
// which stay as they are.
func TestSetWithBrokenSettings(t *testing.T) {
	changes, notes := Changes(over(map[string]string{
		settingsFile:   "{\n  // one\n  \"a\": 1\n  \"b\": 2\n}\n",
		extensionsFile: "[1,\n2]\n",
		luaFile:        "\n\n{\"a\": 1,\n",
	}))
	const want = `
.sleight/lua/sleight.lua (new)
schemas/envelope.schema.json (new)
note: .vscode/settings.json:4: error: these settings cannot be read: invalid character '"' after object key:value pair [content/value]; repair the file, or move it away; it was left unchanged
note: .vscode/extensions.json:1: error: these settings cannot be read: json: cannot unmarshal array into Go value of type map[string]interface {} [content/value]; repair the file, or move it away; it was left unchanged
note: .luarc.json:4: error: these settings cannot be read: unexpected end of JSON input [content/value]; repair the file, or move it away; it was left unchanged
`
	if got := report(changes, notes); got != want[1:] {
		t.Errorf("got:\n%s", got)
	}
}
