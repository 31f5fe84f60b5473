package host

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/locale"
	"sleight/runtime/content/safefile"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// headOf returns the first record of a table of the game sealed.
func headOf(r *room, id string) *header {
	c := r.Content()
	g, _ := c.Game("sealed")
	return &header{Format: format, ID: id, Game: "sealed", Seed: 5, Seats: 2, Keys: []string{digest("first"), digest("second"), digest("watch")}, Content: contentID{Digest: g.Digest()}}
}

// write writes the file of a table.
func (r *room) write(id string, records ...*record) string {
	r.Helper()
	name := filepath.Join(r.folder, id+fileEnd)
	if _, err := createFile(safefile.Disk{}, name, records...); err != nil {
		r.Fatal(err)
	}
	return name
}

// cannotGoOn is the transcript of TestTablesThatCannotContinue: the records of
// each table, then the messages to a client and in the log.
const cannotGoOn = `
{"move":{"do":"pass","by":1,"outcome":"x"}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="its file cannot be read: it does not begin with a table"
{"table":{"format":2}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="its file is that of table \"t-1\" in format 2"
{"table":{"game":"none"}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="it was played with other content, which is not stored here"
{"table":{"seats":9}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="?: error: Sealed is for 2 to 3 players, not 9 [game/players]"
{"table":{"content":{"digest":"x"}}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="it was played with other content, which is not stored here"
{"table":{"content":{"digest":"x","bundle":"x"}}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="its content cannot be read: there is no such folder; create it first"
{"table":{"content":{"digest":"x","bundle":"OTHER"}}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="its content, FOLDER/content/DIGEST.zip, has another game sealed"
{"table":{"content":{"digest":"x","bundle":"TEXT"}}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="the bundle of content is damaged: bundle: error: the file is not a zip archive, or is damaged: not a valid zip file [file/archive]; pack it again, with only plain files that have plain names; do not trust an archive that was made like this on purpose"
{"table":{}} {"move":{"do":"fly","by":1,"outcome":"x"}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="line 2: fly is refused: There is no action fly."
{"table":{}} {"sits":{"player":1}} {"move":{"do":"fail","by":1,"outcome":""}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="line 3: test/content/sealed/a.yaml:29: error: hidden is 0 [script/runtime]"
{"table":{}} {"move":{"do":"pass","by":1,"outcome":"x"}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="line 2: pass had a different outcome; this version of Sleight has different rules"
{"table":{}} {"content":{"digest":"x"}}
  broken: this table cannot continue; the log of its host gives the reason
  ERROR msg="a table cannot continue" table=ID reason="line 2: it was played with other content, which is not stored here"
{"table":{}} {}
  joined
`

// TestTablesThatCannotContinue checks the errors, for clients and in the log,
// of files whose lines are complete but cannot be applied.
func TestTablesThatCannotContinue(t *testing.T) {
	r := openRoom(t)
	_, two := contents(t, "2")
	bundle := func(data []byte) string {
		id := archive.Digest(data)
		if err := os.WriteFile(filepath.Join(r.folder, "content", id+".zip"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		return id
	}
	other, text := bundle(two), bundle([]byte("text"))
	all := []string{
		`{"move":{"do":"pass","by":1,"outcome":"x"}}`,
		`{"table":{"format":2}}`,
		`{"table":{"game":"none"}}`,
		`{"table":{"seats":9}}`,
		`{"table":{"content":{"digest":"x"}}}`,
		`{"table":{"content":{"digest":"x","bundle":"x"}}}`,
		`{"table":{"content":{"digest":"x","bundle":"` + other + `"}}}`,
		`{"table":{"content":{"digest":"x","bundle":"` + text + `"}}}`,
		`{"table":{}} {"move":{"do":"fly","by":1,"outcome":"x"}}`,
		`{"table":{}} {"sits":{"player":1}} {"move":{"do":"fail","by":1,"outcome":""}}`,
		`{"table":{}} {"move":{"do":"pass","by":1,"outcome":"x"}}`,
		`{"table":{}} {"content":{"digest":"x"}}`,
		`{"table":{}} {}`,
	}
	var out []string
	for i, lines := range all {
		id := fmt.Sprint("t-", i)
		var records []*record
		d := json.NewDecoder(strings.NewReader(lines))
		for d.More() {
			record := &record{}
			if strings.Contains(lines, `"table"`) && len(records) == 0 {
				record.Head = headOf(r, id)
			}
			if err := d.Decode(record); err != nil {
				t.Fatal(err)
			}
			records = append(records, record)
		}
		r.write(id, records...)
		out = append(out, strings.NewReplacer(other, "OTHER", text, "TEXT").Replace(lines))
	}
	r.log.Reset()
	r.open("1")
	for i := range all {
		c, _, err := r.Join(t.Context(), fmt.Sprint("t-", i), "first", locale.Language{}, func(Notice) {})
		if c != nil {
			out[i] += "\n  joined"
			continue
		}
		out[i] += "\n  " + answer(nil, err) + "\n  " + r.logged()
	}
	same(t, cannotGoOn, out...)
}

// TestLongFilesAreRefused checks the limit of a table's file, for reading it and
// for adding to it.
func TestLongFilesAreRefused(t *testing.T) {
	r := openRoom(t)
	long := r.write("t-long", &record{Head: headOf(r, "t-long")})
	if err := os.Truncate(long, maxFile+1); err != nil {
		t.Fatal(err)
	}
	r.open("1")
	r.log.Reset()
	_, _, err := r.Join(t.Context(), "t-long", "first", locale.Language{}, func(Notice) {})
	out := []string{answer(nil, err), r.logged()}
	o := r.table(Setup{})
	one := r.sit(o.Table, o.Seats[0])
	before := text(one.view())
	table, _ := r.find(o.Table)
	line := len((&chain{}).line(&record{Command: &playedCommand{"pass", 1, 0, "123456789012"}}))
	table.file.length = int64(maxFile - line + 1)
	out = append(out, one.acts("pass"), r.logged())
	if after := text(one.view()); after != before {
		t.Errorf("before it was %s\nand now %s", before, after)
	}
	table.file.length = int64(maxFile - line)
	out = append(out, one.acts("pass"), answer(nil, r.SetSeatBot(o.Table, 1, "random")), r.logged())
	c, bundle := contents(t, "2")
	r.Bundle = func() ([]byte, error) { return bundle, nil }
	r.SetContent(c)
	out = append(out, r.logged())
	same(t, `
broken: this table cannot continue; the log of its host gives the reason
ERROR msg="a table cannot continue" table=ID reason="its file cannot be read: it has more than 67108864 bytes"
broken: the file of this table is full, with 64 MiB of commands, which is the maximum: nothing was done, and the game cannot go on; open another table
ERROR msg="a command cannot be written" table=ID reason="it is full: a table's file may have at most 64 MiB"
{"done":true,"command":"pass","version":2}
broken: the file of this table is full, with 64 MiB of commands, which is the maximum: nothing was done, and the game cannot go on; open another table

WARN msg="a table keeps its content, since its file cannot be written" table=ID reason="it is full: a table's file may have at most 64 MiB"
`, out...)
}

// TestHistoryIsBounded checks that a log is sent in parts of a thousand commands.
func TestHistoryIsBounded(t *testing.T) {
	r := openRoom(t)
	h := headOf(r, "t-x")
	s, problem := session.New(r.Content(), "sealed", session.Options{Seed: h.Seed, Players: h.Seats})
	if problem != nil {
		t.Fatal(problem)
	}
	records := []*record{{Head: h}}
	for i := range maxHistory + 5 {
		outcome := save.Outcome(state.NewOutliner(s.State()).Effects(s.Run("pass").Changes))
		records = append(records, &record{Command: &playedCommand{"pass", 1 + i%2, int64(i + 1), outcome}})
	}
	r.write("t-x", records...)
	r.open("1")
	one := r.sit("t-x", "first")
	for from, want := range map[int]string{
		-1: "1005: 0 to 999", 0: "1005: 0 to 999", 5: "1005: 5 to 1004", 6: "1005: 6 to 1005", 1005: "1005: 1005 to 1005", 1006: "1005: none",
	} {
		log, err := one.History(t.Context(), from)
		got := fmt.Sprint(log.Turn, ": none")
		if n := len(log.Entries); n > 0 {
			got = fmt.Sprint(log.Turn, ": ", log.Entries[0].Turn, " to ", log.Entries[n-1].Turn)
		}
		if err != nil || got != want {
			t.Errorf("from %d: %s, %v, expected %s", from, got, err, want)
		}
	}
	if once, seats := one.LastCommandNumber(), one.SeatCount(); once != 1005 || seats != 2 {
		t.Errorf("the last number of %d seats is %d", seats, once)
	}
}

// TestListedTablesTakeLittleMemory checks that the commands of a table that is only
// listed, or that somebody joins with a wrong token, do not stay in memory, and that the
// table wakes nevertheless.
func TestListedTablesTakeLittleMemory(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	r.sit(o.Table, o.Seats[0]).must("pass")
	for what, look := range map[string]func(){
		"a list": func() {
			if list := r.Tables(); len(list) != 1 || list[0].Version != 2 || list[0].Awake {
				t.Errorf("%+v", list)
			}
		},
		"a wrong token": func() {
			if _, _, err := r.Join(t.Context(), o.Table, "guess", locale.Language{}, nil); kindOf(err) != Forbidden {
				t.Error(err)
			}
		},
	} {
		r.Host.Close()
		r.open("1")
		if table := r.tables[o.Table]; r.TableCount() != 1 || table.head != nil {
			t.Errorf("of %d tables, one is read to count them", r.TableCount())
		}
		look()
		if table := r.tables[o.Table]; table.records != nil || table.head == nil {
			t.Errorf("after %s: %d records", what, len(table.records))
		}
		if got := r.sit(o.Table, o.Seats[1]).view(); got.Version != 2 || got.View.Turn != 1 {
			t.Errorf("after %s: %+v", what, got)
		}
	}
}
