package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/check"
	"sleight/runtime/def"
	"sleight/runtime/diag"
)

func testCommand(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:     "test [FILTER]",
		Short:   "Run the tests that stand beside the content",
		Long:    "Runs the content tests of all definitions, or of those whose pack, kind/id or id contains the filter.",
		Example: "  sleight test consumable/flip",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := w.require()
			if err != nil {
				return err
			}
			filter := strings.Join(args, "")
			results := check.Run(c, check.Options{Filter: func(d *def.Definition) bool {
				return strings.Contains(d.Pack+":"+d.Key(), filter)
			}})
			failed := check.Failures(results)
			if err := w.report(failed); err != nil {
				return err
			}
			if len(results) == 0 {
				return fmt.Errorf("no test matches %q", filter)
			}
			fmt.Printf("%d passed, %d failed\n", len(results)-len(failed), len(failed))
			if len(failed) > 0 {
				return findings
			}
			return nil
		},
	}
}

func validateCommand(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:   "validate",
		Short: "Check all content without playing it",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := w.open(); err != nil {
				return err
			}
			c, problems := w.load()
			if err := w.report(problems); err != nil {
				return err
			}
			if c == nil {
				return findings
			}
			summary := "no problems"
			if len(problems) > 0 {
				summary = diag.Summary(problems)
			}
			fmt.Fprintf(os.Stdout, "%d definitions, %d games: %s\n", len(c.Catalog.All()), len(c.Games()), summary)
			return nil
		},
	}
}
