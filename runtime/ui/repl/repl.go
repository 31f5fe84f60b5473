// Package repl is the debugging front end: a prompt for playing, inspecting and
// changing a game and travelling through its history, while its content is
// edited.
//
// Layer ui. It turns lines into session calls and results into text. It
// contains no rule and knows no game.
package repl

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/board"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
)

// Options configure a REPL.
type Options struct {
	Out io.Writer
	// Color allows escape codes for colours.
	Color bool
	// ASCII draws with characters that every terminal has; content texts stay
	// as they are.
	ASCII bool
	// Width is the number of columns; 0 means 80.
	Width int
	// Interactive reports that a person types: a line that lacks targets opens
	// a choice that further lines complete, a warning waits for confirmation,
	// and the game is redrawn when the phase or turn changes.
	Interactive bool
	// Curtain hides a player's information from others at the same screen:
	// before another player acts, it asks to hand over. Debugging commands
	// still show everything.
	Curtain bool
	// Source finds the text of a file for snippets.
	Source func(file string) ([]byte, bool)
	// Outcomes delivers the outcomes of saves; nil if nothing is watched.
	Outcomes <-chan Outcome
	// Rebuild reloads the content now; nil if it cannot change.
	Rebuild func() Outcome
	// Read reads a line at a break, in the middle of a command. It returns ok
	// == false at the end of input. If Read is nil, commands do not stop.
	Read func(prompt string) (line string, ok bool)
	// Seed and Players are the settings of new games.
	Seed    uint64
	Players int
	// ProfileFile keeps the profile of the game; nil keeps nothing.
	ProfileFile *save.ProfileFile
	// Target lets editors debug the game; nil lets none. The caller of New holds
	// its gate.
	Target *debug.Target
	// Language is the language of the game's texts; the zero value leaves them
	// untranslated. The REPL's own texts are not affected.
	Language locale.Language
}

// REPL is one debugging session. It is not safe for concurrent use.
type REPL struct {
	Options
	session    *session.Session
	translator *locale.Translator
	startTurn  int // the number of commands done when the REPL switched to the session
	// content is the last valid content. The session uses it, unless the running
	// game cannot continue with it.
	content  *rules.Content
	problems diag.List
	broken   bool // the content on disk has errors
	// failing holds the tests that failed in the last run, by the keys of their
	// definitions, PACK:KIND/ID.
	failing map[string]diag.List

	tracer   *session.Tracer
	watches  []watch
	debugger *debug.Debugger // nil while nothing is debugged
	frame    int             // at a stop, the selected call, 0 being the innermost
	typed    typedLocals
	previews map[string]board.Figure // the views as last shown

	began     int  // where the running command began in the journal
	ended     bool // the game was over before the command
	confirmed bool // the user has confirmed its warning
	// runsStatement reports that a REPL command runs a statement.
	runsStatement bool
	stopped       bool // at a break, in the middle of a command
	polled        bool // an edit was handled before this line
	failed        bool
	quit          bool
	writeError    error  // of the output
	seat          int    // who is at the screen, if there is a curtain; 0 otherwise
	curtainDown   bool   // the curtain is down
	script        string // the Lua of the line being executed, for its problems
}

// New returns a REPL for a running session. problems are those found while
// loading the content.
func New(s *session.Session, problems diag.List, o Options) *REPL {
	if o.Width <= 0 {
		o.Width = 80
	}
	r := &REPL{Options: o, session: s, content: s.Content(), problems: problems, failing: map[string]diag.List{}}
	r.openTranslator()
	r.seatFirst()
	r.recordViews()
	r.ProfileFile.Begin(s.StartProfile())
	r.offerDebugging()
	return r
}

// saveProfile saves the profile that the game leaves to later ones, unless debug
// commands have changed the game.
func (r *REPL) saveProfile() {
	if r.ProfileFile == nil || len(r.session.Game().ProfileNames()) == 0 || r.session.Tampered() || r.session.Turn() < r.startTurn {
		return
	}
	if err := r.ProfileFile.Save(r.session.Profile()); err != nil {
		r.refuse("The profile could not be written: %v.", reason(err))
	}
}

// openTranslator opens the translator for the session's content.
func (r *REPL) openTranslator() {
	r.translator = locale.Open(r.session.Content().Catalog, r.session.Game().Definition, r.Language)
}

// Failed reports whether any line so far was refused, unknown or failed.
func (r *REPL) Failed() bool { return r.failed }

// Greet shows the initial state of the game.
func (r *REPL) Greet() {
	r.showList(r.problems)
	r.introduce()
	for _, m := range r.session.Log()[0].Messages {
		r.showMessage(m)
	}
	r.state("")
	if r.Interactive {
		r.text("", "help lists commands, actions shows what you can do; Tab completes, quit leaves.")
	}
}

// introduce names and describes the game.
func (r *REPL) introduce() {
	d := r.session.Game().Definition
	if text := r.translator.Describe(d, r.session.Game().Printed(d)); text != "" {
		r.text("", r.bold(r.translator.Name(d)+".")+" "+text)
	}
}

// Prompt returns the text before the cursor.
func (r *REPL) Prompt() string {
	c := r.session.Choice()
	switch {
	case r.curtainDown:
		return r.curtainText() + " "
	case c.Open:
		return c.Command + "> "
	case r.session.Over():
		outcome, _ := r.session.Outcome()
		return outcome + "> "
	}
	name := r.ellipsis()
	if p := r.session.Phase(); p != nil {
		name = p.Name
		if r.translator != nil {
			name = r.viewer(false).Text("phases", p.Name, "name", p.Title)
		}
	}
	if r.session.Game().MaxPlayers > 1 {
		name = r.translator.Translate("player {player}", strconv.Itoa(r.session.Player())) + ", " + name
	}
	return name + "> "
}

// Execute executes a line and reports whether the REPL should end.
func (r *REPL) Execute(line string) (quit bool) {
	defer r.saveProfile()
	r.polled = r.Poll()
	line = tidy(line)
	if r.curtainDown {
		if line == "" {
			r.liftCurtain()
		}
		r.quit = r.quit || line == "quit"
		return r.quit
	}
	if line == "" && r.session.Choice().Open {
		r.showChoice()
	}
	if line == "" {
		return r.quit
	}
	// A colon selects the REPL's command over a game's of the same name.
	line, own := strings.CutPrefix(line, ":")
	r.script = ""
	word, rest := cutWord(line)
	c, known := lookup(word)
	switch {
	case strings.HasPrefix(line, "#"):
		// A comment, unless it is Lua: #all("dice").
		if text, problem := r.readLua(line); problem == nil {
			r.print("%s\n", text)
		}
	case own && !known:
		r.refuse("After a colon, write a command of the REPL, as in :help.")
	case r.session.IsCommand(line) && !own:
		r.play(line)
	case known:
		r.command(c, rest)
	case r.session.Choice().Open:
		r.pick(line)
	case rest == "" && r.showNamed(word):
	default:
		r.evaluate(line, word)
	}
	return r.quit
}

// tidy normalizes the white space of a line, trims it and removes a comment.
func tidy(line string) string {
	line = strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return ' '
		}
		return c
	}, line))
	if line == "#" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "-- ") || line == "--" {
		return ""
	}
	return line
}

// cutWord splits a line after its first word.
func cutWord(line string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimSpace(line), " ")
	return word, strings.TrimSpace(rest)
}

// command runs a REPL command.
func (r *REPL) command(c command, args string) {
	if args != "" && c.args == "" {
		r.refuse("%s takes no arguments.", c.name)
		return
	}
	c.run(r, args)
}

// showNamed shows what a single word names: a zone, a variable or something in
// play. It reports whether there is such a thing.
func (r *REPL) showNamed(word string) bool {
	if slot := r.zone(word); slot >= 0 {
		r.drawZone(slot)
		return true
	}
	if slot, ok := r.session.Variable(word); ok {
		r.print("%s = %s\n", word, r.value(r.session.State().Var(slot)))
		return true
	}
	if slices.Contains(r.labels(), word) {
		r.inspect(word)
		return true
	}
	return false
}

// zone finds a zone by name, also NAME@PLAYER, or returns -1.
func (r *REPL) zone(name string) int {
	if slot, ok := r.session.Zone(name); ok {
		return slot
	}
	return -1
}

// evaluate runs a line of Lua: an expression to evaluate, or a statement to
// execute. A word that is neither is probably a misspelt command.
func (r *REPL) evaluate(line, word string) {
	if r.keepLocal(line) {
		return
	}
	text := ""
	line, problem := r.readUntilComplete(line, func(line string) (problem *diag.Diagnostic) {
		text, problem = r.readLua(line)
		return problem
	})
	switch {
	case problem == nil:
		r.print("%s\n", text)
	case problem.Code == "script/read-only":
		r.play("lua " + r.withLocals(line))
	case r.isProse(line, word, problem):
		r.unknown(word)
	default:
		r.problem(*problem)
	}
}

var isWord = regexp.MustCompile(`^[\pL_][\pL\pN_-]*$`)

// isProse reports whether a line that is not Lua was probably not meant to be:
// words alone, or an unknown first word.
func (r *REPL) isProse(line, word string, problem *diag.Diagnostic) bool {
	if !isWord.MatchString(word) {
		return false
	}
	if problem.Code == "script/syntax" {
		return !strings.ContainsAny(line, "=({\"'")
	}
	return problem.Code == "script/unknown-global" && problem.Place.Column == 1
}

func (r *REPL) unknown(word string) {
	known := append(r.session.Game().ActionNames(), "use", "lua")
	for _, c := range commands() {
		known = append(known, c.name)
	}
	known = append(known, r.session.Game().ZoneNames()...)
	known = append(known, r.session.Game().VariableNames()...)
	text := fmt.Sprintf("Unknown command %q.", word)
	if near, ok := diag.Nearest(word, known); ok {
		r.refuse("%s Did you mean %s?", text, near)
		return
	}
	usable := r.session.UsableIDs()
	near, ok := diag.Nearest(word, usable)
	if slices.Contains(usable, word) {
		near, ok = word, true
	}
	if ok {
		r.refuse("%s Did you mean use %s?", text, near)
		return
	}
	r.refuse("%s help lists commands, actions shows what to do.", text)
}

func (r *REPL) refuse(format string, args ...any) {
	r.failed = true
	r.text("", fmt.Sprintf(format, args...))
}

func (r *REPL) problem(d diag.Diagnostic) { r.showList(diag.List{d}) }

// source returns the text of a file, or the Lua that has been typed.
func (r *REPL) source(file string) ([]byte, bool) {
	if file == rules.Typed {
		return []byte(r.script), r.script != ""
	}
	if r.Source == nil {
		return nil, false
	}
	return r.Source(file)
}

// showList prints problems with their places.
func (r *REPL) showList(list diag.List) {
	if len(list) == 0 {
		return
	}
	if list.Failed() {
		r.failed = true
	}
	// The input is still on the screen: repeat it only to point at a character.
	if !slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Place.File == rules.Typed && d.Place.Column > 0 }) {
		r.script = ""
	}
	o := render.Options{Color: r.Color, Source: r.source}
	if r.Interactive {
		o.Width = r.Width
	}
	if err := render.Write(r.Out, list, o); err != nil {
		r.writeError, r.quit = err, true
	}
}
