package host

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sleight/runtime/content/locale"
	"sleight/runtime/content/safefile"
	"sleight/tests/memory"
	"sleight/tests/subprocess"
)

// asHost names the environment variable that turns the test program into a host
// that will be killed. Its value is the host's folder.
const asHost = "SLEIGHT_TEST_HOST"

func TestMain(m *testing.M) {
	if folder := os.Getenv(asHost); folder != "" {
		hostUntilKilled(folder)
	}
	os.Exit(memory.Tests{M: m}.Run())
}

// hostUntilKilled reads tables with their tokens, plays all of them at the same
// time, and prints each command once it is acknowledged.
func hostUntilKilled(folder string) {
	c, _ := contents(&testing.T{}, "1")
	h, err := Open(Options{Folder: folder, Content: c, Limits: Limits{Acts: 1e9, Reads: 1e9}})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		go playUntilKilled(h, words[0], words[1:])
	}
	select {}
}

func playUntilKilled(h *Host, table string, tokens []string) {
	var seats []*Participant
	for _, token := range tokens {
		c, _, err := h.Join(context.Background(), table, token, locale.Language{}, func(Notice) {})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		seats = append(seats, c)
	}
	for i := 0; ; i++ {
		s := seats[i%len(seats)]
		out, err := s.Act(context.Background(), Act{Command: fmt.Sprint("bid ", 1+rand.IntN(3))})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		if out.Done {
			fmt.Printf("done %s %d %s\n", table, out.Version, out.Command)
		}
	}
}

// TestAKilledHostLosesNoAcknowledgedCommand kills a host at random moments while
// several tables are played. Afterwards each table has exactly the commands that
// were acknowledged, and at most one more that was never announced.
func TestAKilledHostLosesNoAcknowledgedCommand(t *testing.T) {
	kills := 4
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		kills = 100
	}
	r := openRoom(t)
	tables := []*CreatedTable{r.table(Setup{}), r.table(Setup{}), r.table(Setup{})}
	acknowledged := map[string]map[int]string{}
	for _, o := range tables {
		acknowledged[o.Table] = map[int]string{}
	}
	total := 0
	for range kills {
		total += killed(t, r.folder, tables, acknowledged)
		r.open("1")
		for _, o := range tables {
			s := r.sit(o.Table, o.Watch)
			one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
			done := acknowledged[o.Table]
			last := s.view().Version
			if most := len(done) + 1; last < most || last > most+kills {
				t.Fatalf("%s has %d commands, and %d were acknowledged", o.Table, last-1, len(done))
			}
			logs := [][]SeatLogEntry{one.log(), two.log()}
			for version := 2; version <= last; version++ {
				command := logs[version%2][version-1].Command // in the seat that gave it
				if want, ok := done[version]; ok && command != want {
					t.Fatalf("command %d of %s was %q, and is %q", version-1, o.Table, want, command)
				}
				done[version] = command // a command that nobody was notified of is now part of the game
			}
			one.Leave()
			two.Leave()
			s.Leave()
		}
		r.Host.Close()
	}
	t.Logf("%d commands were acknowledged before %d kills", total, kills)
	if total < kills {
		t.Errorf("only %d commands were acknowledged", total)
	}
}

// log returns the whole log as the seat may know it.
func (s *sitter) log() (all []SeatLogEntry) {
	s.Helper()
	for {
		page, err := s.History(context.Background(), len(all))
		if err != nil {
			s.Fatal(err)
		}
		if all = append(all, page.Entries...); len(all) > page.Turn {
			return all
		}
	}
}

// killed runs a host, and kills it when it has acknowledged a random number of
// commands. It returns how many it has read.
func killed(t *testing.T, folder string, tables []*CreatedTable, acknowledged map[string]map[int]string) (n int) {
	t.Helper()
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), asHost+"="+folder)
	in, out := subprocess.Start(t, program)
	for _, o := range tables {
		fmt.Fprintln(in, o.Table, strings.Join(o.Seats, " "))
	}
	most := 1 + rand.IntN(60)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var table string
		var version int
		var word, amount string
		if _, err := fmt.Sscanf(lines.Text(), "done %s %d %s %s", &table, &version, &word, &amount); err != nil {
			t.Fatalf("the host says %q", lines.Text())
		}
		acknowledged[table][version] = word + " " + amount
		if n++; n == most {
			time.AfterFunc(time.Duration(rand.IntN(2000))*time.Microsecond, func() { _ = program.Process.Kill() })
		}
	}
	_ = program.Wait() // it was killed
	return n
}

// TestAFailingDiskLosesNothing makes each file operation of playing and resuming
// fail, alone and with all later ones. Afterwards, acknowledged commands must be
// present and refused ones absent, unless the answer was that the outcome is
// unknown.
func TestAFailingDiskLosesNothing(t *testing.T) {
	broken := errors.New("the disk is broken")
	for _, forever := range []bool{false, true} {
		for at, failed := 1, true; failed; at++ {
			count, unsynced := 0, false
			failed = false
			disk := safefile.Disk{Fault: func(operation, name string) error {
				if count++; count == at || forever && count > at {
					failed = true
					unsynced = unsynced || operation == "sync" && strings.HasSuffix(name, fileEnd)
					return broken
				}
				return nil
			}}
			r := &room{T: t, folder: t.TempDir(), limits: Limits{Acts: 1e9, Reads: 1e9}}
			r.open("1")
			o := r.table(Setup{})
			var done []string
			unsure := ""
			opened := r.tryOpen("1", func(o *Options) { o.Disk = disk }) == nil
			for i := 0; i < 12 && opened; i++ { // those out of turn do nothing
				unsynced = false
				if tryToPlay(r, o, i%2, fmt.Sprint("bid ", 1+i%3), &done, &unsure) && unsynced {
					t.Fatalf("operation %d fails, and a command is acknowledged that was not synced", at)
				}
			}
			r.open("1")
			one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
			a, _ := one.History(context.Background(), 1)
			b, _ := two.History(context.Background(), 1)
			var got []string
			for i := range a.Entries {
				got = append(got, strings.ReplaceAll(a.Entries[i].Command+b.Entries[i].Command, "…", ""))
			}
			want := strings.Join(done, ", ")
			if have := strings.Join(got, ", "); have != want && (unsure == "" || have != strings.Join(append(done, unsure), ", ")) {
				t.Fatalf("operation %d fails (and later ones: %v): %s was acknowledged, %q is unsure, and there is %s", at, forever, want, unsure, have)
			}
		}
	}
}

// tryToPlay joins a table and gives a command, whether that works or not.
func tryToPlay(r *room, o *CreatedTable, player int, command string, done *[]string, unsure *string) bool {
	c, _, err := r.Join(context.Background(), o.Table, o.Seats[player], locale.Language{}, func(Notice) {})
	if err != nil {
		return false
	}
	defer c.Leave()
	out, err := c.Act(context.Background(), Act{Command: command})
	switch {
	case err == nil && out.Done:
		if *unsure != "" { // by now its outcome is known: it was run, if this comes after it
			*unsure = ""
		}
		*done = append(*done, command)
		return true
	case err != nil && strings.Contains(err.Error(), "may or may not have been carried out"):
		*unsure = command
	}
	return false
}

// TestHostFolderErrors checks the errors when the folder of tables cannot
// be used, or holds other files.
func TestHostFolderErrors(t *testing.T) {
	c, _ := contents(t, "1")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Folder: file, Content: c}); err == nil {
		t.Error("a file is accepted as a folder")
	}
	folder := filepath.Dir(file)
	for name, text := range map[string]string{"t-empty" + fileEnd: "", "t-text" + fileEnd: "hello\n", "..table": "x", "A B.table": "x"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h, err := Open(Options{Folder: folder, Content: c})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"t-empty", "t-text"} {
		if _, _, err := h.Join(context.Background(), id, "x", locale.Language{}, func(Notice) {}); kindOf(err) != Unavailable {
			t.Errorf("%s: %v", id, err)
		}
	}
	if n := len(h.Tables()); n != 2 {
		t.Errorf("there are %d tables", n)
	}
}
