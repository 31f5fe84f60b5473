package session

import (
	"fmt"
	"math"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// checkModified ends the running command, at the hook modify_VALUE, if its result
// cannot take the place of the value that it was given: a number must stay a
// number, finite if it was, and a text a text. Other values may become anything,
// such as false an entity.
func (s *Session) checkModified(h *api.Hook, given, got state.Value) {
	want := ""
	switch {
	case given.Type != got.Type:
		want = map[state.Type]string{state.Number: "a number", state.Text: "a text"}[given.Type]
	case got.Type == state.Number && given.Num-given.Num == 0 && got.Num-got.Num != 0:
		want = "a finite number"
	}
	if want == "" {
		return
	}
	s.host.VM.Fail(diag.New("script/runtime", h.Place, "%s of %s returned %s, which must be %s", h.Name, h.Owner.Key(), s.named(got), want).
		WithHint("it was given %s; nil leaves that as it is", s.named(given)))
}

// named describes a value in a message to authors.
func (s *Session) named(v state.Value) string {
	switch {
	case v.Type == state.Text:
		return fmt.Sprintf("the text %q", v.Str)
	case v.Type == state.Ref:
		return "the entity " + s.describe(v)
	case v.Type == state.Number && math.IsNaN(v.Num):
		return "NaN (such as 0 / 0)"
	case v.Type == state.Number && math.IsInf(v.Num, 0):
		return "infinity (such as 1 / 0, or math.huge)"
	}
	return v.String()
}
