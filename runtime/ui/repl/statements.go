package repl

import "fmt"

// lua runs a statement as a command, so that it is logged and can be undone.
func (r *REPL) lua(format string, args ...any) {
	r.runsStatement = true
	r.play("lua " + fmt.Sprintf(format, args...))
	r.runsStatement = false
}

// runStatement runs a debug command that is an abbreviation of a Lua statement.
func (r *REPL) runStatement(command, args string) {
	statement, refusal := r.session.DebugStatement(command, args)
	if refusal != "" {
		r.refuse("%s", refusal)
		return
	}
	r.lua("%s", statement)
}

func (r *REPL) set(args string) { r.runStatement("set", args) }

func (r *REPL) give(args string) {
	id, _ := cutWord(args)
	if d, ok := r.catalog().Find(id); ok {
		if _, kept := r.content.Catalog.Get(d.Pack + ":" + d.Key()); !kept {
			r.refuse("%s is deleted; its entities in play stay until they leave play.", d.Key())
			return
		}
	}
	r.runStatement("give", args)
}

func (r *REPL) rm(args string) { r.runStatement("rm", args) }

func (r *REPL) die(args string) { r.runStatement("die", args) }
