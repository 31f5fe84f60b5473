package repl

import (
	"bytes"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
	"sleight/tests/shipped"
)

// shops are the ways into filled shops and offers of the shipped games.
var shops = []struct{ game, lines string }{
	{"manipulation", `lua vars.gold = 55 add("clone", "shop") add("tip_jar", "shop") add("shatter", "shop") enter_phase("shop")
state
begin buy`},
	{"manipulation", `lua add("clone", "offer") add("shatter", "offer") enter_phase("reward")
state
begin take`},
	{"never_die_guy", `lua add("ember_heart", "offer") add("death_mask", "offer") enter_phase("reward")
offer
begin take`},
	{"spring_tide", `choose cork_vest
lua for _, id in ipairs({"whirlpool", "flotsam", "fishing_net", "dredge"}) do add(id, "shop") end enter_phase("shop")
state
begin buy`},
}

// TestShops checks the contents of shops and offers: names, prices and texts,
// wrapped below the names, in English and German and on a narrow screen.
func TestShops(t *testing.T) {
	c := shipped.Content(t)
	var out bytes.Buffer
	for _, tag := range []string{"", "de"} {
		for _, width := range []int{80, 44} {
			for _, shop := range shops {
				lang, _ := locale.Parse(tag)
				s, problem := session.New(c, shop.game, session.Options{Seed: 1})
				if problem != nil {
					t.Fatal(problem)
				}
				out.WriteString("== " + shop.game + " " + tag + "\n")
				r := New(s, nil, Options{Out: &out, Language: lang, Width: width})
				for line := range strings.Lines(shop.lines) {
					line = strings.TrimSpace(line)
					out.WriteString("> " + line + "\n")
					r.Execute(line)
				}
			}
		}
	}
	golden.Check(t, "testdata/shops.txt", out.String())
}
