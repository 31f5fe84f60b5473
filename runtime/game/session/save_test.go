package session_test

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/tests/heap"
)

const saveFile = "game.save"

// undigested returns a save without its digest, as earlier versions wrote it.
func undigested(save []byte) string {
	return regexp.MustCompile(`,\n "digest": "[0-9a-f]*"`).ReplaceAllString(string(save), "")
}

// written returns a game as Save writes it.
func written(t testing.TB, s *session.Session) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// reloaded saves a game and loads it again, checking that both are in the same
// state.
func reloaded(t testing.TB, s *session.Session, c *rules.Content) (loaded *session.Session, notes []string) {
	t.Helper()
	loaded, notes, problem := session.Load(c, bytes.NewReader(written(t, s)), saveFile)
	if problem != nil {
		t.Fatal(problem)
	}
	if loaded.Hash() != s.Hash() || loaded.Turn() != s.Turn() || !slices.Equal(loaded.Commands(), s.Commands()) {
		t.Fatalf("%s was loaded as %s, in another state or with another log", s, loaded)
	}
	return loaded, notes
}

func TestLoadedGamesContinueIdentically(t *testing.T) {
	games(t, 300, func(t *testing.T, s *session.Session, hashes []string, o session.Options) {
		log := s.Commands()
		half := len(log) / 2
		s.Goto(half)
		loaded, notes := reloaded(t, s, s.Content())
		if debugged := slices.ContainsFunc(log[:half], isLua); debugged != (len(notes) > 0) {
			t.Errorf("notes are %q for the log %q", notes, log[:half])
		}
		loaded.SetFuel(o.Fuel)
		for turn := half; ; turn++ {
			if s.Hash() != hashes[turn] || loaded.Hash() != hashes[turn] {
				t.Fatalf("after command %d they are in different states", turn)
			}
			for _, tell := range []func(*session.Session) string{views, legal} {
				if a, b := tell(s), tell(loaded); a != b {
					t.Fatalf("after command %d one shows\n%s\nand the loaded one\n%s", turn, a, b)
				}
			}
			if turn == len(log) {
				return
			}
			s.Redo(1)
			run(t, loaded, log[turn])
		}
	})
}

func isLua(command string) bool { return strings.HasPrefix(command, "lua ") }

// views returns all views of a game as text.
func views(s *session.Session) string {
	var b strings.Builder
	for _, v := range s.Game().Views {
		value, _ := s.View(v)
		b.WriteString(v.Name + " " + value.String() + "\n")
	}
	return b.String()
}

// legal returns all legal commands as text.
func legal(s *session.Session) string {
	var b strings.Builder
	commands, _ := s.Legal(0)
	for _, c := range commands {
		b.WriteString(s.Format(c) + "\n")
	}
	return b.String()
}

func TestALoadedGameCanBeUndoneToItsStart(t *testing.T) {
	s := play(t)
	start := s.Hash()
	for _, c := range []string{"roll", "lock d1", "rest", "wake", "use bomb d2"} {
		run(t, s, c)
	}
	loaded, notes := reloaded(t, s, s.Content())
	if len(notes) > 0 {
		t.Error(notes)
	}
	if n := loaded.Undo(9); n != 5 || loaded.Hash() != start {
		t.Errorf("%d of 5 commands are undone to another start", n)
	}
}

// TestLuaInALogIsNotRunByLoading checks that Lua commands in a log, which may
// come from elsewhere, are not run.
func TestLuaInALogIsNotRunByLoading(t *testing.T) {
	s := play(t)
	run(t, s, "lua vars.gold = 50")
	run(t, s, "use coin")
	loaded, notes := reloaded(t, s, s.Content())
	if got := look(t, loaded, "vars.gold"); got != "52" || loaded.Undo(1) != 0 {
		t.Errorf("gold is %s, and the Lua was run again", got)
	}
	if len(notes) != 1 || notes[0] != "what happened before the save cannot be undone" {
		t.Errorf("notes are %q", notes)
	}
	run(t, loaded, "use coin")
	// Not even after leading spaces.
	text := strings.Replace(undigested(written(t, play(t))), `"commands": null`, `"commands": [" lua while true do end"]`, 1)
	_, notes, problem := session.Load(s.Content(), strings.NewReader(text), saveFile)
	if problem != nil || len(notes) != 1 {
		t.Errorf("notes are %q, problem %v", notes, problem)
	}
}

func TestSavesContinueOnOtherContent(t *testing.T) {
	s := play(t)
	run(t, s, "lock d1")
	files := edited(t, gameFile, "  luck:", "  fame: {start: 4}\n  luck:", "pay: 2", "pay: 3")
	loaded, notes, problem := session.Load(build(t, files), bytes.NewReader(written(t, s)), saveFile)
	if problem != nil {
		t.Fatal(problem)
	}
	want := []string{"the save was made with other content", "the pack tiny has been edited", "game/tiny differs", "what happened before the save cannot be undone"}
	if !slices.Equal(notes, want) {
		t.Errorf("notes are %q", notes)
	}
	if got := look(t, loaded, `vars.fame .. " " .. vars.gold .. " " .. game.pay`); got != "4 5 3" {
		t.Errorf("fame, gold and pay are %s", got)
	}
	run(t, loaded, "rest")
}

func TestUnusableSavesAreRefused(t *testing.T) {
	s := play(t)
	run(t, s, "ring 1")
	run(t, s, "rest")
	text := undigested(written(t, s))
	for name, c := range map[string]struct{ old, new, says string }{
		"no such game":     {`"game": "tiny"`, `"game": "small"`, `no content has the game "small"`},
		"another format":   {`"sleight_save": 1`, `"sleight_save": 2`, "its format 2 is not 1"},
		"too many players": {`"players": 1`, `"players": 7`, "Tiny is for 1 player, and was played by 7"},
		"two seeds":        {"{\n  \"seed\": \"1\"", "{\n  \"seed\": \"2\"", "contradict each other"},
		"another seed":     {`"seed": "1"`, `"seed": "2"`, "does not match its hash"},
		"an edited state":  {`"value": "horn `, `"value": "hoarse `, "does not match its hash"},
		"other players":    {"\n  \"players\": 1", "\n  \"players\": 2", "contradict each other"},
		"a variable more":  {`"variables": [`, `"variables": [{"name": "fame", "value": 1},`, "does not match its hash"},
		"an unknown key":   {`"game"`, `"gane"`, `unknown key "gane"`},
		"an unknown item":  {`"is": "die/d6"`, `"is": "die/d7"`, "die/d7 is in play but no content defines it"},
		"more behind":      {"\n}\n", "\n}\n{}", "there is more text after its end"},
		"nothing":          {text, "", "it ends too early"},
		"no JSON":          {text, "gold = 5", "expected a value, got 'g'"},
	} {
		t.Run(name, func(t *testing.T) {
			damaged := strings.ReplaceAll(text, c.old, c.new)
			if damaged == text {
				t.Fatalf("%q is not in\n%s", c.old, text)
			}
			refused(t, s.Content(), damaged, c.says)
		})
	}
}

func TestATruncatedSaveIsRefused(t *testing.T) {
	s := play(t)
	run(t, s, "lock d1")
	text := string(written(t, s))
	for n := range len(text) - len("}\n") {
		refused(t, s.Content(), text[:n], "")
	}
}

// TestAFlippedBitIsFoundAtLoad flips every bit of a save and checks that a save
// that still loads has the same meaning: the bit was in white space, or the
// text is equivalent.
func TestAFlippedBitIsFoundAtLoad(t *testing.T) {
	s := play(t)
	for _, c := range []string{"lock d1", "ring 2", "swap d2 d3", "use bomb d2"} {
		run(t, s, c)
	}
	text := written(t, s)
	step := 7 // in bits; every byte is covered
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		step = 1
	case testing.Short():
		step = 61
	}
	flipped, loaded := 0, 0
	for bit := 0; bit < 8*len(text); bit += step {
		damaged := bytes.Clone(text)
		damaged[bit/8] ^= 1 << (bit % 8)
		flipped++
		again, _, problem := session.Load(s.Content(), bytes.NewReader(damaged), saveFile)
		if problem != nil {
			continue
		}
		loaded++
		if !bytes.Equal(written(t, again), text) {
			t.Fatalf("with bit %d of byte %d flipped it says otherwise, and is loaded:\n%s", bit%8, bit/8, damaged)
		}
	}
	t.Logf("of %d flips, %d changed nothing that is said, and the rest were found", flipped, loaded)
}

// TestALostOutcomeIsFoundAtLoad checks that missing outcomes are reported,
// although they affect nothing.
func TestALostOutcomeIsFoundAtLoad(t *testing.T) {
	s := play(t)
	run(t, s, "rest")
	text := string(written(t, s))
	lines := strings.SplitAfter(text, "\n")
	i := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, `"outcomes"`) }) + 1
	refused(t, s.Content(), strings.Join(slices.Delete(slices.Clone(lines), i, i+1), ""), "does not match its digest")
	lines[i], lines[i+1] = lines[i+1]+",", strings.TrimSuffix(strings.TrimSpace(lines[i]), ",")+"\n"
	refused(t, s.Content(), strings.Join(lines, ""), "does not match its digest")
	refused(t, s.Content(), strings.Replace(text, `"players": 1,`, `"players": 1, "players": 1,`, 1), `duplicate key "players"`)
}

// TestSavesInAnyLayout checks that a program may write a save again in
// another layout, with keys in another order.
func TestSavesInAnyLayout(t *testing.T) {
	s := play(t)
	run(t, s, "rest")
	var any map[string]any
	if err := json.Unmarshal(written(t, s), &any); err != nil {
		t.Fatal(err)
	}
	compact, err := json.Marshal(any)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, problem := session.Load(s.Content(), bytes.NewReader(compact), saveFile); problem != nil {
		t.Error(problem)
	}
}

// TestLongLogsAreRefusedByAStatedBound checks that saves beyond the limits are
// refused without allocating the memory they would need.
func TestLongLogsAreRefusedByAStatedBound(t *testing.T) {
	s := play(t)
	text := undigested(written(t, s))
	for says, commands := range map[string]int{
		"it has 100001 commands, but a save holds at most 100000": 100_001,
		"it has more than 500000 values":                          1_000_000,
		"it has more than 16777216 bytes":                         5_000_000,
	} {
		long := strings.Replace(text, `"commands": null`, `"commands": [`+strings.Repeat(`"a",`, commands-1)+`"a"]`, 1)
		if taken := heap.Allocated(func() { refused(t, s.Content(), long, says) }); taken > 64<<20 {
			t.Errorf("%d commands take %d bytes", commands, taken)
		}
	}
}

// TestSavesWithAFlippedBitAreRefusedOrValid flips bits in a save without a
// digest, as earlier versions wrote it, and checks that a save that still loads
// can be played on.
func TestSavesWithAFlippedBitAreRefusedOrValid(t *testing.T) {
	s := play(t)
	for _, c := range []string{"lock d1", "ring 2", "swap d2 d3", "use bomb d2"} {
		run(t, s, c)
	}
	text, choose, loaded := []byte(undigested(written(t, s))), lucky(1), 0
	for range thorough(1000) {
		at, bit := choose.IntN(len(text)), byte(1)<<choose.IntN(8)
		text[at] ^= bit
		if sound(t, s.Content(), text) {
			loaded++
		}
		text[at] ^= bit
	}
	t.Logf("%d of %d were loaded", loaded, thorough(1000))
}

// moving is a script that takes from every zone, adds something new to it, and
// writes properties.
const moving = `for _, zone in pairs(saved.zones) do
        zone[#zone] = nil
        table.insert(zone, { is = "relic/clover", shine = #zone })
        saved.variables.gold = zone[1]
      end
      saved.variables.gold = #saved.away`

// FuzzLoad checks that any save is refused with a place or gives a game that
// can be continued, also when migrations are needed.
func FuzzLoad(f *testing.F) {
	c := build(f, tiny)
	s := opened(f, c, "tiny", 1)
	f.Add([]byte(undigested(written(f, s))))
	for _, command := range []string{"lock d1", "ring 2", "use bomb d2", "lua vars.gold = 50", "rest"} {
		run(f, s, command)
	}
	f.Add([]byte(undigested(written(f, s))))
	f.Add(bytes.Replace([]byte(undigested(written(f, s))), []byte(s.Game().Digest()), []byte("0"), 1))
	f.Add([]byte(`{"sleight_save": 1, "game": "tiny", "players": 1, "state": {"players": 1}}`))
	old, _ := mustLoad(first, nil)
	f.Add([]byte(undigested(written(f, opened(f, old, "luck", 3)))))
	later, problems := mustLoad(version("1.1.0", scripted(moving)+"rename: {variables: {dull: grey}, zones: {attic: loft}, properties: {die.glow: die.gleam}, events: {dusk: night}}\ngone: {definitions: {relic/coin: relic/clover}}\n",
		"dull", "grey", "attic", "loft", "glow", "gleam", "dusk", "night"), nil)
	if later == nil {
		f.Fatal(problems)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sound(t, c, data)
		sound(t, later, data)
	})
}

// sound loads an untrusted save and plays on from it. It reports whether the
// save was accepted.
func sound(t *testing.T, c *rules.Content, data []byte) bool {
	t.Helper()
	s, _, problem := session.Load(c, bytes.NewReader(data), saveFile)
	if (s == nil) == (problem == nil) {
		t.Fatalf("loading gives %v and %v", s, problem)
	}
	if problem != nil {
		if problem.Code != "save/invalid" || problem.Place.File != saveFile {
			t.Fatal(problem)
		}
		return false
	}
	s.SetFuel(enough)
	s.Choice()
	views(s)
	reloaded(t, s, c)
	before := s.Hash()
	commands, problem := s.Legal(50)
	if problem != nil && problem.Code == "engine/internal" {
		t.Fatal(problem)
	}
	for _, command := range commands {
		r := s.Do(command)
		if r.Problem != nil && r.Problem.Code == "engine/internal" {
			t.Fatal(r.Problem)
		}
		if r.OK() {
			s.Undo(1)
		}
		if s.Hash() != before {
			t.Fatalf("%s left something behind", s.Format(command))
		}
	}
	return true
}

func TestReadingASaveIsLimited(t *testing.T) {
	refused(t, build(t, tiny), strings.Repeat(" ", 16<<20+1), "more than 16777216 bytes")
}

func TestSavesKeepTheOutcomeOfEachCommand(t *testing.T) {
	s := play(t)
	for _, c := range []string{"lock d1", "use coin", "rest"} {
		run(t, s, c)
	}
	kept, problem := save.Read(bytes.NewReader(written(t, s)), saveFile)
	if problem != nil || len(kept.Outcomes) != 4 || kept.Outcomes[1] == kept.Outcomes[2] {
		t.Fatalf("%v, problem %v", kept.Outcomes, problem)
	}
	// Commands done under other content keep their outcome.
	changed := build(t, edited(t, gameFile, "  luck:", "  fame: {start: 4}\n  luck:"))
	loaded, _, problem := session.Load(changed, bytes.NewReader(written(t, s)), saveFile)
	if problem != nil {
		t.Fatal(problem)
	}
	run(t, loaded, "wake")
	again, _ := save.Read(bytes.NewReader(written(t, loaded)), saveFile)
	if !slices.Equal(again.Outcomes[:4], kept.Outcomes) || len(again.Outcomes) != 5 || again.Outcomes[4] == "" {
		t.Errorf("%v became %v", kept.Outcomes, again.Outcomes)
	}
}

// refused loads a save that must be refused, with a place in it.
func refused(t *testing.T, c *rules.Content, text, says string) {
	t.Helper()
	loaded, _, problem := session.Load(c, strings.NewReader(text), saveFile)
	if loaded != nil || problem == nil || problem.Code != "save/invalid" || problem.Place.File != saveFile || !strings.Contains(problem.Message.String(), says) {
		t.Fatalf("loading gives %v and %v, expected %q", loaded, problem, says)
	}
}
