// Package repl is the debug face: a prompt at which a game is played, looked
// into, meddled with and travelled through, while its content is edited.
//
// Layer ui. It turns lines into calls of a session and what comes back into
// text. It holds no rule and knows no game.
package repl

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// Options say what a REPL works with.
type Options struct {
	Out io.Writer
	// Color allows escape codes for colours.
	Color bool
	// ASCII keeps to characters that every terminal has in what is drawn;
	// texts of content stay as they are.
	ASCII bool
	// Width is how many columns there are; 0 means 80.
	Width int
	// Interactive tells that a person types: a line that lacks targets opens
	// a choice that further lines complete, a warning waits to be confirmed,
	// and the game is drawn anew where it has changed much.
	Interactive bool
	// Source finds the text of a file for snippets.
	Source func(file string) ([]byte, bool)
	// Outcomes brings what became of saves; nil when nothing is watched.
	Outcomes <-chan Outcome
	// Rebuild loads the content again now; nil when it cannot change.
	Rebuild func() Outcome
	// Read reads a line in the middle of a command, at a break; it is not ok
	// at the end of input. Nil passes over breaks.
	Read func(prompt string) (line string, ok bool)
	// Seed and Players are those of new games.
	Seed    uint64
	Players int
	// Language is what the game's texts are shown in; the zero value for as
	// they are written. What the REPL itself says stays as it is.
	Language locale.Language
}

// REPL is one debug session. It is one goroutine's at a time.
type REPL struct {
	Options
	session *session.Session
	book    *locale.Book
	// content is the last good content. The session plays on it, unless it
	// could not take it up.
	content  *rules.Content
	problems diag.List
	broken   bool // the content on disk is
	// failing are the tests that failed when they were run last, by the keys
	// of their definitions, PACK:KIND/ID.
	failing map[string]diag.List

	tracer   *session.Tracer
	watches  []watch
	breaks   []string
	previews map[string]board.Figure // the views as they were shown last

	began     int  // where the running command began in the journal
	ended     bool // the game was over before it
	confirmed bool // it goes on in spite of a warning
	// meddling tells that a command of the REPL runs a statement.
	meddling bool
	stopped  bool // in the middle of a command, at a break
	polled   bool // a save was taken up before this line
	failed   bool
	quit     bool
	fault    error // of the output
}

// New makes a REPL on a running session. problems are what loading the content
// had to tell.
func New(s *session.Session, problems diag.List, o Options) *REPL {
	if o.Width <= 0 {
		o.Width = 80
	}
	r := &REPL{Options: o, session: s, content: s.Content(), problems: problems, failing: map[string]diag.List{}}
	r.read()
	r.glance()
	return r
}

// read opens the book of the language, of the content that the session has.
func (r *REPL) read() {
	r.book = locale.Open(r.session.Content().Catalog, r.session.Game().Definition, r.Language)
}

// Failed tells whether any line so far was refused, unknown or failed.
func (r *REPL) Failed() bool { return r.failed }

// Greet shows the game as it stands at the start.
func (r *REPL) Greet() {
	r.showList(r.problems)
	r.introduce()
	for _, m := range r.session.Log()[0].Said {
		r.say(m)
	}
	r.state("")
	if r.Interactive {
		r.text("", "help lists the commands, actions what can be done; Tab completes, quit leaves.")
	}
}

// introduce says what game it is.
func (r *REPL) introduce() {
	d := r.session.Game().Definition
	if text := r.book.Describe(d); text != "" {
		r.text("", r.bold(r.book.Name(d)+".")+" "+text)
	}
}

// Prompt returns what stands before the cursor.
func (r *REPL) Prompt() string {
	c := r.session.Choice()
	switch {
	case c.Open:
		return c.Command + "> "
	case r.session.Over():
		outcome, _ := r.session.Outcome()
		return outcome + "> "
	}
	name := r.dots()
	if p := r.session.Phase(); p != nil {
		name = p.Name
	}
	if r.session.Game().MaxPlayers > 1 {
		name = fmt.Sprintf("player %d, %s", r.session.Player(), name)
	}
	return name + "> "
}

// Execute does what a line says and tells whether the REPL is to end.
func (r *REPL) Execute(line string) (quit bool) {
	r.polled = r.Poll()
	line = tidy(line)
	if line == "" && r.session.Choice().Open {
		r.showChoice()
	}
	if line == "" {
		return r.quit
	}
	// A colon tells the REPL's commands from a game's of the same name.
	line, own := strings.CutPrefix(line, ":")
	word, rest := cutWord(line)
	c, known := lookup(word)
	switch {
	case strings.HasPrefix(line, "#"):
		// A comment, unless it is Lua: #all("dice").
		if text, problem := r.session.Look(line); problem == nil {
			r.print("%s\n", text)
		}
	case own && !known:
		r.refuse("Behind a colon stands a command of the REPL, as in :help.")
	case r.plays(word) && !own:
		r.play(line)
	case known:
		r.command(c, rest)
	case r.session.Choice().Open:
		r.pick(line)
	case rest == "" && r.glanceAt(word):
	default:
		r.evaluate(line, word)
	}
	return r.quit
}

// tidy makes all white space of a line spaces, and takes away what is around
// it and all of a comment.
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

// cutWord takes the first word from a line.
func cutWord(line string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimSpace(line), " ")
	return word, strings.TrimSpace(rest)
}

// command runs a command of the REPL.
func (r *REPL) command(c command, args string) {
	if args != "" && c.args == "" {
		r.refuse("%s stands alone: nothing comes after it.", c.name)
		return
	}
	c.run(r, args)
}

// glanceAt shows what a single word names: a zone, a variable or something in
// play. It tells whether there is such a thing.
func (r *REPL) glanceAt(word string) bool {
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

// plays tells whether a word begins a command of the game.
func (r *REPL) plays(word string) bool {
	_, ok := r.session.Game().Action(word)
	return ok || word == "use" || word == "lua"
}

// zone finds a zone by name, also NAME@PLAYER, or returns -1.
func (r *REPL) zone(name string) int {
	if slot, ok := r.session.Zone(name); ok {
		return slot
	}
	return -1
}

// evaluate takes a line for Lua: an expression to look at, or a statement to
// carry out. A word that is neither is most probably a misspelt command.
func (r *REPL) evaluate(line, word string) {
	text, problem := r.session.Look(line)
	switch {
	case problem == nil:
		r.print("%s\n", text)
	case problem.Code == "script/read-only":
		r.play("lua " + line)
	case r.isProse(line, word, problem):
		r.unknown(word)
	default:
		r.problem(*problem)
	}
}

var isWord = regexp.MustCompile(`^[\pL_][\pL\pN_-]*$`)

// isProse tells whether a line that is no Lua was most probably not meant to
// be: words alone, or a first word that nothing knows.
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
	text := fmt.Sprintf("There is no command %q.", word)
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
	r.refuse("%s help lists the commands, actions what to do.", text)
}

func (r *REPL) refuse(format string, args ...any) {
	r.failed = true
	r.text("", fmt.Sprintf(format, args...))
}

func (r *REPL) problem(d diag.Diagnostic) { r.showList(diag.List{d}) }

// showList draws problems with their places.
func (r *REPL) showList(list diag.List) {
	if len(list) == 0 {
		return
	}
	if list.Failed() {
		r.failed = true
	}
	o := render.Options{Color: r.Color, Source: r.Source}
	if r.Interactive {
		o.Width = r.Width
	}
	if err := render.Write(r.Out, list, o); err != nil {
		r.fault, r.quit = err, true
	}
}
