package state_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
)

// dealt returns a state with dice and cards in all zones: dice of values 1 to 3 in
// the row, two in the small zone, and cards in both hands.
func dealt(t *testing.T) *scene {
	c := newScene(t)
	for n := range 5 {
		zone := zoneRow
		if n > 2 {
			zone = zoneSmall
		}
		id := c.die(zone, forGood)
		c.ok(c.s.SetProp(id, 0, state.Num(float64(5-n)), forGood))
	}
	for n := range 4 {
		id, problem := c.s.Create(c.card, []int{zoneRow, zoneHand, zoneHand, zoneHand + 1}[n], -1, forGood)
		c.ok(problem)
		c.ok(c.s.SetProp(id, 0, state.Truth(n%2 == 0), forGood))
	}
	return c
}

// spots lists the places of all entities.
func spots(c *scene) (all []state.Spot) {
	for zone := range c.layout.ZoneSlots() {
		for i := range c.s.Zone(zone) {
			all = append(all, state.Spot{Zone: zone, Index: i})
		}
	}
	return all
}

// placed shows every zone: each entity by the number of its slot, with what it is
// and its properties.
func placed(c *scene) string {
	var zones []string
	for zone := range c.layout.ZoneSlots() {
		var things []string
		for _, id := range c.s.Zone(zone) {
			if c.s.ZoneOf(id) != zone {
				c.Errorf("%d is in zone %d and says %d", id, zone, c.s.ZoneOf(id))
			}
			text := fmt.Sprintf("%d:%s", id.Slot(), c.s.Prototype(id).ID)
			for i := range c.s.Prototype(id).Kind.Props {
				text += "/" + c.s.Prop(id, i).String()
			}
			things = append(things, text)
		}
		zones = append(zones, strings.Join(things, " "))
	}
	return strings.Join(zones, " | ")
}

const asDealt = "0:d6/5/false 1:d6/4/false 2:d6/3/false 5:ace/true | 3:d6/2/false 4:d6/1/false | 6:ace/false 7:ace/true | 8:ace/false"

// TestWhatIsHiddenIsDealtAnew checks how entities, or what they are, change places
// where a player imagines what is hidden, and that what was read is stale then.
func TestWhatIsHiddenIsDealtAnew(t *testing.T) {
	for _, x := range []struct {
		name string
		do   func(c *scene)
		want string
	}{
		{"nothing", func(*scene) {}, asDealt},
		{"no spot is dealt", func(c *scene) { c.s.Redeal(nil, luck(1)) }, asDealt},
		{"one spot is dealt", func(c *scene) { c.s.Redeal(spots(c)[:1], luck(1)) }, asDealt},
		{"two spots are dealt", func(c *scene) { c.s.Redeal(spots(c)[2:4], luck(6)) }, "0:d6/5/false 1:d6/4/false 5:ace/true 2:d6/3/false | 3:d6/2/false 4:d6/1/false | 6:ace/false 7:ace/true | 8:ace/false"},
		{"all are dealt", func(c *scene) { c.s.Redeal(spots(c), luck(1)) }, "5:ace/true 6:ace/false 0:d6/5/false 3:d6/2/false | 4:d6/1/false 1:d6/4/false | 7:ace/true 8:ace/false | 2:d6/3/false"},
		{"no entity is cast", func(c *scene) { c.s.ShuffleIdentities(nil, luck(1)) }, asDealt},
		{"one entity is cast", func(c *scene) { c.s.ShuffleIdentities(c.s.Zone(zoneRow)[:1], luck(1)) }, asDealt},
		{"all in the row are cast", func(c *scene) { c.s.ShuffleIdentities(c.s.Zone(zoneRow), luck(1)) }, "0:ace/true 1:d6/3/false 2:d6/5/false 5:d6/4/false | 3:d6/2/false 4:d6/1/false | 6:ace/false 7:ace/true | 8:ace/false"},
		{"dealt and sorted", func(c *scene) { c.s.Redeal(spots(c), luck(1)); c.s.Sort(spots(c)) }, "0:d6/5/false 1:d6/4/false 2:d6/3/false 3:d6/2/false | 4:d6/1/false 5:ace/true | 6:ace/false 7:ace/true | 8:ace/false"},
		{"settled", func(c *scene) { c.s.Normalize(spots(c)) }, "0:ace/false 1:ace/false 2:ace/true 3:ace/true | 4:d6/1/false 5:d6/2/false | 6:d6/3/false 7:d6/4/false | 8:d6/5/false"},
		{"dealt and settled", func(c *scene) { c.s.Redeal(spots(c), luck(1)); c.s.Normalize(spots(c)) }, "0:ace/false 1:ace/false 2:ace/true 3:ace/true | 4:d6/1/false 5:d6/2/false | 6:d6/3/false 7:d6/4/false | 8:d6/5/false"},
		{"some settled", func(c *scene) { c.s.Normalize(spots(c)[1:6]); c.s.Normalize(spots(c)[7:]) }, "0:d6/5/false 1:ace/true 2:d6/1/false 3:d6/2/false | 4:d6/3/false 5:d6/4/false | 6:ace/false 7:ace/false | 8:ace/true"},
	} {
		c := dealt(t)
		var zone, die state.Tracker
		c.s.Track(&zone)
		c.s.Zone(zoneRow)
		c.s.Untrack()
		c.s.Track(&die)
		c.s.Prop(c.s.Zone(zoneHand)[0], 0)
		c.s.Untrack()
		if c.s.Tracked() {
			t.Error("the state is still tracked")
		}
		x.do(c)
		if got := placed(c); got != x.want {
			t.Errorf("%s: %s\nwant %s", x.name, got, x.want)
		}
		if fresh := x.name == "nothing"; c.s.Fresh(&zone) != fresh || c.s.Fresh(&die) != fresh {
			t.Errorf("%s: what was read is fresh %v, %v", x.name, c.s.Fresh(&zone), c.s.Fresh(&die))
		}
	}
}

func luck(seed uint64) *random.Stream {
	s := random.New(seed, "luck")
	return &s
}

// TestEntitiesThatWaitKeepWhatTheyAre checks that Settle leaves entities with
// temporary changes what they are, and sorts the others.
func TestEntitiesThatWaitKeepWhatTheyAre(t *testing.T) {
	c := dealt(t)
	c.ok(c.s.SetProp(c.s.Zone(zoneRow)[1], 0, state.Num(9), tillDusk))
	c.s.Normalize(spots(c))
	if got, want := placed(c), "0:ace/false 1:d6/9/false 2:ace/false 3:ace/true | 4:ace/true 5:d6/1/false | 6:d6/2/false 7:d6/3/false | 8:d6/5/false"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestSettledEntitiesAreSortedByDefinition checks that Settle sorts by definition
// first, and by properties only within one.
func TestSettledEntitiesAreSortedByDefinition(t *testing.T) {
	c := newScene(t)
	big := *c.table.die
	big.Key, big.ID = "die/d8", "d8"
	for n, p := range []*state.Prototype{&big, c.table.die, &big, c.table.die, c.table.die} {
		id, problem := c.s.Create(p, zoneRow, -1, forGood)
		c.ok(problem)
		c.ok(c.s.SetProp(id, 0, state.Num([]float64{1, 5, 7, 2, 2}[n]), forGood))
		c.ok(c.s.SetProp(id, 1, state.Truth(n == 3), forGood))
	}
	c.s.Normalize(spots(c))
	if got, want := placed(c), "0:d6/2/false 1:d6/2/true 2:d6/5/false 3:d8/1/false 4:d8/7/false |  |  | "; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestDealsAreFair checks that every order of three spots, and of what three
// entities are, comes up equally often.
func TestDealsAreFair(t *testing.T) {
	for name, deal := range map[string]func(c *scene, r *random.Stream){
		"redeal": func(c *scene, r *random.Stream) { c.s.Redeal(spots(c)[:3], r) },
		"recast": func(c *scene, r *random.Stream) { c.s.ShuffleIdentities(c.s.Zone(zoneRow)[:3], r) },
	} {
		c, counts, r := dealt(t), map[string]int{}, luck(7)
		for range 3000 {
			deal(c, r)
			order := ""
			for _, id := range c.s.Zone(zoneRow)[:3] {
				order += c.s.Prop(id, 0).String()
			}
			counts[order]++
		}
		for _, order := range []string{"345", "354", "435", "453", "534", "543"} {
			if n := counts[order]; n < 420 || n > 580 {
				t.Errorf("%s: of 3000 deals, %d give %s", name, n, order)
			}
		}
	}
}

// TestCopiesOfThePast checks that a copy of an earlier position equals the state as
// it was then, and leaves the state alone.
func TestCopiesOfThePast(t *testing.T) {
	c := dealt(t)
	hashes := map[int]string{c.s.Position(): c.s.Hash()}
	c.s.Commit()
	for range 3 {
		c.s.Begin()
		c.set(c.s.Var(varGold).Num+2, tillDusk)
		c.ok(c.s.Move(c.s.Zone(zoneRow)[0], zoneRow, -1, forGood))
		c.ok(c.s.Shuffle(zoneRow, "deck"))
		c.ok(c.s.Remove(c.s.Zone(zoneRow)[0], forGood))
		c.s.Commit()
		hashes[c.s.Position()] = c.s.Hash()
	}
	now := c.s.Hash()
	for position, want := range hashes {
		copied := state.New(c.layout, 3)
		if c.s.CopyAt(copied, position); copied.Hash() != want || copied.Position() != 0 || c.s.Hash() != now {
			t.Errorf("at %d the copy is another state", position)
		}
	}
}

// TestReseeding checks that Reseed changes what streams give, old ones and new ones,
// but no rigged result, and that Align gives two states the same future.
func TestReseeding(t *testing.T) {
	draw := func(c *scene, name string) float64 {
		v, _, problem := c.s.Between(name, 1, 1e6)
		c.ok(problem)
		return v.Num
	}
	prepared := func() *scene {
		c := newScene(t)
		draw(c, "old")
		c.ok(c.s.Rig("rigged", state.Num(7)))
		return c
	}
	future := func(c *scene) []float64 {
		return []float64{draw(c, "rigged"), draw(c, "rigged"), draw(c, "old"), draw(c, "new")}
	}
	same, other, another, aligned := prepared(), prepared(), prepared(), newScene(t)
	other.s.Reseed(2)
	another.s.Reseed(2)
	draw(aligned, "mine")
	aligned.s.CopyStreams(other.s)
	if aligned.s.Hash() != other.s.Hash() {
		t.Error("aligned, the states have other streams")
	}
	was, now := future(same), future(other)
	if was[0] != 7 || now[0] != 7 || was[1] == now[1] || was[2] == now[2] || was[3] == now[3] {
		t.Errorf("%v becomes %v", was, now)
	}
	fresh := newScene(t)
	fresh.s.Reseed(2)
	if got := future(another); !slices.Equal(got, now) || draw(fresh, "new") != now[3] || draw(fresh, "old") != now[2] {
		t.Errorf("%v, and reseeded again %v", now, got)
	}
	if got := future(aligned); !slices.Equal(got, now) || aligned.s.Seed != 2 {
		t.Errorf("aligned it gives %v, not %v", got, now)
	}
}

// TestReadsWithinCommandsAreFree checks that code that reads in the middle of a
// command can change nothing, costs nothing, and leaves the locks as they were.
func TestReadsWithinCommandsAreFree(t *testing.T) {
	for depth := range 2 {
		c := newScene(t)
		c.set(3, forGood)
		before := c.s.Work()
		c.set(4, forGood)
		for range depth {
			c.s.Lock()
		}
		end := c.s.BeginRead()
		if problem := c.s.SetVar(varGold, state.Num(5), forGood); problem == nil || !c.s.Locked() {
			t.Error("aside, the state can be changed")
		}
		c.s.Lock() // which a failure leaves
		c.s.Work()
		end()
		if got := c.s.Work(); got != before || c.s.Locked() != (depth > 0) {
			t.Errorf("after it the cost is %d, not %d, locked %v", got, before, c.s.Locked())
		}
	}
}

// TestPresetsAreNoChanges checks that a preset changes the value and what was read,
// but not the journal.
func TestPresetsAreNoChanges(t *testing.T) {
	c := newScene(t)
	id, other := c.die(zoneRow, forGood), c.die(zoneRow, forGood)
	position := c.s.Position()
	var gold, luck, die state.Tracker
	for slot, tracker := range map[int]*state.Tracker{varGold: &gold, varLuck: &luck} {
		c.s.Track(tracker)
		c.s.Var(slot)
		c.s.Untrack()
	}
	c.s.Track(&die)
	c.s.Prop(id, 0)
	if c.s.Untrack(); !c.s.Fresh(&die) {
		t.Error("what was read just now is stale")
	}
	c.s.OverwriteVar(varGold, state.Num(9))
	if c.gold(9); c.s.Fresh(&gold) || !c.s.Fresh(&luck) || !c.s.Fresh(&die) {
		t.Error("a preset variable is fresh, or something else is stale")
	}
	c.s.OverwriteProp(id, 0, state.Num(8))
	c.s.OverwriteProp(other, 1, state.Truth(true))
	if got, want := placed(c), "0:d6/8/false 1:d6/3/true |  |  | "; got != want || c.s.Fresh(&die) || c.s.Position() != position {
		t.Errorf("%s, want %s; fresh %v", got, want, c.s.Fresh(&die))
	}
}

// TestHashesWithoutAVariable checks that HashWithout leaves out one variable, the
// seed and the streams, and nothing else.
func TestHashesWithoutAVariable(t *testing.T) {
	hash := func(seed uint64, change func(c *scene)) string {
		c := newScene(t)
		c.s = state.New(c.layout, seed)
		c.s.Begin()
		change(c)
		return c.s.HashWithout(varGold)
	}
	plain := hash(1, func(*scene) {})
	for name, x := range map[string]struct {
		got  string
		same bool
	}{
		"the seed":          {hash(2, func(*scene) {}), true},
		"a stream":          {hash(1, func(c *scene) { _, _, _ = c.s.Between("a", 1, 6) }), true},
		"the variable":      {hash(1, func(c *scene) { c.set(5, forGood) }), true},
		"another variable":  {hash(1, func(c *scene) { c.ok(c.s.SetVar(varLuck, state.Num(1), forGood)) }), false},
		"the last variable": {hash(1, func(c *scene) { c.ok(c.s.SetVar(varScore+1, state.Num(1), forGood)) }), false},
		"an entity":         {hash(1, func(c *scene) { c.die(zoneRow, forGood) }), false},
		"what is pending":   {hash(1, func(c *scene) { c.ok(c.s.SetPending(&state.Pending{Then: "day"})) }), false},
	} {
		if (x.got == plain) != x.same {
			t.Errorf("%s differs, and the hash is the same: %v", name, x.got == plain)
		}
	}
}

// TestPrototypesAreListed checks that the prototypes of entities in play and in the
// journal are listed, and no others.
func TestPrototypesAreListed(t *testing.T) {
	c := newScene(t)
	listed := func() string {
		var keys []string
		c.s.Prototypes(func(p *state.Prototype) { keys = append(keys, p.Key) })
		slices.Sort(keys)
		return strings.Join(slices.Compact(keys), " ")
	}
	if got := listed(); got != "" {
		t.Errorf("nothing was ever there: %s", got)
	}
	id := c.die(zoneRow, forGood)
	if c.s.Commit(); listed() != "die/d6" {
		t.Errorf("a die: %s", listed())
	}
	c.s.Forget()
	if got := listed(); got != "die/d6" {
		t.Errorf("a die that was always there: %s", got)
	}
	c.s.Begin()
	if _, problem := c.s.Create(c.card, zoneHand, -1, forGood); problem != nil {
		t.Fatal(problem)
	}
	c.ok(c.s.Remove(id, forGood))
	c.ok(c.s.Remove(c.s.Zone(zoneHand)[0], forGood))
	if c.s.Commit(); listed() != "card/ace die/d6" {
		t.Errorf("both are gone: %s", listed())
	}
	if c.s.Trim(); listed() != "" || c.s.Position() != 0 {
		t.Errorf("without history: %s", listed())
	}
}
