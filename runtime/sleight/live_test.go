package sleight_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/sleight"
)

// booth is a game that tells each player something, whose views and targets can
// fail, and which passes on a record.
const booth = `kind: game
id: booth
name: Booth
players: {min: 2, max: 2}
variables: {coins: {name: Coins, start: 1}}
profile: {best: {start: 0, min: 0, max: 9}}
views: {each: {value: 6 / vars.coins}, broken: {value: "vars.coins == 1 and 1 or error('no coins')"}}
actions:
  whisper: {}
  spend: {targets: [{name: n, from: "vars.coins == 1 and {1, 2} or error('no list')"}]}
phases: {day: {actions: [whisper, spend]}}
lua: |
  return {
    do_whisper = function() tell(1, "for one") tell(2, "for two") say("for all") end,
    do_spend = function(_, n) vars.coins = vars.coins + n vars.best = vars.best + n set_player(2) end,
  }
`

// TestPlayersLearnTheirOwnMessages checks what each player is told, what a game takes
// over and passes on, and how failing expressions are reported.
func TestPlayersLearnTheirOwnMessages(t *testing.T) {
	c, err := sleight.Open(sleight.FS("booth", fstest.MapFS{"content/booth/game.yaml": {Data: []byte(booth)}}))
	if err != nil {
		t.Fatal(err)
	}
	first, err := c.NewSession("booth", sleight.SessionOptions{})
	if err != nil {
		t.Fatal(c.Problems(), err)
	}
	if r := first.Do("spend 2"); !r.OK() {
		t.Fatal(r)
	}
	s, err := c.NewSession("booth", sleight.SessionOptions{Profile: first.Profile()})
	if err != nil {
		t.Fatal(err)
	}
	values := func() (out string) {
		for _, name := range []string{"best", "coins", "each", "broken", "none"} {
			text, ok := s.Value(name)
			out += fmt.Sprintf("%s %q %v\n", name, text, ok)
		}
		legal, err := s.Legal(0)
		return out + fmt.Sprintf("legal %q %v", legal, err)
	}
	if got, want := values(), "best \"2\" true\ncoins \"1\" true\neach \"6\" true\nbroken \"1\" true\nnone \"nil\" false\nlegal [\"whisper\" \"spend 1\" \"spend 2\"] <nil>"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	told := func() string { return fmt.Sprintf("%d: %+v", s.Player(), s.Do("whisper").Messages) }
	if got, want := told(), "1: [{Text:for one Warning:false} {Text:for all Warning:false}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.Do("spend 1")
	if got, want := told(), "2: [{Text:for two Warning:false} {Text:for all Warning:false}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := fmt.Sprint(s.Profile()["best"]); got != "3" {
		t.Errorf("the record is %s", got)
	}
	if got, want := values(), "best \"3\" true\ncoins \"2\" true\neach \"3\" true\n"+
		"broken \"booth/content/booth/game.yaml:7:57: error: no coins [script/runtime]\" true\nnone \"nil\" false\n"+
		"legal [] booth/content/booth/game.yaml:10:38: no list [script/runtime]"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	done := 0
	r, err := c.Simulate(t.Context(), sleight.Simulation{Game: "booth", Games: 3, Progress: func(n int) { done = n }})
	if err != nil || r.Bot != "random" || r.N != 3 || done != 3 {
		t.Errorf("%+v, %v, progress %d", r, err, done)
	}
}

// coins copies the game of coins, with a translation.
func coins(t *testing.T) (dir string, write func(file, text string)) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/coins")); err != nil {
		t.Fatal(err)
	}
	write = func(file, text string) {
		t.Helper()
		file = filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		scratch := filepath.Join(t.TempDir(), "scratch") // renamed, so that nobody sees a part of it
		if err := os.WriteFile(scratch, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(scratch, file); err != nil {
			t.Fatal(err)
		}
	}
	write("content/coins/locales/de.yaml", translated("Köpfe"))
	return dir, write
}

// translated is a locale in which heads have a name.
func translated(heads string) string {
	return "kind: locale\nid: de\ntexts:\n  game/coins:\n    variables.heads.name: {from: Heads, to: " + heads + "}\n"
}

const always = "return { do_toss = function() vars.heads = vars.heads + 1 end }\n"

// watched opens the coins, watches them, and begins a game; toss plays it.
func watched(t *testing.T) (content *sleight.Content, here string, s *sleight.Session, toss func(want string), write func(file, text string), updates chan sleight.Edit) {
	t.Helper()
	dir, write := coins(t)
	write("scripts/coins/game.lua", always)
	content, err := sleight.Open(sleight.Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	old, updates := make(chan sleight.Edit, 10), make(chan sleight.Edit, 10)
	for _, to := range []chan sleight.Edit{old, updates} { // a later Watch replaces an earlier one
		if err := content.Watch(t.Context(), func(edit sleight.Edit) { to <- edit }); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		content.Close()
		if len(old) > 0 || len(updates) > 0 {
			t.Errorf("there are %d reports to the first Watch, and %d more to the last", len(old), len(updates))
		}
	})
	if s, err = content.NewSession("coins", sleight.SessionOptions{Language: "de"}); err != nil {
		t.Fatal(content.Problems(), err)
	}
	toss = func(want string) {
		t.Helper()
		if got := s.Do("toss").String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	return content, filepath.ToSlash(dir) + "/", s, toss, write, updates
}

// TestWatchedContentReportsEdits checks what is reported about good and bad edits, and
// that a session gets the new texts.
func TestWatchedContentReportsEdits(t *testing.T) {
	content, here, s, toss, write, updates := watched(t)
	toss("Köpfe 0 → 1")
	if problems := s.Update(); problems != nil {
		t.Errorf("nothing was edited: %v", problems)
	}
	write("content/coins/locales/de.yaml", translated("Zahl"))
	u := <-updates
	if got, want := u.String(), here+"content/coins/locales/de.yaml: live"; got != want || u.Took <= 0 || !u.Published || len(u.Files) != 1 {
		t.Errorf("%q, want %q; it took %v", got, want, u.Took)
	}
	if o := u.Internals(); !o.Published || o.Took != u.Took || len(o.Files) != 1 {
		t.Errorf("%+v", o)
	}
	toss("Köpfe 1 → 2")
	if problems := s.Update(); problems == nil || problems.Failed() || len(content.Problems()) != 0 {
		t.Errorf("after an edit: %v, %v", problems, content.Problems())
	}
	toss("Zahl 2 → 3")
	write("scripts/coins/game.lua", strings.Replace(always, "vars.heads +", "vars.haeds +", 1))
	u = <-updates
	want := here + `scripts/coins/game.lua:1:49: unknown variable "haeds" [script/unknown-name] (did you mean "heads"?)`
	if got := u.String(); got != here+"scripts/coins/game.lua: not live\n"+want || u.Published || content.Problems().Error() != want || !content.Problems().Failed() {
		t.Errorf("%q, and the content has %v", got, content.Problems())
	}
	if problems := s.Update(); problems != nil {
		t.Errorf("a bad edit changes a session: %v", problems)
	}
	toss("Zahl 3 → 4")
}

// TestClosedContentReportsNothing checks that edits after Close are not reported, and
// that content which is watched again has them.
func TestClosedContentReportsNothing(t *testing.T) {
	content, _, s, toss, write, updates := watched(t)
	content.Close()
	content.Close() // again
	write("scripts/coins/game.lua", strings.Replace(always, "+ 1", "+ 3", 1))
	if s.Update(); len(content.Problems()) != 0 {
		t.Errorf("after an edit: %v", content.Problems())
	}
	toss("Köpfe 0 → 1")
	if err := content.Watch(t.Context(), func(edit sleight.Edit) { updates <- edit }); err != nil {
		t.Fatal(err)
	}
	s.Update()
	toss("Köpfe 1 → 4")
	write("scripts/coins/game.lua", strings.Replace(always, "+ 1", "+ 5", 1))
	if u := <-updates; !u.Published || len(u.Files) != 1 {
		t.Errorf("%+v", u)
	}
	s.Update()
	toss("Köpfe 4 → 9")
}

// TestLostFoldersLeaveTheContent checks that content that was read stays when its
// folder has gone, that the loss is a problem, and that nobody need be told of edits.
func TestLostFoldersLeaveTheContent(t *testing.T) {
	dir, _ := coins(t)
	content, err := sleight.Open(sleight.Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	if len(content.Games()) != 1 {
		t.Fatal(content.Problems())
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := content.Watch(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	content.Close()
	if got, want := content.Problems().Error(), "there is no content [content/empty] (put definitions into content/PACK/)"; got != want || len(content.Games()) != 1 {
		t.Errorf("%s, want %s; games %v", got, want, content.Games())
	}
}
