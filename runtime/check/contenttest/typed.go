package contenttest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// steps are the words by which a command is given step by step.
var steps = [...]string{"begin", "pick", "confirm", "cancel"}

// historyWords are the words that go back and forth in the commands of a test.
var historyWords = [...]string{"undo", "redo", "goto"}

// replOnly are the REPL commands that have no use in a test, with the reasons.
var replOnly = [...]struct {
	words  []string
	reason string
}{
	{
		[]string{"state", "legal", "actions", "why", "views", "inspect", "def", "log", "api", "hash", "watch", "unwatch", "trace", "when"},
		"it only shows something; a test says under expect what must hold",
	},
	{
		[]string{"new", "game", "games", "save", "load", "replay"},
		"a test plays one game, from the situation under given",
	},
	{
		[]string{"break", "breaks", "unbreak", "step", "next", "out", "continue", "back", "where", "locals", "up", "down"},
		"nobody can inspect the game when a test stops; debug the test with sleight dap, or its commands in the REPL",
	},
	{
		[]string{"reload", "wait", "test", "problems", "clear", "help", "quit"},
		"it is about the REPL, not about the game",
	},
}

// replOnlyReason returns why a REPL command makes no sense in a test; it is
// empty for other words.
func replOnlyReason(word string) string {
	for _, a := range replOnly {
		if slices.Contains(a.words, word) {
			return a.reason
		}
	}
	return ""
}

// typed reads a line as the REPL does, and returns the command that it stands
// for. What is not a command, such as undo or bot, it carries out itself; then
// the command is empty.
func (t *test) typed(text string, at *def.Node) (command string, problem *diag.Diagnostic) {
	text = strings.TrimSpace(text)
	line, own := strings.CutPrefix(text, ":") // the REPL's command, not the game's of the same name
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	choice := t.session.Choice()
	_, action := t.game.Action(word)
	switch {
	case slices.Contains(steps[:], word) && (own || word == "begin" || !action || choice.Open):
		return text, nil
	case !own && t.session.ChoiceStarted() && strings.HasPrefix(text, choice.Command+" "): // repeated, with what it lacks
		return "pick " + strings.TrimPrefix(text, choice.Command+" "), nil
	case !own && (action || word == "use" || word == "lua" || word == rules.Answer || strings.HasPrefix(word, "@")):
		return text, nil
	case slices.Contains(session.DebugCommands[:], word):
		statement, refusal := t.session.DebugStatement(word, rest)
		if refusal != "" {
			return "", invalid(at.Place(), "%q cannot be done: %s", text, refusal)
		}
		return "lua " + statement, nil
	case slices.Contains(historyWords[:], word):
		return "", t.moveInHistory(word, rest, at)
	case word == "bot":
		return "", t.bot(rest, at)
	case replOnlyReason(word) != "":
		return "", invalid(at.Place(), "%q cannot be done in a test: %s", word, replOnlyReason(word))
	case own:
		return "", invalid(at.Place(), "%q is not a command of the REPL", word)
	case choice.Open:
		return "pick " + text, nil
	}
	return t.lua(text, word, at)
}

// lua reads a line that is neither a command of the game nor one of the REPL: a
// Lua statement without the word lua. Other words are refused as commands are.
func (t *test) lua(text, word string, at *def.Node) (command string, problem *diag.Diagnostic) {
	_, problem = t.session.Evaluate(text)
	switch {
	case problem == nil || t.isDrawable(text):
		d := invalid(at.Place(), "%q changes nothing", text).WithHint("under expect, write what must hold; an expression goes under that: …")
		return "", &d
	case problem.Code == "script/read-only":
		return "lua " + text, nil
	case isProse(text, word, problem):
		return text, nil
	}
	return "", scriptFailed(at.Place(), strconv.Quote(text), problem)
}

// isDrawable reports whether a word names what the REPL would draw.
func (t *test) isDrawable(word string) bool {
	_, zone := t.session.Zone(word)
	_, variable := t.session.Variable(word)
	return zone || variable
}

var isWord = regexp.MustCompile(`^[\pL_][\pL\pN_-]*$`)

// isProse reports whether a line that is not Lua was probably meant as a
// command.
func isProse(text, word string, problem *diag.Diagnostic) bool {
	if !isWord.MatchString(word) {
		return false
	}
	if problem.Code == "script/syntax" {
		return !strings.ContainsAny(text, "=({\"'")
	}
	return problem.Code == "script/unknown-global" && problem.Place.Column == 1
}

// moveInHistory goes back and forth in the commands of the test.
func (t *test) moveInHistory(word, args string, at *def.Node) *diag.Diagnostic {
	n, err := 1, error(nil)
	if args != "" || word == "goto" {
		n, err = strconv.Atoi(args)
	}
	least := 1
	if word == "goto" {
		least = 0
	}
	if err != nil || n < least {
		return invalid(at.Place(), "%s takes a number of commands from %d, not %q", word, least, args)
	}
	done := t.session.Turn() - t.startTurn
	switch word {
	case "undo":
		if n > done {
			return invalid(at.Place(), "undo %d goes back beyond the test, which is at command %d", n, done)
		}
		t.session.Undo(n)
	case "redo":
		if redone := t.session.Redo(n); redone < n {
			return invalid(at.Place(), "redo %d goes beyond what was undone, which is %d", n, redone)
		}
	case "goto":
		if !t.session.Goto(t.startTurn + n) {
			return invalid(at.Place(), "the test has not reached command %d", n)
		}
	}
	return nil
}

// maxBotCommands is the largest number of commands that a bot gives at a time.
const maxBotCommands = 10_000

// bot lets a bot give one command, or N: one of the content's bots, or random.
// It gives the commands that it would give in the REPL.
func (t *test) bot(args string, at *def.Node) *diag.Diagnostic {
	name, rest, _ := strings.Cut(args, " ")
	known := append(t.game.StandaloneIDs("bot"), "random")
	n := 1
	if rest = strings.TrimSpace(rest); rest != "" {
		var err error
		if n, err = strconv.Atoi(rest); err != nil || n < 1 || n > maxBotCommands {
			return invalid(at.Place(), "a bot plays 1 to %d commands, not %q", maxBotCommands, rest)
		}
	}
	if base, _, _ := strings.Cut(name, ":"); base == "greedy" || base == "mcts" {
		d := invalid(at.Place(), "%s cannot play in a test: a change to any definition may change what it finds best", name).
			WithHint("name a bot of the content, or random; balance: in the game checks what a searching bot achieves")
		return &d
	}
	if !slices.Contains(known, name) {
		return unknown(at.Place(), "bot", name, known)
	}
	t.session.Cancel()
	for range n {
		if t.session.Over() {
			return nil
		}
		if problem := t.botPlays(name, at); problem != nil {
			return problem
		}
	}
	return nil
}

func (t *test) botPlays(name string, at *def.Node) *diag.Diagnostic {
	luck := random.New(t.session.State().Seed, fmt.Sprintf("bot %d", t.session.Turn()))
	choose := func() (c session.Command, ok bool, problem *diag.Diagnostic) {
		if name == "random" {
			return t.session.Sample(&luck)
		}
		c, problem = t.session.Advice("bot/"+name, &luck)
		return c, true, problem
	}
	c, ok, problem := choose()
	switch {
	case problem != nil:
		return scriptFailed(at.Place(), "the bot "+name, problem)
	case !ok:
		return failed(at.Place(), "the bot %s has no legal command, but the game is not over", name)
	}
	text := t.session.Format(c)
	result := t.session.Do(c)
	t.commands++
	t.record(result, false)
	switch {
	case result.Problem != nil:
		return scriptFailed(at.Place(), strconv.Quote(text)+" by the bot "+name, result.Problem)
	case result.Refusal != nil:
		return failed(at.Place(), "%q by the bot %s is refused: %s", text, name, result.Refusal)
	}
	return nil
}
