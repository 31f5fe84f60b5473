package repl

import "fmt"

// lua runs a statement as a command, so that it is logged and can be undone.
func (r *REPL) lua(format string, args ...any) {
	r.meddling = true
	r.play("lua " + fmt.Sprintf(format, args...))
	r.meddling = false
}

// meddle runs a debug command that stands for a Lua statement.
func (r *REPL) meddle(command, args string) {
	statement, refusal := r.session.Statement(command, args)
	if refusal != "" {
		r.refuse("%s", refusal)
		return
	}
	r.lua("%s", statement)
}

func (r *REPL) set(args string) { r.meddle("set", args) }

func (r *REPL) give(args string) {
	id, _ := cutWord(args)
	if d, ok := r.catalog().Find(id); ok {
		if _, kept := r.content.Catalog.Get(d.Pack + ":" + d.Key()); !kept {
			r.refuse("%s is deleted; entities of it in play stay until they are gone.", d.Key())
			return
		}
	}
	r.meddle("give", args)
}

func (r *REPL) rm(args string) { r.meddle("rm", args) }

func (r *REPL) die(args string) { r.meddle("die", args) }
