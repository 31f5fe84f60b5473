package host

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/content/locale"
)

// TestTokensOpenTheirSeats checks that each token takes one seat, that no other
// text does, and that no file and no log holds a token.
func TestTokensOpenTheirSeats(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{Seats: 3})
	for i, token := range append(slices.Clone(o.Seats), o.Watch) {
		if n := r.sit(o.Table, token).view(); n.Player != (i+1)%4 || (n.Player == 1) != n.Acts {
			t.Errorf("token %d takes seat %d, which acts: %v", i, n.Player, n.Acts)
		}
	}
	other := r.table(Setup{})
	var first error
	for _, c := range [][2]string{{o.Table, "wrong"}, {o.Table, ""}, {o.Table, other.Seats[0]}, {"t-nothing", o.Seats[0]}, {"../" + o.Table, o.Seats[0]}, {"", ""}, {o.Table, digest(o.Seats[0])}, {o.Table, strings.ToUpper(o.Seats[0])}} {
		_, _, err := r.Join(context.Background(), c[0], c[1], locale.Language{}, func(Notice) {})
		if kindOf(err) != Forbidden {
			t.Fatalf("%q is answered by %v", c, err)
		}
		if first = orError(first, err); first.Error() != err.Error() {
			t.Errorf("%q is answered by %q, and another wrong one by %q", c, err, first)
		}
	}
	files, err := filepath.Glob(filepath.Join(r.folder, "*"+fileEnd))
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		info, _ := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v", file, info.Mode(), err)
		}
		for _, token := range slices.Concat(o.Seats, other.Seats, []string{o.Watch, other.Watch}) {
			if strings.Contains(string(data)+r.log.String(), token) {
				t.Errorf("%s or the log holds a token", file)
			}
		}
	}
}

func orError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// TestSeatsCannotActForOthers checks commands that a seat may not give, and
// that their answers reveal nothing else.
func TestSeatsCannotActForOthers(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one, two, watcher := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1]), r.sit(o.Table, o.Watch)
	for _, c := range []struct {
		who     *sitter
		command string
		code    string
	}{
		{two, "pass", "other-turn"},
		{two, "@1 pass", "other-turn"},
		{two, "@1 nonsense", "other-turn"},
		{two, "show h1", "other-turn"},
		{one, "@2 pass", "other-turn"},
		{one, "lua vars.sum = 9", "debugging"},
		{one, "@1 lua vars.sum = 9", "unknown-action"},
		{one, "", "no-command"},
		{one, "fly", "unknown-action"},
		{one, "bid 9", "target-unknown"},
		{one, "fail", "content-fault"},
	} {
		out, err := c.who.Act(context.Background(), Act{Command: c.command})
		if err != nil || out.Done || out.Code != c.code || out.Version != 1 || strings.Contains(out.Refusal, "hidden is") {
			t.Errorf("%s: %+v, %v", c.command, out, err)
		}
	}
	if !strings.Contains(r.log.String(), "hidden is 0") {
		t.Errorf("the log does not say what failed: %s", &r.log)
	}
	if _, err := watcher.Act(context.Background(), Act{Command: "pass"}); kindOf(err) != Forbidden {
		t.Errorf("a watcher acts: %v", err)
	}
	if c, err := two.Choose(context.Background(), ChoiceRequest{Command: "bid"}); err != nil || c.Code != "other-turn" || c.Choice.Open {
		t.Errorf("choosing out of turn: %+v, %v", c, err)
	}
	if c, err := two.Legal(context.Background(), 0); err != nil || len(c.Commands) > 0 {
		t.Errorf("legal out of turn: %+v, %v", c, err)
	}
	for _, a := range []Act{{Command: strings.Repeat("x", maxText+1)}, {Command: "pass", Version: 99}, {Command: "pass", Version: -1}, {Command: "pass", Sequence: -1}} {
		if out, err := one.Act(context.Background(), a); kindOf(err) != Invalid || out.Done {
			t.Errorf("%.40q, version %d, once %d: %v", a.Command, a.Version, a.Sequence, err)
		}
	}
	if one.must("pass"); one.view().Version != 2 {
		t.Error("what was refused has counted")
	}
}

// TestSecretsStayInTheirSeats checks what each seat learns of a secret command.
func TestSecretsStayInTheirSeats(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one, two, watcher := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1]), r.sit(o.Table, o.Watch)
	one.must("bid 3")
	for _, s := range []*sitter{one, two, watcher} {
		s.hear()
		log, err := s.History(context.Background(), 0)
		if err != nil || len(log.Entries) != 2 {
			t.Fatal(log, err)
		}
		news := s.heard[len(s.heard)-1]
		if knows := s == one; strings.Contains(news, `"bid 3"`) != knows || (log.Entries[1].Command == "bid 3") != knows {
			t.Errorf("seat %d reads %q in the log, but its news is %.300s", s.player, log.Entries[1].Command, news)
		}
	}
	two.must("show h1")
	two.hear()
	one.hear()
	if news := text(two.heard) + text(one.heard); strings.Count(news, "Shown.") != 1 {
		t.Errorf("the message to one player appears %d times", strings.Count(news, "Shown."))
	}
}

// TestResentCommandsRunOnce checks commands that are sent again, before and after a
// crash.
func TestResentCommandsRunOnce(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one := r.sit(o.Table, o.Seats[0])
	first, err := one.Act(context.Background(), Act{Command: "bid 2", Sequence: 7})
	if err != nil || !first.Done || first.Again {
		t.Fatal(first, err)
	}
	again := func(s *sitter) {
		t.Helper()
		out, err := s.Act(context.Background(), Act{Command: "bid 2", Sequence: 7})
		if err != nil || !out.Done || !out.Again || out.Command != "bid 2" || out.Version != 2 {
			t.Errorf("sent again: %+v, %v", out, err)
		}
		_, err = s.Act(context.Background(), Act{Command: "bid 3", Sequence: 6})
		if kindOf(err) != Stale || err.(*Error).Sequence != 7 {
			t.Errorf("an old number: %v", err)
		}
		if once, seats := s.LastCommandNumber(), s.SeatCount(); once != 7 || seats != 2 {
			t.Errorf("the last number of %d seats is %d", seats, once)
		}
	}
	again(one)
	r.open("1")
	again(r.sit(o.Table, o.Seats[0]))
	two := r.sit(o.Table, o.Seats[1])
	if _, err := two.Act(context.Background(), Act{Command: "pass", Version: 1}); kindOf(err) != Stale {
		t.Errorf("a command for another version: %v", err)
	}
	if out, err := two.Act(context.Background(), Act{Command: "pass", Version: 2, Sequence: 1}); err != nil || !out.Done {
		t.Errorf("a command for this version: %+v, %v", out, err)
	}
}

// TestASeatMayHaveSeveralClients checks several clients of one seat, and that the oldest
// leaves when there are too many.
func TestASeatMayHaveSeveralClients(t *testing.T) {
	r := openRoom(t, func(o *Options) { o.Limits.Seat = 2 })
	o := r.table(Setup{})
	first := r.sit(o.Table, o.Seats[0])
	r.now = r.now.Add(time.Second)
	second := r.sit(o.Table, o.Seats[0])
	first.must("bid 1")
	if a, b := first.view(), second.view(); text(a) != text(b) {
		t.Errorf("one seat sees %s and %s", text(a), text(b))
	}
	r.now = r.now.Add(time.Second)
	third := r.sit(o.Table, o.Seats[0])
	if _, lost := first.Gone(); !lost || !slices.Contains(first.notified(), SeatLost) {
		t.Error("the oldest client has not left")
	}
	if _, err := first.View(context.Background()); kindOf(err) != Forbidden {
		t.Errorf("a client without a seat is answered by %v", err)
	}
	second.Leave()
	third.Leave()
	if p := r.sit(o.Table, o.Watch).Presence(); p.Seats[0].Here || p.Watchers != 1 {
		t.Errorf("present: %+v", p)
	}
}

// TestAnUnloadedTableResumes checks that a table is unloaded when no client is present,
// and resumes where it was.
func TestAnUnloadedTableResumes(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one := r.sit(o.Table, o.Seats[0])
	one.must("bid 2")
	one.view()
	was := text(one.view()) // when all news has been sent
	table, _ := r.find(o.Table)
	table.unloadIfIdle(0)
	if !table.info().Awake {
		t.Fatal("the table is unloaded while somebody is there")
	}
	one.Leave()
	table.unloadIfIdle(time.Minute)
	if r.now = r.now.Add(time.Minute); !table.info().Awake {
		t.Fatal("the table is unloaded at once")
	}
	if table.unloadIfIdle(time.Minute); table.info().Awake {
		t.Fatal("the table is not unloaded")
	}
	if now := text(r.sit(o.Table, o.Seats[0]).view()); now != was {
		t.Errorf("before it was %s\nand now %s", was, now)
	}
}

// TestSlowClientsReceiveEveryCommand checks that a client receives all commands since
// its last news, or a note that there were more.
func TestSlowClientsReceiveEveryCommand(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
	for _, commands := range []int{1, 3, maxUnread, maxUnread + 2} {
		for i := range commands {
			[]*sitter{one, two}[(one.view().View.Acting - 1)].must([]string{"pass", "risk"}[i%2])
			one.hear()
		}
		two.hear()
		var last TableUpdate
		unmarshal(t, two.heard[len(two.heard)-1], &last)
		if len(last.Commands) != min(commands, maxUnread) || last.Missed != (commands > maxUnread) {
			t.Errorf("of %d commands, %d are reported, missed: %v", commands, len(last.Commands), last.Missed)
		}
	}
}

// TestRatesAreBounded checks that a seat that calls too often is refused, and
// that the others are not.
func TestRatesAreBounded(t *testing.T) {
	r := openRoom(t, func(o *Options) { o.Limits.Acts, o.Limits.Reads = 5, 5 })
	o := r.table(Setup{})
	one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
	flood := func(s *sitter) (answered int) {
		for range 100 {
			if _, err := s.Act(context.Background(), Act{Command: "fly"}); err == nil {
				answered++
			} else if kindOf(err) != LimitExceeded {
				t.Fatal(err)
			}
		}
		return answered
	}
	if n := flood(two); n != 10 {
		t.Errorf("%d calls at once are answered", n)
	}
	if n := flood(one); n != 10 {
		t.Errorf("%d calls of the other seat at once are answered", n)
	}
	r.now = r.now.Add(time.Second)
	one.must("pass")
	if n := flood(two); n != 5 {
		t.Errorf("%d calls after a second are answered", n)
	}
	if _, err := two.Legal(context.Background(), 0); err != nil {
		t.Errorf("looking is bounded by acting: %v", err)
	}
}

// TestBotsPlayForAbsentPlayers checks bots in empty and in abandoned seats, and
// that a player who comes back plays again.
func TestBotsPlayForAbsentPlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := openRoom(t, func(o *Options) { o.Now = time.Now })
		o := r.table(Setup{Seats: 3, Bots: map[int]string{2: "greedy"}, StandIn: "random", Patience: 60})
		<-time.After(time.Hour)
		if table, _ := r.find(o.Table); table.version != 2 {
			t.Fatal("bots play though nobody is there")
		}
		one, three := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[2])
		one.must("bid 1")
		<-time.After(time.Second)
		synctest.Wait()
		if n := three.view(); !n.Acts {
			t.Fatalf("after the bot, player %d acts", n.View.Acting)
		}
		one.Leave()
		three.must("bid 1")
		<-time.After(59 * time.Second)
		synctest.Wait()
		if n := three.view(); n.View.Acting != 1 {
			t.Fatalf("the stand-in plays before its time")
		}
		<-time.After(2 * time.Second)
		synctest.Wait()
		if p := three.Presence(); p.Seats[0].Bot != "random" || p.Seats[1].Bot != "greedy" || three.view().View.Turn < 5 {
			t.Errorf("present: %+v, turn %d", p, three.view().View.Turn)
		}
		one = r.sit(o.Table, o.Seats[0])
		if p := one.Presence(); p.Seats[0].Bot != "" || !p.Seats[0].Here {
			t.Errorf("the player is back, and present: %+v", p)
		}
		if err := r.SetSeatBot(o.Table, 2, "nobody"); kindOf(err) != Invalid {
			t.Errorf("an unknown bot: %v", err)
		}
		if err := r.SetSeatBot(o.Table, 2, ""); err != nil || one.Presence().Seats[1].Bot != "random" {
			t.Errorf("the bot has got up, %v, and present: %+v", err, one.Presence())
		}
		r.Host.Close()
	})
}

// TestTimeouts checks that a choice is ended when its time has run out, for
// each player separately, that the file records this, and that no clock runs
// while nobody is there.
func TestTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := openRoom(t, func(o *Options) { o.Now = time.Now })
		o := r.table(Setup{})
		one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
		one.must("finish")
		<-time.After(20 * time.Second)
		one.must("bid 3")
		one.Leave()
		two.Leave()
		<-time.After(time.Hour)
		if two = r.sit(o.Table, o.Seats[1]); two.view().View.Turn != 2 {
			t.Fatal("a clock runs though nobody is there")
		}
		if out, err := two.Act(context.Background(), Act{Command: "timeout"}); err != nil || out.Done {
			t.Errorf("a seat ends its own time: %+v, %v", out, err)
		}
		<-time.After(29 * time.Second)
		synctest.Wait()
		if two.view().View.Turn != 2 {
			t.Fatal("the time runs out too early")
		}
		clocks := two.view().View.Clocks
		if left, err := two.Clocks(t.Context()); err != nil || len(left.Clocks) != len(clocks) || left.Clocks[0] != (RemainingTime{clocks[0].Player, clocks[0].Since, 1}) {
			t.Errorf("of %v is left %v, %v", clocks, left, err)
		}
		<-time.After(2 * time.Second)
		synctest.Wait()
		n := two.view()
		if log, err := two.History(context.Background(), 3); err != nil || n.View.Turn != 3 || n.View.Ending == nil || log.Entries[0].Player != 2 || !strings.Contains(log.Entries[0].Command, "timeout") {
			t.Errorf("after its time, turn %d: %+v, %v", n.View.Turn, log, err)
		}
		r.Host.Close()
		r.open("1", func(o *Options) { o.Now = time.Now })
		if again := r.sit(o.Table, o.Seats[1]).view(); again.View.Turn != 3 || again.View.Ending == nil {
			t.Errorf("after a crash it is turn %d", again.View.Turn)
		}
		r.Host.Close()
	})
}

// TestTablesTakeUpNewContent checks that a table takes over new content between
// two commands, or after the game if it is pinned, and that both can be
// restarted when the files have changed in the meantime.
func TestTablesTakeUpNewContent(t *testing.T) {
	r := openRoom(t)
	free, pinned := r.table(Setup{}), r.table(Setup{Pinned: true})
	sums := func() (a, b string) {
		at := func(o *CreatedTable) string {
			s := r.sit(o.Table, o.Watch)
			defer s.Leave()
			for _, g := range s.view().View.Groups {
				for _, f := range g.Figures {
					if f.Name == "sum" {
						return f.Value
					}
				}
			}
			return ""
		}
		return at(free), at(pinned)
	}
	play := func(command string) {
		for _, o := range []*CreatedTable{free, pinned} {
			player := r.sit(o.Table, o.Watch).view().View.Acting
			r.sit(o.Table, o.Seats[player-1]).must(command)
		}
	}
	play("bid 1")
	c, bundle := contents(t, "0")
	r.Bundle = func() ([]byte, error) { return bundle, nil }
	r.SetContent(c)
	play("bid 2")
	a, b := sums()
	if a != "0" || b == "0" {
		t.Errorf("with new content the sums are %s and %s", a, b)
	}
	for _, edition := range []string{"0", "1", "3"} { // and as each of them, after a crash
		r.open(edition)
		if x, y := sums(); x != a || y != b {
			t.Errorf("restarted with edition %s, the sums are %s and %s, not %s and %s\n%s", edition, x, y, a, b, &r.log)
		}
	}
	play("finish")
	for player := range 2 {
		r.sit(pinned.Table, pinned.Seats[player]).must("bid 1")
	}
	table, _ := r.find(pinned.Table)
	before := table.content
	if table.update(); table.content == before {
		t.Error("the pinned table keeps its content after the game")
	}
}

// TestDamagedFilesAreRefused checks that each changed byte of a table's file is
// noticed, and that only a last line that is incomplete is left out.
func TestDamagedFilesAreRefused(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	r.sit(o.Table, o.Seats[0]).must("bid 1")
	r.sit(o.Table, o.Seats[1]).must("bid 2")
	table, _ := r.find(o.Table)
	data, err := os.ReadFile(table.path())
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(data); i += 7 {
		for _, damaged := range [][]byte{append(append(slices.Clone(data[:i]), data[i]^1), data[i+1:]...), data[:i]} {
			records, length, _, err := parse(damaged)
			switch {
			case err == errTorn && length <= int64(i) && len(damaged) == i:
			case err != nil && err != errTorn && len(damaged) == len(data):
			case err == nil && len(damaged) == i && int(length) == i:
			default:
				t.Fatalf("with byte %d changed, or all from it lost, it has %d records in %d bytes, %v", i, len(records), length, err)
			}
		}
	}
}

// TestNobodyWaitsForABusyTable checks that calls give up at their deadline,
// without effect.
func TestNobodyWaitsForABusyTable(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one := r.sit(o.Table, o.Seats[0])
	table, _ := r.find(o.Table)
	table.lock()
	late, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, act := one.Act(late, Act{Command: "pass"})
	_, view := one.View(late)
	_, choose := one.Choose(late, ChoiceRequest{Command: "bid"})
	_, legal := one.Legal(late, 0)
	_, log := one.History(late, 0)
	_, _, join := r.Join(late, o.Table, o.Seats[1], locale.Language{}, func(Notice) {})
	table.unlock()
	for i, err := range []error{act, view, choose, legal, log, join} {
		if kindOf(err) != LimitExceeded {
			t.Errorf("call %d is answered by %v", i, err)
		}
	}
	if n := one.view(); n.Version != 1 || !n.Acts {
		t.Errorf("afterwards it is version %d", n.Version)
	}
}

// TestClientsOfASeatShareEncodedNews checks that clients of one seat share the encoded news.
func TestClientsOfASeatShareEncodedNews(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	clients := []*sitter{r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Watch)}
	for range 3 {
		clients[0].must("pass")
		r.sit(o.Table, o.Seats[1]).must("pass")
		clients[0].must("risk")
		encoded := 0
		for _, c := range clients {
			c.News(func(n *TableUpdate) []byte { encoded++; return []byte(text(n)) })
		}
		if encoded != 3 { // there were two commands since
			t.Errorf("news of several commands are encoded %d times", encoded)
		}
		r.sit(o.Table, o.Seats[1]).must("pass")
		var heard []string
		encoded = 0
		for _, c := range clients {
			heard = append(heard, string(c.News(func(n *TableUpdate) []byte { encoded++; return []byte(text(n)) })))
		}
		if encoded != 2 || heard[0] != heard[1] || heard[0] == heard[2] {
			t.Errorf("news of one command is encoded %d times: %s", encoded, heard)
		}
	}
}
