package symbols

import (
	"fmt"
	"strings"
	"testing"
)

// describe puts a cursor into words.
func describe(c Cursor) string {
	var path []string
	for _, s := range c.Path {
		if s.Key == "" {
			path = append(path, "[]")
		} else {
			path = append(path, s.Key)
		}
	}
	what := "value"
	switch {
	case c.Comment:
		what = "comment"
	case c.InBlock:
		what = fmt.Sprintf("block %q from %d,%d", c.Block, c.BlockLine, c.BlockIndent)
	case c.OnKey:
		what = "key beside " + strings.Join(c.Siblings, ",")
	}
	return fmt.Sprintf("%s/%s %s: %s %q at %d", c.Kind, c.ID, strings.Join(path, "."), what, c.Word, c.Start)
}

func TestCursors(t *testing.T) {
	for text, want := range map[string]string{
		"kind: card\nid: a\nna‸":                                                 `card/a : key beside id,kind "na" at 1`,
		"kind: card\nid: a\nextends: go‸":                                        `card/a extends: value "go" at 10`,
		"kind: card\nid: a\nuse:\n  cost: {ma‸":                                  `card/a use.cost: key beside  "ma" at 10`,
		"kind: card\nid: a\nuse:\n  cost: {mana: 1, g‸":                          `card/a use.cost: key beside mana "g" at 19`,
		"kind: card\nid: a\nuse:\n  targets:\n    - name: die\n      fr‸":        `card/a use.targets.[]: key beside name "fr" at 7`,
		"kind: card\nid: a\nuse:\n  targets:\n    - name: x\n      from: ‸":      `card/a use.targets.[].from: value "" at 13`,
		"kind: card\nid: a\nuse:\n  targets:\n  - name: x\n    from: d‸":         `card/a use.targets.[].from: value "d" at 11`,
		"kind: card\nid: a\ntags: [fire, wa‸":                                    `card/a tags.[]: value "wa" at 14`,
		"kind: card\nid: a\ntags:\n  - wa‸":                                      `card/a tags.[]: key beside  "wa" at 5`,
		"kind: a\nid: x\n---\nkind: b\nna‸\nid: y\n---\nkind: c":                 `b/y : key beside kind,id "na" at 1`,
		"kind: card\nid: a\nlua: |\n  return {\n    use = fu‸\n  }\n":            `card/a lua: block "return {\n  use = fu\n}\n\n" from 4,2 "" at 0`,
		"kind: card\n# no‸":                                                      `card/ : comment "" at 0`,
		"kind: card\nid: a\nuse:\n  targets: [{name: die, from: di‸":             `card/a use.targets.[].from: value "di" at 31`,
		"kind: card\nid: a\ntext: \"Deal {da‸":                                   `card/a text: value "Deal {da" at 8`,
		"kind: game\nid: a\nzones:\n  dice: {of: die, st‸":                       `game/a zones.dice: key beside of "st" at 19`,
		"kind: game\r\nid: a\r\nphases:\r\n  roll:\r\n    actions:\r\n    - re‸": `game/a phases.roll.actions.[]: key beside  "re" at 7`,
		"kind: card\nid: a\nuse: {note: \"a \\\"b: {c, \", when: va‸":            `card/a use.when: value "va" at 34`,
		"kind: card\nid: a\nuse: {cost: {mana: 1}, from: [{x: 2}], wh‸":          `card/a use: key beside cost,from "wh" at 40`,
		"‸": `/ : key beside  "" at 1`,
		"{kind: card, id: a, use: {\n  kind: die, na‸": `card/a kind: value "die, na" at 9`,
		"{kind: card, id: a, : b, na‸":                 `card/a : key beside kind,id, "na" at 26`,
		"kind: card\nlua: |1\n    x‸":                  `card/ lua: block "   x\n" from 3,1 "" at 0`,
		"use:\n  co‸\nkind: card":                      `card/ use: key beside  "co" at 3`,
		"kind: card\nuse: {{wh‸":                       `card/ use: key beside  "wh" at 8`,
	} {
		before, after, _ := strings.Cut(text, "‸")
		lines := strings.Split(before, "\n")
		got := describe(At(before+after, len(lines), len([]rune(lines[len(lines)-1]))+1))
		if got != want {
			t.Errorf("%q\ngot  %s\nwant %s", text, got, want)
		}
	}
}
