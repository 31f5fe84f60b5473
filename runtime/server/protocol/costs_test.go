package protocol_test

import (
	"encoding/json"
	"testing"
)

// TestDefinitionsHaveCosts checks that definitions state the costs that a board
// would show, in the words and signs of their game.
func TestDefinitionsHaveCosts(t *testing.T) {
	s, _ := serverOf(t, map[string]string{
		"content/pairs/game.yaml": `kind: game
id: pairs
variables: {air: {start: 3, name: Breath, icon: wind}, gold: {start: 9}}
profile: {stars: {start: 0, name: Stars won}}
zones: {hand: {of: card, label: h}}
phases: {day: {use: [hand]}}
lua: "return { start = function() end }"
---
{kind: card, id: dive, params: {deep: 2}, use: {cost: {air: self.deep, gold: vars.gold, stars: 1}}, lua: "return { use = function() end }"}
---
{kind: card, id: rest, use: {}, lua: "return { use = function() end }"}
`,
	})
	c := newTalker(t, s, false)
	const want = `[{"amount":2,"drawing":"wind","title":"Breath","variable":"air"},{"amount":0,"depends":true,"title":"Gold","variable":"gold"},{"amount":1,"title":"Stars won","variable":"stars"}]`
	for _, call := range []string{`"content/definitions", "params": {"game": "pairs", "text": "dive"}`, `"content/definition", "params": {"key": "card/dive"}`} {
		answer := c.send(`{"jsonrpc": "2.0", "id": 1, "method": ` + call + `}`)["result"]
		if list, ok := answer.([]any); ok {
			answer = list[0]
		}
		costs, _ := json.Marshal(answer.(map[string]any)["costs"])
		if string(costs) != want {
			t.Errorf("%s: costs %s, want %s", call, costs, want)
		}
	}
	if rest := c.call("content/definition", `{"key": "card/rest"}`); rest["costs"] != nil {
		t.Errorf("a card without a cost: %v", rest["costs"])
	}
}
