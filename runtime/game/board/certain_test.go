package board_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
)

// certain formats the changes of a command that player 1 could predict, where
// scripts read nothing hidden before the first known changes.
func certain(s *session.Session, changes []state.Change, known int) string {
	out, all := board.NewViewer(s, 1, nil).Certain(changes, known)
	if all {
		return fmt.Sprint("all ", len(out))
	}
	var texts []string
	for _, c := range out {
		what := fmt.Sprint(c.Op)
		switch c.Op {
		case state.OpVar:
			d, _ := s.State().Layout.VarDecl(int(c.Slot))
			what = d.Name
		case state.OpProp:
			what = s.Label(c.Entity) + "." + s.State().Prototype(c.Entity).Kind.Props[c.Prop].Name
		}
		texts = append(texts, fmt.Sprint(what, " ", c.From, " ", c.To))
	}
	return strings.Join(texts, "; ")
}

// TestCertainChanges states which changes of a statement a player could predict:
// all of them, or those before the first that chance or something unseen decides,
// unless the same value or entity changes later. Where scripts read something
// hidden after two changes or one, only those count.
func TestCertainChanges(t *testing.T) {
	c := bazaar.Written(t, "fates", fates)
	for _, test := range []struct{ statement, always, two, one string }{
		{`vars.gold = 4 at("table", 1).size = 2`, "all 2", "gold 5 4; t1.size 1 2", "gold 5 4"},
		{`vars.gold = 4 vars.gold = 3 at("table", 1).size = 2 at("table", 2).size = 3 move_to(top("deck"), "table") vars.lit = true at("table", 2).size = 5`, "gold 5 4; gold 4 3; t1.size 1 2", "gold 5 4; gold 4 3", ""},
		{`vars.gold = 4 vars.purse = 7 at("table", 1).size = 2 shuffle("deck", "x") vars.gold = 5`, "purse 2 7; t1.size 1 2", "purse 2 7", ""},
		{`vars.gold = 4 at("table", 1).size = 2 random("x", 1, 6) at("table", 1).keen = true`, "gold 5 4", "gold 5 4", "gold 5 4"},
		{`at("table", 1).size = 2 at("table", 2).size = 2 remove(at("table", 1)) vars.gold = 4 at("deck", 1).size = 2`, "t1.size 1 2; gold 5 4", "t1.size 1 2", ""},
		{`add("ace", "table").size = 3 vars.gold = 6 at("hand@2", 1).size = 4`, "t3.size 1 3; gold 5 6", "", ""},
		{`local c = at("table", 1) c.size = 2 move_to(c, "deck") vars.gold = 7 c.size = 4`, "gold 5 7", "", ""},
		{`local c = at("hand@1", 1) c.size = 2 move_to(c, "hand@2") c.size = 3`, "", "", ""},
		{`at("deck", 1).face_up = true vars.gold = 4`, "", "", ""},
		{`local c = at("table", 1) c.face_up = true move_to(c, "deck") c.size = 2`, "all 3", "", ""},
		{`local c = at("table", 1) remove(c, "dusk") vars.gold = 8 emit("dusk") vars.gold = 9`, "all 6", "", ""},
		{`roll_dice("dice") vars.gold = 4`, "", "", ""},
		{`shuffle("table", "x") vars.gold = 4`, "", "", ""},
	} {
		s := begin(t, c, "fates")
		r := run(t, s, "lua "+test.statement)
		for known, want := range map[int]string{session.NoSecretRead: test.always, 2: test.two, 1: test.one, 0: ""} {
			if got := certain(s, r.Changes, known); got != want {
				t.Errorf("%s: of %d changes known, %q are certain, want %q", test.statement, known, got, want)
			}
		}
	}
}
