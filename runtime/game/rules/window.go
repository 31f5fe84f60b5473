package rules

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// The engine's actions by which a player does not react: in this window, or in any
// until an event.
const (
	Pass       = "pass"
	PassAlways = "pass_always"
)

// closedPrefix begins the names of the hooks that are called when a window closes
// that an event opened.
const closedPrefix = "closed_"

// passingPrefix begins the names of the variables that say who always passes. A game
// has one for each window with pass_until, after its own variables.
const passingPrefix = "_passing_"

// Window declares when play pauses so that players may react to something.
type Window struct {
	Name, Title, Text string
	Prompt            *diag.Message
	Place             diag.Place
	// When says whether it opens; nil means always.
	When *api.Hook
	// All means that the player who acts may react as well. Who, unless nil, says
	// so for each player.
	All bool
	Who *api.Hook
	// Actions are the actions possible in it, without the engine's own.
	// UseZones are the numbers of the zones whose items can be used, if they
	// name the window in during.
	Actions  []*Action
	UseZones []int
	Answers  Answers
	// Depth is how many windows of this declaration can be open at one time.
	Depth int
	// Skip means that players who can only pass are not asked.
	Skip bool
	// PassUntil is 0, or 1 more than the number of an event: until that event,
	// players may choose to pass always. VarPassing is the number of the variable
	// that says which players do.
	PassUntil, VarPassing int
	Clock                 *Clock
	// Closed is called when it closes, if an event opened it; nil for nothing.
	Closed *api.Hook
	// Offered are all its actions: Actions, and those of the engine.
	Offered []*Action
}

// Answers says how often players may react in a window.
type Answers uint8

const (
	// OneAnswer closes the window with the first reaction.
	OneAnswer Answers = iota
	// EachAnswers lets every player react once.
	EachAnswers
	// AnyAnswers asks everyone again after each reaction, until all have
	// passed.
	AnyAnswers
)

// Window finds a window by name, or returns nil.
func (g *Game) Window(name string) *Window {
	if i := slices.IndexFunc(g.Windows, func(w *Window) bool { return w.Name == name }); i >= 0 {
		return g.Windows[i]
	}
	return nil
}

// checkWindow returns an error if the declaration of an open window, or its action,
// is gone.
func (g *Game) checkWindow(w *state.Window) *diag.Diagnostic {
	if g.Window(w.Name) == nil {
		d := diag.New("content/rule", g.Definition.Place, "the window %s is open but no longer exists", w.Name)
		return &d
	}
	if _, ok := g.Action(w.Action); !ok && w.Action != "" {
		d := diag.New("content/rule", g.Definition.Place, "the action %s waits for reactions but no longer exists", w.Action)
		return &d
	}
	return nil
}

// declareWindows reads the windows, after the actions and the phases.
func (b *builder) declareWindows(data *def.Node) {
	g := b.game
	actions, events := names(data.Each("actions")), declNames(g.Events)
	for _, f := range data.Each("windows") {
		n := f.Value
		w := &Window{
			Name: f.Key, Title: n.TextOr("name", title(f.Key)), Text: n.TextOr("text", ""), Place: f.KeyPlace(),
			Prompt: diag.Text(n.TextOr("prompt", "")), Depth: int(n.NumberOr("depth", 1)), Skip: n.BoolOr("skip", false),
			Actions: b.actionsNamed(n.All("actions"), actions),
		}
		if w.Prompt == nil {
			w.Prompt = &diag.Message{Format: "{window}: react or pass.", Args: []any{w.Title}}
		}
		w.Answers = map[string]Answers{"one": OneAnswer, "each": EachAnswers, "any": AnyAnswers}[n.TextOr("answers", "each")]
		b.declareOpening(w, n, actions, events)
		switch who := n.Get("who"); {
		case who == nil || who.Text() == "others":
		case who.Text() == "all":
			w.All = true
		default:
			w.All, w.Who = true, b.condition(g.Definition, who)
		}
		if when := n.Get("when"); when != nil {
			w.When = b.condition(g.Definition, when)
		}
		for _, z := range n.All("use") {
			if b.mustKnow("zone", z.Text(), z.Place(), b.zoneNames()) {
				w.UseZones = append(w.UseZones, slices.Index(b.zoneNames(), z.Text()))
			}
		}
		w.Offered = append(slices.Clone(w.Actions), &Action{Name: Pass, Title: "Pass", Place: w.Place})
		if until := n.Get("pass_until"); until != nil && b.mustKnow("event", until.Text(), until.Place(), events) {
			w.PassUntil = 1 + slices.Index(events, until.Text())
			w.Offered = append(w.Offered, &Action{Name: PassAlways, Title: "Pass always", Place: w.Place})
		}
		w.Clock = b.clock(n.Get("clock"), w.Actions)
		b.findWindowHooks(w)
		g.Windows = append(g.Windows, w)
	}
	b.checkWindows(data)
}

// declareOpening reads which actions and events open a window.
func (b *builder) declareOpening(w *Window, n *def.Node, actions, events []string) {
	g := b.game
	for _, before := range n.All("before") {
		if before.Text() == "use" {
			g.BeforeUse = append(g.BeforeUse, w)
		} else if b.mustKnow("action", before.Text(), before.Place(), actions) {
			a := g.Actions[slices.Index(actions, before.Text())]
			a.Before = append(a.Before, w)
		}
	}
	for _, after := range n.All("after") {
		if !b.mustKnow("event", after.Text(), after.Place(), events) {
			continue
		}
		if g.AfterEvent == nil {
			g.AfterEvent = make([][]*Window, len(events))
		}
		i := slices.Index(events, after.Text())
		g.AfterEvent[i] = append(g.AfterEvent[i], w)
	}
}

// findWindowHooks finds the hooks of a window.
func (b *builder) findWindowHooks(w *Window) {
	w.Closed = b.ownHook(b.game.Definition, closedPrefix+w.Name)
	if w.Clock != nil {
		w.Clock.Hook = b.ownHook(b.game.Definition, TimeoutPrefix+w.Name)
	}
}

// checkWindows reports names that clash with those of windows, and windows that never
// open or in which nobody can react.
func (b *builder) checkWindows(data *def.Node) {
	if len(b.game.Windows) == 0 {
		return
	}
	for _, f := range data.Each("actions") {
		if f.Key == Pass || f.Key == PassAlways {
			b.report(diag.New("content/rule", f.KeyPlace(), "in a game with windows, %s means that a player does not react", f.Key).
				WithHint("give the action another name, such as fold or check"))
		}
	}
	for _, f := range data.Each("windows") {
		n := f.Value
		if b.game.phases[f.Key] != nil {
			b.report(diag.New("content/rule", f.KeyPlace(), "a phase is also called %s", f.Key).WithHint("give the window another name"))
		}
		if len(n.All("before"))+len(n.All("after")) == 0 {
			b.report(diag.New("content/missing-key", f.KeyPlace(), "the window %s never opens", f.Key).
				WithHint("add before: with actions, or after: with events"))
		}
		if len(n.All("actions"))+len(n.All("use")) == 0 {
			b.report(diag.New("content/missing-key", f.KeyPlace(), "nobody can react in the window %s", f.Key).
				WithHint("add actions:, or use: with the zones of items that name it in during:"))
		}
	}
}

// during reads the phases and windows in which an item can be used; nil means in
// every phase, and in no window.
func (b *builder) during(n *def.Node) (out []string) {
	known := append(b.phaseNames(), names(b.game.Definition.Data.Each("windows"))...)
	for _, d := range n.All("during") {
		if b.mustKnow("phase or window", d.Text(), d.Place(), known) {
			out = append(out, d.Text())
		}
	}
	b.game.Restricted = b.game.Restricted || len(out) > 0
	return out
}

// passingVars declares the variables that say who passes always.
func (g *Game) passingVars(vars []state.Decl) []state.Decl {
	for _, w := range g.Windows {
		if w.PassUntil > 0 {
			w.VarPassing = len(vars)
			vars = append(vars, state.Decl{Name: passingPrefix + w.Name, Type: state.Bool, Start: state.Truth(false), PerPlayer: true})
		}
	}
	return vars
}
