package session_test

import (
	"bytes"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// copied returns a session that was saved and loaded, with its history.
func (x *wanderer) copied() *wanderer {
	var text bytes.Buffer
	if err := x.Save(&text); err != nil {
		x.t.Fatal(err)
	}
	loaded, _, problem := session.LoadAll(x.content, &text, "saved.json")
	if problem != nil {
		x.t.Fatal(problem)
	}
	return x.on(loaded)
}

// on returns a wanderer on another session, with the same luck.
func (x *wanderer) on(s *session.Session) *wanderer {
	return &wanderer{transcriber{t: x.t, content: x.content, Session: s}, x.luck, x.later}
}

// report adds the output of another wanderer, which leaves its host to the next.
func (x *wanderer) report(y *wanderer) {
	x.out.WriteString(y.out.String())
	y.Suspend()
}

// watched runs a command in copies: under a probe that records everything it
// can inspect, under watchers that end the command, and with failures on the
// way.
func (x *wanderer) watched(c session.Command) {
	y := x.on(x.Clone(nil))
	y.SetProbe(y.witness(-1))
	y.result(y.Do(c))
	y.state()
	y.Suspend()
	y.Resume()
	y.SetProbe(nil)
	x.report(y)
	y = x.on(x.Clone(nil))
	y.SetProbe(y.witness(amends))
	y.result(y.Do(c))
	y.SetProbe(&session.Probe{})
	y.random()
	y.printf("%s, meddled %v\n", y.Hash(), y.Tampered())
	x.report(y)
	for _, stop := range []int{0, 2, 9} {
		y := x.on(x.Clone(nil))
		y.SetProbe(y.witness(stop))
		y.result(y.Do(c))
		y.printf("%s\n", y.Hash())
		x.report(y)
	}
	for _, n := range []int{1, 2, 4, 7} {
		y := x.on(x.Clone(nil))
		y.FailAt(n)
		y.result(y.Do(c))
		y.printf("%s\n", y.Hash())
		x.report(y)
	}
	for _, fuel := range []int64{5, 60} {
		y := x.on(x.Clone(nil))
		y.SetFuel(fuel)
		y.result(y.Do(c))
		y.printf("%s\n", y.Hash())
		x.report(y)
	}
}

// amends makes a witness change the command at every event.
const amends = -2

// witness returns a probe that records everything it can inspect, and ends
// the command at a statement, or if stop is 0 at the end of the scripts.
func (x *wanderer) witness(stop int) *session.Probe {
	inside := func(what string) {
		owner, hook, frame := x.Innermost()
		calls, fuel := x.Spent()
		x.printf("%s, ", x.Command().Action)
		x.printf("%s %q in %s %s %d, %d hooks, %d calls, %d units, watched %v\n", what, x.Running(), owner, hook, frame, len(x.Hooks()), calls, fuel, x.Probed())
	}
	return &session.Probe{
		Begins: func(s *session.Session) { inside("begins") },
		Statement: func(p *lua.Statement) *diag.Diagnostic {
			inside(p.Place().String())
			if stop > 0 {
				if stop--; stop == 0 {
					d := diag.New("script/runtime", p.Place(), "stopped")
					return &d
				}
			}
			return nil
		},
		Event: func(h session.Event) {
			inside(h.Event)
			x.printf("%v at %d\n", h.Args, h.At)
			x.fault(x.EvaluateWith("player() + players()", nil, nil, func(_ lua.Value, text string) { x.printf("aside %s\n", text) }))
			x.fault(x.EvaluateWith("x", []string{"x"}, []lua.Value{x.Self(session.Self{})}, func(v lua.Value, text string) {
				_, entity := x.Entity(v)
				x.printf("aside %s %v\n", text, entity)
			}))
			for _, label := range []string{"h1", "t1", "d1"} {
				x.fault(x.EvaluateWith(label+".id", nil, nil, func(_ lua.Value, text string) { x.printf("aside %s\n", text) }))
			}
			x.fault(x.EvaluateWith("(", nil, nil, nil))
			if stop == amends {
				x.fault(x.Amend(`say("amended " .. x)`, []string{"x"}, []lua.Value{x.Lua(state.Num(3))}))
				x.fault(x.Amend("(", nil, nil))
				x.MarkAmended()
			}
			text, problem := x.Evaluate("player() .. phase()")
			x.printf("%s\n", text)
			x.fault(problem)
			x.choice()
			w, ok := x.LastWrite(x.State().Position(), func(*state.Change) bool { return true })
			x.printf("%d/%d %v\n", w.Turn, w.Index, ok)
		},
		Call:   func(function string) { inside(function) },
		Called: func() { inside("called") },
		Failure: func(refusal *diag.Message, problem *diag.Diagnostic) {
			inside("failed")
			x.printf("%v\n", refusal)
			x.fault(problem)
		},
		Ends: func() *diag.Diagnostic {
			inside("ends")
			if stop == 0 {
				d := diag.New("script/runtime", diag.Place{}, "ended")
				return &d
			}
			return nil
		},
	}
}

// secrets writes what everyone may read of the log, of windows and of texts,
// and how much of a command a player could predict.
func (x *wanderer) secrets(c session.Command) {
	for turn := range x.Turn() + 1 {
		for player := range x.Players() + 1 {
			x.printf(" %s;", x.CommandSeenBy(turn, player))
		}
	}
	x.printf("\n%v\n", x.Clocks())
	if d, w := x.Window(); d != nil {
		x.printf("window %s %+v %v\n", d.Name, *w, x.State().Pending().Empty())
	}
	layout := x.State().Layout
	for slot := range layout.ZoneSlots() {
		x.printf("zone %d: %v\n", slot, x.Faces(slot))
		for _, id := range x.State().Zone(slot) {
			x.printf(" held %v:", x.ShownForReaction(id))
			for viewer := range x.Players() + 1 {
				x.printf(" %s", x.LabelFor(id, viewer))
			}
		}
	}
	for _, v := range x.Game().Views {
		open := x.ReadsPublic(func() { _, _ = x.View(v) })
		value, found, problem := x.ViewNamed(v.Name)
		x.printf("%s: open %v, %s %v\n", v.Name, open, value, found)
		x.fault(problem)
	}
	x.openly()
	x.numbers()
	for player := range x.Players() {
		y := x.on(x.Clone(nil))
		r, known := y.DoTrackingSecrets(player+1, c)
		y.printf("%d: %v, %d known\n", player+1, r.Refusal, known)
		x.report(y)
	}
	for _, fuel := range []int64{1, 30, 100} {
		x.WithBudget(fuel, func() {
			x.WithBudget(10_000, x.offers)
			_, problem := x.Legal(3)
			x.fault(problem)
			x.fault(x.Examine())
		})
	}
}

// openly writes which expressions read only public values.
func (x *wanderer) openly() {
	_, found, problem := x.ViewNamed("x")
	x.printf("%v\n", found)
	x.fault(problem)
	for slot := range x.State().Layout.ZoneSlots() {
		for _, id := range x.State().Zone(slot) {
			source := x.Expression(id)
			open := x.ReadsPublic(func() { _, _ = x.Evaluate(source + ".id") })
			x.printf(" %s open %v;", source, open)
		}
	}
	for _, name := range x.Game().VariableNames() {
		open := x.ReadsPublic(func() { _, _ = x.Evaluate("vars." + name) })
		x.printf(" %s open %v;", name, open)
	}
	for _, a := range x.Game().Actions {
		for _, t := range a.Targets {
			word, ok := x.Word(t, 2)
			x.printf(" %s %v", word, ok)
		}
	}
}

// numbers writes the game's metrics, and the texts that compute values.
func (x *wanderer) numbers() {
	for _, m := range x.Game().Metrics {
		value, problem := x.MetricOf(m, 2)
		x.printf("%s: %s\n", m.Name, value)
		x.fault(problem)
	}
	winner, problem := x.Winner()
	x.printf("winner %d, usable %v, %d calls\n", winner, x.UsableIDs(), x.Calls())
	x.fault(problem)
	for _, d := range x.Content().Catalog.All() {
		for _, code := range d.Expressions {
			if live := x.Game().TextExpression(d, code.Lua); live != nil {
				value, problem := x.EvaluateText(live, session.Self{Definition: d}, 2)
				x.printf("%s: %s\n", d.Key(), value)
				x.fault(problem)
			}
		}
	}
}

// texts writes how almost correct commands are read, by every player.
func (x *wanderer) texts() {
	for player := 1; player <= x.Players(); player++ {
		var legal []session.Command
		x.As(player, func() { legal, _ = x.Legal(60) })
		for i := 0; i < len(legal); i += 1 + len(legal)/5 {
			words := strings.Fields(x.Format(legal[i]))
			last := len(words) - 1
			for _, text := range []string{
				strings.Join(words, " "),
				strings.Join(words[:last], " "),
				strings.Join(append(words[:last:last], `"`+strings.Trim(words[last], `"`)+`"`), " "),
				words[0],
				words[0] + "x " + strings.Join(words[1:], " "),
				strings.Join(words, " ") + " x",
				"@" + string(rune('0'+player)) + " " + strings.Join(words, "  "),
				strings.Join(words[:last], " ") + " " + words[last][:len(words[last])-1],
			} {
				x.read(text, player, words)
			}
		}
	}
}

// read writes the meaning of a text, and the choices that it opens.
func (x *wanderer) read(text string, player int, words []string) {
	x.As(player, func() {
		c, refusal, problem := x.Parse(text)
		x.printf("%q: %q by %d, %v\n", text, x.Format(c), c.Player, refusal)
		x.fault(problem)
		for _, picks := range [][]string{nil, words[len(words)-1:], {"x"}} {
			refusal, problem := x.WithChoice(text, picks, func(complete string) {
				x.printf("complete %q\n", complete)
				x.choice()
			})
			x.printf("%v, choosing %v\n", refusal, x.ChoiceStarted())
			x.fault(problem)
		}
	})
	y := x.on(x.Fork(nil))
	y.result(y.Begin(text))
	y.choice()
	y.result(y.Pick("zzz"))
	y.result(y.Begin("x"))
	y.result(y.Confirm())
	y.printf("%v %s\n", y.Cancel(), y.Hash())
	x.report(y)
}

// swapped changes to other content, with and without an open choice, and loads
// the game with that.
func (x *wanderer) swapped() {
	offers, _ := x.Offers()
	for i, content := range x.later {
		y := x.copied()
		for _, o := range offers {
			if y.Begin(o.Command); y.ChoiceStarted() {
				if options := y.Choice().Options; len(options) > 0 {
					y.Pick(options[y.luck.Below(uint64(len(options)))].Label)
				}
				break
			}
		}
		if i%2 == 1 {
			y.Cancel()
			y.Undo(1)
		}
		for _, d := range y.Swap(content) {
			y.fault(&d)
		}
		y.choice()
		y.Cancel()
		y.content = content
		y.state()
		y.where()
		y.random()
		y.printf("%d undone\n", y.Undo(3))
		y.where()
		y.load()
		x.report(y)

		var text bytes.Buffer
		if err := x.Save(&text); err != nil {
			x.t.Fatal(err)
		}
		loaded, notes, problem := session.Load(content, bytes.NewReader(text.Bytes()), "saved.json")
		x.printf("%q\n", notes)
		x.fault(problem)
		if problem == nil {
			x.printf("%s, %v, %s\n", loaded.Hash(), loaded.Commands(), loaded.CommandSeenBy(1, 0))
		}
	}
	y := x.copied()
	y.result(y.Run(`lua say("typed") return 7`))
	y.printf("%v\n", y.Tampered())
	y.load()
	y.random()
	y.state()
	x.report(y)
}

// random does a random command.
func (x *wanderer) random() {
	c, ok, problem := x.Sample(&x.luck)
	x.fault(problem)
	if ok {
		x.result(x.Do(c))
	}
}

// travels goes back and forth in copies, branches off, and looks into the past.
func (x *wanderer) travels() {
	y := x.copied()
	for _, turn := range []int{-1, 0, y.Turn() / 2, y.Turn() + 5} {
		y.printf("%v", y.Goto(turn))
		y.where()
		y.printf("%d to redo, %d earliest, %d/%d, %s\n", len(y.Undone()), y.EarliestTurn(), y.PositionAfter(min(turn, y.Turn())), y.PositionAfter(y.Turn()), y.CommandSeenBy(y.Turn(), 0))
	}
	for range 2 {
		y.printf("%d undone\n", y.Undo(2))
		y.random()
		y.where()
		for turn := range y.Turn() + 1 {
			y.printf(" %s;", y.CommandSeenBy(turn, 2))
		}
	}
	for slot := range y.State().Layout.VarSlots() {
		for _, before := range []int{y.State().Position() + 9, y.State().Position() / 2} {
			w, ok := y.LastWrite(before, session.WritesVariable(slot))
			y.printf(" %v %d/%d %s", ok, w.Turn, w.Index, w.Change.To)
		}
	}
	for slot := range y.State().Layout.ZoneSlots() {
		for _, id := range y.State().Zone(slot) {
			w, ok := y.LastWrite(y.State().Position(), session.WritesProperty(id, 0))
			y.printf(" %v %d/%d", ok, w.Turn, w.Index)
		}
	}
	for _, turn := range []int{0, 1, y.Turn()} {
		past := y.CopyBefore(turn, nil)
		if past == nil {
			y.printf("no past\n")
			continue
		}
		z := y.on(past)
		if turn == 0 {
			z.choice()
			z.offers()
			z.where()
			z.fault(z.Start())
		} else if turn < len(y.Log()) {
			z.result(z.Repeat(y.Log()[turn]))
		}
		z.where()
		z.printf("%s %v\n", z.Hash(), z.Commands())
		y.report(z)
	}
	y.Suspend()
	y.Resume()
	y.random()
	y.printf("%d calls", y.Calls())
	y.where()
	x.report(y)
	x.reseeded()
}

// reseeded gives copies other random numbers.
func (x *wanderer) reseeded() {
	luck := random.New(4, "reseed")
	twin := x.on(x.Clone(nil))
	twin.Reseed(&luck)
	twin.random()
	other := x.on(x.Clone(nil))
	other.CopyStreams(twin.Session)
	other.random()
	twin.printf("%s\n", other.Hash())
	x.report(twin)
	fork := x.on(x.Fork(nil))
	fork.printf("%d earliest\n", fork.EarliestTurn())
	fork.fault(fork.Restart(5))
	fork.random()
	fork.printf("%s\n", fork.Hash())
	x.report(fork)
}

// elsewhere writes digests of every phase of the game, entered from its start, and
// of its end.
func (x *wanderer) elsewhere() {
	lines := []string{"lua win('It is won.')", "lua lose('It is lost.')"}
	for _, p := range x.Game().Phases {
		lines = append(lines, "lua enter_phase('"+p.Name+"')")
	}
	for _, line := range lines {
		y := x.on(x.Clone(nil))
		x.printf("%s:%s\n", line, y.digest(
			part{"result", func() { y.result(y.Run(line)) }},
			part{"seats", y.seats},
			part{"secrets", func() { y.secrets(session.Command{Action: "x"}) }},
			part{"choices", y.choices},
			part{"names", y.names},
			part{"arranged", y.arranged},
			part{"worlds", y.worlds},
			part{"random", y.random},
			part{"history", y.history},
		))
	}
}
