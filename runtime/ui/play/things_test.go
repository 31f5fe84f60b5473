package play

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
	"sleight/tests/shipped"
)

func number(n float64) *float64 { return &n }

// bazaarOfThings is a board with everything that a board can show.
func bazaarOfThings() *board.Board {
	die := func(label string, d board.Die, marks ...string) board.Entity {
		return board.Entity{Label: label, Name: fmt.Sprintf("d%d", d.Sides), Die: &d, Marks: marks}
	}
	var dice []board.Entity
	for value := range 8 {
		dice = append(dice, die(fmt.Sprint("d", value+1), board.Die{Sides: 6, Value: value}))
	}
	odd := []board.Entity{
		die("o1", board.Die{Sides: 20, Value: 17, Color: "red", Held: true}, "hot"),
		die("o2", board.Die{Sides: 4, Value: 3, Color: "orange", Locked: true}),
		die("o3", board.Die{Sides: 6, Value: 1, Word: "gold", Color: "gold"}),
		die("o4", board.Die{Sides: 6, Value: 2, Word: "a word that is too long", Color: "mauve", Held: true, Locked: true}),
	}
	odd[1].Traits = []board.Trait{{Name: "element", Value: "fire"}, {Name: "weight", Value: "3"}}
	long := "This text is so long that no box holds all of it, however large it is, since a box has a bound, and what goes beyond it is cut with a sign that says so, wherever that is."
	foe := board.Entity{Label: "e1", Name: "Rat", Life: &board.HitPoints{Left: 3, Most: 20}, Traits: []board.Trait{{Name: "attack", Value: "2"}, {Name: "intent", Value: "bites whoever is nearest to it, twice"}}}
	foe.Text = long
	dead := board.Entity{Label: "e2", Name: "Bat", Life: &board.HitPoints{}, Marks: []string{"asleep"}, Temporary: true}
	card := board.Entity{Label: "h1", Name: "A card with a name that needs three lines, for it is not short at all, really", Traits: []board.Trait{{Name: "price", Value: "3 gold"}}}
	card.Text = "Deal 6 damage."
	card.Spans = []board.Span{{Text: "Deal "}, {Text: "9", Printed: "6"}, {Text: " damage."}}
	verbose := board.Entity{Label: "h2", Name: "Bore"}
	verbose.Text = long
	bare := board.Entity{Label: "h3", Name: "Blank", Marks: []string{"tired"}, Temporary: true}
	hidden := func(label string) board.Entity { return board.Entity{Label: label, Hidden: true} }
	row := func(title string, things ...board.Entity) board.Zone {
		return board.Zone{Title: title, As: board.Row, Limit: -1, Count: len(things), Entities: things}
	}
	as := func(z board.Zone, how string) board.Zone {
		z.As = how
		return z
	}
	limited := row("Bag 2", bare, verbose)
	limited.Limit = 5
	pile, secret, shuffled := row("Discard", bare, verbose), row("Deck 1", hidden("k1"), hidden("k2")), row("Pool", bare)
	pile.Pile, secret.Pile, secret.Hidden, shuffled.Pile, shuffled.Unordered = true, true, true, true, true
	none := row("Nothing")
	none.Limit = 3
	many := row("Crowd", hidden("c1"), hidden("c2"), hidden("c3"), hidden("c4"), hidden("c5"), hidden("c6"))
	return &board.Board{
		Title: "Bazaar", Turn: 12, Players: 2, Acting: 2, Phase: board.Phase{Name: "market", Title: "Market"},
		Choice: board.Choice{Prompt: "What will it be?"},
		Offers: []board.Offer{
			{Command: "roll", Title: "Roll", Words: board.Words{Text: "Roll all dice."}, Costs: []board.Cost{{Title: "Mana", Amount: 2}}},
			{Command: "sell", Title: "Sell", Costs: []board.Cost{{Title: "Mana", Depends: true}}, Reason: "Nothing to sell", Warning: "You lose it"},
			{Command: "brew", Title: "Brew", Costs: []board.Cost{{Title: "Fire", Depends: true}, {Title: "Water", Depends: true}, {Title: "Gold", Amount: 1}}},
			{Command: "burn", Title: "Burn", Costs: []board.Cost{{Title: "Mana", All: true}}, Warning: "All of it"},
			{Command: "use h1", Item: "h1", Title: "Card", Costs: []board.Cost{{Title: "Breath", Amount: 1}}},
			{Command: "use h2", Item: "h2", Title: "Bore", Costs: []board.Cost{{Title: "Breath", Amount: 1.5}}, Reason: "Too dull"},
			{Command: "use d3", Item: "d3", Title: "d6"},
			{Command: "use c2", Item: "c2", Title: "c2"},
		},
		Groups: []board.Group{
			{Place: board.Head, Figures: []board.Figure{
				{Title: "Gold", Value: "7"},
				{Title: "Lucky", Value: "true"},
				{Title: "Cursed", Value: "false", Idle: true},
				{Title: "Mana", Value: "2", Number: number(2), Most: number(4), Show: board.Dots},
				{Title: "Debt", Value: "-1", Number: number(-1), Most: number(2), Show: board.Dots},
				{Title: "Health", Value: "13", Number: number(13), Most: number(20), Show: board.Bar},
				{Title: "Fame", Value: "30", Number: number(30), Most: number(20), Show: board.Bar},
				{Title: "Luck", Value: "it divides by 0", Failed: true},
				{Title: "Score of player 1", Common: "Score", Value: "3", Owner: 1},
				{Title: "Score of player 2", Common: "Score", Value: "5", Owner: 2},
			}, Zones: []board.Zone{row("Passport", bare)}},
			{Title: "Against", Place: board.Far, Zones: []board.Zone{row("Foes", foe, dead)}},
			{Title: "Dice", Place: board.Middle, Figures: []board.Figure{{Title: "Cellar", Show: board.Picture, Value: "#e  #\n####\n"}}, Zones: []board.Zone{row("Dice", dice...), row("Odd", odd...)}},
			{Title: "Hand", Place: board.Near, Zones: []board.Zone{row("Hand", card, verbose, bare, hidden("h4"))}},
			{Title: "Empty", Place: board.Near, Zones: []board.Zone{none}},
			{Title: "Stores", Place: board.Side, Figures: []board.Figure{{Title: "Stored", Value: "9"}}, Zones: []board.Zone{
				as(limited, board.List), as(row("Charms", bare, bare), board.Tokens), pile, secret, shuffled, many, none, row("Nobody"),
			}},
		},
	}
}

// TestDrawingThings checks how each part of a board is drawn at each density,
// styles included, in one column and in two, in Unicode and in ASCII.
func TestDrawingThings(t *testing.T) {
	s, problem := session.New(shipped.Content(t), "forward", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	var out strings.Builder
	for _, c := range []struct {
		width, height int
		plain         bool
		from, to      densityLevel
	}{{100, 80, false, grand, tight}, {150, 80, false, airy, airy}, {48, 40, true, boxed, roomy}} {
		for density := c.from; density <= c.to; density++ {
			m := New(s, Options{Plain: c.plain})
			m.width, m.height, m.board, m.density = c.width, c.height, bazaarOfThings(), density
			m.spots = spotsOf(m.board, nil)
			m.focus = int(density) * 3 % len(m.spots)
			m.page = m.layOut(density)
			fmt.Fprintf(&out, "== %d columns, density %d, plain %v, head %d, side %d, foot %d, %+v\n", c.width, density, c.plain, m.page.head, m.page.side, m.page.foot, *m.focused())
			for _, line := range append(m.page.lines, m.detail()...) {
				out.WriteString(strings.ReplaceAll(line, "\x1b", "␛") + "\n")
			}
			for _, s := range m.spots {
				fmt.Fprintf(&out, "%s) %s: line %d, height %d, columns %d to %d\n", s.key, s.titleWithCost(), s.line, s.height, s.from, s.to)
			}
		}
	}
	golden.Check(t, "testdata/things.txt", out.String())
}
