package repl

import (
	"fmt"
	"strings"

	"github.com/reeflective/readline"
)

// The size of a terminal that does not tell.
const (
	usualWidth  = 80
	usualHeight = 24
)

// newShell makes the reader of lines.
//
// It must not ask the terminal where the cursor is: the library asks at every
// key, and drops what has been typed until the answer comes, which over a slow
// line is most of it. Not knowing the cursor's row, it needs room below the
// prompt; see makeRoom and fit.
func newShell() *readline.Shell {
	shell := readline.NewShell()
	_ = shell.Config.Set("cursor-position-probe", false)
	_ = shell.Config.Set("menu-complete-display-prefix", true) // Tab lists before it takes one
	for _, keys := range []string{"emacs", "vi-insert"} {
		_ = shell.Config.Bind(keys, "\t", "menu-complete", false)
		_ = shell.Config.Bind(keys, "\x1b[Z", "menu-complete-backward", false)
	}
	return shell
}

// room is how many rows are kept free below the prompt: one that the library
// clears, and one for a line that is longer than the terminal is wide.
const room = 2

// makeRoom is what scrolls a terminal until there are rows below the cursor's.
func makeRoom(rows int) string {
	return "\r" + strings.Repeat("\n", rows) + fmt.Sprintf("\x1b[%dA", rows)
}
