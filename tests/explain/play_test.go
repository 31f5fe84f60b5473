package explain_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/check/lint"
	"sleight/runtime/check/secrets"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/diag/codes"
	"sleight/runtime/diag/filter"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/packs/install"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// play puts an example into the workspace and runs everything that may report its
// code: it loads the content, runs its tests, and plays the commands.
func play(code string, e codes.Example, files []codes.File) (diag.List, error) {
	area, _, _ := strings.Cut(code, "/")
	all := append(append([]codes.File{}, e.Both...), files...)
	for _, f := range all {
		if f.Path == install.LockFile {
			_, problems := install.ReadLock(f.Path, []byte(f.Text))
			return problems, nil
		}
	}
	c, problems := mustLoad(all)
	if c == nil {
		return problems, nil
	}
	results := contenttest.Run(context.Background(), c, contenttest.Options{})
	problems = slices.Concat(problems, contenttest.Failures(results), contenttest.Warnings(results))
	if len(problems) > 0 {
		return problems, nil
	}
	switch {
	case area == "save":
		return save(c, e, all)
	case area == "reload":
		return reloads(c, e)
	case area == "secrets":
		_, leaks := secrets.Run(context.Background(), c, secrets.Options{Pairs: 100})
		return leaks, nil
	case area == "balance":
		return experiment.CheckBalance(context.Background(), c)
	case code == "game/refused-bot" || code == "game/stuck":
		return simulate(c)
	}
	_, problem := played(c, e.Commands)
	return problem, nil
}

// mustLoad builds the workspace with files of an example.
func mustLoad(files []codes.File) (*rules.Content, diag.List) {
	loader := load.NewLoader(load.Root{FS: workspace(files)})
	catalog, problems := loader.Load()
	var c *rules.Content
	if catalog != nil {
		var more diag.List
		c, more = rules.Build(catalog, nil)
		problems = append(problems, more...)
	}
	if c != nil {
		problems = append(problems, lint.Run(c, loader.Source)...)
	}
	rules := filter.Rules{Complete: c != nil}
	return c, rules.Apply(problems, loader.Files(), loader.Source).Reported
}

// played plays commands on a new game.
func played(c *rules.Content, commands []string) (*session.Session, diag.List) {
	s, problem := session.New(c, "coins", session.Options{Seed: 1})
	if problem != nil {
		return nil, diag.List{*problem}
	}
	for _, text := range commands {
		r := s.Run(text)
		if r.Problem != nil {
			return s, diag.List{*r.Problem}
		}
	}
	return s, nil
}

// reloads plays before and after the edit.
func reloads(c *rules.Content, e codes.Example) (diag.List, error) {
	first, problems := mustLoad(e.Before)
	if first == nil {
		return nil, problems
	}
	s, problems := played(first, e.Commands)
	if len(problems) > 0 {
		return nil, problems
	}
	return s.Swap(c), nil
}

// save loads the save of an example or, without one, replays what was done
// before the edit.
func save(c *rules.Content, e codes.Example, files []codes.File) (diag.List, error) {
	for _, f := range files {
		switch {
		case !strings.HasPrefix(f.Path, "saves/"):
		case f.Note == "deleted":
			return nil, nil
		default:
			_, _, problem := session.Load(c, strings.NewReader(f.Text), f.Path)
			return list(problem), nil
		}
	}
	first, problems := mustLoad(e.Before)
	if first == nil {
		return nil, problems
	}
	s, problems := played(first, e.Commands)
	if len(problems) > 0 {
		return nil, problems
	}
	_, problem := session.Replay(c, "coins", session.Options{Seed: 1}, s.Commands(), nil)
	return list(problem), nil
}

func list(problem *diag.Diagnostic) diag.List {
	if problem == nil {
		return nil
	}
	return diag.List{*problem}
}

// simulate lets a bot play the last game of the content once.
func simulate(c *rules.Content) (diag.List, error) {
	g, _ := c.Game("coins")
	bots := sim.Bots(g)
	plan := sim.Plan{Game: "coins", Seed: 1, N: 1, Variants: []sim.Variant{{Content: c, Bot: bots[len(bots)-1]}}}
	_, game, err := sim.Replay(context.Background(), plan, 0, 0)
	if game.Outcome == sim.Stuck {
		return diag.List{diag.New("game/stuck", g.Definition.Place, "nothing can be done")}, err
	}
	return list(game.Problem), err
}

var member = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// workspace returns the base with some files replaced by those of an example.
func workspace(files []codes.File) fs.FS {
	tree := unreadable{fstest.MapFS{}, map[string]bool{}}
	text := string(must(os.ReadFile("testdata/base.txtar")))
	marks := member.FindAllStringSubmatchIndex(text, -1)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		tree.MapFS[text[m[2]:m[3]]] = &fstest.MapFile{Data: []byte(text[m[1]:end])}
	}
	for _, f := range files {
		file := &fstest.MapFile{Data: []byte(f.Text)}
		switch f.Note {
		case "":
		case "a link":
			file.Mode = fs.ModeSymlink
		case "not readable":
			tree.names[f.Path] = true
		case "2 MB", "2 MB of comments":
			file.Data = append(file.Data, bytes.Repeat([]byte("# much more\n"), 2<<20/12)...)
		case "saved as Latin-1":
			file.Data = latin1(f.Text)
		case "deleted":
			delete(tree.MapFS, f.Path)
			continue
		default:
			panic(fmt.Sprintf("nobody knows what %q is", f.Note))
		}
		tree.MapFS[f.Path] = file
	}
	return tree
}

func latin1(text string) []byte {
	var out []byte
	for _, r := range text {
		out = append(out, byte(r))
	}
	return out
}

// unreadable is a file system in which some files may not be opened.
type unreadable struct {
	fstest.MapFS
	names map[string]bool
}

func (u unreadable) Open(name string) (fs.File, error) {
	if u.names[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("permission denied")}
	}
	return u.MapFS.Open(name)
}

func (u unreadable) ReadFile(name string) ([]byte, error) {
	if _, err := u.Open(name); err != nil {
		return nil, err
	}
	return u.MapFS.ReadFile(name)
}

func readDir(root fs.FS, name string) ([]string, error) {
	entries, err := fs.ReadDir(root, name)
	names := map[string]bool{}
	for _, e := range entries {
		names[e.Name()] = true
	}
	var out []string
	for n := range maps.Keys(names) {
		out = append(out, n)
	}
	return out, err
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
