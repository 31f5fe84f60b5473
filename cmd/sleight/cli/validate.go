package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"sleight/runtime/report"
)

func newValidate(w *workspace) *cobra.Command {
	format := ""
	c := &cobra.Command{
		Use:   "validate",
		Short: "Check all content without playing it",
		Long: `Check all content without playing it: every file, definition, reference and
script. The exit code is 1 when there are errors; warnings leave it at 0.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			content, problems, err := w.load()
			if err != nil {
				return err
			}
			out := c.OutOrStdout()
			switch format {
			case "human":
				if err := show(c, problems, w.loader.Source); err != nil {
					return err
				}
				if len(problems) > 0 {
					fmt.Fprintln(out)
				}
				fmt.Fprintln(out, report.Summary(problems))
			case "concise":
				err = report.WriteConcise(out, problems)
			case "json":
				err = report.WriteJSON(out, problems)
			default:
				return fmt.Errorf("there is no format %q; there are human, concise and json", format)
			}
			if err == nil && content == nil {
				err = errFound
			}
			return err
		},
	}
	c.Flags().StringVar(&format, "format", "human", "how to write problems: human, concise or json")
	return c
}
