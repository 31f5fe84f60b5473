package speed

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/tests/clock"
	"sleight/tests/shipped"
)

// plain returns a function that plays a game of Forward, written as one script,
// on unmodified gopher-lua, and returns the result. With luck, that replaces
// gopher-lua's math.random, which cannot be seeded.
func plain(t testing.TB, luck *rand.Rand) func() (won bool, commands int) {
	l := lua.NewState()
	t.Cleanup(l.Close)
	if luck != nil {
		l.SetField(l.GetGlobal("math"), "random", l.NewFunction(func(l *lua.LState) int {
			l.Push(lua.LNumber(1 + luck.IntN(l.CheckInt(1))))
			return 1
		}))
	}
	if err := l.DoFile("testdata/forward.lua"); err != nil {
		t.Fatal(err)
	}
	play := l.GetGlobal("play")
	return func() (bool, int) {
		if err := l.CallByParam(lua.P{Fn: play, NRet: 4, Protect: true}); err != nil {
			t.Fatal(err)
		}
		hp, commands := l.Get(1).(lua.LNumber), l.Get(4).(lua.LNumber)
		l.SetTop(0)
		return hp > 0, int(commands)
	}
}

func byHand() func() (won bool, commands int) {
	g := &native{luck: rand.New(rand.NewPCG(1, 1))}
	return func() (bool, int) {
		g.play()
		return !g.lost, g.commands
	}
}

// tally plays games and returns the share won and the commands of a game.
func tally(n int, play func() (bool, int)) (won, commands float64) {
	for range n {
		w, c := play()
		if w {
			won++
		}
		commands += float64(c)
	}
	return won / float64(n), commands / float64(n)
}

// TestComparedGamesAreEqual checks that the three implementations are won as
// often and take as many commands. tests/games plays many more games on the
// engine.
func TestComparedGamesAreEqual(t *testing.T) {
	n := 6_000
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		n = 20_000
	}
	ours := forward(shipped.Content(t), n, 0)
	result, err := sim.Run(context.Background(), ours)
	if err != nil {
		t.Fatal(err)
	}
	r := &result.Variants[0]
	won := float64(r.Outcomes[rules.Won]) / float64(n)
	length := float64(r.Commands) / float64(n)
	for name, play := range map[string]func() (bool, int){"by hand": byHand(), "plain Lua": plain(t, rand.New(rand.NewPCG(2, 2)))} {
		w, l := tally(n, play)
		t.Logf("%s: %.4f of %.4f won, %.2f of %.2f commands a game", name, w, won, l, length)
		if math.Abs(w-won) > 0.02 || math.Abs(l-length) > 0.5 {
			t.Errorf("%s: %.4f won, %.2f commands a game; the engine: %.4f, %.2f", name, w, l, won, length)
		}
	}
}

func forward(c *rules.Content, n, workers int) sim.Plan {
	return sim.Plan{Game: "forward", Seed: 1, N: n, Workers: workers, Variants: []sim.Variant{{Name: "reference", Content: c, Bot: "reference"}}}
}

// BenchmarkForward plays Forward by its reference player three ways, and compares
// their processor time.
func BenchmarkForward(b *testing.B) {
	const games = 500
	c := shipped.Content(b)
	script, hand := plain(b, nil), byHand()
	var ours, lua, native time.Duration
	var fuel int64
	for b.Loop() {
		ours += clock.Taken(func() {
			r, err := sim.Run(context.Background(), forward(c, games, 1))
			if err != nil {
				b.Fatal(err)
			}
			fuel += r.Variants[0].Fuel
		})
		lua += clock.Taken(func() { tally(games, script) })
		native += clock.Taken(func() { tally(games, hand) })
	}
	n := float64(b.N * games)
	b.ReportMetric(n/ours.Seconds(), "games/s")
	b.ReportMetric(float64(fuel)/n, "fuel/game")
	b.ReportMetric(lua.Seconds()/ours.Seconds(), "×plain-Lua")
	b.ReportMetric(native.Seconds()/ours.Seconds(), "×native-Go")
}
