package secrets

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// Transcript plays a game at random and returns, after each command, what each
// seat knows of it and everything that is compared, except the board.
func Transcript(c *rules.Content, id string, players, commands int, seed uint64) (string, error) {
	g, _ := c.Game(id)
	s, problem := session.New(c, id, session.Options{Seed: seed, Players: players})
	if problem != nil {
		return "", problem
	}
	t := &trial{content: c, game: g, real: s, words: idWords(g), rng: random.New(seed, "secrets"), count: Count{Game: id, Players: players}}
	var out strings.Builder
	before := make([]string, players+1)
	for range commands {
		if s.Over() {
			break
		}
		player := s.Player()
		if waiting := s.Waiting(); len(waiting) > 0 && s.State().Pending() == nil {
			player = waiting[t.rng.Below(uint64(len(waiting)))]
		}
		command, ok, problem := s.SampleAs(player, &t.rng)
		if problem != nil {
			return "", problem
		}
		if !ok {
			break
		}
		fmt.Fprintf(&out, "== %d: player %d does %s\n", s.Turn()+1, player, s.Format(command))
		o := outcome{result: s.Do(command)}
		if r := o.result; r.Problem != nil {
			return "", r.Problem
		}
		probes := t.probes()
		for t.observer = range players + 1 {
			o.known = knownTo(s, t.observer, o.result)
			fmt.Fprintf(&out, "-- what is new to seat %d\n", t.observer)
			for line := range strings.Lines(o.known) {
				if !strings.Contains(before[t.observer], line) {
					out.WriteString(line)
				}
			}
			before[t.observer] = o.known
			parts := map[string]json.RawMessage{}
			if err := json.Unmarshal(t.view(s, o, probes, t.rng), &parts); err != nil {
				return "", err
			}
			maps.DeleteFunc(parts, func(part string, v json.RawMessage) bool { return part == "board" || string(v) == "null" })
			text, err := json.Marshal(parts)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&out, "and is shown %s\n", text)
		}
	}
	return out.String(), nil
}
