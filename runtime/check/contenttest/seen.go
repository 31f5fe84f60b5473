package contenttest

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

// hidden stands for a value that a seat may not know.
const hidden = "?"

// seatKeys lists the keys under seats: that are not variables, zones or views.
var seatKeys = [...]string{"says", "log", "acts"}

// inSeat carries out a command in the seat of the step or, if the step names none,
// of whoever acts.
func (t *test) inSeat(text string, open bool) (r session.Result) {
	if t.seat == 0 {
		return t.line(text, open)
	}
	own := seat.Of(t.session, t.seat, nil)
	if !own.Turn() {
		_, refusal, problem := own.Parse(text)
		return session.Result{Refusal: refusal, Problem: problem}
	}
	if t.seat == t.session.Player() {
		t.session.As(t.seat, func() { r = t.line(text, open) })
		return r
	}
	c, refusal, problem := own.Parse(text)
	if refusal != nil || problem != nil {
		return session.Result{Refusal: refusal, Problem: problem}
	}
	return t.session.Do(c)
}

// player reads the player that a step or a seat names.
func (t *test) player(n *def.Node, number, least int) (int, *diag.Diagnostic) {
	if most := t.session.Players(); number < least || number > most {
		return 0, invalid(n.Place(), "expected a player from %d to %d, got %d", least, most, number)
	}
	return number, nil
}

// seenBy checks what players see, by player; 0 only watches.
func (t *test) seenBy(want *def.Node) *diag.Diagnostic {
	for _, f := range want.Fields() {
		number, _ := strconv.Atoi(f.Key) // the schema allows digits only; a number that is too large is not a player
		player, problem := t.player(f.Value, number, seat.Watcher)
		if problem != nil {
			return problem
		}
		s := &seatView{test: t, player: player, seat: seat.Of(t.session, player, nil)}
		s.board = s.seat.Board()
		for _, part := range f.Value.Fields() {
			if problem := s.expect(part); problem != nil {
				return problem
			}
		}
	}
	return nil
}

// seatView is what one seat sees after a step.
type seatView struct {
	*test
	player int
	seat   *seat.Seat
	board  *board.Board
}

func (s *seatView) expect(f def.Field) *diag.Diagnostic {
	switch f.Key {
	case "says":
		var said []string
		for _, m := range s.test.seen.messages {
			if m.For(s.player) {
				said = append(said, m.Text)
			}
		}
		return messages(f.Value, "said to "+s.who(), said)
	case "log":
		if last := s.seat.Command(len(s.session.Log()) - 1); last != f.Value.Text() {
			return failed(f.Value.Place(), "%s reads %q in the log, expected %q", s.who(), last, f.Value.Text())
		}
		return nil
	case "acts":
		if acts := s.seat.Turn() && !s.session.Over(); acts != f.Value.Bool() {
			return failed(f.Value.Place(), "%s acts: %v, expected %v", s.who(), acts, f.Value.Bool())
		}
		return nil
	}
	own := f.Key
	if s.session.Players() > 1 && !strings.Contains(own, "@") {
		own += "@" + strconv.Itoa(s.player)
	}
	for _, g := range s.board.Groups {
		for i := range g.Figures {
			if fig := &g.Figures[i]; fig.Name == f.Key || fig.Name == own {
				return s.figure(fig, f.Value)
			}
		}
		for i := range g.Zones {
			if z := &g.Zones[i]; z.Name == f.Key || z.Name == own {
				return s.zone(z, f.Value)
			}
		}
	}
	var shown []string
	for _, g := range s.board.Groups {
		for _, fig := range g.Figures {
			shown = append(shown, fig.Name)
		}
		for _, z := range g.Zones {
			shown = append(shown, z.Name)
		}
	}
	return unknown(f.KeyPlace(), "variable, zone or view that "+s.who()+" sees", f.Key, append(shown, seatKeys[:]...))
}

func (s *seatView) who() string {
	if s.player == seat.Watcher {
		return "a watcher"
	}
	return "player " + strconv.Itoa(s.player)
}

func (s *seatView) figure(f *board.Figure, want *def.Node) *diag.Diagnostic {
	got := f.Value
	if f.Hidden {
		got = hidden
	} else if f.Number != nil && want.Type() == def.Number && closeTo(*f.Number, want.Number()) {
		return nil
	}
	if got == rules.Literal(want).String() || want.Type() == def.Bool && got == map[bool]string{true: "yes", false: "no"}[want.Bool()] {
		return nil
	}
	return failed(want.Place(), "%s sees %s as %s, expected %s", s.who(), f.Name, got, show(want))
}

// zone compares what is in a zone: ids, and a question mark for what is hidden.
// A zone that is not counted is a question mark itself.
func (s *seatView) zone(z *board.Zone, want *def.Node) *diag.Diagnostic {
	got := make([]string, 0, len(z.Entities))
	for _, thing := range z.Entities {
		id := hidden
		if !thing.Hidden {
			id = path.Base(thing.Key)
		}
		got = append(got, id)
	}
	if z.Uncounted {
		if want.Type() == def.Text && want.Text() == hidden {
			return nil
		}
		return failed(want.Place(), "%s does not see how much is in %s; expected %s", s.who(), z.Name, show(want))
	}
	if want.Type() == def.List && slices.Equal(got, texts(want)) {
		return nil
	}
	problem := failed(want.Place(), "%s sees %s as %s, expected %s", s.who(), z.Name, list(got), show(want))
	if want.Type() != def.List && show(want) == list(got) {
		*problem = problem.WithHint("write a list: [%s]", show(want))
	}
	return problem
}
