package seat_test

import (
	"slices"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/seat"
)

func labels(c board.Choice) (out []string) {
	for _, o := range c.Options {
		out = append(out, o.Label)
	}
	return out
}

// TestChoosingChangesNothing checks the steps in which a seat composes a
// command, and that they change neither the game nor the choices of others.
func TestChoosingChangesNothing(t *testing.T) {
	s := begin(t)
	before := s.Hash()
	one := seat.Of(s, 1, nil)
	for _, c := range []struct {
		text     string
		picks    []string
		options  []string
		complete string
		refusal  string
	}{
		{"bid", nil, []string{"1", "2", "3"}, "", ""},
		{"bid", []string{"2"}, nil, "bid 2", ""},
		{"bid 2", nil, nil, "bid 2", ""},
		{"hide", nil, []string{"h1", "h2"}, "", ""},
		{"hide", []string{"h2"}, []string{"glad", "sad"}, "", ""},
		{"hide", []string{"h2", "sad"}, nil, "hide h2 sad", ""},
		{"reveal", nil, nil, "reveal", ""},
		{"bid", []string{"9"}, nil, "", "target-unknown"},
		{"bid", []string{"1", "2"}, nil, "", "nothing-left-to-pick"},
		{"bed", nil, nil, "", "unknown-action"},
		{"", nil, nil, "", "no-command"},
		{"@1 bid 1", nil, nil, "", "unknown-action"},
	} {
		choice, complete, refusal, problem := one.Choose(c.text, c.picks)
		code := ""
		if refusal != nil {
			code = refusal.Code
		}
		if problem != nil || code != c.refusal || complete != c.complete || !slices.Equal(labels(choice), c.options) || choice.Open != (c.options != nil) {
			t.Errorf("%s %q: %v %v, complete %q, options %v", c.text, c.picks, refusal, problem, complete, labels(choice))
		}
	}
	if s.Hash() != before || s.Turn() != 0 || s.ChoiceStarted() {
		t.Error("choosing has changed the game")
	}
	if _, _, refusal, _ := seat.Of(s, 2, nil).Choose("bid", nil); refusal == nil || refusal.Code != "other-turn" {
		t.Errorf("out of turn: %v", refusal)
	}
	if _, _, refusal, _ := seat.Of(s, seat.Watcher, nil).Choose("bid", nil); refusal == nil || refusal.Code != "other-turn" {
		t.Errorf("a watcher: %v", refusal)
	}
}

// TestASeatCannotActForAnother checks that a seat cannot give, or try, a
// command of another player, even while several may act.
func TestASeatCannotActForAnother(t *testing.T) {
	s := beginWith(t, together)
	three := seat.Of(s, 3, nil)
	for _, text := range []string{"@1 bid 1", "@2 bid 1", "@2 nonsense", "@1", "@2 lua vars.best = 9"} {
		if c, refusal, problem := three.Parse(text); refusal == nil || refusal.Code != "other-turn" || problem != nil {
			t.Errorf("%s: %v %v %+v", text, refusal, problem, c)
		}
	}
	if c, refusal, problem := three.Parse("@3 bid 1"); refusal != nil || problem != nil || c.Player != 3 {
		t.Errorf("its own command is %+v: %v %v", c, refusal, problem)
	}
}
