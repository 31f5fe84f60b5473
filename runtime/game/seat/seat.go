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
func (s *Seat) Sharing(c *board.Cache) *Seat {
	s.cache = c
	return s
}

func (s *Seat) viewer() *board.Viewer {
	vw := board.NewWatcher(s.session, s.translator)
	if s.player != Watcher {
		vw = board.NewViewer(s.session, s.player, s.translator)
	}
	vw.AtTable, vw.Cache = true, s.cache
	return vw
}

// Board returns what the seat sees now. It is valid until the next command.
func (s *Seat) Board() (b *board.Board) {
	s.session.As(s.player, func() { b = s.viewer().Board() })
	b.Undo, b.Redo = 0, 0
	return b
}

// Turn reports whether the seat may act now.
func (s *Seat) Turn() bool { return s.turnRefusal() == nil }

// turnRefusal returns why the seat may not act now, or nil if it may.
func (s *Seat) turnRefusal() *diag.Message {
	switch {
	case s.session.Over():
		return rules.Refuse("game-over")
	case s.player == Watcher || !s.session.MayAct(s.player):
		return rules.Refuse("other-turn", s.session.Player())
	}
	return nil
}

// Legal lists the complete commands that the seat may give now, at most limit
// of them; 0 means all.
func (s *Seat) Legal(limit int) (commands []string, problem *diag.Diagnostic) {
	commands = []string{}
	if !s.Turn() {
		return commands, nil
	}
	s.session.As(s.player, func() {
		var legal []session.Command
		legal, problem = s.session.Legal(limit)
		for _, c := range legal {
			commands = append(commands, s.session.Format(c))
		}
	})
	return commands, problem
}

// Parse reads a command of the seat. It refuses one out of turn before it looks
// at anything else, and debug statements always.
func (s *Seat) Parse(text string) (c session.Command, refusal *diag.Message, problem *diag.Diagnostic) {
	if refusal = s.turnRefusal(); refusal != nil {
		return c, refusal, nil
	}
	s.session.As(s.player, func() { c, refusal, problem = s.session.Parse(text) })
	if c.Lua != "" {
		return session.Command{}, rules.Refuse("debugging"), nil
	}
	if c.Action == rules.Timeout && refusal == nil {
		return session.Command{}, rules.Refuse("host-only"), nil
	}
	c.Player = s.player
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
func (s *Seat) Report(r session.Result) Report {
	game := s.session
	turn := len(game.Log()) - 1
	out := Report{Turn: turn, Player: game.Log()[turn].Player, Command: s.Command(turn), Said: s.messages(r.Messages)}
	out.Changes = s.Changes(r)
	out.Steps = s.viewer().Steps(r.Changes, r.Events)
	return out
}

// Changes returns the changes of the last command in words, as far as the seat may
// know them.
func (s *Seat) Changes(r session.Result) (texts []string) {
	for _, c := range s.viewer().Describe(r.Changes) {
		texts = append(texts, c.Text)
	}
	return texts
}

// Start returns the start of the game as far as the seat may know it.
func (s *Seat) Start() Report {
	return Report{Command: s.Command(0), Said: s.messages(s.session.Log()[0].Messages)}
}

// Command returns the text of the command that led to a turn, as far as the seat
// may know it by now.
func (s *Seat) Command(turn int) string { return s.session.CommandSeenBy(turn, s.player) }

// Messages returns the messages of a turn that are for the seat.
func (s *Seat) Messages(turn int) []session.Message {
	return s.messages(s.session.Log()[turn].Messages)
}

// messages returns the messages that are for the seat, in its language.
func (s *Seat) messages(all []session.Message) (out []session.Message) {
	for _, m := range all {
		if m.For(s.player) {
			out = append(out, session.Message{Text: s.translated(m.Text), Warning: m.Warning, To: m.To})
		}
	}
	return out
}

func (s *Seat) translated(text string) string {
	if s.translator == nil {
		return text
	}
	return s.translator.Message(s.session.Sentence(text))
}
