package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// LoopTail is the number of final commands of an endless game that are searched
// for a loop.
const LoopTail = 240

const (
	longestShown = 8 // commands of a loop that are listed
	minTurns     = 3 // repetitions in a row that count as a loop
)

// EndlessGame describes a game that has not ended after a number of commands,
// with the sequence that its last commands repeat.
func EndlessGame(place diag.Place, length int, last []string) diag.Diagnostic {
	if len(last) == 0 {
		return diag.New("game/endless", place, "a game is not over after %d commands", length)
	}
	if period, run := periodOf(last); period > 0 {
		loop := last[len(last)-period:]
		again := fmt.Sprintf("%d times", run/period)
		if run == len(last) {
			again = "over and over"
		}
		return diag.New("game/endless", place, "a game is not over after %d commands: its last commands repeat %s: %s",
			length, again, strings.Join(shortened(loop), "; "))
	}
	return diag.New("game/endless", place, "a game is not over after %d commands: its last %d are %s",
		length, len(last), strings.Join(shortened(frequencies(last)), ", "))
}

// periodOf returns the length of the shortest command sequence that is repeated
// at least minTurns times at the end of the list, and the number of commands
// in those repetitions. The period is 0 if there is none.
func periodOf(commands []string) (period, run int) {
	n := len(commands)
	for period = 1; period*minTurns <= n; period++ {
		run = period
		for run < n && commands[n-1-run] == commands[n-1-run+period] {
			run++
		}
		if run >= period*minTurns {
			return period, run
		}
	}
	return 0, 0
}

// frequencies lists actions with how often they occur, the most frequent first.
// Uses of an item count as one action, whatever their targets.
func frequencies(commands []string) []string {
	count := map[string]int{}
	for _, text := range commands {
		words := strings.Fields(text)
		name := words[0]
		if name == "use" && len(words) > 1 {
			item, _, _ := strings.Cut(words[1], "#")
			name += " " + item
		}
		count[name]++
	}
	names := make([]string, 0, len(count))
	for name := range count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d)", name, count[name])
	}
	return names
}

func shortened(all []string) []string {
	if len(all) <= longestShown {
		return all
	}
	return append(slices.Clone(all[:longestShown]), "…")
}
