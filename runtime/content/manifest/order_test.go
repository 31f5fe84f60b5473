package manifest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
)

// made returns a manifest from "id version" and lines such as "requires a
// ^1.0".
func made(t testing.TB, title string, lines ...string) *Manifest {
	t.Helper()
	id, version, _ := strings.Cut(title, " ")
	m := &Manifest{ID: id, Place: diag.Place{File: id, Line: 1}}
	if version != "" {
		v, err := ParseVersion(version)
		if err != nil {
			t.Fatal(err)
		}
		m.Version = v
	}
	for i, line := range lines {
		words := strings.SplitN(line, " ", 3)
		r, err := ParseRange(strings.Join(words[2:], ""))
		if len(words) == 3 && err != nil {
			t.Fatal(err)
		}
		need := Dependency{words[1], r, diag.Place{File: id, Line: i + 2}}
		switch words[0] {
		case "requires":
			m.Requires = append(m.Requires, need)
		case "optional":
			m.Optional = append(m.Optional, need)
		case "conflicts":
			m.Conflicts = append(m.Conflicts, need)
		case "after":
			m.After = append(m.After, LocatedName{words[1], need.Place})
		case "engine":
			if m.Engine, err = ParseRange(words[1]); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("%q", line)
		}
	}
	return m
}

func ids(all []*Manifest) string {
	var out []string
	for _, m := range all {
		out = append(out, m.ID)
	}
	return strings.Join(out, " ")
}

func TestOrderIsByRequirementsThenAfterThenID(t *testing.T) {
	for _, c := range []struct {
		name, want string
		all        []*Manifest
	}{
		{"ids", "a b c", []*Manifest{made(t, "c 1.0.0"), made(t, "a"), made(t, "b 0.0.1")}},
		{"requires", "b c a", []*Manifest{made(t, "a 1.0.0", "requires c ^1"), made(t, "b 1.0.0"), made(t, "c 1.2.0", "requires b *")}},
		{"optional", "b a", []*Manifest{made(t, "a 1.0.0", "optional b ~1.0", "optional gone ^9"), made(t, "b 1.0.0")}},
		{"after", "z a", []*Manifest{made(t, "a 1.0.0", "after z", "after gone"), made(t, "z")}},
		{"after itself", "a b", []*Manifest{made(t, "a 1.0.0", "after a"), made(t, "b", "after b", "after a")}},
		{"said twice", "b z a", []*Manifest{made(t, "a 1.0.0", "after z", "requires z *"), made(t, "z"), made(t, "b")}},
	} {
		for seed := range uint64(20) {
			all := slices.Clone(c.all)
			rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
			got, problems := Order(all)
			if ids(got) != c.want || len(problems) > 0 {
				t.Fatalf("%s: %s, want %s: %v", c.name, ids(got), c.want, problems)
			}
		}
	}
}

func TestOrderExplainsConflicts(t *testing.T) {
	for _, c := range []struct {
		name, want string
		all        []*Manifest
	}{
		{"missing", `a:2: error: a requires the pack b, which is not available [pack/missing]; install b ^1, or leave a out`, []*Manifest{made(t, "a 1.0.0", "requires b ^1")}},
		{"misspelt", `a:2: error: a requires the pack manipulaton, which is not available [pack/missing]; did you mean "manipulation"?`, []*Manifest{made(t, "a 1.0.0", "requires manipulaton ^1"), made(t, "manipulation 1.0.0")}},
		{"too old", `a:2: error: a requires b ^2, but found 1.9.0 [pack/missing]; use another version of b, or of a`, []*Manifest{made(t, "a 1.0.0", "requires b ^2"), made(t, "b 1.9.0")}},
		{"no version", `a:2: error: a requires b ^2, but found no version [pack/missing]; give b a manifest with a version, content/b/pack.yaml`, []*Manifest{made(t, "a 1.0.0", "requires b ^2"), made(t, "b")}},
		{"before release", `a:2: error: a requires b >=1, but found 1.0.0-beta [pack/missing]; use another version of b, or of a`, []*Manifest{made(t, "a 1.0.0", "requires b >=1"), made(t, "b 1.0.0-beta")}},
		{"optional", `a:2: error: a works with b ^2, but found 3.0.0 [pack/missing]; use another version of b, or of a`, []*Manifest{made(t, "a 1.0.0", "optional b ^2"), made(t, "b 3.0.0")}},
		{"conflict", `a:2: error: a cannot be used together with b 1.4.0 [pack/conflict]; leave one of them out`, []*Manifest{made(t, "a 1.0.0", "conflicts b <2"), made(t, "b 1.4.0")}},
		{"no conflict", ``, []*Manifest{made(t, "a 1.0.0", "conflicts b <2"), made(t, "b 2.0.0")}},
		{"engine", `a:1: error: a is for version ^9 of the engine, but this is 1.0.0 [pack/engine]; use another version of the pack, or of Sleight`, []*Manifest{made(t, "a 1.0.0", "engine ^9")}},
		{"circle", `b:2: error: the order of these packs is a cycle: b → d → c → b [pack/cycle]; remove one of the lines`, []*Manifest{made(t, "a 1.0.0", "requires b *"), made(t, "b 1.0.0", "after d"), made(t, "c 1.0.0", "requires b ^1"), made(t, "d 1.0.0", "optional c ^1")}},
	} {
		got, problems := Order(c.all)
		if problems.Error() != c.want || len(got) != len(c.all) {
			t.Errorf("%s: got %s\n%v\nwant %s", c.name, ids(got), problems.Error(), c.want)
		}
	}
}

// TestOrderOfCycles checks the order of packs that wait for one another, and that
// of the problems: neither depends on that of the packs.
func TestOrderOfCycles(t *testing.T) {
	all := []*Manifest{
		made(t, "a 1.0.0", "requires b *"), made(t, "b 1.0.0", "after c"), made(t, "c 1.0.0", "requires d ^1"), made(t, "d 1.0.0", "optional b ^1"),
		made(t, "e 1.0.0", "requires c *"), made(t, "f 1.0.0", "requires none *"), made(t, "g 1.0.0", "conflicts a *"),
	}
	want := `b:2: error: the order of these packs is a cycle: b → c → d → b [pack/cycle]; remove one of the lines
f:2: error: f requires the pack none, which is not available [pack/missing]; install none *, or leave f out
g:2: error: g cannot be used together with a 1.0.0 [pack/conflict]; leave one of them out`
	for seed := range uint64(20) {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		got, problems := Order(all)
		if ids(got) != "f g a b c d e" || problems.Error() != want {
			t.Fatalf("got %s\n%s\nwant %s", ids(got), problems.Error(), want)
		}
	}
}

// TestNames checks what a manifest names: packs in all its lists, and games.
func TestNames(t *testing.T) {
	m := made(t, "m 1.0.0", "requires a *", "optional b *", "conflicts c *", "after d")
	m.Games = []LocatedName{{Name: "e"}}
	for name, want := range map[string][2]bool{"a": {true, true}, "b": {true, true}, "c": {false, true}, "d": {true, true}, "e": {false, true}, "f": {}, "m": {}} {
		if got := [2]bool{m.ComesAfter(name), m.Mentions(name)}; got != want {
			t.Errorf("%s: knows and names %v, want %v", name, got, want)
		}
	}
}

func TestRanges(t *testing.T) {
	for _, c := range []struct {
		text, version string
		want          bool
	}{
		{"^1.2", "1.2.0", true},
		{"^1.2", "1.9.9", true},
		{"^1.2", "2.0.0", false},
		{"^0.2", "0.3.0", false},
		{"~1.2.3", "1.2.9", true},
		{">=1.0 <3", "2.5.0", true},
		{">=1.0 <3", "3.0.0", false},
		{"1.x || 3.x", "3.1.0", true},
		{"1.x || 3.x", "2.1.0", false},
		{"*", "0.0.1", true},
		{"*", "", true},
		{"^1.0", "", false},
		{">=1.0.0-0", "1.0.0-beta", true},
		{"^1.0", "1.1.0-beta", false},
	} {
		r, err := ParseRange(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		v, _ := ParseVersion(c.version)
		if got := r.Allows(v); got != c.want {
			t.Errorf("%q in %s: %v", c.version, c.text, got)
		}
	}
	for _, text := range []string{"", "one", ">", "^1..2", ">=1 &&"} {
		if r, err := ParseRange(text); err == nil {
			t.Errorf("%q is read as %s", text, r)
		}
	}
	for _, text := range []string{"", "1", "1.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0 "} {
		if v, err := ParseVersion(text); err == nil {
			t.Errorf("%q is read as %s", text, v)
		}
	}
}

// BenchmarkOrder200 checks that two hundred packs that depend on one another
// are ordered in well under the tenth of a second that a person notices.
func BenchmarkOrder200(b *testing.B) {
	var all []*Manifest
	for i := range 200 {
		var lines []string
		for k := max(0, i-5); k < i; k++ {
			lines = append(lines, "requires "+name(k)+" ^1.0")
		}
		all = append(all, made(b, name(i)+" 1.2.0", lines...))
	}
	for b.Loop() {
		if _, problems := Order(all); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}

func name(i int) string { return "p" + string(rune('a'+i/26)) + string(rune('a'+i%26)) }
