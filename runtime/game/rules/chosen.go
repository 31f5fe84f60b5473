package rules

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
)

// Answer is the name of the action that answers a question.
const Answer = "choose"

// chosenHooks returns the hooks of a definition that continue with answers, by the
// name of the question.
func (b *builder) chosenHooks(d *def.Definition) map[string]*api.Hook {
	var out map[string]*api.Hook
	for _, h := range b.hooksOf(d) {
		if name, ok := strings.CutPrefix(h.Name, api.ChosenPrefix); ok {
			if out == nil {
				out = map[string]*api.Hook{}
			}
			out[name] = h
		}
	}
	return out
}

// Chosen returns the hook that continues with the answer to a question: the
// one of the definition that asked or, if it has none, the game's. It returns
// nil if there is neither.
func (g *Game) Chosen(owner, question string) *api.Hook {
	if it := g.items[owner]; it != nil && it.Chosen[question] != nil {
		return it.Chosen[question]
	}
	return g.Script.Chosen[question]
}

// CheckPending returns an error if the game cannot continue with p: it has no hook for
// a question, or a definition, window, action or phase is gone.
func (g *Game) CheckPending(p *state.Pending) *diag.Diagnostic {
	if p == nil {
		return nil
	}
	for _, q := range p.Questions {
		if g.Chosen(q.Owner, q.Name) == nil {
			d := diag.New("content/rule", g.Definition.Place, "the question %q of %s waits to be answered, but the hook %s%s no longer exists", q.Name, q.Owner, api.ChosenPrefix, q.Name)
			return &d
		}
	}
	for _, w := range slices.Concat(p.Windows, p.Next) {
		if d := g.checkWindow(w); d != nil {
			return d
		}
	}
	for _, a := range p.Acts {
		if _, ok := g.Action(a.Action); !ok {
			d := diag.New("content/rule", g.Definition.Place, "the action %s waits to be performed but no longer exists", a.Action)
			return &d
		}
	}
	if p.Then != "" && g.Phase(p.Then) == nil {
		d := diag.New("content/rule", g.Definition.Place, "phase %s is to be entered after a question but no longer exists", p.Then)
		return &d
	}
	return nil
}

// checkQuestion reports a question that no hook would continue.
func (b *builder) checkQuestion(owner *def.Definition, r analysis.Reference) {
	known := b.questions(owner)
	if slices.Contains(known, r.Text) {
		return
	}
	slices.Sort(known)
	d := diag.New("script/unknown-hook", r.Place, "no hook %s%s continues with the answer to this question", api.ChosenPrefix, r.Text)
	if near, ok := diag.Nearest(r.Text, known); ok {
		d = d.WithHint("did you mean %q?", near)
	} else {
		d = d.WithHint("add %s%s = function(self, picked) … end", api.ChosenPrefix, r.Text)
	}
	b.report(d)
}

// questions lists the questions whose answers the game or the owner has hooks for. If
// the owner is nil, it includes those of all items, since a module serves several.
func (b *builder) questions(owner *def.Definition) []string {
	if b.dropped != nil {
		return slices.Clone(b.dropped.questions)
	}
	known := make([]string, 0, len(b.game.Script.Chosen))
	add := func(it *Item) {
		for name := range it.Chosen {
			known = append(known, name)
		}
	}
	add(b.game.Script)
	if owner == nil {
		for _, it := range b.game.items {
			add(it)
		}
	} else if it := b.game.items[owner.Key()]; it != nil {
		add(it)
	}
	return known
}

// answerHooks lists the hooks chosen_NAME for which some script asks. If a script
// computes the name of its question, every such hook may be called.
func (b *builder) answerHooks() []string {
	var out []string
	literal := map[string]bool{}
	all := false
	for _, p := range b.programs() {
		calls := p.Facts().Calls
		for i := range calls {
			name, written := calls[i].Texts[0]
			if !literal[name] {
				literal[name] = true
			}
			all = all || calls[i].Function == "ask" && !written
		}
	}
	add := func(it *Item) {
		for name := range it.Chosen {
			if all || literal[name] {
				out = append(out, api.ChosenPrefix+name)
			}
		}
	}
	add(b.game.Script)
	for _, it := range b.game.items {
		add(it)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// programs lists the scripts of the definitions and packs that the game sees. Which
// these are is known before the game is built, so they are listed once.
func (b *builder) programs() []*lua.Program {
	if b.listed != nil {
		return b.listed
	}
	out := make([]*lua.Program, 0, min(len(b.scripts), len(b.catalog.All())))
	for _, d := range b.catalog.All() {
		if p := b.scripts[d]; p != nil {
			out = append(out, p)
		}
		for _, l := range b.layers[d] {
			out = append(out, l.program)
		}
	}
	for _, pack := range b.catalog.Packs() {
		for _, source := range pack.Modules {
			if p, _ := b.content.programs.chunk(pack.ID, source); p != nil {
				out = append(out, p)
			}
		}
	}
	b.listed = slices.Clip(out)
	return b.listed
}
