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

// SessionOptions configures a new session. The zero value means seed 0, as few
// players as the game allows, and the language of its authors.
type SessionOptions struct {
	// Seed determines all randomness: the same content, seed and commands make
	// the same game on every machine.
	Seed uint64
	// Players is the number of players; 0 means as few as the game allows.
	Players int
	// Profile holds what earlier games passed on; see Session.Profile. Values
	// that do not fit the variables of the profile are ignored.
	Profile Profile
	// Language is the BCP 47 tag of the language to show texts in, such as de.
	// Texts that are not translated stay in the language of their authors.
	Language string
}

// Profile holds values that last from one game to the next, such as unlocks and
// records. It can be written as JSON.
type Profile = rules.Profile

// Session is a running game. It is not safe for concurrent use, but any number
// of sessions may share a Content.
//
// Commands are text, as a player types them: an action and its targets ("lock
// d2"), or use, an item and its targets ("use flip d1"). A thing is named by
// its label on the board (d2), by the id of its definition, or by id#2 for the
// second with that id.
type Session struct {
	content    *Content
	session    *session.Session
	lang       locale.Language
	translator *locale.Translator
}

// NewSession starts a game. It fails if there is no such game, if the game is
// not for that many players, or if the content has never been free of errors;
// the error is then Problems. While an edit has errors, new sessions use the
// content as it was before.
func (c *Content) NewSession(game string, o SessionOptions) (*Session, error) {
	live, err := c.live()
	if err != nil {
		return nil, err
	}
	s, problem := session.New(live, game, session.Options{Seed: o.Seed, Players: o.Players, Profile: o.Profile})
	if problem != nil {
		return nil, failed(problem)
	}
	return c.open(s, o.Language)
}

// Load continues a saved game in a language, as in SessionOptions. The notes say
// what differs if the save was made with other content. Load refuses a save that
// is damaged or that the content cannot continue. It uses the same content as
// NewSession.
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
			return nil, fmt.Errorf("%q is not a language tag; write a tag such as de or pt-BR", language)
		}
	}
	out.translate()
	return out, nil
}

// translate loads the texts of the content in the session's language.
func (s *Session) translate() {
	s.translator = locale.Open(s.session.Content().Catalog, s.session.Game().Definition, s.lang)
}

// Update switches the session to the current content if it has been edited
// since the session began or was last updated. The game continues where it is;
// an open choice stays open if it is still legal. The problems say what was
// lost, for example because a definition in play was deleted; if one of them is
// an error, the game cannot continue with the new content and stays with the
// old.
func (s *Session) Update() Problems {
	live, err := s.content.live()
	if err != nil || live == s.session.Content() {
		return nil
	}
	list := s.session.Swap(live)
	s.translate()
	return problemsOf(list)
}

// Result is the result of a command.
type Result struct {
	// Command is the command as the log records it; empty if nothing was done.
	Command string
	// Refusal says why the rules forbid the command, or is empty if they do
	// not. A refused command changes nothing.
	Refusal string
	// Code identifies the refusal for programs, and Arguments are its named
	// arguments. Codes are stable; docs/reference/codes.md lists them.
	Code      string
	Arguments map[string]string
	// Problem is the content error that made the command fail, or nil. A failed
	// command changes nothing.
	Problem *Problem
	// Warning is the action's warning.
	Warning string
	// Messages are messages from scripts to the players.
	Messages []Message
	// Changes lists the changes, as far as the player who gave the command may
	// know it.
	Changes []Change
	// Over reports whether the game has ended.
	Over bool
}

// Message is a text for the players.
type Message struct {
	Text string
	// Warning asks the program to emphasize it.
	Warning bool
}

// Change describes a change in words.
type Change struct {
	Text string
	// Cause is the definition and hook that made it, such as "consumable/flip
	// use"; empty for changes by Sleight itself.
	Cause string
}

// OK reports whether the command was carried out, or the choice continues.
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

// Do carries out a command, completely or not at all. While a choice is open, it
// is refused with the code choice-open.
func (s *Session) Do(command string) Result { return s.answer((*session.Session).Run, command) }

// Begin starts a command whose targets will be picked one by one, as the Choice
// on the board asks for them. Nothing happens until the last is picked, and
// cancelling costs nothing. A command that needs no more targets is carried out
// at once, unless it has a warning, which Confirm confirms.
func (s *Session) Begin(command string) Result { return s.answer((*session.Session).Begin, command) }

// Pick chooses an option of the open choice by its label.
func (s *Session) Pick(option string) Result { return s.answer((*session.Session).Pick, option) }

// Confirm carries out a command that waits because it has a warning.
func (s *Session) Confirm() Result {
	return s.answer(func(s *session.Session, _ string) session.Result { return s.Confirm() }, "")
}

// Cancel cancels the open choice and reports whether there was one.
func (s *Session) Cancel() bool { return s.session.Cancel() }

// answer runs a step of the game and converts its result.
func (s *Session) answer(step func(*session.Session, string) session.Result, text string) Result {
	player := s.session.Player()
	r := step(s.session, text)
	out := Result{
		Command: r.Command, Refusal: s.translator.Message(r.Refusal), Warning: s.translator.Message(s.session.Sentence(r.Warning)), Over: s.session.Over(),
	}
	if r.Refusal != nil {
		out.Code, out.Arguments = r.Refusal.Code, r.Refusal.Arguments()
	}
	if r.Problem != nil {
		p := problemOf(*r.Problem)
		out.Problem = &p
	}
	for _, m := range r.Messages {
		if !m.For(player) {
			continue
		}
		out.Messages = append(out.Messages, Message{s.translator.Message(s.session.Sentence(m.Text)), m.Warning})
	}
	if r.OK() {
		for _, c := range board.Describe(s.session, player, r.Changes, s.translator) {
			out.Changes = append(out.Changes, Change{c.Text, c.Cause})
		}
	}
	return out
}

// Legal lists complete commands that are legal now: at most limit of them, or
// all if limit is 0. Of the answers to a question of a script, it lists at most
// 10,000; Do accepts any other answer too.
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

// Undo undoes up to n commands and returns how many it undid. It cancels an open
// choice.
func (s *Session) Undo(n int) int { return s.session.Undo(n) }

// Redo redoes up to n undone commands and returns how many it redid. It cancels
// an open choice.
func (s *Session) Redo(n int) int { return s.session.Redo(n) }

// Log returns the commands carried out so far.
func (s *Session) Log() []string { return s.session.Commands() }

// Save writes the game as JSON, with its log. It fails if the log has more than
// 100,000 commands.
func (s *Session) Save(to io.Writer) error { return s.session.Save(to) }

// Player returns whose turn it is, counted from 1.
func (s *Session) Player() int { return s.session.Player() }

// The outcomes of a game: Won is "won", and Lost is "lost".
const (
	Won  = rules.Won
	Lost = rules.Lost
)

// Outcome returns Won or Lost and the closing text, or empty strings while the
// game is running.
func (s *Session) Outcome() (outcome, text string) {
	outcome, text = s.session.Outcome()
	return outcome, s.translator.Message(s.session.Sentence(text))
}

// Hash identifies the state of the game: equal hashes mean equal states.
func (s *Session) Hash() string { return s.session.Hash() }

// Profile returns what the game currently passes on to later games, to be
// passed to the next NewSession; nil if the game declares no profile.
func (s *Session) Profile() Profile { return s.session.Profile() }

// Value returns a variable or view of the game as text, or ok == false if there
// is none with that name. For variables of each player and views, the acting
// player counts; NAME@2 is the variable of player 2. If the script of a view
// fails, text is its problem. Unlike Board, Value also returns hidden variables.
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

// Board returns what a player, counted from 1, sees: figures, zones, available
// commands, reasons why others are unavailable, and the open choice. Player 0
// is the acting player; for any other number that is not a player of the game,
// the board contains only what everyone may see. It contains nothing that is
// hidden from that player, can be written as JSON, and is valid until the next
// command.
func (s *Session) Board(player int) *Board {
	if player < 0 || player > s.session.Players() {
		return board.NewWatcher(s.session, s.translator).Board()
	}
	return board.Of(s.session, player, s.translator)
}

type (
	// Board is the current state of a game as one player sees it.
	Board = board.Board
	// Figure is a variable or view to be shown.
	Figure = board.Figure
	// Zone is a list of things, such as a hand or the dice on the table.
	Zone = board.Zone
	// Entity is something in a zone: a die, a card, an enemy.
	Entity = board.Entity
	// Offer is an action, or the use of an item, and whether it can be done now.
	Offer = board.Offer
	// Choice is a command whose targets are being chosen.
	Choice = board.Choice
)

// Internals returns the underlying session, for the tools of Sleight itself. It
// is not covered by the stability promise.
func (s *Session) Internals() *session.Session { return s.session }
