package mistakes

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing/fstest"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/diag/fix"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/syntax"
	"sleight/runtime/packs/behaviour"
)

// fixRounds is the maximum number of times that fixes are applied; sleight
// validate --fix allows more.
const fixRounds = 8

// mend applies the fixes for a mistake until none are left, as sleight validate
// --fix does. It returns whether a fix changed anything, and whether no problem is
// left. It fails the test if the fixes never end, lose a comment, cause a new
// problem, or leave content without problems that plays differently than before
// the mistake. It counts misspelt declarations that were spread to their uses.
func (s *study) mend(v *verdict, e placed, text string, problems diag.List) (changed, clean bool) {
	g := e.w.garden
	before, wrong := problems, map[string]string{}
	built := (*rules.Content)(nil)
	defer func() {
		for path := range wrong {
			g.fs[path] = &fstest.MapFile{Data: []byte(g.files[path])}
		}
	}()
	for round := 0; ; round++ {
		texts, n := fix.Apply(fix.Safe(problems, g.loader.Files(), g.loader.Source), g.loader.Source)
		if n == 0 {
			break
		}
		if round == fixRounds {
			s.wrongFix(v, problems, "fixes go on after %d rounds", fixRounds)
			return true, false
		}
		for path, text := range texts {
			if _, again := wrong[path]; !again {
				wrong[path] = string(g.fs[path].Data)
			}
			g.fs[path] = &fstest.MapFile{Data: text}
		}
		built, problems = g.check()
	}
	if len(wrong) == 0 {
		return false, false
	}
	for path, before := range wrong {
		if lost := lostComments(before, string(g.fs[path].Data)); len(lost) > 0 {
			s.wrongFix(v, problems, "the comments %q of %s are lost", lost, path)
		}
	}
	for _, p := range problems {
		if !slices.ContainsFunc(before, func(old diag.Diagnostic) bool {
			return old.Code == p.Code && old.Message.String() == p.Message.String()
		}) && !hides(before) {
			s.wrongFix(v, problems, "a fix causes: %s %s: %s", p.Place, p.Code, p.Message)
		}
	}
	if len(problems) == 0 && !g.isAsShipped(wrong, built) {
		r, err := behaviour.Compare(context.Background(), g.sound, built, behaviour.Options{Packs: []string{g.pack}, Games: 5, MaxCommands: 200})
		if err != nil {
			s.t.Fatal(err)
		}
		switch {
		case !r.Differs():
		case e.w.mistaken(text) != "" && strings.Contains(string(g.fs[e.w.path].Data), e.w.mistaken(text)):
			s.spread++ // a misspelt declaration whose uses were changed instead
			s.t.Logf("--fix spreads: %s: %s: %s: %s", v.operator, v.place, v.what, fixedLines(g, wrong))
		default:
			s.wrongFix(v, before, "the fixed content has no problem and plays otherwise than before the mistake: %s", fixedLines(g, wrong))
		}
	}
	return true, len(problems) == 0
}

// mistaken returns the first line of a text that is not in the shipped file.
func (w *writing) mistaken(text string) string {
	for line := range strings.Lines(text) {
		if !strings.Contains(w.text, line) {
			return line
		}
	}
	return ""
}

// wrongFix fails the test.
func (s *study) wrongFix(v *verdict, problems diag.List, format string, args ...any) {
	s.t.Errorf("--fix: %s: %s: %s\n%s%v", v.operator, v.place, v.what, fmt.Sprintf(format, args...), problems)
}

// hides reports whether a list has a problem that keeps others from being found:
// text that cannot be read, or an error, after which nothing is linted.
func hides(list diag.List) bool { return list.Failed() }

// isAsShipped reports whether files have the same Lua tokens and YAML values as
// shipped.
func (g *garden) isAsShipped(paths map[string]string, built *rules.Content) bool {
	same := true
	for path := range paths {
		now := string(g.fs[path].Data)
		if now == g.files[path] {
			continue
		}
		if strings.HasSuffix(path, ".lua") {
			same = same && slices.EqualFunc(syntax.Tokens(now), syntax.Tokens(g.files[path]), func(a, b syntax.Token) bool { return a.Text == b.Text })
		} else {
			same = same && len(def.Diff(g.catalog, built.Catalog)) == 0
		}
	}
	return same
}

// lostComments lists the comment lines of a text that are not in another one.
func lostComments(text, other string) (lost []string) {
	kept := map[string]int{}
	for line := range strings.Lines(other) {
		kept[commentOf(line)]++
	}
	for line := range strings.Lines(text) {
		if c := commentOf(line); c != "" {
			if kept[c]--; kept[c] < 0 {
				lost = append(lost, c)
			}
		}
	}
	return lost
}

// commentOf returns the text of a line that is only a comment.
func commentOf(line string) string {
	line = strings.TrimSpace(line)
	for _, mark := range []string{"#", "--", "//"} {
		if rest, ok := strings.CutPrefix(line, mark); ok && line != "---" {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// fixedLines lists the lines of fixed files that differ from those shipped.
func fixedLines(g *garden, paths map[string]string) (out []string) {
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		shipped := strings.Split(g.files[path], "\n")
		for i, line := range strings.Split(string(g.fs[path].Data), "\n") {
			if i >= len(shipped) || line != shipped[i] {
				out = append(out, fmt.Sprintf("%s:%d: %s", path, i+1, strings.TrimSpace(line)))
			}
		}
	}
	return out
}
