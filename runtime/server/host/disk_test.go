package host

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
	"sleight/runtime/content/safefile"
)

// fullDisk is the transcript of TestAFullDisk.
const fullDisk = `
# a line cannot be written, and is cut off
broken: the host's disk has failed: nothing was done
broken: the host's disk has failed: nothing was done
{"done":false,"refusal":"There is no action fly.","code":"unknown-action","arguments":{"action":"fly"},"version":2}
ERROR msg="a command cannot be written" table=ID reason="the disk is full"
# new content cannot be taken up
WARN msg="a table keeps its content, since its file cannot be written" table=ID reason="the disk is full"
# a command takes it up
{"done":true,"command":"pass","version":4}
{"table":"ID","version":4,"player":1,"acts":true,"told":[{"turn":2,"player":2,"command":"pass","changes":["Player 2 → 1"]}],"view":"turn 2, 1 acts in play, bid@1 0, bid@2 ?, sum 0, hand@1 [h1 Ruby, h2 Pearl], field [], hand@2 [h1@2, h2@2]"}

# nothing works
broken: the host's disk has failed; the command may or may not have been carried out; check again when the table is available
news 
{"table":"ID","seats":[{"player":1,"here":true},{"player":2,"here":true}],"watchers":0}
broken: this table cannot continue; the log of its host gives the reason
broken: this table cannot continue; the log of its host gives the reason
ERROR msg="a command cannot be written" table=ID reason="the disk is full"
ERROR msg="a table cannot continue" table=ID reason="its file cannot be read: the disk is full"
# the disk works again
broken: this table cannot continue; the log of its host gives the reason
broken: this table cannot continue; the log of its host gives the reason

# a client leaves
{"table":"ID","reason":"you have left"}
true
news 
[2]

# the host starts again
{"table":"ID","version":5,"player":1,"acts":true,"updated":true,"view":"turn 2, 1 acts in play, bid@1 0, bid@2 ?, sum 0, hand@1 [h1 Ruby, h2 Pearl], field [], hand@2 [h1@2, h2@2]"}
WARN msg="the last line of a table was not written completely and never acknowledged; it is left out" table=ID
`

// TestAFullDisk checks what clients and the log get while a disk fails, partly or
// completely, and that the table continues from there afterwards.
func TestAFullDisk(t *testing.T) {
	var failing []string
	disk := safefile.Disk{Fault: func(operation, name string) error {
		if slices.Contains(failing, operation) && strings.HasSuffix(name, fileEnd) {
			return errors.New("the disk is full")
		}
		return nil
	}}
	r := openRoom(t, func(o *Options) { o.Disk = disk })
	o := r.table(Setup{})
	one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
	one.must("pass")
	two.hear()
	var out []string
	note := func(what string, more ...string) { out = append(append(out, "# "+what), append(more, r.logged())...) }
	id := strings.NewReplacer(o.Table, "ID")
	news := func(s *sitter) string {
		return string(s.News(func(n *TableUpdate) []byte { return []byte(text(brief(n))) }))
	}
	view := func() string {
		n, err := one.View(t.Context())
		return answer(brief(n), err)
	}
	view()
	before := view() // when all news has been sent

	failing = []string{"write"}
	note("a line cannot be written, and is cut off", two.acts("pass"), answer(nil, r.SetSeatBot(o.Table, 1, "random")), two.acts("fly"))
	live := r.Content()
	c, bundle := contents(t, "2")
	r.Bundle = func() ([]byte, error) { return bundle, nil }
	r.SetContent(c)
	note("new content cannot be taken up")
	if now := view(); now != before {
		t.Errorf("before it was %s\nand now %s", before, now)
	}
	failing = nil
	note("a command takes it up", two.acts("pass"), view())
	r.Bundle = nil
	r.SetContent(live)

	failing = []string{"write", "sync", "truncate", "open", "append", "read"}
	note("nothing works", one.acts("pass"), "news "+news(one), text(one.Presence()), one.acts("pass"), view())
	failing = nil
	note("the disk works again", view(), two.acts("pass"))
	one.notices = nil
	one.Leave()
	one.Leave()
	gone, lost := one.Gone()
	note("a client leaves", text(gone), text(lost), "news "+news(one), text(one.notices))

	r.open("1", func(o *Options) { o.Disk = disk })
	one = r.sit(o.Table, o.Seats[0])
	one.News(func(*TableUpdate) []byte { return nil })
	note("the host starts again", answer(brief(one.view()), nil))
	same(t, fullDisk, id.Replace(strings.Join(out, "\n")))
}

// TestTornLinesAreCutOffBeforeTheNext checks that a line which a crash left
// incomplete is removed before the next line is written.
func TestTornLinesAreCutOffBeforeTheNext(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	r.sit(o.Table, o.Seats[0]).must("pass")
	file := filepath.Join(r.folder, o.Table+fileEnd)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(slices.Clone(whole), whole[:40]...), 0o600); err != nil {
		t.Fatal(err)
	}
	r.open("1")
	r.log.Reset()
	r.sit(o.Table, o.Seats[1]).must("pass")
	now, _ := os.ReadFile(file)
	var end chain
	_, _, end, _ = parse(whole)
	records, _, _, err := parse(now)
	if err != nil || len(records) != 3 || string(now) != string(whole)+string(end.line(records[2])) {
		t.Errorf("the file is %s, %v", now, err)
	}
	same(t, `
WARN msg="the last line of a table was not written completely and never acknowledged; it is left out" table=ID
`, r.logged())
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	r.open("1")
	if _, _, err := r.Join(t.Context(), o.Table, o.Seats[0], locale.Language{}, func(Notice) {}); kindOf(err) != Forbidden {
		t.Errorf("a table without a file is answered by %v", err)
	}
}

// TestContentThatCannotBeStored checks what the log says when the bundle of the
// live content cannot be kept, and that tables then name no bundle.
func TestContentThatCannotBeStored(t *testing.T) {
	one, good := contents(t, "1")
	_, other := contents(t, "2")
	var out []string
	for _, bundle := range []func() ([]byte, error){
		func() ([]byte, error) { return nil, errors.New("no bundle") },
		func() ([]byte, error) { return []byte("text"), nil },
		func() ([]byte, error) { return other, nil },
		func() ([]byte, error) { return good, nil },
	} {
		r := openRoom(t)
		r.open("1", func(o *Options) { o.Content, o.Bundle = one, bundle })
		r.SetContent(one)
		out = append(out, r.logged())
		table, _ := r.find(r.table(Setup{}).Table)
		out = append(out, "named: "+text(table.head.Content.Bundle != ""))
	}
	same(t, `
WARN msg="the content cannot be stored beside the tables; they can be restarted only with this content" reason="no bundle"
WARN msg="the content cannot be stored beside the tables; they can be restarted only with this content" reason="no bundle"
named: false
WARN msg="the content cannot be stored beside the tables; they can be restarted only with this content" reason="the bundle of content is damaged: bundle: error: the file is not a zip archive, or is damaged: not a valid zip file [file/archive]; pack it again, with only plain files that have plain names; do not trust an archive that was made like this on purpose"
WARN msg="the content cannot be stored beside the tables; they can be restarted only with this content" reason="the bundle of content is damaged: bundle: error: the file is not a zip archive, or is damaged: not a valid zip file [file/archive]; pack it again, with only plain files that have plain names; do not trust an archive that was made like this on purpose"
named: false
WARN msg="the content cannot be stored beside the tables; they can be restarted only with this content" reason="the files of sealed have changed in the meantime"
WARN msg="the content cannot be stored beside the tables; they can be restarted only with this content" reason="the files of sealed have changed in the meantime"
named: false

named: true
`, out...)
}
