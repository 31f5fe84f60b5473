package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpFitsATerminal checks the explanation of every command: no line is too
// long to read, and no command lacks one.
func TestHelpFitsATerminal(t *testing.T) {
	const width = 90
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Short == "" {
			t.Errorf("%s has no explanation", c.CommandPath())
		}
		for line := range strings.Lines(c.Long + "\n" + c.Example) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%s: a line of the help has %d characters, more than %d: %s", c.CommandPath(), n, width, line)
			}
		}
		for _, inner := range c.Commands() {
			visit(inner)
		}
	}
	visit(newRoot(&workspace{}))
}
