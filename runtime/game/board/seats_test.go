package board_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// galleryGerman translates some texts of the gallery.
const galleryGerman = `
kind: locale
id: de
texts:
  game/gallery:
    name: {from: Gallery, to: Galerie}
    variables.gold.name: {from: Gold, to: Geld}
    zones.hand.name: {from: Hand, to: Hand}
    phases.day.name: {from: Day, to: Tag}
  card/page:
    name: {from: Page, to: Knappe}
    text: {from: "Strikes for {=self.strength + vars.road}. {keen}", to: "Schlägt mit {=self.strength + vars.road}. {keen}"}
`

// galleryContent is a game that shows figures and zones in every way, with
// pictures and a translation.
func galleryContent(t testing.TB) *rules.Content {
	t.Helper()
	text, err := os.ReadFile("testdata/gallery.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{
		"content/gallery/pack.yaml":       {Data: []byte("{kind: pack, format: 1, id: gallery, version: 1.0.0, title: Gallery, authors: [Ada], licence: MIT, locales: [de]}")},
		"content/gallery/game.yaml":       {Data: text},
		"content/gallery/locales/de.yaml": {Data: []byte(galleryGerman)},
	}
	for _, name := range []string{"knight", "back", "vault"} {
		tree["content/gallery/art/"+name+".svg"] = &fstest.MapFile{Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>` + name + `</title></svg>`)}
	}
	return bazaar.Build(t, tree)
}

func begin(t testing.TB, c *rules.Content, game string) *session.Session {
	t.Helper()
	s, problem := session.New(c, game, session.Options{Seed: 3})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// look is a viewer with the name of its seat.
type look struct {
	seat string
	*board.Viewer
}

// everyone returns all who may see a session: the players, a player at a
// table, a watcher and someone who debugs the game.
func everyone(s *session.Session, b *locale.Translator, cache *board.Cache) (out []look) {
	for player := range s.Players() {
		out = append(out, look{fmt.Sprint("player ", player+1), board.NewViewer(s, player+1, b)})
	}
	out = append(out, look{"seat 1", board.NewViewer(s, 1, b)}, look{"watcher", board.NewWatcher(s, b)}, look{"debugger", board.NewViewer(s, 1, b)})
	out[len(out)-3].AtTable, out[len(out)-1].Reveal = true, true
	for _, l := range out {
		l.Cache = cache
	}
	return out
}

// galleryRound is a game in which what each seat sees differs.
var galleryRound = []string{
	"rest", "play h1 1", "pass", "use b1", "pass", "take e1", "peek t1", "use h1",
	`lua vars.trust = 4 vars.road = 3 vars.lit = true at("hand", 1).mark = 2 at("hand", 1).strength = 9`,
	`lua at("vault", 1).face_up = true`,
	`lua remove(at("vault", 1)) add("fool", "charms") remove(at("tales", 1), "dusk")`,
	`lua emit("dusk", at("vault", 1), 2) emit("dusk", at("foes", 1))`,
	`lua move_to(at("sack@1", 1), "crypt") move_to(at("sack@2", 1), "hall")`,
	`lua shuffle("vault", "x") shuffle("hand", "x") vars.space = 5 add("rose", "hall")`,
	`lua add("pair", "forms") at("dice", 1).held = true at("dice", 1).sides = 4 at("dice", 3).locked = true vars.few = 0`,
	`lua local c = at("hand", 1) c.face_up = true move_to(c, "vault") shuffle("vault", "x") move_to(top("vault"), "hand@2")`,
	"lua set_player(1)", "begin learn", "pick page", "begin play", "pick h1", "cancel",
	"vote", "bid 1", "undo", "bid 2", "bid 1",
	`lua damage(at("foes", 1), 9) lose("It is over.")`,
}

// follow runs commands, which may open and cancel choices, and calls see after
// each.
func follow(t *testing.T, s *session.Session, commands []string, see func(command string, r session.Result)) {
	t.Helper()
	for _, command := range commands {
		var r session.Result
		verb, rest, _ := strings.Cut(command, " ")
		switch verb {
		case "undo":
			s.Undo(1)
		case "cancel":
			s.Cancel()
		case "begin":
			r = s.Begin(rest)
		case "pick":
			r = s.Pick(rest)
		default:
			r = s.Run(command)
		}
		see(command, r)
	}
}

// TestCachedBoards enforces that boards whose viewers share a cache are those of
// viewers without one, at every step of games that show everything.
func TestCachedBoards(t *testing.T) {
	texts := func(v any) string { data, _ := json.Marshal(v); return string(data) }
	for _, test := range []struct {
		content  *rules.Content
		game     string
		commands []string
	}{
		{galleryContent(t), "gallery", galleryRound},
		{bazaar.Build(t, bazaar.Tree(t)), "bazaar", bazaar.Round},
		{bazaar.Written(t, "shelves", shelves), "shelves", []string{"raise", "label", "mark", "wait", "pick 1", "sell", "fill", "undo", "polish", "keep", "undo", "dull", "dusk", "dusk", "hold", "turn"}},
		{liveContent(t, ""), "live", []string{"pump", "wear", "pump", "undo", "harm"}},
	} {
		s := begin(t, test.content, test.game)
		german := german(t, s)
		plain, words := board.NewTexts(s.Game(), nil), board.NewTexts(s.Game(), german)
		caches := map[*locale.Translator]*board.Cache{nil: board.NewCache(plain), german: board.NewCache(words)}
		n := 0
		see := func(command string, _ session.Result) {
			if n++; testing.Short() && n%3 != 1 {
				return
			}
			for b, cache := range caches {
				want := everyone(s, b, nil)
				for i, l := range everyone(s, b, cache) {
					for range 2 {
						if got, want := texts(l.Board()), texts(want[i].Board()); got != want {
							t.Errorf("%s after %s, %s sees\n%s\nwant\n%s", test.game, command, l.seat, got, want)
						}
					}
				}
			}
		}
		see("the beginning", session.Result{})
		follow(t, s, test.commands, see)
	}
}

// shelves is a game with zones that look the same to everybody, until what they
// hold, or what its texts say, differs.
const shelves = `
kind: game
id: shelves
name: Shelves
players: {min: 2, max: 2}
variables: {rate: {start: 2}, spare: {start: 1, visible: owner, per: player}}
zones:
  plain: {of: relic, label: a, start: [lamp, ring]}
  keyed: {of: relic, label: b, start: [lens]}
  nested: {of: relic, label: c, start: [gem]}
  priced: {of: relic, label: e, start: [coin]}
  foes: {of: enemy, label: f, start: [wolf]}
  stock: {of: relic, label: g, visible: none, start: [lamp, ring]}
  attic: {of: relic, label: i, visible: none, counted: false, start: [lamp]}
  backs: {of: card, label: k, start: [ace]}
properties: {card: {face_up: {start: false}, mark: {start: 1, visible: owner}}, relic: {glow: {start: 1}}}
actions: {raise: {}, label: {}, mark: {}, wait: {}, sell: {}, fill: {}, hold: {}, turn: {}, polish: {}, keep: {}, dull: {}, dusk: {}}
phases: {day: {actions: [raise, label, mark, wait, sell, fill, hold, turn, polish, keep, dull, dusk], use: [plain]}}
lua: |
  return {
    do_raise = function() vars.rate = vars.rate + 1 end,
    do_label = function() vars.spare = 4 end,
    do_mark = function() at("backs", 1).mark = 3 end,
    do_wait = function() ask("how_many", {from = {1, 2}}) end,
    chosen_how_many = function() vars.rate = 1 end,
    do_sell = function() move_to(at("plain", 1), "stock") end,
    do_fill = function() add("ring", "attic") add("coin", "plain") add("gem", "plain") end,
    do_hold = function() remove(at("plain", 1), "dawn") end,
    do_turn = function() set_player(2) end,
    do_polish = function() set(at("plain", 1), "glow", 2, "dusk", 2) end,
    do_keep = function() at("plain", 1).glow = 2 end,
    do_dull = function() set(at("plain", 1), "glow", 2, "dusk", 2) at("plain", 1).glow = 1 end,
    do_dusk = function() emit("dusk") end,
  }
events: {dawn: {}, dusk: {}}
---
{kind: relic, id: lamp, name: Lamp, text: Shines.}
---
{kind: relic, id: ring, name: Ring, text: "Worth {worth}.", params: {worth: 3}}
---
{kind: relic, id: lens, name: Lens, text: "See {keen}."}
---
{kind: relic, id: gem, name: Gem, text: "See {deep}."}
---
{kind: relic, id: coin, name: Coin, text: "Worth {=vars.rate + vars.spare}."}
---
{kind: card, id: ace, name: Ace}
---
{kind: enemy, id: wolf, name: Wolf, hp: 3, moves: {bite: {name: Bite, text: "Deals {=vars.rate}."}}, lua: "return {move_bite = function() end}"}
---
{kind: keyword, id: keen, name: Keen, text: "Adds {=vars.rate}."}
---
{kind: keyword, id: deep, name: Deep, text: "See {keen}."}
`

// market is a game whose prices pass through the relics in a hidden zone.
const market = `kind: game
id: market
name: Market
players: {min: 2, max: 2}
zones:
  stall: {of: card, label: m, start: [ace], details: {price: {name: price, value: 'modify("price", 3, item)'}}}
  secret: {of: relic, label: s, per: player, visible: owner, listens: true, start: [charm]}
values: {price: {args: [ware]}}
actions: {wait: {}}
phases: {day: {actions: [wait]}}
lua: 'return {do_wait = function() end}'
---
{kind: card, id: ace}
---
{kind: relic, id: charm, lua: 'return {modify_price = function(self, price) return price - 1 end}'}
`

// TestWatchersSeeQuestionMarksForDetails checks that a detail that reads a hidden zone
// is a question mark for a watcher, and computed for players.
func TestWatchersSeeQuestionMarksForDetails(t *testing.T) {
	s, problem := session.New(bazaar.Written(t, "market", market), "market", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	for want, vw := range map[string]*board.Viewer{"?": board.NewWatcher(s, nil), "1": board.NewViewer(s, 1, nil)} {
		traits := vw.Board().Find("m1").Traits
		if len(traits) != 1 || traits[0].Name != "price" || traits[0].Value != want {
			t.Errorf("there is %+v, not the price %s", traits, want)
		}
	}
}

// TestFailuresAreQuestionMarksAtATable checks that a seat of a table and a watcher read
// no error of a script in views, details and offers, and that others do.
func TestFailuresAreQuestionMarksAtATable(t *testing.T) {
	text := strings.NewReplacer(`'modify("price", 3, item)'`, "item.worth", "actions: {wait: {}}", `actions: {wait: {requires: [{that: top("stall").worth > 1, else: Never}]}}
views: {worth: {value: top("stall").worth}}`).Replace(market)
	s, problem := session.New(bazaar.Written(t, "market", text), "market", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	for _, c := range []struct {
		viewer *board.Viewer
		fair   bool
	}{{board.NewWatcher(s, nil), true}, {board.NewViewer(s, 1, nil), true}, {board.NewViewer(s, 1, nil), false}} {
		c.viewer.AtTable = c.fair
		text, err := json.Marshal(c.viewer.Board())
		if err != nil {
			t.Fatal(err)
		}
		says := strings.Count(string(text), "has no property or field")
		marks := strings.Count(string(text), `"value":"?"`)
		if c.fair && (says > 0 || marks != 2) || !c.fair && (says < 3 || marks > 0) {
			t.Errorf("at a table: %v, the error appears %d times, and %d values are question marks\n%s", c.fair, says, marks, text)
		}
	}
}
