package session_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
	"sleight/tests/bazaar"
)

// haggle is a game some of whose commands are not allowed, and take much work to
// check.
const haggle = `
kind: game
id: haggle
script: game.lua
players: {min: 2, max: 2}
variables: {gold: {start: 3, min: 0}, work: {start: 1}, seen: {start: 0}}
zones:
  hand: {of: card, label: h, start: [pen, ink]}
  desk: {of: card, label: k, start: [ink]}
events: {din: {}}
views: {known: {value: vars.seen}}
actions:
  din: {targets: [{name: n, from: [2000, 2001]}]}
  whirl: {targets: [{name: n, from: [100, 101]}]}
  spoil: {}
  sign: {}
  snag: {requires: [{that: 'error("a snag")', else: Never.}]}
  fold: {requires: [{that: "false", else: Not now.}]}
  offer: {targets: [{name: n, from: [1, 2], where: n == 1, else: Too much.}]}
  ask: {}
  think: {requires: [{that: "require('work').some(vars.work) > 0", else: No.}]}
  labour: {requires: [{that: "require('work').some(vars.work) > 0", else: No.}]}
  answer_all: {}
phases:
  play: {actions: [din, whirl, spoil, sign, fold, offer, ask, answer_all], use: [hand]}
  slow: {actions: [think, labour, sign]}
  broken: {actions: [sign, snag, fold]}
`

const haggleScript = `return {
  do_sign = function() vars.seen = vars.seen + 1 end,
  do_snag = function() end,
  do_fold = function() end,
  do_din = function(_, n) for i = 1, n do emit("din") end end,
  do_whirl = function(_, n) vars.work = n enter_phase("play") end,
  enter_play = function() vars.work = vars.work - 1 if vars.work > 0 then enter_phase("play") end end,
  do_spoil = function() vars.seen = 5 emit("din") vars.seen = 6 error("spoilt") end,
  do_offer = function() end,
  do_ask = function() enter_phase("slow") end,
  do_think = function() end,
  do_labour = function() require("work").some(10000000) end,
  do_answer_all = function() ask("many", {from = range(1, 20), min = 4, max = 4, ordered = true, repeats = true}) end,
  chosen_many = function() end,
}
`

// haggling starts the game.
func haggling(t *testing.T) *session.Session {
	t.Helper()
	return opened(t, build(t, map[string]string{
		"content/haggle/game.yaml":   haggle,
		"content/haggle/things.yaml": "{kind: card, id: pen, use: {}, lua: 'return { use = function() end }'}\n---\n{kind: card, id: ink, use: {requires: [{that: vars.gold > 9, else: Dry.}]}, lua: 'return { use = function() end }'}\n",
		"scripts/haggle/game.lua":    haggleScript,
		"scripts/haggle/work.lua":    "return { some = function(n) for i = 1, n do end return 1 end }\n",
	}), "haggle", 1)
}

// TestOnlySampledCommandsAreNotChecked checks that a command that differs from the sampled one in
// its action, item, player or target is checked.
func TestOnlySampledCommandsAreNotChecked(t *testing.T) {
	s := haggling(t)
	luck := random.New(2, "haggle")
	hand, _ := s.Zone("hand")
	desk, _ := s.Zone("desk")
	ink, away := s.State().Zone(hand)[1], s.State().Zone(desk)[0]
	tried := map[string]bool{}
	for range 60 {
		c, ok, problem := s.Sample(&luck)
		if !ok || problem != nil {
			t.Fatal(ok, problem)
		}
		for name, change := range map[string]func(*session.Command){
			"action": func(c *session.Command) { c.Action = "fold" },
			"item":   func(c *session.Command) { c.Item = ink },
			"zone":   func(c *session.Command) { c.Item = away },
			"player": func(c *session.Command) { c.Player = 2 },
			"target": func(c *session.Command) { c.Targets = []state.Value{state.Num(2)} },
		} {
			fork := s.Fork(nil)
			given, _, _ := fork.Sample(&luck)
			other := given
			if change(&other); name == "action" && given.Item != state.None {
				continue // it uses the item
			}
			if other.Item == given.Item && other.Action == given.Action && other.Player == given.Player && fmt.Sprint(other.Targets) == fmt.Sprint(given.Targets) {
				continue
			}
			before := fork.Hash()
			if r := fork.Do(other); r.OK() || r.Problem != nil || fork.Hash() != before {
				t.Errorf("%s sampled, another %s is done: %v", s.Format(given), name, r.Problem)
			}
			tried[given.Action+" "+name] = true
		}
		s.Do(c)
		s.Undo(1)
	}
	if len(tried) < 12 {
		t.Errorf("only %v were tried", tried)
	}
}

// TestCommandsThatNameActionAndItemUseTheItem checks what a command means that names an action and
// an item.
func TestCommandsThatNameActionAndItemUseTheItem(t *testing.T) {
	s := haggling(t)
	hand, _ := s.Zone("hand")
	pen, ink := s.State().Zone(hand)[0], s.State().Zone(hand)[1]
	if r := s.Do(session.Command{Action: "sign", Item: ink}); r.Refusal.String() != "Dry." {
		t.Errorf("refused %q, problem %v", r.Refusal, r.Problem)
	}
	if r := s.Do(session.Command{Action: "sign", Item: pen}); r.Command != "use pen" || look(t, s, "vars.seen") != "0" {
		t.Errorf("it is %q", r.Command)
	}
}

// TestNothingLegalIsNotSampled checks what sampling says where nothing is legal.
func TestNothingLegalIsNotSampled(t *testing.T) {
	s := opened(t, bazaar.Written(t, "quarrel", quarrel), "quarrel", 1)
	luck := random.New(2, "stuck")
	for _, command := range []string{"pass", "pass", "stick"} {
		run(t, s, command)
	}
	if c, ok, problem := s.Sample(&luck); ok || problem != nil {
		t.Errorf("%q is sampled, problem %v", s.Format(c), problem)
	}
}

// TestLegalAnswersAreBounded checks how many answers to a question are listed.
func TestLegalAnswersAreBounded(t *testing.T) {
	s := haggling(t)
	run(t, s, "answer_all") // 20 × 20 × 20 × 20 answers
	if got := s.Format(session.Command{Action: "offer", Targets: []state.Value{{}}}); got != "offer" {
		t.Errorf("a command without a target is written %q while a question waits", got)
	}
	for code, value := range map[string]state.Value{"target-unknown": state.Num(99), "target-missing": {}} {
		if r := s.Do(session.Command{Action: "choose", Targets: []state.Value{value, value, value, value}}); r.Refusal == nil || r.Refusal.Code != code {
			t.Errorf("the answer %s: refused %v, problem %v", value, r.Refusal, r.Problem)
		}
	}
	for limit, want := range map[int]int{0: 10_000, 1: 1, 7: 7, 9999: 9999, 10_000: 10_000, 20_000: 10_000} {
		commands, problem := s.Legal(limit)
		if len(commands) != want || problem != nil {
			t.Errorf("of at most %d, %d are listed: %v", limit, len(commands), problem)
		}
	}
}

// TestSampledTargetsAreReleased checks that the memory for the targets of sampled commands does not grow.
func TestSampledTargetsAreReleased(t *testing.T) {
	s := haggling(t)
	run(t, s, "answer_all")
	luck := random.New(2, "block")
	for range 1000 {
		s.Sample(&luck)
	}
	if n := s.Given(); n > 300 {
		t.Errorf("the block has room for %d targets", n)
	}
}

// TestAnEndlessExpressionListsNothing checks that offers and legal commands are not tried one by one
// when checking them takes too much work, and that such a command is not done.
func TestAnEndlessExpressionListsNothing(t *testing.T) {
	s := haggling(t)
	run(t, s, "ask")
	run(t, s, "lua vars.work = 10000000")
	offers, problem := s.Offers()
	if len(offers) > 0 || problem == nil || problem.Code != "script/fuel" {
		t.Errorf("%d are offered, problem %v", len(offers), problem)
	}
	commands, problem := s.Legal(0)
	if len(commands) > 0 || problem == nil || problem.Code != "script/fuel" {
		t.Errorf("%d are legal, problem %v", len(commands), problem)
	}
}

// TestCheckingACommandIsNotCharged checks that what it takes to check whether a command is legal
// counts neither for the command nor in the report on a budget that is used up.
func TestCheckingACommandIsNotCharged(t *testing.T) {
	s := haggling(t)
	run(t, s, "ask")
	fuel := run(t, s, "think").Fuel
	run(t, s, "lua vars.work = 300000")
	if got := run(t, s, "think").Fuel; got != fuel {
		t.Errorf("with much to check, a command takes %d units, not %d", got, fuel)
	}
	s.SetFuel(fuel)
	if r := s.Do(session.Command{Action: "think"}); !r.OK() || r.Fuel != fuel {
		t.Errorf("with a small budget and much to check, a command takes %d units, not %d: %v", r.Fuel, fuel, r.Problem)
	}
	s.SetFuel(0)
	r := s.Run("labour")
	if r.Problem == nil || r.Problem.Code != "script/fuel" {
		t.Fatalf("refused %v, problem %v", r.Refusal, r.Problem)
	}
	for _, n := range r.Problem.Notes {
		if strings.Contains(n.Message.String(), "an expression") {
			t.Errorf("it blames %s", n.Message)
		}
	}
}

// TestSharedBudgets checks that an expression that exceeds the budget of one command is reported
// as such if the shared budget has more left, and otherwise as one of several.
func TestSharedBudgets(t *testing.T) {
	s := haggling(t)
	s.SetFuel(50_000)
	tell := func(source string) (said string) {
		_, problem := s.Evaluate(source)
		if problem != nil {
			said = problem.Message.String()
		}
		return said
	}
	const endless, brief = "require('work').some(1000000)", "require('work').some(1000)"
	const one, several = "the script took more than the 50000 units of work that one command may take", "the expressions of one board took more than %d units of work together"
	for shared, want := range map[int64][4]string{
		1_000_000: {one, "", one, ""},
		100_000:   {one, "", fmt.Sprintf(several, 100_000), fmt.Sprintf(several, 100_000)},
		50_000:    {one, fmt.Sprintf(several, 50_000), fmt.Sprintf(several, 50_000), fmt.Sprintf(several, 50_000)},
		49_999:    {fmt.Sprintf(several, 49_999), fmt.Sprintf(several, 49_999), fmt.Sprintf(several, 49_999), fmt.Sprintf(several, 49_999)},
	} {
		var got [4]string
		s.WithBudget(shared, func() {
			run(t, s, "sign")
			got = [4]string{tell(endless), tell(brief), tell(endless), tell(brief)}
		})
		for i := range got {
			if !strings.HasPrefix(got[i], want[i]) || (got[i] == "") != (want[i] == "") {
				t.Errorf("within %d, expression %d gives %q, expected %q", shared, i, got[i], want[i])
			}
		}
		if got := tell(endless); !strings.HasPrefix(got, one) {
			t.Errorf("after the shared budget it says %q", got)
		}
	}
}

// TestAnEngineFailureIsContained checks that a failure of the engine, in a command or in an expression, is
// reported, leaves the game unchanged, and that the session goes on with a new VM.
func TestAnEngineFailureIsContained(t *testing.T) {
	s := play(t)
	before, calls, vm := now(s), s.Calls(), s.VM()
	s.Observe(func(session.Event) { panic("a fault") })
	if r := s.Run("ring 2"); r.Problem == nil || r.Problem.Code != "engine/internal" || now(s) != before || s.VM() == vm {
		t.Errorf("problem %v, the same VM %v", r.Problem, s.VM() == vm)
	}
	if s.Calls() <= calls {
		t.Errorf("%d calls are %d after a failure", calls, s.Calls())
	}
	s.Observe(nil)
	vm = s.VM()
	if _, _, problem := s.Sample(nil); problem == nil || problem.Code != "engine/internal" || s.VM() == vm {
		t.Errorf("problem %v, the same VM %v", problem, s.VM() == vm)
	}
	fresh := play(t)
	for _, command := range []string{"ring 2", "roll", "use bomb d1"} {
		if a, b := run(t, s, command), run(t, fresh, command); a.Fuel != b.Fuel || s.Hash() != fresh.Hash() {
			t.Errorf("after failures, %s takes %d units, not %d", command, a.Fuel, b.Fuel)
		}
	}
}

// TestSessionsWithoutHistoryForget checks that a session without history keeps no changes.
func TestSessionsWithoutHistoryForget(t *testing.T) {
	s, problem := session.New(build(t, tiny), "tiny", session.Options{Seed: 1, NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	for _, command := range []string{"", "roll", "ring 2", "rest"} {
		if command != "" {
			run(t, s, command)
		}
		if n := s.State().Position(); n != 0 || len(s.State().Journal()) != 0 || len(s.Log()) != 0 {
			t.Errorf("after %q, %d changes and %d commands are kept", command, n, len(s.Log()))
		}
	}
}

// TestLimitsCountFromEachCommand checks the largest numbers of events and of phases in a command.
func TestLimitsCountFromEachCommand(t *testing.T) {
	s := haggling(t)
	for range 2 {
		if r := run(t, s, "din 2000"); len(r.Events) != 2000 {
			t.Errorf("%d events", len(r.Events))
		}
		if r := s.Run("din 2001"); r.Problem == nil || r.Problem.Code != "script/event-depth" {
			t.Errorf("2001 events: %v", r.Problem)
		}
		if r := run(t, s, "whirl 100"); len(r.Events) != 100 {
			t.Errorf("%d phases", len(r.Events))
		}
		if r := s.Run("whirl 101"); r.Problem == nil || r.Problem.Code != "game/phase-loop" {
			t.Errorf("101 phases: %v", r.Problem)
		}
	}
}

// TestViewsOfObserversAreNotCached checks that a view that an observer reads in the middle of a
// command is the view of that moment, also if the command fails.
func TestViewsOfObserversAreNotCached(t *testing.T) {
	s := haggling(t)
	known := func() string {
		v, _, problem := s.ViewNamed("known")
		if problem != nil {
			t.Fatal(problem)
		}
		return v.String()
	}
	during := ""
	s.Observe(func(session.Event) { during = known() })
	for _, command := range []string{"spoil", "sign", "spoil"} {
		before, was := known(), s.Hash()
		r := s.Run(command)
		want := map[bool]string{true: before, false: "1"}[r.Problem != nil]
		if got := known(); got != want || r.Problem != nil && (during != "5" || s.Hash() != was) {
			t.Errorf("%s: the view was %s, in the middle %s, and is %s, expected %s", command, before, during, got, want)
		}
	}
}

// TestProbedCommandsAreChecked checks that a command under a probe runs the same statements whether or not
// it was sampled.
func TestProbedCommandsAreChecked(t *testing.T) {
	s := haggling(t)
	run(t, s, "ask")
	n := 0
	s.SetProbe(&session.Probe{Statement: func(*lua.Statement) *diag.Diagnostic { n++; return nil }})
	luck := random.New(4, "watched")
	for range 10 {
		c, ok, problem := s.Sample(&luck)
		if !ok || problem != nil {
			t.Fatal(problem)
		}
		var counts [2]int
		for i := range counts {
			n = 0
			if s.Do(c).OK() {
				s.Undo(1)
			}
			counts[i] = n
		}
		if counts[0] != counts[1] {
			t.Errorf("%s, sampled, runs %d statements, and otherwise %d", s.Format(c), counts[0], counts[1])
		}
	}
}

// TestAFailingExpressionHidesNoOtherCommand checks that offers and legal commands beside one
// whose expression fails are listed once.
func TestAFailingExpressionHidesNoOtherCommand(t *testing.T) {
	s := haggling(t)
	run(t, s, `lua enter_phase("broken")`)
	offers, problem := s.Offers()
	var names []string
	for _, o := range offers {
		names = append(names, o.Command)
	}
	if got := strings.Join(names, " "); got != "sign fold" || problem == nil || problem.Message.String() != "a snag" {
		t.Errorf("%q are offered, problem %v", got, problem)
	}
	commands, problem := s.Legal(0)
	if len(commands) != 1 || commands[0].Action != "sign" || problem == nil || problem.Message.String() != "a snag" {
		t.Errorf("%v are legal, problem %v", commands, problem)
	}
}

// TestTheOnlyWindowOpens checks that commands wait for reactions in a game with a single window.
func TestTheOnlyWindowOpens(t *testing.T) {
	const opening = "  opening: {after: [begun], who: all, actions: [nod], use: [hand], answers: each, clock: 3}\n"
	if !strings.Contains(quarrel, opening) {
		t.Fatal("the window has been edited")
	}
	text := strings.NewReplacer(opening, "", "closed_opening = function() vars.told = \"open\" end,", "").Replace(quarrel)
	s := opened(t, bazaar.Written(t, "quarrel", text), "quarrel", 1)
	for _, command := range []string{"free", "use wasp"} {
		run(t, s, command)
		if w, _ := s.Window(); w == nil || w.Name != "hold" || s.Player() != 2 {
			t.Errorf("%s is not held", command)
		}
		run(t, s, "pass")
	}
}
