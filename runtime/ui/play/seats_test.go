package play

import (
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestTheCurtainHidesOtherPlayersViews checks that no view is shown between two
// players, that each then sees only their own, and that a shared screen shows
// no seed.
func TestTheCurtainHidesOtherPlayersViews(t *testing.T) {
	m := screen(t, shipped.Content(t), "hammer", 1, 2, 100, 30)
	if got := text(m); strings.Contains(got, "seed") || !strings.Contains(got, names(m, 1)[0]) || m.curtain {
		t.Fatalf("at the start:\n%s", got)
	}
	press(m, "a", "d") // bid 3
	if got := text(m); !m.curtain || !strings.Contains(got, "Pass the device to player 2.") || strings.Contains(got, "Bid") || strings.Contains(got, "Hand") {
		t.Fatalf("there is no curtain:\n%s", got)
	}
	before := m.session.Hash()
	press(m, "a", "b", "u", "n", "l", "h", "tab")
	if m.session.Hash() != before || !m.curtain {
		t.Fatalf("a key does something behind the curtain:\n%s", text(m))
	}
	press(m, "enter")
	if got := text(m); m.curtain || m.seat != 2 || strings.Contains(got, "Bid 3") || !strings.Contains(got, "…") || !strings.Contains(got, names(m, 2)[0]) {
		t.Fatalf("player 2 sees:\n%s", got)
	}
	press(m, "a", "f") // bid 5
	if got := text(m); !m.curtain || strings.Contains(got, "Bid 5") {
		t.Fatalf("after the last bid:\n%s", got)
	}
	press(m, "enter")
	read := ""
	for _, e := range m.log {
		read += e.text + "\n"
	}
	if !strings.Contains(read, "(2) Bid 5") || !strings.Contains(read, "Player 2 bids 5.") || !strings.Contains(text(m), "Pass") {
		t.Fatalf("player 1 reads, when all have bid:\n%s\n%s", read, text(m))
	}
	press(m, "u")
	if m.session.Turn() != 1 || !m.curtain {
		t.Errorf("taking back hands over to player 2: command %d, curtain %v", m.session.Turn(), m.curtain)
	}
	if alone := screen(t, shipped.Content(t), "forward", 1, 1, 100, 30); alone.seat != 0 || !strings.Contains(text(alone), "seed") {
		t.Error("a game for one has a curtain")
	}
}

// names returns the names of the cards in a player's hand.
func names(m *Model, player int) (out []string) {
	slot, _ := m.session.Zone("hand@" + string(rune('0'+player)))
	for _, id := range m.session.State().Zone(slot) {
		out = append(out, m.session.Definition(id).Name)
	}
	return out
}

// TestTheEndOfAGameForSeveral checks that the screen says won only where that holds for
// everyone who looks at it.
func TestTheEndOfAGameForSeveral(t *testing.T) {
	c := shipped.Content(t)
	for _, x := range []struct {
		game, end, want string
		players         int
	}{
		{"mana_draw", `win("Player 2 wins.")`, "The game is over. Player 2 wins.", 2},
		{"mana_draw", `lose("Nobody wins.")`, "The game is over. Nobody wins.", 2},
		{"mana_draw", `win()`, "The game is won.", 2},
		{"manipulation", `win("You did it.")`, "The game is won. You did it.", 0},
		{"manipulation", `lose()`, "The game is lost.", 0},
	} {
		m := screen(t, c, x.game, 1, x.players, 80, 24)
		if r := m.session.Do(session.Command{Lua: x.end}); r.Problem != nil {
			t.Fatal(r.Problem)
		}
		m.redraw()
		if got := text(m); !strings.Contains(got, x.want) {
			t.Errorf("%s after %s:\n%s", x.game, x.end, got)
		}
	}
}
