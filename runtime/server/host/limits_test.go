package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

// TestDamagedFilesAreReadUpToTheDamage checks how much is read of a file that
// is cut off anywhere, lacks a line break, or has a wrong byte.
func TestDamagedFilesAreReadUpToTheDamage(t *testing.T) {
	var c chain
	var data []byte
	ends := []int{0}
	for _, r := range []*record{{Head: &header{Format: format, ID: "t-x", Seats: 2}}, {Command: &playedCommand{"pass", 1, 0, "x"}}, {SeatBot: &seatBot{1, "random"}}} {
		data = append(data, c.line(r)...)
		ends = append(ends, len(data))
	}
	said := func(data []byte) string {
		records, length, _, err := parse(data)
		return fmt.Sprint(len(records), " ", length, " ", err)
	}
	line := 0 // that a cut or a wrong byte is in
	for at := range data {
		if at >= ends[line+1] {
			line++
		}
		want := fmt.Sprint(line, " ", ends[line], " ", errTorn)
		if at == ends[line] {
			want = fmt.Sprint(line, " ", ends[line], " <nil>")
		}
		if got := said(data[:at]); got != want {
			t.Errorf("cut at %d: %s, want %s", at, got, want)
		}
		want = fmt.Sprintf("0 0 line %d is damaged", line+1)
		changed := append([]byte{}, data...)
		if changed[at] ^= 1; said(changed) != want {
			t.Errorf("a wrong byte at %d: %s, want %s", at, said(changed), want)
		}
		if line < 2 || at > len(data)-3 {
			continue
		}
		// After a power failure, only a part of a line may have been written.
		clear(changed[at : at+2])
		if got, want := said(changed), fmt.Sprint(2, " ", ends[2], " ", errTorn); got != want {
			t.Errorf("zeros at %d: %s, want %s", at, got, want)
		}
	}
	for i := range 2 {
		joined := append(append([]byte{}, data[:ends[i+1]-1]...), data[ends[i+1]:]...)
		if got, want := said(joined[:ends[i+2]-1]), fmt.Sprintf("0 0 line %d is damaged", i+1); got != want {
			t.Errorf("lines %d and %d joined: %s, want %s", i+1, i+2, got, want)
		}
	}
	if got, want := said(data), fmt.Sprint(3, " ", len(data), " <nil>"); got != want {
		t.Errorf("whole: %s, want %s", got, want)
	}
}

// TestCallsAreBounded checks the limits of calls: commands to list, the length
// of a command, and picks.
func TestCallsAreBounded(t *testing.T) {
	const wide = `
kind: game
id: wide
name: Wide
players: {min: 1, max: 2}
actions: {count: {targets: [{name: a, from: "range(1, 50)"}, {name: b, from: "range(1, 50)"}]}}
phases: {play: {actions: [count]}}
lua: "return { do_count = function() end }"
`
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/wide/game.yaml": {Data: []byte(wide)}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	r := openRoom(t, func(o *Options) { o.Content, o.Bundle = c, nil })
	opened, err := r.Create(Setup{Game: "wide"})
	if err != nil {
		t.Fatal(err)
	}
	s := r.sit(opened.Table, opened.Seats[0])
	for limit, want := range map[int]int{-1: defaultLegal, 0: defaultLegal, 1: 1, 2: 2, maxLegal: maxLegal, maxLegal + 1: defaultLegal} {
		got, err := s.Legal(t.Context(), limit)
		if err != nil || len(got.Commands) != want || !got.More {
			t.Errorf("limit %d: %d commands, more %v, %v", limit, len(got.Commands), got.More, err)
		}
	}
	long, picks := strings.Repeat("x", maxText), make([]string, maxPicks)
	for i := range picks {
		picks[i] = "1"
	}
	if got, err := s.Choose(t.Context(), ChoiceRequest{long, picks}); err != nil || got.Refusal == "" {
		t.Errorf("the longest choice: %+v, %v", got, err)
	}
	for _, ask := range []ChoiceRequest{{long + "x", nil}, {"count", append(picks, "1")}} {
		if _, err := s.Choose(t.Context(), ask); kindOf(err) != Invalid || err.Error() != "a command may have at most 4000 bytes and 100 picks" {
			t.Errorf("%d bytes and %d picks: %v", len(ask.Command), len(ask.Picked), err)
		}
	}
	if out, err := s.Act(t.Context(), Act{Command: long}); err != nil || out.Code != "unknown-action" {
		t.Errorf("the longest command: %s, %v", out.Code, err)
	}
	if again, err := r.Create(Setup{Game: "wide"}); err != nil {
		t.Error(err)
	} else if one, other := r.tables[opened.Table].head, r.tables[again.Table].head; one.Seed == other.Seed || one.Seed == 0 || one.Seats != 1 {
		t.Errorf("two tables: %+v and %+v", one, other)
	}
}

// TestAHostOpensItsOwnFilesOnly checks the names of hosts, and which entries of a
// folder are tables.
func TestAHostOpensItsOwnFilesOnly(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"t-a.table", "Bad.table", "t-b.tabel", "table", "t-c.table.bak"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "t-d.table"), 0o700); err != nil {
		t.Fatal(err)
	}
	c, _ := contents(t, "1")
	h, err := Open(Options{Folder: folder, Content: c})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.Tables(); len(got) != 1 || got[0].Table != "t-a" {
		t.Errorf("the tables are %+v", got)
	}
	for _, name := range []string{"Bad", "a b", "../x"} {
		if h, err := Open(Options{Folder: folder, Content: c, Name: name}); h != nil || kindOf(err) != Invalid {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := Open(Options{Folder: filepath.Join(folder, "t-a.table"), Content: c}); err == nil {
		t.Error("a file is opened as a folder")
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Create(Setup{Game: "sealed"}); kindOf(err) != Unavailable || err.Error() != "the table cannot be written: there is no such folder; create it first" {
		t.Errorf("without a folder: %v", err)
	}
	if len(h.Tables()) != 1 {
		t.Error("a table that was not written is there")
	}
}

// TestIdleTablesAreUnloaded checks that a table is unloaded once nobody has been
// there for long enough, and not before.
func TestIdleTablesAreUnloaded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &room{T: t, folder: t.TempDir(), limits: Limits{Acts: 1e9, Reads: 1e9, Idle: time.Minute}}
		r.open("1", func(o *Options) { o.Now = time.Now })
		defer r.Host.Close()
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() {
			r.UnloadIdle(ctx)
			close(ended)
		}()
		opened, err := r.Create(Setup{Game: "sealed"})
		if err != nil {
			t.Fatal(err)
		}
		s := r.sit(opened.Table, opened.Seats[0])
		awake := func() bool { return r.Tables()[0].Awake }
		if <-time.After(5 * time.Minute); !awake() {
			t.Error("a table rests while somebody is there")
		}
		s.Leave()
		if <-time.After(50 * time.Second); !awake() {
			t.Error("a table rests too early")
		}
		if <-time.After(30 * time.Second); awake() {
			t.Error("a table is not unloaded")
		}
		end()
		<-ended
	})
}

// TestLockWaitsUntilTheContextEnds checks that a call gives up when its context
// ends, and not before.
func TestLockWaitsUntilTheContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLock()
		ended, end := context.WithCancel(t.Context())
		end()
		if l.LockWithin(ended) || !l.TryLock() || l.TryLock() {
			t.Error("a free lock is not taken at once, or is taken twice")
		}
		soon, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		begun := time.Now()
		if l.LockWithin(soon) || time.Since(begun) != time.Second || !errors.Is(soon.Err(), context.DeadlineExceeded) {
			t.Errorf("a taken lock is waited for %v", time.Since(begun))
		}
		go func() {
			<-time.After(time.Minute)
			l.Unlock()
		}()
		if !l.LockWithin(t.Context()) || l.TryLock() {
			t.Error("a lock that is given back is not taken")
		}
	})
}
