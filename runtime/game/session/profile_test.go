package session_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

const lasting = `
kind: game
id: arcade
variables: {coins: {start: 0}}
profile:
  runs: {start: 0, min: 0, max: 9}
  best: {start: 1}
  hard: {start: false}
  name: {start: "nobody"}
phases: {play: {actions: [insert, toggle]}}
actions: {insert: {}, toggle: {}}
lua: |
  return {
    start = function() vars.runs = vars.runs + 1; vars.coins = random("a", 1, 100) + (vars.hard and 1000 or 0) end,
    do_insert = function() vars.coins = vars.coins + random("a", 1, 10); vars.best = math.max(vars.best, vars.coins) end,
    do_toggle = function() vars.hard = not vars.hard; vars.name = "me" end,
  }
`

func arcade(t *testing.T, profile rules.Profile) *session.Session {
	t.Helper()
	c := build(t, map[string]string{"content/arcade/game.yaml": lasting})
	s, problem := session.New(c, "arcade", session.Options{Seed: 7, Profile: profile})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// TestGamesBeginWithTheirProfile checks that a game begins with the profile that earlier ones
// left; entries that it does not declare are ignored.
func TestGamesBeginWithTheirProfile(t *testing.T) {
	left := rules.Profile{"runs": state.Num(3), "hard": state.Truth(true), "best": state.Str("much"), "gone": state.Num(1), "coins": state.Num(5), "name": state.Str("ann")}
	s := arcade(t, left)
	want := rules.Profile{"runs": state.Num(4), "hard": state.Truth(true), "best": state.Num(1), "name": state.Str("ann")}
	if got := s.Profile(); !cmp.Equal(got, want) {
		t.Errorf("the profile is %v, want %v", got, want)
	}
	start := rules.Profile{"runs": state.Num(3), "hard": state.Truth(true), "best": state.Num(1), "name": state.Str("ann")}
	if got := s.StartProfile(); !cmp.Equal(got, start) {
		t.Errorf("it began with %v, want %v", got, start)
	}
	usable, others := s.Game().Usable(left)
	if len(usable) != 3 || !cmp.Equal(others, []string{"best", "coins", "gone"}) {
		t.Errorf("usable are %v, and not %v", usable, others)
	}
	if over := arcade(t, rules.Profile{"runs": state.Num(10)}).Profile()["runs"]; over != state.Num(1) {
		t.Errorf("a value out of bounds counts: %v", over)
	}
}

// TestProfilesAreReplayed checks that the profile at the start is part of the
// game: undo, restart, save, load and replay lead to the same states.
func TestProfilesAreReplayed(t *testing.T) {
	s := arcade(t, rules.Profile{"hard": state.Truth(true), "best": state.Num(1050)})
	begin := s.Hash()
	for _, command := range []string{"insert", "toggle", "insert"} {
		if r := s.Run(command); !r.OK() {
			t.Fatal(r.Problem)
		}
	}
	end := s.Hash()
	if other := arcade(t, nil); other.Hash() == begin {
		t.Error("the profile makes no difference")
	}
	s.Undo(9)
	if s.Hash() != begin || s.Profile()["runs"] != state.Num(1) {
		t.Error("undo does not lead back to the start")
	}
	s.Redo(9)
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	loaded, notes, problem := session.Load(s.Content(), bytes.NewReader(file.Bytes()), "save")
	if problem != nil || len(notes) > 0 || loaded.Hash() != end {
		t.Fatalf("loaded: %v %v", notes, problem)
	}
	if undo, _ := loaded.History(); undo != 3 {
		t.Errorf("%d commands can be undone after loading, so the log was not replayed with the profile", undo)
	}
	in, problem := save.Read(&file, "save")
	if problem != nil {
		t.Fatal(problem)
	}
	replayed, problem := session.Replay(s.Content(), "arcade", session.Options{Seed: 7, Profile: in.Profile}, in.Commands, nil)
	if problem != nil || replayed.Hash() != end {
		t.Errorf("the replay leads elsewhere: %v", problem)
	}
	s.SetNextProfile(s.Profile())
	if problem := s.Restart(8); problem != nil || s.Profile()["runs"] != state.Num(2) || s.Profile()["hard"] != state.Truth(false) {
		t.Errorf("the next game begins with %v", s.Profile())
	}
}

// TestProfileFiles checks that a profile file keeps the changes of a game, and
// not the values of an old save.
func TestProfileFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "arcade.profile.json")
	k, problem := save.OpenProfile(file)
	if problem != nil || len(k.Values()) != 0 {
		t.Fatal(problem)
	}
	keep := func(s *session.Session) {
		t.Helper()
		if err := k.Save(s.Profile()); err != nil {
			t.Fatal(err)
		}
	}
	s := arcade(t, k.Values())
	k.Begin(s.StartProfile())
	keep(s)
	var old bytes.Buffer
	if err := s.Save(&old); err != nil {
		t.Fatal(err)
	}
	s.Run("insert")
	s.Run("toggle")
	keep(s)
	best := s.Profile()["best"]
	loaded, _, problem := session.Load(s.Content(), &old, "save")
	if problem != nil {
		t.Fatal(problem)
	}
	k.Begin(loaded.Profile())
	keep(loaded)
	if again, problem := save.OpenProfile(file); problem != nil || again.Values()["best"] != best || again.Values()["hard"] != state.Truth(true) {
		t.Errorf("loading an old save changed the profile to %v: %v", again.Values(), problem)
	}
	loaded.Run("toggle")
	loaded.Run("toggle")
	keep(loaded)
	want := rules.Profile{"runs": state.Num(1), "best": best, "hard": state.Truth(true), "name": state.Str("me")}
	if again, _ := save.OpenProfile(file); !cmp.Equal(again.Values(), want) {
		t.Errorf("the file has %v, want %v", again.Values(), want)
	}
	var none *save.ProfileFile
	none.Begin(nil)
	if err := none.Save(s.Profile()); err != nil || none.Values() != nil {
		t.Error("a nil file keeps something")
	}
}

func TestFaultyProfiles(t *testing.T) {
	for text, want := range map[string]string{
		"profile: {coins: {start: 0}}":          `"coins" is already a variable`,
		"profile: {x: {start: 0, per: player}}": "profile variables cannot be per player",
		"profile: {x: {start: 5, max: 4}}":      "x",
		"profile: {x: {begin: 5}}":              `unknown key "begin"`,
	} {
		_, problems := mustLoad(map[string]string{"content/arcade/game.yaml": "kind: game\nid: arcade\nvariables: {coins: {start: 0}}\nphases: {play: {}}\n" + text + "\n"}, nil)
		if len(problems) == 0 || !bytes.Contains([]byte(problems.Error()), []byte(want)) {
			t.Errorf("%s: %v, want %s", text, problems, want)
		}
	}
}
