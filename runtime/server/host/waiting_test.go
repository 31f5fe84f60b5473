package host

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/game/random"
)

// TestBotsRecheckTheTableBeforeActing delays a bot that is about to act, as
// bots of other tables do while they think, changes the table in the meantime,
// and checks the number of commands after a while.
func TestBotsRecheckTheTableBeforeActing(t *testing.T) {
	for _, c := range []struct {
		name      string
		meanwhile func(r *room, o *CreatedTable, two *sitter)
		turn      int // afterwards
		bot       string
	}{
		{"nothing", func(*room, *CreatedTable, *sitter) {}, 1, "random"},
		{"everybody leaves", func(_ *room, _ *CreatedTable, two *sitter) { two.Leave() }, 0, "random"},
		{"the table is unloaded", func(r *room, o *CreatedTable, two *sitter) { two.Leave(); r.tables[o.Table].unloadIfIdle(0) }, 0, "random"},
		{"the player comes back", func(r *room, o *CreatedTable, _ *sitter) { r.sit(o.Table, o.Seats[0]) }, 0, ""},
		{"the player comes back and leaves", func(r *room, o *CreatedTable, _ *sitter) { r.sit(o.Table, o.Seats[0]).Leave() }, 1, "random"},
		{"another bot takes the seat", func(r *room, o *CreatedTable, _ *sitter) {
			if err := r.SetSeatBot(o.Table, 1, "greedy"); err != nil {
				r.Fatal(err)
			}
		}, 1, "greedy"},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &room{T: t, folder: t.TempDir(), limits: Limits{BotDelay: time.Second}}
			r.open("1", func(o *Options) { o.Now = time.Now })
			defer r.Host.Close()
			o := r.table(Setup{StandIn: "random", Patience: 60})
			two := r.sit(o.Table, o.Seats[1])
			table := r.tables[o.Table]
			table.rng = random.New(1, "bots of a test")
			r.thinking <- struct{}{}
			<-time.After(62 * time.Second)
			c.meanwhile(r, o, two)
			<-r.thinking
			synctest.Wait()
			table.lock()
			version := table.version
			table.unlock()
			if c.name == "the player comes back and leaves" && version != 1 {
				t.Errorf("%s: the bot acts at once", c.name)
			}
			<-time.After(63 * time.Second)
			synctest.Wait()
			watcher := r.sit(o.Table, o.Watch)
			n := watcher.view()
			if bot := watcher.Presence().Seats[0].Bot; n.View.Turn != c.turn || bot != c.bot {
				t.Errorf("%s: turn %d, and bot %q plays", c.name, n.View.Turn, bot)
			}
		})
	}
}

// TestBotsRecheckTheTableAfterThinking changes the table while a bot thinks, and checks
// whether its command is carried out.
func TestBotsRecheckTheTableAfterThinking(t *testing.T) {
	for _, c := range []struct {
		name      string
		meanwhile func(r *room, o *CreatedTable, two *sitter)
		plays     bool
	}{
		{"nothing", func(*room, *CreatedTable, *sitter) {}, true},
		{"a watcher comes", func(r *room, o *CreatedTable, _ *sitter) { r.sit(o.Table, o.Watch) }, true},
		{"the player comes back", func(r *room, o *CreatedTable, _ *sitter) { r.sit(o.Table, o.Seats[0]) }, false},
		{"the player comes back and leaves", func(r *room, o *CreatedTable, _ *sitter) { r.sit(o.Table, o.Seats[0]).Leave() }, false},
		{"everybody leaves", func(_ *room, _ *CreatedTable, two *sitter) { two.Leave() }, false},
		{"the table is unloaded", func(r *room, o *CreatedTable, two *sitter) { two.Leave(); r.tables[o.Table].unloadIfIdle(0) }, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &room{T: t, folder: t.TempDir(), limits: Limits{BotDelay: time.Hour}}
			r.open("1", func(o *Options) { o.Now = time.Now })
			defer r.Host.Close()
			o := r.table(Setup{StandIn: "random", Patience: 60})
			two := r.sit(o.Table, o.Seats[1])
			table := r.tables[o.Table]
			r.thinking <- struct{}{} // nobody else thinks
			defer func() { <-r.thinking }()
			<-time.After(61 * time.Second)
			table.lock()
			version := table.version
			command, refusal, problem := table.session.Parse("pass")
			table.unlock()
			if refusal != nil || problem != nil {
				t.Fatal(refusal, problem)
			}
			c.meanwhile(r, o, two)
			table.playBot(version, 1, "random", command, true, random.New(1, "bots of a test"))
			if plays := table.version != version; plays != c.plays {
				t.Errorf("%s: the command of the bot is carried out: %t", c.name, plays)
			}
		})
	}
}

// TestABotWithoutACommandGivesUp checks that a bot whose commands all fail stops
// trying until the table changes, and that a bot finds the only command that works.
func TestABotWithoutACommandGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := playing(t, frail, func(o *Options) { o.Now, o.Limits.BotDelay = time.Now, time.Second })
		defer r.Host.Close()
		o, err := r.Create(Setup{Game: "frail", Bots: map[int]string{2: "random"}})
		if err != nil {
			t.Fatal(err)
		}
		one := r.sit(o.Table, o.Seats[0])
		one.must("next")
		var out []string
		wait := func(long time.Duration) {
			<-time.After(long)
			synctest.Wait()
			n := one.view()
			out = append(out, fmt.Sprintf("turn %d, version %d", n.View.Turn, n.Version), r.logged())
		}
		wait(time.Hour)
		one.Leave()
		one = r.sit(o.Table, o.Seats[0])
		wait(time.Hour)
		if err := r.SetSeatBot(o.Table, 2, "greedy"); err != nil {
			t.Fatal(err)
		}
		wait(time.Hour)
		same(t, `
turn 2, version 4
WARN msg="a bot has no command" table=ID bot=random player=2
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:23: error: too late [script/runtime]"
turn 2, version 4
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:23: error: too late [script/runtime]"
turn 2, version 5
WARN msg="a bot has no command" table=ID bot=greedy player=2
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:23: error: too late [script/runtime]"
`, out...)
	})
}

// TestAFailingTimeoutIsLogged checks that a choice stays open if its timeout
// fails, and that the log says why.
func TestAFailingTimeoutIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := playing(t, frail, func(o *Options) { o.Now = time.Now })
		defer r.Host.Close()
		o, err := r.Create(Setup{Game: "frail"})
		if err != nil {
			t.Fatal(err)
		}
		one := r.sit(o.Table, o.Seats[0])
		one.must("slow")
		<-time.After(9 * time.Second)
		out := []string{answer(one.Clocks(t.Context())), r.logged()}
		<-time.After(2 * time.Second)
		synctest.Wait()
		out = append(out, answer(one.Clocks(t.Context())), r.logged(), one.acts("next"))
		same(t, `
{"clocks":[{"player":1,"since":1,"seconds":1}]}

{"clocks":[]}
ERROR msg="a command failed" table=ID problem="content/x/game.yaml:23: error: too late [script/runtime]"
{"done":true,"command":"next","version":3}
`, out...)
	})
}
