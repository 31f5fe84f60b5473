package repl

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/runtime/lua"
)

// typedLocals are the local variables declared at the prompt. A table lives as
// long as the VM that made it.
type typedLocals struct {
	names  []string
	values []lua.Value
	vm     *lua.VM
}

var declaration = regexp.MustCompile(`^local\s+([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.+)$`)

// keepLocal keeps a local for the following lines if its value changes nothing. It
// returns false if the line declares no local.
func (r *REPL) keepLocal(line string) bool {
	parts := declaration.FindStringSubmatch(line)
	if parts == nil {
		return false
	}
	r.dropStaleLocals()
	name, t := parts[1], &r.typed
	_, problem := r.readUntilComplete(parts[2], func(value string) *diag.Diagnostic {
		return r.session.EvaluateWith(value, t.names, t.values, func(v lua.Value, text string) {
			if i := slices.Index(t.names, name); i >= 0 {
				t.names, t.values = slices.Delete(t.names, i, i+1), slices.Delete(t.values, i, i+1)
			}
			t.names, t.values = append(t.names, name), append(t.values, v)
			r.print("%s = %s\n", name, text)
		})
	})
	if problem != nil && problem.Code == "script/read-only" {
		r.refuse("The value of a local must not change the game. Make the change first, then declare the local.")
	} else if problem != nil {
		r.problem(*problem)
	}
	return true
}

// dropStaleLocals drops the tables, functions and entities of a VM that is gone.
func (r *REPL) dropStaleLocals() {
	t := &r.typed
	if vm := r.session.VM(); t.vm != vm {
		var names []string
		var values []lua.Value
		for i, v := range t.values {
			switch v.Type() {
			case lua.TypeNil, lua.TypeBool, lua.TypeNumber, lua.TypeText:
				names, values = append(names, t.names[i]), append(values, v)
			}
		}
		t.names, t.values, t.vm = names, values, vm
	}
}

// readLua evaluates Lua that changes nothing and sees the typed locals.
func (r *REPL) readLua(line string) (text string, problem *diag.Diagnostic) {
	r.dropStaleLocals()
	if len(r.typed.names) == 0 {
		return r.session.Evaluate(line)
	}
	names, values := append(slices.Clone(r.typed.names), "self"), append(slices.Clone(r.typed.values), r.session.Self(r.session.GameSelf()))
	problem = r.session.EvaluateWith(line, names, values, func(_ lua.Value, found string) { text = found })
	return text, problem
}

// withLocals puts the declarations of the typed locals named in a statement
// before it, so that the log is complete.
func (r *REPL) withLocals(line string) string {
	before := ""
	for i, name := range r.typed.names {
		if !regexp.MustCompile(`\b` + name + `\b`).MatchString(line) {
			continue
		}
		v := r.typed.values[i]
		text := v.String()
		if s, ok := v.Text(); ok {
			text = session.LuaText(s)
		} else if id, ok := r.session.Entity(v); ok && r.session.State().Alive(id) {
			text = r.session.Expression(id)
		} else if v.Type() > lua.TypeText {
			continue
		}
		before += "local " + name + " = " + text + " "
	}
	return before + line
}

// readUntilComplete tries a piece of Lua, and reads further lines as long as
// they may complete it. It returns the whole piece with its problem.
func (r *REPL) readUntilComplete(text string, try func(text string) *diag.Diagnostic) (whole string, problem *diag.Diagnostic) {
	r.script = text
	problem = try(text)
	for problem != nil && r.isUnfinished(problem) && r.Read != nil {
		more, ok := r.Read(r.ellipsis() + " ")
		if !ok || strings.TrimSpace(more) == "" {
			break
		}
		text = joinLines(text, more)
		r.script = text
		problem = try(text)
	}
	return text, problem
}

// isUnfinished reports whether more lines may complete a piece of Lua: a block
// is open, or a person continues within brackets or after an operator.
func (r *REPL) isUnfinished(problem *diag.Diagnostic) bool {
	m := problem.Message
	open := len(m.Args) > 0 && m.Args[len(m.Args)-1] == "the end of the script"
	block := open && (m.Args[0] == "end" || m.Args[0] == "until")
	return problem.Code == "script/syntax" && (block || r.Interactive && (open || m.Format == "the script ends in the middle of a statement"))
}

// joinLines appends a line to a piece of Lua. The result is one line, as commands are in
// the log, unless a comment would swallow the second.
func joinLines(line, more string) string {
	if strings.Contains(line, "--") {
		return line + "\n" + more
	}
	return line + " " + strings.TrimSpace(more)
}

// clear clears the screen of a terminal.
func (r *REPL) clear(string) {
	if r.Interactive {
		r.wipe()
	}
}

// takesFile reports whether a command takes a file.
func takesFile(c command) bool { return strings.Contains(c.args, "FILE") }

// paths completes the path of a save with the folders and saves below it.
func paths(typed string) []Candidate {
	dir, _ := path.Split(typed)
	entries, err := os.ReadDir(filepath.FromSlash(path.Join(".", dir)))
	if path.IsAbs(dir) {
		entries, err = os.ReadDir(filepath.FromSlash(dir))
	}
	if err != nil {
		return nil
	}
	var out []Candidate
	for _, e := range entries {
		switch name := dir + e.Name(); {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			out = append(out, Candidate{name + "/", "", "folders"})
		case strings.HasSuffix(name, ".json"):
			out = append(out, Candidate{name, "", "files"})
		}
	}
	return out
}
