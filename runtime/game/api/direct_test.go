package api_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/session"
)

// repeatedCalls call functions that have a fast path again and again, so that
// all but the first calls take it, with values at and beyond the bounds.
var repeatedCalls = []string{
	`for i = 1, 3 do p(count("deck")) p(has_room("full")) p(top("deck").id) p(at("deck", i).id) p(at("deck", i + 0.0).id) p(top("none")) end`,
	`for i = 1, 3 do p(phase()) p(player()) p(change(vars, "gold", i)) p(change(vars, "gold", -0)) move_to(top("deck"), "away") end`,
	`for i = 1, 3 do p(matching("deck", "mark", i)) p(in_play(top("deck"))) for k, c in each("deck") do p(k) p(c.id) end end`,
	`for i = 1, 3 do p(change(at("foes", 1), "hp", -1)) end p(sum("foes", "hp")) p(sum("none"))`,
	`for i = 1, 3 do local d = add_die("d6") set_die_value(d, i) hold_die(d) p(d.held) unhold_die(d) p(d.held) lock_die(d) end`,
	`for i = 1, 3 do emit("came", i) end emit("came", {})`,
	`for i = 1, 3 do p(at("deck", i / 2)) end`,
	`for i = 1, 3 do change(vars, "gold", -1000 * i) end`,
	`local c = at("deck", 1) for i = 1, 3 do remove(c) move_to(c, "away") end`,
	`for i = 1, 3 do p(modify("price", i)) p(modify("price", "x", i, at("deck", i))) p(sum("foes", "hp")) enter_phase("day") end modify("price", {})`,
	`for i = 1, 3 do p(select("#", enter_phase("day"))) p(select("#", emit("dusk"))) p(select("#", each("deck"))) p((sum("deck"))) end`,
	`for i = 1, 99999 do count("deck") end`,
	`local d = add_die("d6") for i = 1, 3 do p(roll_die(d)) p(roll_die(d, "luck")) p(roll_dice("dice")) p(roll_dice("dice", "luck")) hold_die(d) end`,
	`for i = 1, 3 do p(random("luck", i, 6)) p(random("luck", -0, i - 0.0)) end random("luck", 3, 1 + 1)`,
	`for i = 1, 3 do p(random("luck", 1, i / 2)) end`,
	`for i = 1, 3 do p(damage(at("foes", 1), i - 1)) p(heal(at("foes", 1), i)) end damage(at("foes", 1), -1)`,
	`for i = 1, 3 do p(select("#", reveal(at("deck", i)))) end reveal(at("foes", 1))`,
	`for i = 1, 3 do p(draw("deck", "away")) p(draw("away", "deck", i)) p(draw("none", "deck", i)) end draw("deck", "away", -1)`,
	`for i = 1, 3 do p(draw("deck", "full", i)) end`,
	`local d = at("foes", 1) for i = 1, 3 do p(damage(d, 1)) p(select("#", random("luck", 1, 2))) end remove(d) damage(d, 1)`,
	`for i = 1, 3 do p(definition("ace").id) p(definition("card/king").name) p(select("#", definition("bell"))) end definition("kin" .. "g2")`,
	`for i = 1, 3 do p(sum("dice")) p(matching("away", "mark", 0)) move_to(at("deck", 1), "away") end p(sum("deck", "face_up"))`,
	`for i = 1, 3 do p(sum("foes", "max_hp")) end p(matching("deck", "nothing", nil))`,
	`for i = 1, 3 do p(select("#", set(vars, "gold", i))) set(at("deck", i), "mark", -i + i) p(vars.gold) set(vars, "best", nil) end set(vars, "gold", 101)`,
	`for i = 1, 3 do set(at("deck", i), "face_up", true) set(vars, "flag", i > 2) end set(vars, "gold", 0/0)`,
	`for i = 1, 4 do move_to(at("deck", 1), "deck", i) p(at("deck", 1).id) move_to(at("deck", 2), "away", 1) end move_to(at("away", 1), "deck", 0)`,
	`for i = 1, 3 do move_to(at("deck", 1), "deck", i / 2) end`,
	`for i = 1, 3 do p(select("#", shuffle("deck"))) shuffle("deck", "luck") shuffle("none") p(at("deck", i).id) end`,
	`for i = 1, 3 do p(sum(all("foes"), "hp")) p(count(all("deck"))) p(matching(all("deck"), "mark", 0)) p(sum({})) p(count({at("deck", i), at("deck", i)})) end local x = 1 sum({x})`,
	`for i = 1, 3 do p(matching({at("deck", i)}, "mark", i)) p(kinds(all("dice"))) p(run(all("dice"))) end count({n = 1})`,
	`for i = 1, 3 do p(clear("deck")) p(clear("none")) add("ace", "deck") add("king", "deck") end`,
	`for i = 1, 3 do p(chance("luck", i / 4)) p(chance("luck", -i)) p(chance("luck", 2)) end chance("luck", 0/0)`,
	`for i = 1, 3 do p(chance("luck", 1/0)) end`,
	`for i = 1, 3 do p(pick("luck", {i, i + 1})) p(pick("luck", "deck").id) p(pick("luck", "none")) p(pick("luck", {})) end pick("luck", "nowhere")`,
	`for i = 1, 3 do say("a" .. i) say("b") warn("b") p(select("#", say("c"))) end say(("\n"):rep(20))`,
	`for i = 1, 3 do say(i > 2 and "\255" or "x") end`,
	`for i = 1, 3 do p(add("ace", "deck").id) p(add("rat", "foes").hp) p(select("#", add("king", "away"))) end for i = 1, 2 do add("ace", "full") end`,
	`for i = 1, 2 do add("ace", "deck") add("ace", "foes") end`,
	`for i = 1, 3 do move_to(at("deck", 1), "deck", i) end move_to(at("deck", 1), "deck", 0)`,
	`for i = 1, 3 do move_to(at("deck", 1), "deck", i) end move_to(at("deck", 1), "deck", -1)`,
	`for i = 1, 3 do move_to(at("deck", 1), "deck", 2147483646 + i) end`,
	`for i = 1, 3 do move_to(at("deck", 1), "deck") p(at("deck", 1).id) end move_to(at("deck", 1), "deck", nil)`,
	`for i = 1, 3 do heal(at("foes", 1), 2147483646 + i) end`,
	`for i = 1, 3 do reveal(at("deck", i < 3 and i or 9)) end`,
	`local c = at("deck", 1) for i = 1, 3 do reveal(c) if i == 2 then remove(c) end end`,
	`for i = 1, 9 do p(pick("luck", {i, i + 1, i + 2})) p(pick("luck", {i})) p(pick("luck", "dice").id) p(pick("luck", "full").id) end`,
	`for i = 1, 3 do p(random("luck", 3, 3)) p(random("luck" .. i, i, i + 1)) end random("luck", 3, 2)`,
	`for i = 1, 3 do roll_die(at("dice", 1), i < 3 and "luck" or 7) end`,
	`for i = 1, 3 do roll_die(at("dice", 1), "luck") end roll_die(at("dice", 1), "came")`,
	`for i = 1, 3 do say(("\n"):rep(18 + i)) end`,
	`for i = 1, 300 do roll_die(add_die("d6", "dice")) end for i = 1, 999 do roll_dice("dice") end`,
}

// TestDirectCallsEqualCallsInFull compares calls that take the fast path with
// the same calls in full, which a tracer forces.
func TestDirectCallsEqualCallsInFull(t *testing.T) {
	statements := repeatedCalls
	for _, call := range oddCalls {
		statements = append(statements, call.statements)
	}
	for _, st := range statements {
		direct, full := begun(t, "corners"), begun(t, "corners")
		var tracer session.Tracer
		full.Trace(&tracer)
		for range 2 {
			tracer = session.Tracer{}
			var got, want strings.Builder
			writeResult(&got, direct, direct.Run("lua "+say+st))
			writeResult(&want, full, full.Run("lua "+say+st))
			if got.String() != want.String() || direct.Calls() != full.Calls() {
				t.Errorf("%s:\n%s%d calls\nin full\n%s%d calls", st, &got, direct.Calls(), &want, full.Calls())
			}
		}
	}
}
