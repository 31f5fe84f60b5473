package session_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// parsed writes what texts stand for.
func (s *transcriber) parsed(texts ...string) {
	for _, text := range texts {
		c, refusal, problem := s.Parse(text)
		if refusal != nil {
			s.printf("%q is refused: %s\n", text, refusal)
		} else {
			s.printf("%q is %q of player %d with %d targets\n", text, s.Format(c), c.Player, len(c.Targets))
		}
		s.fault(problem)
	}
}

// TestTextsOfCommands states what texts stand for that are commands, or nearly.
func TestTextsOfCommands(t *testing.T) {
	x := ticking(t, bazaar.Written(t, "ticker", ticker), 2)
	x.parsed("", "  ", `"`, `""`, `wa"it`, `go "items`, `go "items"`, "go", "go nowhere", "go items more", "many", "many 13", "many +13", "dozen", "use", "use rock",
		"use egg", "use egg 3", "use egg +3", "use egg#2 3", "use egg#3 3", "use egg#0 3", "use egg#x 3", "use t2 4", "use consumable/egg 3", "use consumable/egg#2 3",
		"timeout", "timeout 3", `"timeout"`, "@1 timeout", "@1 go items", "@2 go items", "@0 go items", "@-1 go", "@x go", `"@1" go items`, "@1", "lua", "lua 1 + 1", `"lua" 1`,
		"stir swarm", "stir e2", "stir moth", "stir e9", "dare 1", "dare", "lure 1", "lure 2", "doubt 1", "doubt 2", "pair 1", "pair 1 2", "pair 2")
	run(t, x.Session, "go race")
	x.parsed("@2", "@2 wait", "@1 wait", "wait", "@3 wait", "@0 wait", "@ wait", "@2x wait", `"@2" wait`, "@2 timeout", "@3 timeout", "@2 @2 wait", "timeout", "use egg 3")
	x.As(2, func() { x.parsed("@2 wait", "@1 wait", "wait") })
	run(t, x.Session, "@2 quiz")
	x.parsed(rules.Answer+" a", "a", rules.Answer+" c", "wait", "@1 wait", "timeout", rules.Answer+" +a", rules.Answer+` "a"`, rules.Answer)
	y := ticking(t, x.content, 2)
	run(t, y.Session, "poll")
	y.parsed("choose", "choose a", "choose b a", "choose a b a", "choose done", "choose none", "choose a done")
	x.out.WriteString(y.out.String())
	golden.Check(t, "testdata/texts.golden", x.out.String())
}

// TestStatements states what debug commands stand for, or why for nothing.
func TestStatements(t *testing.T) {
	x := ticking(t, bazaar.Written(t, "ticker", ticker), 2)
	dice := play(t)
	for _, line := range []string{
		"die", "die add", "die rm", "die x y", "die x", "die add 0", "die add 6", "die add d6", "die add d", "die add -6", "die add coin", "die add 2", "die add two", "die add 4", "die add 8", "die add  6 ", "die rm  t1 ", "die rm t1", "die rm x",
		"set kind false", "set said true", "set n true", "set n nil", "set n false", "set n 1.5", "set n -2", "set n 1e3", "set said 2", `set said "a\"b\\c\x7f\n"`, "set said a=b", "set n=3", "set n = 3",
		"set", "set n", "set  n 3", "set =3", "set score 2", "set score@2 2", "set score@1 2", "set score@3 2", "set vars.n 2", "set vars.x 2", "set t1.fuse 2", "set t1.x 2", "set t9.fuse 2", "set t2.fuse 1", "set nn 2", "set room 2",
		"give", "give rock", "give card/rock", "give rock box", "give rock bag@2", "give rock bag@3", "give rock bxo", "give rokc", "give  rock  box ", "rm", "rm t1", "rm x1", "rm moth", "rm mtoh", "rem x", "",
	} {
		command, args, _ := strings.Cut(line, " ")
		statement, refusal := x.DebugStatement(command, args)
		x.printf("%s: %s%s\n", line, statement, refusal)
		if command == "die" {
			statement, refusal := dice.DebugStatement(command, args)
			x.printf("  with dice: %s%s\n", statement, refusal)
		}
	}
	for _, d := range x.Givable() {
		x.printf("%s ", d.Key())
	}
	for _, text := range []string{"", `"`, `\`, "\x7f", "\x1f ", "a\nb", "ä"} {
		x.printf("%s ", session.LuaText(text))
	}
	golden.Check(t, "testdata/statements.golden", x.out.String())
}

// TestChoicesThatFail states what becomes of choices whose expressions fail, and of those
// that are open when the content changes.
func TestChoicesThatFail(t *testing.T) {
	c := bazaar.Written(t, "ticker", ticker)
	x := ticking(t, c, 2)
	for _, lines := range []string{"begin lure 2", "begin lure|pick 2", "begin lure|pick 1", "begin doubt|pick 2|choice|pick 1", "begin dare 1|choice|confirm", "begin dare|pick 3|pick 1", "begin pair 1|pick 2|choice|pick 1"} {
		x.printf("> %s\n", lines)
		y := &transcriber{t: t, content: c, Session: x.Clone(nil)}
		for line := range strings.SplitSeq(lines, "|") {
			y.enter(line)
		}
		x.out.WriteString(y.out.String())
	}
	for _, edits := range [][]string{
		{"{name: a, from: [1, 2]}", "{name: a, from: [2, 3]}"},
		{"{name: b, from: [1, 2]}", "{name: b, from: [3]}"},
		{"{name: c, from: [1, 2]}", "{name: c, from: [7], where: false, else: Not seven.}"},
		{"{name: b, from: [1, 2]}, {name: c, from: [1, 2]}", "{name: b, from: [1, 2]}"},
		{"{name: b, from: [1, 2]}, {name: c, from: [1, 2]}", "{name: c, from: [1, 2]}, {name: b, from: [1, 2]}"},
		{"targets: [{name: n, from: [1, 2]}]}  # dare", "targets: [{name: n, from: [2, 3]}]}"},
		{"Sure?", "Really?"},
		{"{name: a, from: [1, 2]}, {name: b, from: [1, 2]}, {name: c, from: [1, 2]}", "{name: a, from: [1, 2]}"},
		{"pair: {", `pair: {requires: [{that: "vars.n > 0", else: Too few.}], `},
		{"pair: {", `pair: {requires: [{that: "error('no')", else: Too few.}], `},
		{"dare, pair, poll]", "dare, poll]"},
	} {
		x.printf("> %s\n", strings.Join(edits, "\n| "))
		later := bazaar.Written(t, "ticker", strings.NewReplacer(edits...).Replace(ticker))
		for _, open := range []string{"pair 1 2", "dare 1", "pair 2"} {
			y := &transcriber{t: t, content: c, Session: x.Clone(nil)}
			y.result(y.Begin(open))
			for _, d := range y.Swap(later) {
				y.fault(&d)
			}
			y.choice()
			x.out.WriteString(y.out.String())
		}
	}
	golden.Check(t, "testdata/choices.golden", x.out.String())
}

// losses lists edits of the ticker, by which a game that is played loses something.
var losses = [][]string{
	{"stuck: {", "held: {", `enter_phase(where)`, `enter_phase(where == "stuck" and "held" or where)`},
	{"chosen_one", "chosen_two", `ask("one"`, `ask("two"`},
	{"{min: 2, max: 3}", "{min: 3, max: 3}"},
	{"rest: {actions", "pause: {actions", `"rest"`, `"pause"`, "'rest'", "'pause'"},
	{`limit: "=game.room", `, "", "id: wisp, name: Wisp", "id: wasp, name: Wasp", "wisp,", "wasp,"},
	{"max: 3}}}\nevents", "max: 0, clamp: true}}}\nevents"},
	{"id: egg, name: Egg", "id: roe, name: Roe", "egg, egg", "roe, roe"},
	{"id: ticker\n", "id: tocker\n"},
}

// lossy builds those versions of the ticker.
func lossy(t *testing.T) (out []*rules.Content) { return changed(t, "ticker", ticker, losses...) }

// played lists commands that lead to positions in which something can get lost.
var played = []string{"go stuck", "go over", "quiz", "go race|@2 quiz", "use egg 3|go items|use egg 4"}

// TestEditedSaves states what is said of saves of a game of several players that were
// edited.
func TestEditedSaves(t *testing.T) {
	c := bazaar.Written(t, "ticker", ticker)
	x, y := transcriber{t: t, content: c}, ticking(t, c, 2)
	run(t, y.Session, "stir swarm")
	text := undigested(written(t, y.Session))
	for _, edit := range [][2]string{
		{},
		{`"players": 2`, `"players": 1`},
		{`"players": 2`, `"players": 4`},
		{`"players": 2`, `"players": 3`},
		{`"seed": "4"`, `"seed": "5"`},
		{`"game": "ticker"`, `"game": "tock"`},
		{`"stir e1"`, `"   "`},
		{`"stir e1"`, `"stir e3"`},
		{`"stir e1"`, `"lua error()"`},
		{`"stir e1"`, `"many 1", "many 1"`},
	} {
		x.printf("%s for %s", edit[1], edit[0])
		x.loaded(c, strings.ReplaceAll(text, edit[0], edit[1]))
	}
	golden.Check(t, "testdata/edited.golden", x.out.String())
}

// loaded writes what is said of a save.
func (s *transcriber) loaded(c *rules.Content, text string) {
	loaded, how, problem := session.LoadAll(c, strings.NewReader(text), saveFile)
	if problem != nil {
		s.printf("\n")
		s.fault(problem)
		return
	}
	undo, _ := loaded.History()
	s.printf(": %d of %d can be undone, anew %v, other %q, migrated %q, lost %q\n", undo, loaded.Turn(), how.WithoutHistory, how.Differences, how.Migrated, how.Lost)
}

// TestLosses states what becomes of games whose content loses something, when they are
// loaded and while they are played, also with commands that can be redone.
func TestLosses(t *testing.T) {
	c, later := bazaar.Written(t, "ticker", ticker), lossy(t)
	x := transcriber{t: t, content: c}
	for i := range later {
		x.printf("> %s\n", strings.Join(losses[i], "\n| "))
		for _, line := range played {
			for undone := range 2 {
				y := ticking(t, c, 2)
				for command := range strings.SplitSeq(line, "|") {
					run(t, y.Session, command)
				}
				y.Undo(undone)
				x.printf("%s, %d undone", line, undone)
				x.loaded(later[i], string(written(t, y.Session)))
				before := y.Hash()
				for _, d := range y.Swap(later[i]) {
					x.fault(&d)
				}
				undo, redo := y.History()
				x.printf("  swapped: %v, the same state %v, %d to undo, %d to redo, earliest %d\n", y.Content() != c, y.Hash() == before, undo, redo, y.EarliestTurn())
			}
		}
	}
	golden.Check(t, "testdata/losses.golden", x.out.String())
}
