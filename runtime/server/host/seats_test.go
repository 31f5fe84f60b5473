package host

import (
	"context"
	"testing"
	"time"

	"sleight/runtime/content/safefile"
)

// TestRecordsOfSeatsThatAreNotThere reads files whose records name seats that the
// table does not have: the records are ignored, and the table continues.
func TestRecordsOfSeatsThatAreNotThere(t *testing.T) {
	type result struct {
		bots [2]string
		once [2]int64
	}
	for _, c := range []struct {
		name string
		move int // the player of the recorded command, which has the number 5
		sits int // the seat that a bot takes
		want result
	}{
		{"the first seat", 1, 1, result{[2]string{"random", ""}, [2]int64{5, 0}}},
		{"the last seat", 2, 2, result{[2]string{"", "random"}, [2]int64{0, 5}}},
		{"seat 0", 0, 0, result{}},
		{"a negative seat", -1, -1, result{}},
		{"the seat after the last", 3, 3, result{}},
	} {
		r := openRoom(t)
		o := r.table(Setup{})
		r.sit(o.Table, o.Seats[0]).must("pass")
		_, records, err := readFile(safefile.Disk{}, r.tables[o.Table].path())
		if err != nil || len(records) != 2 {
			t.Fatal(len(records), err)
		}
		records[0].Head.ID = "other"
		records[1].Command.Player, records[1].Command.Sequence = c.move, 5
		r.write("other", records[0], records[1], &record{SeatBot: &seatBot{c.sits, "random"}})
		r.Host.Close()
		r.limits.BotDelay = time.Hour // no bot acts
		r.open("1")
		var got result
		for i, token := range o.Seats {
			s := r.sit("other", token)
			got.once[i] = s.LastCommandNumber()
			s.Leave()
		}
		watcher := r.sit("other", o.Watch)
		for i, s := range watcher.Presence().Seats {
			got.bots[i] = s.Bot
		}
		if got != c.want || watcher.view().View.Turn != 1 {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestABotOfAnEarlierVersionDoesNothing checks that the timer of a bot has no effect
// once the table has changed or been unloaded.
func TestABotOfAnEarlierVersionDoesNothing(t *testing.T) {
	r := openRoom(t, func(o *Options) { o.Limits.BotDelay = time.Hour })
	o := r.table(Setup{Bots: map[int]string{1: "random", 2: "random"}})
	one := r.sit(o.Table, o.Watch)
	table := r.tables[o.Table]
	version := table.version
	table.letBotAct(version + 1)
	if n := one.view(); n.View.Turn != 0 {
		t.Errorf("a bot of another version acts: turn %d", n.View.Turn)
	}
	table.letBotAct(version)
	table.letBotAct(version)
	if n := one.view(); n.View.Turn != 1 {
		t.Errorf("a bot of this version acts once: turn %d", n.View.Turn)
	}
	one.Leave()
	table.unloadIfIdle(0)
	table.letBotAct(table.version)
	if n := r.sit(o.Table, o.Watch).view(); n.View.Turn != 1 {
		t.Errorf("a bot acts at a table that is unloaded: turn %d", n.View.Turn)
	}
}

// TestBotsOfTwoTablesPlayDifferently checks that each table draws its bots' luck
// anew.
func TestBotsOfTwoTablesPlayDifferently(t *testing.T) {
	r := openRoom(t, func(o *Options) { o.Limits.BotDelay = time.Hour })
	rng := func() any {
		o := r.table(Setup{Bots: map[int]string{1: "random"}})
		r.sit(o.Table, o.Seats[1])
		return r.tables[o.Table].rng
	}
	if one, two := rng(), rng(); one == two {
		t.Errorf("the bots of both tables have the luck %v", one)
	}
}

// TestAnEndedCallNeverLocks checks that a call whose context has ended does not
// get even a free lock.
func TestAnEndedCallNeverLocks(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	l := NewLock()
	for range 64 { // select would take one of two ready cases at random
		if l.LockWithin(ended) {
			t.Fatal("it locks")
		}
	}
}

// TestLinesBeginWithTheirChecksum checks the errors of lines whose checksum is
// missing, has another length, or is wrong.
func TestLinesBeginWithTheirChecksum(t *testing.T) {
	good := chain{}
	body := []byte(`{"move":{"do":"pass","by":1,"outcome":""}}`)
	good.add(body)
	for text, want := range map[string]string{
		"":                               "it does not begin with a checksum",
		string(body):                     "it does not begin with a checksum",
		"short " + string(body):          "it does not begin with a checksum",
		good.sum() + "0 " + string(body): "it does not begin with a checksum",
		good.sum() + " {}":               "it does not match its checksum",
		good.sum() + "  " + string(body): "it does not match its checksum",
		good.sum() + " " + string(body):  "",
	} {
		var r record
		err := (&chain{}).read([]byte(text), &r)
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%q: %s, want %s", text, got, want)
			}
		} else if want != "" || r.Command == nil || r.Command.Text != "pass" {
			t.Errorf("%q is read: %+v", text, r)
		}
	}
}
