//go:build unix

package terminal

import (
	"fmt"
	"strings"
	"testing"
)

// TestSavesWhileSomeoneTypes checks that no key is lost when files are saved
// during typing.
func TestSavesWhileSomeoneTypes(t *testing.T) {
	m := play(t, 80, 24)
	for i := range 8 {
		m.save("content/den/note.yaml", fmt.Sprintf("kind: consumable\nid: note\nname: Note %d\n", i))
		m.types("# " + strings.Repeat("word ", 12))
		for range 20 {
			m.types("x\x7f")
		}
		m.sees("reloaded: consumable/note")
		m.types("\rset gold " + fmt.Sprint(10+i) + "\r")
		m.sees(fmt.Sprintf("→ %d", 10+i), "play> ")
	}
	m.says("quit")
	m.leaves(0)
}
