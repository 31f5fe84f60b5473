// Package seat limits a session to what one seat at the table may know and do:
// that of a player, or of a watcher.
//
// Layer game. A seat sees the state filtered by visibility: two states that
// differ only in what is hidden from it look the same to it. Rights beyond
// playing, such as undoing or seeing the seed, belong to the holder of the
// session; a seat has none of them.
package seat

import (
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// Watcher is the player number of a seat that only watches.
const Watcher = 0

// Seat is one place at the table of a session.
type Seat struct {
	session    *session.Session
	player     int
	translator *locale.Translator
	cache      *board.Cache
}

// Of returns the seat of a player, counted from 1, or of a Watcher. Texts are
// translated by translator, which may be nil.
func Of(s *session.Session, player int, translator *locale.Translator) *Seat {
	return &Seat{session: s, player: player, translator: translator}
}

// Sharing makes the seat use a cache of its session and language, and returns
// the seat.
func (t *Seat) Sharing(c *board.Cache) *Seat {
	t.cache = c
	return t
}

func (t *Seat) viewer() *board.Viewer {
	vw := board.NewWatcher(t.session, t.translator)
	if t.player != Watcher {
		vw = board.NewViewer(t.session, t.player, t.translator)
	}
	vw.AtTable, vw.Cache = true, t.cache
	return vw
}

// Board returns what the seat sees now. It is valid until the next command.
func (t *Seat) Board() (b *board.Board) {
	t.session.As(t.player, func() { b = t.viewer().Board() })
	b.Undo, b.Redo = 0, 0
	return b
}

// Turn reports whether the seat may act now.
func (t *Seat) Turn() bool { return t.turnRefusal() == nil }

// turnRefusal returns why the seat may not act now, or nil if it may.
func (t *Seat) turnRefusal() *diag.Message {
	switch {
	case t.session.Over():
		return rules.Refuse("game-over")
	case t.player == Watcher || !t.session.MayAct(t.player):
		return rules.Refuse("other-turn", t.session.Player())
	}
	return nil
}

// Legal lists the complete commands that the seat may give now, at most limit
// of them; 0 means all.
func (t *Seat) Legal(limit int) (commands []string, problem *diag.Diagnostic) {
	commands = []string{}
	if !t.Turn() {
		return commands, nil
	}
	t.session.As(t.player, func() {
		var legal []session.Command
		legal, problem = t.session.Legal(limit)
		for _, c := range legal {
			commands = append(commands, t.session.Format(c))
		}
	})
	return commands, problem
}

// Parse reads a command of the seat. It refuses one out of turn before it looks
// at anything else, and debug statements always.
func (t *Seat) Parse(text string) (c session.Command, refusal *diag.Message, problem *diag.Diagnostic) {
	if refusal = t.turnRefusal(); refusal != nil {
		return c, refusal, nil
	}
	t.session.As(t.player, func() { c, refusal, problem = t.session.Parse(text) })
	if c.Lua != "" {
		return session.Command{}, rules.Refuse("debugging"), nil
	}
	if c.Action == rules.Timeout && refusal == nil {
		return session.Command{}, rules.Refuse("host-only"), nil
	}
	c.Player = t.player
	return c, refusal, problem
}

// Report is a command as far as a seat may know it.
type Report struct {
	// Turn is the number of the command, 0 for the start, and Player who gave it.
	Turn   int `json:"turn"`
	Player int `json:"player,omitempty"`
	// Command is its text, with … in place of what the seat may not know. It
	// can become known later: see Command.
	Command string            `json:"command"`
	Said    []session.Message `json:"said,omitempty"`
	Changes []string          `json:"changes,omitempty"`
	// Steps are the events that the seat saw, in order.
	Steps []board.Step `json:"steps,omitempty"`
}

// Report returns the last command as far as the seat may know it.
func (t *Seat) Report(r session.Result) Report {
	s := t.session
	turn := len(s.Log()) - 1
	out := Report{Turn: turn, Player: s.Log()[turn].Player, Command: t.Command(turn), Said: t.messages(r.Messages)}
	viewer := t.viewer()
	for _, c := range viewer.Describe(r.Changes) {
		out.Changes = append(out.Changes, c.Text)
	}
	out.Steps = viewer.Steps(r.Changes, r.Events)
	return out
}

// Start returns the start of the game as far as the seat may know it.
func (t *Seat) Start() Report {
	return Report{Command: t.Command(0), Said: t.messages(t.session.Log()[0].Messages)}
}

// Command returns the text of the command that led to a turn, as far as the seat
// may know it by now.
func (t *Seat) Command(turn int) string { return t.session.CommandSeenBy(turn, t.player) }

// Messages returns the messages of a turn that are for the seat.
func (t *Seat) Messages(turn int) []session.Message {
	return t.messages(t.session.Log()[turn].Messages)
}

// messages returns the messages that are for the seat, in its language.
func (t *Seat) messages(all []session.Message) (out []session.Message) {
	for _, m := range all {
		if m.For(t.player) {
			out = append(out, session.Message{Text: t.translated(m.Text), Warning: m.Warning, To: m.To})
		}
	}
	return out
}

func (t *Seat) translated(text string) string {
	if t.translator == nil {
		return text
	}
	return t.translator.Message(t.session.Sentence(text))
}
