package secrets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

// view is everything that a seat is shown after a command.
type view struct {
	Board  any         `json:"board"`
	Legal  any         `json:"legal"`
	Report seat.Report `json:"report"`
	// Log holds the texts of the commands so far: an old one may have become
	// known.
	Log []string `json:"log"`
	// Errors answers commands that a curious player may try.
	Errors []string `json:"errors"`
	// Bots are the commands that the game's own bots choose in this seat.
	Bots []string `json:"bots"`
	// Choices are the steps of a command that is put together target by target.
	Choices []board.Choice `json:"choices"`
	// Preview is the preview of a command.
	Preview any `json:"preview"`
	Also    any `json:"also,omitempty"`
}

const (
	maxLog     = 30
	probes     = 5
	maxLegal   = 2000
	maxPicks   = 4
	shownValue = 200 // characters
)

// compare compares what the observer is shown in both worlds. If it differs, it records
// the leak and returns false.
func (t *trial) compare(here, there outcome) bool {
	t.count.Pairs++
	probes := t.probes()
	rng := t.rng // both worlds have the same
	calls, twins := t.real.Calls(), t.twin.Calls()
	a := t.view(t.real, here, probes, rng)
	b := t.view(t.twin, there, probes, rng)
	t.recordWork(t.real.Calls()-calls, t.twin.Calls()-twins)
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		panic("secrets: a seat's view cannot be read") // it has just been written
	}
	d := differ(nil, x, y)
	t.leak(d, d.subject(x), t.speaker(d, here, there))
	return false
}

// minWork is the amount of work that is compared: less takes no time that
// anybody could measure over a network.
const minWork = 20

// recordWork records how much work the two worlds took.
func (t *trial) recordWork(a, b int64) {
	if most := max(a, b); most >= minWork {
		t.count.Uneven = max(t.count.Uneven, float64(most)/float64(max(1, min(a, b))))
	}
}

// probes returns commands that a curious player may try.
func (t *trial) probes() (out []string) {
	if t.real.Over() {
		return nil
	}
	pick := func(list []string) string {
		if len(list) == 0 {
			return "x"
		}
		return list[t.rng.Below(uint64(len(list)))]
	}
	for range probes {
		switch text := "use " + pick(t.words); t.rng.Below(3) {
		case 0:
			out = append(out, text)
		case 1:
			out = append(out, text+" "+pick(t.words))
		default:
			if names := t.game.ActionNames(); len(names) > 0 {
				out = append(out, pick(names)+" "+pick(t.words))
			}
		}
	}
	return out
}

// view returns everything that the observer is shown in one world.
func (t *trial) view(s *session.Session, o outcome, probes []string, rng random.Stream) []byte {
	observer := seat.Of(s, t.observer, nil)
	w := view{Board: observer.Board()}
	legal, problem := observer.Legal(maxLegal)
	if w.Legal = legal; problem != nil {
		w.Legal = problem.Message.String()
	}
	var alike session.Result
	if o.result.OK() && o.known != "" {
		alike = o.result
		w.Report = observer.Report(alike)
	} else if o.result.Refusal != nil {
		w.Errors = append(w.Errors, o.result.Refusal.String())
	}
	last := len(s.Log()) - 1
	for turn := max(0, last-maxLog); turn <= last; turn++ {
		w.Log = append(w.Log, observer.Command(turn))
	}
	for _, text := range probes {
		c, refusal, problem := observer.Parse(text)
		answer := answer(refusal, problem)
		if refusal == nil && problem == nil {
			answer = s.Format(c)
		}
		w.Errors = append(w.Errors, text+": "+answer)
	}
	if len(legal) > 0 {
		w.Preview = preview(observer, legal[rng.Below(uint64(len(legal)))])
	}
	if t.observer == s.Player() && len(legal) > 0 {
		w.Choices = t.choices(s, legal[rng.Below(uint64(len(legal)))], rng)
	}
	if t.observer == s.Player() && !s.Over() {
		for _, id := range t.game.StandaloneIDs("bot") {
			own := rng
			c, problem := s.Advice("bot/"+id, &own)
			text := answer(nil, problem)
			if problem != nil && problem.Code == "secrets/leak" && !slices.ContainsFunc(t.leaks, func(q diag.Diagnostic) bool { return same(*problem, q) }) {
				t.leaks = append(t.leaks, *problem)
			}
			if problem == nil {
				text = s.Format(c)
			}
			w.Bots = append(w.Bots, id+": "+text)
		}
	}
	if t.also != nil {
		w.Also = t.also(s, alike, t.observer)
	}
	out, err := json.Marshal(w)
	if err != nil {
		panic("secrets: " + err.Error()) // all parts are our own
	}
	return out
}

// preview returns the preview of a complete command.
func preview(observer *seat.Seat, command string) any {
	p, refusal, problem := observer.Preview(command, nil)
	texts := []string{answer(refusal, problem)}
	for _, c := range p.Changes {
		texts = append(texts, c.Text)
	}
	return []any{command, texts, p.Steps, p.Odds, p.Chance}
}

// choices begins a command in a copy of a world and picks its targets at random,
// and returns what the observer is shown on the way.
func (t *trial) choices(s *session.Session, command string, rng random.Stream) (out []board.Choice) {
	t.scratch = s.Clone(t.scratch)
	words := strings.Fields(command)
	begin := words[0]
	if begin == "use" {
		begin += " " + words[1] // the item
	}
	t.scratch.Begin(begin)
	for range maxPicks {
		if !t.scratch.ChoiceStarted() {
			break
		}
		c := seat.Of(t.scratch, t.observer, nil).Board().Choice
		out = append(out, c)
		var open []string
		for _, o := range c.Options {
			if o.Reason == "" {
				open = append(open, o.Label)
			}
		}
		if len(open) == 0 {
			break
		}
		t.scratch.Pick(open[rng.Below(uint64(len(open)))])
	}
	return out
}

func answer(refusal *diag.Message, problem *diag.Diagnostic) string {
	switch {
	case refusal != nil:
		return refusal.Code + ": " + refusal.String()
	case problem != nil:
		return problem.Code
	}
	return ""
}

// difference is the first difference between what a seat is shown in two worlds.
type difference struct {
	part        string
	path        []any // keys and indexes that lead to it
	here, there string
}

// differ returns the first difference of two JSON values.
func differ(path []any, a, b any) difference {
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			for _, key := range keys(x, y) {
				if !equal(x[key], y[key]) {
					return differ(append(path, key), x[key], y[key])
				}
			}
		}
	case []any:
		if y, ok := b.([]any); ok && len(x) == len(y) {
			for i := range x {
				if !equal(x[i], y[i]) {
					return differ(append(path, i), x[i], y[i])
				}
			}
		}
	}
	d := difference{path: path, here: show(a), there: show(b)}
	if len(path) > 0 {
		d.part, _ = path[0].(string)
	}
	return d
}

func keys(x, y map[string]any) (out []string) {
	for k := range x {
		out = append(out, k)
	}
	for k := range y {
		if _, both := x[k]; !both {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

func equal(a, b any) bool { return show(a) == show(b) }

func show(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// subject names the difference by the innermost named thing on its path.
func (d difference) subject(whole any) (name string) {
	at := whole
	for _, step := range d.path {
		switch v := at.(type) {
		case map[string]any:
			key, _ := step.(string)
			at = v[key]
		case []any:
			i, _ := step.(int)
			at = v[i]
		}
		if m, ok := at.(map[string]any); ok {
			for _, key := range []string{"name", "command"} {
				if text, ok := m[key].(string); ok && text != "" && len(d.path) > 1 {
					name = text
				}
			}
		}
	}
	if first, _, found := strings.Cut(name, " "); found && first != "use" {
		return first // a command without its targets
	}
	return name
}

// placeOf returns the place in content that a difference is about: that of a view,
// a zone, a variable or an action, or else of the game.
func (t *trial) placeOf(name string) diag.Place {
	name, _, _ = strings.Cut(name, "@")
	for _, v := range t.game.Views {
		if v.Name == name {
			return v.Place
		}
	}
	if a, ok := t.game.Action(name); ok {
		return a.Place
	}
	for _, section := range []string{"zones", "variables", "phases", "windows"} {
		if n := t.game.Definition.Data.Get(section).Get(name); n != nil {
			return n.Place()
		}
	}
	return t.game.Definition.Place
}

// parts say in words what differs.
var parts = [...]struct{ part, words string }{
	{"board", "what a seat sees"},
	{"legal", "which commands are legal"},
	{"report", "what a seat learns about a command"},
	{"log", "the log"},
	{"errors", "the answer to a command"},
	{"bots", "what a bot chooses"},
	{"choices", "what may be picked"},
	{"preview", "the preview of a command"},
	{"also", "what else a seat is sent"},
}

// leak reports a leak, with how to see it. If it is a message, origin is where that comes
// from.
func (t *trial) leak(d difference, subject string, origin session.Origin) {
	who := fmt.Sprintf("player %d", t.observer)
	if t.observer == seat.Watcher {
		who = "a watcher"
	}
	what := d.part
	for _, p := range parts {
		if p.part == d.part {
			what = p.words
		}
	}
	if subject != "" {
		what += " (" + subject + ")"
	}
	at := t.placeOf(subject)
	if !origin.Place.IsZero() {
		at = origin.Place
	}
	p := diag.New("secrets/leak", at, "in %s, %s depends on what is hidden from %s", t.game.ID(), what, who).
		WithHint("what a seat is shown may depend only on what it may know; to reveal more, use tell, or move the entity or turn it up")
	if slices.ContainsFunc(t.leaks, func(q diag.Diagnostic) bool { return same(p, q) }) {
		return
	}
	p = p.WithNote(t.game.Definition.Place, "here it is %s, but %s in another game that looks the same to the seat", cut(d.here), cut(d.there))
	if !origin.Place.IsZero() {
		p = p.WithNote(origin.Place, "%s of %s says it", origin.Hook, origin.Owner)
	}
	p = p.WithNote(t.game.Definition.Place, "see it by %s", t.steps())
	t.leaks = append(t.leaks, p)
}

func cut(text string) string {
	if r := []rune(text); len(r) > shownValue {
		return string(r[:shownValue]) + "…"
	}
	return text
}

// steps returns how to reproduce the real world: the call of the REPL, and all
// that must be typed there.
func (t *trial) steps() string {
	call := fmt.Sprintf("sleight repl %s --seed %d", t.game.ID(), t.seed)
	if t.game.MaxPlayers > t.game.MinPlayers {
		call += fmt.Sprintf(" --players %d", t.count.Players)
	}
	if lines := t.typed(); len(lines) > 0 {
		return call + ", then: " + strings.Join(lines, "; ")
	}
	return call
}

// typed lists the commands of the real world as they are typed: after one with a
// warning, the REPL asks for confirm.
func (t *trial) typed() (lines []string) {
	s, problem := session.New(t.content, t.game.ID(), session.Options{Seed: t.seed, Players: t.count.Players})
	if problem != nil {
		return t.real.Commands()
	}
	for _, text := range t.real.Commands() {
		lines = append(lines, text)
		if c, refusal, problem := s.Parse(text); refusal == nil && problem == nil {
			if warning, _ := s.Warning(c); warning != "" {
				lines = append(lines, "confirm")
			}
			s.Do(c)
		}
	}
	return lines
}
