package mistakes

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"sleight/tests/golden"
)

// spoilt lists files that were saved wrongly or are in the wrong place. Those
// marked "fine" are valid.
var spoilt = map[string]func(fstest.MapFS){
	"a YAML file below scripts":             put("scripts/inn/extra.yaml", "kind: card\nid: poet\nname: Poet\n"),
	"a script below content":                put("content/inn/cook.lua", "return {}\n"),
	"a .yml file":                           put("content/inn/more.yml", "kind: card\nid: poet\nname: Poet\n"),
	"a .YAML file":                          put("content/inn/more.YAML", "kind: card\nid: poet\nname: Poet\n"),
	"a .json file, fine":                    put("content/inn/more.json", "{\"kind\": \"card\", \"id\": \"poet\", \"name\": \"Poet\"}\n"),
	"a text file, fine":                     put("content/inn/notes.txt", "remember the bread\n"),
	"a file name with a blank":              put("content/inn/more cards.yaml", "kind: card\nid: poet\nname: Poet\n"),
	"an empty file":                         put("content/inn/more.yaml", ""),
	"a file of comments":                    put("content/inn/more.yaml", "# later\n"),
	"an empty script":                       put("scripts/inn/cook.lua", ""),
	"a script of comments":                  put("scripts/inn/cook.lua", "-- later\n"),
	"a definition without a kind":           put("content/inn/more.yaml", "id: poet\nname: Poet\n"),
	"a kind that does not exist":            put("content/inn/more.yaml", "kind: crad\nid: poet\nname: Poet\n"),
	"an id that is there already":           put("content/inn/more.yaml", "kind: card\nid: bard\nname: Bard\n"),
	"Lua in a YAML file":                    put("content/inn/more.yaml", "return {\n  use = function(self) end,\n}\n"),
	"YAML in a script":                      put("scripts/inn/cook.lua", "kind: card\nid: cook\n"),
	"lines that end as on Windows, fine":    change("", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }),
	"lines that end as on old Macs, YAML":   change("game.yaml", func(s string) string { return strings.ReplaceAll(s, "\n", "\r") }),
	"lines that end as on old Macs, script": change("game.lua", func(s string) string { return strings.ReplaceAll(s, "\n", "\r") }),
	"a byte order mark, YAML, fine":         change("game.yaml", func(s string) string { return "\ufeff" + s }),
	"a byte order mark, script, fine":       change("game.lua", func(s string) string { return "\ufeff" + s }),
	"UTF-16, YAML":                          change("game.yaml", inUTF16),
	"UTF-16, script":                        change("game.lua", inUTF16),
	"Latin-1, YAML":                         change("game.yaml", func(s string) string { return strings.Replace(s, "An evening", "Un soir\xe9e", 1) }),
	"Latin-1, script":                       change("game.lua", func(s string) string { return strings.Replace(s, "The song", "Le caf\xe9", 1) }),
	"a zero byte, YAML":                     change("game.yaml", func(s string) string { return strings.Replace(s, "An evening", "An\x00evening", 1) }),
	"a zero byte, script":                   change("game.lua", func(s string) string { return strings.Replace(s, "The song", "The\x00song", 1) }),
	"tabs, YAML":                            change("game.yaml", func(s string) string { return strings.ReplaceAll(s, "\n  ", "\n\t") }),
	"tabs, script, fine":                    change("game.lua", func(s string) string { return strings.ReplaceAll(s, "  ", "\t") }),
	"tabs behind values, YAML, fine":        change("game.yaml", func(s string) string { return strings.ReplaceAll(s, "kind: game\n", "kind: game\t\n") }),
	"no-break spaces everywhere, YAML":      change("game.yaml", func(s string) string { return strings.ReplaceAll(s, ": ", ":\u00a0") }),
	"no-break spaces everywhere, script":    change("game.lua", func(s string) string { return strings.ReplaceAll(s, "  ", "\u00a0\u00a0") }),
	"a code fence, YAML":                    change("game.yaml", func(s string) string { return "```yaml\n" + s + "```\n" }),
	"a code fence, script":                  change("game.lua", func(s string) string { return "```lua\n" + s + "```\n" }),
	"a code fence at the end, script":       change("game.lua", func(s string) string { return s + "```\n" }),
	"words of a chat, YAML":                 change("game.yaml", func(s string) string { return "Here is the game:\n\n" + s }),
	"words of a chat, script":               change("game.lua", func(s string) string { return "Here is the script:\n\n" + s }),
	"a merge conflict, YAML":                change("game.yaml", conflict("name: Inn\n", "name: Tavern\n")),
	"a merge conflict, script":              change("game.lua", conflict("    win()\n", "    lose()\n")),
	"braces of JavaScript, script": change("game.lua", func(s string) string {
		return strings.NewReplacer("then\n", "{\n", " do\n", " {\n", "end\n", "}\n").Replace(s)
	}),
	"a module of JavaScript, script":       put("scripts/inn/cook.lua", "module.exports = {\n  modify_price(self, price) { return price + self.thirst; },\n};\n"),
	"a function of Python, script":         put("scripts/inn/cook.lua", "def modify_price(self, price, guest):\n    return price + self.thirst\n"),
	"a class of C#, script":                put("scripts/inn/cook.lua", "public class Cook {\n  public int ModifyPrice(int price) => price + 1;\n}\n"),
	"the table is not returned, script":    change("cook.lua", func(s string) string { return strings.Replace(s, "return {\n  mod", "{\n  mod", 1) }),
	"the table is assigned, script":        change("cook.lua", func(s string) string { return strings.Replace(s, "return {\n  mod", "local hooks = {\n  mod", 1) }),
	"a function outside the table, script": put("scripts/inn/cook.lua", "function modify_price(self, price, guest)\n  return price + self.thirst\nend\n"),
}

func put(name, text string) func(fstest.MapFS) {
	return func(tree fstest.MapFS) { tree[name] = &fstest.MapFile{Data: []byte(text)} }
}

// change rewrites the files whose names end in a text.
func change(ending string, by func(string) string) func(fstest.MapFS) {
	return func(tree fstest.MapFS) {
		for name, f := range tree {
			if strings.HasSuffix(name, ending) {
				tree[name] = &fstest.MapFile{Data: []byte(by(string(f.Data)))}
			}
		}
	}
}

func inUTF16(s string) string {
	out := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(s)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return string(out)
}

func conflict(ours, theirs string) func(string) string {
	return func(s string) string {
		return strings.Replace(s, ours, "<<<<<<< HEAD\n"+ours+"=======\n"+theirs+">>>>>>> branch\n", 1)
	}
}

// TestDamagedFilesOneByOne compares what is reported of each spoilt file with
// testdata/files.golden. Whatever is right must cause no report.
func TestDamagedFilesOneByOne(t *testing.T) {
	var out strings.Builder
	for _, what := range slices.Sorted(maps.Keys(spoilt)) {
		tree := fstest.MapFS{}
		for name, text := range walked {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		spoilt[what](tree)
		report := reportOf(tree)
		if strings.HasSuffix(what, "fine") != (report == "") {
			t.Errorf("%s: %q", what, report)
		}
		out.WriteString("# " + what + "\n" + report + "\n")
	}
	golden.Check(t, "testdata/files.golden", out.String())
}
