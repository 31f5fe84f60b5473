package state_test

import (
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
)

// TestDrawsFromAKnownStreamAreThoseByName checks that draws from a stream by its number
// are those by its name, also after they have been undone and redone, and that there is
// no number for a new or rigged stream, or where nothing may be changed.
func TestDrawsFromAKnownStreamAreThoseByName(t *testing.T) {
	named, numbered := newScene(t), newScene(t)
	hashes := map[*scene][]string{}
	for _, c := range []*scene{named, numbered} {
		if _, ok := c.s.Unrigged("luck"); ok {
			t.Error("a new stream has a number")
		}
		_, _, problem := c.s.Between("luck", 1, 6)
		c.ok(problem)
		c.s.Commit()
		if _, ok := c.s.Unrigged("luck"); ok {
			t.Error("a stream has a number outside a transaction")
		}
		c.s.Begin()
		i, ok := c.s.Unrigged("luck")
		if !ok {
			t.Error("a stream has no number")
		}
		for range 3 {
			if c == named {
				_, _, problem := c.s.Between("luck", 1, 1000)
				c.ok(problem)
				c.change(1, forGood) // so that the draws are two changes
				_, _, problem = c.s.Chance("luck", func(r *random.Stream) { r.Unit() })
				c.ok(problem)
			} else {
				c.s.BetweenFrom(i, 1, 1000)
				c.change(1, forGood)
				c.s.UnitFrom(i)
			}
			hashes[c] = append(hashes[c], c.s.Hash())
		}
		depth := c.s.Lock()
		if _, ok := c.s.Unrigged("luck"); ok {
			t.Error("a stream has a number where nothing may be changed")
		}
		c.s.Unlock(depth)
		c.s.Commit()
		end := c.s.Position()
		for position := end - 1; position >= 0; position-- {
			c.s.Travel(position)
			hashes[c] = append(hashes[c], c.s.Hash())
		}
		for position := 1; position <= end; position++ {
			c.s.Travel(position)
			hashes[c] = append(hashes[c], c.s.Hash())
		}
		c.s.Begin()
		c.ok(c.s.Rig("luck", state.Num(1)))
		if _, ok := c.s.Unrigged("luck"); ok {
			t.Error("a rigged stream has a number")
		}
	}
	for i, want := range hashes[named] {
		if got := hashes[numbered][i]; got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}

// TestAnUndoneShuffleIsNoticed checks that what was read after a shuffle is stale once the
// shuffle has been undone, and again once it has been redone.
func TestAnUndoneShuffleIsNoticed(t *testing.T) {
	c := newScene(t)
	for range 9 {
		c.die(zoneRow, forGood)
	}
	before := c.s.Position()
	c.ok(c.s.Shuffle(zoneRow, "luck"))
	c.s.Commit()
	after := c.s.Position()
	for _, to := range []int{before, after, before} {
		var tracker state.Tracker
		c.s.Track(&tracker)
		c.s.Zone(zoneRow)
		c.s.Untrack()
		if !c.s.Fresh(&tracker) {
			t.Error("nothing has changed, but the zone is stale")
		}
		if c.s.Travel(to); c.s.Fresh(&tracker) {
			t.Errorf("the zone has another order at %d, but it is fresh", to)
		}
	}
}

// TestEffectsOfTwoShuffles checks that the shuffles of two zones are two effects, each from
// the first order to the last.
func TestEffectsOfTwoShuffles(t *testing.T) {
	c := newScene(t)
	for _, zone := range []int{zoneRow, zoneHand} {
		for range 5 {
			_, problem := c.s.Create(c.table.card, zone, -1, forGood)
			c.ok(problem)
		}
	}
	c.s.Commit()
	c.s.Begin()
	for range 2 {
		c.ok(c.s.Shuffle(zoneRow, "luck"))
		c.ok(c.s.Shuffle(zoneHand, "luck"))
	}
	const want = "row (): ace#1 ace#2 ace#3 ace#4 ace#5 → ace#3 ace#4 ace#1 ace#5 ace#2\n" +
		"hand@1 (): ace#6 ace#7 ace#8 ace#9 ace#10 → ace#10 ace#9 ace#8 ace#7 ace#6"
	if got := effectsOf(state.NewOutliner(c.s).Effects(c.s.Commit())); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
