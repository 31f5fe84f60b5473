package host

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/locale"
	"sleight/runtime/content/safefile"
	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/golden"
)

// TestTranscripts plays the scripts in testdata at tables whose files were
// written beforehand, so that their seeds and tokens are known, and compares
// everything that clients receive and that the files contain.
func TestTranscripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	for _, script := range scripts {
		t.Run(filepath.Base(script), func(t *testing.T) {
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				st := newStage(t)
				for line := range strings.Lines(string(text)) {
					switch {
					case strings.HasPrefix(line, "> "):
						st.out.WriteString(line)
						st.do(strings.TrimSpace(line[2:]))
					case line == "\n", strings.HasPrefix(line, "#"):
						st.out.WriteString(line)
					}
				}
				st.Host.Close()
				golden.Check(t, script, st.out.String())
			})
		})
	}
}

// stage runs a script.
type stage struct {
	*room
	out     strings.Builder
	content string // its digest
	people  []*actor
	shown   int // bytes of the log that the transcript has
}

// actor is a client of a script.
type actor struct {
	*sitter
	name   string
	asleep bool // does not fetch the news that it is notified of
}

// newStage opens a host whose folder has tables: t-one for two players, with a
// stand-in; t-pinned for three players; t-old, whose content is not stored as a
// bundle; t-odd, which has records of a third player; t-wrong, which has the
// file of another table; and t-bad, whose file is damaged.
func newStage(t *testing.T) *stage {
	r := &room{T: t, folder: t.TempDir(), limits: Limits{Seat: 2, Watchers: 1, Acts: 4, Reads: 50, BotDelay: time.Second, Tables: 7}}
	c, bundle := contents(t, "1")
	g, _ := c.Game("sealed")
	st := &stage{room: r, content: g.Digest()}
	for _, h := range []*header{
		{Format: format, ID: "t-one", Game: "sealed", Seed: 5, Seats: 2, StandIn: "random", Patience: 60},
		{Format: format, ID: "t-pinned", Game: "sealed", Seed: 6, Seats: 3, Pinned: true},
		{Format: format, ID: "t-old", Game: "sealed", Seed: 7, Seats: 2},
		{Format: format, ID: "t-odd", Game: "sealed", Seed: 8, Seats: 2},
		{Format: format, ID: "t-wrong", Game: "sealed", Seed: 9, Seats: 2},
	} {
		if h.Content = (contentID{st.content, archive.Digest(bundle)}); h.ID == "t-old" {
			h.Content.Bundle = ""
		}
		for _, token := range []string{"first", "second", "third"}[:h.Seats] {
			h.Keys = append(h.Keys, digest(token))
		}
		h.Keys = append(h.Keys, digest("watch"))
		records, name := []*record{{Head: h}}, h.ID+fileEnd
		switch h.ID {
		case "t-wrong":
			h.ID = "t-other"
		case "t-odd":
			records = append(records, &record{SeatBot: &seatBot{0, "random"}}, &record{SeatBot: &seatBot{3, "random"}})
			for player, outcome := range passes(t, c, h) {
				records = append(records, &record{Command: &playedCommand{"pass", 1 + player, int64(7 + player), outcome}})
			}
		}
		if _, err := createFile(safefile.Disk{}, filepath.Join(r.folder, name), records...); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(r.folder, "t-bad"+fileEnd), []byte("hello\nworld\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	st.restart("1")
	return st
}

// passes returns the outcomes of three commands in the game of a table.
func passes(t *testing.T, c *rules.Content, h *header) (out []string) {
	s, problem := session.New(c, h.Game, session.Options{Seed: h.Seed, Players: h.Seats})
	if problem != nil {
		t.Fatal(problem)
	}
	for range 3 {
		out = append(out, save.Outcome(state.NewOutliner(s.State()).Effects(s.Run("pass").Changes)))
	}
	return out
}

func (st *stage) restart(edition string) {
	st.open(edition, func(o *Options) { o.Now = time.Now })
	st.people = nil
}

// do runs one line of a script and writes the result.
func (st *stage) do(line string) {
	words := append(strings.SplitN(line, " ", 3), "", "")
	who, verb, rest := words[0], words[1], words[2]
	if who == "host" {
		st.host(verb, rest)
	} else if verb == "join" {
		st.join(who, rest)
	} else if i := slices.IndexFunc(st.people, func(a *actor) bool { return a.name == who }); i >= 0 {
		st.act(st.people[i], verb, rest)
	} else {
		st.Fatalf("nobody is called %s: %s", who, line)
	}
	synctest.Wait()
	for _, a := range st.people {
		if a.asleep {
			continue
		}
		for _, n := range a.notified() {
			fmt.Fprintf(&st.out, "  %s hears %s\n", a.name, st.fetched(a, n))
		}
	}
	logged := regexp.MustCompile(`time=\S+ `).ReplaceAllString(st.log.String()[st.shown:], "")
	st.shown = len(st.log.String())
	for _, line := range slices.Sorted(strings.Lines(logged)) { // tables log in any order
		st.out.WriteString("  log: " + st.masked(line))
	}
}

// fetched returns the messages that a client gets after a notification.
func (st *stage) fetched(a *actor, n Notice) string {
	switch n {
	case SeatChanged:
		return string(a.News(func(n *TableUpdate) []byte { return []byte(text(brief(n))) }))
	case PresenceChanged:
		return text(a.Presence())
	default:
		gone, _ := a.Gone()
		return text(gone)
	}
}

// answer writes the answer to a call.
func (st *stage) answer(v any, err error) {
	if err != nil {
		fmt.Fprintf(&st.out, "  error of kind %d: %s\n", kindOf(err), st.masked(err.Error()))
		return
	}
	fmt.Fprintf(&st.out, "  %s\n", text(v))
}

// masked replaces values that depend on the engine's version, or on chance.
func (st *stage) masked(text string) string {
	text = strings.ReplaceAll(text, st.folder, "FOLDER")
	return regexp.MustCompile(`[0-9a-f]{64}`).ReplaceAllString(strings.ReplaceAll(text, st.content, "CONTENT"), "DIGEST")
}

func (st *stage) join(who, rest string) {
	place, token, _ := strings.Cut(rest, " ")
	a := &actor{sitter: &sitter{T: st.T}, name: who}
	c, news, err := st.Join(context.Background(), place, token, locale.Language{}, a.notify)
	if err != nil {
		st.answer(nil, err)
		return
	}
	a.Participant = c
	if table, _ := st.find(place); table.session.Turn() == 0 || len(table.participants) == 1 {
		table.rng = random.New(1, "bots of a script")
	}
	st.people = append(slices.DeleteFunc(st.people, func(b *actor) bool { return b.name == who }), a)
	st.answer(brief(news), nil)
}

// act makes a call of a client.
func (st *stage) act(a *actor, verb, rest string) {
	ctx := context.Background()
	n, _ := strconv.Atoi(rest)
	switch verb {
	case "act", "does":
		call := Act{Command: rest}
		if verb == "act" {
			unmarshal(st.T, rest, &call)
		}
		out, err := a.Act(ctx, call)
		st.answer(out, err)
	case "chooses":
		call := ChoiceRequest{Command: rest}
		if command, picked, ok := strings.Cut(rest, ": "); ok {
			call = ChoiceRequest{command, strings.Fields(picked)}
		}
		out, err := a.Choose(ctx, call)
		st.answer(out, err)
	case "legal":
		out, err := a.Legal(ctx, n)
		st.answer(out, err)
	case "history":
		out, err := a.History(ctx, n)
		st.answer(out, err)
	case "view":
		out, err := a.View(ctx)
		st.answer(brief(out), err)
	case "clocks":
		out, err := a.Clocks(ctx)
		st.answer(out, err)
	case "numbers":
		once, seats := a.LastCommandNumber(), a.SeatCount()
		st.answer([]int64{once, int64(seats)}, nil)
	case "presence":
		st.answer(a.Presence(), nil)
	case "gone":
		gone, lost := a.Gone()
		st.answer([]any{gone, lost}, nil)
	case "leaves":
		a.Leave()
	case "sleeps", "wakes":
		a.asleep = verb == "sleeps"
	default:
		st.Fatalf("unknown call %s", verb)
	}
}

// host performs an action of the person who runs the host.
func (st *stage) host(verb, rest string) {
	switch verb {
	case "waits":
		long, err := time.ParseDuration(rest)
		if err != nil {
			st.Fatal(err)
		}
		<-time.After(long)
	case "restarts":
		st.Host.Close()
		st.restart(rest)
	case "takes":
		c, bundle := contents(st.T, rest)
		st.Bundle = func() ([]byte, error) { return bundle, nil }
		st.SetContent(c)
	case "rests":
		for _, h := range st.Tables() {
			t, _ := st.find(h.Table)
			t.unloadIfIdle(st.Limits.Idle)
		}
	case "closes":
		st.Host.Close()
	case "seats":
		var table, bot string
		var player int
		_, _ = fmt.Sscan(rest, &table, &player, &bot)
		st.answer("seated", st.SetSeatBot(table, player, bot))
	case "creates":
		var o Setup
		unmarshal(st.T, rest, &o)
		out, err := st.Create(o)
		if err != nil {
			st.answer(nil, err)
			return
		}
		st.answer(len(out.Seats), nil)
	case "tables":
		var out []TableInfo
		for _, h := range st.Tables() {
			h.Table = regexp.MustCompile(`^t-[a-z0-9]{10}$`).ReplaceAllString(h.Table, "t-RANDOM")
			out = append(out, h)
		}
		slices.SortFunc(out, func(a, b TableInfo) int { return strings.Compare(a.Table, b.Table) })
		st.answer(out, nil)
	default:
		st.files(verb, rest)
	}
}

// files shows and damages the host's files.
func (st *stage) files(verb, rest string) {
	switch verb {
	case "damages":
		bundles, _ := filepath.Glob(filepath.Join(st.folder, "content", "*.zip"))
		for _, bundle := range bundles {
			if err := os.WriteFile(bundle, []byte(rest), 0o600); err != nil {
				st.Fatal(err)
			}
		}
	case "loses":
		if err := os.RemoveAll(filepath.Join(st.folder, "content")); err != nil {
			st.Fatal(err)
		}
	case "file":
		data, err := fs.ReadFile(os.DirFS(st.folder), rest+fileEnd)
		if err != nil {
			st.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			_, text, _ := bytes.Cut(line, []byte(" "))
			st.out.WriteString("  " + st.masked(string(text)))
		}
	default:
		st.Fatalf("unknown %s", verb)
	}
}

// brief returns news with only the names and values of the view. Package board tests
// whole views.
func brief(n *TableUpdate) any {
	if n == nil {
		return nil
	}
	short := struct {
		*TableUpdate
		View string `json:"view"`
	}{TableUpdate: n}
	if v := n.View; v != nil {
		short.View = fmt.Sprintf("turn %d, %s acts in %s", v.Turn, fmt.Sprint(v.Acting), v.Phase.Name)
		for _, g := range v.Groups {
			for _, f := range g.Figures {
				short.View += fmt.Sprintf(", %s %s", f.Name, f.Value)
			}
			for _, z := range g.Zones {
				short.View += fmt.Sprintf(", %s %s", z.Name, things(z))
			}
		}
		if v.Ending != nil {
			short.View += fmt.Sprintf(", %s %s", v.Ending.Outcome, v.Ending.Text)
		}
	}
	return short
}

func things(z board.Zone) string {
	var out []string
	for _, thing := range z.Entities {
		out = append(out, strings.TrimSpace(thing.Label+" "+thing.Name))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// TestTableFileFormat checks the bytes of a table's file, which every version of
// the program has to read.
func TestTableFileFormat(t *testing.T) {
	records := []*record{
		{Head: &header{Format: format, ID: "t-one", Game: "g", Seed: 1 << 63, Seats: 1, Keys: []string{"a", "b"}, StandIn: "greedy", Patience: 3, Pinned: true, Content: contentID{"d", "e"}}},
		{SeatBot: &seatBot{1, "random"}},
		{Command: &playedCommand{"use x <y>", 1, 4, "o"}},
		{Swap: &contentID{Digest: "f"}},
	}
	const want = `1d3b4b2d801f806c {"table":{"format":1,"id":"t-one","game":"g","seed":"9223372036854775808","seats":1,"keys":["a","b"],"stand_in":"greedy","patience":3,"pinned":true,"content":{"digest":"d","bundle":"e"}}}
b17d740d102332ba {"sits":{"player":1,"bot":"random"}}
5103a97f4c4c558b {"move":{"do":"use x \u003cy\u003e","by":1,"once":4,"outcome":"o"}}
d32c1868695e7111 {"content":{"digest":"f"}}
`
	var c chain
	var file []byte
	for _, r := range records {
		file = append(file, c.line(r)...)
	}
	if string(file) != want {
		t.Errorf("the file is\n%s", file)
	}
	again, length, end, err := parse(file)
	if a, b := text(again), text(records); err != nil || a != b || length != int64(len(file)) || end != c {
		t.Errorf("it is read as %s, %d bytes, %v", a, length, err)
	}
}
