package cli

import (
	"strings"
	"testing"

	"sleight/runtime/server/host"
	"sleight/tests/bazaar"
)

// TestTheOperatorIsToldWhatSeatsHave checks what the host answers when the operator gives a
// seat to a bot, takes it back, or names a bot that does not exist.
func TestTheOperatorIsToldWhatSeatsHave(t *testing.T) {
	h, err := host.Open(host.Options{Folder: t.TempDir(), Content: bazaar.Build(t, bazaar.Tree(t))})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	table, err := h.Create(host.Setup{Game: bazaar.ID, Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	new(hostFlags).listen(strings.NewReader(strings.ReplaceAll("bot TABLE 2 sleeper\nbot TABLE 2\nbot TABLE 2 nobody\n", "TABLE", table.Table)), &out, h)
	if got := strings.ReplaceAll(out.String(), table.Table, "TABLE"); !strings.HasPrefix(got, "TABLE: seat 2 has the bot sleeper now\nTABLE: seat 2 has no bot now\nerror: ") {
		t.Errorf("got\n%s", got)
	}
}
