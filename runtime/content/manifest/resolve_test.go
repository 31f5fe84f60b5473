package manifest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// known groups manifests into choices, in the given order.
func known(all ...*Manifest) map[string][]*Manifest {
	out := map[string][]*Manifest{}
	for _, m := range all {
		out[m.ID] = append(out[m.ID], m)
	}
	return out
}

// wanting returns wants from "id" or "id range".
func wanting(t testing.TB, all ...string) (out []Requirement) {
	t.Helper()
	for _, text := range all {
		id, versions, _ := strings.Cut(text, " ")
		r, err := ParseRange(versions)
		if versions != "" && err != nil {
			t.Fatal(err)
		}
		out = append(out, Requirement{Dependency: Dependency{Pack: id, Range: r}, By: "you ask"})
	}
	return out
}

func chosen(all []*Manifest) string {
	var out []string
	for _, m := range all {
		out = append(out, m.ID+" "+m.VersionText())
	}
	return strings.Join(out, ", ")
}

func TestResolvePrefersTheBestCompatibleVersions(t *testing.T) {
	for name, c := range map[string]struct {
		wants  []string
		known  []*Manifest
		beside []*Manifest
		want   string
	}{
		"the first is liked best": {
			[]string{"a"},
			[]*Manifest{made(t, "a 1.0.0"), made(t, "a 2.0.0")},
			nil, "a 1.0.0",
		},
		"in the range": {
			[]string{"a ^1"},
			[]*Manifest{made(t, "a 2.0.0"), made(t, "a 1.5.0"), made(t, "a 1.0.0")},
			nil, "a 1.5.0",
		},
		"with what it requires": {
			[]string{"a"},
			[]*Manifest{made(t, "a 1.0.0", "requires b ^1"), made(t, "b 2.0.0"), made(t, "b 1.0.0", "requires c *"), made(t, "c 0.1.0"), made(t, "d 1.0.0")},
			nil, "a 1.0.0, b 1.0.0, c 0.1.0",
		},
		"all ranges at once": {
			[]string{"a", "b"},
			[]*Manifest{made(t, "a 1.0.0", "requires c >=1.2"), made(t, "b 1.0.0", "requires c <1.5"), made(t, "c 1.6.0"), made(t, "c 1.4.0"), made(t, "c 1.0.0")},
			nil, "a 1.0.0, b 1.0.0, c 1.4.0",
		},
		"back to an older one that asks for less": {
			[]string{"a", "b"},
			[]*Manifest{made(t, "a 2.0.0", "requires c ^2"), made(t, "a 1.0.0", "requires c ^1"), made(t, "b 1.0.0", "requires c ^1"), made(t, "c 2.0.0"), made(t, "c 1.0.0")},
			nil, "a 1.0.0, b 1.0.0, c 1.0.0",
		},
		"what is optional is not taken, and in range if it is": {
			[]string{"a", "b"},
			[]*Manifest{made(t, "a 1.0.0", "optional b ^1", "optional c ^1"), made(t, "b 2.0.0"), made(t, "b 1.0.0"), made(t, "c 1.0.0")},
			nil, "a 1.0.0, b 1.0.0",
		},
		"no conflict, said by either": {
			[]string{"a", "b", "c"},
			[]*Manifest{made(t, "a 1.0.0", "conflicts b ^2"), made(t, "b 2.0.0"), made(t, "b 1.1.0"), made(t, "c 2.0.0", "conflicts a *"), made(t, "c 1.0.0")},
			nil, "a 1.0.0, b 1.1.0, c 1.0.0",
		},
		"for this engine": {
			[]string{"a"},
			[]*Manifest{made(t, "a 2.0.0", "engine ^99"), made(t, "a 1.0.0")},
			nil, "a 1.0.0",
		},
		"what is there in any case has its say": {
			[]string{"a"},
			[]*Manifest{made(t, "a 3.0.0", "conflicts here *"), made(t, "a 2.0.0"), made(t, "a 1.0.0")},
			[]*Manifest{made(t, "here 1.0.0", "requires a ^1", "requires z *")},
			"a 1.0.0",
		},
		"a pack that requires one which requires it": {
			[]string{"a"},
			[]*Manifest{made(t, "a 1.0.0", "requires b *"), made(t, "b 2.0.0", "requires a ^2"), made(t, "b 1.0.0", "requires a ^1")},
			nil, "a 1.0.0, b 1.0.0",
		},
	} {
		got, problem := Resolve(wanting(t, c.wants...), Available{Versions: known(c.known...), Present: c.beside})
		if problem != nil {
			t.Errorf("%s: %v", name, problem)
		} else if chosen(got) != c.want {
			t.Errorf("%s: %s", name, chosen(got))
		}
	}
}

func TestResolveExplainsConflicts(t *testing.T) {
	for name, c := range map[string]struct {
		wants  []string
		known  []*Manifest
		beside []*Manifest
		says   []string
	}{
		"ranges without a version in both": {
			[]string{"a", "b"},
			[]*Manifest{made(t, "a 1.0.0", "requires c ^2"), made(t, "b 1.0.0", "requires c ^1"), made(t, "c 2.0.0"), made(t, "c 1.0.0"), made(t, "zed 1.0.0")},
			nil,
			[]string{
				"no combination of versions of a, b and c satisfies all packs",
				"you ask for a", "you ask for b", "a 1.0.0 requires c ^2", "b 1.0.0 requires c ^1", "available versions of c: 2.0.0 and 1.0.0",
			},
		},
		"a pack that is not there": {
			[]string{"a"},
			[]*Manifest{made(t, "a 1.0.0", "requires charms ^2"), made(t, "charm 1.0.0")},
			nil,
			[]string{"a 1.0.0 requires charms ^2", "unknown pack charms; did you mean charm?"},
		},
		"what is there in any case": {
			[]string{"a"},
			[]*Manifest{made(t, "a 1.0.0", "conflicts here ^1")},
			[]*Manifest{made(t, "here 1.0.0")},
			[]string{"a 1.0.0 cannot be used with here ^1"},
		},
		"another engine": {
			[]string{"a"},
			[]*Manifest{made(t, "a 1.0.0", "engine ^99")},
			nil,
			[]string{"a 1.0.0 is for version ^99 of the engine, but this is " + Engine},
		},
	} {
		_, problem := Resolve(wanting(t, c.wants...), Available{Versions: known(c.known...), Present: c.beside})
		if problem == nil {
			t.Errorf("%s: there is a choice", name)
			continue
		}
		said := []string{problem.Message.String()}
		for _, n := range problem.Notes {
			said = append(said, n.Message.String())
		}
		for _, want := range c.says {
			if !slices.Contains(said, want) {
				t.Errorf("%s: %q is not among\n%s", name, want, strings.Join(said, "\n"))
			}
		}
		if strings.Contains(strings.Join(said, "\n"), "zed") {
			t.Errorf("%s: unrelated problems are reported", name)
		}
	}
}

// holds reports whether chosen packs are compatible with one another.
func holds(wants []Requirement, all []*Manifest) bool {
	for _, w := range wants {
		if !slices.ContainsFunc(all, func(m *Manifest) bool { return m.ID == w.Pack && w.Range.Allows(m.Version) }) {
			return false
		}
	}
	return !Check(all).Failed()
}

// every iterates over all choices of at most one version of each pack.
func every(ids []string, of map[string][]*Manifest, so []*Manifest, found func([]*Manifest) bool) bool {
	if len(ids) == 0 {
		return found(so)
	}
	for _, m := range of[ids[0]] {
		if every(ids[1:], of, append(slices.Clone(so), m), found) {
			return true
		}
	}
	return every(ids[1:], of, so, found)
}

// TestResolveFindsAnExistingSolution checks that for any packs, Resolve
// finds a choice if and only if there is one; the choice is valid, and the same
// each time.
func TestResolveFindsAnExistingSolution(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		names := []string{"a", "b", "c", "d", "e"}[:rapid.IntRange(2, 5).Draw(r, "packs")]
		of := map[string][]*Manifest{}
		for _, id := range names {
			for v := range rapid.IntRange(0, 3).Draw(r, "versions") {
				var lines []string
				for range rapid.IntRange(0, 3).Draw(r, "lines") {
					other := rapid.SampledFrom(names).Draw(r, "other")
					verb := rapid.SampledFrom([]string{"requires", "requires", "optional", "conflicts"}).Draw(r, "verb")
					versions := rapid.SampledFrom([]string{"*", "^1", "^2", ">=2", "<3"}).Draw(r, "range")
					if other != id {
						lines = append(lines, verb+" "+other+" "+versions)
					}
				}
				of[id] = append(of[id], made(t, fmt.Sprintf("%s %d.0.0", id, v+1), lines...))
			}
		}
		wants := wanting(t, names[0], names[len(names)-1]+" >=2")
		there := every(names, of, nil, func(all []*Manifest) bool { return holds(wants, all) })
		got, problem := Resolve(wants, Available{Versions: of})
		switch {
		case there != (problem == nil):
			r.Fatalf("there is a choice: %v, found: %s %v", there, chosen(got), problem)
		case problem == nil && !holds(wants, got):
			r.Fatalf("%s does not hold: %v", chosen(got), Check(got))
		}
		again, _ := Resolve(wants, Available{Versions: of})
		if chosen(again) != chosen(got) {
			r.Fatalf("%s, and then %s", chosen(got), chosen(again))
		}
	})
}

// many returns 200 packs in ten versions each. Each requires five others, in
// ranges that often exclude their newest versions.
func many(t testing.TB) Available {
	random := rand.New(rand.NewPCG(1, 2))
	of := map[string][]*Manifest{}
	for i := range 200 {
		for v := 9; v >= 0; v-- {
			var lines []string
			for n := range min(i, 5) {
				lines = append(lines, fmt.Sprintf("requires p%03d >=1.%d <1.%d", (i*7+n*31)%i, random.IntN(v/2+1), v+1+random.IntN(3)))
			}
			id := fmt.Sprintf("p%03d", i)
			of[id] = append(of[id], made(t, fmt.Sprintf("%s 1.%d.0", id, v), lines...))
		}
	}
	return Available{Versions: of}
}

// BenchmarkResolve chooses among 200 packs with ranges; the promised time is
// under 100 ms.
func BenchmarkResolve(b *testing.B) {
	choices := many(b)
	var wants []Requirement
	for id := range choices.Versions {
		wants = append(wants, Requirement{Dependency: Dependency{Pack: id}, By: "you ask"})
	}
	slices.SortFunc(wants, func(a, b Requirement) int { return strings.Compare(a.Pack, b.Pack) })
	for b.Loop() {
		got, problem := Resolve(wants, choices)
		if problem != nil || len(got) != 200 {
			b.Fatal(len(got), problem)
		}
	}
	perOp := b.Elapsed().Seconds() / float64(b.N) * 1000
	b.ReportMetric(perOp, "ms")
	if perOp > 100 {
		b.Errorf("it took %.0f ms", perOp)
	}
}

// BenchmarkResolveConflict resolves 200 packs that cannot be used together.
func BenchmarkResolveConflict(b *testing.B) {
	choices := many(b)
	for id, all := range choices.Versions {
		if id > "p100" {
			for i := range all {
				all[i] = made(b, all[i].ID+" "+all[i].VersionText(), "requires p000 ^1", fmt.Sprintf("requires q%d *", i%2))
			}
		}
	}
	choices.Versions["q0"] = []*Manifest{made(b, "q0 1.0.0", "requires p000 >=1.5")}
	choices.Versions["q1"] = []*Manifest{made(b, "q1 1.0.0", "requires p000 >=1.7")}
	choices.Versions["p000"] = choices.Versions["p000"][6:]
	var wants []Requirement
	for id := range choices.Versions {
		wants = append(wants, Requirement{Dependency: Dependency{Pack: id}, By: "you ask"})
	}
	for b.Loop() {
		if _, problem := Resolve(wants, choices); problem == nil {
			b.Fatal("there is a choice")
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*1000, "ms")
}

// TestResolveMayReplaceAPresentPack checks that a pack that is present in any
// case has its own version if no other is known, and may be chosen in another
// version otherwise.
func TestResolveMayReplaceAPresentPack(t *testing.T) {
	here, a := made(t, "here 1.0.0", "requires b ^1"), made(t, "a 1.0.0", "requires here ^2")
	b1, b2, newer := made(t, "b 1.0.0"), made(t, "b 2.0.0"), made(t, "here 2.0.0", "requires b ^2")
	for _, c := range []struct {
		known []*Manifest
		want  string
	}{
		{[]*Manifest{a, b2, b1, here}, "no"},
		{[]*Manifest{a, b2, b1, here, newer}, "a 1.0.0, b 2.0.0, here 2.0.0"},
		{[]*Manifest{a, b2, b1, newer}, "a 1.0.0, b 2.0.0, here 2.0.0"},
	} {
		got, problem := Resolve(wanting(t, "a", "b"), Available{Versions: known(c.known...), Present: []*Manifest{here}})
		if text := chosen(got); problem == nil && text != c.want || problem != nil && c.want != "no" {
			t.Errorf("of %s: %s, %v", chosen(c.known), text, problem)
		}
	}
	got, problem := Resolve(wanting(t, "b"), Available{Versions: known(b2, b1, here), Present: []*Manifest{here}})
	if problem != nil || chosen(got) != "b 1.0.0" {
		t.Errorf("beside a pack that is only known as it is: %s, %v", chosen(got), problem)
	}
	for pack, want := range map[string]bool{"here": true, "b": false, "c": true, "d": true} {
		m := made(t, "a 1.0.0", "requires here ^2", "optional c *", "after d", "conflicts b *")
		if m.ComesAfter(pack) != want {
			t.Errorf("a knows %s: %v", pack, !want)
		}
	}
}
