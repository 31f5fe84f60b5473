package state_test

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
)

// TestPrices checks the cost of each change in units of the script budget:
// nothing that fills the journal or searches a zone is free.
func TestPrices(t *testing.T) {
	w := newTable()
	s := state.New(w.layout, 7)
	price := func(f func() *diag.Diagnostic) int64 {
		t.Helper()
		s.Begin()
		s.Work()
		if problem := f(); problem != nil {
			t.Fatal(problem)
		}
		work := s.Work()
		s.Commit()
		return work
	}
	create := func(until state.Until) func() *diag.Diagnostic {
		return func() *diag.Diagnostic {
			_, problem := s.Create(w.die, zoneRow, -1, until)
			return problem
		}
	}
	draw := func() *diag.Diagnostic {
		_, _, problem := s.Between("loot", 1, 6)
		return problem
	}
	dusk1 := state.Until{Event: dusk, Count: 1}
	got := map[string]int64{}
	got["create"] = price(create(forGood))
	got["create for a time"] = price(create(dusk1))
	for range 20 {
		price(create(forGood))
	}
	got["create in a full row"] = price(create(forGood))
	first := s.Zone(zoneRow)[0]
	got["variable"] = price(func() *diag.Diagnostic { return s.SetVar(varGold, state.Num(4), forGood) })
	got["variable as it is"] = price(func() *diag.Diagnostic { return s.SetVar(varGold, state.Num(4), forGood) })
	got["variable for a time"] = price(func() *diag.Diagnostic { return s.SetVar(varGold, state.Num(5), dusk1) })
	got["variable changed"] = price(func() *diag.Diagnostic { return s.ChangeVar(varGold, 1, forGood) })
	got["variable changed for a time"] = price(func() *diag.Diagnostic { return s.ChangeVar(varGold, 1, dusk1) })
	got["property"] = price(func() *diag.Diagnostic { return s.SetProp(first, 0, state.Num(9), forGood) })
	got["property for a time"] = price(func() *diag.Diagnostic { return s.SetProp(first, 0, state.Num(8), dusk1) })
	got["property changed"] = price(func() *diag.Diagnostic { return s.ChangeProp(first, 0, 1, forGood) })
	got["move"] = price(func() *diag.Diagnostic { return s.Move(first, zoneRow, -1, forGood) })
	got["move for a time"] = price(func() *diag.Diagnostic { return s.Move(s.Zone(zoneRow)[1], zoneSmall, 0, dusk1) })
	got["shuffle"] = price(func() *diag.Diagnostic { return s.Shuffle(zoneRow, "deal") })
	got["draw"] = price(draw)
	got["draw again"] = price(draw)
	got["chance"] = price(func() *diag.Diagnostic {
		_, _, problem := s.Chance("loot", func(r *random.Stream) { r.Below(3) })
		return problem
	})
	got["rig"] = price(func() *diag.Diagnostic { return s.Rig("loot", state.Num(1), state.Num(2)) })
	got["remove"] = price(func() *diag.Diagnostic { return s.Remove(s.Zone(zoneRow)[0], forGood) })
	got["remove for a time"] = price(func() *diag.Diagnostic { return s.Remove(s.Zone(zoneRow)[0], dusk1) })
	got["an event that takes back"] = price(func() *diag.Diagnostic { s.Expire(dusk); return nil })
	got["an event that nobody waits for"] = price(func() *diag.Diagnostic { s.Expire(dawn); return nil })
	pricesWhileManyWait(s, w, price, got)
	if diff := cmp.Diff(prices, got); diff != "" {
		t.Errorf("prices (-want +got):\n%s", diff)
	}
}

// pricesWhileManyWait adds the prices of changes that search 200 temporary ones.
func pricesWhileManyWait(s *state.State, w *table, price func(func() *diag.Diagnostic) int64, got map[string]int64) {
	for range 200 {
		price(func() *diag.Diagnostic { return s.ChangeVar(varLuck, 0, state.Until{Event: dawn, Count: 9}) })
	}
	got["variable while 200 wait"] = price(func() *diag.Diagnostic { return s.SetVar(varGold, state.Num(9), forGood) })
	got["variable changed while 200 wait"] = price(func() *diag.Diagnostic { return s.ChangeVar(varGold, 1, forGood) })
	got["property while 200 wait"] = price(func() *diag.Diagnostic { return s.SetProp(s.Zone(zoneRow)[0], 0, state.Num(7), forGood) })
	got["property changed while 200 wait"] = price(func() *diag.Diagnostic { return s.ChangeProp(s.Zone(zoneRow)[0], 0, 1, forGood) })
	got["move while 200 wait"] = price(func() *diag.Diagnostic { return s.Move(s.Zone(zoneRow)[0], zoneRow, -1, forGood) })
	got["replace while 200 wait"] = price(func() *diag.Diagnostic { _, problem := s.Replace(s.Zone(zoneRow)[0], w.die, nil); return problem })
	got["remove while 200 wait"] = price(func() *diag.Diagnostic { return s.Remove(s.Zone(zoneRow)[0], forGood) })
	got["an event that counts 200"] = price(func() *diag.Diagnostic { s.Expire(dawn); return nil })
	got["an event while 200 wait"] = price(func() *diag.Diagnostic { s.Expire(dusk); return nil })
	got["variable for good, which ends 200"] = price(func() *diag.Diagnostic { return s.SetVar(varLuck, state.Num(1), forGood) })
}

// prices lists all costs: 24 for a journal entry, 64 more for its extra fields,
// and so on.
var prices = map[string]int64{
	"an event that counts 200":          17625,
	"an event while 200 wait":           25,
	"move while 200 wait":               51,
	"property changed while 200 wait":   49,
	"property while 200 wait":           49,
	"remove while 200 wait":             243,
	"replace while 200 wait":            422,
	"variable changed while 200 wait":   49,
	"variable for good, which ends 200": 17649,
	"variable while 200 wait":           49,
	"an event that nobody waits for":    0,
	"an event that takes back":          564,
	"chance":                            88,
	"create":                            152,
	"create for a time":                 240,
	"create in a full row":              152,
	"draw":                              176,
	"draw again":                        88,
	"move":                              26,
	"move for a time":                   114,
	"property":                          24,
	"property changed":                  112,
	"property for a time":               112,
	"remove":                            306,
	"remove for a time":                 114,
	"rig":                               88,
	"shuffle":                           352,
	"variable":                          24,
	"variable as it is":                 0,
	"variable changed":                  112,
	"variable changed for a time":       112,
	"variable for a time":               112,
}

// part is a part of a price: how often an entry of state.ChangeCosts is charged,
// and for how many entities, properties or places in total.
type part struct{ times, of int }

// parts explains each price by the entries of state.ChangeCosts, in their order.
// The kinds of the test have at most 8 properties.
var parts = map[string][7]part{
	"an event that counts 200":          {temporary: {times: 200}, searched: {of: 200}},
	"an event while 200 wait":           {searched: {of: 200}},
	"move while 200 wait":               {changed: {times: 1}, searched: {of: 216}},
	"property changed while 200 wait":   {changed: {times: 1}, searched: {of: 200}},
	"property while 200 wait":           {changed: {times: 1}, searched: {of: 200}},
	"remove while 200 wait":             {removed: {1, 8}, searched: {of: 216}},
	"replace while 200 wait":            {created: {1, 8}, removed: {1, 8}, searched: {of: 432}},
	"variable changed while 200 wait":   {changed: {times: 1}, searched: {of: 200}},
	"variable for good, which ends 200": {changed: {times: 1}, temporary: {times: 200}, searched: {of: 200}},
	"variable while 200 wait":           {changed: {times: 1}, searched: {of: 200}},
	"an event that nobody waits for":    {},
	"an event that takes back":          {changed: {times: 5}, temporary: {times: 5}, searched: {of: 32}},
	"chance":                            {drawn: {times: 1}},
	"create":                            {created: {1, 8}},
	"create for a time":                 {created: {1, 8}, temporary: {times: 1}},
	"create in a full row":              {created: {1, 8}},
	"draw":                              {drawn: {times: 2}},
	"draw again":                        {drawn: {times: 1}},
	"move":                              {changed: {times: 1}, searched: {of: 16}},
	"move for a time":                   {changed: {times: 1}, temporary: {times: 1}, searched: {of: 16}},
	"property":                          {changed: {times: 1}},
	"property changed":                  {changed: {times: 1}, temporary: {times: 1}},
	"property for a time":               {changed: {times: 1}, temporary: {times: 1}},
	"remove":                            {removed: {1, 8}, temporary: {times: 1}, searched: {of: 16}},
	"remove for a time":                 {changed: {times: 1}, temporary: {times: 1}, searched: {of: 16}},
	"rig":                               {drawn: {times: 1}},
	"shuffle":                           {shuffled: {1, 22}, drawn: {times: 1}},
	"variable":                          {changed: {times: 1}},
	"variable as it is":                 {},
	"variable changed":                  {changed: {times: 1}, temporary: {times: 1}},
	"variable changed for a time":       {changed: {times: 1}, temporary: {times: 1}},
	"variable for a time":               {changed: {times: 1}, temporary: {times: 1}},
}

// The entries of state.ChangeCosts.
const (
	changed = iota
	drawn
	shuffled
	temporary
	created
	removed
	searched
)

// TestChangeCostsExplainPrices checks the table in the reference against the
// prices that TestPrices measures: each price is the sum of entries, and each
// entry occurs.
func TestChangeCostsExplainPrices(t *testing.T) {
	entries := state.ChangeCosts()
	if len(entries) != len(parts["create"]) {
		t.Fatalf("there are %d entries", len(entries))
	}
	number := regexp.MustCompile(`\d+`)
	occurs := map[int]bool{}
	for price, want := range prices {
		explained, ok := parts[price]
		if !ok {
			t.Errorf("%s: nothing explains it", price)
		}
		var sum int64
		for i, p := range explained {
			var units [2]int
			for k, text := range number.FindAllString(entries[i].Cost, -1) {
				units[k], _ = strconv.Atoi(text)
			}
			if i == searched {
				sum += int64(units[0] * p.of / units[1])
			} else {
				sum += int64(units[0]*p.times + units[1]*p.of)
			}
			occurs[i] = occurs[i] || p != part{}
		}
		if sum != want {
			t.Errorf("%s costs %d; its parts come to %d", price, want, sum)
		}
	}
	for i, e := range entries {
		if !occurs[i] {
			t.Errorf("no price includes %q", e.Change)
		}
	}
}
