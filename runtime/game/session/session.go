// Package session plays games: which commands are legal, what a command does,
// choices, events, undo, replay, saving and loading, and the swap to new content
// between two commands.
//
// Layer game. It plays what package rules has compiled and reaches scripts
// through package api. Only what debuggers use, in watch.go, knows Lua values. It
// does not know files, or any game.
package session

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Options configures a session.
type Options struct {
	// Seed determines all randomness. Equal seeds give equal games.
	Seed uint64
	// Players is the number of players; 0 means as few as the game allows.
	Players int
	// Profile has the values that earlier games left. Those that the game has no
	// place for are ignored.
	Profile rules.Profile
	// NoHistory disables the log, so that nothing can be undone: for
	// simulations.
	NoHistory bool
	// Fuel is the budget of scripts for each command, in units of about one
	// operation; 0 means lua.DefaultFuel.
	Fuel int64
	// Probe is called from the start of the game on; nil calls nothing.
	Probe *Probe
}

// Session is one running game. It is not safe for concurrent use, but any
// number of sessions may share a Content.
type Session struct {
	content *rules.Content
	game    *rules.Game
	apiGame *api.Game // the game for this number of players
	state   *state.State
	host    *api.Host
	setup   Options

	log       []Entry
	done      int // number of entries done; the rest can be redone
	undoLimit int // entries before this one cannot be undone
	// masks hide parts of commands from some players, by turn.
	masks map[int][]mask
	// seated means that the session is seen from a seat; see As.
	seated bool
	// loaded is the number of entries that were loaded, and not played here.
	loaded int

	phase   *rules.Phase // cache of Phase
	choice  *openChoice
	running running
	// Functions that are bound once, so that no command allocates them. Protect
	// calls body, which runs running.job; the others are jobs for transact.
	body      func()
	begun     func() // start
	play      func() // perform
	debug     func() // performLua
	views     []viewCache
	tracer    *Tracer
	probe     *Probe
	amended   bool // by a debugger, in the middle of a command
	arranged  bool // it does not begin as its seed says
	observe   func(Event)
	listen    func(Message, Origin)
	busy      bool // a command is running
	shared    sharedBudget
	sampler   sampler
	botCall   botCall
	answering answering
	answers   [1]*rules.Action // what availableActions returns while a question waits
	// State of Imagine.
	spots, together []state.Spot
	groups          []group
	deals           deals
	spare           state.State
	imagining       func()
	earlierCalls    int64 // API calls by hosts that the session has given up
	situation       []byte
	evaluation      evaluation
	listenerCache   listenerCache
	listings        []listing     // of unordered zones, by zone slot
	offered         []state.Value // values offered by the targets being listed, a stack
	blocks          blocks
	lastWindow      openWindow // cache of Window
	restarted       bool
	filled          filled
	textTemplates   lua.TextTemplates // how texts were composed, except in a session without history
}

// running is the state of the running command.
type running struct {
	command        Command
	job            func()
	refusal        *diag.Message
	warning        string
	next           *rules.Phase // to be entered
	entered        int
	emitted        int
	free           bool // costs are not taken
	paid           []payment
	paidFrom       int           // index of the first payment of the innermost use
	actPlaces      []diag.Place  // where the actions to be performed were requested
	actsPerformed  int           // actions performed that hooks requested
	targets        []state.Value // of the innermost use or action
	questionsAsked int           // questions asked since the command, or an answer, began
	chain          []int         // events being emitted, outermost first
	said           []Message
	happened       []Event
	args           []state.Value // of events, in a session without history
	listen         []listener
	masks          []mask       // on the text of the command
	resolved       bool         // all players have chosen
	choosing       *rules.Phase // in which the next player chooses, unless it is left
}

// Message is a text for the players.
type Message struct {
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"`
	// To is the player it is for, counted from 1; 0 for everyone.
	To int `json:"to,omitempty"`
	// Reveals means that it may contain what was hidden from whom it is for.
	Reveals bool `json:"-"`
}

// For reports whether a player, counted from 1, gets the message; player 0 is
// a watcher.
func (m *Message) For(player int) bool { return m.To == 0 || m.To == player }

// Event is an emitted event.
type Event struct {
	Event string        `json:"event"`
	Args  []state.Value `json:"args,omitempty"`
	// At is the number of changes of the command before it.
	At int `json:"-"`
}

// Entry is one command of the log.
type Entry struct {
	// Text is the command as a player would type it.
	Text     string
	Player   int
	Messages []Message
	// from and to are positions in the journal.
	from, to int
	// outcome is the digest of the outcome, once computed. It is needed for commands
	// older than the journal.
	outcome string
}

// Result is the result of a command.
type Result struct {
	// Command is the canonical text of the command.
	Command string
	// Refusal says why the rules forbid the command; nothing has changed.
	Refusal *diag.Message
	// Problem is the problem in content that made the command fail; nothing has
	// changed.
	Problem *diag.Diagnostic
	// Changes are valid until the next command.
	Changes []state.Change
	// Messages and Events are valid until the next command of a session without
	// history, and for good otherwise.
	Messages []Message
	Events   []Event
	// Warning is the action's warning.
	Warning string
	// Fuel is what the scripts cost, in units of the budget.
	Fuel int64
	// Over reports whether the game has ended.
	Over bool
}

// OK reports whether the command was carried out.
func (r Result) OK() bool { return r.Refusal == nil && r.Problem == nil }

// New starts a game: fills its zones and calls its start hook.
func New(c *rules.Content, game string, o Options) (*Session, *diag.Diagnostic) {
	g, ok := c.Game(game)
	if why := c.Blocked(game); len(why) > 0 {
		d := diag.New("pack/excluded", why[0].Place, "%s cannot be played: %s", game, why[0].Message)
		d.Severity, d.Hint, d.Notes = diag.Error, why[0].Hint, why[0].Notes
		return nil, &d
	}
	if !ok {
		var known []string
		for _, g := range c.Games() {
			known = append(known, g.ID())
		}
		d := diag.New("content/reference", diag.Place{}, "unknown game %q", game)
		if game == "" {
			d.Message = diag.Sentencef("no game is named")
		}
		d = d.Suggest(game, known)
		d.Edits = nil // the name is not in a file
		return nil, &d
	}
	if o.Players == 0 {
		o.Players = g.MinPlayers
	}
	if problem := g.CheckPlayers(o.Players); problem != nil {
		return nil, problem
	}
	s := &Session{content: c, game: g, setup: o, apiGame: g.Table(o.Players), probe: o.Probe}
	s.bind(state.New(s.apiGame.Layout, o.Seed))
	if problem := s.opening(); problem != nil {
		return nil, problem
	}
	return s, nil
}

// opening plays the start of the game on a state fresh from New.
func (s *Session) opening() *diag.Diagnostic {
	s.applyProfile()
	var result Result
	s.transact(s.begun, &Command{}, &result)
	if result.Problem != nil {
		return result.Problem
	}
	if s.setup.NoHistory {
		s.state.Forget()
		return nil
	}
	s.log = append(s.log, Entry{Text: "start", Messages: append([]Message(nil), result.Messages...), to: s.state.Position()})
	s.done, s.undoLimit = 1, 1
	return nil
}

// bind makes the session play on a state, with a new VM.
func (s *Session) bind(st *state.State) {
	s.state, s.phase, s.sampler.found, s.listenerCache, s.listings = st, nil, false, listenerCache{}, nil
	s.host = nil
	s.Resume()
	s.views = make([]viewCache, len(s.game.Views))
	if s.body == nil {
		s.body = func() { s.running.job() }
		s.begun, s.play, s.debug = s.start, s.perform, s.performLua
	}
}

func (s *Session) renewHost() {
	if s.host != nil {
		s.earlierCalls += s.host.Calls
	}
	s.host = api.NewHost(s.apiGame, s.state, flow{s})
	s.configureHost()
}

// configureHost sets what the session's host records.
func (s *Session) configureHost() {
	s.host.Trace = s.traceCall()
	if s.probe != nil {
		s.host.VM.SetProbe(s.vmProbe())
	}
	if !s.setup.NoHistory {
		s.host.VM.TextTemplates = &s.textTemplates
	}
}

func (s *Session) start() {
	s.fillZones()
	s.state.Work() // filling zones is not charged to scripts
	if s.game.Start != nil {
		s.call(s.game.Start, s.self(), nil)
	}
	if s.running.next == nil {
		s.running.next = s.game.Phases[0]
	}
	s.finishCommand()
}

// fillZones fills the zones. A session that is restarted again and again copies what was
// in them the last time, unless they may now hold something else, or somebody may
// look at the changes.
func (s *Session) fillZones() {
	f, plain := &s.filled, s.setup.NoHistory && len(s.setup.Profile) == 0 && s.probe == nil
	if plain && f.playing == s.apiGame {
		s.state.Populate(&f.state)
		return
	}
	for _, st := range s.game.Starts {
		for player := 1; player <= s.apiGame.Layout.Players; player++ {
			slot := s.apiGame.Layout.ZoneSlot(st.Zone, player)
			for range st.Count {
				if _, problem := s.state.Create(st.Prototype, slot, -1, state.Until{}); problem != nil {
					problem.Place = st.Place
					s.host.VM.Fail(*problem)
				}
			}
			if d, _ := s.apiGame.Layout.ZoneDecl(slot); !d.PerPlayer {
				break
			}
		}
	}
	if plain && s.restarted {
		f.playing = s.apiGame
		s.state.CopyTo(&f.state)
	}
}

// filled is a state in which only the zones have been filled.
type filled struct {
	playing *api.Game // nil if there is none
	state   state.State
}

// self returns the game's own script as the first argument of its hooks.
func (s *Session) self() api.Self { return api.Self{Definition: s.game.Definition} }

// Do carries out a command. Every command goes through it.
func (s *Session) Do(c Command) (result Result) {
	if s.choice != nil {
		return Result{Refusal: rules.Refuse("choice-open")}
	}
	s.do(&c, &result)
	return result
}

// do carries out a command, which it completes, and writes the result.
func (s *Session) do(c *Command, result *Result) {
	if q := s.PendingQuestion(); q != nil && c.Action == rules.Answer {
		c.Targets = s.canonical(q, s.blocks.values.Copy(c.Targets))
	}
	if s.probe != nil {
		s.sampler.found = false // a command that is done again must do the same
	}
	job, player := s.play, c.Player
	if c.Lua != "" {
		job = s.debug
	} else if player == 0 {
		player = s.Player() // for the log
	}
	s.transact(job, c, result)
	if result.Refusal == nil && result.Problem == nil {
		s.record(player, result)
	}
}

// record adds a command to the log.
func (s *Session) record(player int, result *Result) {
	if s.setup.NoHistory {
		s.state.Forget()
		return
	}
	to := s.state.Position()
	result.Command = s.running.command.text
	result.Events = append([]Event(nil), result.Events...)
	result.Messages = append([]Message(nil), result.Messages...)
	if s.done < len(s.log) {
		s.dropMasks()
	}
	s.log = append(s.log[:s.done], Entry{
		Text: result.Command, Player: player, Messages: result.Messages, from: to - len(result.Changes), to: to,
	})
	s.done++
	s.keepMasks(s.running.masks, result.Events)
}

// Over reports whether the game has ended.
func (s *Session) Over() bool { return s.state.Var(rules.VarOutcome).Str != "" }

// Outcome returns Won or Lost and the closing text, or two empty texts while
// the game is running.
func (s *Session) Outcome() (outcome, text string) {
	return s.state.Var(rules.VarOutcome).Str, s.state.Var(rules.VarEnding).Str
}

// Phase returns the current phase, or nil in a game that never enters one.
func (s *Session) Phase() *rules.Phase {
	if name := s.state.Var(rules.VarPhase).Str; s.phase == nil || s.phase.Name != name {
		s.phase = s.game.Phase(name)
	}
	return s.phase
}

// Player returns whose turn it is to act, counted from 1.
func (s *Session) Player() int { return int(s.state.Var(rules.VarActor).Num) }

// Game returns the game being played.
func (s *Session) Game() *rules.Game { return s.game }

// Content returns the content that is live.
func (s *Session) Content() *rules.Content { return s.content }

// State returns the state for reading. Only commands may change it.
func (s *Session) State() *state.State { return s.state }

// Hash identifies the state.
func (s *Session) Hash() string { return s.state.Hash() }

// Log returns the commands done so far, the first being the start.
func (s *Session) Log() []Entry { return s.log[:s.done] }

// Undone returns the commands that can be redone, the next one first.
func (s *Session) Undone() []Entry { return s.log[s.done:] }

// Turn returns the number of commands done. A session without history does not
// count Lua commands.
func (s *Session) Turn() int {
	if s.setup.NoHistory {
		return int(s.state.Var(rules.VarTurn).Num)
	}
	return s.done - 1
}

// item returns the item of a living entity.
func (s *Session) item(id state.ID) *rules.Item { return rules.ItemOf(s.state.Prototype(id)) }

// Definition returns the definition of a living entity.
func (s *Session) Definition(id state.ID) *def.Definition {
	return s.item(id).Definition
}
