package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/sim/semantics"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show the version, the commit and the semantics digest",
		Long: `Show the version, the commit and the semantics digest.

Programs with the same semantics digest play every game alike. It is computed
from the sources of the random generator, the interpreter, the rules and the
bots; comments and layout do not count. Workers play for programs with their own
digest only, and parts of a run are merged only if theirs agree.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(c.OutOrStdout(), "%s\ncommit     %s\nsemantics  %s\n", version(), commit(), semantics.Digest())
			return err
		},
	}
}

// version returns what the build knows about itself.
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
	if revision := buildSetting(info, "vcs.revision"); revision != "" {
		out = append(out, revision[:min(12, len(revision))])
	}
	return out
}

// commit returns the commit that the program was built from, with its time.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || buildSetting(info, "vcs.revision") == "" {
		return "unknown (built without version control)"
	}
	text := buildSetting(info, "vcs.revision")
	if at := buildSetting(info, "vcs.time"); at != "" {
		text += " of " + at
	}
	if buildSetting(info, "vcs.modified") == "true" {
		text += ", with uncommitted changes"
	}
	return text
}

// buildSetting returns a build setting, or "".
func buildSetting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
