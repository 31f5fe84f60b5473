package dap

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-dap"

	"sleight/runtime/sleight/workspace"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// conversation records everything that a server sends to a client. Answers and
// events are kept apart, since their relative order is not fixed.
type conversation struct {
	*client
	answers, events strings.Builder
	last            int    // seq of the last message
	command         string // that was asked last
	seen            map[int]bool
	named           map[string]int // the last references, by name
}

// shown writes a message without its numbers, and with a name for the folder.
func (c *conversation) shown(m dap.Message) string {
	text, err := json.Marshal(m)
	var all map[string]any
	if err := errors.Join(err, json.Unmarshal(text, &all)); err != nil {
		c.t.Fatal(err)
	}
	if m.GetSeq() != c.last+1 {
		c.t.Errorf("message %d comes after message %d", m.GetSeq(), c.last)
	}
	c.last = m.GetSeq()
	for _, key := range []string{"seq", "request_seq", "type", "command"} {
		delete(all, key)
	}
	text, err = json.Marshal(all)
	if err != nil {
		c.t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), filepath.ToSlash(c.dir), "DIR")
}

// hear reads a message and records it.
func (c *conversation) hear() dap.Message {
	m := c.read()
	switch m := m.(type) {
	case dap.EventMessage:
		if e := m.GetEvent(); e.Type != "event" || e.Event == "" {
			c.t.Errorf("an event with the head %+v", e)
		}
	case dap.ResponseMessage:
		if r := m.GetResponse(); r.Type != "response" || r.RequestSeq != c.seq || r.Command != c.command {
			c.t.Errorf("an answer to request %d, %s, with the head %+v", c.seq, c.command, r)
		}
	}
	if _, is := m.(dap.EventMessage); is {
		fmt.Fprintf(&c.events, "%s\n", c.shown(m))
	} else {
		fmt.Fprintf(&c.answers, "%s\n", c.shown(m))
	}
	return m
}

// say sends a request, and waits for its answer and, if the game then moves,
// for its next stop. It also requests the variables to which the answer refers.
func (c *conversation) say(command string, arguments object) {
	c.t.Helper()
	c.seq++
	c.command = command
	request := object{"seq": c.seq, "type": "request", "command": command}
	if arguments != nil {
		request["arguments"] = arguments
	}
	raw, err := json.Marshal(request)
	if err != nil {
		c.t.Fatal(err)
	}
	asked, _ := json.Marshal(arguments)
	fmt.Fprintf(&c.answers, "> %s %s\n", command, strings.ReplaceAll(string(asked), filepath.ToSlash(c.dir), "DIR"))
	if err := dap.WriteBaseMessage(c.conn, raw); err != nil {
		c.t.Fatal(err)
	}
	stops := slices.Contains([]string{"configurationDone", "continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue"}, command)
	for answered := false; !answered || stops; {
		switch m := c.hear().(type) {
		case *dap.ErrorResponse:
			answered, stops = true, false
		case *dap.ScopesResponse:
			answered = true
			for _, scope := range m.Body.Scopes {
				c.named[scope.Name] = scope.VariablesReference
			}
		case *dap.VariablesResponse:
			answered = true
			for _, v := range m.Body.Variables {
				c.named[v.Name] = v.VariablesReference
				if v.VariablesReference != 0 && !c.seen[v.VariablesReference] {
					c.seen[v.VariablesReference] = true
					c.say("variables", object{"variablesReference": v.VariablesReference})
				}
			}
		case *dap.EvaluateResponse:
			answered = true
			stops = arguments["context"] == "repl" && m.Body.Result == "" || strings.HasPrefix(m.Body.Result, "back at")
		case *dap.StoppedEvent, *dap.TerminatedEvent:
			stops = false
		case dap.ResponseMessage:
			answered = true
		}
	}
}

// look requests everything that is visible where the game has stopped.
func (c *conversation) look() {
	c.t.Helper()
	c.say("stackTrace", object{"threadId": 1})
	for frame := range 3 {
		c.seen = map[int]bool{}
		c.say("scopes", object{"frameId": frame})
	}
	for reference := range 6 {
		c.say("variables", object{"variablesReference": reference})
	}
}

// bazaarConversation begins a conversation with a server whose workspace has the
// bazaar too.
func bazaarConversation(t *testing.T) *conversation {
	t.Helper()
	c := &conversation{client: connect(t), seen: map[int]bool{}, named: map[string]int{}}
	for name, file := range bazaar.Tree(t) {
		name = filepath.Join(c.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, file.Data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// inspect evaluates expressions, right and wrong, in every context.
func (c *conversation) inspect() {
	c.t.Helper()
	for _, expression := range []string{"ware", "ware.name .. pieces", "none", "1 +", "{1, {2, a = 'b'}}", "vars.gold = 3", "function() end", "{}", "{a = 1}", "{{}}"} {
		for _, context := range []string{"watch", "hover", "clipboard"} {
			c.say("evaluate", object{"frameId": 1, "context": context, "expression": expression})
		}
	}
	c.say("evaluate", object{"frameId": 99, "context": "watch", "expression": "1"})
	for _, command := range []string{"back to nothing", "back to ware", "back to"} {
		c.say("evaluate", object{"frameId": 1, "context": "repl", "expression": command})
	}
}

// amend sets values, right and wrong ones, and asks which can be watched.
func (c *conversation) amend() {
	c.t.Helper()
	for _, set := range [][3]string{
		{"Variables of the game", "gold", "4"},
		{"Variables of the game", "gold", "99"},
		{"Variables of the game", "weather", `"foul"`},
		{"Variables of the game", "none", "1"},
		{"m1", "note", `"dear"`},
		{"m1", "weight", "-1"},
		{"m1", "definition", "1"},
		{"Locals", "pieces", "3"},
		{"Locals", "pieces", "1 +"},
		{"Locals", "none", "1"},
		{"Zones", "market", "1"},
	} {
		c.say("setVariable", object{"variablesReference": c.named[set[0]], "name": set[1], "value": set[2]})
	}
	c.say("scopes", object{"frameId": 1})
	c.say("variables", object{"variablesReference": c.named["Locals"]})
	c.say("dataBreakpointInfo", object{"name": "gold", "variablesReference": c.named["Variables of the game"]})
	c.say("dataBreakpointInfo", object{"name": "gold@2", "variablesReference": c.named["Variables of the game"]})
	c.say("dataBreakpointInfo", object{"name": "note", "variablesReference": c.named["m1"]})
	c.say("dataBreakpointInfo", object{"name": "nothing"})
	c.say("dataBreakpointInfo", object{"name": "market", "variablesReference": c.named["Zones"]})
}

// locate sets breakpoints in files that are named in every way, right and wrong.
func (c *conversation) locate() {
	c.t.Helper()
	for _, source := range []object{
		{"path": "none.lua"},
		{"name": "scripts/bazaar/game.lua"},
		{"path": "scripts/bazaar/game.lua"},
		{"path": "/elsewhere/scripts/bazaar/game.lua"},
		{"path": "/elsewhere/scripts/zaar/game.lua"},
		{"path": "/elsewhere/game.lua"},
		{"path": filepath.Join(c.dir, "content", "..", "scripts", "bazaar", "game.lua")},
		{"sourceReference": 1},
		{"sourceReference": -1},
		{},
	} {
		c.say("setBreakpoints", object{"source": source, "breakpoints": []object{{"line": 1}}})
		c.say("setBreakpoints", object{"source": source})
	}
}

// TestAWholeConversation debugs a game that uses every feature, with correct
// and incorrect requests, and compares all output with a golden file.
func TestAWholeConversation(t *testing.T) {
	c := bazaarConversation(t)
	at := func(file string) object { return object{"path": filepath.Join(c.dir, filepath.FromSlash(file))} }
	script, wares := at("scripts/bazaar/game.lua"), at("content/bazaar/wares.yaml")
	c.say("threads", nil)
	c.say("initialize", object{"adapterID": "sleight"})
	c.say("launch", object{"workspace": c.dir, "game": "nothing"})
	c.say("launch", object{"workspace": c.dir, "game": 3})
	c.say("launch", object{"workspace": c.dir, "game": "bazaar", "seed": 5, "players": 3, "commands": []string{"buy m1 1", "steal", "sleep", "buy nothing", "roll"}})
	c.say("threads", nil)
	c.say("loadedSources", nil)
	c.say("source", object{"source": script})
	c.say("source", object{"source": object{"path": "none"}})
	c.say("source", object{"sourceReference": 99})
	c.say("source", object{})
	c.say("breakpointLocations", object{"source": script, "line": 18, "endLine": 24})
	c.say("breakpointLocations", object{"source": wares, "line": 14})
	c.locate()
	c.say("setBreakpoints", object{"source": script, "breakpoints": []object{{"line": 1}, {"line": 18}, {"line": 27, "condition": "ware.kind =="}}})
	c.say("setBreakpoints", object{"source": script, "breakpoints": []object{{"line": 26, "condition": "pieces == 1"}, {"line": 35, "logMessage": "heat {vars.heat}, {none}"}, {"line": 4, "hitCondition": "x"}}})
	c.say("setFunctionBreakpoints", object{"breakpoints": []object{{"name": "sold", "condition": "ware ~= nil"}, {"name": "sol"}}})
	c.say("setDataBreakpoints", object{"breakpoints": []object{{"dataId": "fame", "hitCondition": "1"}, {"dataId": "none"}, {"dataId": "day", "condition": "new >"}}})
	c.say("setExceptionBreakpoints", object{"filters": []string{"none"}, "filterOptions": []object{{"filterId": "faults", "condition": "1 +"}}})
	c.say("setExceptionBreakpoints", object{"filters": []string{"faults", "refusals"}})
	c.say("configurationDone", object{})
	c.look()
	c.inspect()
	c.amend()
	c.say("exceptionInfo", object{"threadId": 1})
	c.say("stepBack", object{"threadId": 1})
	c.say("stepIn", object{"threadId": 1})
	c.say("next", object{"threadId": 1})
	c.say("stackTrace", object{"threadId": 1})
	c.say("continue", object{"threadId": 1})
	c.say("stackTrace", object{"threadId": 1})
	c.say("setFunctionBreakpoints", object{"breakpoints": []object{{"name": "sold", "condition": "nobody"}, {"name": "none"}}})
	c.say("setBreakpoints", object{"source": wares, "breakpoints": []object{{"line": 1}, {"line": 999}}})
	c.say("setFunctionBreakpoints", object{"breakpoints": []object{}})
	c.say("stepOut", object{"threadId": 1})
	c.say("continue", object{"threadId": 1})
	c.look()
	c.say("exceptionInfo", object{"threadId": 1})
	c.say("setDataBreakpoints", object{"breakpoints": []object{}})
	c.say("continue", object{"threadId": 1})
	c.say("stackTrace", object{"threadId": 1})
	c.say("continue", object{"threadId": 1})
	c.say("stackTrace", object{"threadId": 1})
	c.say("reverseContinue", object{"threadId": 1})
	c.say("stackTrace", object{"threadId": 1})
	c.say("setVariable", object{"variablesReference": 3, "name": "none", "value": "1"})
	c.say("restart", object{})
	c.say("terminate", object{})
	if err := <-c.served; err != nil {
		t.Error(err)
	}
	for m := range c.in {
		fmt.Fprintf(&c.events, "%s\n", c.shown(m))
	}
	golden.Check(t, "testdata/conversation.golden", c.answers.String()+"\nEvents:\n"+c.events.String())
}

// TestDebugAFuzzingFinding debugs commands written by fuzzing, from the first
// statement on, and compares all output with a golden file.
func TestDebugAFuzzingFinding(t *testing.T) {
	c := bazaarConversation(t)
	for name, text := range map[string]string{
		"found.txt": "# it fails\n\n# To see it: sleight repl bazaar --players 3 --seed=18446744073709551615 --no-watch < this file\nsleep\n# between\nlua error('no')\n",
		"bad.txt":   "# To see it: sleight repl bazaar --seed x < this file\n", "none.txt": "sleep\n",
	} {
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c.say("initialize", object{})
	for _, settings := range []object{
		{"file": "bad.txt"},
		{"file": "none.txt"},
		{"file": "gone.txt"},
		{"save": "bad.txt"},
		{"test": "none"},
		{"game": "bazaar", "bot": "none"},
		{"game": "bazaar", "players": 9},
		{"game": "bazaar", "workspace": "gone"},
		{"file": "found.txt", "stopOnEntry": true},
	} {
		for _, key := range []string{"file", "save", "workspace"} {
			if name, ok := settings[key].(string); ok {
				settings[key] = filepath.Join(c.dir, name)
			}
		}
		if settings["workspace"] == nil {
			settings["workspace"] = c.dir
		}
		c.say("launch", settings)
	}
	c.say("threads", nil)
	c.say("setExceptionBreakpoints", object{"filters": []string{"faults"}})
	c.say("configurationDone", object{})
	c.say("stackTrace", object{"threadId": 1})
	c.say("next", object{"threadId": 1})
	c.say("stackTrace", object{"threadId": 1, "startFrame": 1, "levels": 1})
	c.say("evaluate", object{"context": "watch", "expression": "players() .. ' ' .. at('stock', 1).name"})
	c.say("continue", object{"threadId": 1})
	c.say("exceptionInfo", object{"threadId": 1})
	c.say("stackTrace", object{"threadId": 1})
	c.say("continue", object{"threadId": 1})
	for _, command := range []string{"sleep", "steal", "nothing", "lua vars.gold = 20", "vars.gold", "1 +", "use nothing", "answer 1", `lua say("Hear this.") tell(2, "And this.")`} {
		c.say("evaluate", object{"context": "repl", "expression": command})
	}
	c.say("evaluate", object{"context": "repl", "expression": "lua vars.gol = 1"})
	c.say("exceptionInfo", object{"threadId": 1})
	c.say("continue", object{"threadId": 1})
	c.say("disconnect", object{})
	if err := <-c.served; err != nil {
		t.Error(err)
	}
	for m := range c.in {
		fmt.Fprintf(&c.events, "%s\n", c.shown(m))
	}
	golden.Check(t, "testdata/finding.golden", c.answers.String()+"\nEvents:\n"+c.events.String())
}

// TestShippedFilesAreDebuggedToo debugs a shipped game, whose files the editor
// gets by number, and compares all output with a golden file.
func TestShippedFilesAreDebuggedToo(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
		t.Fatal(err)
	}
	shipped := bazaar.Tree(t)
	open := func(dir string) (*workspace.Workspace, error) {
		return workspace.New(workspace.FS(workspace.Embedded, shipped), workspace.Folder(dir))
	}
	c := &conversation{client: edits(t, dir, Options{Open: open}), seen: map[int]bool{}, named: map[string]int{}}
	c.say("initialize", object{"adapterID": "sleight"})
	c.say("launch", object{"workspace": dir, "game": "bazaar", "seed": 5, "players": 3})
	c.say("loadedSources", nil)
	for reference := range 6 {
		source := object{"sourceReference": reference, "name": "game.lua"}
		c.say("breakpointLocations", object{"source": source, "line": 18, "endLine": 20})
		if reference == 5 {
			c.say("source", object{"sourceReference": reference})
		}
	}
	c.say("source", object{"source": object{"name": "none.lua"}})
	c.say("setBreakpoints", object{"source": object{"name": "game.lua"}, "breakpoints": []object{{"line": 26}}})
	c.say("setDataBreakpoints", object{"breakpoints": []object{{"dataId": "gold"}}})
	c.say("setDataBreakpoints", object{"breakpoints": []object{}})
	c.say("configurationDone", object{})
	c.say("evaluate", object{"context": "repl", "expression": "buy m1 1"})
	c.say("stackTrace", object{"threadId": 1})
	c.say("continue", object{"threadId": 1})
	c.say("disconnect", object{})
	if err := <-c.served; err != nil {
		t.Error(err)
	}
	for m := range c.in {
		fmt.Fprintf(&c.events, "%s\n", c.shown(m))
	}
	golden.Check(t, "testdata/shipped.golden", c.answers.String()+"\nEvents:\n"+c.events.String())
}
