package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
	"sleight/runtime/game/save"
	"sleight/runtime/lua"
	"sleight/tests/golden"
)

// migrations are bodies of the function migrate, each run on the saved game of
// testdata/corners.yaml.
var migrations = []string{
	`saved.variables.gold = saved.version`,
	`saved.phase = "night"`,
	`saved.phase = 3`,
	`local z = saved.zones z.deck[1], z.deck[3] = z.deck[3], z.deck[1] z.deck[4] = table.remove(z.away, 1)`,
	`local z = saved.zones z.lap[1], z.lap[2] = z.lap[2], z.lap[1] saved.variables.score[2] = 9`,
	`saved.zones.lap = saved.zones.lap[1] saved.zones.deck = {saved.zones.deck, {}}`,
	`saved.zones.lap = {saved.zones.lap[1]}`,
	`saved.zones.lap = {}`,
	`saved.zones.lap[3] = {}`,
	`saved.zones.lap.x = {}`,
	`saved.variables.score[3] = 1`,
	`saved.variables.score[1.5] = 1`,
	`saved.variables.fame = {1, 2}`,
	`saved.variables.fame = 3 saved.variables.name = "x" saved.variables.none = nil`,
	`saved.variables.fame = saved.zones.deck[2] saved.variables.odd = saved`,
	`saved.variables.best = nil saved.variables.score = {4, 5}`,
	`saved.variables.score = {4}`,
	`saved.variables.score = 4`,
	`saved.variables.fame = {1, 2, 3}`,
	`saved.variables.fame = {first = 1}`,
	`saved.zones.deck = nil`,
	`saved.zones.deck = 3`,
	`saved.zones.lap[2] = 3`,
	`saved.zones.deck[5] = saved.zones.deck[1]`,
	`saved.zones.deck.x = saved.zones.deck[1]`,
	`saved.zones.deck[0] = saved.zones.deck[1]`,
	`saved.zones.deck[1.5] = saved.zones.deck[1]`,
	`saved.zones.deck[4] = saved.zones.deck[1]`,
	`saved.zones.deck[4] = "ace"`,
	`saved.zones.more = {{is = "card/queen", mark = 3, note = "new"}, {is = "card/king"}} saved.zones.none = {}`,
	`saved.zones.more = {{}, 3}`,
	`saved.zones.more = {{is = 3}}`,
	`saved.zones.pair = {{{is = "card/queen"}}, {}, {{is = "card/king"}}}`,
	`saved.zones = 3`,
	`saved.zones[1] = {}`,
	`table.remove(saved.away)`,
	`saved.away[1] = {is = "card/queen"}`,
	`saved.away[3] = saved.away[1]`,
	`saved.away = nil`,
	`local e = saved.zones.deck[2] e.is = "card/queen" e.mark = 7 e.note = nil e.fresh = true e.friend = saved.zones.deck[1]`,
	`saved.zones.deck[2][1] = 3`,
	`saved.zones.deck[2].mark = {}`,
	`saved.zones.deck[2].note = "\255"`,
	`saved.zones.deck[2].mark = function() end`,
	`saved.variables.best = saved.zones.deck[3] saved.variables.flag = true saved.variables.gold = nil`,
	`saved.variables.best = table.remove(saved.zones.deck, 1)`,
	`saved.variables.best = {}`,
	`saved.variables.best = nil`,
	`saved.variables.score = {3}`,
	`saved.variables.score = 3`,
	`saved.variables.both = {1, 2, 3} saved.variables.one = {4} saved.variables.word = "x" saved.variables.who = saved.zones.deck[1]`,
	`saved.variables._phase = "x" saved.variables[1] = 2`,
	`saved.variables = nil`,
	`saved.players, saved.game, saved.version = 9, "x", "y"`,
	`set(vars, "gold", 1)`,
	`saved.variables.gold = vars.gold`,
	`vars.gold = 3`,
	`saved.variables.gold = game.purse`,
	`for i = 1, 1e9 do end`,
	`error("no")`,
	`local z = {} for i = 1, 16385 - 11 do z[i] = {is = "card/ace"} end saved.zones.more = z`,
	`local e = saved.zones.deck[1] for i = 1, 20000 do saved.zones.deck[i] = {is = "card/ace"} end saved.zones.deck[1] = e`,
}

// TestMigrationScripts checks what a script receives of a saved game,
// and the effect of each change that it makes.
func TestMigrationScripts(t *testing.T) {
	s := begun(t, "corners")
	for _, line := range []string{
		`remove(at("deck", 2), "dusk") remove(at("foes", 2), "dusk")`, `vars.best = at("deck", 1)`, `set_player(2)`, `vars.score = 4`, `at("deck", 2).note = "kept"`,
	} {
		if r := s.Run("lua " + line); !r.OK() {
			t.Fatal(r.Problem)
		}
	}
	var kept bytes.Buffer
	if err := s.Save(&kept); err != nil {
		t.Fatal(err)
	}
	read := func() *api.Saved {
		file, problem := save.Read(bytes.NewReader(kept.Bytes()), "kept.json")
		if problem != nil {
			t.Fatal(problem)
		}
		return &api.Saved{Game: "corners", Version: "1.2.0", Phase: "day", Snapshot: file.State}
	}
	before := lined(t, read())
	var out strings.Builder
	out.WriteString(before + "\n")
	for _, body := range append([]string{show}, migrations...) {
		script := &def.Script{File: "migrate.lua", Source: "return { migrate = function(saved) " + body + " end }"}
		p, problems := lua.Compile(script, api.Surface(), nil)
		if p == nil {
			t.Fatal(problems)
		}
		saved := read()
		fmt.Fprintf(&out, "%s\n", body)
		if problem := saved.Migrate(p); problem != nil {
			fmt.Fprintf(&out, "\t%s at %s: %s\n", problem.Code, problem.Place, problem.Message)
			continue
		}
		for line := range strings.Lines(lined(t, saved)) {
			if !strings.Contains(before, line) {
				out.WriteString("\t+ " + line)
			}
		}
		for line := range strings.Lines(before) {
			if !strings.Contains(lined(t, saved), line) {
				out.WriteString("\t- " + line)
			}
		}
	}
	golden.Check(t, "testdata/migrations.golden", out.String())
}

// show is a body that fails with its argument as the message.
const show = `
	local lines = {}
	local function list(name, of)
		for i, e in ipairs(of) do lines[#lines + 1] = name .. " " .. i .. ": " .. tostring(e.is) .. " " .. tostring(e.note) end
	end
	for _, name in ipairs({"dice", "deck", "away", "foes"}) do list(name, saved.zones[name]) end
	for player = 1, 2 do list("lap " .. player, saved.zones.lap[player]) end
	list("away", saved.away)
	local v = saved.variables
	lines[#lines + 1] = saved.game .. " " .. saved.version .. " " .. saved.players .. " " .. saved.phase
	lines[#lines + 1] = tostring(v.gold) .. " " .. tostring(v.flag) .. " " .. v.score[1] .. " " .. v.score[2] .. " " .. tostring(v._phase)
	lines[#lines + 1] = tostring(v.best == saved.zones.deck[1]) .. " " .. tostring(v.best == saved.zones.deck[2])
	error(table.concat(lines, "; "))`

// lined writes a saved game, one line for each variable, entity and zone.
func lined(t *testing.T, s *api.Saved) string {
	t.Helper()
	text, err := json.Marshal(s.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	return "phase " + s.Phase + "\n" + strings.NewReplacer(`},{"name":"`, "},\n"+`{"name":"`, `},{"is"`, "},\n"+`{"is"`, `:[`, ":\n[").Replace(string(text)) + "\n"
}
