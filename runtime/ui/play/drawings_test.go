package play

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/board"
)

// TestZoneHeadings checks the headings of zones, the description of the top of a
// pile, and which zones are closed.
func TestZoneHeadings(t *testing.T) {
	var out strings.Builder
	seen, unseen := board.Entity{Label: "a", Name: "Ace"}, board.Entity{Label: "b", Hidden: true}
	things := func(n int, x board.Entity) (out []board.Entity) {
		for range n {
			out = append(out, x)
		}
		return out
	}
	m := &Model{signs: unicodeSigns, spots: []spot{{label: "k"}, {}}}
	var got []string
	for _, z := range []board.Zone{
		{Title: "Hand", Limit: -1, Count: 1, Entities: things(1, seen)},
		{Title: "Hand", Limit: 0},
		{Title: "Hand 0", Limit: 1, Count: 1, Entities: things(1, seen)},
		{Title: "Pile 9", Limit: -1, Count: 2, Pile: true, Entities: things(2, seen)},
		{Title: "Pile /", Limit: -1, Count: 1, Pile: true, Entities: things(1, seen)},
		{Title: "Pile:", Limit: 3, Count: 1, Pile: true, Hidden: true, Entities: things(1, seen)},
		{Title: "", Limit: 2, Count: 1, Pile: true, Unordered: true, Entities: things(1, seen)},
		{Title: "Map", Limit: -1, Count: 1, Pile: true, Map: &board.Map{Across: 1}, Entities: things(1, seen)},
		{Title: "Back", Limit: -1, Count: 1, Pile: true, Entities: things(1, unseen)},
		{Title: "Few", Limit: -1, Count: 5, Entities: things(5, unseen)},
		{Title: "Many", Limit: -1, Count: 6, Entities: things(6, unseen)},
		{Title: "Known", Limit: -1, Count: 7, Entities: append(things(6, unseen), seen)},
		{Title: "Key", Limit: -1, Count: 1, Pile: true, Entities: []board.Entity{{Label: "k"}}},
		{Title: "None", Limit: -1, Pile: true},
	} {
		line := fmt.Sprint(m.heading(z), "; closed ", m.closed(z))
		if len(z.Entities) > 0 {
			line += m.topOf(z)
		}
		got = append(got, line)
	}
	add(&out, "headings", strings.Join(got, "\n"))
	same(t, out.String(), wantHeadings)
}

// TestBoxesAndFaces checks faces with dots, frames of spots in each state, and
// the boxes of dice, in both sizes.
func TestBoxesAndFaces(t *testing.T) {
	var out strings.Builder
	for density := grand; density <= airy; density++ {
		m := &Model{signs: unicodeSigns, density: density, focus: 1, spots: []spot{{key: "a"}, {key: "b"}, {key: "c", reason: "no"}}}
		var got []string
		box := func(p piece) {
			got = append(got, fmt.Sprint("spot ", p.spot, ", width ", p.width()))
			for _, line := range p.lines {
				got = append(got, "|"+marked(line)+"|")
			}
		}
		width, height := m.dieSize()
		for value := 1; value <= 6; value++ {
			got = append(got, strings.Join(m.pips(value, width-2, height), "|\n")+"|")
		}
		for at := -1; at < 3; at++ {
			box(m.frame(at, m.tag(at), "3 gold", 10, []string{"text", "12345678", "123456789"}, nil))
		}
		box(m.frame(-1, "a head that is cut", "a foot that is cut", 9, nil, strings.ToUpper))
		box(m.frame(0, "x", "", 6, []string{"text"}, strings.ToUpper))
		box(m.dieBox(-1, board.Entity{Label: "d1", Die: &board.Die{Sides: 6, Value: 7}}, width))
		box(m.dieBox(2, board.Entity{Label: "d2", Die: &board.Die{Sides: 10, Value: 6, Held: true, Locked: true}, Marks: []string{"a mark that is far too long for a die"}}, width))
		box(m.dieBox(0, board.Entity{Label: "d3", Die: &board.Die{Sides: 6, Value: 2, Word: "gold", Color: "gold"}, Temporary: true}, width))
		for _, share := range []float64{-1, 0, 0.02, 0.05, 0.5, 0.97, 1, 2} {
			got = append(got, m.meter(share))
		}
		add(&out, fmt.Sprint("density ", density), strings.Join(got, "\n"))
	}
	same(t, out.String(), wantBoxes)
}

// TestCardsAndOpponents checks the whole text on cards and opponents with
// everything and with next to nothing, in both sizes.
func TestCardsAndOpponents(t *testing.T) {
	var out strings.Builder
	text := strings.Repeat("Many words make a long text. ", 12)
	full := board.Entity{
		Name: "A name that takes three lines, since it is longer than two lines of any card", Marks: []string{"marked by a word that is longer than two whole lines of the largest card"},
		Traits: []board.Trait{{Name: "intent", Value: "to bite whoever is nearest to it, then to run and hide where nobody looks, until the night is over and it can sleep"}},
		Life:   &board.HitPoints{Left: 1, Most: 4}, Temporary: true,
	}
	full.Text = text
	short := board.Entity{Name: "Rat", Life: &board.HitPoints{Left: 1}}
	short.Text = "It bites."
	for _, density := range []densityLevel{grand, airy, boxed} {
		m := &Model{signs: unicodeSigns, density: density}
		var got []string
		for _, x := range []board.Entity{full, short, {Name: "Bare", Life: &board.HitPoints{}}} {
			got = append(append(got, "card"), m.card(x)...)
			got = append(append(got, "opponent"), m.opponent(x)...)
		}
		add(&out, fmt.Sprint("density ", density), marked(strings.Join(got, "\n")))
	}
	same(t, out.String(), wantCards)
}

// TestPlacesOnAMap checks how a place is drawn: hidden or known, chosen,
// available or where the player is.
func TestPlacesOnAMap(t *testing.T) {
	var out strings.Builder
	m := &Model{signs: unicodeSigns, focus: 1, spots: []spot{{key: "a"}, {key: "b"}, {}}}
	lake, dark := board.Entity{Name: "Lake"}, board.Entity{Name: "Moor", Hidden: true}
	var got []string
	for _, x := range []board.Entity{lake, dark} {
		for _, width := range []int{4, 6, 8} {
			line := ""
			for at := -1; at < 3; at++ {
				line += "|" + m.drawPlace(x, at, false, width) + "|" + m.drawPlace(x, at, true, width)
			}
			got = append(got, marked(line)+"|")
		}
	}
	add(&out, "places", strings.Join(got, "\n"))
	p := &sheet{width: 30}
	m.legend(p, []board.Entity{lake, dark, {Name: "La"}, lake, {Name: "Laurel"}}, mapWindow{place: 4})
	add(&out, "legend", described(p))
	same(t, out.String(), wantPlaces)
}

const wantHeadings = `
== headings
Hand; closed false, on top Ace
Hand 0/0; closed false
Hand 0: 1/1; closed false, on top Ace
Pile 9: 2; closed true, on top Ace
Pile / 1; closed true, on top Ace
Pile: 1/3; closed true
 1/2; closed true
Map 1; closed true
Back 1; closed true
Few; closed false
Many 6; closed true
Known; closed false
Key; closed false, on top 
None; closed true
`

const wantBoxes = `
== density 0
|
|
      ●|
|
|
  ●|
|
|
|
          ●|
  ●|
|
      ●|
|
          ●|
  ●       ●|
|
|
|
  ●       ●|
  ●       ●|
|
      ●|
|
  ●       ●|
  ●       ●|
|
  ●       ●|
|
  ●       ●|
spot -1, width 10
|╭────────╮|
|│text    │|
|│12345678│|
|│1234567…│|
|╰─3 gold─╯|
spot 0, width 10
|╭─key{ a)}────╮|
|│text    │|
|│12345678│|
|│1234567…│|
|╰─3 gold─╯|
spot 1, width 10
|bold{┏━}chosen{▸b)}bold{━━━━┓}|
|bold{┃}text    bold{┃}|
|bold{┃}12345678bold{┃}|
|bold{┃}1234567…bold{┃}|
|bold{┗━}3 goldbold{━┛}|
spot 2, width 10
|faint{╭─}faint{×c)}faint{────╮}|
|faint{│}text    faint{│}|
|faint{│}12345678faint{│}|
|faint{│}1234567…faint{│}|
|faint{╰─}3 goldfaint{─╯}|
spot -1, width 9
|╭─a hea…╮|
|╰─a foo…╯|
spot 0, width 6
|╭─x──╮|
|│TEXT│|
|╰────╯|
spot -1, width 15
|╭─faint{d1}──────────╮|
|│             │|
|│             │|
|│      bold{7}      │|
|│             │|
|│             │|
|╰─────────────╯|
spot 2, width 15
|faint{╭─}faint{×c)}faint{─────────╮}|
|faint{│}             faint{│}|
|faint{│}             faint{│}|
|faint{│}      bold{6}      faint{│}|
|faint{│}             faint{│}|
|faint{│}             faint{│}|
|faint{╰─}d10faint{─────────╯}|
| held|
| locked|
| a mark that i…|
spot 0, width 15
|╭─key{ a)}─────────╮|
|│yellow{             }│|
|│yellow{      ◆      }│|
|│yellow{    bold{gold}     }│|
|│yellow{             }│|
|│yellow{             }│|
|╰─────────────╯|
| for a while|
░░░░░░░░░░░░░░░░░░░░
░░░░░░░░░░░░░░░░░░░░
░░░░░░░░░░░░░░░░░░░░
█░░░░░░░░░░░░░░░░░░░
██████████░░░░░░░░░░
███████████████████░
████████████████████
████████████████████
== density 1
|
   ●|
|
 ●|
|
     ●|
 ●|
   ●|
     ●|
 ●   ●|
|
 ●   ●|
 ●   ●|
   ●|
 ●   ●|
 ●   ●|
 ●   ●|
 ●   ●|
spot -1, width 10
|╭────────╮|
|│text    │|
|│12345678│|
|│1234567…│|
|╰─3 gold─╯|
spot 0, width 10
|╭─key{ a)}────╮|
|│text    │|
|│12345678│|
|│1234567…│|
|╰─3 gold─╯|
spot 1, width 10
|bold{┏━}chosen{▸b)}bold{━━━━┓}|
|bold{┃}text    bold{┃}|
|bold{┃}12345678bold{┃}|
|bold{┃}1234567…bold{┃}|
|bold{┗━}3 goldbold{━┛}|
spot 2, width 10
|faint{╭─}faint{×c)}faint{────╮}|
|faint{│}text    faint{│}|
|faint{│}12345678faint{│}|
|faint{│}1234567…faint{│}|
|faint{╰─}3 goldfaint{─╯}|
spot -1, width 9
|╭─a hea…╮|
|╰─a foo…╯|
spot 0, width 6
|╭─x──╮|
|│TEXT│|
|╰────╯|
spot -1, width 9
|╭─faint{d1}────╮|
|│       │|
|│   bold{7}   │|
|│       │|
|╰───────╯|
spot 2, width 13
|faint{╭─}faint{×c)}faint{───╮}|
|faint{│}       faint{│}|
|faint{│}   bold{6}   faint{│}|
|faint{│}       faint{│}|
|faint{╰─}d10faint{───╯}|
| held|
| locked|
| a mark that…|
spot 0, width 12
|╭─key{ a)}───╮|
|│yellow{   ◆   }│|
|│yellow{ bold{gold}  }│|
|│yellow{       }│|
|╰───────╯|
| for a while|
░░░░░░░░░░
░░░░░░░░░░
░░░░░░░░░░
█░░░░░░░░░
█████░░░░░
██████████
██████████
██████████
`

const wantCards = `
== density 0
card
bold{ A name that takes three}
bold{ lines, since it is…}

 Many words make a long
 text. Many words make a
 long text. Many words
 make a long text. Many
 words make a long text.
 Many words make a long
 text. Many words make a
 long text. Many words
 make a long text. Many…
 intent to bite whoever
 is nearest to it, then…
 marked by a word that is
 longer than two whole…
 for a while
opponent
 bold{A name that takes three lines, since it is longer than two lines of any card}
 ♥ █████░░░░░░░░░░░░░░░ 1/4
 intent to bite whoever is nearest to it,
 then to run and hide where nobody looks,
 until the night is over and it can sleep
 marked by a word that is longer than two
 whole lines of the largest card
 for a while
faint{ Many words make a long text. Many words make}
faint{ a long text. Many words make a long text.}
faint{ Many words make a long text. Many words mak…}
card
bold{ Rat}

 It bites.





opponent
 bold{Rat}
 ♥ ░░░░░░░░░░░░░░░░░░░░ 1/0
faint{ It bites.}
card
bold{ Bare}
opponent
 bold{Bare}
 ♥ ░░░░░░░░░░░░░░░░░░░░ 0/0
== density 1
card
bold{ A name that takes three}
bold{ lines, since it is…}
 Many words make a long
 text. Many words make a
 long text. Many words
 make a long text. Many
 words make a long text.
 Many words make a long
 text. Many words make a
 long text. Many words
 make a long text. Many…
 intent to bite whoever
 is nearest to it, then…
 marked by a word that is
 longer than two whole…
 for a while
opponent
 bold{A name that takes three lines, since it is longer than two lines of any card}
 ♥ ███░░░░░░░ 1/4
 intent to bite whoever is nearest
 to it, then to run and hide where
 nobody looks, until the night is…
 marked by a word that is longer
 than two whole lines of the
 largest card
 for a while
faint{ Many words make a long text. Many}
faint{ words make a long text. Many words}
faint{ make a long text. Many words make…}
card
bold{ Rat}
 It bites.
opponent
 bold{Rat}
 ♥ ░░░░░░░░░░ 1/0
faint{ It bites.}
card
bold{ Bare}
opponent
 bold{Bare}
 ♥ ░░░░░░░░░░ 0/0
== density 2
card
bold{ A name that takes}
bold{ three lines, since…}
 Many words make a
 long text. Many
 words make a long
 text. Many words
 make a long text.…
 intent to bite
 whoever is nearest…
 marked by a word
 that is longer than…
 for a while
opponent
 bold{A name that takes three lines, since it is longer than two lines of any card}
 ♥ ███░░░░░░░ 1/4
 intent to bite whoever is nearest
 to it, then to run and hide where
 nobody looks, until the night is…
 marked by a word that is longer
 than two whole lines of the
 largest card
 for a while
faint{ Many words make a long text. Many}
faint{ words make a long text. Many words}
faint{ make a long text. Many words make…}
card
bold{ Rat}
 It bites.
opponent
 bold{Rat}
 ♥ ░░░░░░░░░░ 1/0
faint{ It bites.}
card
bold{ Bare}
opponent
 bold{Bare}
 ♥ ░░░░░░░░░░ 0/0
`

const wantPlaces = `
== places
| La |bold{[La]}|key{a)}La|key{a)}La|chosen{b)La}|chosen{b)La}|key{) }La|key{) }La|
| Lake |bold{[Lake]}|key{a)}Lake|key{a)}Lake|chosen{b)Lake}|chosen{b)Lake}|key{) }Lake|key{) }Lake|
| Lake   |bold{[Lake  ]}|key{a)}Lake  |key{a)}Lake  |chosen{b)Lake  }|chosen{b)Lake  }|key{) }Lake  |key{) }Lake  |
| ?  |bold{[? ]}|key{a)}? |key{a)}? |chosen{b)? }|chosen{b)? }|key{) }? |key{) }? |
| ?    |bold{[?   ]}|key{a)}?   |key{a)}?   |chosen{b)?   }|chosen{b)?   }|key{) }?   |key{) }?   |
| ?      |bold{[?     ]}|key{a)}?     |key{a)}?     |chosen{b)?     }|chosen{b)?     }|key{) }?     |key{) }?     |
== legend
width 30
|faint{La Lake}  faint{La Laurel}|
`
