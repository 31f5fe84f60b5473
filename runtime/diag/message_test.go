package diag_test

import (
	"maps"
	"testing"

	"sleight/runtime/diag"
)

// TestMessagesAreFilledInOrder checks that arguments of every kind replace their names,
// and that a hint follows.
func TestMessagesAreFilledInOrder(t *testing.T) {
	m := &diag.Message{Format: "{a} and {b}, {n} of {m}.", Args: []any{"one", diag.Literal("{two}"), 3, diag.Text("four")}}
	if got, want := m.With(diag.Text("Go on.")).String(), "one and {two}, 3 of four. Go on."; got != want {
		t.Errorf("it reads %q, expected %q", got, want)
	}
	if got := m.Arguments(); !maps.Equal(got, map[string]string{"a": "one", "b": "{two}", "n": "3", "m": "four"}) {
		t.Errorf("the arguments are %v", got)
	}
	if got := diag.Text("a").Arguments(); !maps.Equal(got, map[string]string{"text": "a"}) {
		t.Errorf("the arguments are %v", got)
	}
	if got := (&diag.Message{Format: "Done."}).Arguments(); got != nil {
		t.Errorf("a message without arguments has %v", got)
	}
	if none := diag.Text(""); none.String() != "" || none.Arguments() != nil {
		t.Errorf("no message says %q", none)
	}
}
