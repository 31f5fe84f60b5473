package state_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sleight/runtime/game/state"
)

// through encodes a snapshot as JSON and decodes it again.
func through(t testingT, s *state.State) *state.Snapshot {
	t.Helper()
	data, err := json.Marshal(s.Snapshot())
	if err != nil {
		t.Fatalf("%v", err)
	}
	var out state.Snapshot
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatalf("%v", err)
	}
	return &out
}

func TestRestoredStatesContinueIdentically(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newTable()
		s := state.New(w.layout, rapid.Uint64().Draw(t, "seed"))
		s.Begin()
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			act(t, w, s)
		}
		s.Commit()
		restored, notes, _, bad := state.Restore(w.layout, through(t, s), w.prototype)
		if bad != nil || len(notes) > 0 {
			t.Fatalf("%v %v", bad, notes)
		}
		if restored.Hash() != s.Hash() {
			t.Fatalf("the hash differs: %s", cmp.Diff(s.Snapshot(), restored.Snapshot()))
		}
		sound(t, w, restored)
		for _, x := range []*state.State{s, restored} {
			x.Begin()
			for _, event := range []int{dusk, dawn, dusk, dawn} {
				x.Expire(event)
			}
			if _, _, problem := x.Between("a", 1, 1000); problem != nil {
				t.Fatalf("%v", problem)
			}
			if _, problem := x.Create(w.die, zoneRow, -1, forGood); problem != nil {
				t.Fatalf("%v", problem)
			}
			x.Commit()
		}
		if restored.Hash() != s.Hash() {
			t.Fatalf("it plays on differently: %s", cmp.Diff(s.Snapshot(), restored.Snapshot()))
		}
	})
}

// saved is a small game with one of everything.
func saved(t *testing.T) *scene {
	c := newScene(t)
	a := c.die(zoneRow, forGood)
	gone := c.die(zoneRow, forGood)
	c.die(zoneSmall, tillDusk)
	c.set(5, tillDawn)
	c.ok(c.s.SetProp(a, 0, state.Num(4), tillDusk))
	c.ok(c.s.SetVar(varFriend, state.Entity(a), forGood))
	_, problem := c.s.Create(c.card, zoneHand+1, -1, forGood)
	c.ok(problem)
	c.ok(c.s.Remove(gone, forGood))
	_, _, problem = c.s.Between("a", 1, 6)
	c.ok(problem)
	c.ok(c.s.Remove(a, tillDawn))
	c.s.Commit()
	return c
}

func TestContradictorySnapshotsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(*state.Snapshot)
		says   string
	}{
		"other players":           {func(s *state.Snapshot) { s.Players = 3 }, "3 players"},
		"unknown definition":      {func(s *state.Snapshot) { s.Entities[0].Key = "die/d7" }, "no content defines it"},
		"a slot never used":       {func(s *state.Snapshot) { s.Entities[0].Generation = 0 }, "0 times"},
		"a slot used too often":   {func(s *state.Snapshot) { s.Entities[0].Generation = 1 << 30 }, "times"},
		"a free slot in use":      {func(s *state.Snapshot) { s.Free = append(s.Free, 0) }, "free slots"},
		"a slot free twice":       {func(s *state.Snapshot) { s.Free = append(s.Free, s.Free...) }, "free slots"},
		"a free slot nowhere":     {func(s *state.Snapshot) { s.Free = append(s.Free, 99) }, "free slots"},
		"a slot neither way":      {func(s *state.Snapshot) { s.Entities[0].Key = "" }, "neither free nor in use"},
		"a zone of nothing":       {func(s *state.Snapshot) { s.Zones[0].IDs = []state.ID{12345} }, "does not exist"},
		"an entity in two zones":  {func(s *state.Snapshot) { s.Zones[0].IDs = append(s.Zones[0].IDs, s.Zones[1].IDs...) }, "two zones"},
		"a temporary of a sort":   {func(s *state.Snapshot) { s.Temps[0].Sort = 77 }, "is invalid"},
		"a temporary of no time":  {func(s *state.Snapshot) { s.Temps[0].Count = 0 }, "is invalid"},
		"a temporary of the dead": {func(s *state.Snapshot) { s.Temps[0].ID = 99 }, "does not exist"},
		"a stream twice":          {func(s *state.Snapshot) { s.Streams = append(s.Streams, s.Streams...) }, "appears twice"},
		"a stream of entities":    {func(s *state.Snapshot) { s.Streams[0].Rigged = []state.Value{state.Entity(1)} }, "give an entity"},
		"a value out of reach":    {func(s *state.Snapshot) { s.Vars[varFriend].Value = state.Entity(1 << 20) }, "never existed"},
	} {
		t.Run(name, func(t *testing.T) {
			w := saved(t)
			in := w.s.Snapshot()
			c.damage(in)
			_, _, _, bad := state.Restore(w.layout, in, w.prototype)
			if bad == nil || bad.Code != "save/invalid" || !strings.Contains(bad.Message.String(), c.says) {
				t.Fatalf("%v, expected %q", bad, c.says)
			}
		})
	}
}

func TestStatesCarryOverToAChangedLayout(t *testing.T) {
	w := saved(t)
	in := w.s.Snapshot()
	next := newTable()
	vars := append([]state.Decl(nil), next.layout.Vars...)
	vars[varGold].Max = 3                                                                                  // gold is 5
	vars[varLuck].Name = "fortune"                                                                         // luck is gone
	vars = append(vars, state.Decl{Name: "fame", Type: state.Number, Start: state.Num(1), Min: 0, Max: 9}) // fame is new
	zones := append([]state.ZoneDecl(nil), next.layout.Zones...)
	zones = append(zones[:zoneSmall], zones[zoneHand]) // the small zone is gone
	layout := state.NewLayout(2, vars, zones, next.layout.Kinds, []string{"dawn"})
	s, notes, _, bad := state.Restore(layout, in, next.prototype)
	if bad != nil {
		t.Fatal(bad)
	}
	for _, want := range []string{"variable luck is gone", "variable gold becomes 3: it can no longer be 5", "zone small is gone, with 1 entities", "until dusk stays"} {
		if !strings.Contains(strings.Join(notes, "\n"), want) {
			t.Errorf("no note says %q: %q", want, notes)
		}
	}
	fame, _ := layout.Var("fame", 1)
	if s.Var(fame) != state.Num(1) || s.Var(varGold) != state.Num(3) {
		t.Errorf("fame %v, gold %v", s.Var(fame), s.Var(varGold))
	}
	hand, _ := layout.Zone("hand", 2)
	if len(s.Zone(hand)) != 1 {
		t.Error("the card is lost")
	}
	s.Entities(func(id state.ID) {
		if s.Prototype(id) == next.die && s.ZoneOf(id) != state.Limbo {
			t.Errorf("die %d is in %d", id, s.ZoneOf(id))
		}
	})
	s.Begin()
	s.Expire(0) // dawn brings the die back
	if len(s.Zone(zoneRow)) != 1 {
		t.Error("what was away did not return")
	}
}

func TestAJournalCarriesOverToALayoutOfTheSameShape(t *testing.T) {
	c := saved(t)
	before, after := state.New(c.layout, 1).Hash(), c.s.Hash()
	other := newTable()
	if !c.layout.SameShape(other.layout) {
		t.Fatal("two equal layouts have different shapes")
	}
	c.s.Rebind(other.layout, other.prototype)
	position := c.s.Position()
	c.s.Travel(0)
	if c.s.Hash() != before {
		t.Error("undone, the state is another")
	}
	c.s.Travel(position)
	if c.s.Hash() != after {
		t.Error("redone, the state is another")
	}
	c.s.Entities(func(id state.ID) {
		if p := c.s.Prototype(id); p != other.die && p != other.card {
			t.Errorf("%s is still the old one", p.Key)
		}
	})
}

func FuzzRestore(f *testing.F) {
	t := new(testing.T)
	w := saved(t)
	seed, err := json.Marshal(w.s.Snapshot())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	empty, err := json.Marshal(state.New(w.layout, 0).Snapshot())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(empty)
	f.Add([]byte(`{"players":2,"entities":[{"is":"die/d6","generation":1}],"zones":[{"name":"row","entities":[16777217]}]}`))
	f.Add([]byte(`{"players":2,"temporary":[{"sort":0,"event":"dusk","count":1,"name":"gold","under":"x"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var in state.Snapshot
		if json.Unmarshal(data, &in) != nil {
			return
		}
		w := newTable()
		s, _, _, bad := state.Restore(w.layout, &in, w.prototype)
		if bad != nil {
			return
		}
		// An accepted snapshot must be sound, and stay so.
		sound(t, w, s)
		hash := s.Hash()
		again, notes, _, bad := state.Restore(w.layout, through(t, s), w.prototype)
		if bad != nil || len(notes) > 0 || again.Hash() != hash {
			t.Fatalf("restored once more it is another state: %v %q", bad, notes)
		}
		s.Begin()
		for range 3 {
			s.Expire(dusk)
			s.Expire(dawn)
		}
		if _, problem := s.Create(w.die, zoneRow, -1, forGood); problem != nil && problem.Code != "game/zone" {
			t.Fatal(problem)
		}
		sound(t, w, s)
		s.Rollback()
		if s.Hash() != hash {
			t.Fatal("taken back, the state is another")
		}
	})
}
