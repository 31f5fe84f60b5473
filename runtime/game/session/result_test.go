package session_test

import (
	"fmt"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// podium is a game that ends as its command says, with ranks.
const podium = `
kind: game
id: podium
players: {min: 1, max: 3}
variables: {how: {start: "", show: false}}
actions: {finish: {targets: [{name: how, from: [all, tie, shared, none, nobody, short, half, high, text, alone]}]}}
phases: {turn: {actions: [finish]}}
ranks: |
  ({all = {3, 1, 2}, tie = {2, 1, 2}, shared = {1, 2, 1}, none = {2, 2, 2}, nobody = {}, short = {1}, half = {1, 1.5, 2}, high = {1, 2, 4}, text = {"one", 2, 3}, alone = {1}})[vars.how]
lua: |
  return { do_finish = function(_, how) vars.how = how win("Over.") end }
`

// TestRanksSayWhoHasWon checks the winners of games that rank their players, and that
// wrong ranks are problems.
func TestRanksSayWhoHasWon(t *testing.T) {
	c := bazaar.Written(t, "podium", podium)
	wrong := "expected 3 ranks from 1 to 3, player 1 first"
	for how, want := range map[string]string{
		"":       "[] [] 0",
		"all":    "[2] [3 1 2] 2",
		"tie":    "[2] [2 1 2] 2",
		"shared": "[1 3] [1 2 1] 0",
		"none":   "[] [2 2 2] 0",
		"nobody": "[] [] 0",
		"short":  wrong, "half": wrong, "high": wrong, "text": wrong,
	} {
		s, problem := session.New(c, "podium", session.Options{Seed: 1, Players: 3})
		if problem != nil {
			t.Fatal(problem)
		}
		if how != "" {
			run(t, s, "finish "+how)
		}
		winners, ranks, problem := s.Winners()
		winner, _ := s.Winner()
		got := fmt.Sprint(winners, ranks, winner)
		if problem != nil {
			got = problem.Message.String()
		}
		if got != want {
			t.Errorf("%s: %s, not %s", how, got, want)
		}
		if at := s.Examine(); (at != nil) != (want == wrong) {
			t.Errorf("%s: examined: %v", how, at)
		}
	}
}

// TestOnePlayerWinsByTheOutcome checks who has won a game that does not declare it.
func TestOnePlayerWinsByTheOutcome(t *testing.T) {
	text := `
kind: game
id: quick
players: {min: 1, max: 2}
actions: {win: {}, lose: {}}
phases: {turn: {actions: [win, lose]}}
lua: |
  return { do_win = function() win() end, do_lose = function() lose() end }
`
	c := bazaar.Written(t, "quick", text)
	for players, want := range map[int]string{1: "[1] []", 2: "[] []"} {
		for _, command := range []string{"win", "lose"} {
			s, problem := session.New(c, "quick", session.Options{Seed: 1, Players: players})
			if problem != nil {
				t.Fatal(problem)
			}
			run(t, s, command)
			winners, _, problem := s.Winners()
			if got := fmt.Sprint(winners, []int{}); problem != nil || command == "win" && got != want || command == "lose" && winners != nil {
				t.Errorf("%d players, %s: %s, %v", players, command, got, problem)
			}
		}
	}
}
