package cli

import (
	"cmp"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sleight/runtime/locale"
)

// languageFlag adds the flag for the language that texts are shown in.
func languageFlag(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "lang", "", "the language to show texts in, such as `de`, if the packs have it (on a terminal by default that of LC_ALL, LC_MESSAGES or LANG)")
}

// languageOf reads the language that was asked for. Without one it is, on a
// terminal, that of the system, as far as it is known.
func languageOf(asked string, terminal bool) (locale.Language, error) {
	if asked == "" {
		if terminal {
			tag, _ := locale.Parse(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")))
			return tag, nil
		}
		return locale.Language{}, nil
	}
	tag, ok := locale.Parse(asked)
	if !ok {
		return tag, fmt.Errorf("--lang %q: this is no language; write a tag such as de or pt-BR", asked)
	}
	return tag, nil
}
