package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/diag"
	"sleight/runtime/explain"
)

func newExplain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CODE",
		Short: "Explain what the code of a problem means",
		Args:  exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			if _, ok := diag.Lookup(args[0]); !ok {
				return errors.New(strings.TrimSpace(explain.Text(args[0])))
			}
			_, err := fmt.Fprint(c.OutOrStdout(), explain.Text(args[0]))
			return err
		},
	}
}
