package repl

import (
	"slices"
	"strings"

	"sleight/runtime/game/api"
)

// command is one REPL command.
type command struct {
	name, group, args string
	// In an example, {command}, {key}, {variable} and {game} are placeholders
	// for names of the current game.
	doc, example string
	run          func(r *REPL, args string)
	// words lists the possible values of the last argument, given those before
	// it; nil if they cannot be listed.
	words func(r *REPL, before []string) []Candidate
}

// commands is the table behind dispatch, help and completion. A game's own
// actions, use and lua are commands in addition to these.
func commands() []command {
	list := []command{
		{"begin", "play", "COMMAND", "start a command step by step: begin, pick, confirm or cancel", "begin {command}", (*REPL).begin, (*REPL).nextWords},
		{"pick", "play", "OPTION", "choose an option of the open choice", "pick {entity}", (*REPL).pick, (*REPL).optionWords},
		{"confirm", "play", "", "continue despite a warning", "confirm", (*REPL).confirm, nil},
		{"cancel", "play", "", "cancel the open choice; nothing is spent, but a question stays open", "cancel", (*REPL).cancel, nil},
		{"bot", "play", "NAME [N]", "let a bot play one command, or N", "bot greedy 20", (*REPL).bot, (*REPL).botWords},
		{"new", "play", "[SEED]", "start the game again", "new 7", (*REPL).restart, nil},
		{"games", "play", "", "list the games", "games", (*REPL).games, nil},
		{"game", "play", "ID [SEED]", "play another game", "game {game} 7", (*REPL).switchGame, (*REPL).gameWords},

		{"state", "inspect", "[--all]", "draw the game; --all shows what is hidden too", "state", (*REPL).state, fixedWords("--all")},
		{"legal", "inspect", "", "list every legal command", "legal", (*REPL).legal, nil},
		{"actions", "inspect", "", "list the actions, with their costs or why they are unavailable", "actions", (*REPL).actions, nil},
		{"why", "inspect", "COMMAND", "say why a command is not legal", "why {command}", (*REPL).why, (*REPL).whyWords},
		{"views", "inspect", "", "show the views that the game computes for players", "views", (*REPL).views, nil},
		{"inspect", "inspect", "ENTITY", "show everything about an entity in play", "inspect {entity}", (*REPL).inspect, (*REPL).entityWords},
		{"def", "inspect", "[KIND/ID]", "show a definition, or list them", "def {key}", (*REPL).definition, (*REPL).definitionWords},
		{"log", "inspect", "[N]", "show the last commands", "log 5", (*REPL).log, nil},
		{"api", "inspect", "[NAME]", "show the functions that scripts and you can call", "api flip_die", (*REPL).api, (*REPL).functionWords},
		{"hash", "inspect", "", "show the hash of the state", "hash", (*REPL).hash, nil},

		{"set", "change", "NAME VALUE", "set a variable, or a property as ENTITY.NAME", "set {setting}", (*REPL).set, (*REPL).setWords},
		{"give", "change", "KIND/ID [ZONE]", "put something into play", "give {key}", (*REPL).give, (*REPL).giveWords},
		{"rm", "change", "ENTITY", "take something out of play", "rm {entity}", (*REPL).rm, (*REPL).entityWords},
		{"die", "change", "add SIDES|rm ENTITY", "add or remove a die", "die add 6", (*REPL).die, (*REPL).dieWords},

		{"undo", "travel", "[N]", "undo commands", "undo 3", (*REPL).undo, nil},
		{"redo", "travel", "[N]", "redo undone commands", "redo", (*REPL).redo, nil},
		{"goto", "travel", "N", "go to the state after command N; 0 is the start", "goto 12", (*REPL).travel, nil},
		{"save", "travel", "FILE", "save the game", "save game.json", (*REPL).save, nil},
		{"load", "travel", "FILE", "load a saved game", "load game.json", (*REPL).load, nil},
		{"replay", "travel", "[FILE]", "replay the log, or that of a save, from its seed and compare", "replay", (*REPL).replay, nil},

		{"trace", "watch", "on|off", "show each hook with its changes, fuel and place", "trace on", (*REPL).trace, fixedWords("on", "off")},
		{"watch", "watch", "[EXPRESSION]", "show an expression whenever its value changes", "watch vars.{variable}", (*REPL).watch, (*REPL).luaWords},
		{"unwatch", "watch", "[N]", "stop watching, one or all", "unwatch 1", (*REPL).unwatch, nil},
	}
	list = append(list, debugCommands()...)
	return append(list, []command{
		{"reload", "content", "", "reload the content now", "reload", (*REPL).reload, nil},
		{"wait", "content", "reload [SECONDS]", "wait until a saved file is live", "wait reload 5", (*REPL).waitReload, fixedWords("reload")},
		{"test", "content", "[ID|KIND/ID|KIND]", "run the tests in the content", "test {key}", (*REPL).test, (*REPL).testWords},
		{"problems", "content", "", "show what is wrong with the content on disk", "problems", (*REPL).showProblems, nil},

		{"clear", "help", "", "clear the screen", "clear", (*REPL).clear, nil},
		{"help", "help", "[COMMAND]", "explain a command, or list them", "help undo", (*REPL).help, (*REPL).helpWords},
		{"quit", "help", "", "leave the REPL", "quit", (*REPL).leave, nil},
	}...)
}

// debugCommands are the commands of the debugger.
func debugCommands() []command {
	return []command{
		{"break", "debug", "WHERE", "set a breakpoint: at FILE:LINE, on EVENT, change NAME, refusals, faults", "break on used", (*REPL).breakAt, (*REPL).breakWords},
		{"breaks", "debug", "", "list the breakpoints", "breaks", (*REPL).listBreaks, nil},
		{"unbreak", "debug", "[N]", "remove one breakpoint, or all", "unbreak 1", (*REPL).removeBreakpoints, (*REPL).unbreakWords},
		{"step", "debug", "[COMMAND]", "run a command statement by statement; at a stop, go to the next statement", "step {command}", (*REPL).stepInto, (*REPL).nextWords},
		{"next", "debug", "", "at a stop, go to the next statement of this function", "next", (*REPL).refuseMotion, nil},
		{"out", "debug", "", "at a stop, continue until this function returns", "out", (*REPL).refuseMotion, nil},
		{"continue", "debug", "", "at a stop, continue to the next one", "continue", (*REPL).refuseMotion, nil},
		{"back", "debug", "[into|out|continue|to NAME|to N]", "go back to the previous statement, the last stop, what changed a value, or command N", "back to {variable}", (*REPL).back, fixedWords("into", "out", "continue", "to")},
		{"when", "debug", "NAME", "list when a variable or property changed", "when {variable}", (*REPL).when, (*REPL).setWords},
		{"where", "debug", "", "at a stop, show the call stack", "where", (*REPL).where, nil},
		{"locals", "debug", "", "at a stop, show the local variables", "locals", (*REPL).locals, nil},
		{"up", "debug", "", "at a stop, select the caller", "up", (*REPL).up, nil},
		{"down", "debug", "", "at a stop, select the function called from here", "down", (*REPL).down, nil},
	}
}

// alias maps words that people may try to the commands they mean.
func alias(name string) string {
	switch name {
	case "?", "h", "-h", "--help", "/help":
		return "help"
	case "exit", "q", "quit()", "exit()", ":q":
		return "quit"
	}
	return name
}

// lookup finds a command by name.
func lookup(name string) (command, bool) {
	name = alias(strings.ToLower(name))
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

var groups = []struct{ name, title string }{
	{"play", "Play: the game's own commands (actions lists them), and"},
	{"inspect", "Inspect: a zone name draws the zone, a Lua expression is evaluated, and"},
	{"change", "Change: a Lua statement runs as a command that can be undone, and"},
	{"travel", "Time travel"},
	{"watch", "Watch"},
	{"debug", "Debug: NAME is a variable or ENTITY.PROPERTY; break takes if CONDITION, hit N, log TEXT"},
	{"content", "Content: saved files are live at once"},
	{"help", "Help"},
}

func (r *REPL) help(name string) {
	if name == "" {
		r.helpAll()
		return
	}
	if c, ok := lookup(name); ok {
		r.print("%s\n  %s\n  Example: %s\n", strings.TrimSpace(r.bold(c.name)+" "+c.args), c.doc, r.filled(c.example))
		if c.name == "break" {
			r.helpBreak()
		}
		return
	}
	if !r.helpGame(name) {
		r.unknown(name)
	}
}

// helpGame explains a word that is not a REPL command: an action, a zone, a
// script function or a definition, also as use ITEM.
func (r *REPL) helpGame(name string) bool {
	if a, ok := r.session.Game().Action(name); ok {
		vw := r.viewer(false)
		r.print("%s%s\n", r.bold(a.Name), targetNames(a))
		about := vw.Text("actions", a.Name, "name", a.Title)
		if text := vw.Text("actions", a.Name, "text", a.Text); text != "" {
			about += ": " + text
		}
		r.text("  ", about)
		return true
	}
	switch name {
	case "use":
		r.print("%s ITEM TARGET%s\n  use an item; actions lists those that can be used now\n", r.bold(name), r.ellipsis())
		return true
	case "lua":
		r.print("%s STATEMENT\n  carry out a Lua statement, as a command that can be undone\n  Example: lua vars.%s = 1\n", r.bold(name), r.anyVariable())
		return true
	case "changes", "abort":
		r.print("%s\n", r.bold(name))
		r.text("  ", "at a stop: changes shows what the command has done so far, abort drops it")
		return true
	}
	if slot := r.zone(name); slot >= 0 {
		z := r.viewer(false).Zone(slot)
		r.print("%s\n", r.bold(name))
		r.text("  ", "draw the zone "+z.Title+". "+z.Text)
		return true
	}
	if slices.ContainsFunc(api.Functions(), func(f api.Function) bool { return f.Name == name }) {
		r.api(name)
		return true
	}
	if d, ok := r.catalog().Find(strings.TrimPrefix(name, "use ")); ok {
		r.describe(d, r.session.Content().Printed(d))
		return true
	}
	return false
}

func (r *REPL) helpAll() {
	for _, g := range groups {
		r.text("", r.bold(g.title))
		for _, c := range commands() {
			if c.group == g.name {
				r.text("  "+pad(strings.TrimSpace(c.name+" "+c.args), min(23, r.Width/2-3))+" ", c.doc)
			}
		}
	}
	r.text("", "help COMMAND shows an example. Where the game has a command of the same name, :COMMAND means the one here.")
}

func (r *REPL) leave(string) { r.quit = true }

func (r *REPL) anyVariable() string {
	if all := r.session.Game().VariableNames(); len(all) > 0 {
		return all[0]
	}
	return "name"
}
