package repl

import (
	"fmt"
	"path"
	"strings"

	"sleight/runtime/game/debug"
)

// stop reads lines in the middle of a command until one resumes it. It reports
// whether the command continues; otherwise it changes nothing.
func (r *REPL) stop(st *debug.Stop) bool {
	if r.Read == nil || r.quit {
		return true
	}
	r.stopped = true
	outer, script := r.session, r.script
	defer func() { r.stopped, r.session, r.script, r.frame = false, outer, script, 0 }()
	r.showStop(st)
	if r.Interactive {
		r.print("Inspect the game; continue resumes the command, quit resumes it and then leaves, help step explains more.\n")
	}
	for !r.quit {
		line, ok := r.Read(r.stopPrompt())
		line = strings.TrimPrefix(tidy(line), ":")
		r.script = ""
		switch {
		case !ok:
			return true
		case line == "abort" && r.debugger.View() == st:
			return false
		case line != "" && r.executeStopped(line):
			return true
		}
	}
	return true
}

// stopPrompt is the prompt with the place where the game has stopped.
func (r *REPL) stopPrompt() string {
	st := r.debugger.View()
	if st == nil {
		return r.Prompt()
	}
	past := ""
	if st.Past {
		past = "past, "
	}
	if st.Reason == debug.AtEvent {
		event, _, _ := strings.Cut(st.Text, "(")
		return past + event + "> "
	}
	at := st.Stack()[0].Place
	return fmt.Sprintf("%s%s:%d> ", past, path.Base(at.File), at.Line)
}

// showStop shows where the game has stopped.
func (r *REPL) showStop(st *debug.Stop) {
	r.session, r.frame = st.Session(), 0
	head := "Stopped at "
	if st.Past {
		head = fmt.Sprintf("Back in %s, at ", st.Command())
	}
	if st.Problem != nil && st.Reason != debug.AtFault {
		r.problem(*st.Problem) // of a condition
	}
	top := st.Stack()[0]
	switch {
	case st.Reason == debug.AtEvent:
		r.print("%s\n", r.yellow(head+r.eventText(st)))
	case st.Text != "":
		r.print("%s\n", r.yellow(head+"a "+string(st.Reason)+": "+st.Text))
	case top.Call < 0:
		r.print("%s\n", r.yellow(head+"the end of "+st.Command()))
	default:
		r.print("%s\n", r.yellow(head+top.Name))
	}
	if st.Reason != debug.AtEvent || st.Past {
		r.sourceLine(top)
	}
	if st.Reason == debug.AtEvent && !st.Past {
		r.changesSoFar("")
	}
}

// eventText describes the event of a stop, entities with their names.
func (r *REPL) eventText(st *debug.Stop) string {
	if st.Event == nil {
		return st.Text
	}
	var args []string
	for _, v := range st.Event.Args {
		args = append(args, r.value(v))
	}
	return st.Event.Event + "(" + strings.Join(args, ", ") + ")"
}

// sourceLine prints the current line of a frame.
func (r *REPL) sourceLine(f debug.Frame) {
	if f.Place.IsZero() {
		return
	}
	text := ""
	if r.Source != nil {
		if data, ok := r.Source(f.Place.File); ok {
			lines := strings.Split(string(data), "\n")
			if n := f.Place.Line; n >= 1 && n <= len(lines) {
				text = strings.TrimSpace(lines[n-1])
			}
		}
	}
	if text != "" {
		text = "  " + text
	}
	r.print("  %s%s\n", r.dim(fmt.Sprintf("%s:%d", f.Place.File, f.Place.Line)), text)
}

// executeStopped executes a line at a stop, and reports whether the command
// continues.
func (r *REPL) executeStopped(line string) (continues bool) {
	word, rest := cutWord(line)
	switch line { // abbreviations, at a stop only; n == 3 is Lua
	case "c":
		word = "continue"
	case "n":
		word = "next"
	case "s":
		word = "step"
	}
	if motion, moves := motionOf(word); moves && rest == "" {
		return r.move(motion)
	}
	c, known := lookup(word)
	name, isLocal := r.assignment(line)
	switch {
	case isLocal:
		r.setLocal(name, line)
	case r.isLocal(word) && rest != "" && strings.Contains("=~<>+-*/%^", rest[:1]): // also if a command has its name
		r.evaluateAtStop(line, word)
	case word == "changes" && rest == "":
		r.changesSoFar("")
	case known && (c.group == "inspect" || c.group == "watch" && c.name != "trace" || c.group == "debug" || c.group == "help"):
		r.command(c, rest)
	case rest == "" && r.isLocal(word):
		r.evaluateAtStop(line, word)
	case word == "lua" && rest != "":
		r.evaluateAtStop(rest, word)
	case word == "set" && r.setAtStop(rest):
	case known || r.session.IsCommand(line):
		r.refuseAtStop()
	case rest == "" && r.showNamed(word):
	default:
		r.evaluateAtStop(line, word)
	}
	return false
}

// refuseAtStop refuses a command at a stop.
func (r *REPL) refuseAtStop() {
	r.refuse("In the middle of a command you can only inspect; continue resumes it.")
}

func motionOf(word string) (debug.Motion, bool) {
	switch word {
	case "continue":
		return debug.Continue, true
	case "step":
		return debug.Into, true
	case "next":
		return debug.Over, true
	case "out":
		return debug.Out, true
	}
	return 0, false
}

// move lets the game continue: in the past here, in the present by ending the
// stop.
func (r *REPL) move(m debug.Motion) (continues bool) {
	if !r.debugger.View().Past {
		r.debugger.Resume(m)
		return true
	}
	st := r.debugger.Forward(m)
	if st == nil {
		r.print("Back in the present.\n")
		return true
	}
	if !st.Past {
		r.print("Back in the present.\n")
	}
	r.showStop(st)
	return false
}

// stepInto runs a command statement by statement. The word alone is a motion,
// which makes sense only at a stop.
func (r *REPL) stepInto(command string) {
	if r.stopped {
		r.refuseAtStop()
		return
	}
	if command == "" {
		r.refuse("No command is under way. step COMMAND carries one out statement by statement.")
		return
	}
	if r.refuseIfAttached() {
		return
	}
	d := r.attach()
	d.Resume(debug.Into)
	r.Execute(command)
	d.Resume(debug.Continue)
}

// refuseMotion refuses a motion between two commands.
func (r *REPL) refuseMotion(string) {
	r.refuse("No command is under way. step COMMAND carries one out statement by statement.")
}

// back goes back in time.
func (r *REPL) back(how string) {
	if r.refuseIfAttached() {
		return
	}
	d := r.attach()
	var st *debug.Stop
	word, name := cutWord(how)
	switch word {
	case "":
		st = d.Back(debug.BackOver)
	case "into":
		st = d.Back(debug.BackInto)
	case "out":
		st = d.Back(debug.BackOut)
	case "continue":
		st = d.Back(debug.BackContinue)
	case "to":
		var err error
		if st, err = d.BackTo(name); err != nil {
			r.refuse("%s", sentence(err))
			return
		}
	default:
		r.refuse("Say back, back into, back out, back continue, back to NAME, back to N or back to NAME at N.")
		return
	}
	switch {
	case st == nil:
		r.refuse("No earlier moment matches.")
	case r.stopped:
		r.showStop(st)
	default:
		r.stop(st)
		d.Leave()
	}
}

// when lists the last changes of a value.
func (r *REPL) when(name string) {
	if name == "" {
		r.refuse("Say what: when VARIABLE, when VARIABLE@PLAYER, or when ENTITY.PROPERTY.")
		return
	}
	d := r.debugger
	if d == nil || r.Target.Joined() {
		d = debug.For(r.session)
	}
	all, err := d.History(name, maxWrites)
	if err != nil {
		r.refuse("%s", sentence(err))
		return
	}
	if len(all) == 0 {
		r.print("%s has not changed.\n", name)
	}
	for _, w := range all {
		by := ""
		if w.By != "" {
			by = "  by " + w.By
		}
		of := w.Of
		if of != "" {
			of += " "
		}
		r.print("%4d  %s: %s%s → %s%s\n", w.Turn, w.Command, of, w.From, w.To, r.dim(by))
	}
}

// maxWrites is how many changes of a value are listed.
const maxWrites = 10

// where shows the stack, and marks the selected frame.
func (r *REPL) where(string) {
	st := r.currentStop()
	if st == nil {
		return
	}
	for _, f := range st.Stack() {
		mark := " "
		if f.Call == r.frame {
			mark = "*"
		}
		place := ""
		if !f.Place.IsZero() {
			place = r.dim(fmt.Sprintf("  %s:%d", f.Place.File, f.Place.Line))
		}
		r.print("%s %s%s\n", mark, f.Name, place)
	}
}

// currentStop returns the stop, or prints that there is none.
func (r *REPL) currentStop() *debug.Stop {
	if r.debugger != nil && r.debugger.View() != nil {
		return r.debugger.View()
	}
	r.refuse("The game has not stopped; break sets a breakpoint.")
	return nil
}

func (r *REPL) locals(string) {
	st := r.currentStop()
	if st == nil {
		return
	}
	all := st.Locals(r.frame)
	if len(all) == 0 {
		r.print("There are no locals here.\n")
	}
	for _, l := range all {
		note := ""
		if l.Captured {
			note = r.dim("  of the script")
		}
		r.print("  %s = %s%s\n", l.Name, l.Text, note)
	}
}

func (r *REPL) up(string)   { r.selectFrame(r.frame + 1) }
func (r *REPL) down(string) { r.selectFrame(r.frame - 1) }

// selectFrame selects another frame of the stack.
func (r *REPL) selectFrame(n int) {
	st := r.currentStop()
	if st == nil {
		return
	}
	stack := st.Stack()
	if n < 0 || n >= len(stack)-1 {
		r.refuse("There is no further frame.")
		return
	}
	r.frame = n
	r.print("%s\n", stack[n].Name)
	r.sourceLine(stack[n])
}

// isLocal reports whether the frame has a local of a name.
func (r *REPL) isLocal(name string) bool {
	for _, l := range r.debugger.View().Locals(r.frame) {
		if l.Name == name {
			return true
		}
	}
	return false
}

// assignment reports whether a line assigns to a local of the frame.
func (r *REPL) assignment(line string) (name string, ok bool) {
	name, value, found := strings.Cut(line, "=")
	name = strings.TrimSpace(name)
	if !found || strings.HasPrefix(value, "=") || !isWord.MatchString(name) {
		return "", false
	}
	return name, r.isLocal(name)
}

func (r *REPL) setLocal(name, line string) {
	_, value, _ := strings.Cut(line, "=")
	if problem := r.debugger.View().Assign(r.frame, name, strings.TrimSpace(value)); problem != nil {
		r.problem(*problem)
		return
	}
	r.locals("")
}

// setAtStop sets a local, variable or property at a stop, as set NAME VALUE,
// and reports whether the line is such a command.
func (r *REPL) setAtStop(args string) bool {
	name, value := cutWord(strings.Replace(args, "=", " ", 1))
	if name == "" || value == "" {
		return false
	}
	if r.isLocal(name) {
		r.setLocal(name, name+" = "+value)
		return true
	}
	label, property, dotted := strings.Cut(name, ".")
	statement := ""
	if _, ok := r.session.Variable(name); ok {
		statement = fmt.Sprintf("set(vars, %q, %s)", name, value)
	} else if id, ok := r.session.Find(label); ok && dotted {
		statement = fmt.Sprintf("set(%s, %q, %s)", r.session.Expression(id), property, value)
	} else {
		return false
	}
	if problem := r.debugger.View().Assign(r.frame, "", statement); problem != nil {
		r.problem(*problem)
		return true
	}
	r.changesSoFar("")
	return true
}

// changesSoFar shows the changes of the command so far.
func (r *REPL) changesSoFar(string) {
	changes := r.debugger.View().Changes()
	if r.inWords(changes) == "" {
		r.print("  nothing has changed so far\n")
		return
	}
	r.showChanges(changes)
}

// evaluateAtStop evaluates an expression at the stop, without changing anything.
func (r *REPL) evaluateAtStop(line, word string) {
	r.script = line
	_, text, problem := r.debugger.View().Evaluate(r.frame, line)
	switch {
	case problem == nil:
		r.print("%s\n", text)
	case r.isProse(line, word, problem):
		r.unknown(word)
	default:
		r.problem(*problem)
	}
}
