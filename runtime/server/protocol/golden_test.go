package protocol_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/server/protocol"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// visit is a conversation. In each line the first word is the client, the second
// the method, and the rest its params.
const visit = `
one hello {"language": "en"}
one session/new {"game": "bazaar", "seed": "3", "players": 2}
two session/new {"game": "bazaar", "seed": "4"}
one view {"session": "1", "player": 1}
one view {"session": "1", "player": 2}
one view {"session": "1"}
one view {"session": "2", "player": 1}
one session/new {"game": "bazaar", "players": 9}
one session/new {"game": "bazar"}
one legal {"session": "1"}
one legal {"session": "1", "limit": 2}
one do {"session": "1", "player": 1, "command": "buy m2 1"}
one do {"session": "1", "player": 1, "command": "sleep"}
one do {"session": "1", "player": 1, "command": "steal"}
one do {"session": "1", "player": 2, "command": "steal"}
one do {"session": "1", "player": 2, "command": "fly"}
one choice/begin {"session": "1", "player": 2, "command": "buy"}
one view {"session": "1", "player": 1}
one choice/pick {"session": "1", "player": 2, "option": "m1"}
one choice/pick {"session": "1", "player": 2, "option": "m3"}
one choice/cancel {"session": "1", "player": 2}
one choice/cancel {"session": "1", "player": 2}
one choice/begin {"session": "1", "player": 2, "command": "use b1"}
one choice/confirm {"session": "1", "player": 2}
one do {"session": "1", "player": 2, "command": "roll"}
one do {"session": "1", "player": 2, "command": "sleep"}
one view {"session": "1", "player": 1}
one view {"session": "1"}
one legal {"session": "1", "player": 1}
one legal {"session": "1", "player": 2}
one undo {"session": "1", "count": 2}
one redo {"session": "1"}
one redo {"session": "1", "count": 5}
one goto {"session": "1", "turn": 1}
one goto {"session": "1", "turn": 99}
one log {"session": "1", "player": 1}
one log {"session": "1", "player": 2}
one session/branch {"session": "1"}
two session/tune {"session": "2", "params": {"game/bazaar.purse": 9}}
one session/tune {"session": "2", "params": {"game/bazaar.purse": 9}}
one session/tune {"session": "2", "params": {"game/bazaar.purs": 9}}
one evaluate {"session": "2", "source": "game.purse"}
one evaluate {"session": "2", "source": "vars.gold +"}
one evaluate {"session": "2", "source": "at('bag', 9).name"}
two evaluate {"session": "2", "source": "1"}
one content/write {"param": "consumable/tea.leaves", "value": 3}
one content/write {"param": "consumable/tea.leafs", "value": 3}
one session/list {}
one content/definitions {"game": "bazaar", "kind": "consumable"}
one content/definitions {"text": "thief"}
one content/definition {"key": "consumable/tea"}
one content/definition {"key": "game/bazaar"}
one content/definition {"key": "relic/rong"}
one content/history {"key": "consumable/tea", "path": "price"}
one content/source {"file": "content/bazaar/pack.yaml"}
one content/problems {}
one content/test {"game": "bazaar"}
one simulate/options {"game": "bazaar"}
one simulate {"game": "bazaar", "games": 0}
one simulate {"game": "bazaar", "games": 2, "bot": "gredy"}
one simulate {"game": "bazaar", "games": 2, "sweep": "params.warse=1..3"}
one simulate/cancel {"simulation": "9"}
three hello {"language": "de"}
three session/new {"game": "bazaar", "seed": "9", "players": 2}
three session/watch {"session": "5", "player": 2}
three legal {"session": "5", "limit": 3}
three do {"session": "5", "command": "buy m1 1"}
three do {"session": "5", "command": "steal"}
three do {"session": "5", "player": 2, "command": "sleep"}
three choice/begin {"session": "5", "command": "buy"}
three choice/pick {"session": "5", "option": "m9"}
three choice/cancel {"session": "5"}
three do {"session": "5", "command": "sleep"}
three undo {"session": "5"}
three undo {"session": "5", "player": 1}
three log {"session": "5", "player": 2}
three view {"session": "5", "player": 2}
three content/definitions {"game": "bazaar"}
three content/definition {"key": "consumable/tea"}
three content/definition {"key": "die/fate"}
three content/problems {}
three simulate/options {"game": "bazaar"}
three simulate/options {}
three simulate {"game": "bazaar", "sweep": "params.purse=1..3", "impact": true}
three simulate {"game": "bazaar", "bot": "first,second", "games": 2}
two log {"session": "5"}
two log {"session": "5", "player": 1}
three session/close {"session": "5"}
three session/unwatch {"session": "5"}
one session/close {"session": "1"}
one session/close {"session": "1"}
one session/list {}
`

// passing matches values that depend on the run or on fuel prices, or that only
// some clients see.
var passing = regexp.MustCompile(`"(fuel|seed|took|ms|seconds|megabytes|content|engine|semantics|idle)":("[^"]*"|[0-9.]+),?`)

// TestWholeConversation checks the answer to every call of a conversation, word
// for word. A session with the wrong seed, or a player who is shown another
// player's board, fails here.
func TestWholeConversation(t *testing.T) {
	files := map[string]string{}
	for name, file := range bazaar.Tree(t) {
		files[name] = string(file.Data)
	}
	s, stored := serverOf(t, files)
	who := map[string]*talker{"one": newTalker(t, s, true), "two": newTalker(t, s, false), "three": newTalker(t, s, true)}
	out := converse(t, who, visit, nil)
	golden.Check(t, "testdata/conversation.golden", out+fmt.Sprintf("\nwritten: %s\n", stored["content/bazaar/wares.yaml"]))
}

// converse makes the calls of a conversation and writes down the answers. In the
// calls, the keys of names stand for their values, which depend on the run; in
// the answers, the values are replaced by the keys.
func converse(t *testing.T, who map[string]*talker, visit string, names map[string]string) string {
	t.Helper()
	var here, there []string
	for key, value := range names {
		here, there = append(here, key, value), append(there, value, key)
	}
	in, back := strings.NewReplacer(here...), strings.NewReplacer(there...)
	var out strings.Builder
	for line := range strings.Lines(strings.TrimSpace(visit)) {
		speaker, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		method, params, _ := strings.Cut(rest, " ")
		answer := who[speaker].send(`{"jsonrpc": "2.0", "id": 7, "method": "` + method + `", "params": ` + in.Replace(params) + `}`)
		fmt.Fprintf(&out, "# %s\n", strings.TrimSpace(line))
		what := "result"
		if answer["error"] != nil {
			what = "error"
		} else if err := who[speaker].schema[method].Validate(answer["result"]); err != nil {
			t.Errorf("%s: the answer does not fit the schema: %#v", method, err)
		}
		if result, ok := answer[what].(map[string]any); ok && method != "view" && result["view"] != nil {
			delete(result["view"].(map[string]any), "groups") // once is enough
		}
		text, err := json.Marshal(answer[what])
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(what + " " + lined(passing.ReplaceAllString(back.Replace(string(text)), "")) + "\n")
	}
	return out.String()
}

// lined puts the parts of a long answer on separate lines.
func lined(text string) string {
	if len(text) < 300 {
		return text
	}
	return strings.NewReplacer("},{", "},\n {", `:[{`, ":[\n {").Replace(text)
}

// TestTunedValuesOutliveASave checks that values being tried in a session
// survive a save, and that a save is reported as new, changed or gone
// definitions.
func TestTunedValuesOutliveASave(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "pairs"}`)
	c.call("session/watch", `{"session": "1"}`)
	c.call("session/tune", `{"session": "1", "params": {"game/pairs.start": 4}}`)
	for _, save := range []struct{ old, new, key, change string }{
		{"name: Secret Ace", "name: Open Ace", "pairs:card/ace", "changed"},
		{"{kind: card, id: ace, name: Secret Ace}", "{kind: card, id: ace, name: Open Ace}\n---\n{kind: card, id: king}", "pairs:card/king", "new"},
		{"name: Secret Ace", "name: Open Ace", "pairs:card/king", "gone"},
	} {
		s.HandleEdit(saved(t, save.old, save.new))
		edited := c.reloaded()
		if len(edited) != 1 || edited[0].Key != save.key || edited[0].Change != save.change {
			t.Errorf("the notification is %+v, expected that %s is %s", edited, save.key, save.change)
		}
		if v := c.call("evaluate", `{"session": "1", "source": "game.start"}`); v["text"] != "4" {
			t.Errorf("after %s is %s, the tried value is %v", save.key, save.change, v["text"])
		}
	}
}

// reloaded waits until a save is reported.
func (t *talker) reloaded() []protocol.DefinitionEdit {
	t.Helper()
	for {
		method, params := t.notified()
		if method != "reloaded" {
			continue
		}
		text, err := json.Marshal(params["definitions"])
		if err != nil {
			t.Fatal(err)
		}
		var out []protocol.DefinitionEdit
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
}
