package sleight

import (
	"fmt"
	"io"
	"strings"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// SessionOptions say how a session begins. The zero value is a game with seed 0 for
// as few players as the game allows, in the language of its authors.
type SessionOptions struct {
	// Seed decides all chance: the same content, seed and commands make the same
	// game, on every machine.
	Seed uint64
	// Players is how many play; 0 means as few as the game allows.
	Players int
	// Language is the BCP 47 tag of the language of texts, such as de, as far as
	// the content has been translated.
	Language string
}

// Session is a running game. Use it from one goroutine at a time; any number of
// sessions share a Content.
//
// Commands are text, as a player types them: an action and its targets ("lock
// d2"), or use, an item and its targets ("use flip d1"). Things are named by their
// label on the board (d2), by the id of their definition, or by id#2 for the
// second of these.
type Session struct {
	content *Content
	session *session.Session
	lang    locale.Language
	book    *locale.Book
}

// NewSession starts a game. It fails if there is no such game, if it is not for that
// many players, or if the content has errors, which are then the error.
func (c *Content) NewSession(game string, o SessionOptions) (*Session, error) {
	live, err := c.live()
	if err != nil {
		return nil, err
	}
	s, problem := session.New(live, game, session.Options{Seed: o.Seed, Players: o.Players})
	if problem != nil {
		return nil, failed(problem)
	}
	return c.open(s, o.Language)
}

// Load goes on with a saved game. Notes say what differs if the save was made
// with other content. A save that is damaged, or that the content cannot carry
// on, is refused.
func (c *Content) Load(from io.Reader, language string) (s *Session, notes []string, err error) {
	live, err := c.live()
	if err != nil {
		return nil, nil, err
	}
	loaded, notes, problem := session.Load(live, from, "save")
	if problem != nil {
		return nil, nil, failed(problem)
	}
	s, err = c.open(loaded, language)
	return s, notes, err
}

func (c *Content) open(s *session.Session, language string) (*Session, error) {
	out := &Session{content: c, session: s}
	if language != "" {
		var ok bool
		if out.lang, ok = locale.Parse(language); !ok {
			return nil, fmt.Errorf("%q is not a language; a tag is such as de or pt-BR", language)
		}
	}
	out.translate()
	return out, nil
}

// translate opens the texts of the content in the language of the session.
func (s *Session) translate() {
	s.book = locale.Open(s.session.Content().Catalog, s.session.Game().Definition, s.lang)
}

// Update takes up the content of now, if it has been edited since the session
// began or was last updated. The game goes on where it is; an open choice is
// given up. The problems say what had to give, as when a definition that is in
// play was deleted; if one of them is an error, the game cannot go on with the new
// content and stays with the old.
func (s *Session) Update() Problems {
	live, err := s.content.live()
	if err != nil || live == s.session.Content() {
		return nil
	}
	list := s.session.Swap(live)
	s.translate()
	return problemsOf(list)
}

// Result is what came of a command.
type Result struct {
	// Command is the command as the log has it; empty if nothing was done.
	Command string
	// Refusal says why the rules forbid the command; empty if they do not.
	// Nothing has changed then.
	Refusal string
	// Code identifies the refusal for programs, and Arguments are what fills it
	// in, by name. Codes are stable; docs/reference/codes.md lists them.
	Code      string
	Arguments map[string]string
	// Problem is the fault of the content that made the command fail, or nil.
	// Nothing has changed then.
	Problem *Problem
	// Warning is what the action warns of.
	Warning string
	// Messages are what scripts say to the players.
	Messages []Message
	// Changes are what has changed, as the player who gave the command may know
	// it.
	Changes []Change
	// Over reports whether the game has ended.
	Over bool
}

// Message is a text for the players.
type Message struct {
	Text string
	// Warning asks to show it so that it stands out.
	Warning bool
}

// Change is a change in words.
type Change struct {
	Text string
	// Cause is the definition and hook that made it, such as "consumable/flip use";
	// empty for what Sleight itself does.
	Cause string
}

// OK reports whether the command was carried out, or the choice goes on.
func (r Result) OK() bool { return r.Refusal == "" && r.Problem == nil }

// String returns the result as lines of text.
func (r Result) String() string {
	if r.Problem != nil {
		return r.Problem.Error()
	}
	if r.Refusal != "" {
		return r.Refusal
	}
	var lines []string
	for _, m := range r.Messages {
		lines = append(lines, m.Text)
	}
	for _, c := range r.Changes {
		lines = append(lines, c.Text)
	}
	return strings.Join(lines, "\n")
}

// Do carries out a command, entirely or not at all.
func (s *Session) Do(command string) Result { return s.answer((*session.Session).Run, command) }

// Begin starts a command whose targets are to be picked one by one, as the Choice of
// the board asks for them. Until the last is picked nothing happens, and
// cancelling costs nothing. A command that needs no more is carried out at once,
// unless it carries a warning, which Confirm confirms.
func (s *Session) Begin(command string) Result { return s.answer((*session.Session).Begin, command) }

// Pick chooses an option of the open choice by its label.
func (s *Session) Pick(option string) Result { return s.answer((*session.Session).Pick, option) }

// Confirm carries out a command that waits because it carries a warning.
func (s *Session) Confirm() Result {
	return s.answer(func(s *session.Session, _ string) session.Result { return s.Confirm() }, "")
}

// Cancel gives up the open choice and reports whether there was one.
func (s *Session) Cancel() bool { return s.session.Cancel() }

// answer takes a step of the game and translates its result.
func (s *Session) answer(step func(*session.Session, string) session.Result, text string) Result {
	player := s.session.Player()
	r := step(s.session, text)
	out := Result{
		Command: r.Command, Refusal: s.book.Message(r.Refusal), Warning: s.book.Say(r.Warning), Over: s.session.Over(),
	}
	if r.Refusal != nil {
		out.Code, out.Arguments = r.Refusal.Code, r.Refusal.Arguments()
	}
	if r.Problem != nil {
		p := problemOf(*r.Problem)
		out.Problem = &p
	}
	for _, m := range r.Said {
		out.Messages = append(out.Messages, Message{s.book.Say(m.Text), m.Warning})
	}
	if r.OK() {
		for _, c := range board.Tell(s.session, player, r.Changes, s.book) {
			out.Changes = append(out.Changes, Change{c.Text, c.Cause})
		}
	}
	return out
}

// Legal lists complete commands that may be given now, at most limit of them, or all
// if limit is 0.
func (s *Session) Legal(limit int) ([]string, error) {
	commands, problem := s.session.Legal(limit)
	if problem != nil {
		return nil, failed(problem)
	}
	out := make([]string, len(commands))
	for i, c := range commands {
		out[i] = s.session.Format(c)
	}
	return out, nil
}

// Undo takes back n commands and returns how many it could.
func (s *Session) Undo(n int) int { return s.session.Undo(n) }

// Redo does n commands again that were taken back and returns how many it could.
func (s *Session) Redo(n int) int { return s.session.Redo(n) }

// Log returns the commands carried out so far.
func (s *Session) Log() []string { return s.session.Commands() }

// Save writes the game as JSON, with its log.
func (s *Session) Save(to io.Writer) error { return s.session.Save(to) }

// Player returns whose turn it is, counted from 1.
func (s *Session) Player() int { return s.session.Player() }

// The outcomes of a game.
const (
	Won  = rules.Won
	Lost = rules.Lost
)

// Outcome returns Won or Lost and the closing text, or empty strings while the
// game goes on.
func (s *Session) Outcome() (outcome, text string) {
	outcome, text = s.session.Outcome()
	return outcome, s.book.Say(text)
}

// Hash identifies the state of the game: equal hashes mean the same game.
func (s *Session) Hash() string { return s.session.Hash() }

// Value returns a variable or view of the game as text, as the player whose turn
// it is sees it, or ok == false if there is none of that name.
func (s *Session) Value(name string) (text string, ok bool) {
	if slot, ok := s.session.Variable(name); ok {
		return s.session.State().Var(slot).String(), true
	}
	v, ok, problem := s.session.ViewNamed(name)
	if problem != nil {
		return problem.Error(), true
	}
	return v.String(), ok
}

// Board returns what a player, counted from 1, sees: figures, zones, what may be
// done and why not, and the open choice. Player 0 is the one whose turn it is. It
// holds nothing that is hidden from that player, can be written as JSON, and is
// valid until the next command.
func (s *Session) Board(player int) *Board { return board.Of(s.session, player, s.book) }

// Board is a game as one player sees it. The other types are its parts.
type (
	Board  = board.Board
	Figure = board.Figure
	Zone   = board.Zone
	Thing  = board.Thing
	Offer  = board.Offer
	Choice = board.Choice
)

// Internals returns the session that is played, for the tools of Sleight itself. It
// is not covered by the promise of stability.
func (s *Session) Internals() *session.Session { return s.session }
