// Package play plays a game on a terminal. It draws the game as a board with
// figures, zones, and the available actions (or why they are unavailable), and
// takes keys or mouse clicks while the content is edited.
//
// Layer ui. It draws the view of package board and turns keys into commands. It
// contains no rule and knows no game.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/locale"
	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/reload"
)

// Outcome is the result of rebuilding the content that is being played.
type Outcome = reload.Outcome[*rules.Content]

// Options say where and how to play.
type Options struct {
	In  io.Reader // a terminal
	Out io.Writer
	// Language is the language of the game's texts; Und leaves them
	// untranslated.
	Language locale.Language
	// ProfileFile keeps the profile of the game; nil keeps nothing.
	ProfileFile *save.ProfileFile
	// Plain draws with ASCII only.
	Plain bool
	// Problems lists the problems of the current content.
	Problems diag.List
	// Outcomes delivers rebuilds; nil when content is not watched.
	Outcomes <-chan Outcome
	// Target lets editors debug the game; nil if none may. The caller of New must
	// have entered it.
	Target *debug.Target
}

// Run plays a session until the player leaves or the context ends.
func Run(ctx context.Context, s *session.Session, o Options) error {
	p := tea.NewProgram(New(s, o), tea.WithContext(ctx), tea.WithInput(o.In), tea.WithOutput(o.Out))
	var err error
	o.Target.Wait(func() { _, err = p.Run() })
	if errors.Is(err, tea.ErrInterrupted) || errors.Is(err, context.Canceled) || ctx.Err() != nil {
		return nil
	}
	return err
}

// Model is the state of the screen.
type Model struct {
	session    *session.Session
	language   locale.Language
	translator *locale.Translator
	outcomes   <-chan Outcome
	profile    *save.ProfileFile
	signs      signs
	plain      bool // whether only ASCII is drawn
	board      *board.Board
	spots      []spot
	focus      int // an index into spots
	page       *page
	firstLine  int // the first visible line of the page
	width      int
	height     int
	// density is how much the page omits as long as the question stays the same,
	// which question identifies.
	density  densityLevel
	question string
	extras   extras
	log      []entry
	// unread is the first entry that the last command added; next is the first
	// one that is not shown, and more the number of those.
	unread, next, more int
	// notice answers the last key: a refusal, or the reason why a spot is not
	// available.
	notice   string
	problems diag.List
	help     bool
	// seat is the player whose view is shown, counted from 1, if the game is
	// private; otherwise 0. While the curtain is down, no player's view is
	// shown.
	seat    int
	curtain bool
	// others has the logs of the other players.
	others        map[int]*playerLog
	wholeLogShown bool // whether the log covers the board
	logBelow      int  // the number of lines below the visible part
	// choosing describes the command that is being chosen.
	choosing    commandParts
	leaving     bool // whether the player has asked to leave
	target      *debug.Target
	overwritten bool // whether something was written over the screen
}

// New returns the screen of a session. It draws nothing until it receives a
// size.
func New(s *session.Session, o Options) *Model {
	m := &Model{session: s, language: o.Language, outcomes: o.Outcomes, profile: o.ProfileFile, signs: unicodeSigns, problems: o.Problems, width: 80, height: 24}
	if o.Plain {
		m.signs, m.plain = asciiSigns, true
	}
	m.openTranslator()
	m.profile.Begin(s.StartProfile())
	m.seatFirst()
	m.redraw()
	m.offerDebugging(o)
	return m
}

// openTranslator opens the translator for the live content.
func (m *Model) openTranslator() {
	m.translator = locale.Open(m.session.Content().Catalog, m.session.Game().Definition, m.language)
}

// Init waits for the first rebuild.
func (m *Model) Init() tea.Cmd { return m.await() }

func (m *Model) await() tea.Cmd {
	if m.outcomes == nil {
		return nil
	}
	return func() tea.Msg {
		if o, ok := <-m.outcomes; ok {
			return o
		}
		return nil
	}
}

// Update handles a key, a click, a resize or a rebuild. Meanwhile no editor may
// use the game.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.target.Enter()
	defer m.target.Leave()
	_, next := m.update(msg)
	m.target.Play(m.session, nil)
	if m.overwritten {
		m.overwritten = false
		next = tea.Batch(next, tea.ClearScreen)
	}
	return m, next
}

func (m *Model) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height, m.density = max(20, msg.Width), max(8, msg.Height), grand
		m.redraw()
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.MouseClickMsg:
		m.click(msg)
	case tea.MouseWheelMsg:
		m.wheel(msg)
	case Outcome:
		m.adopt(msg)
		return m, m.await()
	}
	return m, nil
}

// redraw redraws the board, after anything may have changed.
func (m *Model) redraw() {
	if err := m.profile.Save(m.session.Profile()); err != nil {
		m.notice = m.translator.Translate("The profile could not be written: {reason}", safefile.Reason(err))
	}
	if m.seat == 0 {
		m.board = board.Of(m.session, 0, m.translator)
	} else {
		m.handOver()
	}
	before := m.focused()
	m.spots = spotsOf(m.board, m.translator)
	m.focus = 0
	if !m.board.Choice.Open {
		m.choosing = nil
	}
	if m.board.Ending != nil {
		m.focus = -1 // players who keep pressing Enter should still see the end
	}
	for i, s := range m.spots {
		if before != nil && s.act == before.act && s.word == before.word {
			m.focus = i
			break
		}
	}
	if m.curtain {
		m.spots, m.focus = nil, -1
	}
	m.draw()
}

// focused is the spot that Enter activates, or nil.
func (m *Model) focused() *spot {
	if m.focus < 0 || m.focus >= len(m.spots) {
		return nil
	}
	return &m.spots[m.focus]
}

// adopt switches to rebuilt content.
func (m *Model) adopt(o Outcome) {
	m.problems = o.Diagnostics
	if o.Published {
		before := m.session.Content()
		notes := m.session.Swap(o.Value)
		m.openTranslator()
		m.say(entry{text: m.translator.Translate("The new content is live."), loud: true})
		for _, n := range notes {
			m.say(entry{text: m.translator.Problem(n.Message)})
		}
		m.runTests(before, o)
	}
	m.redraw()
}

// runTests runs the tests of the saved files, and reports the failures.
func (m *Model) runTests(before *rules.Content, o Outcome) {
	chosen := contenttest.Changed(before, o.Value, o.Files)
	if chosen == nil {
		return
	}
	for _, problem := range contenttest.Failures(contenttest.Run(context.Background(), o.Value, contenttest.Options{Filter: chosen})) {
		m.say(entry{text: m.translator.Translate("A test fails: {problem}", problem.Place.String()+": "+m.translator.Problem(problem.Message)), loud: true})
	}
}

// activate performs the action of a spot.
func (m *Model) activate(s *spot) {
	m.notice = ""
	if s.reason != "" {
		m.notice = s.reason
		return
	}
	var r session.Result
	switch s.act {
	case begin:
		m.choosing = commandParts{{s.word, s.title}}
		r = m.session.Begin(s.word)
	case pick:
		if c := m.board.Choice; c.Asked && len(c.Picked) == 0 {
			m.choosing = commandParts{{word: c.Command}}
		}
		m.choosing = append(m.choosing, commandPart{s.word, s.title})
		r = m.session.Pick(s.word)
	case confirm:
		r = m.session.Confirm()
	case cancel:
		m.session.Cancel()
	case newGame:
		m.session.SetNextProfile(m.profile.Values())
		if problem := m.session.Restart(m.session.State().Seed + 1); problem != nil {
			r.Problem = problem
		}
		m.profile.Begin(m.session.StartProfile())
		m.seatFirst()
	}
	m.showResult(r)
	m.redraw()
}

// showResult shows the result of a command, beginning with the game's messages,
// because a small screen has room for a few lines only.
func (m *Model) showResult(r session.Result) {
	switch {
	case r.Problem != nil:
		m.say(entry{text: m.translator.Translate("This failed, and nothing has changed: {problem}", r.Problem.Error()), loud: true})
	case r.Refusal != nil:
		m.notice = m.translator.Message(r.Refusal)
	case r.Command != "" && m.seat > 0:
		m.logForAll(r)
	case r.Command != "":
		m.unread = len(m.log)
		m.say(entry{text: m.signs.prompt + m.choosing.forPlayer()})
		for _, said := range r.Messages {
			text := m.translator.Message(m.session.Sentence(said.Text))
			if said.To != 0 {
				text = fmt.Sprintf("(%d) %s", said.To, text)
			}
			m.say(entry{text: text, loud: true})
		}
		var changes []string
		for _, t := range board.Describe(m.session, m.session.Player(), r.Changes, m.translator) {
			changes = append(changes, t.Text)
		}
		for _, e := range m.effects(changes) {
			m.say(e)
		}
	}
}

// undoOrRedo undoes or redoes a command; word is undo or redo.
func (m *Model) undoOrRedo(move func(int) int, word string) {
	m.session.Cancel()
	m.notice = ""
	if move(1) == 0 {
		m.notice = m.translator.Message(rules.Refuse("nothing-to-" + word))
	} else {
		m.say(entry{text: m.translator.Translate(word)})
	}
	m.redraw()
}
