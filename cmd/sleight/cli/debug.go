package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sleight/runtime/content/safefile"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/runtime/packs/install"
	"sleight/runtime/server/dap"
)

// debugFlag adds the flag that lets editors debug a running game.
func debugFlag(c *cobra.Command, set *bool) {
	c.Flags().BoolVar(set, "debug-listen", false, "let the editors of this user debug the running game: sleight dap, request attach")
}

// debugFolder is the user's folder of running games that editors may debug.
func debugFolder() (string, error) {
	cache, err := install.CacheDir()
	if err != nil {
		return "", err
	}
	if os.Getenv(install.CacheVariable) != "" {
		return filepath.Join(cache, "debug"), nil
	}
	return filepath.Join(filepath.Dir(cache), "debug"), nil
}

// debugTarget offers the game of a command to editors, if the flag is set: the
// target is nil otherwise. end withdraws the offer.
func (w *workspace) debugTarget(c *cobra.Command, listen bool, game string) (t *debug.Target, end func(), err error) {
	if !listen {
		return nil, func() {}, nil
	}
	folder, err := debugFolder()
	if err != nil {
		return nil, nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	t = debug.NewTarget()
	l, err := dap.Listen(folder, dap.Offer{Program: c.Name(), Workspace: here, Game: game}, t, w.Loader.Source)
	if err != nil {
		return nil, nil, fmt.Errorf("editors cannot debug this game: %s", safefile.Reason(err))
	}
	fmt.Fprintf(c.ErrOrStderr(), "Editors can debug this game: attach to process %d.\n", l.Offer().Process)
	return t, l.Close, nil
}

// awaitEditor offers a game that would be over before an editor could attach,
// and waits until one has attached and set its breakpoints. sample is a session
// of the game that provides the names for breakpoints. end withdraws the offer.
func (w *workspace) awaitEditor(ctx context.Context, c *cobra.Command, sample *session.Session) (t *debug.Target, end func(), err error) {
	t, end, err = w.debugTarget(c, true, sample.Game().ID())
	if err != nil {
		return nil, nil, err
	}
	t.Through = true
	t.Stopped = func(at string) {
		if at != "" {
			fmt.Fprintf(c.ErrOrStderr(), "Stopped at %s by the debugger; the game continues when the debugger does.\n", at)
		}
	}
	t.Play(sample, nil)
	fmt.Fprintln(c.ErrOrStderr(), "Waiting for an editor.")
	if !t.Await(ctx) {
		end()
		return nil, nil, errInterrupted
	}
	return t, end, nil
}
