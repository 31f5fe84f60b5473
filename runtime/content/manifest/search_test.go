package manifest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
)

// TestResolveGoesBack checks the versions that are chosen after others had to be
// given up: what applied before a choice still applies after it.
func TestResolveGoesBack(t *testing.T) {
	bs := func(lines ...string) []*Manifest {
		return []*Manifest{
			made(t, "a 2.0.0", "requires b *", "requires c ^9"), made(t, "a 1.0.0", "requires b *"),
			made(t, "b 3.0.0", lines...), made(t, "b 2.0.0"), made(t, "b 1.0.0"), made(t, "c 1.0.0"),
		}
	}
	for name, c := range map[string]struct {
		wants  []string
		known  []*Manifest
		beside []*Manifest
		want   string
	}{
		"what was asked for":                {[]string{"a", "b <3"}, bs(), nil, "a 1.0.0, b 2.0.0"},
		"what a present pack requires":      {[]string{"a"}, bs(), []*Manifest{made(t, "here 1.0.0", "requires b <3")}, "a 1.0.0, b 2.0.0"},
		"what a present pack conflicts":     {[]string{"a"}, bs(), []*Manifest{made(t, "here 1.0.0", "conflicts b ^3")}, "a 1.0.0, b 2.0.0"},
		"what is for another engine":        {[]string{"a"}, bs("engine ^9"), nil, "a 1.0.0, b 2.0.0"},
		"what conflicts with a present one": {[]string{"a"}, bs("conflicts here *"), []*Manifest{made(t, "here 1.0.0")}, "a 1.0.0, b 2.0.0"},
		"the pack with fewer versions is chosen first": {
			[]string{"a", "b"},
			[]*Manifest{made(t, "a 3.0.0", "conflicts b ^2"), made(t, "a 2.0.0"), made(t, "a 1.0.0"), made(t, "b 2.0.0"), made(t, "b 1.0.0")},
			nil, "a 2.0.0, b 2.0.0",
		},
		"among equals the first by name": {
			[]string{"b", "a"},
			[]*Manifest{made(t, "a 2.0.0", "conflicts b ^2"), made(t, "a 1.0.0"), made(t, "b 2.0.0"), made(t, "b 1.0.0")},
			nil, "a 2.0.0, b 1.0.0",
		},
		"a requirement of what was given up is given up": {
			[]string{"a"},
			[]*Manifest{made(t, "a 2.0.0", "requires b ^2", "requires d *"), made(t, "a 1.0.0", "requires b ^1"), made(t, "b 2.0.0", "requires c ^9"), made(t, "b 1.0.0"), made(t, "c 1.0.0"), made(t, "d 1.0.0")},
			nil, "a 1.0.0, b 1.0.0",
		},
		"a later pack cannot be used with an earlier one": {
			[]string{"a", "b"},
			[]*Manifest{made(t, "a 2.0.0"), made(t, "a 1.0.0"), made(t, "b 2.0.0", "conflicts a ^2"), made(t, "b 1.0.0", "conflicts a ^2")},
			nil, "a 1.0.0, b 2.0.0",
		},
		"a later pack works only with an earlier one": {
			[]string{"a", "b"},
			[]*Manifest{made(t, "a 2.0.0"), made(t, "a 1.0.0"), made(t, "b 2.0.0", "optional a ^1"), made(t, "b 1.0.0", "requires a <2")},
			nil, "a 1.0.0, b 2.0.0",
		},
	} {
		got, problem := Resolve(wanting(t, c.wants...), Available{Versions: known(c.known...), Present: c.beside})
		if chosen(got) != c.want || problem != nil {
			t.Errorf("%s: %s, %v", name, chosen(got), problem)
		}
	}
}

// TestConflictsWithPresentPacks checks which versions cannot be chosen because of
// a pack that is present in any case.
func TestConflictsWithPresentPacks(t *testing.T) {
	here, newer := made(t, "here 1.0.0"), made(t, "here 2.0.0")
	alone := made(t, "here 1.0.0", "conflicts here *")
	for name, c := range map[string]struct {
		pack   string
		known  []*Manifest
		beside *Manifest
		want   string
	}{
		"in the range":            {"a", []*Manifest{made(t, "a 2.0.0", "conflicts here ^1"), made(t, "a 1.0.0")}, here, "a 1.0.0"},
		"out of the range":        {"a", []*Manifest{made(t, "a 2.0.0", "conflicts here ^2"), made(t, "a 1.0.0")}, here, "a 2.0.0"},
		"with another pack":       {"a", []*Manifest{made(t, "a 2.0.0", "conflicts there ^1"), made(t, "a 1.0.0")}, here, "a 2.0.0"},
		"one that can be updated": {"a", []*Manifest{made(t, "a 2.0.0", "conflicts here ^1"), made(t, "a 1.0.0"), newer}, here, "a 2.0.0"},
		"with itself":             {"here", []*Manifest{alone}, alone, "here 1.0.0"},
	} {
		got, problem := Resolve(wanting(t, c.pack), Available{Versions: known(c.known...), Present: []*Manifest{c.beside}})
		if chosen(got) != c.want || problem != nil {
			t.Errorf("%s: %s, %v", name, chosen(got), problem)
		}
	}
}

// TestExplanationsNameWhatIsInvolved checks that explanations name the packs that
// conflict, each once, and no others.
func TestExplanationsNameWhatIsInvolved(t *testing.T) {
	old := made(t, "here 1.0.0", "engine ^9")
	for want, x := range map[string]struct {
		wants   []Requirement
		choices Available
	}{
		`error: no combination of versions of a, c and d satisfies all packs [pack/unresolved]
  hint: install other versions, or leave one of the packs out
  note: you ask for a
  note: you ask for c
  note: a 1.0.0 requires d ^1 (a:2)
  note: c 2.0.0 requires d ^2 (c:2)
  note: c 1.0.0 requires d ^2 (c:3)
  note: available versions of a: 1.0.0
  note: available versions of c: 2.0.0 and 1.0.0
  note: available versions of d: 2.0.0 and 1.0.0
`: {wanting(t, "a", "b", "c"), Available{
			Versions: known(made(t, "a 1.0.0", "requires d ^1", "conflicts zed", "requires here"), made(t, "b 2.0.0"), made(t, "b 1.0.0"),
				made(t, "c 2.0.0", "requires d ^2"), made(t, "c 1.0.0", "after b", "requires d ^2"), made(t, "d 2.0.0"), made(t, "d 1.0.0"), made(t, "here 2.0.0")),
			Present: []*Manifest{made(t, "here 1.0.0", "conflicts a *")},
		}},
		`error: no combination of versions of here satisfies all packs [pack/unresolved]
  hint: install other versions, or leave one of the packs out
  note: you ask for here ^2
  note: here 1.0.0 is for version ^9 of the engine, but this is ` + Engine + ` (here:1)
  note: available versions of here: 1.0.0
`: {wanting(t, "here ^2"), Available{Versions: known(old), Present: []*Manifest{old}}},
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

// TestTriesAreLimited checks the last try, and what is said if it was not enough.
func TestTriesAreLimited(t *testing.T) {
	for tries, want := range map[int]string{
		maxTries - 1: "",
		maxTries:     "no choice of versions that satisfies all packs was found in 100000 tries",
	} {
		s := &search{choices: Available{Versions: known(made(t, "a 1.0.0"))}, wants: wanting(t, "a"), domains: map[string]*domain{}, tries: tries}
		s.domain("a").demand(false, root)
		got := ""
		if failed := s.next(0); failed != nil {
			d := s.explain(failed.involved)
			got = d.Message.String()
		}
		if got != want {
			t.Errorf("after %d tries: %q, want %q", tries, got, want)
		}
	}
	s := &search{tries: maxTries}
	if d := s.explain(map[string]bool{"a": true}); d.Message.String() != "no combination of versions of a satisfies all packs" {
		t.Errorf("after the last try: %s", d.Message)
	}
}

// TestCapabilities checks what a pack can do.
func TestCapabilities(t *testing.T) {
	m := &Manifest{Capabilities: []string{Hooks}}
	if !m.Requests(Hooks) || m.Requests("files") || Implicit("a", diag.Place{}).Requests(Hooks) {
		t.Errorf("hooks: %v, files: %v, hooks without a manifest: %v", m.Requests(Hooks), m.Requests("files"), Implicit("a", diag.Place{}).Requests(Hooks))
	}
}
