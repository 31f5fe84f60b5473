package mistakes

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/quarantine"
	"sleight/tests/golden"
)

// walked is a small game for mistakes as people make them: a script file, Lua
// in YAML, and YAML. Each mistake replaces one text by another.
var walked = map[string]string{
	"content/inn/game.yaml": `kind: game
id: inn
name: Inn
text: An evening at the inn.
script: game.lua
params:
  beds: {default: 3, safe: [1, 6], breaks: ">6: nobody waits", text: How many guests can stay.}
variables:
  gold: {start: 5, min: 0, max: 99}
  mood: {start: calm, one_of: [calm, loud]}
zones:
  room: {of: [card], label: c, listens: true, start: [bard, cook]}
  street: {of: card, label: s}
  jar: {of: die, label: d, start: [coin]}
properties:
  card: {thirst: {start: 2, min: 0, max: 5}}
events:
  served: {args: [guest, price]}
values:
  price: {args: [guest]}
actions:
  serve: {name: Serve}
  shut: {name: Shut}
phases:
  evening: {actions: [serve, shut], use: [room]}
data: {songs: [first, second], worth: {bard: 2, cook: 3, thief: 1}}
views: {wealth: {value: vars.gold * 2}}
tests:
  - name: serving pays
    do: serve
    expect: {gold: 8, wealth: 16}
`,
	"content/inn/cards.yaml": `kind: card
id: bard
name: Bard
text: Sings {verses} verses.
params: {verses: 2}
lua: |
  return {
    on_served = function(self, guest, price)
      if guest ~= self and vars.mood == "calm" then
        vars.gold = vars.gold + self.verses
      end
    end,
  }
---
kind: card
id: cook
name: Cook
script: cook.lua
---
kind: card
id: thief
name: Thief
---
kind: die
id: coin
sides: 2
`,
	"scripts/inn/cook.lua": `return {
  modify_price = function(self, price, guest)
    if guest.thirst > 3 then
      return price + self.thirst
    end
    return price
  end,
}
`,
	"scripts/inn/game.lua": `local function cheapest(worth)
  local best, least = nil, 100
  for id, coins in pairs(worth) do
    if coins < least then
      best, least = id, coins
    end
  end
  return best
end

return {
  start = function()
    enter_phase("evening")
  end,
  do_serve = function()
    local guest = top("room")
    local price = modify("price", 1, guest)
    change(vars, "gold", price)
    emit("served", guest, price)
    for i, card in each("room") do
      say(card.name .. " sits at table " .. i .. ".")
    end
    say("The song is " .. game.data.songs[1] .. ".")
    if count("street") < game.beds and cheapest(game.data.worth) == "thief" then
      add("thief", "street")
    end
  end,
  do_shut = function()
    win()
  end,
}
`,
}

// TestMistakesOneByOne makes each mistake of testdata/walk.txt and compares all
// reports, with places and hints, with testdata/walk.golden. The unchanged game
// must have no problems.
func TestMistakesOneByOne(t *testing.T) {
	if report := reported(t, "", "", ""); report != "" {
		t.Fatalf("the game has problems as it is:\n%s", report)
	}
	text, err := os.ReadFile("testdata/walk.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	silent := 0
	for entry := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n====\n") {
		head, rest, _ := strings.Cut(entry, "\n")
		old, now, ok := strings.Cut(rest, "\n=>\n")
		if head, meant := strings.CutPrefix(head, "# "); meant {
			out.WriteString("\n# " + head + "\n")
			continue
		}
		if !ok {
			t.Fatalf("%q has no =>", entry)
		}
		report := reported(t, head, old, now)
		if report == "" {
			silent++
			report = "NOTHING\n"
		}
		out.WriteString("\n" + head + ": " + strings.TrimSpace(old) + "  =>  " + strings.TrimSpace(now) + "\n" + report)
	}
	golden.Check(t, "testdata/walk.golden", out.String())
	t.Logf("%d mistakes are not found", silent)
}

// reported checks the game with a text of one file replaced.
func reported(t *testing.T, file, old, now string) string {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range walked {
		if strings.HasSuffix(name, "/"+file) {
			if strings.Count(text, old) != 1 {
				t.Fatalf("%s has %q %d times", file, old, strings.Count(text, old))
			}
			text = strings.Replace(text, old, now, 1)
		}
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return reportOf(tree)
}

// reportOf returns the report on a workspace.
func reportOf(tree fstest.MapFS) string {
	loader := load.NewLoader(load.Root{FS: tree})
	catalog, problems := loader.Load()
	if catalog == nil {
		problems = append(problems, quarantine.Partial(loader, nil)...)
	} else {
		built, more := rules.Build(catalog, nil)
		problems = append(problems, more...)
		if built != nil {
			problems = append(problems, lint.Run(built, loader.Source)...)
			problems = append(problems, contenttest.CheckNames(built)...)
		}
	}
	problems.Sort()
	return golden.Report(quiet(problems))
}

// quiet drops notices and the edits of fixes.
func quiet(list diag.List) (out diag.List) {
	for _, d := range list {
		if d.Severity != diag.Notice {
			d.Edits = nil
			out = append(out, d)
		}
	}
	return out
}
