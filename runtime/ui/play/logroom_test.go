package play

import (
	"fmt"
	"strings"
	"testing"
)

// TestTheLogInAnyRoom checks the log in each number of lines, joined and not:
// what is shown, how many entries are to come, and where n continues.
func TestTheLogInAnyRoom(t *testing.T) {
	var out strings.Builder
	log := []entry{
		{text: "An old entry."},
		{text: "Old effect", effect: true},
		{text: "› Roll"},
		{text: "You roll, and\nthat is loud.", loud: true},
		{text: "d1: 1 → 2", effect: true},
		{text: "Gold 1 → 2", effect: true},
		{text: "Health 10 → 12 of 20", effect: true},
		{text: "Done."},
	}
	for _, joined := range []bool{true, false} {
		var got []string
		for _, unread := range []int{2, 8} {
			for room := range 7 {
				m := &Model{signs: unicodeSigns, log: log, unread: unread}
				lines := m.history(room, 26, joined)
				got = append(got, fmt.Sprintf("unread %d, room %d: %d more, next %d\n%s", unread, room, m.more, m.next, marked(strings.Join(lines, "\n"))))
			}
		}
		add(&out, fmt.Sprint("joined ", joined), strings.Join(got, "\n"))
	}
	same(t, out.String(), wantLogs)
}

const wantLogs = `
== joined true
unread 2, room 0: 0 more, next 0

unread 2, room 1: 5 more, next 3
› Roll key{… 5 more (n)}
unread 2, room 2: 5 more, next 3
› Roll
key{… 5 more (n)}
unread 2, room 3: 5 more, next 3
faint{──────────────────────────}
› Roll
key{… 5 more (n)}
unread 2, room 4: 5 more, next 3
faint{──────────────────────────}
› Roll
bold{You roll, and that is}
key{… 5 more (n)}
unread 2, room 5: 4 more, next 4
faint{──────────────────────────}
› Roll
bold{You roll, and that is}
bold{loud.}
key{… 4 more (n)}
unread 2, room 6: 2 more, next 6
faint{──────────────────────────}
› Roll
bold{You roll, and that is}
bold{loud.}
  d1: 1 → 2 · Gold 1 → 2
key{… 2 more (n)}
unread 8, room 0: 0 more, next 0

unread 8, room 1: 0 more, next 8
Done.
unread 8, room 2: 0 more, next 8
  Health 10 → 12 of 20
Done.
unread 8, room 3: 0 more, next 8
faint{──────────────────────────}
  Health 10 → 12 of 20
Done.
unread 8, room 4: 0 more, next 8
faint{──────────────────────────}
  d1: 1 → 2 · Gold 1 → 2
  Health 10 → 12 of 20
Done.
unread 8, room 5: 0 more, next 8
faint{──────────────────────────}
  d1: 1 → 2 · Gold 1 → 2
  Health 10 → 12 of 20
Done.

unread 8, room 6: 0 more, next 8
faint{──────────────────────────}
bold{You roll, and that is}
bold{loud.}
  d1: 1 → 2 · Gold 1 → 2
  Health 10 → 12 of 20
Done.
== joined false
unread 2, room 0: 0 more, next 0

unread 2, room 1: 5 more, next 3
› Roll key{… 5 more (n)}
unread 2, room 2: 5 more, next 3
› Roll
key{… 5 more (n)}
unread 2, room 3: 5 more, next 3
faint{──────────────────────────}
› Roll
key{… 5 more (n)}
unread 2, room 4: 5 more, next 3
faint{──────────────────────────}
› Roll
bold{You roll, and that is}
key{… 5 more (n)}
unread 2, room 5: 4 more, next 4
faint{──────────────────────────}
› Roll
bold{You roll, and that is}
bold{loud.}
key{… 4 more (n)}
unread 2, room 6: 3 more, next 5
faint{──────────────────────────}
› Roll
bold{You roll, and that is}
bold{loud.}
  d1: 1 → 2
key{… 3 more (n)}
unread 8, room 0: 0 more, next 0

unread 8, room 1: 0 more, next 8
Done.
unread 8, room 2: 0 more, next 8
  Health 10 → 12 of 20
Done.
unread 8, room 3: 0 more, next 8
faint{──────────────────────────}
  Health 10 → 12 of 20
Done.
unread 8, room 4: 0 more, next 8
faint{──────────────────────────}
  Gold 1 → 2
  Health 10 → 12 of 20
Done.
unread 8, room 5: 0 more, next 8
faint{──────────────────────────}
  d1: 1 → 2
  Gold 1 → 2
  Health 10 → 12 of 20
Done.
unread 8, room 6: 0 more, next 8
faint{──────────────────────────}
  d1: 1 → 2
  Gold 1 → 2
  Health 10 → 12 of 20
Done.
`
