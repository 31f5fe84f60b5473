package repl

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// drawings lists commands that draw, for a game of one player and one of several.
var drawings = map[string][]string{
	"tavern": {
		"state", "state --all", "dice", "deck", "foes", "actions", "legal", "views", "help", "help die",
		"hold d1", "set d2.locked true", "die add loaded", "die add 10", "die add 12", "set e1.hp 5",
		"add_die(\"d20\", \"dice\", \"struck\")", "state", "dice", "inspect d2", "inspect e1", "log", "api", "def", "def flip", "def tavern",
		"games", "why use swap", "why use swap d1 d1", "undo 2", "redo",
		"give paint", "begin use paint", "cancel", "use paint d3 6", "peek", "watch vars.mana", "breaks", "problems", "test",
		"give", "give fli", "set mana 1 2", "nothing", "vars.manna", "hash", "replay", "goto 0", "new 3",
		"trace on", "strike e1", "reroll", "use swap d1 d2",
	},
	"rivals": {"state", "pass", "state", "hand", "hand@1", "actions", "legal", "state --all", "log", "inspect d1", "pass", "undo"},
}

// draw returns the output of each command in drawings, by command.
func draw(t *testing.T, game string, o Options) map[string]string {
	t.Helper()
	s := stage{t: t, files: workspace(t)}
	var out bytes.Buffer
	o.Out, o.Seed = &out, 7
	s.start(game, o)
	answers := map[string]string{}
	for i, line := range drawings[game] {
		out.Reset()
		s.repl.Execute(line)
		answers[fmt.Sprintf("%d: %s", i, line)] = out.String()
	}
	if s.repl.writeError != nil {
		t.Fatal(s.repl.writeError)
	}
	return answers
}

// verbatim lists answers that show files or typed text, which are not wrapped.
var verbatim = regexp.MustCompile(`def |trace|strike|reroll|peek|inspect|log|vars|set mana|hash|replay|: use swap d1 d2`)

// TestNothingIsWiderThanTheTerminal checks that a narrow terminal works as well
// as a wide one: nothing drawn is wider than it.
func TestNothingIsWiderThanTheTerminal(t *testing.T) {
	for _, width := range []int{40, 80, 120} {
		for game := range drawings {
			for line, answer := range draw(t, game, Options{Width: width, Interactive: width == 40}) {
				if verbatim.MatchString(line) {
					continue
				}
				for row := range strings.Lines(answer) {
					if row = strings.TrimRight(row, "\n"); columns(row) > width {
						t.Errorf("%d columns, %s: %q takes %d", width, line, row, columns(row))
					}
				}
			}
		}
	}
}

// codes matches every escape code.
var codes = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// TestOutputContainsOnlyBalancedColours checks that colours begin and end on
// every line; without them the text is the same.
func TestOutputContainsOnlyBalancedColours(t *testing.T) {
	for game := range drawings {
		plain := draw(t, game, Options{Width: 80})
		colored := draw(t, game, Options{Width: 80, Color: true})
		some := false
		for line, answer := range colored {
			if bare := codes.ReplaceAllString(answer, ""); bare != plain[line] {
				t.Errorf("%s reads\n%s\nwith colours and\n%s\nwithout", line, bare, plain[line])
			}
			if !utf8.ValidString(answer) || strings.ContainsRune(answer, utf8.RuneError) {
				t.Errorf("%s is broken: %q", line, answer)
			}
			open := ""
			for _, code := range codes.FindAllString(answer, -1) {
				some = true
				switch {
				case code == "\x1b[0m" && open == "":
					t.Errorf("%s ends a colour that has not begun: %q", line, answer)
				case code == "\x1b[0m":
					open = ""
				case open != "":
					t.Errorf("%s begins a colour within another: %q", line, answer)
				default:
					open = code
				}
			}
			if open != "" {
				t.Errorf("%s leaves a colour on: %q", line, answer)
			}
		}
		if !some {
			t.Errorf("%s has no colours", game)
		}
		for line, answer := range plain {
			if strings.ContainsRune(answer, '\x1b') {
				t.Errorf("%s has escape codes without colours: %q", line, answer)
			}
		}
	}
}

// TestDiceAreDrawnInTheirColour checks that the face of a die is drawn in the
// colour named in its definition.
func TestDiceAreDrawnInTheirColour(t *testing.T) {
	purple := "\x1b[" + magentaCode + "m"
	answer := draw(t, "tavern", Options{Width: 80, Color: true})["0: state"]
	if got := strings.Count(answer, purple); got != 1 {
		t.Errorf("%d numbers are purple, expected that of the d4:\n%s", got, answer)
	}
}

// TestPilesListTheirNames checks that the game shows only the names in a pile,
// and on request the whole pile.
func TestPilesListTheirNames(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	game := "content/tavern/tavern.yaml"
	s.files[game].Data = bytes.Replace(s.files[game].Data, []byte("dice: {"), []byte("dice: {pile: true, "), 1)
	var out bytes.Buffer
	s.start("tavern", Options{Out: &out, Width: 80, Seed: 7})
	s.repl.Execute("state")
	if text := out.String(); !strings.Contains(text, "d1 d4, d2 d6") || strings.Contains(text, "╭") {
		t.Errorf("the pile is drawn:\n%s", text)
	}
	out.Reset()
	s.repl.Execute("dice")
	if text := out.String(); !strings.Contains(text, "╭") {
		t.Errorf("the zone is not drawn:\n%s", text)
	}
}

// TestPicturesCanBeASCII checks that a terminal with only ASCII receives
// nothing else.
func TestPicturesCanBeASCII(t *testing.T) {
	for game := range drawings {
		for line, answer := range draw(t, game, Options{Width: 80, ASCII: true}) {
			for _, c := range answer {
				if c > '~' {
					t.Errorf("%s has %q in\n%s", line, c, answer)
					break
				}
			}
		}
	}
}

// TestAnswersContainNoControlSequences checks that control sequences never
// reach the terminal in an answer, whoever wrote them.
func TestAnswersContainNoControlSequences(t *testing.T) {
	for _, color := range []bool{true, false} {
		s := stage{t: t, files: workspace(t)}
		s.start("tavern", Options{Out: &s.out, Width: 80, Color: color})
		for _, line := range []string{
			"say(\"\\27]0;title\\7\")", "say(\"\\27[31mred\")", "say(\"\\0\\8\\127\")", "\"\\27[2J\"",
			"use \x1b[31m", "\x1b]0;x\x07", "set mood \x1b[2J", "inspect \u202e", "watch \"\\27c\"", "# \x1b",
			"help \x1b[1m", "load \x1b[1m", "test \x07", "say(\"\\226\\128\\174\")",
		} {
			s.repl.Execute(line)
		}
		text := codes.ReplaceAllString(s.out.String(), "")
		if i := strings.IndexFunc(text, func(c rune) bool { return c != '\n' && (c < ' ' || c == 0x7f || c == '\u202e') }); i >= 0 {
			t.Errorf("%q is in %q", text[i], text[max(0, i-40):min(len(text), i+20)])
		}
	}
}
