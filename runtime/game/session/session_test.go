package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestMessagesAreForTheirPlayer checks who gets a message.
func TestMessagesAreForTheirPlayer(t *testing.T) {
	s := opened(t, bazaar.Written(t, "castle", castle), "castle", 1)
	r := run(t, s, `lua say("all") tell(2, "second") tell(0, "shown")`)
	var got []string
	for _, m := range r.Messages {
		got = append(got, fmt.Sprint(m.Text, " ", m.Reveals, " ", m.For(0), m.For(1), m.For(2)))
	}
	if want := []string{"all false true true true", "second true false false true", "shown true true true true"}; !slices.Equal(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
}

// TestBlockedGamesAreNotStarted checks that a game whose packs clash is not started, and
// that the reason and its hint are given; an unknown name is not a mistake in a file.
func TestBlockedGamesAreNotStarted(t *testing.T) {
	tree := fstest.MapFS{"content/castle/game.yaml": {Data: []byte(castle)}, "content/quarrel/game.yaml": {Data: []byte(quarrel)}}
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	why := diag.New("pack/conflict", diag.Place{File: "a.yaml", Line: 3}, "two packs change it").WithHint("settle it").WithNote(diag.Place{File: "b.yaml", Line: 4}, "the other one")
	why.Severity = diag.Warning
	c, problems := rules.BuildExcept(catalog, nil, map[string]diag.List{"quarrel": {why, why}})
	if c == nil {
		t.Fatal(problems)
	}
	var out strings.Builder
	for _, game := range []string{"quarrel", "quarel", "castel", ""} {
		s, problem := session.New(c, game, session.Options{})
		if s != nil || problem == nil {
			t.Fatal("it starts", game)
		}
		out.WriteString(golden.Report(diag.List{*problem}))
	}
	if s, problem := session.New(c, "castle", session.Options{}); s == nil || s.Players() != 2 {
		t.Error("the other game does not start:", problem)
	}
	const want = `a.yaml:3: error [pack/excluded] quarrel cannot be played: two packs change it
  hint: settle it
  b.yaml:4: the other one
?: error [content/reference] unknown game "quarel"
  hint: known: castle
?: error [content/reference] unknown game "castel"
  hint: did you mean "castle"?
?: error [content/reference] no game is named
  hint: known: castle
`
	if out.String() != want {
		t.Errorf("it says\n%s\nexpected\n%s", out.String(), want)
	}
}

// TestProbesSeeTheStart checks that the probe of a new game is called from its start on,
// and sees the same when the game is restarted.
func TestProbesSeeTheStart(t *testing.T) {
	var seen []string
	note := func(format string, args ...any) { seen = append(seen, fmt.Sprintf(format, args...)) }
	w := &session.Probe{
		Begins: func(s *session.Session) {
			undo, redo := s.History()
			note("begins after %d of %d, %d, %v", s.Turn(), len(s.Log()), undo+redo, s.ChoiceStarted())
		},
		Event: func(h session.Event) { note("%s after %d changes", h.Event, h.At) },
		Ends:  func() *diag.Diagnostic { note("ends"); return nil },
	}
	c := bazaar.Written(t, "quarrel", quarrel)
	for _, bare := range []bool{false, true} {
		seen = nil
		s, problem := session.New(c, "quarrel", session.Options{Probe: w, NoHistory: bare})
		if problem != nil {
			t.Fatal(problem)
		}
		start := strings.Join(seen, "|")
		if want := fmt.Sprintf("begins after %d of 0, 0, false|begun after 12 changes|ends", map[bool]int{false: -1, true: 0}[bare]); start != want {
			t.Errorf("it sees %q, expected %q", start, want)
		}
		run(t, s, "nod")
		run(t, s, "nod")
		s.Begin("shout")
		seen = nil
		s.Cancel()
		if s.Do(session.Command{Action: "never"}); len(seen) != 1 || !strings.HasPrefix(seen[0], "begins after 2 of ") {
			t.Errorf("of a command that is refused, it sees %q", seen)
		}
		seen = nil
		if problem := s.Restart(0); problem != nil {
			t.Fatal(problem)
		}
		if again := strings.Join(seen, "|"); again != start {
			t.Errorf("restarted, it sees %q, not %q", again, start)
		}
	}
}

// TestRestartedGamesAreNew checks that a game that is restarted, from wherever, is that of a new
// session.
func TestRestartedGamesAreNew(t *testing.T) {
	c := bazaar.Written(t, "castle", castle)
	tell := func(s *session.Session) string {
		x := transcriber{t: t, content: c, Session: s}
		x.where()
		x.state()
		for _, line := range []string{"seen", "choice", "whisper 1", "hint 1 3", "seen", "undo 1", "gather", "@2 whisper 1", "seen", "load", "undo 9"} {
			seated(&x, line)
		}
		return x.out.String()
	}
	want := tell(opened(t, c, "castle", 9))
	for _, commands := range []string{"", "whisper 2|hint 1 3|turn", "use page|undo 1", "gather|@2 whisper 2", "lua vars.gold = 3|load", "begin greet", "fee 1 2|load"} {
		x := transcriber{t: t, content: c, Session: opened(t, c, "castle", 4)}
		for line := range strings.SplitSeq(commands, "|") {
			x.enter(line)
		}
		if problem := x.Restart(9); problem != nil {
			t.Fatal(problem)
		}
		if got := tell(x.Session); got != want {
			t.Errorf("restarted after %q it is\n%s\nand a new one\n%s", commands, got, want)
		}
	}
}

// TestForksKeepWhatIsSet checks that a fork has the budget, the profile and the content
// of its game, and no choice of its earlier one.
func TestForksKeepWhatIsSet(t *testing.T) {
	files := map[string]string{"content/arcade/game.yaml": lasting}
	c := build(t, files)
	s, problem := session.New(c, "arcade", session.Options{Seed: 7, Fuel: 400, Profile: rules.Profile{"runs": state.Num(3)}})
	if problem != nil {
		t.Fatal(problem)
	}
	fork := s.Fork(nil)
	if got := fmt.Sprint(fork.StartProfile()); got != fmt.Sprint(s.StartProfile()) || !strings.Contains(got, "runs:3") {
		t.Errorf("the fork began with %s", got)
	}
	if r := fork.Run("lua for i = 1, 1000 do end"); r.Problem == nil || r.Problem.Code != "script/fuel" || r.Fuel < 400 || r.Fuel > 410 {
		t.Errorf("the fork has another budget: %d, %v", r.Fuel, r.Problem)
	}
	later, problems := mustLoad(files, c)
	if later == nil || later == c {
		t.Fatal(problems)
	}
	s.Swap(later)
	if again := s.Fork(fork); again.Content() != later || again.Hash() != s.Hash() {
		t.Error("the fork has the content of its earlier game")
	}
	twin := play(t)
	fork = twin.Fork(nil)
	fork.Begin("lock")
	luck := random.New(1, "fork")
	c1, _, _ := fork.Sample(&luck)
	run(t, twin, "lock d1")
	if fork = twin.Fork(fork); fork.ChoiceStarted() {
		t.Error("the fork has the choice of its earlier game", c1)
	}
	for range 50 { // until one is sampled that the lock forbids
		fork = play(t).Fork(fork)
		command, _, _ := fork.Sample(&luck)
		fork = twin.Fork(fork)
		if _, refusal, _ := fork.Parse(fork.Format(command)); refusal != nil {
			if r := fork.Do(command); r.Refusal == nil {
				t.Errorf("%s, sampled in another game, is done: %v", fork.Format(command), r.Problem)
			}
			return
		}
	}
	t.Error("nothing was sampled that is not legal")
}

// TestWatchersOfAGameForOne checks what only watchers may not read.
func TestWatchersOfAGameForOne(t *testing.T) {
	s := opened(t, bazaar.Written(t, "castle", strings.Replace(castle, "{min: 2", "{min: 1", 1)), "castle", 6)
	for _, command := range []string{"use page#2", "whisper 1", "hint 1 3"} {
		run(t, s, command)
	}
	for player, want := range [][]string{{"start", "use h4", "…", "hint … …"}, {"start", "use page#2", "whisper 1", "hint 1 3"}} {
		for turn := range want {
			if got := s.CommandSeenBy(turn, player); got != want[turn] {
				t.Errorf("player %d reads %q, expected %q", player, got, want[turn])
			}
		}
	}
}

// TestWhatIsReadOpenly checks which expressions read only what everyone knows.
func TestWhatIsReadOpenly(t *testing.T) {
	s := opened(t, bazaar.Written(t, "castle", castle), "castle", 6)
	for _, c := range []struct {
		prepare, read string
		want          bool
	}{
		{"", "vars.gold", true},
		{"", "1 + 1", true},
		{"", `count("hand")`, false},
		{"", `count("hall")`, true},
		{"", `at("stock", 1).id`, true},
		{"", `at("vault", 1).id`, false},
		{`vars.guest = at("hand", 1)`, "vars.guest.id", false},
		{`at("hand", 1).face_up = true`, "vars.guest.id", true},
		{`vars.guest = at("hand@2", 1)`, "vars.guest.id", false},
		{`vars.guest = at("vault", 2)`, "vars.guest.id", false},
		{`vars.guest = at("stock", 2)`, "vars.guest.id", true},
	} {
		if c.prepare != "" {
			run(t, s, "lua "+c.prepare)
		}
		if got := s.ReadsPublic(func() { look(t, s, c.read) }); got != c.want {
			t.Errorf("%s is read openly: %v", c.read, got)
		}
		if s.State().Tracked() {
			t.Errorf("what is read after %s is recorded, too", c.read)
		}
	}
}

// TestJoinedSentencesAreParsed checks how texts that a script has put together
// are taken apart, and how deep.
func TestJoinedSentencesAreParsed(t *testing.T) {
	s := opened(t, bazaar.Written(t, "castle", castle), "castle", 6)
	var apart func(value any) string
	apart = func(value any) string {
		m, ok := value.(*diag.Message)
		if !ok {
			return fmt.Sprintf("%T:%v", value, value)
		}
		var args []string
		for _, arg := range m.Args {
			args = append(args, apart(arg))
		}
		return m.Format + "[" + strings.Join(args, ",") + "]"
	}
	deep := `t = "9" .. vars.gold`
	for n := 8; n > 0; n-- {
		deep += fmt.Sprintf(` t = "%d" .. t`, n)
	}
	for text, want := range map[string]string{
		`t = "You have " .. vars.gold .. " gold."`:                               "You have {v1} gold.[string:4]",
		`t = "a " .. at("hand", 1).id t = "You have " .. vars.gold .. ", " .. t`: "You have {v1}, {v2}[string:4,a {v1}[string:page]]",
		`t = "plain"`:              "{text}[string:plain]",
		`t = "{v1} " .. vars.gold`: "{text}[string:{v1} 4]",
		deep:                       "1{v1}[2{v1}[3{v1}[4{v1}[5{v1}[6{v1}[7{v1}[{text}[string:894]]]]]]]]",
	} {
		said := run(t, s, "lua local t "+text+" say(t)").Messages[0].Text
		if got := apart(s.Sentence(said)); got != want {
			t.Errorf("%s is %s, expected %s", text, got, want)
		}
	}
}
