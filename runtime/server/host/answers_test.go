package host

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/rules"
)

// frail is a game whose content fails in every way in which a client can reach
// it. Player 2 can give no command that works.
const frail = `
kind: game
id: frail
name: Frail
players: {min: 2, max: 2}
variables: {gold: {start: 5, name: Gold}, key: {start: 3, visible: none}}
zones: {box: {of: card, label: b}}
actions:
  list: {targets: [{name: n, from: "range(1, #at('box', 1).name)"}]}
  try: {targets: [{name: n, from: "range(1, 3)"}]}
  next: {requires: [{that: "player() == 1", else: Not you.}]}
  slow: {}
phases:
  play: {actions: [try, next, slow]}
  lists: {actions: [list]}
  late: {actions: [next], clock: 10}
lua: |
  return {
    do_list = function() end,
    do_try = function(_, n) if n == 2 and player() == 1 then vars.gold = 6 else error("the key is " .. vars.key) end end,
    do_next = function() if phase() == "late" then enter_phase("lists") else set_player(2) end end,
    do_slow = function() enter_phase("late") end,
    timeout_late = function() error("too late") end,
  }
---
{kind: card, id: ruby, name: Ruby}
`

// playing opens a folder of tables with a game from one text.
func playing(t *testing.T, game string, change ...func(*Options)) *room {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/x/game.yaml": {Data: []byte(game)}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	return openRoom(t, append(change, func(o *Options) { o.Content, o.Bundle = c, nil })...)
}

// logged returns what was logged since the last call, without times and folders.
func (r *room) logged() string {
	text := regexp.MustCompile(`time=\S+ level=`).ReplaceAllString(r.log.String(), "")
	r.log.Reset()
	text = regexp.MustCompile(`table=t-\w+`).ReplaceAllString(text, "table=ID")
	text = regexp.MustCompile(`[0-9a-f]{64}`).ReplaceAllString(strings.ReplaceAll(text, r.folder, "FOLDER"), "DIGEST")
	return strings.TrimSuffix(text, "\n")
}

// answer is the answer to a call as text.
func answer(v any, err error) string {
	if err != nil {
		return strings.TrimSpace([]string{"wrong", "forbidden", "too much", "stale", "broken"}[kindOf(err)] + ": " + err.Error())
	}
	return text(v)
}

func (s *sitter) acts(command string) string {
	return answer(s.Act(s.Context(), Act{Command: command}))
}

func (s *sitter) chooses(command string, picks ...string) string {
	return answer(s.Choose(s.Context(), ChoiceRequest{command, picks}))
}

func (s *sitter) previews(command string, picks ...string) string {
	return answer(s.Preview(s.Context(), ChoiceRequest{command, picks}))
}

func (s *sitter) legal(limit int) string { return answer(s.Legal(s.Context(), limit)) }

// same compares lines with a text that begins with a line break.
func same(t *testing.T, want string, lines ...string) {
	t.Helper()
	if got := strings.Trim(strings.Join(lines, "\n"), "\n"); got != strings.Trim(want, "\n") {
		t.Errorf("got:\n%s", got)
	}
}

// TestFaultyContentRevealsNothing checks that the answer to each call says only
// that the content has failed, and that the log gives the reason.
func TestFaultyContentRevealsNothing(t *testing.T) {
	r := playing(t, frail)
	o, err := r.Create(Setup{Game: "frail"})
	if err != nil {
		t.Fatal(err)
	}
	one := r.sit(o.Table, o.Seats[0])
	same(t, `
{"done":false,"refusal":"This game has an error here. Nothing has changed, and the host's log has the details.","code":"content-fault","version":1}
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:20: error: the key is 3 [script/runtime]"
{"changes":[],"chance":true}
{"changes":[],"chance":true,"next":{"prompt":"Select n…","options":["1","2","3"]}}
{"done":true,"command":"try 2","version":2}
{"done":true,"command":"slow","version":3}
{"done":true,"command":"next","version":4}
{"done":false,"refusal":"This game has an error here. Nothing has changed, and the host's log has the details.","code":"content-fault","version":4}
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:9:37: error: nil has no field 'name' [script/runtime]; something before .name is missing; check it with: if x then … end"
{"choice":{"open":false,"state":"","prompt":""},"refusal":"This game has an error here. Nothing has changed, and the host's log has the details.","code":"content-fault"}
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:9:37: error: nil has no field 'name' [script/runtime]; something before .name is missing; check it with: if x then … end"
{"changes":[],"refusal":"This game has an error here. Nothing has changed, and the host's log has the details.","code":"content-fault"}
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:9:37: error: nil has no field 'name' [script/runtime]; something before .name is missing; check it with: if x then … end"
{"commands":[]}
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:9:37: error: nil has no field 'name' [script/runtime]; something before .name is missing; check it with: if x then … end"
`,
		one.acts("try 1"), r.logged(), one.previews("try 1"), one.previews("try"), one.acts("try 2"),
		one.acts("slow"), one.acts("next"),
		one.acts("list 1"), r.logged(), one.chooses("list"), r.logged(), one.previews("list"), r.logged(), one.legal(0), r.logged(),
	)
}

// TestPreviewsOfASeat checks whole previews, of players, of watchers and of
// commands that are too long.
func TestPreviewsOfASeat(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one, two, watcher := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1]), r.sit(o.Table, o.Watch)
	german, _ := locale.Parse("de")
	two.SetLanguage(german)
	same(t, `
{"changes":[],"chance":true,"next":{"prompt":"Select amount…","options":["1","2","3"]}}
{"changes":["Bid of player 1 0 → 2"],"steps":[{"op":"var","name":"bid@1","was":0,"is":2}],"chance":true}
{"changes":["Sum 0 → 1","Player 1 → 2"],"steps":[{"op":"var","name":"sum","was":0,"is":1}]}
{"changes":["Hand of player 1 → Field: Ruby","Player 1 → 2"],"steps":[{"op":"move","id":16777217,"from":"hand@1","to":"field"}]}
{"changes":[],"refusal":"There is no action fly.","code":"unknown-action","arguments":{"action":"fly"}}
{"changes":[],"refusal":"Say what to do.","code":"no-command"}
{"changes":["Phase Play → All"]}
{"changes":[],"refusal":"Spieler 1 ist am Zug.","code":"other-turn","arguments":{"player":"1"}}
{"choice":{"open":false,"state":"","prompt":""},"refusal":"Spieler 1 ist am Zug.","code":"other-turn","arguments":{"player":"1"}}
{"done":false,"refusal":"Spieler 1 ist am Zug.","code":"other-turn","arguments":{"player":"1"},"version":1}
{"changes":[],"refusal":"It is player 1's turn.","code":"other-turn","arguments":{"player":"1"}}
wrong: a command may have at most 4000 bytes and 100 picks
wrong: a command may have at most 4000 bytes and 100 picks
`,
		one.previews("bid"), one.previews("bid", "2"), one.previews("risk"), one.previews("show h1"), one.previews("fly"), one.previews(""), one.previews("finish"),
		two.previews("risk"), two.chooses("risk"), two.acts("risk"), watcher.previews("risk"),
		one.previews(strings.Repeat("x", maxText+1)), one.previews("bid", slices.Repeat([]string{"1"}, maxPicks+1)...),
	)
}

// TestAClientThatLeftHasNoSeat checks the answer to each call of a client after
// it has left.
func TestAClientThatLeftHasNoSeat(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one := r.sit(o.Table, o.Seats[0])
	one.Leave()
	const want = "forbidden: this client has no seat any more: you have left"
	for i, got := range []string{
		one.acts("pass"), one.chooses("bid"), one.previews("pass"), one.legal(0),
		answer(one.View(t.Context())), answer(one.History(t.Context(), 0)), answer(one.Clocks(t.Context())),
	} {
		if got != want {
			t.Errorf("call %d is answered by %s", i, got)
		}
	}
	if n := len(r.tables[o.Table].participants); n != 0 {
		t.Errorf("%d clients are left", n)
	}
}

// TestNumbersOutliveARestart checks that the number of a seat's last numbered
// command, and the answer to it, are known after a restart, even if commands
// without a number followed.
func TestNumbersOutliveARestart(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	give := func(seat int, a Act) string {
		return answer(r.sit(o.Table, o.Seats[seat]).Act(t.Context(), a))
	}
	out := []string{give(0, Act{Command: "show h1", Sequence: 7}), give(1, Act{Command: "pass", Sequence: 2}), give(0, Act{Command: "pass"})}
	again := func() {
		out = append(out, give(0, Act{Command: "show h1", Sequence: 7}), give(1, Act{Command: "pass", Sequence: 2}), give(0, Act{Command: "pass", Sequence: 6}))
	}
	again()
	r.open("1")
	again()
	same(t, `
{"done":true,"command":"show h1","version":2}
{"done":true,"command":"pass","version":3}
{"done":true,"command":"pass","version":4}
{"done":true,"again":true,"command":"show h1","version":4}
{"done":true,"again":true,"command":"pass","version":4}
stale: the seat has already given command number 7; use a greater number
{"done":true,"again":true,"command":"show h1","version":4}
{"done":true,"again":true,"command":"pass","version":4}
stale: the seat has already given command number 7; use a greater number
`, out...)
}

// TestNewContentIsShownAtOnce checks that names, messages and views come from
// new content as soon as a table has it, and that unread events from before are
// left out.
func TestNewContentIsShownAtOnce(t *testing.T) {
	r := playing(t, frail)
	o, err := r.Create(Setup{Game: "frail"})
	if err != nil {
		t.Fatal(err)
	}
	one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
	one.must("try 2")
	var out []string
	look := func() {
		for _, s := range []*sitter{one, two} {
			n := s.view()
			figure := n.View.Groups[0].Figures[0]
			out = append(out, answer(brief(n), nil), figure.Title+" "+figure.Value)
		}
	}
	one.hear()
	r.SetContent(playing(t, strings.ReplaceAll(frail, "Gold", "Silver")).Content())
	look()
	one.must("try 2")
	r.SetContent(playing(t, strings.ReplaceAll(frail, "  slow: {}", "  slow: {name: Wait}")).Content())
	look()
	look()
	out = append(out, one.acts("slow 1"), r.logged())
	same(t, `
{"table":"ID","version":3,"player":1,"acts":true,"updated":true,"view":"turn 1, 1 acts in play, gold 6, key ?, box []"}
Silver 6
{"table":"ID","version":3,"player":2,"acts":false,"missed":true,"updated":true,"view":"turn 1, 1 acts in play, gold 6, key ?, box []"}
Silver 6
{"table":"ID","version":5,"player":1,"acts":true,"missed":true,"updated":true,"view":"turn 2, 1 acts in play, gold 6, key ?, box []"}
Gold 6
{"table":"ID","version":5,"player":2,"acts":false,"missed":true,"updated":true,"view":"turn 2, 1 acts in play, gold 6, key ?, box []"}
Gold 6
{"table":"ID","version":5,"player":1,"acts":true,"updated":true,"view":"turn 2, 1 acts in play, gold 6, key ?, box []"}
Gold 6
{"table":"ID","version":5,"player":2,"acts":false,"updated":true,"view":"turn 2, 1 acts in play, gold 6, key ?, box []"}
Gold 6
{"done":false,"refusal":"Wait takes no targets; \"1\" is one too many.","code":"takes-no-target","arguments":{"action":"Wait","word":"\"1\""},"version":5}
`, strings.ReplaceAll(strings.Join(out, "\n"), o.Table, "ID"))
}
