package api_test

import (
	"fmt"
	"testing"
)

// TestListsAreReadAsZonesAre checks that functions give the same for the list of a
// zone's entities as for the zone, in any order and for the same fuel, and that an
// entity counts as often as it is in the list.
func TestListsAreReadAsZonesAre(t *testing.T) {
	s := begun(t, "board")
	if r := s.Run(`lua for i = 1, 5 do set_die_value(add_die("d6"), i) end hold_die(at("dice", 2)) clear("bag")`); !r.OK() {
		t.Fatal(r.Problem)
	}
	const begin = `local function reversed(t) local out = {} for i = #t, 1, -1 do out[#t - i + 1] = t[i] end return out end
	local function twice(t) local out = table.copy(t) for _, x in ipairs(t) do table.insert(out, x) end return out end
	local zone = "%s" local list = all(zone) local backwards, double = reversed(list), twice(list) `
	for _, zone := range []string{"dice", "bag", "hand", "foes"} {
		for _, call := range []struct{ form, double string }{
			{`sum(%s, "index")`, " * 2"},
			{`highest(%s, "index")`, ""},
			{`lowest(%s, "index")`, ""},
			{`kinds(%s, "index")`, " * 2"},
			{`run(%s, "index")`, ""},
			{`matching(%s, "index", 1)`, " * 2"},
			{`matching(%s, "zone", "` + zone + `")`, " * 2"},
			{`count(%s)`, " * 2"},
		} {
			setup := fmt.Sprintf(begin, zone)
			of := func(from string) string { return fmt.Sprintf(call.form, from) }
			for _, same := range []string{
				of("list") + " == " + of("zone"), of("backwards") + " == " + of("zone"),
				of("double") + " == (" + of("zone") + " or 0)" + call.double + " or #list == 0 and " + of("double") + " == " + of("zone"),
			} {
				if r := s.Run("lua " + setup + "if not (" + same + `) then error("differs") end`); !r.OK() {
					t.Errorf("%s, %s: %v", zone, same, r.Problem)
				}
			}
			list, whole := s.Run("lua "+setup+"local x = "+of("list")), s.Run("lua "+setup+"local x = "+of("zone"))
			if more := list.Fuel - whole.Fuel; more != 0 && call.form != "count(%s)" {
				t.Errorf("%s of a list costs %d more than of the zone %s", call.form, more, zone)
			}
		}
	}
}
