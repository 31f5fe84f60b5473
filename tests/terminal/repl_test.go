//go:build unix

package terminal

import (
	"strings"
	"testing"
)

// den is a game of two dice.
const den = `kind: game
id: den
name: The Den
variables: {gold: {start: 5, min: 0, name: Gold}}
zones:
  dice: {of: die, label: d, start: [{d6: 2}], default: d6}
  sleeve: {of: consumable, label: c, start: [trick, swap], single_use: true}
actions: {roll: {name: Roll}, quit_game: {name: Stop, warning: {text: That is the end.}}}
phases: {play: {actions: [roll, quit_game], use: [sleeve]}}
lua: |
  return {
    start = function() roll_dice("dice") enter_phase("play") end,
    do_roll = function() roll_dice("dice") end,
    do_quit_game = function() lose("Gone.") end,
  }
---
kind: die
id: d6
name: d6
sides: 6
`

const trick = `kind: consumable
id: trick
name: Trick
text: Turn a die over.
use: {targets: [{name: die, from: dice, prompt: "Which die?"}]}
lua: |
  return { use = function(self, die) flip_die(die) end }
tests:
  - name: it turns it over
    given: {dice: [6], sleeve: [trick]}
    do: use trick d1
    expect: {dice: [1]}
---
kind: consumable
id: swap
name: Swap
use: {targets: [{name: one, from: dice, prompt: "Swap which?"}, {name: other, from: dice, prompt: "With which?"}]}
lua: |
  return { use = function(self, one, other) copy_die(one, other) end }
`

// play opens the den in a terminal.
func play(t *testing.T, columns, rows uint16, args ...string) *terminal {
	t.Helper()
	dir := t.TempDir()
	write(t, dir+"/content/den/den.yaml", den)
	write(t, dir+"/content/den/trick.yaml", trick)
	m := open(t, dir, columns, rows, append([]string{"repl", "den"}, args...)...)
	m.sees("The Den", "help lists commands", "play> ")
	return m
}

func TestAGameIsPlayedByTyping(t *testing.T) {
	m := play(t, 80, 24)
	m.says("roll")
	m.sees("value: ", "play> ")
	m.says("use trick d1")
	m.sees("- Sleeve: Trick", "play> ")
	m.says("undo")
	m.sees("Undone: use trick d1", "play> ")
	m.says("quit")
	m.leaves(0)
}

func TestAChoiceIsMadeStepByStep(t *testing.T) {
	m := play(t, 80, 24)
	m.says("use swap")
	m.sees("Swap which?", "d1", "d2", "use swap> ")
	m.says("d2")
	m.sees("With which?", "use swap d2> ")
	m.says("d1")
	m.sees("- Sleeve: Swap", "play> ")
	m.says("quit_game")
	m.sees("That is the end.", "confirm runs it, cancel drops it")
	m.says("confirm")
	m.sees("The game is lost. Gone.", "lost> ")
	m.says("quit")
	m.leaves(0)
}

// TestTypingAhead checks that input typed during a computation, or
// pasted at once, is not lost.
func TestTypingAhead(t *testing.T) {
	m := play(t, 80, 24)
	m.types("use swap\rd2\rd1\rset gold 7\rgold\rvars.gold + 70\r")
	m.sees("- Sleeve: Swap", "gold 5 → 7", "gold = 7", "77", "play> ")
	m.says("quit")
	m.leaves(0)
}

func TestControlCCancelsWithoutLeaving(t *testing.T) {
	m := play(t, 80, 24)
	m.says("use trick")
	m.sees("Which die?", "use trick> ")
	m.types("\x03")
	m.sees("Cancelled; nothing was spent.", "play> ")
	m.types("half a li\x03")
	m.sees("quit, or Ctrl-D, leaves.", "play> ")
	m.says("sleeve")
	m.sees("c1 Trick, c2 Swap", "play> ")
	m.says("quit")
	m.leaves(0)
}

func TestEscapeCancelsAChoice(t *testing.T) {
	m := play(t, 80, 24)
	m.says("use trick")
	m.sees("Which die?", "use trick> ")
	m.types("\x1b")
	m.sees("Cancelled; nothing was spent.", "play> ")
	m.says("sleeve")
	m.sees("c1 Trick, c2 Swap", "play> ")
	m.types("\x1b[A") // an arrow is not Escape
	m.sees("sleeve")
	m.types("\r")
	m.sees("c1 Trick, c2 Swap", "play> ")
	m.types("\x04")
	m.leaves(0)
}

func TestControlDLeaves(t *testing.T) {
	m := play(t, 80, 24)
	m.types("\x04")
	m.leaves(0)
}

func TestControlDDuringAChoiceLeaves(t *testing.T) {
	m := play(t, 80, 24)
	m.says("use trick")
	m.sees("use trick> ")
	m.types("\x04")
	m.leaves(0)
}

func TestASaveIsReportedAboveTheLineBeingTyped(t *testing.T) {
	m := play(t, 80, 24)
	m.types("use tri")
	m.sees("use tri")
	m.save("content/den/extra.yaml", "kind: consumable\nid: fog\nname: Fog\nrarity: comon\n")
	m.sees("content/den/extra.yaml:4:9: error:", `did you mean "common"?`, "The game continues with the last good content.", "play> ", "use tri")
	m.types("ck d1\r")
	m.sees("- Sleeve: Trick", "play> ")
	m.says("problems")
	m.sees("extra.yaml:4:9", "1 error", "play> ")
	m.save("content/den/extra.yaml", "kind: consumable\nid: fog\nname: Fog\nrarity: common\n")
	m.sees("The content has no errors again.", "reloaded: consumable/fog: new", "play> ")
	m.says("problems")
	m.sees("no problems", "play> ")
	m.save("content/den/extra.yaml", "kind: consumable\nid: fog\nname: Fog\nrarity: common\nuse: {}\nlua: |\n  return { use = function() say(\"Grey.\") end }\ntests:\n  - {name: grey, given: {sleeve: [fog]}, do: use fog, expect: {says: Grey.}}\n")
	m.sees("reloaded: consumable/fog: use, lua, tests", "1 test of consumable/fog passes", "play> ")
	m.says("give fog")
	m.says("use fog")
	m.sees("Grey.")
	m.says("quit")
	m.leaves(0)
}

// TestASaveDuringAChoice checks that a save during a choice takes effect at
// once, and that the choice stays open while it is legal.
func TestASaveDuringAChoice(t *testing.T) {
	m := play(t, 80, 24)
	m.says("use trick")
	m.sees("Which die?", "use trick> ")
	m.save("content/den/note.yaml", "kind: consumable\nid: note\nname: Note\n")
	m.sees("reloaded: consumable/note: new", "use trick> ")
	m.says("d1")
	m.sees("- Sleeve: Trick", "play> ")
	m.says("quit")
	m.leaves(0)
}

func TestTabCompletesAndLists(t *testing.T) {
	m := play(t, 80, 24)
	m.types("use tr\t\t")
	m.sees("d1  d6 showing", "d2  d6 showing", "use trick d")
	m.types("1\r") // completion has filled in the common prefix
	m.sees("- Sleeve: Trick", "play> ")
	m.types("set go\t 9\r")
	m.sees("gold 5 → 9", "play> ")
	m.says("quit")
	m.leaves(0)
}

func TestHistoryIsKeptBetweenSessions(t *testing.T) {
	m := play(t, 80, 24)
	m.says("set gold 8")
	m.sees("gold 5 → 8", "play> ")
	m.types("\x1b[A\r")
	m.sees("set gold 8", "play> ")
	m.says("quit")
	m.leaves(0)
	again := open(t, m.dir, 80, 24, "repl", "den")
	again.sees("play> ")
	again.types("\x1b[A") // quit
	again.types("\x1b[A\r")
	again.sees("gold 5 → 8", "play> ")
	again.types("\x04")
	again.leaves(0)
}

func TestANarrowTerminalWorks(t *testing.T) {
	m := play(t, 40, 10)
	m.says("actions")
	m.sees("roll", "play> ")
	m.types("\t")
	m.says("state")
	m.sees("The Den", "play> ")
	m.says("quit")
	m.leaves(0)
}

func TestABreakpointStopsAndContinues(t *testing.T) {
	m := play(t, 80, 24)
	m.says("break on used")
	m.sees("Commands will stop at used", "play> ")
	m.says("use trick d1")
	m.sees("Stopped at used(c1 Trick)", "used> ")
	m.says("undo")
	m.sees("you can only inspect", "used> ")
	m.types("\x03")
	m.sees("- Sleeve: Trick", "play> ")
	m.says("use swap d1 d2")
	m.sees("Stopped at used", "used> ")
	m.says("quit")
	m.sees("- Sleeve: Swap")
	m.leaves(0)
}

// TestResizingRedrawsTheLine checks that a line being typed is redrawn when the
// terminal becomes narrower.
func TestResizingRedrawsTheLine(t *testing.T) {
	m := play(t, 80, 24)
	m.types("sta")
	m.sees("sta")
	m.resize(30, 24)
	m.types("te\r")
	m.sees("The Den, Play\nseed 1, command 0", "play> ")
	m.resize(100, 24)
	m.says("state")
	m.sees("The Den, Play"+strings.Repeat(" ", 70)+"seed 1, command 0", "play> ")
	m.says("quit")
	m.leaves(0)
}
