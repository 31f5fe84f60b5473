package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sleight/runtime/report"
)

// validateFlags are the flags of sleight validate.
type validateFlags struct {
	format, output string
}

func newValidate(w *workspace) *cobra.Command {
	f := &validateFlags{}
	c := &cobra.Command{
		Use:   "validate",
		Short: "Check all content without playing it",
		Long: `Check all content without playing it: every file, definition, reference and
script. The exit code is 0 when all is well, 1 when something was found, and 2
when the command could not do its work.

` + formatTable(),
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c, w) },
	}
	c.Flags().StringVar(&f.format, "format", "human", "how to write what was found: `FORMAT`")
	c.Flags().StringVar(&f.output, "output", "", "write it to `FILE`, and a summary to the terminal")
	return c
}

func formatTable() string {
	var b strings.Builder
	b.WriteString("Formats:\n")
	for _, f := range report.Formats() {
		fmt.Fprintf(&b, "  %-8s %s\n", f.Name, f.Doc)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (f *validateFlags) run(c *cobra.Command, w *workspace) error {
	format, ok := report.FormatNamed(f.format)
	if !ok {
		return unknown("there is no format %q", f.format, report.FormatNames())
	}
	found := &report.Findings{Version: strings.Join(build(), " "), Began: time.Now()}
	_, problems, err := w.load()
	if err != nil {
		return err
	}
	found.Problems, found.Files, found.Source = problems, w.loader.Files(), w.loader.Source
	found.Took = time.Since(found.Began)
	if err := f.write(c.OutOrStdout(), format, found); err != nil {
		return err
	}
	if len(found.Problems) > 0 {
		return errFound
	}
	return nil
}

// write draws what was found on the output, or into the file that is named.
func (f *validateFlags) write(out io.Writer, format report.Format, found *report.Findings) error {
	if f.output == "" {
		found.Color = colors(out)
		return format.Write(out, found)
	}
	var text bytes.Buffer
	if err := format.Write(&text, found); err != nil {
		return err
	}
	if err := os.WriteFile(f.output, text.Bytes(), 0o666); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%s: %s\n", f.output, report.Summary(found.Problems))
	return err
}
