package cli

import (
	"github.com/spf13/cobra"

	"sleight/runtime/server/dap"
	ws "sleight/runtime/sleight/workspace"
)

func newDAP() *cobra.Command {
	c := &cobra.Command{
		Use:   "dap",
		Short: "Debug games from an editor, through the Debug Adapter Protocol",
		Long: `Debug games from an editor through the Debug Adapter Protocol, on standard input and
output: breakpoints in Lua files and in Lua inside YAML, stepping, locals, and
going back in time. Editors start it themselves; docs/debugging.md says how to set them
up. In a terminal, sleight repl debugs with the commands break, step and back.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx, stop := interruptible(c)
			defer stop()
			stream := pipes{c.InOrStdin(), c.OutOrStdout()}
			folder, err := debugFolder()
			if err != nil {
				return err
			}
			return dap.Serve(ctx, stream, dap.Options{
				Folder: folder,
				Open:   func(dir string) (*ws.Workspace, error) { return ws.New(ws.Shipped(), ws.Folder(dir)) },
			})
		},
	}
	return c
}
