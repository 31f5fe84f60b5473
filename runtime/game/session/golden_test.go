package session_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// snapshot returns a whole state as JSON.
func snapshot(t *testing.T, s *session.Session) string {
	t.Helper()
	text, err := json.MarshalIndent(s.State().Snapshot(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// TestWholeGame compares the outcome of every command of a game, with the hash
// of the state after it, with a golden file: a hash that omits a value, or a
// session that starts from another seed, fails here. Each command is then
// undone and redone.
func TestWholeGame(t *testing.T) {
	var out strings.Builder
	s := bazaar.New(t, 3)
	hashes := []string{s.Hash()}
	fmt.Fprintf(&out, "the beginning: %s, %s\n", s.Hash(), s.Situation())
	for _, command := range bazaar.Round {
		if command == "undo" {
			s.Undo(1)
			hashes = hashes[:len(hashes)-1]
			continue
		}
		r := s.Run(command)
		fmt.Fprintf(&out, "\n%s → %s\n", command, r.Command)
		switch {
		case r.Problem != nil:
			t.Fatalf("%s: %v", command, r.Problem)
		case r.Refusal != nil:
			fmt.Fprintf(&out, "  refused: %s\n", r.Refusal)
			if s.Hash() != hashes[len(hashes)-1] {
				t.Errorf("%s is refused, and changes the state", command)
			}
			continue
		}
		hashes = append(hashes, s.Hash())
		fmt.Fprintf(&out, "  %d changes, warning %q, over %v, phase %s, player %d, turn %d\n", len(r.Changes), r.Warning, r.Over, s.Phase().Name, s.Player(), s.Turn())
		for _, said := range r.Messages {
			fmt.Fprintf(&out, "  said %+v\n", said)
		}
		for _, e := range r.Events {
			fmt.Fprintf(&out, "  happened %+v\n", e)
		}
		fmt.Fprintf(&out, "  %s, %s\n", s.Hash(), s.Situation())
		if r.Fuel <= 0 {
			t.Errorf("%s costs no fuel", command)
		}
	}
	outcome, text := s.Outcome()
	fmt.Fprintf(&out, "\n%s: %s\n%s\noutcomes: %s\n", outcome, text, snapshot(t, s), strings.Join(recorded(t, s).Outcomes, " "))
	golden.Check(t, "testdata/whole.golden", out.String())

	for turn := len(hashes) - 1; turn >= 0; turn-- {
		if s.Hash() != hashes[turn] || s.Turn() != turn {
			t.Fatalf("turn %d, taken back to, has another hash", turn)
		}
		s.Undo(1)
	}
	for turn := range hashes {
		if s.Hash() != hashes[turn] {
			t.Fatalf("turn %d, done again, has another hash", turn)
		}
		s.Redo(1)
	}
}

// TestSeedsDetermineTheGame checks that two seeds start different games, and one seed the
// same game.
func TestSeedsDetermineTheGame(t *testing.T) {
	seen := map[string]uint64{}
	for seed := range uint64(20) {
		a, b := bazaar.New(t, seed), bazaar.New(t, seed)
		for _, command := range []string{"roll", "roll", "sleep"} {
			run(t, a, command)
			run(t, b, command)
		}
		if a.Hash() != b.Hash() {
			t.Errorf("seed %d begins two games", seed)
		}
		if other, known := seen[a.Hash()]; known {
			t.Errorf("seeds %d and %d begin one game", seed, other)
		}
		seen[a.Hash()] = seed
		if a.State().Seed != seed {
			t.Errorf("seed %d is kept as %d", seed, a.State().Seed)
		}
	}
}

// later lists the edits for a version of the bazaar that changes something of
// every kind, including each player's values.
var later = []string{
	"version: 1.2.0", "version: 1.3.0",
	"bag", "satchel", "heap", "pile_of_cards", "gold", "coins", "note", "label", "debt", "credit",
	"dawn", "daybreak", "night", "dusk", "loot", "treasure", "id: tea", "id: chai", "{tea: 2}", "{chai: 2}", "[tea]", "[chai]", "use tea", "use chai",
}

const migration = `kind: migration
before: 1.3.0
text: Everything has another name.
rename:
  zones: {heap: pile_of_cards}
  variables: {gold: coins, debt: credit}
  properties: {consumable.note: consumable.label}
  events: {dawn: daybreak}
  phases: {night: dusk}
  streams: {loot: treasure}
  definitions: {consumable/tea: consumable/chai}
gone:
  zones: {hand: pile_of_cards, bag: satchel}
  variables: [ledger]
  definitions: {card/king: card/ace, enemy/thief: none}
`

// TestWholeMigration compares the state of a save after a migration that
// renames everything with a golden file: what each player has must stay theirs.
func TestWholeMigration(t *testing.T) {
	s := bazaar.New(t, 3)
	for _, command := range []string{
		"buy m2 1", "roll", `lua at("market", 1).note = "x" vars.gold = 7 set_var_of(2, "gold", 9) lock_die(at("dice", 1), "dawn", 2)`,
		"sleep", "buy m1 1", `lua vars.favourite = at("bag", 1) add("ring", "bag@1") add("tea", "bag", "dawn") chance("loot", 0.5)`,
	} {
		if command == "buy m1 1" {
			command = "buy m2 1"
		}
		s.Run(command)
	}
	var text bytes.Buffer
	if err := s.Save(&text); err != nil {
		t.Fatal(err)
	}
	tree := bazaar.Tree(t)
	for name, file := range tree {
		if strings.Contains(name, "locales") {
			delete(tree, name)
			continue
		}
		file.Data = []byte(strings.NewReplacer(later...).Replace(string(file.Data)))
	}
	game := tree["content/bazaar/game.yaml"]
	game.Data = []byte(strings.NewReplacer(
		"  hand: {of: card, label: c, per: player, visible: owner, start: [ace, {king: 1}]}\n", "",
		"  ledger: {start: 1, show: false}\n", "",
		`at("hand", 1)`, `at("pile_of_cards", 1)`, "fame, hand, satchel", "fame, satchel", "foes: {of: enemy, label: e, start: [thief]}", "foes: {of: enemy, label: e}",
	).Replace(string(game.Data)))
	wares := tree["content/bazaar/wares.yaml"]
	wares.Data = []byte(strings.NewReplacer(
		`"hand"`, `"pile_of_cards"`, `draw("hand", "pile_of_cards", 1)`, "", `draw("pile_of_cards", "pile_of_cards", 1)`, "",
		"{kind: card, id: king, name: King, value: 10}\n---\n", "", "{kind: enemy, id: thief, name: Thief, hp: 8, attack: 2}\n---\n", "",
	).Replace(string(wares.Data)))
	tree["content/bazaar/pack.yaml"].Data = []byte(strings.Replace(string(tree["content/bazaar/pack.yaml"].Data), "locales: [de]\n", "", 1) + "---\n" + migration)
	c := bazaar.Build(t, tree)
	loaded, how, problem := session.LoadAll(c, &text, "old.json")
	if problem != nil {
		t.Fatal(problem)
	}
	how2, _ := json.MarshalIndent(how, "", " ")
	golden.Check(t, "testdata/migrated.golden", string(how2)+"\n"+snapshot(t, loaded))
}
