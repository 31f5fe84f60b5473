package manifest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
)

// shown writes problems with hints, places and notes.
func shown(t *testing.T, list diag.List) string {
	t.Helper()
	var b strings.Builder
	if err := render.Write(&b, list, render.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestVersionsAreCompared checks the order of versions; invalid versions come
// first.
func TestVersionsAreCompared(t *testing.T) {
	for _, x := range []struct {
		a, b string
		want int
	}{
		{"1.0.0", "1.0.0", 0}, {"1.0.0", "1.0.1", -1}, {"2.0.0", "1.9.9", 1}, {"1.0.0-beta", "1.0.0", -1}, {"", "1.0.0", -1}, {"1.0.0", "x", 1}, {"", "1", 0},
	} {
		if got := Compare(x.a, x.b); got != x.want {
			t.Errorf("%q and %q: got %d, want %d", x.a, x.b, got, x.want)
		}
	}
	at := diag.Place{File: "content/a"}
	if got := Implicit("a", at); !reflect.DeepEqual(got, &Manifest{ID: "a", Title: "a", Place: at}) {
		t.Errorf("got %+v", got)
	}
}

// TestEngineRanges checks the versions of the engine that a pack works with; a
// pack that names none works with all, and nothing works with no version.
func TestEngineRanges(t *testing.T) {
	for version, want := range map[string]bool{"1.0.0": true, "1.9.0": true, "2.0.0": false, "x": false, "": false} {
		if got := made(t, "a 1.0.0", "engine ^1").FitsEngine(version); got != want {
			t.Errorf("%q fits: %v", version, got)
		}
		if got := made(t, "a 1.0.0").FitsEngine(version); got != (version > "0" && version < "3") {
			t.Errorf("%q fits a pack for all: %v", version, got)
		}
	}
}

// TestConflictExplanations checks the whole explanation of why no versions are
// compatible: the requests, the requirements of each version, the available
// versions, and the suggestions.
func TestConflictExplanations(t *testing.T) {
	for want, x := range map[string]struct {
		wants   []Requirement
		choices Available
	}{
		`error: no combination of versions of a satisfies all packs [pack/unresolved]
  hint: install other versions, or leave one of the packs out
  note: you ask for a ^1.0
  note: a 1.0.0 cannot be used with old (a:3)
  note: old 1.0.0 cannot be used with a <2 (old:2)
  note: available versions of a: 1.0.0
`: {wanting(t, "a ^1.0", "b"), Available{
			Versions: known(made(t, "a 1.0.0", "requires c >=2.0.0", "conflicts old"), made(t, "b 1.0.0")),
			Present:  []*Manifest{made(t, "old 1.0.0", "conflicts a <2"), made(t, "older 1.0.0")},
		}},
		`error: no combination of versions of a and c satisfies all packs [pack/unresolved]
  hint: install other versions, or leave one of the packs out
  note: you ask for a
  note: a 1.0.0 requires c >=2.0.0 (a:2)
  note: available versions of a: 1.0.0
  note: available versions of c: 1.0.0 and no version
`: {wanting(t, "a"), Available{Versions: known(made(t, "a 1.0.0", "requires c >=2.0.0", "optional b ^2"), made(t, "b 1.0.0"), made(t, "c 1.0.0", "requires other"), made(t, "c"))}},
		`error: no combination of versions of a and b satisfies all packs [pack/unresolved]
  hint: install other versions, or leave one of the packs out
  note: you ask for a
  note: the lock takes b only as 1.0.0 (sleight.lock)
  note: a 1.0.0 requires b (a:2)
  note: a 1.0.0 works only with b ^2 (a:3)
  note: b 2.0.0 is for version >=9.0.0 of the engine, but this is ` + Engine + ` (b:1)
  note: b 2.0.0 requires a ^1.0.0 (b:3)
  note: available versions of a: 1.0.0
  note: available versions of b: 2.0.0
`: {append(wanting(t, "a"), Requirement{Dependency: Dependency{Pack: "b", Range: ranged(t, "1.0.0"), Place: diag.Place{File: "sleight.lock"}}, By: "the lock", Optional: true}), Available{
			Versions: known(made(t, "a 1.0.0", "requires b", "optional b ^2"), made(t, "b 2.0.0", "engine >=9.0.0", "requires a ^1.0.0")),
		}},
		`error: no combination of versions of hat satisfies all packs [pack/unresolved]
  hint: install other versions, or leave one of the packs out
  note: you ask for hat
  note: unknown pack hat; did you mean hut?
`: {wanting(t, "hat", "hut"), Available{Versions: known(made(t, "hut 1.0.0", "requires a ^9"), made(t, "a 9.0.0"))}},
	} {
		_, fault := Resolve(x.wants, x.choices)
		if fault == nil {
			t.Errorf("they go together, but should not: %s", want)
			continue
		}
		if diff := cmp.Diff(want, shown(t, diag.List{*fault})); diff != "" {
			t.Error(diff)
		}
	}
}

func ranged(t *testing.T, text string) Range {
	t.Helper()
	r, err := ParseRange(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestConflictExplanationsAreTruncated checks that 20 reasons are given, and the number of the
// others.
func TestConflictExplanationsAreTruncated(t *testing.T) {
	for asked, want := range map[int]string{19: "unknown pack none", 20: "and 1 more", 25: "and 6 more"} {
		_, fault := Resolve(wanting(t, strings.Split(strings.Repeat("none,", asked-1)+"none", ",")...), Available{})
		if fault == nil {
			t.Fatal("it is there")
		}
		if last := fault.Notes[len(fault.Notes)-1].Message.String(); last != want || len(fault.Notes) != min(asked+1, 21) {
			t.Errorf("of %d: %d notes, the last is %q", asked, len(fault.Notes), last)
		}
	}
}

// TestCheckReports checks all reports about incompatible packs.
func TestCheckReports(t *testing.T) {
	all := []*Manifest{
		made(t, "lib 1.0.0", "requires c ^1"), made(t, "a 1.0.0", "requires b ^2.0", "requires lbi", "requires nothing ^1.0", "optional c ^3", "conflicts b", "conflicts a", "optional d", "conflicts c >5", "optional none"),
		made(t, "b 1.0.0"), made(t, "c"), made(t, "d 1.0.0"),
	}
	want := `a:2: error: a requires b ^2.0, but found 1.0.0 [pack/missing]
  hint: use another version of b, or of a
  note: b is here (b:1)

a:3: error: a requires the pack lbi, which is not available [pack/missing]
  hint: did you mean "lib"?

a:4: error: a requires the pack nothing, which is not available [pack/missing]
  hint: install nothing ^1.0, or leave a out

a:5: error: a works with c ^3, but found no version [pack/missing]
  hint: give c a manifest with a version, content/c/pack.yaml
  note: c is here (c:1)

a:6: error: a cannot be used together with b 1.0.0 [pack/conflict]
  hint: leave one of them out
  note: b is here (b:1)

lib:2: error: lib requires c ^1, but found no version [pack/missing]
  hint: give c a manifest with a version, content/c/pack.yaml
  note: c is here (c:1)
`
	if diff := cmp.Diff(want, shown(t, Check(all))); diff != "" {
		t.Error(diff)
	}
}

// TestCyclesAreNamedFromTheFirst checks that the cycle among packs is found if
// others wait for it, and begins with the first by name.
func TestCyclesAreNamedFromTheFirst(t *testing.T) {
	for want, all := range map[string][]*Manifest{
		"b c d": {made(t, "a 1.0.0", "requires d"), made(t, "d 1.0.0", "after b"), made(t, "c 1.0.0", "requires none", "after c", "requires d", "requires z"), made(t, "b 1.0.0", "after c"), made(t, "z 1.0.0")},
		"a c":   {made(t, "a 1.0.0", "after c"), made(t, "b 1.0.0", "after d"), made(t, "c 1.0.0", "after a"), made(t, "d 1.0.0", "after b")},
		"m n":   {made(t, "m 1.0.0", "requires m", "after n"), made(t, "n 1.0.0", "requires m")},
		"x y":   {made(t, "y 1.0.0", "requires x"), made(t, "x 1.0.0", "requires y")},
		"":      {},
	} {
		byID := map[string]*Manifest{}
		for _, m := range all {
			byID[m.ID] = m
		}
		if got := ids(cycle(all, byID)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestACycleIsReportedInFull checks the problem for packs that wait for each
// other: the whole way around, with the line on which each waits.
func TestACycleIsReportedInFull(t *testing.T) {
	a, b, c := made(t, "a 1.0.0", "after x", "after c"), made(t, "b 1.0.0", "requires a"), made(t, "c 1.0.0", "optional b")
	want := `a:3: error: the order of these packs is a cycle: a → c → b → a [pack/cycle]
  hint: remove one of the lines
  note: c comes after b here (c:2)
  note: b comes after a here (b:2)
`
	if diff := cmp.Diff(want, shown(t, diag.List{cycleProblem([]*Manifest{a, c, b})})); diff != "" {
		t.Error(diff)
	}
}
