// Package quarantine builds content even if parts of it are faulty. It leaves
// those parts out and blocks the games that use them; all other games can be
// played.
//
// Layer packs, at its bottom. It does not know where packs come from.
package quarantine

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// Build loads and compiles what the loader finds, strictly: if there is any
// error, it returns no content. Only the named files can have changed since the
// last call; nil means any file. Compiled programs in last are reused if their
// sources have not changed.
func Build(l *load.Loader, files []string, last *rules.Content) (*rules.Content, diag.List) {
	c, problems, partial := buildStrictly(l, files, last)
	problems = append(problems, partial...)
	problems.Sort()
	return c, problems
}

// buildStrictly is Build, with the problems that Partial finds separately.
func buildStrictly(l *load.Loader, files []string, last *rules.Content) (c *rules.Content, problems, partial diag.List) {
	if last != nil {
		last.Partial() // of an earlier build
	}
	l.EndQuarantine()
	if last.ForChecksOnly() {
		l.CheckOnly()
	}
	catalog, problems := l.Reload(files)
	if catalog == nil {
		return nil, problems, Partial(l, last)
	}
	if last.ForChecksOnly() {
		l.Forget()
	}
	c, more := rules.Build(catalog, last)
	return c, append(problems, more...), nil
}

// Partial checks the intact content if the last Load of the loader has failed:
// scripts compile, and names are looked up. It omits problems that may only be
// consequences of the failure.
func Partial(l *load.Loader, last *rules.Content) diag.List {
	intact := l.Partial()
	if intact == nil {
		return rules.Compile(l.Packs(), last)
	}
	compiled, checked := rules.Check(intact.Catalog, last, func(d *def.Definition) bool {
		spoilt, within := intact.Uncheckable(d.Place, false)
		return spoilt || within
	})
	names := rules.Names{}
	for _, text := range intact.Texts() {
		names.Add(text)
	}
	sure := slices.DeleteFunc(compiled, func(d diag.Diagnostic) bool {
		spoilt, _ := intact.Uncheckable(d.Place, true)
		return spoilt
	})
	for _, d := range checked {
		spoilt, within := intact.Uncheckable(d.Place, strings.HasPrefix(d.Code, "script/syntax"))
		noted := slices.ContainsFunc(d.Notes, func(n diag.Note) bool {
			_, within := intact.Uncheckable(n.Place, false)
			return within
		})
		if !spoilt && !noted && !names.MayExplain(&d, within) {
			sure = append(sure, d)
		}
	}
	return sure
}

func build(l *load.Loader, files []string, last *rules.Content, blocked map[string]diag.List) (*rules.Content, diag.List) {
	catalog, problems := l.Reload(files)
	if catalog == nil {
		problems = append(problems, rules.Compile(l.Packs(), last)...)
		problems.Sort()
		return nil, problems
	}
	c, more := rules.BuildExcept(catalog, last, blocked)
	problems = append(problems, more...)
	problems.Sort()
	return c, problems
}

// Result is the outcome of Isolate.
type Result struct {
	// Content is what can be played, or nil if there is nothing. Its Blocked
	// holds the games that cannot be played, with the reasons.
	Content *rules.Content
	// Problems are all problems, as from Build.
	Problems diag.List
	// Notices replace Problems for players: a warning for each faulty part that
	// was left out, and the problems of the rest.
	Notices diag.List
}

// Isolated reports whether anything was left out.
func (r *Result) Isolated() bool { return r.Content != nil && r.Problems.Failed() }

// Isolate is like Build, but leaves out faulty content as long as there is a
// game that does not use it.
func Isolate(l *load.Loader, files []string, last *rules.Content) Result {
	c, problems, partial := buildStrictly(l, files, last)
	all := slices.Concat(problems, partial)
	all.Sort()
	if c != nil {
		return Result{c, all, all}
	}
	if last.ForChecksOnly() {
		l.Load() // buildStrictly has made it forget the content
	}
	p := &partition{loader: l, dependencies: l.Dependencies(), last: last, faulty: map[string]diag.List{}, clashing: map[string]diag.List{}}
	c, notices := p.build(problems)
	if c == nil {
		l.EndQuarantine()
	}
	return Result{c, all, notices}
}

// partition divides content into the faulty packs and games, and the rest.
type partition struct {
	loader       *load.Loader
	dependencies *load.Dependencies
	last         *rules.Content
	// faulty are packs that are left out, and clashing games that are blocked
	// although their packs stay, each with the errors.
	faulty, clashing map[string]diag.List
}

// build builds the content without the faulty parts in problems, and without
// those that then appear, since the rest may need what was left out. It returns
// nil if no game is left.
func (p *partition) build(problems diag.List) (*rules.Content, diag.List) {
	for first := true; ; first = false {
		more, ok := p.exclude(problems)
		if !ok || !more && !first {
			return nil, nil
		}
		blocked := p.blocked()
		p.loader.Quarantine(p.excluded()...)
		c, rest := build(p.loader, nil, p.last, blocked)
		if c == nil {
			problems = rest
			continue
		}
		if len(c.Games()) == 0 {
			return nil, nil
		}
		notices := append(p.notices(), rest...)
		notices.Sort()
		return c, notices
	}
}

// excluded lists the packs that are left out.
func (p *partition) excluded() []string {
	return p.dependencies.Dependents(slices.Collect(maps.Keys(p.faulty)))
}

// exclude adds the packs and games that have problems. more means that there are new
// ones among them; ok is false if an error has no place.
func (p *partition) exclude(problems diag.List) (more, ok bool) {
	packs, games, ok := p.dependencies.Blame(problems)
	out := p.excluded()
	for id, list := range games {
		if p.clashing[id] == nil {
			p.clashing[id], more = list, true
		}
	}
	for id, list := range packs {
		if !slices.Contains(out, id) {
			p.faulty[id], more = list, true
		}
	}
	return more, ok
}

// blocked returns the games that cannot be played, with the errors in the
// content that they use.
func (p *partition) blocked() map[string]diag.List {
	blocked := map[string]diag.List{}
	for id, list := range p.clashing {
		blocked[id] = slices.Clone(list)
	}
	for id, list := range p.faulty {
		for _, game := range p.dependencies.Games(p.dependencies.Dependents([]string{id})) {
			blocked[game] = append(blocked[game], list...)
		}
	}
	for game := range blocked {
		list := blocked[game]
		list.Sort()
		blocked[game] = list
	}
	return blocked
}

// maxNoted is the number of errors that the warning about a pack names.
const maxNoted = 5

// notices returns a warning for each pack that is left out, and for each clash.
func (p *partition) notices() (out diag.List) {
	for id, list := range p.faulty {
		at, why := p.reason(id, list)
		d := diag.New("pack/excluded", at, "the pack %s is left out because %s", id, why)
		if games := p.dependencies.Games(p.dependencies.Dependents([]string{id})); len(games) > 0 {
			d.Message = d.Message.And("; ", diag.Sentencef("it blocks %s", strings.Join(games, ", ")))
		}
		if p.dependencies.GamesUnknown(id) {
			d.Message = d.Message.And("; ", diag.Sentencef("the lock, from an earlier version of Sleight, does not say which games it is for"))
		}
		if slices.Contains(p.dependencies.Missing(), id) {
			d = d.WithHint("%s", list[0].Hint)
		} else {
			d = d.WithHint("sleight validate shows what is wrong; sleight pack disable %s does without it", id)
			for _, e := range list[:min(len(list), maxNoted)] {
				d.Notes = append(d.Notes, diag.Note{Place: e.Place, Message: e.Message})
			}
		}
		out = append(out, d)
	}
	for _, game := range slices.Sorted(maps.Keys(p.clashing)) {
		for _, d := range p.clashing[game] {
			excluded := diag.New("pack/excluded", d.Place, "%s; this blocks %s", d.Message, game).
				WithHint("sleight pack settle decides conflicts; sleight pack disable PACK does without a pack")
			excluded.Notes = d.Notes
			out = append(out, excluded)
		}
	}
	return out
}

// Excludes reports whether a list of problems says that something is left out
// which the list before it did not mention.
func Excludes(list, before diag.List) bool {
	return slices.ContainsFunc(list, func(d diag.Diagnostic) bool {
		return d.Code == "pack/excluded" && !slices.ContainsFunc(before, func(o diag.Diagnostic) bool {
			return o.Code == d.Code && o.Message.Equal(d.Message)
		})
	})
}

// reason describes briefly the problems of a pack, and where the first error
// is.
func (p *partition) reason(id string, problems diag.List) (at diag.Place, why string) {
	first := problems[0]
	if load.IsClash(first) {
		for _, n := range first.Notes {
			switch one, other := p.dependencies.PackOf(first.Place.File), p.dependencies.PackOf(n.Place.File); {
			case one != id && other == id:
				return n.Place, "it clashes with " + one
			case one == id && other != id:
				return first.Place, "it clashes with " + other
			}
		}
	}
	if slices.Contains(p.dependencies.Missing(), id) {
		return first.Place, first.Message.String()
	}
	if len(problems) == 1 {
		return first.Place, "there is an error in it"
	}
	return first.Place, "there are errors in it"
}
