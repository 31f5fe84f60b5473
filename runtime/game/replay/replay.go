// Package replay plays the log of a save again, on the current content or on
// two contents side by side. It finds the first command with a different
// outcome and the definition that causes the difference.
//
// Layer game. It plays through the same API as every player. It draws nothing
// and does not know where content comes from.
package replay

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Side is content to play a log on.
type Side struct {
	// Name is its name in messages.
	Name    string
	Content *rules.Content
}

// Report is the result of playing a log.
type Report struct {
	Game    string `json:"game"`
	Seed    uint64 `json:"seed,string"`
	Players int    `json:"players"`
	// Commands is the number of commands in the log, and Alike the number of
	// commands from the first on that had the same outcome.
	Commands int `json:"commands"`
	Alike    int `json:"alike"`
	// Hash is the hash of the final state if every outcome was the same.
	Hash string `json:"hash,omitempty"`
	// Other says in words how the content differs from that of the save.
	Other []string `json:"other,omitempty"`
	// Difference is nil when there is none.
	Difference *Difference `json:"difference,omitempty"`
}

// Difference is the first command with a different outcome.
type Difference struct {
	// Command counts from 1; 0 is the start of the game, and the length of the
	// log plus one is its end.
	Command int    `json:"command"`
	Text    string `json:"text"`
	// Before is its outcome in the saved game or on the first content, and After
	// that in the replay or on the second. Changes that both have are left out.
	Before Outcome `json:"before"`
	After  Outcome `json:"after"`
	Causes []Cause `json:"causes"`
}

// Outcome is the outcome of a command.
type Outcome struct {
	On string `json:"on"` // the side's name
	// Unknown means that all that is known is that the outcome differed: saves
	// do not hold outcomes themselves.
	Unknown bool `json:"unknown,omitempty"`
	// Refusal or Problem says why it was not carried out.
	Refusal string           `json:"refusal,omitempty"`
	Problem *diag.Diagnostic `json:"problem,omitempty"`
	Changes []Change         `json:"changes,omitempty"`
}

// Change is one thing that changed, by names.
type Change struct {
	About string `json:"about"`
	From  string `json:"from"`
	To    string `json:"to"`
	// Of is the kind/id of the changed entity; empty for variables and zones.
	Of string `json:"of,omitempty"`
	// Definition is the kind/id of the definition that changed it and Place
	// where; empty if the engine did, as with a cost.
	Definition string      `json:"definition,omitempty"`
	Place      *diag.Place `json:"place,omitempty"`

	effect state.Effect // in terms of the save's names
}

// playback plays a log on one side.
type playback struct {
	Side
	game    *rules.Game
	session *session.Session
	outline *state.Outliner
	// names maps the names of the save to the current ones and back, and savedNames
	// is an outliner that uses the save's names; both are nil if nothing was renamed.
	names      *save.Renames
	savedNames *state.Outliner
	// The outcome of the last command.
	command session.Command
	called  []string
	outcome Outcome
	effects []state.Effect
}

// startPlayback starts the saved game.
func startPlayback(side Side, in *save.File) (*playback, *diag.Diagnostic) {
	g, ok := side.Content.Game(in.Game)
	if !ok {
		d := diag.New("save/content", diag.Place{}, "unknown game %q %s", in.Game, side.Name)
		return nil, &d
	}
	p := &playback{Side: side, game: g, outcome: Outcome{On: side.Name}}
	s, problem := session.New(side.Content, in.Game, session.Options{Seed: in.Seed, Players: in.Players, Profile: in.Profile})
	if problem != nil {
		p.outcome.Problem = problem
		return p, nil
	}
	p.session, p.outline = s, state.NewOutliner(s.State())
	if p.names = in.Renames(g); p.names != nil {
		p.savedNames = state.NewOutliner(s.State())
		p.savedNames.NameOf = func(sort, name string) string { return p.names.Then(def.Category(sort), name) }
	}
	p.record(s.State().Journal())
	return p, nil
}

// run plays one command of the log.
func (p *playback) run(text string) {
	p.outcome, p.effects = Outcome{On: p.Name}, nil
	text = p.names.Command(text)
	p.command, _, _ = p.session.Parse(text)
	r := p.session.Run(text)
	p.called = p.session.CalledDefinitions()
	p.outcome.Refusal, p.outcome.Problem = r.Refusal.String(), r.Problem
	p.record(r.Changes)
}

func (p *playback) record(changes []state.Change) {
	effects := p.outline.Effects(changes)
	if p.effects = effects; p.savedNames != nil {
		p.effects = p.savedNames.Effects(changes)
	}
	for i, t := range effects {
		c := Change{About: t.About, From: t.From, To: t.To, Of: t.Key, effect: p.effects[i]}
		if owner, _, at := p.session.Cause(*t.Last); owner != "" {
			c.Definition, c.Place = owner, &at
		}
		p.outcome.Changes = append(p.outcome.Changes, c)
	}
}

// stopped reports whether the last command, or the start, was refused or failed.
func (p *playback) stopped() bool { return p.outcome.Refusal != "" || p.outcome.Problem != nil }

// On plays the log of a save on the current content and compares the outcomes
// with those in the save. The problem is non-nil if the log cannot be played.
func On(in *save.File, here Side) (*Report, *diag.Diagnostic) {
	p, problem := startPlayback(here, in)
	if problem != nil {
		return nil, problem
	}
	out := reportOf(in)
	if in.Content != p.game.Digest() {
		out.Other = in.Differences(p.game)
	}
	known := len(in.Outcomes) == len(in.Commands)+1
	for i := 0; ; i++ {
		if p.stopped() || known && in.Outcomes[i] != "" && in.Outcomes[i] != save.Outcome(p.effects) {
			before := Outcome{On: "the save", Unknown: true}
			out.Difference = &Difference{Command: i, Text: commandText(in, i), Before: before, After: p.outcome, Causes: p.causesSinceSave(in)}
			return out, nil
		}
		out.Alike = i
		if i == len(in.Commands) {
			break
		}
		p.run(in.Commands[i])
	}
	out.Hash = p.session.Hash()
	if out.Hash != in.Hash {
		out.Difference = p.compareEnd(in)
	}
	return out, nil
}

// Between plays the log of a save on two contents and compares the outcomes.
// The problem is non-nil if the log cannot be played on one of them.
func Between(in *save.File, before, after Side) (*Report, *diag.Diagnostic) {
	a, problem := startPlayback(before, in)
	if problem != nil {
		return nil, problem
	}
	b, problem := startPlayback(after, in)
	if problem != nil {
		return nil, problem
	}
	out := reportOf(in)
	for i := 0; ; i++ {
		if a.stopped() && b.stopped() && a.sameOutcome(b) {
			return nil, refusedByBoth(in, i, a)
		}
		if !a.sameOutcome(b) {
			removeShared(&a.outcome, &b.outcome)
			out.Difference = &Difference{Command: i, Text: commandText(in, i), Before: a.outcome, After: b.outcome, Causes: causesBetween(a, b)}
			return out, nil
		}
		out.Alike = i
		if i == len(in.Commands) {
			out.Hash = b.session.Hash()
			return out, nil
		}
		a.run(in.Commands[i])
		b.run(in.Commands[i])
	}
}

func reportOf(in *save.File) *Report {
	return &Report{Game: in.Game, Seed: in.Seed, Players: in.Players, Commands: len(in.Commands)}
}

// commandText returns a command of the log; 0 is the start.
func commandText(in *save.File, i int) string {
	if i == 0 {
		return "start"
	}
	return in.Commands[i-1]
}

// sameOutcome reports whether the last command had the same outcome on both sides.
func (p *playback) sameOutcome(other *playback) bool {
	if p.stopped() || other.stopped() {
		return p.outcome.Refusal == other.outcome.Refusal && p.failure() == other.failure()
	}
	return save.Outcome(p.effects) == save.Outcome(other.effects)
}

func (p *playback) failure() string {
	if p.outcome.Problem == nil {
		return ""
	}
	return p.outcome.Problem.Code + " " + p.outcome.Problem.Message.String()
}

func refusedByBoth(in *save.File, i int, p *playback) *diag.Diagnostic {
	if p.outcome.Problem != nil {
		return p.outcome.Problem
	}
	d := diag.New("save/content", diag.Place{}, "command %d of the log (%s) is refused by either: %s", i, commandText(in, i), p.outcome.Refusal).
		WithHint("the log was made with different content")
	return &d
}

// removeShared removes from each outcome the changes that the other has too.
func removeShared(a, b *Outcome) {
	has := func(list []Change, c Change) bool {
		return slices.ContainsFunc(list, func(o Change) bool {
			return o.effect.About == c.effect.About && o.effect.From == c.effect.From && o.effect.To == c.effect.To
		})
	}
	first, second := slices.Clone(a.Changes), slices.Clone(b.Changes)
	a.Changes = slices.DeleteFunc(a.Changes, func(c Change) bool { return has(second, c) })
	b.Changes = slices.DeleteFunc(b.Changes, func(c Change) bool { return has(first, c) })
}

// compareEnd compares the final state with the saved one, by names.
func (p *playback) compareEnd(in *save.File) *Difference {
	before, after := Outcome{On: "the save"}, Outcome{On: p.Name}
	if _, _, problem := in.Migrate(p.Content); problem != nil {
		return nil // loading reports why
	}
	now := map[string]string{}
	for _, t := range p.session.State().Snapshot().Values() {
		now[t.About] = t.To
	}
	for _, t := range in.State.Values() {
		if is, ok := now[t.About]; ok && is != t.To {
			before.Changes = append(before.Changes, Change{About: t.About, To: t.To})
			after.Changes = append(after.Changes, Change{About: t.About, To: is})
		}
	}
	if len(before.Changes) == 0 && in.Content != p.game.Digest() {
		return nil // the states differ in shape only
	}
	return &Difference{Command: len(in.Commands) + 1, Text: "the end", Before: before, After: after, Causes: p.causesSinceSave(in)}
}
