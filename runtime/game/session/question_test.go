package session_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
)

// council is a game of two players in which scripts ask.
var council = map[string]string{"content/council/game.yaml": `
kind: game
id: council
players: {min: 2, max: 2}
variables:
  gold: {start: 5, min: 0}
  said: {start: "", show: false}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [ace, king, queen]}
  deck: {of: card, label: k, visible: none, start: [{ace: 2}, king, queen]}
  discard: {of: card, label: x}
events: {dusk: {}}
actions: {rob: {}, peek: {}, fall: {}, pass: {}, twice: {}, none: {}, spread: {}}
phases: {day: {actions: [rob, peek, fall, pass, twice, none, spread]}, night: {actions: [pass]}}
lua: |
  return {
    start = function() enter_phase("day") end,
    do_rob = function()
      for p = 1, players() do
        if p ~= player() then ask("give", {from = "hand@" .. p, player = p, with = {player()}}) end
      end
      enter_phase("night")
    end,
    chosen_give = function(self, card, to)
      vars.said = vars.said .. player() .. " gives " .. card.id .. " to " .. to .. ";"
      move_to(card, "hand@" .. to)
    end,
    do_peek = function() ask("drop", {from = {at("deck", 1), at("deck", 2)}, max = 2}) end,
    chosen_drop = function(self, cards)
      for _, card in ipairs(cards) do move_to(card, "discard") end
    end,
    do_fall = function() ask("fail", {from = {1, 2}}) end,
    chosen_fail = function(self, n) if n == 2 then error("it broke") else refuse("Not that.") end end,
    do_twice = function()
      ask("outer", {from = {"a", "b"}})
      ask("last", {from = {"z"}})
    end,
    chosen_outer = function(self, x) ask("inner", {from = {1, 2}, with = {x}}) end,
    chosen_inner = function(self, n, x) vars.said = vars.said .. x .. n end,
    chosen_last = function(self, z) vars.said = vars.said .. z end,
    do_none = function()
      ask("nothing", {from = {}})
      ask("lone", {from = {7}, auto = true})
    end,
    chosen_nothing = function(self, x) vars.said = vars.said .. tostring(x) end,
    chosen_lone = function(self, x) vars.said = vars.said .. x end,
    do_spread = function() ask("spread", {from = {"l", "m", "r"}, count = 3, repeats = true, ordered = true}) end,
    chosen_spread = function(self, all) vars.said = table.concat(all) end,
    do_pass = function()
      if count("deck") == 99 then win() end
      enter_phase("day")
    end,
  }
---
{kind: card, id: ace}
---
{kind: card, id: king}
---
{kind: card, id: queen}
`}

func convene(t *testing.T) *session.Session {
	t.Helper()
	return opened(t, build(t, council), "council", 1)
}

// TestOnlyTheAskedPlayerAnswers checks that a question makes its player act, that
// its hook runs for that player, and that the phase waits.
func TestOnlyTheAskedPlayerAnswers(t *testing.T) {
	s := convene(t)
	run(t, s, "rob")
	if s.Player() != 2 || s.Phase().Name != "day" {
		t.Fatalf("player %d acts in phase %s", s.Player(), s.Phase().Name)
	}
	if r := s.Do(session.Command{Player: 1, Action: "pass"}); r.Refusal == nil || r.Refusal.Code != "other-turn" {
		t.Errorf("another player acts: %v", r.Refusal)
	}
	if r := s.Run("pass"); r.Refusal == nil || r.Refusal.Code != "answer-first" {
		t.Errorf("another action: %v", r.Refusal)
	}
	run(t, s, "choose h2")
	if got := look(t, s, "vars.said"); got != "2 gives king to 1;" || s.Player() != 1 || s.Phase().Name != "night" {
		t.Errorf("%q, player %d, phase %s", got, s.Player(), s.Phase().Name)
	}
	s.Undo(1)
	if s.Player() != 2 || s.PendingQuestion() == nil || s.PendingQuestion().Name != "give" {
		t.Errorf("undone, player %d is asked %v", s.Player(), s.PendingQuestion())
	}
}

// TestOnlyTheAskedPlayerSeesTheOptions checks that a question about hidden
// cards shows them to its player and nothing to others.
func TestOnlyTheAskedPlayerSeesTheOptions(t *testing.T) {
	s, other := convene(t), convene(t)
	other.Run("lua shuffle(\"deck\", \"a\") shuffle(\"deck\", \"b\")")
	// Both games differ only in the deck.
	seen := func(s *session.Session, player int) string {
		text, err := json.Marshal(board.Of(s, player, nil).Choice)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	run(t, s, "peek")
	run(t, other, "peek")
	if one, two := seen(s, 2), seen(other, 2); one != two || strings.Contains(one, "ace") {
		t.Errorf("player 2 sees\n%s\n%s", one, two)
	}
	if one := seen(s, 1); !strings.Contains(one, "Ace") && !strings.Contains(one, "ace") {
		t.Errorf("player 1 sees %s", one)
	}
	run(t, s, "choose k1 done")
	if one := seen(s, 1); strings.Contains(one, "ace") {
		t.Errorf("afterwards, player 1 still sees %s", one)
	}
}

// TestFailedAnswersLeaveTheQuestionOpen checks that a hook that refuses or
// fails changes nothing, so that the player may give another answer.
func TestFailedAnswersLeaveTheQuestionOpen(t *testing.T) {
	s := convene(t)
	run(t, s, "fall")
	before := s.Hash()
	if r := s.Run("choose 1"); r.Refusal.String() != "Not that." || s.Hash() != before {
		t.Errorf("refused: %v", r.Refusal)
	}
	if r := s.Pick("2"); r.Problem == nil || s.Hash() != before || s.ChoiceStarted() {
		t.Errorf("failed: %v, choosing %v", r.Problem, s.ChoiceStarted())
	}
	if c := s.Choice(); !c.Open || !c.IsAnswer || len(c.Options) != 2 {
		t.Errorf("%+v", c)
	}
}

// TestAnswersMayAskFurtherQuestions checks the order of questions: those of an answer come
// before those that wait.
func TestAnswersMayAskFurtherQuestions(t *testing.T) {
	s := convene(t)
	for _, text := range []string{"twice", "choose b", "choose 2", "choose z"} {
		run(t, s, text)
	}
	if got := look(t, s, "vars.said"); got != "b2z" {
		t.Errorf("%q", got)
	}
	run(t, s, "none")
	if got := look(t, s, "vars.said"); got != "b2znil7" || s.PendingQuestion() != nil {
		t.Errorf("%q, %v", got, s.PendingQuestion())
	}
}

// TestFailuresBeforeAnAnswersHookAreItsOwn checks that an answer whose list takes more
// fuel than there is fails where its hook begins, whatever was called before.
func TestFailuresBeforeAnAnswersHookAreItsOwn(t *testing.T) {
	before, _, _ := strings.Cut(council["content/council/game.yaml"], "chosen_spread")
	s := convene(t)
	run(t, s, "spread")
	for name, s := range map[string]*session.Session{"played on": s, "copied": s.Fork(nil)} {
		s.SetFuel(20)
		if r := s.Run("choose l m r"); r.Problem == nil || r.Problem.Code != "script/fuel" || r.Problem.Place.Line != 1+strings.Count(before, "\n") {
			t.Errorf("%s: %v", name, r.Problem)
		}
	}
}

// TestEveryListedAnswerIsLegal checks that Legal lists every answer once, and
// that Sample finds one of them.
func TestEveryListedAnswerIsLegal(t *testing.T) {
	for action, answers := range map[string]int{"peek": 4, "spread": 27, "fall": 2} {
		s := convene(t)
		run(t, s, action)
		legal, problem := s.Legal(0)
		if problem != nil || len(legal) != answers {
			t.Fatalf("%s: %d answers, %v", action, len(legal), problem)
		}
		seen := map[string]bool{}
		for _, c := range legal {
			seen[s.Format(c)] = true
			fork := s.Fork(nil)
			if r := fork.Do(c); r.Refusal != nil && action != "fall" {
				t.Errorf("%s: %v", s.Format(c), r.Refusal)
			}
			if parsed, refusal, _ := s.Parse(s.Format(c)); refusal != nil || s.Format(parsed) != s.Format(c) {
				t.Errorf("%s is read as %s: %v", s.Format(c), s.Format(parsed), refusal)
			}
		}
		if len(seen) != answers {
			t.Errorf("%s: %d different answers", action, len(seen))
		}
		luck := random.New(1, "test")
		for range 50 {
			c, ok, problem := s.Sample(&luck)
			if !ok || problem != nil || !seen[s.Format(c)] {
				t.Fatalf("%s: sampled %s, %v", action, s.Format(c), problem)
			}
		}
	}
}

// TestQuestionsSurviveSavesAndSwaps checks that a waiting question is saved and
// loaded, and that content without its hook is refused.
func TestQuestionsSurviveSavesAndSwaps(t *testing.T) {
	s := convene(t)
	run(t, s, "twice")
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	loaded, notes, problem := session.Load(s.Content(), strings.NewReader(text), "save.json")
	if problem != nil || loaded.Hash() != s.Hash() || len(notes) > 0 {
		t.Fatalf("%v %v", problem, notes)
	}
	edit := func(old, now string) map[string]string {
		files := maps.Clone(council)
		for name, text := range files {
			files[name] = strings.ReplaceAll(text, old, now)
		}
		return files
	}
	without := edit("chosen_last", "chosen_final")
	for name, text := range without {
		without[name] = strings.ReplaceAll(text, `ask("last"`, `ask("final"`)
	}
	if notes, failed := swap(t, s, without); !failed || !strings.Contains(notes, "chosen_last no longer exists") {
		t.Errorf("failed %v: %s", failed, notes)
	}
	if s.PendingQuestion() == nil || s.PendingQuestion().Name != "outer" {
		t.Errorf("the question is gone")
	}
	_, _, problem = session.Load(build(t, without), strings.NewReader(text), "save.json")
	if problem == nil || !strings.Contains(problem.Message.String(), "chosen_last no longer exists") || problem.Place.Line == 0 {
		t.Errorf("loaded: %v", problem)
	}
	swap(t, s, edit("vars.said = vars.said .. x .. n", `vars.said = "new" .. x .. n`))
	for _, text := range []string{"choose a", "choose 1", "choose z"} {
		run(t, s, text)
	}
	if got := look(t, s, "vars.said"); got != "newa1z" {
		t.Errorf("%q", got)
	}
}

// TestAddToZoneLeavesQuestionsOpen checks that AddToZone adds a card while a
// question waits, and that Arrange, which makes another situation, drops the
// question.
func TestAddToZoneLeavesQuestionsOpen(t *testing.T) {
	s := convene(t)
	run(t, s, "rob")
	slot, _ := s.State().Layout.Zone("hand", 2)
	if r := s.AddToZone(slot, "ace"); r.Problem != nil || s.PendingQuestion() == nil || s.Player() != 2 {
		t.Fatalf("after a supply, player %d is asked %v: %v", s.Player(), s.PendingQuestion(), r.Problem)
	}
	run(t, s, "choose h4")
	if got := look(t, s, "vars.said"); got != "2 gives ace to 1;" {
		t.Errorf("the supplied card was not given: %q", got)
	}
	run(t, s, "pass")
	run(t, s, "rob")
	if s.Arrange(func(session.Arrangement) *diag.Diagnostic { return nil }); s.PendingQuestion() != nil {
		t.Errorf("arranged, player %d is still asked %v", s.Player(), s.PendingQuestion())
	}
	if r := s.AddToZone(slot, "jack"); r.Problem == nil {
		t.Error("an unknown card was supplied")
	}
}
