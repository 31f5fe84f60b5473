package protocol_test

import "testing"

const pairsInGerman = `
kind: locale
id: de
texts:
  game/pairs:
    name: {from: Pairs, to: Paare}
    variables.coins.name: {from: Coins, to: Münzen}
    actions.turn.targets[die].prompt: {from: "Which die?", to: "Welcher Würfel?"}
says:
  - {from: Turned., to: Gedreht.}
`

// TestEachClientGetsItsLanguage checks that the clients of one session
// each read their own language in answers, views, logs and notices, and that
// this does not affect the game.
func TestEachClientGetsItsLanguage(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/pairs/game.yaml": pairs, "content/pairs/locales/de.yaml": pairsInGerman})
	english, german := newTalker(t, s, true), newTalker(t, s, true)
	hello := german.call("hello", `{"language": "de-AT"}`)
	if hello["language"] != "de-AT" || hello["games"].([]any)[0].(map[string]any)["title"] != "Paare" {
		t.Errorf("hello is %v", hello)
	}
	english.call("session/new", `{"game": "pairs"}`)
	for who, title := range map[*talker]string{english: "Pairs", german: "Paare"} {
		seen := who.call("session/watch", `{"session": "1"}`)
		if got := seen["view"].(map[string]any)["title"]; got != title {
			t.Errorf("the game is called %q, expected %q", got, title)
		}
	}
	ask := german.call("choice/begin", `{"session": "1", "command": "turn"}`)["view"].(map[string]any)["choice"].(map[string]any)
	if ask["prompt"] != "Welcher Würfel?" {
		t.Errorf("asked %v", ask)
	}
	german.call("choice/cancel", `{"session": "1"}`)
	for who, said := range map[*talker]string{english: "Turned.", german: "Gedreht."} {
		reply := who.call("do", `{"session": "1", "command": "turn d1 6"}`)
		if got := reply["said"].([]any)[0].(map[string]any)["text"]; got != said {
			t.Errorf("said %q, expected %q", got, said)
		}
	}
	for who, changed := range map[*talker]string{english: "Coins 1 → 0", german: "Münzen 1 → 0"} {
		entries := who.call("log", `{"session": "1"}`)["entries"].([]any)
		changes := entries[2].(map[string]any)["changes"].([]any)
		if got := changes[len(changes)-1].(map[string]any)["text"]; got != changed {
			t.Errorf("the log says %q, expected %q", got, changed)
		}
	}
	for who, refusal := range map[*talker]string{english: "There is nothing to redo.", german: "Es gibt nichts zu wiederholen."} {
		if got := who.call("redo", `{"session": "1"}`)["refusal"]; got != refusal {
			t.Errorf("refused with %q, expected %q", got, refusal)
		}
	}
	for who, title := range map[*talker]string{english: "Pairs", german: "Paare"} {
		_, params := who.notified()
		if got := params["view"].(map[string]any)["title"]; got != title {
			t.Errorf("the notification names %q, expected %q", got, title)
		}
	}
	if hello := german.call("hello", `{}`); hello["language"] != "de-AT" {
		t.Errorf("the language went with a hello that names none: %v", hello)
	}
	if code := german.fails("hello", `{"language": "no such"}`); code != -32602 {
		t.Errorf("an invalid language is answered by %v", code)
	}
}
