//go:build unix

package terminal

import (
	"testing"
)

// TestPlayingOnABoard checks that the board is drawn, that keys choose and
// cancel, that an edit is reloaded during play and a faulty one reported, and
// that the terminal is restored.
func TestPlayingOnABoard(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/content/den/den.yaml", den)
	write(t, dir+"/content/den/trick.yaml", trick)
	m := open(t, dir, 80, 24, "play", "den", "--seed", "3")
	m.sees("The Den", "Gold", "Trick", "arrows: move")
	m.types("c") // the trick
	m.sees("Which die?", "Cancel")
	m.types("\x1b")
	m.sees("a) Roll")
	m.types("c")
	m.sees("Which die?", "Cancel")
	m.types("a")
	m.sees("Trick: [1] d6", "value")
	m.save("content/den/trick.yaml", trick+"\n  broken: [")
	m.sees("in the content", "trick.yaml")
	m.save("content/den/trick.yaml", trick)
	m.sees("The new content is live.")
	m.resize(60, 20)
	m.types("?")
	m.sees("take back a command")
	m.types("x")
	m.types("qq")
	m.leaves(0)
}

func TestPlayingNeedsATerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/content/den/den.yaml", den)
	write(t, dir+"/content/den/trick.yaml", trick)
	m := open(t, dir, 80, 24, "play", "nowhere")
	m.sees(`unknown game "nowhere"`)
	m.leaves(2)
}
