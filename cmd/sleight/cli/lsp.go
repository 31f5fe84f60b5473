package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"sleight/runtime/server/lsp"
	ws "sleight/runtime/sleight/workspace"
)

func newLSP(w *workspace) *cobra.Command {
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve editors through the Language Server Protocol",
		Long: `Serve editors through the Language Server Protocol, on standard input and output:
problems while you type, completion, explanations, navigation, renaming and
tests. Editors start it themselves; docs/editors.md says how to set them up.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx, stop := interruptible(c)
			defer stop()
			if w.alone {
				paceEditing()
			}
			stream := pipes{c.InOrStdin(), c.OutOrStdout()}
			return languageServer(ctx, stream, c.ErrOrStderr())
		},
	}
	c.Flags().Bool("stdio", true, "use standard input and output; always the case, but some editors pass this flag")
	return c
}

// languageServer serves an editor on a stream.
func languageServer(ctx context.Context, stream io.ReadWriteCloser, log io.Writer) error {
	return lsp.Serve(ctx, stream, lsp.Options{
		Open:    func(dir string) (*ws.Workspace, error) { return ws.New(ws.Shipped(), ws.Folder(dir)) },
		Version: version(), Log: log,
	})
}

// pipes is standard input and output as one stream.
type pipes struct {
	io.Reader
	io.Writer
}

// Close closes the input, if it can be, so that reading ends.
func (p pipes) Close() error {
	if c, ok := p.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
