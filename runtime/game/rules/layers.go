package rules

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
)

// layer is a compiled function that a pack layers on a hook of another pack.
type layer struct {
	def.Layer
	program *lua.Program
	hook    analysis.Hook
}

// scriptPack returns the pack whose modules a script can require: the one that the
// script is in.
func scriptPack(s *def.Script, owner string) string {
	if s.Pack != "" {
		return s.Pack
	}
	return owner
}

// layers compiles the functions that packs layer on hooks of others.
func (p *programs) layers(c *def.Catalog) (map[*def.Definition][]layer, diag.List) {
	out := map[*def.Definition][]layer{}
	var problems diag.List
	for _, d := range c.All() {
		found := len(problems)
		for _, l := range d.Layers {
			program, list := p.chunk(scriptPack(l.Script, l.Pack), l.Script)
			problems = append(problems, list...)
			if program == nil {
				continue
			}
			i := slices.IndexFunc(program.Hooks(), func(h analysis.Hook) bool { return h.Name == l.Hook })
			if i < 0 {
				var known []string
				for _, h := range program.Hooks() {
					known = append(known, h.Name)
				}
				problems = append(problems, diag.New("patch/hook", l.Place, "the script of the patch has no function %s", l.Hook).Suggest(l.Hook, known))
				continue
			}
			out[d] = append(out[d], layer{l, program, program.Hooks()[i]})
		}
		if len(problems) == found { // otherwise a name in hooks: may be misspelt
			problems = append(problems, idleFunctions(out[d])...)
		}
	}
	return out, problems
}

// idleFunctions reports the functions of patches' scripts that no layer of the same
// script names, so that nothing calls them.
func idleFunctions(layers []layer) (problems diag.List) {
	for i, l := range layers {
		if slices.ContainsFunc(layers[:i], func(o layer) bool { return o.Script == l.Script }) {
			continue
		}
		for _, h := range l.program.Hooks() {
			if slices.ContainsFunc(layers, func(o layer) bool { return o.Script == l.Script && o.Hook == h.Name }) {
				continue
			}
			d := diag.New("patch/hook", h.Place, "the patch does not say what its function %s does, so nothing calls it", h.Name).
				WithHint("add it to hooks:, as in hooks: {%s: add}, or remove it", h.Name)
			d.Severity = diag.Warning
			problems = append(problems, d)
		}
	}
	return problems
}

// ownHook returns a hook of a definition's script, or nil.
func (b *builder) ownHook(d *def.Definition, name string) *api.Hook {
	for _, h := range b.hooksOf(d) {
		if h.Name == name {
			return h
		}
	}
	return nil
}

// hooksOf lists the hooks of a definition: those of its script, with the layers
// of other packs, and those added by other packs.
func (b *builder) hooksOf(d *def.Definition) []*api.Hook {
	if d.Script == nil && len(d.Layers) == 0 {
		return nil
	}
	if known, ok := b.own[d]; ok {
		return known
	}
	if m := b.built[d]; m != nil && m.own != nil {
		return m.own
	}
	var out []*api.Hook
	if p := b.scripts[d]; p != nil {
		for _, h := range p.Hooks() {
			out = append(out, b.hook(p, h.Name, d, h.Place))
		}
	}
	if !b.scriptFaulty(d) {
		for _, l := range b.layers[d] {
			out = b.applyLayer(d, out, l)
		}
	}
	b.own[d] = out
	return out
}

// applyLayer layers a function on the hooks of a definition.
func (b *builder) applyLayer(d *def.Definition, hooks []*api.Hook, l layer) []*api.Hook {
	i := slices.IndexFunc(hooks, func(h *api.Hook) bool { return h.Name == l.Hook })
	if i < 0 && l.Op != def.AddHook {
		var known []string
		for _, h := range hooks {
			known = append(known, h.Name)
		}
		verb := "wrap"
		if l.Op == def.ReplaceHook {
			verb = "replace"
		}
		b.report(diag.New("patch/hook", l.Place, "%s has no hook %s to %s", d.Key(), l.Hook, verb).Suggest(l.Hook, known))
		return hooks
	}
	var under *api.Hook
	if i >= 0 && l.Op != def.ReplaceHook {
		under = hooks[i]
	}
	h := b.stackHook(l, d, under)
	if i < 0 {
		return append(hooks, h)
	}
	hooks[i] = h
	return hooks
}

// stackHook numbers the hook that a layer forms with the hook under it, or alone.
func (b *builder) stackHook(l layer, d *def.Definition, under *api.Hook) *api.Hook {
	if under == nil {
		return b.hook(l.program, l.Hook, d, l.hook.Place)
	}
	key := hookKey{l.program, l.Hook, under}
	return b.numbered(key, func() *api.Hook {
		h := &api.Hook{Program: l.program, Name: l.Hook, Owner: d, Place: l.hook.Place, Under: under, Mode: lua.After}
		switch {
		case l.Op == def.WrapHook:
			h.Mode = lua.Wrap
		case folds(l.Hook):
			h.Mode = lua.Fold
		}
		return h
	})
}

// folds reports whether the result of a hook replaces its argument.
func folds(hook string) bool { return len(hook) > 7 && hook[:7] == "modify_" }

// expressionPack returns the pack whose modules an expression can require: the one that
// its source is in, which is not its owner's pack if it is inherited or
// patched.
func (b *builder) expressionPack(owner *def.Definition, n *def.Node) string {
	if own, ok := b.catalog.Pack(owner.Pack); ok && own.Holds(n.File()) {
		return own.ID
	}
	for _, p := range b.catalog.Packs() {
		if p.Holds(n.File()) {
			return p.ID
		}
	}
	return owner.Pack
}

// duplicate returns the problem of two definitions with one name in the same game.
func duplicate(first, second *def.Definition) diag.Diagnostic {
	return diag.New("content/duplicate-id", second.Data.Get("id").At(second.Place), "the packs %s and %s both have %s", first.Pack, second.Pack, second.Key()).
		WithHint("give one of them another id; to change what another pack has, write a patch; if neither is yours, sleight pack settle decides which counts").
		WithNote(first.Data.Get("id").At(first.Place), "the first is here")
}

// checkDuplicates reports definitions of different packs that a game could not
// distinguish.
func (b *builder) checkDuplicates() {
	all := b.catalog.All()
	for i := 1; i < len(all); i++ {
		first, second := all[i-1], all[i]
		if first.Kind != second.Kind || first.ID != second.ID || first.Kind == "game" {
			continue
		}
		if b.rank(first) > b.rank(second) {
			first, second = second, first
		}
		b.report(duplicate(first, second))
	}
}

func (b *builder) rank(d *def.Definition) int {
	p, ok := b.catalog.Pack(d.Pack)
	if !ok {
		return 0
	}
	return p.Rank
}
