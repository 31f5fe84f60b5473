package repl

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/quarantine"
	"sleight/runtime/reload"
)

// Outcome is the result of rebuilding the content after a save on disk.
type Outcome = reload.Outcome[*rules.Content]

// Poll handles edits that were saved since the last line, and reports whether
// there were any.
func (r *REPL) Poll() (handled bool) {
	for {
		select {
		case o, ok := <-r.Outcomes:
			if !ok {
				r.Outcomes = nil
				return handled
			}
			r.HandleOutcome(o)
			handled = true
		default:
			return handled
		}
	}
}

// HandleOutcome handles one outcome, between two commands: it switches the
// running game to valid content and prints the changes, or prints the problems
// while the game continues with the last valid content.
func (r *REPL) HandleOutcome(o Outcome) {
	fresh := newProblems(o.Diagnostics, r.problems)
	r.problems = o.Diagnostics
	if !o.Published {
		r.broken = true
		r.showList(fresh)
		r.print("%s\n", r.red("The game continues with the last good content."))
		return
	}
	r.broken = false
	before := r.content
	r.content = o.Value
	if o.Fixed {
		r.print("%s\n", r.green("The content has no errors again."))
	}
	changed := def.Diff(before.Catalog, o.Value.Catalog)
	r.showReload(before, changed, fresh, o)
	r.showList(fresh)
	notes := r.session.Swap(o.Value)
	r.Target.Play(r.session, nil)
	r.followBreaks()
	r.openTranslator()
	if len(notes) > 0 {
		r.showList(notes)
		if notes.Failed() {
			r.print("The game continues with its old content; new starts a game with the new content.\n")
		}
	}
	if chosen := contenttest.Changed(before, o.Value, o.Files); chosen != nil {
		r.tests(chosen)
	}
	r.showViews()
	r.showWatches()
}

// newProblems returns the problems of a list without warnings that were shown before.
func newProblems(list, previous diag.List) (out diag.List) {
	for _, d := range list {
		same := func(o diag.Diagnostic) bool {
			return o.Code == d.Code && o.Message.Equal(d.Message) && o.Place.File == d.Place.File
		}
		if d.Severity == diag.Error || !slices.ContainsFunc(previous, same) {
			out = append(out, d)
		}
	}
	return out
}

// maxShown is how many differences of one reload are listed.
const maxShown = 12

// showReload lists what has changed since the content before. A pack that has come
// or gone is one line. fresh are the problems that were not known before.
func (r *REPL) showReload(before *rules.Content, changed []def.Difference, fresh diag.List, o Outcome) {
	took := fmt.Sprintf(" (%d ms)", o.Took.Milliseconds())
	gone := "gone"
	if quarantine.Excludes(fresh, nil) {
		gone = "left out"
	}
	var lines []string
	for _, d := range changed {
		pack := d.Definition().Pack
		_, was := before.Catalog.Pack(pack)
		if _, is := o.Value.Catalog.Pack(pack); was != is {
			line := "pack " + pack + ": " + gone
			if is {
				line = "pack " + pack + ": new"
			}
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
			continue
		}
		what := strings.Join(d.Fields, ", ")
		switch {
		case d.New == nil:
			what = "gone"
		case d.Old == nil:
			what = "new"
		}
		lines = append(lines, d.Definition().Key()+": "+what)
	}
	for _, file := range o.Files {
		if path.Ext(file) == ".lua" && !contenttest.IsScript(r.content, changed, file) {
			lines = append(lines, file)
		}
	}
	if len(lines) == 0 {
		r.print("reloaded: nothing that matters has changed%s\n", took)
		return
	}
	if n := len(lines) - maxShown; n > 0 {
		lines = append(lines[:maxShown], fmt.Sprintf("and %d more", n))
	}
	for i, l := range lines {
		if i == 0 {
			l += took
		}
		r.print("%s %s\n", r.green("reloaded:"), l)
	}
}

// tests runs the tests of the definitions that the filter accepts, prints the
// failures with their places, and reports whether there are any tests.
func (r *REPL) tests(filter func(*def.Definition) bool) (found bool) {
	results := contenttest.Run(context.Background(), r.content, contenttest.Options{Filter: filter})
	failures := contenttest.Failures(results)
	if len(results) == 0 {
		return false
	}
	owners := map[string]bool{}
	for _, t := range results {
		owners[t.Definition.Key()] = true
	}
	of := ""
	if len(owners) == 1 {
		of = " of " + results[0].Definition.Key()
	}
	r.recordFailures(results)
	r.showList(slices.Concat(failures, contenttest.Warnings(results)))
	if n := contenttest.Failed(results); n > 0 {
		r.print("%s\n", r.red(fmt.Sprintf("%d of %s%s failed", n, Counted(len(results), "test"), of)))
		return true
	}
	verb := "pass"
	if len(results) == 1 {
		verb = "passes"
	}
	r.print("%s\n", r.green(fmt.Sprintf("%s%s %s", Counted(len(results), "test"), of, verb)))
	return true
}

// recordFailures records which definitions' tests failed in the last run.
func (r *REPL) recordFailures(results []contenttest.Result) {
	for _, t := range results {
		delete(r.failing, t.Definition.Pack+":"+t.Definition.Key())
	}
	for _, t := range results {
		if t.Problem != nil {
			key := t.Definition.Pack + ":" + t.Definition.Key()
			r.failing[key] = append(r.failing[key], *t.Problem)
		}
	}
}

// Counted formats a count with its noun: "1 test", "2 tests".
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

func (r *REPL) reload(string) {
	if r.Rebuild == nil {
		r.refuse("This content cannot change.")
		return
	}
	r.HandleOutcome(r.Rebuild())
}

// waitReload waits until a saved file has been handled. It is for scripts, which
// cannot see when an edit is noticed.
func (r *REPL) waitReload(args string) {
	word, rest, _ := strings.Cut(args, " ")
	seconds := 5.0
	if rest = strings.TrimSpace(rest); rest != "" {
		var err error
		if seconds, err = strconv.ParseFloat(rest, 64); err != nil || seconds < 0 || seconds > 3600 {
			word = ""
		}
	}
	if word != "reload" {
		r.refuse("Say wait reload, or wait reload SECONDS.")
		return
	}
	if r.Outcomes == nil {
		r.refuse("No files are watched.")
		return
	}
	if r.polled {
		return // it was handled before this line
	}
	timer := time.NewTimer(time.Duration(seconds * float64(time.Second)))
	defer timer.Stop()
	select {
	case o, ok := <-r.Outcomes:
		if ok {
			r.HandleOutcome(o)
		}
	case <-timer.C:
		r.refuse("Nothing was saved within %s seconds.", strconv.FormatFloat(seconds, 'f', -1, 64))
	}
}

func (r *REPL) test(filter string) {
	if filter == "" {
		if !r.tests(nil) {
			r.print("There are no tests.\n")
		}
		return
	}
	matches := contenttest.Matching(filter)
	if !slices.ContainsFunc(r.content.Catalog.All(), matches) {
		var known []string
		for _, d := range r.content.Catalog.All() {
			known = append(known, d.ID, d.Key())
		}
		r.unknownName("definition", filter, known)
		return
	}
	if !r.tests(matches) {
		r.print("There are no tests of %s.\n", filter)
	}
}

// showProblems shows the problems found when the content was last read.
func (r *REPL) showProblems(string) {
	all := slices.Clone(r.problems)
	for _, d := range r.content.Catalog.All() {
		all = append(all, r.failing[d.Pack+":"+d.Key()]...)
	}
	if len(all) == 0 {
		r.print("The content has no problems.\n")
		return
	}
	r.showList(all)
	r.print("%s\n", render.Summary(all))
	if r.broken {
		r.print("The game continues with the last good content.\n")
	}
}
