package docs

import (
	"fmt"
	"strings"
	"testing"
)

// hardEffects are effects of well-known games that are hard to express, with the
// recipe that does the same.
var hardEffects = []struct{ effect, game, recipe string }{
	{"Vault", "Slay the Spire", "End your turn; foes skip theirs"},
	{"Time Eater's clock", "Slay the Spire", "The twelfth card ends your turn"},
	{"Runic Dome", "Slay the Spire", "One more energy each turn; foes' next moves are hidden"},
	{"Snecko Eye", "Slay the Spire", "Draw two more cards each turn; each card drawn costs a random 0 to 3"},
	{"Double Tap, Burst", "Slay the Spire", "Your next attack is played twice"},
	{"Echo Form", "Slay the Spire", "The first card each turn is played twice"},
	{"Corpse Explosion", "Slay the Spire", "Poison a foe; when it dies, the others lose hit points equal to its maximum"},
	{"Nightmare", "Slay the Spire", "Choose a card: next turn, add three copies of it to your hand"},
	{"Dead Branch", "Slay the Spire", "Whenever a card is exhausted, add a random card to your hand"},
	{"Corruption", "Slay the Spire", "Skills cost 0 and are exhausted when played"},
	{"Omniscience", "Slay the Spire", "Choose a card in your deck: play it twice, then exhaust it"},
	{"Well-Laid Plans", "Slay the Spire", "A card in your hand gains Retain for this turn"},
	{"Blueprint", "Balatro", "Copies the joker to its right"},
	{"Sock and Buskin", "Balatro", "Face cards score twice"},
	{"Four Fingers", "Balatro", "Four cards are a flush"},
	{"Smeared Joker", "Balatro", "Spades and clubs count as one suit, hearts and diamonds as another"},
	{"Wild Card", "Balatro", "Choose a card: it counts as every suit until the end of the round"},
	{"Hologram", "Balatro", "Gains a quarter of the multiplier for each card added to your deck"},
	{"Perkeo", "Balatro", "At the end of a round, copy a random joker, even if there is no room"},
	{"DNA", "Balatro", "If the first hand is one card, add a copy of it to your hand"},
	{"Throne Room", "Dominion", "Play an action twice"},
	{"Golem", "Dominion", "Turn over cards until you find two attacks; play them and discard the rest"},
	{"Black Market", "Dominion", "Gain two coins; look at three cards outside the supply and buy one of them"},
	{"Watchtower", "Dominion", "Reaction: when you gain a card, trash it or put it onto your deck"},
	{"Yogg-Saron", "Hearthstone", "Play a random attack for each card played this turn, at random foes"},
	{"Shudderwock", "Hearthstone", "Repeat all battlecries of this game, at random targets"},
	{"Lorewalker Cho", "Hearthstone", "Until your next turn, whenever a player plays a treasure, the other gains a copy in hand"},
	{"Counterspell", "Hearthstone", "A reaction that counters a spell"},
	{"Silence", "Hearthstone", "Silence a minion"},
	{"a quest", "Hearthstone", "Quest: summon three minions. Reward: 5 mana"},
}

// thirty returns a table of the hard effects, with the number of lines of each
// recipe.
func thirty(t *testing.T, recipes map[string]string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("## Thirty hard effects\n\nWe chose these effects of four well-known games because they are hard to express. " +
		"Each is one recipe on this page; the line count excludes its tests.\n\n" +
		"| effect | game | recipe | lines |\n|---|---|---|--:|\n")
	for _, e := range hardEffects {
		text, ok := recipes[e.recipe]
		if !ok {
			t.Errorf("%s: there is no recipe %q", e.effect, e.recipe)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d |\n", e.effect, e.game, e.recipe, linesOf(text))
	}
	return b.String() + "\nOne kind of effect cannot be written yet: a player cannot give commands for another player (Possession).\n"
}

// linesOf counts the lines of a recipe, without its tests and blank lines.
func linesOf(recipe string) (n int) {
	tests := false
	for line := range strings.SplitSeq(recipe, "\n") {
		if line != "" && !strings.HasPrefix(line, " ") {
			tests = line == "tests:"
		}
		if !tests && strings.TrimSpace(line) != "" && line != "---" {
			n++
		}
	}
	return n
}
