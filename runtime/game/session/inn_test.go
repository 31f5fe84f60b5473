package session_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
)

// inn is a game that asks before its first phase begins.
var inn = map[string]string{
	"content/inn/pack.yaml": "kind: pack\nformat: 1\nid: inn\nversion: 1.0.0\ntitle: Inn\n",
	"content/inn/game.yaml": `kind: game
id: inn
name: Inn
script: game.lua
players: {min: 2, max: 3}
variables: {gold: {start: 7, min: 0}, beds: {start: 2, per: player}}
zones:
  hall: {of: card, label: h, listens: true, start: [guest, guest, cook]}
  attic: {of: card, label: a, limit: 3, start: [rat]}
properties: {card: {mood: {start: 1, min: 0}}}
events: {dusk: {}}
actions: {wait: {}, ask: {}, greet: {}, send: {targets: [{name: who, from: hall}]}}
phases: {open: {actions: [wait, ask, greet, send]}, shut: {actions: [wait]}}
---
{kind: card, id: guest, script: guest.lua}
---
{kind: card, id: cook, lua: "return { greet = function(self) end }"}
---
{kind: card, id: rat}
`,
	"scripts/inn/guest.lua": "return { on_dusk = function(self) vars.gold = vars.gold + self.mood end" + asksName + " }\n",
	"scripts/inn/game.lua": `return {
  start = function() ask("sign", {from = {"bell", "crown"}}) end,
  chosen_sign = function(_, sign) say("At the " .. sign .. ".") end,
  do_wait = function() vars.gold = vars.gold + 1 enter_phase(phase() == "open" and "shut" or "open") end,
  do_ask = function() ask("bed", {from = "hall"}) end,
  chosen_bed = function(_, who) who.mood = 5 end,
  do_greet = function() call_hook(at("hall", 1), "greet") end,
  do_send = function(_, who) move_to(who, "attic") end,
}
`,
}

// innAt returns the files of the inn after edits, pairs of an old and a new text,
// at a version, with its migrations.
func innAt(t *testing.T, version, migrations string, edits ...string) map[string]string {
	t.Helper()
	out := maps.Clone(inn)
	for i := 0; i < len(edits); i += 2 {
		found := false
		for name, text := range out {
			found = found || strings.Contains(text, edits[i])
			out[name] = strings.ReplaceAll(text, edits[i], edits[i+1])
		}
		if !found {
			t.Fatalf("the inn has no %q", edits[i])
		}
	}
	out["content/inn/pack.yaml"] = strings.Replace(inn["content/inn/pack.yaml"], "1.0.0", version, 1) + migrations
	return out
}

const noGuests = "start: [guest, guest, cook]|start: [cook]|---\n{kind: card, id: guest, script: guest.lua}\n||" + asksName + "|"

// asksName is the hook of the guests that asks for a name, and the one that goes on.
const asksName = ", greet = function(self) ask('name', {from = {'ann', 'bob'}}) end, chosen_name = function(self) self.mood = 9 end"

// migrated begins a migration to version 1.1.0.
const migrated = "---\nkind: migration\nbefore: 1.1.0\n"

// innSwaps lists the commands, migrations and edits, separated by |, of each case.
var innSwaps = []struct{ name, commands, migrations, edits string }{
	{"nothing changes before the first phase", "", "", ""},
	{"the phases are renamed before the first one", "", "", `open:|ajar:|"open"|"ajar"`},
	{"the shape changes before the first command", "", "", "beds: {start: 2|rooms: {start: 3"},
	{"the shape changes when all is undone", "choose bell|undo 1", "", "beds: {start: 2|rooms: {start: 3"},
	{"the shape changes after commands", "choose bell|wait|undo 1", "", "beds: {start: 2|rooms: {start: 3"},
	{"a limit is lowered", "choose bell|send h1", "", "limit: 3|limit: 1"},
	{"a question that was answered has no hook", "choose bell|wait", "", "chosen_sign|chosen_name|\"sign\"|\"name\""},
	{"a question that is open has no hook", "choose bell|ask", "", "chosen_bed|chosen_room|\"bed\"|\"room\""},
	{"definitions are deleted in play", "choose bell|send guest", "", noGuests},
	{"definitions are deleted whose scripts need what is gone", "choose bell", "", noGuests + "|gold|coins"},
	{"a migration removes definitions", "choose bell|send guest", migrated + "gone: {definitions: {card/guest: none}}\n", noGuests},
	{"a migration replaces some, others are deleted", "choose bell|send rat|send guest", migrated + "gone: {definitions: {card/guest: card/cook}}\n", noGuests + "|, start: [rat]||---\n{kind: card, id: rat}\n|"},
	{"a migration changes values only", "choose bell|wait", migrated + "lua: |\n  return { migrate = function(saved) saved.variables.gold = 100 + saved.variables.gold end }\n", ""},
	{"a migration renames the phases", "choose bell|wait", migrated + "rename: {phases: {open: ajar, shut: closed}}\n", `open:|ajar:|"open"|"ajar"|shut|closed`},
	{"a migration leaves the phase that is played", "choose bell|wait", migrated + "rename: {phases: {open: ajar}}\n", `open:|ajar:|"open"|"ajar"|shut|closed`},
	{"a migration leaves a question without hook", "choose bell|ask", migrated + "rename: {variables: {gold: coins}}\n", "gold|coins|chosen_bed|chosen_room|\"bed\"|\"room\""},
	{"a migration leaves a question as it is", "choose bell|ask", migrated + "rename: {variables: {gold: coins}}\n", "gold|coins"},
	{"a question that is open after loading has no hook", "choose bell|ask|lua vars.gold = 8|load", "", "chosen_bed|chosen_room|\"bed\"|\"room\""},
	{"a question that was answered after loading has no hook", "choose bell|ask|lua vars.gold = 8|load|choose h1", "", "chosen_bed|chosen_room|\"bed\"|\"room\""},
	{"a migration renames who asks", "choose bell|greet", migrated + "rename: {definitions: {card/guest: card/visitor}}\n", "id: guest|id: visitor|[guest, guest, cook]|[visitor, visitor, cook]"},
	{"who asks is deleted", "choose bell|greet", "", noGuests},
	{"a migration fails", "choose bell", migrated + "lua: |\n  return {\n    migrate = function(saved)\n      saved.variables.gold = saved.nothing.gold\n    end,\n  }\n", ""},
	{"a migration adds what nothing defines", "choose bell", migrated + "lua: |\n  return { migrate = function(saved) saved.zones.attic[2] = {is = 'card/ghost'} end }\n", ""},
	{"a migration changes the history that was undone", "choose bell|wait|wait|undo 2", migrated + "rename: {variables: {beds: rooms}}\n", "beds|rooms"},
}

// TestContentSwaps compares what is said when a running game gets other
// content, and the game afterwards, with a golden file. The game that gets it
// can be saved.
func TestContentSwaps(t *testing.T) {
	old, _ := mustLoad(inn, nil)
	x := &transcriber{t: t}
	for _, c := range innSwaps {
		s := opened(t, old, "inn", 2)
		y := &transcriber{t: t, content: old, Session: s}
		for line := range strings.SplitSeq(c.commands, "|") {
			y.enter(line)
		}
		s = y.Session
		before, kept := now(s), recorded(t, s)
		version := "1.1.0"
		if c.migrations == "" {
			version = "1.0.0"
		}
		var edits []string
		if c.edits != "" {
			edits = strings.Split(c.edits, "|")
		}
		next, problems := mustLoad(innAt(t, version, c.migrations, edits...), old)
		if next == nil {
			t.Fatal(c.name, problems)
		}
		notes := s.Swap(next)
		x.printf("# %s\n%s", c.name, golden.Report(notes))
		if notes.Failed() {
			if s.Content() != old || now(s) != before {
				t.Errorf("%s: the swap failed and changed something", c.name)
			}
			continue
		}
		z := &transcriber{t: t, content: next, Session: s}
		z.where()
		z.state()
		if got := recorded(t, s); !slices.Equal(got.Outcomes, kept.Outcomes) || !slices.Equal(got.Commands, kept.Commands) {
			t.Errorf("%s: the save has %v for %v, not %v", c.name, got.Outcomes, got.Commands, kept.Outcomes)
		}
		z.enter("undo 9")
		z.enter("redo 9")
		for _, line := range []string{"choose bell", "choose h1", "wait", "lua emit('dusk')"} {
			z.enter(line)
		}
		x.out.WriteString(z.out.String())
	}
	golden.Check(t, "testdata/inns.golden", x.out.String())
}

// recorded saves a game, and reads the save.
func recorded(t *testing.T, s *session.Session) *save.File {
	t.Helper()
	f, problem := save.Read(strings.NewReader(string(written(t, s))), saveFile)
	if problem != nil {
		t.Fatal(problem)
	}
	return f
}
