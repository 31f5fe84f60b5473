package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Tell the version",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), version())
			return err
		},
	}
}

// version is what the build knows of itself.
func version() string {
	return strings.Join(append([]string{"sleight"}, build()...), " ") + " (" + runtime.Version() + ")"
}

// build returns the version and the revision of the program, as far as known.
func build() []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	var out []string
	if v := info.Main.Version; v != "" && v != "(devel)" {
		out = append(out, v)
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			out = append(out, s.Value[:min(12, len(s.Value))])
		}
	}
	return out
}
