package session_test

import (
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

const gameFile, rulesFile, thingsFile = "content/tiny/game.yaml", "scripts/tiny/game.lua", "content/tiny/things.yaml"

// swap switches a game to edited files. The content must have no errors; the
// notes are returned as one text.
func swap(t *testing.T, s *session.Session, files map[string]string) (notes string, failed bool) {
	t.Helper()
	c, problems := mustLoad(files, s.Content())
	if c == nil {
		t.Fatal(problems)
	}
	list := s.Swap(c)
	var all []string
	for _, d := range list {
		all = append(all, d.Error())
	}
	return strings.Join(all, "\n"), list.Failed()
}

// takesUp swaps the content, and fails unless the notes are the wanted texts, each
// on a line of its own.
func takesUp(t *testing.T, s *session.Session, files map[string]string, wanted ...string) {
	t.Helper()
	notes, failed := swap(t, s, files)
	if failed || len(wanted) == 0 && notes != "" || len(wanted) > 0 && strings.Count(notes, "\n") != len(wanted)-1 {
		t.Fatalf("it says %q, expected %q", notes, wanted)
	}
	for _, w := range wanted {
		if !strings.Contains(notes, w) {
			t.Fatalf("it says %q, expected %q", notes, w)
		}
	}
}

func TestScriptEditsKeepTheState(t *testing.T) {
	s := play(t)
	run(t, s, "use coin")
	start, before := play(t).Hash(), s.Hash()
	takesUp(t, s, edited(t, thingsFile, `change(vars, "gold", self.worth)`, `change(vars, "gold", 10 * self.worth)`))
	if s.Hash() != before {
		t.Fatal("the state is another")
	}
	run(t, s, "use coin")
	if got := look(t, s, "vars.gold"); got != "27" {
		t.Errorf("after an old and a new coin there are %s gold, expected 5 + 2 + 20", got)
	}
	after := s.Hash()
	if s.Undo(2) != 2 || s.Hash() != start || s.Redo(2) != 2 || s.Hash() != after {
		t.Error("what was done before and after the edit cannot be undone and redone")
	}
}

func TestNumberEditsAreLiveAtOnce(t *testing.T) {
	s := play(t)
	before, view := s.Hash(), look(t, s, `sum("dice")`)
	takesUp(t, s, edited(t, gameFile, "pay: 2", "pay: 7", `'sum("dice") +`, `'100 + sum("dice") +`))
	if got := look(t, s, "game.pay"); got != "7" || s.Hash() != before {
		t.Errorf("the parameter is %s", got)
	}
	v, _, problem := s.ViewNamed("total")
	if problem != nil || v.String() == view || len(v.String()) != 3 {
		t.Errorf("the view still shows %s, problem %v", v, problem)
	}
}

// TestNewStartValuesApplyOnlyToNewEntities checks that existing entities keep their
// values: only new ones get the new start values.
func TestNewStartValuesApplyOnlyToNewEntities(t *testing.T) {
	s := play(t)
	before := s.Hash()
	takesUp(t, s, edited(t, gameFile, "count: {start: 0, min: 0}", "count: {start: 40, min: 0}", `gold: {start: "=game.purse"`, "gold: {start: 99"))
	if s.Hash() != before {
		t.Fatal("the state is another")
	}
	run(t, s, `lua give("horn")`)
	if got := look(t, s, `vars.gold .. " " .. at("relics", 1).count .. " " .. at("first", count("first")).count`); got != "5 0 40" {
		t.Errorf("gold, an old horn and a new one count %s", got)
	}
}

func TestDeletedDefinitionsStayInPlayWithAWarning(t *testing.T) {
	s := play(t)
	at := strings.Index(tiny[thingsFile], "kind: consumable\nid: coin")
	end := at + strings.Index(tiny[thingsFile][at:], "---\n") + len("---\n")
	files := edited(t, thingsFile, tiny[thingsFile][at:end], "")
	files[gameFile] = edited(t, gameFile, "start: [bomb, coin, coin]", "start: [bomb]")[gameFile]

	const warning = "consumable/coin was deleted while in play, so it stays until it leaves the game"
	takesUp(t, s, files, warning)
	run(t, s, "use coin")
	if got := look(t, s, "vars.gold"); got != "7" {
		t.Errorf("the deleted coin gave %s gold", got)
	}
	takesUp(t, s, files, warning)
	run(t, s, "use coin")
	takesUp(t, s, files) // coins are gone, but undo can bring them back
	if s.Undo(2) != 2 || look(t, s, "vars.gold") != "5" {
		t.Error("what the deleted coin did cannot be undone")
	}
	run(t, s, "use coin")
	takesUp(t, s, tiny)
	run(t, s, "use coin")
	if got := look(t, s, "vars.gold"); got != "9" {
		t.Errorf("coins before and after they were deleted gave %s gold", got)
	}
}

func TestChangedBoundsClampValues(t *testing.T) {
	s := play(t)
	run(t, s, `lua vars.gold = 12`)
	takesUp(t, s, edited(t, gameFile, `"=game.purse", min: 0`, `"=game.purse", min: 0, max: 50`))
	if undo, _ := s.History(); undo != 1 {
		t.Fatal("a bound that hurts nobody cost the history")
	}
	takesUp(t, s, edited(t, gameFile, `"=game.purse", min: 0`, `"=game.purse", min: 0, max: 10`),
		"variable gold becomes 10: it can no longer be 12", "can no longer be undone")
	if got := look(t, s, "vars.gold"); got != "10" {
		t.Errorf("gold is %s", got)
	}
	if s.Undo(1) != 0 {
		t.Error("undo leads beyond the bound")
	}
	reloaded(t, s, s.Content())
}

// TestANewBoundThatPastValuesBreakEndsTheHistory checks that a value that undo
// would restore counts like a current one.
func TestANewBoundThatPastValuesBreakEndsTheHistory(t *testing.T) {
	s := play(t)
	run(t, s, `lua vars.gold = 12`)
	run(t, s, `lua vars.gold = 3`)
	before := s.Hash()
	takesUp(t, s, edited(t, gameFile, `"=game.purse", min: 0`, `"=game.purse", min: 0, max: 10`), "can no longer be undone")
	if s.Hash() != before || s.Undo(1) != 0 || s.Turn() != 2 {
		t.Error("the present has changed, or the past can be undone")
	}
	run(t, s, "roll")
	if s.Undo(5) != 1 || s.Hash() != before {
		t.Error("what came after cannot be undone")
	}
}

func TestChangedLayoutsKeepTheirState(t *testing.T) {
	s := play(t)
	run(t, s, "lock d2")
	run(t, s, "ring 2")
	want := look(t, s, `vars.gold .. " " .. vars.heard .. " " .. sum("dice")`)
	files := edited(t, gameFile,
		"  luck:", "  fame: {start: 4}\n  luck:", // a new variable
		"  full: {of: die, label: x, limit: 1, start: [d6]}\n", "", // a zone removed
		"  lone: {targets: [{name: only, from: full, auto: true}]}\n", "", "swap, lone, rest", "swap, rest",
		"relic: {count: {start: 0, min: 0}}", "relic: {count: {start: 0, min: 0}, shine: {start: 9}}")
	files[rulesFile] = strings.Replace(tiny[rulesFile], `  do_lone = function(_, die) roll_die(die, "lone") end,`, "", 1)
	files["scripts/tiny/helper.lua"] = strings.Replace(tiny["scripts/tiny/helper.lua"], `add_die("d6", "full")`, `add_die("d6", "dice")`, 1)
	takesUp(t, s, files, "zone full is gone, with 1 entities", "can no longer be undone")
	if got := look(t, s, `vars.gold .. " " .. vars.heard .. " " .. sum("dice")`); got != want {
		t.Errorf("%s became %s", want, got)
	}
	if got := look(t, s, `vars.fame .. " " .. at("relics", 1).shine`); got != "4 9" {
		t.Errorf("what is new is %s", got)
	}
	if got := look(t, s, `at("dice", 2).locked`); got != "true" {
		t.Error("the lock is off")
	}
	run(t, s, "rest")
	run(t, s, "wake")
	run(t, s, "rest") // the lock lasts for two rests
	if got := look(t, s, `at("dice", 2).locked`); got != "false" {
		t.Error("the lock stays for ever")
	}
}

func TestAGameThatCannotContinueIsUnchanged(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		says  string
	}{
		"another game": {
			edited(t, gameFile, "id: tiny", "id: huge"), "game tiny is being played but no longer exists",
		},
		"more players": {
			edited(t, gameFile, "id: tiny\n", "id: tiny\nplayers: {min: 2, max: 4}\n"), "Tiny is now for 2 to 4 players, but is being played by 1",
		},
		"the phase gone": {
			edited(t, gameFile, "  night: {state: SLEEPING, actions: [wake]}", "  evening: {state: SLEEPING, actions: [wake]}"),
			"phase night is being played but no longer exists",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := play(t)
			run(t, s, "rest")
			for file := range c.files {
				c.files[file] = strings.ReplaceAll(c.files[file], "enter_night", "enter_evening")
			}
			if name != "the phase gone" {
				c.files[rulesFile] = tiny[rulesFile]
			} else {
				c.files[rulesFile] = strings.ReplaceAll(c.files[rulesFile], `enter_phase("night")`, `enter_phase("evening")`)
			}
			before, content := now(s), s.Content()
			notes, failed := swap(t, s, c.files)
			if !failed || !strings.Contains(notes, c.says) {
				t.Fatalf("it says %q, expected %q", notes, c.says)
			}
			if s.Content() != content || now(s) != before {
				t.Fatal("it changed something")
			}
			run(t, s, "wake")
			if s.Undo(2) != 2 || s.Redo(1) != 1 {
				t.Error("undo is broken")
			}
		})
	}
}

// TestAPhaseThatWasPlayedAndIsDeletedEndsTheHistory checks that the history
// ends if undo would lead to a deleted phase.
func TestAPhaseThatWasPlayedAndIsDeletedEndsTheHistory(t *testing.T) {
	s := play(t)
	run(t, s, "rest")
	run(t, s, "wake")
	files := edited(t, gameFile, "  night: {state", "  evening: {state")
	files[rulesFile] = strings.NewReplacer("enter_night", "enter_evening", `"night"`, `"evening"`).Replace(tiny[rulesFile])
	takesUp(t, s, files, "can no longer be undone")
	run(t, s, "rest")
	if s.Phase().Name != "evening" || s.Undo(3) != 1 || s.Phase().Name != "main" {
		t.Errorf("undo led to phase %v", s.Phase())
	}
}

func TestBrokenContentNeverReachesAGame(t *testing.T) {
	s := play(t)
	run(t, s, "use coin")
	for name, files := range map[string]map[string]string{
		"yaml":   edited(t, gameFile, "id: tiny", "id: [tiny"),
		"schema": edited(t, gameFile, "clamp: true", "clamp: maybe"),
		"script": edited(t, rulesFile, `roll_dice("dice")`, `roll_dice(dice`),
		"name":   edited(t, rulesFile, `emit("rang", n)`, `emit("rung", n)`),
	} {
		c, problems := mustLoad(files, s.Content())
		if c != nil || !problems.Failed() || problems[0].Place.Line == 0 {
			t.Errorf("%s: built with %v", name, problems)
		}
	}
	before := s.Hash()
	takesUp(t, s, tiny)
	run(t, s, "use coin")
	if s.Undo(1); s.Hash() != before {
		t.Error("the game did not go on")
	}
}

// TestAnOpenChoiceSurvivesASwapWhileItIsLegal checks that saving a content file
// keeps the player's picks so far unless they have become illegal: then the
// choice is cancelled, with a message that says which and why.
func TestAnOpenChoiceSurvivesASwapWhileItIsLegal(t *testing.T) {
	for name, c := range map[string]struct {
		begin string
		files map[string]string
		note  string // empty if the choice stays open
		pick  string // what ends the choice then
	}{
		"the same content":        {"swap d2", tiny, "", "d3"},
		"another prompt":          {"lock", edited(t, gameFile, "Which die?", "Which of them?"), "", "d1"},
		"a new shape of state":    {"swap d2", edited(t, gameFile, "  luck:", "  fame: {start: 4}\n  luck:"), "", "d1"},
		"an unmet requirement":    {"lock", edited(t, gameFile, "vars.luck > -3", "vars.luck > 99"), "lock was cancelled: You are out of luck", ""},
		"a cost":                  {"ring", edited(t, gameFile, "cost: {gold: 1}", "cost: {gold: 50}"), "ring was cancelled: Not enough gold.", ""},
		"no such action":          {"lock", edited(t, gameFile, "actions: [roll, ring, lock,", "actions: [roll, ring,"), "lock was cancelled: ", ""},
		"a target that is unfit":  {"swap d2", edited(t, gameFile, `{name: a, from: dice, prompt`, `{name: a, from: dice, where: false, else: Not that, prompt`), "swap d2 was cancelled: Not that", ""},
		"a target that is gone":   {"swap d2", edited(t, gameFile, `{name: a, from: dice, prompt`, `{name: a, from: items, prompt`), "swap d2 was cancelled: " + rules.Refuse("target-unknown", diag.Literal("d2")).String(), ""},
		"nothing left to pick":    {"lock", edited(t, gameFile, "where: not die.locked", "where: false"), "lock was cancelled: All dice are locked", ""},
		"fewer targets":           {"swap d2", edited(t, gameFile, "    targets:\n      - {name: a, from: dice, prompt: \"Which?\"}\n      - {name: b, from: dice, where: b ~= a, else: Not the same, prompt: \"With which?\"}\n", "    text: Nothing.\n"), "swap d2 was cancelled: " + rules.Refuse("target-count", 0, 1).String(), ""},
		"a script that now fails": {"lock", edited(t, gameFile, "vars.luck > -3", "vars.luck.x > 3"), "lock was cancelled: ", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := play(t)
			if r := s.Begin(c.begin); !r.OK() || !s.Choice().Open {
				t.Fatal(r)
			}
			notes, failed := swap(t, s, c.files)
			if failed || s.Choice().Open != (c.note == "") || !strings.Contains(notes, c.note) || strings.Contains(notes, "[reload/choice]") != (c.note != "") {
				t.Fatalf("open is %v, noted %q, expected %q", s.Choice().Open, notes, c.note)
			}
			if c.note != "" {
				return
			}
			if r := s.Pick(c.pick); !r.OK() || s.Choice().Open || r.Command != c.begin+" "+c.pick {
				t.Errorf("the choice ends with %+v", r)
			}
		})
	}
}

// TestLayoutsMayChangeWhileAGameIsPlayed swaps shapes repeatedly between random
// commands; every state since the last swap can be restored.
func TestLayoutsMayChangeWhileAGameIsPlayed(t *testing.T) {
	s := play(t)
	s.SetFuel(enough)
	contents := []*rules.Content{
		build(t, edited(t, gameFile, "  luck:", "  fame: {start: 4}\n  luck:")),
		build(t, edited(t, gameFile, "round: {start: 0, min: 0}", "round: {start: 0, min: 0, max: 3, clamp: true}")),
		build(t, tiny),
	}
	choose := lucky(9)
	for i := range 60 {
		if notes := s.Swap(contents[i%len(contents)]); notes.Failed() {
			t.Fatal(notes)
		}
		hashes := wander(t, s, choose, 20)
		last := len(hashes) - 1
		if s.Undo(last); s.Hash() != hashes[0] {
			t.Fatalf("after swap %d, %d commands are undone to another state", i, last)
		}
		if s.Redo(last); s.Hash() != hashes[last] {
			t.Fatalf("after swap %d, %d commands are redone to another state", i, last)
		}
		reloaded(t, s, s.Content())
	}
}
