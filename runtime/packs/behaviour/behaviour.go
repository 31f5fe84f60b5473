// Package behaviour compares the behaviour of two versions of a pack: their
// tests, the games recorded with them, and games that bots play. It checks that
// the version number reflects the difference, and drafts the changelog.
//
// Layer packs, at the bottom. It does not know where versions come from.
package behaviour

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/game/replay"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
)

// Options set how much is compared.
type Options struct {
	// Packs are the pack itself and those that require it.
	Packs []string
	// Games is how many times each bot plays each game that sees a pack, and MaxCommands
	// the maximum number of commands in each.
	Games, MaxCommands int
}

// Report lists the differences between two versions.
type Report struct {
	// Tests, Saves and Games are the numbers of items compared, Commands the
	// commands of the games played.
	Tests    int `json:"tests"`
	Saves    int `json:"saves"`
	Games    int `json:"games"`
	Commands int `json:"commands"`
	// Changed are the tests that the new version lacks, changes or fails.
	Changed []Test `json:"changed,omitempty"`
	// Unseen are the changed definitions, as PACK:KIND/ID, that zones take, but that were
	// in play in none of the games that bots played. They may behave differently.
	Unseen []string `json:"unseen,omitempty"`
	// Shortest is the report on the shortest game that differs, and Log its
	// commands. Nil means that no game differs.
	Shortest *replay.Report `json:"shortest,omitempty"`
	Log      []string       `json:"log,omitempty"`
}

// Test is a test that the earlier version passed.
type Test struct {
	Definition string `json:"definition"`
	Name       string `json:"name"`
	// What is one of "gone", "changed" and "fails".
	What string `json:"what"`
}

// Differs reports whether there is any difference.
func (r *Report) Differs() bool { return len(r.Changed) > 0 || r.Shortest != nil }

// MayDiffer reports whether a version may behave differently from the one before: it
// may if the major or minor number rose.
func MayDiffer(before, now string) bool {
	old, err := manifest.ParseVersion(before)
	if err != nil {
		return true
	}
	v, err := manifest.ParseVersion(now)
	return err == nil && (v.Major() != old.Major() || v.Minor() != old.Minor()) && v.Compare(old) > 0
}

// Compare compares two contents that differ in the version of a pack. The
// result depends only on them and the options.
func Compare(ctx context.Context, before, now *rules.Content, o Options) (*Report, error) {
	c := &comparison{ctx: ctx, old: replay.Side{Name: "before", Content: before}, now: replay.Side{Name: "now", Content: now}, options: o, report: &Report{}}
	c.tests()
	c.saves()
	if err := c.games(); err != nil {
		return nil, err
	}
	c.shorten()
	return c.report, ctx.Err()
}

type comparison struct {
	ctx      context.Context
	old, now replay.Side
	options  Options
	report   *Report
	log      *save.File // of the shortest game that differs
}

// tests compares the tests that the earlier version passed.
func (c *comparison) tests() {
	compared := func(d *def.Definition) bool { return slices.Contains(c.options.Packs, d.Pack) }
	passed := map[string]bool{}
	for _, r := range contenttest.Run(c.ctx, c.now.Content, contenttest.Options{Filter: compared}) {
		if r.Definition != nil {
			passed[r.Key()] = r.Passed
		}
	}
	for _, r := range contenttest.Run(c.ctx, c.old.Content, contenttest.Options{Filter: compared}) {
		if r.Definition == nil || !r.Passed {
			continue
		}
		t := Test{Definition: r.Definition.Pack + ":" + r.Definition.Key(), Name: r.Name}
		was := testOf(r.Definition, r.Name)
		is := testOf(c.now.Content.Catalog.Definition(r.Definition.Pack, r.Definition.Kind, r.Definition.ID), r.Name)
		if was == nil { // a test of a save, which is replayed
			continue
		}
		c.report.Tests++
		switch {
		case is == nil:
			t.What = "gone"
		case !def.Equal(was, is):
			t.What = "changed"
		case !passed[r.Key()]:
			t.What = "fails"
		default:
			continue
		}
		c.report.Changed = append(c.report.Changed, t)
	}
}

func testOf(d *def.Definition, name string) *def.Node {
	if d == nil {
		return nil
	}
	for _, t := range d.Data.All("tests") {
		if t.TextOr("name", "") == name {
			return t
		}
	}
	return nil
}

// saves replays the games that the packs keep.
func (c *comparison) saves() {
	for _, id := range c.options.Packs {
		p, ok := c.old.Content.Catalog.Pack(id)
		if !ok {
			continue
		}
		for _, file := range p.Saves {
			data, err := file.Read()
			if err != nil {
				continue
			}
			in, problem := save.Read(bytes.NewReader(data), file.File)
			if problem != nil {
				continue // the test of the save reports it
			}
			c.report.Saves++
			c.play(&save.File{Game: in.Game, Seed: in.Seed, Players: in.Players, Commands: in.Commands})
		}
	}
}

// play plays a log with both versions, and keeps it if it is the shortest that
// differs.
func (c *comparison) play(in *save.File) {
	r, at := c.firstDifference(in)
	if r == nil || c.log != nil && at >= len(c.log.Commands) {
		return
	}
	short := *in
	short.Commands = slices.Clone(in.Commands[:at])
	c.log, c.report.Shortest = &short, r
}

// firstDifference returns the report on a log that plays differently, and the number of
// commands after which it does.
func (c *comparison) firstDifference(in *save.File) (r *replay.Report, at int) {
	r, problem := replay.Between(in, c.old, c.now)
	if problem != nil || r.Difference == nil {
		return nil, 0
	}
	return r, min(r.Difference.Command, len(in.Commands))
}

// maxTries is the maximum number of plays in search of a shorter log.
const maxTries = 300

// shorten removes commands from the shortest game as long as it still differs
// without them.
func (c *comparison) shorten() {
	if c.log == nil {
		return
	}
	tries := 0
	for size := max(1, len(c.log.Commands)/2); size > 0; size /= 2 {
		for from := 0; from+size < len(c.log.Commands) && tries < maxTries && c.ctx.Err() == nil; tries++ {
			shorter := *c.log
			shorter.Commands = slices.Concat(c.log.Commands[:from], c.log.Commands[from+size:])
			if r, at := c.firstDifference(&shorter); r != nil {
				shorter.Commands = shorter.Commands[:at]
				c.log = &shorter
			} else {
				from += size
			}
		}
	}
	if r, at := c.firstDifference(c.log); r != nil {
		c.report.Shortest, c.report.Log = r, c.log.Commands[:cmp.Or(at, len(c.log.Commands))]
	}
}
