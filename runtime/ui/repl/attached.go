package repl

// await lets an editor that debugs the game use it while f waits for a line,
// except in the middle of a command.
func (r *REPL) await(f func()) {
	if r.stopped {
		f()
		return
	}
	r.Target.Wait(f)
}

// offerDebugging lets editors debug the game.
func (r *REPL) offerDebugging() {
	if r.Target == nil {
		return
	}
	r.Target.Stopped = func(at string) {
		if at != "" {
			r.print("%s\n", r.yellow("Stopped at "+at+" by the debugger; the game continues when the debugger does."))
		}
		if out, ok := r.Out.(interface{ Flush() error }); ok {
			_ = out.Flush() // the next write reports the error
		}
	}
	r.Target.Left = func() {
		if r.debugger != nil {
			r.debugger.Attach(r.session) // the breakpoints set here count again
		}
	}
	r.Target.Play(r.session, nil)
}

// refuseIfAttached refuses a command, and returns true, if an editor debugs the game:
// this prompt cannot debug it at the same time.
func (r *REPL) refuseIfAttached() bool {
	if !r.Target.Joined() {
		return false
	}
	r.refuse("An editor debugs this game: set breakpoints, step and go back there, or detach it first.")
	return true
}

// followBreaks moves the breakpoints to where their lines are in new content.
func (r *REPL) followBreaks() {
	if r.Source == nil || r.debugger == nil {
		return
	}
	for i, b := range r.points() {
		was := b.String()
		text, _ := r.Source(b.File)
		switch err := b.Follow(r.session, text); {
		case err != nil:
			r.print("Breakpoint %d, %s, stops nothing now: %s\n", i+1, was, sentence(err))
		case b.String() != was:
			r.print("Breakpoint %d has moved to %s.\n", i+1, b)
		}
	}
	r.debugger.Refresh()
}
