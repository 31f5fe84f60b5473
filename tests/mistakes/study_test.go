package mistakes

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/diag"
	"sleight/runtime/diag/fix"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/behaviour"
	"sleight/runtime/packs/quarantine"
	"sleight/runtime/sim/fuzz"
	"sleight/tests/golden"
)

var (
	draws = flag.Int("draws", 0, "the mistakes of the study to make, and to play; 0 means a few hundred that are only checked, or thousands when SLEIGHT_NIGHTLY is set")
	seed  = flag.String("seed", "", "what decides which mistakes are drawn; empty means the hash of the commit")
	only  = flag.String("only", "", "draw only from operators whose name contains this")
)

// family is a group of operators.
type family struct {
	name      string
	operators []operator
}

var families = []family{
	{"YAML syntax", yamlForms},
	{"YAML words and values", yamlWords},
	{"Lua syntax", luaForms},
	{"Lua names and texts", luaWords},
	{"use of values in Lua", luaUses},
	{"habits of other languages", foreign},
	{"changes that no check was written for", unasked},
	{meaningFamily, meanings},
}

// meaningFamily is counted separately: the result of its mistakes is content that
// could be intended.
const meaningFamily = "another meaning"

// verdict is the result of one mistake.
type verdict struct {
	family, operator string
	quiet            bool
	what             string
	place            diag.Place
	by               finder
	line, remedy     bool
	fixed, clean     bool // a fix changed something, and left nothing to report
	findings         int
	problems         diag.List
}

// finder is the check that finds a mistake first.
type finder int

const (
	byYAML finder = iota // form, schema and references
	byScript
	byLint
	byPlay
	byTest
	byNothing
	equivalent
	unknown // found by no check, and not played
	finders
)

// floors are the shares, in percent, that a run must reach. They are some
// points below those of the published study, so that no draw of a few hundred
// mistakes misses them by chance.
const (
	minFound  = 84
	minLine   = 90
	minRemedy = 80
	maxEach   = 1.6 // findings for a mistake
)

// TestStudy makes random mistakes; each commit draws others. The few hundred of
// a normal run are only checked; the thousands of a nightly run are also
// played, to separate undetected mistakes that change something from those that
// do not.
func TestStudy(t *testing.T) {
	s := newStudy(t)
	n := *draws
	if n == 0 {
		n = map[bool]int{true: 4000, false: 300}[s.plays]
	}
	var all []verdict
	for range n {
		all = append(all, s.draw())
	}
	fixed, clean := 0, 0
	for _, v := range all {
		fixed, clean = fixed+count(v.fixed), clean+count(v.clean)
	}
	if s.spread > 1 {
		t.Errorf("--fix spread %d misspelt declarations to their uses", s.spread)
	}
	t.Logf("seed %s\n%s%d mistakes were changed by --fix, after which nothing was found in %d; %d misspelt declarations were spread", s.seed, summary(all), fixed, clean, s.spread)
	k := tallyOf(all, func(v verdict) bool { return v.family != meaningFamily })
	if k.static*100 < k.made()*minFound || k.line*100 < k.static*minLine || k.remedy*100 < k.loud*minRemedy || float64(k.findings) > maxEach*float64(k.static) {
		t.Errorf("of %d mistakes %d were found, %d on their line, %d of %d with the right remedy, by %d findings", k.made(), k.static, k.line, k.remedy, k.loud, k.findings)
	}
	if golden.Updating() && *draws > 0 {
		writePage(t, s, all)
	}
	for _, v := range all {
		if v.by == unknown || v.by == byNothing || v.by == byPlay || v.by == byTest || v.by < byPlay && (!v.line || !v.remedy && !v.quiet || v.findings > 1) {
			t.Logf("%s", v)
		}
	}
}

// study draws mistakes.
type study struct {
	t      *testing.T
	seed   string
	r      *rand.Rand
	plays  bool
	packs  []*writing
	edits  map[string][]placed // by operator
	spread int                 // misspelt declarations that --fix spread to their uses
}

type placed struct {
	edit
	w *writing
}

func newStudy(t *testing.T) *study {
	s := &study{t: t, seed: seedOf(), plays: golden.Updating() && *draws > 0 || os.Getenv("SLEIGHT_NIGHTLY") != "", edits: map[string][]placed{}}
	h := fnv.New64a()
	h.Write([]byte(s.seed))
	s.r = rand.New(rand.NewPCG(h.Sum64(), 1))
	for _, name := range packs {
		s.packs = append(s.packs, writings(newGarden(t, name))...)
	}
	for _, f := range families {
		for _, op := range f.operators {
			if !strings.Contains(op.name, *only) {
				continue
			}
			for _, w := range s.packs {
				for _, e := range op.edits(w) {
					s.edits[f.name+op.name] = append(s.edits[f.name+op.name], placed{e, w})
				}
			}
			if len(s.edits[f.name+op.name]) == 0 {
				t.Errorf("%s, %s: it cannot be made anywhere", f.name, op.name)
			}
		}
	}
	return s
}

// seedOf returns the seed given, or the hash of the commit.
func seedOf() string {
	if *seed != "" {
		return *seed
	}
	out, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return "no commit"
	}
	return strings.TrimSpace(string(out))
}

// draw makes one mistake and judges it.
func (s *study) draw() verdict {
	for {
		f := families[s.r.IntN(len(families))]
		op := f.operators[s.r.IntN(len(f.operators))]
		sites := s.edits[f.name+op.name]
		if len(sites) == 0 {
			continue
		}
		e := sites[s.r.IntN(len(sites))]
		text, replacement, ok := e.apply(e.w.text, s.r)
		if !ok {
			continue
		}
		v := verdict{family: f.name, operator: op.name, quiet: op.quiet}
		first := line(e.w.text, e.from)
		v.place = diag.Place{File: e.w.path, Line: first}
		v.what = fmt.Sprintf("%q → %q in %s", cut(e.w.text[e.from:e.to]), cut(replacement), strings.TrimSpace(e.w.lines[first-1].text))
		s.judge(&v, e, text, replacement)
		return v
	}
}

func cut(text string) string {
	if len(text) > 60 {
		return text[:30] + "…" + text[len(text)-30:]
	}
	return text
}

// judge determines which check finds a mistake.
func (s *study) judge(v *verdict, e placed, text, replacement string) {
	g := e.w.garden
	g.fs[e.w.path] = &fstest.MapFile{Data: []byte(text)}
	built, problems := g.check()
	source := g.loader.Source
	defer func() { g.fs[e.w.path] = &fstest.MapFile{Data: []byte(e.w.text)} }()
	v.problems, v.findings = problems, len(problems)
	if len(problems) > 0 {
		v.by = foundBy(problems)
		texts, _ := fix.Apply(problems, source)
		restored := string(texts[e.w.path]) == e.w.text
		last := line(text, e.from+len(replacement))
		for _, p := range problems {
			v.line = v.line || e.isAt(p, line(text, e.from), last)
			v.remedy = v.remedy || restored || e.names(p)
		}
		v.fixed, v.clean = s.mend(v, e, text, problems)
		return
	}
	if built == nil {
		s.t.Errorf("%s: no content, and no problem", v)
		return
	}
	if v.by = unknown; !s.plays {
		return
	}
	ctx := context.Background()
	r, err := behaviour.Compare(ctx, g.sound, built, behaviour.Options{Packs: []string{g.pack}, Games: 5, MaxCommands: 200})
	if err != nil {
		s.t.Fatal(err)
	}
	failed := slices.ContainsFunc(r.Changed, func(c behaviour.Test) bool { return c.What == "fails" })
	if !failed {
		failed = len(contenttest.Failures(contenttest.Run(ctx, built, contenttest.Options{}))) > 0
	}
	switch v.problems = fuzz.Run(ctx, built, fuzz.Options{Seed: 1, Games: 20}); {
	case len(v.problems) > 0:
		v.by = byPlay
		last := line(text, e.from+len(replacement))
		for _, p := range v.problems {
			v.line = v.line || e.isAt(p, line(text, e.from), last)
		}
	case failed:
		v.by = byTest
	case r.Shortest != nil || r.Differs() && !sameTests(g.catalog, built.Catalog):
		v.by = byNothing
	default:
		v.by = equivalent
	}
}

func foundBy(problems diag.List) finder {
	switch {
	case slices.ContainsFunc(problems, func(p diag.Diagnostic) bool { return p.Severity == diag.Error && !strings.HasPrefix(p.Code, "script/") }):
		return byYAML
	case problems.Failed():
		return byScript
	default:
		return byLint
	}
}

// check builds and checks the pack, as sleight validate does.
func (g *garden) check() (*rules.Content, diag.List) {
	catalog, problems := g.loader.Load()
	if catalog == nil {
		problems = append(problems, quarantine.Partial(g.loader, g.sound)...)
	} else {
		built, more := rules.Build(catalog, g.sound)
		problems = append(problems, more...)
		if built != nil {
			problems = append(problems, g.linter.Run(built, g.loader.Source)...)
			problems = append(problems, contenttest.CheckNames(built)...)
			return built, counted(problems)
		}
	}
	return nil, counted(problems)
}

func counted(problems diag.List) diag.List {
	problems.Sort()
	return slices.DeleteFunc(problems, func(d diag.Diagnostic) bool { return d.Severity == diag.Notice })
}

// isAt reports whether a problem is at the mistake: in the changed lines, or
// next to them if something is missing there; at the head of the block that
// contains them; or where a removed name is used.
func (e placed) isAt(p diag.Diagnostic, first, last int) bool {
	places := []diag.Place{p.Place}
	for _, n := range p.Notes {
		places = append(places, n.Place)
	}
	gone := e.to-e.from > e.gained()
	for _, at := range places {
		if at.File != e.w.path {
			continue
		}
		if at.Line >= first && at.Line <= last {
			return true
		}
		if gone && (at.Line == first-1 || at.Line == e.head(first)) {
			return true
		}
	}
	if gone && e.text == "" {
		for _, word := range strings.FieldsFunc(e.w.text[e.from:e.to], func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
			if len(word) > 2 && strings.Contains(p.Message.String(), `"`+word+`"`) {
				return true
			}
		}
	}
	return false
}

func (e placed) gained() int {
	if e.random != nil {
		return e.to - e.from
	}
	return len(e.text)
}

// head returns the first line of the block around a line.
func (e placed) head(n int) int {
	own := e.w.lines[min(n, len(e.w.lines))-1]
	for i := n - 2; i >= 0; i-- {
		if l := e.w.lines[i]; !l.blank && l.text != "" && (l.indent < own.indent || l.indent == own.indent && strings.HasPrefix(strings.TrimSpace(own.text), "end")) {
			return i + 1
		}
	}
	return 1
}

// names reports whether a problem names the remedy.
func (e placed) names(p diag.Diagnostic) bool {
	says := p.Message.String() + "\n" + p.Hint.String()
	for _, n := range p.Notes {
		says += "\n" + n.Message.String()
	}
	return slices.ContainsFunc(e.remedy, func(word string) bool { return strings.Contains(says, word) })
}

func (v verdict) String() string {
	sort := []string{"YAML", "script", "lint", "play", "tests", "NOTHING", "equivalent", "not found"}[v.by]
	text := fmt.Sprintf("[%s] %s: %s: %s\n", sort, v.operator, v.place, v.what)
	if v.by < byPlay {
		text = fmt.Sprintf("[%s line=%v remedy=%v n=%d] %s: %s: %s\n", sort, v.line, v.remedy || v.quiet, v.findings, v.operator, v.place, v.what)
	}
	for _, p := range v.problems {
		text += fmt.Sprintf("\t%s %s: %s (%s)\n", p.Place, p.Code, p.Message, p.Hint)
	}
	return text
}
