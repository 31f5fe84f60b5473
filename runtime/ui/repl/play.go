package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// play runs a game command. If a person has omitted targets, it opens a choice;
// after a wrong target, no choice stays open.
func (r *REPL) play(line string) {
	if r.refuseOthers(line) {
		return
	}
	r.recordStart()
	r.script = strings.TrimPrefix(line, "lua ")
	if c := r.session.Choice(); r.session.ChoiceStarted() && strings.HasPrefix(line, c.Command+" ") {
		// Repeat the command with the missing pick.
		r.pick(strings.TrimSpace(strings.TrimPrefix(line, c.Command)))
		return
	}
	if line == "lua" {
		r.refuse("Say which statement: lua STATEMENT, as in lua vars.%s = 1.", r.anyVariable())
		return
	}
	if strings.HasPrefix(line, "lua ") || r.session.ChoiceStarted() || !r.Interactive && !r.warns(line) {
		r.showResult(r.session.Run(line))
		return
	}
	result := r.session.Begin(line)
	if !result.OK() {
		r.session.Cancel()
	}
	r.showStepOfChoice(result)
}

// warns reports whether a command has a warning that must be confirmed.
func (r *REPL) warns(line string) bool {
	c, refusal, problem := r.session.Parse(line)
	if refusal != nil || problem != nil {
		return false
	}
	warning, _ := r.session.Warning(c)
	return warning != ""
}

// recordStart records the state before a command, and lets editors debug it.
func (r *REPL) recordStart() {
	r.Target.Play(r.session, nil)
	r.began, r.ended, r.confirmed = r.session.State().Position(), r.session.Over(), false
}

func (r *REPL) begin(line string) {
	if r.refuseOthers(line) {
		return
	}
	r.recordStart()
	r.showStepOfChoice(r.session.Begin(line))
}

func (r *REPL) pick(word string) {
	if word == "" {
		r.refuse("Say what to pick.")
		return
	}
	r.recordStart()
	var result session.Result
	for _, word := range r.picks(word) {
		if result = r.session.Pick(word); !result.OK() {
			break
		}
	}
	r.showStepOfChoice(result)
}

// picks splits a line into picks if a question takes that many.
func (r *REPL) picks(line string) []string {
	words, c := strings.Fields(line), r.session.Choice()
	if len(words) < 2 || len(words) > c.Max-len(c.Picked) || slices.ContainsFunc(c.Options, func(o session.Option) bool { return o.Label == line }) {
		return []string{line}
	}
	return words
}

func (r *REPL) confirm(string) {
	r.recordStart()
	r.confirmed = true
	r.showStepOfChoice(r.session.Confirm())
}

func (r *REPL) cancel(string) {
	if !r.cancelChoice() {
		r.refuse("%s", strings.TrimSpace(r.translator.Message(rules.Refuse("nothing-to-cancel"))+" "+r.askedBy()))
	}
}

// cancelChoice cancels the open choice, says what that takes back, and reports
// whether there was one. A question stays open: only its picks are taken back.
func (r *REPL) cancelChoice() bool {
	answers := r.session.Choice().IsAnswer
	if !r.session.Cancel() {
		return false
	}
	if !answers {
		r.print("%s\n", r.translator.Translate("Cancelled; nothing was spent."))
		return true
	}
	r.prose(strings.TrimSpace(r.translator.Translate("The picks are taken back; the question is still open.")+" "+r.askedBy()), plain)
	return true
}

// askedBy says how to take back the command that led to the open question, if
// there are both.
func (r *REPL) askedBy() string {
	last := r.lastCommands(1)
	if r.session.PendingQuestion() == nil || len(last) == 0 {
		return ""
	}
	return r.translator.Translate("undo takes back {command} and what it has cost.", last[0])
}

// showStepOfChoice shows the open choice after a pick or, once the command is complete,
// its result.
func (r *REPL) showStepOfChoice(result session.Result) {
	if !r.session.ChoiceStarted() || !result.OK() {
		r.showResult(result)
		return
	}
	r.showChoice()
}

// showChoice asks for the next pick and lists the options.
func (r *REPL) showChoice() { r.drawChoice(r.viewer(false).Board()) }

func (r *REPL) drawChoice(b *board.Board) {
	c := b.Choice
	if c.Warning != "" {
		r.prose(r.translator.Translate("Warning: {warning}", c.Warning), r.yellow)
	}
	r.prose(c.Question(), r.bold)
	if len(c.Options) == 0 {
		r.print("%s\n", r.translator.Translate("confirm runs it, cancel drops it."))
		return
	}
	var plain []string
	var described []board.Option
	for _, o := range c.Options {
		if o.Title == o.Label && o.Reason == "" {
			plain = append(plain, r.bold(o.Label))
		} else {
			described = append(described, o)
		}
	}
	width := 5
	for _, o := range described {
		width = max(width, min(columns(o.Label), 16))
	}
	for _, o := range described {
		r.option(b, o, width)
	}
	if len(plain) > 0 {
		r.flow("  ", "  ", plain)
	}
}

// option draws one option with its description, or why it cannot be picked.
// width is the width of the label column.
func (r *REPL) option(b *board.Board, o board.Option, width int) {
	text := o.Title
	if o.Title == o.Label {
		text = ""
	}
	if t := b.Find(o.Label); o.Thing && t != nil && !t.Hidden {
		if t.Die == nil || t.Die.Word == "" || !strings.Contains(o.Title, t.Die.Word) {
			text = r.withFace(text, *t)
		}
		if more := r.details(*t); more != "" {
			text += " (" + more + ")"
		}
	}
	more := ""
	if !o.Thing || isInTextZone(b, o.Label) {
		more = o.Marked()
	}
	if o.Reason != "" {
		if text == "" {
			text = r.translator.Translate("No: {reason}", o.Reason)
		} else {
			text = r.translator.Translate("{option}, no: {reason}", text, o.Reason)
		}
		if more != "" {
			text = strings.TrimSuffix(text, ".") + ". " + more
		}
		r.text("  "+r.dim(pad(o.Label, width))+" ", r.dim(text))
		return
	}
	if more != "" {
		text += ": " + more
	}
	r.text("  "+pad(r.bold(o.Label), width)+" ", text)
}

// isInTextZone reports whether a label is that of an entity in a zone that shows
// texts, such as a shop.
func isInTextZone(b *board.Board, label string) bool {
	for _, g := range b.Groups {
		for _, z := range g.Zones {
			if z.Texts && slices.ContainsFunc(z.Entities, func(t board.Entity) bool { return t.Label == label }) {
				return true
			}
		}
	}
	return false
}

// showResult shows the result of a command.
func (r *REPL) showResult(result session.Result) {
	switch {
	case debug.IsAbort(result.Problem):
		r.print("Aborted. Nothing has changed.\n")
		return
	case result.Problem != nil:
		r.showTrace(result)
		r.problem(*result.Problem)
		r.print("Nothing has changed.\n")
		return
	case result.Refusal != nil:
		r.showTrace(result)
		r.refuse("%s", r.red(r.translator.Translate("Refused: {reason}", r.translator.Message(result.Refusal))))
		return
	}
	if result.Warning != "" && !r.confirmed {
		r.prose(r.translator.Translate("Warning: {warning}", r.translator.Message(r.session.Sentence(result.Warning))), r.yellow)
	}
	for _, m := range result.Messages {
		// The result of a function is of no interest if a command called it.
		if !r.runsStatement || !strings.HasPrefix(m.Text, "= ") {
			r.showMessage(m)
		}
	}
	r.showTrace(result)
	r.showChanges(result.Changes)
	if r.lowerCurtain() {
		return
	}
	r.showViews()
	r.showWatches()
	drawn := r.redraw(result.Changes)
	if result.Over && !r.ended {
		r.showEnd()
	}
	if r.session.PendingQuestion() != nil && !drawn {
		r.showChoice()
	}
}

func (r *REPL) printMessage(m session.Message) {
	text := addressed(m, r.translator.Message(r.session.Sentence(m.Text)))
	if m.Warning {
		r.prose("! "+text, r.yellow)
		return
	}
	r.prose(text, plain)
}

// addressed puts the player before a message that is for one only.
func addressed(m session.Message, text string) string {
	if m.To == 0 {
		return text
	}
	return fmt.Sprintf("(%d) %s", m.To, text)
}

// redraw is for people at the prompt. If the phase or turn has changed, it draws the
// game, with its question if there is one; if faces of dice have changed, it draws
// the dice. It reports whether it has drawn the game.
func (r *REPL) redraw(changes []state.Change) bool {
	if !r.Interactive || r.session.Over() {
		return false
	}
	for _, w := range r.summarize(changes).Vars {
		if d, _ := r.layout().VarDecl(w.Slot); d.Name == "_phase" || d.Name == "_actor" {
			r.state("")
			return true
		}
	}
	var zones []int
	for i := range changes {
		c := &changes[i]
		if c.Op != state.OpProp || !r.session.State().Alive(c.Entity) {
			continue
		}
		zone := r.session.State().ZoneOf(c.Entity)
		if zone != state.Limbo && !slices.Contains(zones, zone) && r.viewer(true).Entity(c.Entity).Die != nil {
			zones = append(zones, zone)
		}
	}
	for _, zone := range zones {
		r.drawZone(zone)
	}
	return false
}

func (r *REPL) showEnd() {
	end := r.viewer(false).Ending()
	if end == nil {
		return
	}
	head := r.translator.Translate("The game is lost.")
	if end.Outcome == rules.Won {
		head = r.translator.Translate("The game is won.")
	}
	r.prose(strings.TrimSpace(head+" "+end.Text), r.bold)
	if standing := end.Standing(r.session.Players(), r.translator); standing != "" {
		r.prose(standing, plain)
	}
}

func (r *REPL) restart(args string) {
	if seed, ok := r.seed(args); ok {
		r.startGame(r.session.Game().ID(), seed)
	}
}

// seed parses a seed; without one it returns the previous game's.
func (r *REPL) seed(word string) (uint64, bool) {
	if word == "" {
		return r.Seed, true
	}
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		r.refuse("A seed must be a whole number from 0, not %q.", word)
		return 0, false
	}
	return n, true
}

func (r *REPL) startGame(id string, seed uint64) {
	o := session.Options{Seed: seed, Players: r.Players}
	if id == r.session.Game().ID() {
		o.Profile = r.ProfileFile.Values()
	}
	g, known := r.content.Game(id)
	if !known {
		var all []string
		for _, g := range r.content.Games() {
			all = append(all, g.ID())
		}
		r.unknownName("game", id, all)
		return
	}
	if r.Players < g.MinPlayers || r.Players > g.MaxPlayers {
		o.Players = 0
	}
	s, problem := session.New(r.content, id, o)
	if problem != nil {
		r.problem(*problem)
		return
	}
	r.Seed = seed
	another := id != r.session.Game().ID()
	r.switchSession(s)
	if another {
		r.ProfileFile = nil // it belongs to the first game
	}
	r.ProfileFile.Begin(s.StartProfile())
	if another {
		r.introduce()
	}
	for _, m := range s.Log()[0].Messages {
		r.printMessage(m)
	}
	r.state("")
}

// switchSession switches to another session, traced and debugged like the last one.
func (r *REPL) switchSession(s *session.Session) {
	r.session, r.startTurn = s, s.Turn()
	r.openTranslator()
	r.seatFirst()
	s.Trace(r.tracer)
	if r.debugger != nil && !r.Target.Joined() {
		r.debugger.Attach(s)
	}
	r.Target.Play(s, nil)
	r.recordViews()
}

func (r *REPL) games(string) {
	for _, g := range r.content.Games() {
		mark := " "
		if g.ID() == r.session.Game().ID() {
			mark = "*"
		}
		r.print("%s %-20s %s\n", mark, g.ID(), locale.Open(r.content.Catalog, g.Definition, r.Language).Name(g.Definition))
	}
}

func (r *REPL) switchGame(args string) {
	id, seed := cutWord(args)
	if id == "" {
		r.games("")
		return
	}
	if n, ok := r.seed(seed); ok {
		r.startGame(id, n)
	}
}

func targetNames(a *rules.Action) string {
	var names []string
	for _, t := range a.Targets {
		names = append(names, t.Name)
	}
	return inCapitals(names)
}

// inCapitals formats the arguments to fill in, each after a space.
func inCapitals(names []string) string {
	out := ""
	for _, name := range names {
		out += " " + strings.ToUpper(name)
	}
	return out
}
