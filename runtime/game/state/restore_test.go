package state_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/game/state"
)

// TestDamagedSnapshots checks what Restore says about snapshots that contradict
// themselves, at each bound, and what it restores at the last allowed value.
func TestDamagedSnapshots(t *testing.T) {
	for _, x := range []struct {
		damage func(s *state.Snapshot)
		want   string
	}{
		{func(s *state.Snapshot) {}, ""},
		{func(s *state.Snapshot) { s.Entities[1].Generation = 1<<29 - 1 }, ""},
		{func(s *state.Snapshot) { s.Entities[1].Generation = 1 << 29 }, "save/invalid: slot 1 has been used 536870912 times, which is impossible"},
		{func(s *state.Snapshot) { s.Entities[1].Generation = 0 }, "save/invalid: slot 1 has been used 0 times, which is impossible"},
		{func(s *state.Snapshot) { s.Free = []int{-1} }, "save/invalid: its list of free slots is wrong at -1"},
		{func(s *state.Snapshot) { s.Free = []int{4} }, "save/invalid: its list of free slots is wrong at 4"},
		{func(s *state.Snapshot) { s.Free = []int{1, 1} }, "save/invalid: its list of free slots is wrong at 1"},
		{func(s *state.Snapshot) { s.Free = nil }, "save/invalid: slot 1 is neither free nor in use"},
		{func(s *state.Snapshot) { s.Zones[1].Name, s.Zones[1].IDs = "gone", []state.ID{99} }, "save/invalid: zone gone holds entity 99, which does not exist or is elsewhere"},
		{func(s *state.Snapshot) { s.Zones[0].IDs, s.Zones[1].Name = s.Zones[1].IDs, "gone" }, fmt.Sprintf("save/invalid: zone gone holds entity %d, which does not exist or is elsewhere", 1<<24+3)},
		{func(s *state.Snapshot) { s.Temps[0].Player = -1 }, "save/invalid: a temporary change is invalid"},
		{func(s *state.Snapshot) { s.Temps[0].Player = 2 }, ""},
		{func(s *state.Snapshot) { s.Temps[0].Player = 3 }, "save/invalid: a temporary change is invalid"},
		{func(s *state.Snapshot) { s.Temps[0].Index = -1 }, "save/invalid: a temporary change is invalid"},
		{func(s *state.Snapshot) { s.Temps[0].Count = 0 }, "save/invalid: a temporary change is invalid"},
		{func(s *state.Snapshot) { s.Temps[0].Sort = 6 }, "save/invalid: a temporary change is invalid"},
		{func(s *state.Snapshot) { s.Vars[varFriend].Value = state.Entity(4) }, ""},
		{func(s *state.Snapshot) { s.Vars[varFriend].Value = state.Entity(5) }, "save/invalid: a value refers to entity 5, which never existed"},
		{func(s *state.Snapshot) { s.Vars[varFriend].Value = state.Entity(0) }, "save/invalid: a value refers to entity 0, which never existed"},
		{func(s *state.Snapshot) {
			s.Temps = append(s.Temps, state.SavedTemp{Event: "dusk", Count: 1, Name: "friend", Under: state.Entity(5)})
		}, "save/invalid: a value refers to entity 5, which never existed"},
		{func(s *state.Snapshot) { s.Streams[0].Name = strings.Repeat("x", 65) }, "save/invalid: the name of a random stream has at most 64 bytes, not 65"},
		{func(s *state.Snapshot) { s.Streams = append(s.Streams, s.Streams[0]) }, `save/invalid: random stream "a" appears twice`},
		{func(s *state.Snapshot) { s.Players = 1 }, "save/invalid: it is a game of 1 players, not 2"},
	} {
		c := saved(t)
		in := through(t, c.s)
		x.damage(in)
		s, _, _, bad := state.Restore(c.layout, in, c.prototype)
		if got := refusal(bad); got != x.want || (s == nil) == (got == "") {
			t.Errorf("%s, want %s", got, x.want)
		}
	}
	if err := json.Unmarshal([]byte(`{"entity":9007199254740992}`), new(state.Value)); err != nil {
		t.Errorf("the last entity: %v", err)
	}
}

// TestLostPartsAreNoted checks what Restore drops because the layout no longer has a
// place for it: the notes, and the state.
func TestLostPartsAreNoted(t *testing.T) {
	temp := func(sort uint8, name string, id state.ID, under state.Value) state.SavedTemp {
		return state.SavedTemp{Sort: sort, Event: "dusk", Count: 1, Name: name, ID: id, Under: under}
	}
	const die = state.ID(1<<24 + 1)
	for _, x := range []struct {
		change func(s *state.Snapshot)
		notes  string
		wait   int
	}{
		{func(s *state.Snapshot) {}, "", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(0, "gold", 0, state.Num(2))) }, "", 1},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(0, "gold", 0, state.Num(200))) }, "", 1},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(0, "gold", 0, state.Num(0.5))) }, "a change of gold until dusk stays: 0.5 no longer fits", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(0, "gold", 0, state.Str("x"))) }, "a change of gold until dusk stays: x no longer fits", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(0, "gone", 0, state.Num(2))) }, "a change of gone until dusk stays: it is gone", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(2, "gold", 0, state.Num(2))) }, "", 1},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(2, "gold", 0, state.Num(0.5))) }, "a change of gold until dusk stays: 0.5 no longer fits", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(2, "gold", 0, state.Str("x"))) }, "a change of gold until dusk stays: x no longer fits", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(2, "word", 0, state.Num(2))) }, "a change of word until dusk stays: 2 no longer fits", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(1, "value", die, state.Num(2))) }, "", 1},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(3, "value", die, state.Num(2))) }, "", 1},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(3, "held", die, state.Num(2))) }, "a change of held until dusk stays: 2 no longer fits", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(3, "gone", die, state.Num(2))) }, "a change of gone until dusk stays: it is gone", 0},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(4, "", die, state.Num(7))) }, "", 1},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(5, "small", die, state.Num(7))) }, "", 1},
		{func(s *state.Snapshot) { s.Temps = append(s.Temps, temp(5, "gone", die, state.Value{})) }, "a change of gone until dusk stays: it is gone", 0},
		{func(s *state.Snapshot) {
			s.Vars = append(s.Vars, state.SavedVar{Name: "score", Player: 3}, state.SavedVar{Name: "score", Player: -1}, state.SavedVar{Name: "gone"})
		}, "variable score is gone\nvariable gone is gone", 0},
		{func(s *state.Snapshot) { s.Zones = append(s.Zones, state.SavedZone{Name: "hand", Player: 3}) }, "zone hand is gone, with 0 entities", 0},
		{func(s *state.Snapshot) { s.Zones = append(s.Zones, state.SavedZone{Name: "hand", Player: -1}) }, "zone hand is gone, with 0 entities", 0},
		{func(s *state.Snapshot) { s.Zones[0].IDs = nil }, "die/d6 is out of play and nothing brings it back", 0},
		{func(s *state.Snapshot) { s.Vars[varGold].Value = state.Num(101) }, "variable gold becomes 100: it can no longer be 101", 0},
		{func(s *state.Snapshot) { s.Vars[varGold].Value = state.Str("x") }, "variable gold starts again: gold must be a number, not the string x", 0},
		{func(s *state.Snapshot) { s.Entities[0].Props[0].Value = state.Num(21) }, "property value of die/d6 becomes 20: it can no longer be 21", 0},
		{func(s *state.Snapshot) { s.Entities[0].Props[0].Name = "pips" }, "property pips of die/d6 is gone", 0},
		{func(s *state.Snapshot) {
			s.Pending = &state.SavedPending{Questions: []state.SavedQuestion{{Name: "q", Player: 1, Options: []state.SavedCandidate{
				{Value: state.Entity(die), Zone: "gone"}, {Value: state.Entity(die), Zone: "hand", Player: 3}, {Value: state.Entity(die), Zone: "hand", Player: -1}, {Value: state.Num(1)},
			}, Zone: state.SavedZone{Name: "gone"}}}}
		}, "question q no longer has options: zone gone is gone", 0},
	} {
		c := newScene(t)
		c.die(zoneRow, forGood)
		in := through(t, c.s)
		x.change(in)
		s, notes, _, bad := state.Restore(c.layout, in, c.prototype)
		if bad != nil {
			t.Errorf("%s: %v", x.notes, bad)
			continue
		}
		if got := strings.Join(notes, "\n"); got != x.notes || s.TempCount() != x.wait {
			t.Errorf("%s, and %d wait; want %s, and %d", got, s.TempCount(), x.notes, x.wait)
		}
		if p := s.Pending(); p != nil && (len(p.Questions[0].Options) != 1 || p.Questions[0].Options[0].Value != state.Num(1)) {
			t.Errorf("options %+v", p.Questions[0].Options)
		}
		again, notes, _, bad := state.Restore(c.layout, through(t, s), c.prototype)
		if bad != nil || len(notes) > 0 || again.Hash() != s.Hash() {
			t.Errorf("restored again: %v, %q", bad, notes)
		}
	}
}

// The entities of a snapshot that moves change: a die, one that was in its slot before,
// and one in a slot that there is not.
const (
	movedDie, deadDie, noDie = state.ID(1<<24 + 1), state.ID(2<<24 + 1), state.ID(1<<24 + 9)
	movedCard                = state.ID(1<<24 + 2)
)

// moving returns a snapshot with temporary changes of every sort, about each of some
// entities, all of them of something that is called value.
func moving() *state.Snapshot {
	s := &state.Snapshot{
		Entities: []state.SavedEntity{{Key: "die/d6", Generation: 1}, {Key: "card/ace", Generation: 1}},
		Vars:     []state.SavedVar{{Name: "word", Value: state.Str("yes")}, {Name: "gold", Value: state.Num(1)}, {Name: "other", Value: state.Str("yes")}},
		Zones:    []state.SavedZone{{Name: "row", IDs: []state.ID{movedDie}}, {Name: "hand", Player: 1, IDs: []state.ID{movedCard}}, {Name: "hand", Player: 2}, {Name: "lap", Player: 2}},
	}
	for sort := range uint8(6) {
		for _, id := range []state.ID{0, movedDie, deadDie, noDie, movedCard, movedCard + 1} {
			s.Temps = append(s.Temps, state.SavedTemp{Sort: sort, Event: "dusk", Count: 1, Name: "value", ID: id})
		}
	}
	return s
}

// renamed lists the temporary changes that are about something else now.
func renamed(s *state.Snapshot) string {
	var out []string
	for _, temp := range s.Temps {
		if temp.Name != "value" {
			out = append(out, fmt.Sprintf("%d %s of %d", temp.Sort, temp.Name, temp.ID))
		}
	}
	return strings.Join(out, ", ")
}

// TestMovesInSnapshots checks what renaming changes in a snapshot, and what it leaves
// alone although it has the same name.
func TestMovesInSnapshots(t *testing.T) {
	s := moving()
	s.RenameVars(state.NameMap{Renamed: map[string]string{"value": "pips"}})
	if got := renamed(s); strings.Count(got, "0 pips of") != 6 || strings.Count(got, "2 pips of") != 6 || strings.Count(got, "pips") != 12 {
		t.Errorf("variables: %s", got)
	}
	s = moving()
	s.RenameProps(state.NameMap{Renamed: map[string]string{"die.value": "die.pips"}})
	if got, want := renamed(s), fmt.Sprintf("1 pips of %d, 3 pips of %d", movedDie, movedDie); got != want {
		t.Errorf("properties: %s, want %s", got, want)
	}
	s = moving()
	s.RenameProps(state.NameMap{Removed: map[string]string{"die.value": "", "card.value": "card.worth"}})
	if got, want := renamed(s), fmt.Sprintf("1 worth of %d, 3 worth of %d", movedCard, movedCard); got != want || len(s.Temps) != 34 {
		t.Errorf("properties that are gone: %s, want %s, %d left", got, want, len(s.Temps))
	}
	s = moving()
	s.RenameDefinitions(state.NameMap{Removed: map[string]string{"die/d6": "die/d8"}})
	var left []string
	for _, temp := range s.Temps {
		if temp.ID == movedDie {
			left = append(left, fmt.Sprint(temp.Sort))
		}
	}
	if got := strings.Join(left, " "); got != "0 2 4 5" || len(s.Temps) != 34 || s.Entities[0].Key != "die/d8" {
		t.Errorf("of a replaced entity, %s wait, and %d in all", got, len(s.Temps))
	}
}

// TestZonesAndTextsMoveInSnapshots checks the same for zones, and for texts of variables.
func TestZonesAndTextsMoveInSnapshots(t *testing.T) {
	s := moving()
	s.RenameZones(state.NameMap{Removed: map[string]string{"hand": "row"}, Renamed: map[string]string{"value": "places"}})
	if diff := cmp.Diff([]state.SavedZone{{Name: "row", IDs: []state.ID{movedDie, movedCard}}, {Name: "lap", Player: 2}}, s.Zones); diff != "" {
		t.Errorf("zones: %s", diff)
	}
	if got := renamed(s); strings.Count(got, "5 places") != 6 || strings.Count(got, "places") != 6 {
		t.Errorf("returns to zones: %s", got)
	}
	s = moving()
	s.RenameZones(state.NameMap{Removed: map[string]string{"hand": "lap", "row": "lap"}})
	if diff := cmp.Diff([]state.SavedZone{{Name: "lap", Player: 2}, {Name: "lap", IDs: []state.ID{movedDie, movedCard}}}, s.Zones); diff != "" {
		t.Errorf("zones of one player: %s", diff)
	}
	s = moving()
	moved := s.RenameTexts("word", state.NameMap{Renamed: map[string]string{"yes": "aye", "": "none"}})
	s.RenameTexts("gold", state.NameMap{Renamed: map[string]string{"yes": "aye", "": "none"}})
	if diff := cmp.Diff([]state.SavedVar{{Name: "word", Value: state.Str("aye")}, {Name: "gold", Value: state.Num(1)}, {Name: "other", Value: state.Str("yes")}}, s.Vars); diff != "" || moved.Count["yes"] != 1 {
		t.Errorf("texts: %s %v", diff, moved)
	}
}

// TestListedZonesNameTheirEntities checks how a list of a snapshot's values names
// entities, also those that it does not have.
func TestListedZonesNameTheirEntities(t *testing.T) {
	s := &state.Snapshot{
		Entities: []state.SavedEntity{{Key: "die/d6", Generation: 1}, {Key: "card/ace", Generation: 3}},
		Zones:    []state.SavedZone{{Name: "row", IDs: []state.ID{1<<24 + 1, 3<<24 + 2, 1<<24 + 3, 1 << 24}}, {Name: "hand", Player: 2}},
	}
	var got []string
	for _, e := range s.Values() {
		got = append(got, e.About+": "+e.To)
	}
	if want := []string{"row: d6#1 ace#2 something#3 something#0", "hand@2: "}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
