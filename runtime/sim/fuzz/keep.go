package fuzz

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// Replay formats a finding as sleight repl commands that reproduce it, with
// comments that describe it.
func (x *Finding) Replay() string {
	var b strings.Builder
	for line := range strings.SplitSeq(x.Problem.Error(), "\n") {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	fmt.Fprintf(&b, "# To reproduce: %s < this file\n", x.Call())
	for _, text := range x.typed() {
		b.WriteString(text + "\n")
	}
	return b.String()
}

// replCall matches the line of Replay that says how to play the commands.
var replCall = regexp.MustCompile(`sleight repl (\S+)(.*)`)

// Read reads the output of Replay: the game, seed and players, if the text
// names them, and the commands. Lines of the REPL that only confirm a warning
// are omitted.
func (x *Finding) Read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		parts := replCall.FindStringSubmatch(text)
		switch {
		case strings.HasPrefix(text, "#") && parts != nil:
			x.readCall(parts[1], parts[2])
		case text != "" && text != confirmLine && !strings.HasPrefix(text, "#"):
			x.Commands = append(x.Commands, text)
		}
	}
	return lines.Err()
}

// readCall reads the arguments of sleight repl, as Call writes them.
func (x *Finding) readCall(game, rest string) {
	x.Game = game
	flags := strings.Fields(strings.ReplaceAll(rest, "=", " "))
	for i := 0; i+1 < len(flags); i++ {
		switch n, err := strconv.ParseUint(flags[i+1], 10, 64); {
		case err != nil:
		case flags[i] == "--seed":
			x.Seed = n
		case flags[i] == "--players":
			x.Players = int(min(n, math.MaxInt32))
		}
	}
}

// Session plays the commands of a finding again, up to one that fails. It
// returns nil if the game cannot even begin.
func (x *Finding) Session(c *rules.Content) *session.Session {
	s, problem := session.New(c, x.Game, session.Options{Seed: x.Seed, Players: x.Players})
	if problem != nil {
		return nil
	}
	for _, text := range x.Commands {
		if !s.Run(text).OK() {
			break
		}
	}
	return s
}

// Scenario formats findings as tests that fail until the faults are fixed: a
// definition of kind scenario, for the game's pack.
func Scenario(id string, findings []Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Findings of sleight fuzz. Each test fails until its fault is fixed.\nkind: scenario\nid: %s\ntests:\n", id)
	for _, x := range findings {
		fmt.Fprintf(&b, "  - name: %s\n", strconv.Quote(x.Problem.Message.String()))
		fmt.Fprintf(&b, "    given: {seed: %d", x.Seed)
		if x.Players > 0 {
			fmt.Fprintf(&b, ", players: %d", x.Players)
		}
		b.WriteString("}\n")
		if len(x.Commands) > 0 {
			b.WriteString("    do:\n")
		}
		for _, text := range x.Commands {
			fmt.Fprintf(&b, "      - %s\n", strconv.Quote(text))
		}
		expect := "{stuck: false}"
		if x.Problem.Code == "game/endless" {
			expect = "{over: won}"
		}
		fmt.Fprintf(&b, "    expect: %s\n", expect)
	}
	return b.String()
}
